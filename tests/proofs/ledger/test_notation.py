"""Symbols are defined where they are used, by a claim's words or beside them."""

from collections.abc import Iterable

import pytest

from ldproof.numbers import Symbol
from ldproof_proofs.book.explained import ClaimInWords, stored
from ldproof_proofs.book.explanation import Claims, Explanation
from ldproof_proofs.kernel.formulas import packed, pieces
from ldproof_proofs.ledger.definitions import EQUATION, defines, explained_symbols, spoken, undefined
from ldproof_proofs.ledger.notation import COMMON, EQUATIONS, IN_ROUNDS, NOTATION, OF_CLAIMS, meanings

RHO, T = Symbol("rho"), Symbol("T")


def texts(*claims: ClaimInWords) -> Iterable[str]:
    """Their sentences."""
    return [each["text"] for claim in claims for each in claim["sentences"]]


def test_every_symbol_is_defined_and_no_meaning_is_left_over() -> None:
    """In formulas, and in words."""
    claims = stored()["claims"]
    found = {name: sorted(undefined(name, texts(claim))) for name, claim in claims.items()}
    assert {name: each for name, each in found.items() if each} == {}
    for name, own in OF_CLAIMS.items():
        assert own.keys() <= claims[name]["symbols"].keys(), name
        assert not own.items() & NOTATION[name.partition(".")[0]].items(), name
    for system, known in NOTATION.items():
        mine = [claim for name, claim in claims.items() if name.startswith(f"{system}.")]
        said = frozenset().union(*([*claim["symbols"], *EQUATION.findall(claim["place"])] for claim in mine))
        assert said & known.keys(), system
        assert known.keys() - COMMON.keys() - IN_ROUNDS.keys() <= said, system
        assert EQUATIONS.get(system, {}).keys() <= said, system


def on_screen(name: str, claims: Claims) -> Iterable[str]:
    """What a claim's screen says beside the meanings of its symbols; of what a source prints the formulas."""
    found = Explanation(name, claims)
    yield found.claim["printed"] if found.claim["verdict"] == "ours" else ""
    yield found.claim["answer"]
    yield from (each["text"] for role in found.main_roles for each in found.roles[role])
    yield from (each["in_numbers"] for each in found.counterexamples.values())
    yield from ("" if isinstance(each, str) else packed(*each) for each in pieces(found.claim["printed"]))


@pytest.mark.parametrize("system", NOTATION)
def test_every_symbol_of_a_screen_is_explained_there_and_none_else(system: str) -> None:
    """But for the number of the claim itself; a meaning may name symbols, which are explained with it."""
    claims, missing, idle = Claims(stored()), {}, {}
    for name, claim in claims.words["claims"].items():
        if name.startswith(f"{system}."):
            own = frozenset(EQUATION.findall(claim["place"]))
            listed = claim["symbols"].keys() - {*claim["remarked"]}
            said = spoken(on_screen(name, claims)) - own
            missing[name] = sorted(said - listed)
            idle[name] = sorted(listed - said - spoken(claim["symbols"][each] for each in listed))
    assert [{name: each for name, each in found.items() if each} for found in (missing, idle)] == [{}, {}]


def test_what_a_meaning_names_is_explained_with_it() -> None:
    """Symbols and numbers of equations in what is shown below a claim, but for the equation that the claim itself is."""
    for name, claim in stored()["claims"].items():
        named = spoken(claim["symbols"].values()) & meanings(name).keys()
        left = named - claim["symbols"].keys()
        assert all(each in claim["place"] for each in left), (name, left)


def test_equations_are_named_by_numbers_that_are_explained() -> None:
    """A case of a section is none; nor is a letter in what is printed that is no formula a symbol."""
    assert undefined("shots.g", ["by (99), in case (3) and by (2)"]) == {"(99)"}
    assert explained_symbols("shots.g", ["by (2)"], "M and f") >= {"(2)", "f", "p", "T"}
    assert explained_symbols("shots.g", [], f"m and {packed(RHO, '<=', T)}") == {"T"}


def test_to_mention_a_symbol_is_not_to_define_it() -> None:
    """In a formula or in words; what is short for a formula is defined, and what belongs to a claim or has an index."""
    below = packed(RHO, "<=", T)
    for words, wanted in (
        ("it is", {"rho"}),
        ("rho is so, and whatever rho is, as rho grows", {"rho"}),
        ("it is at most rho for T of seven", {"rho"}),
        ("rho is the factor", set()),
        ("with rho for it", set()),
        ("a number of rounds such that the share rho is so", set()),
        ("for any rho", set()),
        ("u and rho being bounds", set()),
        ("u is so, and rho people", {"u"}),
    ):
        assert undefined("shots.g", [f"{words}: {below}"]) == wanted, words
    assert undefined("shots.g", [packed(RHO, "=", T)]) == set()
    assert undefined("shots.g", [f"of h people: {packed(Symbol('h_1'), '<', T)}"]) == set()
    assert undefined("shots.g", [f"h is so: {packed(Symbol('h_1'), '<', T)}"]) == {"h", "h_1"}


def test_a_definition_names_what_it_defines() -> None:
    for words in ("P, the probability", "let n be more", "the odds P and n", "with a + b for n and P"):
        assert defines(words, "P" if "P" in words else "n", {"P", "n"}), words
        assert not defines(words, "q", {"P", "n"}), words
