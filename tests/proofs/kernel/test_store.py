"""Certificates as data: what was written is read again, garbage is refused, and no leaf can be changed for another."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason, Refused
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel import shipped, store
from ldproof_proofs.kernel.charts import Chart
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Axiom, Chain, Citation, Implication, Line, Shown
from ldproof_proofs.kernel.prover import Replaying, algebra, at_once
from ldproof_proofs.kernel.relations import at_most, value_at
from ldproof_proofs.kernel.shapes import Shape
from ldproof_proofs.kernel.theorem import Claim, Theorem
from tests.proofs.kernel.making import assert_refused, claimed, equal, x
from tests.proofs.kernel.terms import terms
from tests.tiers import run_everything, slow

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Path_: TypeAlias = "tuple[int | str, ...]"
PROOF = at_once("", algebra)
"""A replay does not look at it."""
PER_CERTIFICATE = 4 if run_everything() else 2
"""How many leaves of a certificate are changed."""
X: "Json" = ["Term", "symbol", "x"]
SAME: "Json" = ["Combination", ["tuple"], ["tuple"], False]
CRASHES = (ValueError, ArithmeticError, LookupError, TypeError, AttributeError)
"""How a replay ends that is no refusal, and makes no theorem either."""


def encoded(certificate: object) -> Json:
    """A certificate as the file has it."""
    return cast(Json, json.loads(json.dumps(store.encode(certificate))))


@slow
def test_what_ships_is_written_as_it_stands(tmp_path: Path) -> None:
    """`save` writes the file that `load` reads, byte for byte."""
    store.save(store.load(), tmp_path / store.FILE)
    stands = Path(store.__file__).parents[1] / store.FILE
    assert (tmp_path / store.FILE).read_bytes() == stands.read_bytes()


@slow
def test_every_certificate_in_the_file_is_somebody_s(theorems: Mapping[str, Theorem]) -> None:
    assert store.load().keys() == theorems.keys()


def test_certificates_survive_being_written(sample: Mapping[str, Theorem]) -> None:
    """Encoding, JSON and decoding give an equal certificate."""
    for theorem in sample.values():
        found = encoded(theorem.certificate)
        again = store.decode(found)
        assert encoded(again) == found
        assert again == theorem.certificate or not isinstance(theorem.claim, Implication)


@given(terms)
def test_a_term_survives_being_written(expression: Term) -> None:
    """Terms are one object, and so are their copies."""
    assert store.decode(encoded(expression)) is expression


def test_every_kind_survives_being_written() -> None:
    """One certificate of each kind, with all of its fields used."""
    products = Product(("a", "b"), Fraction(2, 3), (x, x - 1), x**-2)
    because = Combination((products,), (Product(()),), negated=True)
    lines = (Line("<=", x / 2, "words", because), Line("=", x, "", Combination()))
    chart = Chart((1, -1), ((Fraction(0), Fraction(1, 2)),))
    several: list[object] = [
        *lines,
        because,
        products,
        found := Shown("it", at_most(0, x), because),
        found.relation,
        root := Axiom("root", "a root is at least 0", (x,)),
        Chain(lines, (found,), axioms=(root,)),
        Citation("Somebody"),
        chart,
    ]
    several += [
        Shape("it rises", x, inverse=True, chart=chart),
        {"part": Citation("Somebody")},
        5,
        "the point",
    ]
    assert {type(each).__name__ for each in several} >= store.KINDS.keys()
    for each in several:
        assert store.decode(encoded(each)) == each


def test_what_is_no_certificate_is_not_written() -> None:
    """Floats and other objects have no place in a certificate."""
    for value in (1.5, object(), {1, 2}, b"bytes", [1], {"a": 1.5}, (None, 1.5)):
        with pytest.raises(TypeError, match="no certificate holds"):
            store.encode(value)


GARBAGE: list[Json] = [
    [],
    [1],
    [[]],
    ["chain"],
    ["Chain"],
    ["Chain", ["tuple"]],
    ["Chain", ["tuple"], ["tuple"], ["tuple"]],
    ["Chain", ["tuple", ["Line", "=", X, "", SAME]], ["tuple"]],
    ["Chain", ["tuple", ["Line", "=", X, "", SAME]], ["tuple"], True],
    ["Chain", ["tuple", ["Line", "=", X, "", SAME]], ["tuple"], 0, 0],
    ["Chain", 1, 2, 0],
    ["Chain", ["tuple", 1], ["tuple", "x"], 0],
    ["Chain", ["tuple", ["Line", "=", 1, 2, 3]], ["tuple"], 0],
    ["Chain", ["tuple", ["Line", "=", X, "", ["Combination", 1, 2, 3]]], ["tuple"], 0],
    ["Chain", ["tuple", ["Line", "=", X, "", ["Combination", ["tuple", 5], ["tuple"], False]]], ["tuple"], 0],
    ["Chain", ["tuple", ["Line", ["tuple"], X, "", SAME]], ["tuple"], 0],
    ["Line", "=", X, "", SAME],
    ["Combination", ["tuple"], ["tuple"], "no"],
    ["Product", 1, 2, 3, 4],
    ["Chart", 1, 2],
    ["Fraction", 1],
    ["Fraction", "1/0"],
    ["Fraction", "x"],
    ["Fraction", "1", "2"],
    ["tuple", ["x"]],
    {"a": ["x"]},
    ["os.system", "true"],
    1.5,
]
"""What nobody wrote; SAME by itself would do."""


def replay(certificate: Json, claim: Claim) -> Theorem:
    """The claim's theorem, if this is its certificate."""
    return Replaying({claim.name: store.decode(certificate)}).theorem(claim, PROOF)


def test_garbage_is_refused() -> None:
    """Whatever `encode` did not write raises `NotProved`, on reading or on replay, and nothing else."""
    claim = claimed(equal(x, x))
    replay(["Chain", ["tuple", ["Line", "=", X, "", SAME]], ["tuple"], 0, ["tuple"]], claim)
    for value in GARBAGE:
        assert_refused("", replay, value, claim)


def test_a_term_of_the_wrong_shape_is_refused() -> None:
    """Operators have their number of arguments, powers whole exponents, constants fractions, symbols names."""
    shapes: list[Any] = [
        *([], ["+", ""], ["+", "", 1, 2], ["+", "", X], ["+", "", X, X, X], ["+", {}, X, X], ["sin", "", X]),
        *(["^", "2", X], ["^", ["Fraction", "1/2"], X], ["^", ["Fraction", "-1"], X]),
        *(["constant", "1"], ["constant", 987654], ["constant", ["Fraction", "1"], X]),
        *(["symbol", 1], ["symbol", ["Fraction", "1"]], ["symbol", "x", X]),
        *(["exp", ["Fraction", "3"], X], ["exp", "", X, X], ["sqrt", ""]),
    ]
    for shape in shapes:
        assert_refused("", store.decode, ["Term", *shape])


def test_reading_a_certificate_changes_no_term() -> None:
    """A power whose exponent is written as a fraction is refused, or at least is not x^7 from then on."""
    name = "a name that no other test uses"
    kept = []
    with suppress(NotProved):
        kept.append(store.decode(["Term", "^", ["Fraction", "7"], ["Term", "symbol", name]]))
    assert value_at(Symbol(name) ** 7, {name: 2}) == 128, kept


def test_reading_a_certificate_changes_no_number() -> None:
    """A constant that is written as an int is refused, or at least is no other constant from then on."""
    kept = []
    with suppress(NotProved):
        kept.append(store.decode(["Term", "constant", 987654321]))
    with suppress(LookupError):
        assert value_at(term(987654321) + 1, {}) == 987654322
        return
    raise AssertionError(f"{len(kept)} term was read, and the number has no value any more")


# Tampering.


def leaves(value: Json, path: Path_ = ()) -> Iterator[tuple[Path_, Json]]:
    """Numbers and strings, with where they stand."""
    if not isinstance(value, list | dict):
        yield path, value
        return
    for step, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield from leaves(part, (*path, step))


SWAPS = {"+": "-", "-": "+", "*": "/", "/": "*", "exp": "log", "=": "!=", "<=": "!=", "<": "!=", "!=": "="}
"""Into what operators and signs are changed: a step may well be shown with a stronger or a weaker inequality."""


def changed_leaves(leaf: Json) -> list[Json]:
    """Return the replacements of a leaf."""
    match leaf:
        case bool():
            return [not leaf]
        case int():
            return [leaf + 1, -leaf if leaf else 7, str(leaf)]
        case str():
            found: list[Json] = [f"{leaf}x", SWAPS.get(leaf, "0" if leaf != "0" else "1")]
            if leaf.lstrip("-").isdigit():
                found += [str(-int(leaf) or 3), str(int(leaf) + 1), int(leaf)]
            return found
        case _:
            return [0]


def replaced(value: Any, path: Path_, leaf: Json) -> Json:
    """The JSON value with another leaf at the end of this path."""
    if not path:
        return leaf
    changed: Any = value.copy()
    changed[path[0]] = replaced(value[path[0]], path[1:], leaf)
    return cast(Json, changed)


def meaning(value: Json) -> Json:
    """A certificate without what proves nothing: reasons, operators' empty heads, idle flags, whom it cites, slips, names."""
    match value:
        case ["Citation", str()]:
            return ["Citation"]
        case ["Line", sign, to, _, ["Combination", products, times, _]] if sign != "!=":
            return ["Line", sign, meaning(to), meaning(products), meaning(times)]
        case ["Line", sign, to, _, because]:
            return ["Line", sign, meaning(to), meaning(because)]
        case ["Shown", _, ["Relation", _, sign, _] as what, ["Combination", products, times, _]] if (
            sign != "!="
        ):
            return ["Shown", meaning(what), meaning(products), meaning(times)]
        case ["Shown", _, what, because]:
            return ["Shown", meaning(what), meaning(because)]
        case ["Chain", lines, shown, _, axioms]:
            return ["Chain", meaning(lines), meaning(shown), meaning(axioms)]
        case ["Term", "/", _, over, ["Term", "constant", ["Fraction", "-1" | "1"]] as unit]:
            return ["Term", "*", meaning(over), meaning(unit)]
        case ["Term", str(operator), _, *arguments] if operator not in ("constant", "symbol", "^"):
            return ["Term", operator, *map(meaning, arguments)]
        case list():
            return [meaning(part) for part in value]
        case dict():
            return {name: meaning(part) for name, part in value.items()}
        case _:
            return value


def believed(claim: Claim, certificate: Json) -> bool:
    """Whether a replay of this certificate ends in a theorem."""
    try:
        replay(certificate, claim)
    except (NotProved, *CRASHES):
        return False
    return True


def tampered(theorem: Theorem) -> Iterator[tuple[str, Json]]:
    """The theorem's certificate with one leaf changed, where that changes what it says."""
    right = encoded(theorem.certificate)
    said, places = meaning(right), list(leaves(right))
    for path, old in Random(theorem.name).sample(places, min(PER_CERTIFICATE, len(places))):
        for new in changed_leaves(old):
            wrong = replaced(right, path, new)
            if meaning(wrong) != said:
                yield f"{theorem.name}: {path}: {old!r} -> {new!r}", wrong


def test_no_leaf_can_be_changed(sample: Mapping[str, Theorem]) -> None:
    """Of every certificate some leaves, one at a time, each into all it may be: every replay ends in a refusal."""
    offences, tried = [], 0
    for theorem in sample.values():
        for change, wrong in tampered(theorem):
            tried += 1
            try:
                replay(wrong, theorem.claim)
            except (NotProved, Refused, ArithmeticError):
                continue
            except CRASHES as crash:
                offences.append(f"{change}: {type(crash).__name__}")
            else:
                offences.append(change)
    assert tried > PER_CERTIFICATE * len(sample)
    assert offences == []


def test_a_citation_in_the_place_of_a_proof_is_owned_up_to(sample: Mapping[str, Theorem]) -> None:
    """A proof exchanged for somebody's word rests on it, and says so, or is refused as no mutant is named beside it.

    Nobody's word is about a reading at large.
    """
    wrong = encoded(Citation("trust me"))
    for name, theorem in list(sample.items())[::5]:
        claim = theorem.claim
        if not isinstance(claim, Implication) or (claim.reading and not claim.stands):
            assert not believed(claim, wrong)
        elif claim.mutant is None:
            assert_refused("has no mutant", replay, wrong, claim)
        else:
            found = replay(wrong, claim)
            assert f"{name}: trust me" in found.assumes
            assert "proved" not in found.evidence.text()


def chains(theorems: Mapping[str, Theorem]) -> list[tuple[Implication, Chain]]:
    """The claims that are shown by a chain."""
    found = [(each.claim, each.certificate) for each in theorems.values()]
    return [(one, other) for one, other in found if isinstance(one, Implication) and isinstance(other, Chain)]


def test_no_certificate_is_another_claim_s(sample: Mapping[str, Theorem]) -> None:
    """Steps that lead elsewhere than a claim's goal are refused under its name."""
    several = chains(sample)
    tried = 0
    for (claim, _), (other, certificate) in zip(several, several[7:], strict=False):
        if claim.goal.right is not other.goal.right:
            tried += 1
            assert not believed(claim, encoded(certificate)), f"{other.name} for {claim.name}"
    assert tried > len(several) / 2


def test_obligations_are_shown_with_the_right_sign(sample: Mapping[str, Theorem]) -> None:
    """That a divisor is above 0 is not that it is below 0: `negated` means something wherever it can."""
    tried = 0
    for claim, chain in chains(sample)[::3]:
        for place, each in enumerate(chain.shown):
            if each.relation.sign == "!=":
                tried += 1
                flipped = replace(each, because=replace(each.because, negated=not each.because.negated))
                wrong = Chain(chain.lines, (*chain.shown[:place], flipped, *chain.shown[place + 1 :]))
                assert not believed(claim, encoded(wrong)), f"{claim.name}: {each.relation}"
    assert tried > 30


# Files.


@pytest.mark.parametrize("text", ["", "{", "[]", "1", None])
def test_a_file_that_is_damaged_or_missing_is_refused_by_name(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ldproof_proofs.kernel.shipped.files", lambda _: tmp_path)
    if text is not None:
        (tmp_path / store.FILE).write_text(text)
    with pytest.raises(Refused, match=f"{store.FILE} beside the proofs") as refusal:
        shipped.read(store.FILE)
    assert refusal.value.reason is Reason.DAMAGED_STATE
    with pytest.raises(Refused, match=f"{store.FILE} beside the proofs"):
        store.load()


def test_a_certificate_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ldproof_proofs.kernel.shipped.files", lambda _: tmp_path)
    (tmp_path / store.FILE).write_text('{"shots.x": ["Nonsense"], "shots.y": 1}')
    stored = store.load()
    assert (len(stored), stored["shots.y"]) == (2, 1)
    with pytest.raises(Refused, match=rf"{store.FILE} beside the proofs.*shots\.x: no certificate"):
        stored["shots.x"]


@slow
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), st.lists, max_leaves=5))
def test_noise_is_no_certificate(value: Json) -> None:
    """Whatever is read under a claim's name either is its certificate or is refused, and ends in no other way."""
    assert_refused("", replay, value, claimed(equal(x, x)))


def test_file_is_replaced_as_a_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A reader sees the old text or the new one while another process writes too, and the old one if writing fails."""
    path, write, seen = tmp_path / "words.json", Path.write_text, list[str]()
    shipped.replace_file(path, "old")
    processes = iter((1, 2))
    monkeypatch.setattr(shipped, "getpid", lambda: next(processes))

    def write_in_parts(fresh: Path, text: str, encoding: str) -> int:
        write(fresh, text[:2], encoding)
        seen.append(path.read_text())
        if text == "first":
            shipped.replace_file(path, "second")
            seen.append(path.read_text())
        return write(fresh, text, encoding)

    def fail(fresh: Path, text: str, encoding: str) -> None:
        write(fresh, text[:2], encoding)
        raise OSError("no space left")

    monkeypatch.setattr(Path, "write_text", write_in_parts)
    shipped.replace_file(path, "first")
    assert [*seen, path.read_text()] == ["old", "old", "second", "first"]
    monkeypatch.undo()
    monkeypatch.setattr(Path, "write_text", fail)
    with pytest.raises(OSError, match="no space left"):
        shipped.replace_file(path, "third")
    assert [path.read_text(), *tmp_path.iterdir()] == ["first", path]
