"""Symbols are defined where they are used, by a claim's words or beside them."""

from collections.abc import Iterable, Mapping

import pytest

from ldproof.numbers import Symbol
from ldproof_proofs.book.explained import ClaimInWords, stored
from ldproof_proofs.kernel.formulas import packed
from ldproof_proofs.ledger.definitions import defines, spoken, undefined
from ldproof_proofs.ledger.notation import NOTATION, OF_CLAIMS


@pytest.fixture(scope="module")
def claims() -> Mapping[str, ClaimInWords]:
    return stored()["claims"]


def texts(*claims: ClaimInWords) -> Iterable[str]:
    """Their sentences."""
    return [each["text"] for claim in claims for each in claim["sentences"]]


def test_every_symbol_is_defined(claims: Mapping[str, ClaimInWords]) -> None:
    """In formulas, and in words."""
    found = {name: sorted(undefined(name, texts(claim))) for name, claim in claims.items()}
    assert {name: each for name, each in found.items() if each} == {}


def test_no_meaning_is_left_over(claims: Mapping[str, ClaimInWords]) -> None:
    for name, own in OF_CLAIMS.items():
        assert own.keys() <= spoken(texts(claims[name])), name
    for system, own in NOTATION.items():
        mine = [claim for name, claim in claims.items() if name.startswith(f"{system}.")]
        assert spoken(texts(*mine)) & own.keys(), system


RHO, T = Symbol("rho"), Symbol("T")
BELOW = packed(RHO, "<=", T)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("it is", {"rho"}),
        ("rho is so, and whatever rho is, as rho grows", {"rho"}),
        ("it is at most rho for T of seven", {"rho"}),
        ("rho is the factor", set()),
        ("with rho for it", set()),
        ("a number of rounds such that the share rho is so", set()),
        ("for any rho", set()),
        ("u and rho being bounds", set()),
        ("u is so, and rho people", {"u"}),
    ],
)
def test_to_mention_a_symbol_is_not_to_define_it(words: str, wanted: set[str]) -> None:
    """In a formula or in words."""
    assert undefined("shots.g", [f"{words}: {BELOW}"]) == wanted


def test_what_is_short_for_a_formula_is_defined() -> None:
    """And what belongs to a claim or has an index."""
    assert undefined("shots.g", [packed(RHO, "=", T)]) == set()
    assert undefined("sketch.min", [f"of h people: {packed(Symbol('h_1'), '<', T)}"]) == set()
    assert undefined("sketch.min", [f"h is so: {packed(Symbol('h_1'), '<', T)}"]) == {"h", "h_1"}


@pytest.mark.parametrize(
    "words", ["P, the probability", "let n be more", "the odds P and n", "with a + b for n and P"]
)
def test_definitions(words: str) -> None:
    """Alone, or one of several."""
    assert defines(words, "P" if "P" in words else "n", {"P", "n"})
    assert not defines(words, "q", {"P", "n"})
