"""Certificates as data: what was written is read again, garbage is refused, and no leaf can be changed for another."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TypeAlias, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Symbol, Term, term
from ldproof.rejections import Refused
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.charts import Chart
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Chain, Citation, Implication, Line
from ldproof_proofs.kernel.prover import Replaying, algebra, at_once
from ldproof_proofs.kernel.relations import value_at
from ldproof_proofs.kernel.shapes import Shape
from ldproof_proofs.kernel.theorem import Claim, Theorem
from tests.proofs.kernel.making import claimed, equal, x
from tests.proofs.kernel.terms import terms

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Path_: TypeAlias = "tuple[int | str, ...]"
PROOF = at_once("", algebra)
"""A replay does not look at it."""
PER_CERTIFICATE = 4
"""How many leaves of a certificate are changed."""
X: "Json" = ["Term", "symbol", "x"]
SAME: "Json" = ["Combination", ["tuple"], ["tuple"], False]
CRASHES = (ValueError, ArithmeticError, LookupError, TypeError, AttributeError)
"""How a replay ends that is no refusal, and makes no theorem either."""


def encoded(certificate: object) -> Json:
    """A certificate as the file has it."""
    return cast(Json, json.loads(json.dumps(store.encode(certificate))))


def test_what_ships_is_read_and_written_as_it_stands(tmp_path: Path, theorems: Mapping[str, Theorem]) -> None:
    """Every certificate in the file is somebody's, and `save` writes the file that `load` reads, byte for byte."""
    loaded = store.load()
    assert loaded.keys() == theorems.keys()
    store.save(loaded, tmp_path / store.FILE)
    shipped = Path(store.__file__).parents[1] / store.FILE
    assert (tmp_path / store.FILE).read_bytes() == shipped.read_bytes()


def test_every_certificate_survives_being_written(theorems: Mapping[str, Theorem]) -> None:
    """Encoding, JSON and decoding give an equal certificate."""
    found = {name: encoded(theorem.certificate) for name, theorem in theorems.items()}
    for name, theorem in theorems.items():
        again = store.decode(found[name])
        assert encoded(again) == found[name]
        if not isinstance(theorem.claim, Implication):
            continue
        assert again == theorem.certificate


@given(terms)
def test_a_term_survives_being_written(expression: Term) -> None:
    """Terms are one object, and so are their copies."""
    assert store.decode(encoded(expression)) is expression


def test_every_kind_survives_being_written() -> None:
    """One certificate of each kind, with all of its fields used."""
    x = Symbol("x")
    products = Product(("a", "b"), Fraction(2, 3), (x, x - 1), x**-2)
    because = Combination((products,), (Product(()),), negated=True)
    lines = (Line("<=", x / 2, "words", because), Line("=", x, "", Combination()))
    chart = Chart((1, -1), ((Fraction(0), Fraction(1, 2)),))
    several: list[object] = [*lines, because, products, Chain(lines, (because,)), Citation("Somebody"), chart]
    several += [
        Shape("it rises", x, inverse=True, chart=chart),
        {"part": Citation("Somebody")},
        5,
        "the point",
    ]
    assert {type(each).__name__ for each in several} >= store.KINDS.keys()
    for each in several:
        assert store.decode(encoded(each)) == each


@pytest.mark.parametrize("value", [1.5, object(), {1, 2}, b"bytes", [1], {"a": 1.5}, (None, 1.5)])
def test_what_is_no_certificate_is_not_written(value: object) -> None:
    """Floats and other objects have no place in a certificate."""
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


@pytest.mark.parametrize("value", GARBAGE, ids=json.dumps)
def test_garbage_is_refused(value: Json) -> None:
    """What `encode` never wrote ends in `NotProved`, when it is read or when it is replayed, and in no traceback."""
    claim = claimed(equal(x, x))
    assert believed(claim, ["Chain", ["tuple", ["Line", "=", X, "", SAME]], ["tuple"], 0])
    with pytest.raises(NotProved):
        Replaying({"the claim": store.decode(value)}).theorem(claim, PROOF)


@pytest.mark.parametrize(
    "value",
    [
        ["Term"],
        ["Term", "+", ""],
        ["Term", "+", "", 1, 2],
        ["Term", "+", "", X],
        ["Term", "+", "", X, X, X],
        ["Term", "+", {}, X, X],
        ["Term", "sin", "", X],
        ["Term", "^", "2", X],
        ["Term", "^", ["Fraction", "1/2"], X],
        ["Term", "^", ["Fraction", "-1"], X],
        ["Term", "constant", "1"],
        ["Term", "constant", 987654],
        ["Term", "constant", ["Fraction", "1"], X],
        ["Term", "symbol", 1],
        ["Term", "symbol", ["Fraction", "1"]],
        ["Term", "symbol", "x", X],
        ["Term", "exp", ["Fraction", "3"], X],
        ["Term", "exp", "", X, X],
        ["Term", "sqrt", ""],
    ],
    ids=json.dumps,
)
def test_a_term_of_the_wrong_shape_is_refused(value: Json) -> None:
    """Operators have their number of arguments, powers whole exponents, constants fractions, symbols names."""
    with pytest.raises(NotProved):
        store.decode(value)


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


def leaves(value: Json, path: Path_ = ()) -> Iterator[Path_]:
    """Where numbers and strings stand."""
    match value:
        case list():
            for place, part in enumerate(value):
                yield from leaves(part, (*path, place))
        case dict():
            for name, part in value.items():
                yield from leaves(part, (*path, name))
        case _:
            yield path


SWAPS = {"+": "-", "-": "+", "*": "/", "/": "*", "exp": "log", "=": "!=", "<=": "!=", "<": "!=", "!=": "="}
"""Into what operators and signs are changed: a step may well be shown with a stronger or a weaker inequality."""


def others(leaf: Json) -> list[Json]:
    """What a leaf might be changed into."""
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


def replaced(value: Json, path: Path_, leaf: Json) -> Json:
    """The JSON value with another leaf at the end of this path."""
    if not path:
        return leaf
    step, *rest = path
    match value:
        case list() if isinstance(step, int):
            return [*value[:step], replaced(value[step], tuple(rest), leaf), *value[step + 1 :]]
        case dict() if isinstance(step, str):
            return {**value, step: replaced(value[step], tuple(rest), leaf)}
        case _:
            raise LookupError(step)


def found_at(value: Json, path: Path_) -> Json:
    """What stands there."""
    for step in path:
        match value:
            case list() if isinstance(step, int):
                value = value[step]
            case dict() if isinstance(step, str):
                value = value[step]
            case _:
                raise LookupError(step)
    return value


def meaning(value: Json) -> Json:
    """A certificate without what proves nothing: reasons, operators' empty heads, idle flags, whom it cites, slips."""
    match value:
        case ["Citation", str()]:
            return ["Citation"]
        case ["Line", sign, to, _, ["Combination", products, times, _]] if sign != "!=":
            return ["Line", sign, meaning(to), meaning(products), meaning(times)]
        case ["Line", sign, to, _, because]:
            return ["Line", sign, meaning(to), meaning(because)]
        case ["Chain", lines, ["tuple", *defined], _]:
            return [
                "Chain",
                meaning(lines),
                [meaning(each[:3]) for each in defined if isinstance(each, list)],
            ]
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
        Replaying({claim.name: store.decode(certificate)}).theorem(claim, PROOF)
    except (NotProved, *CRASHES):
        return False
    return True


def tampered(theorem: Theorem) -> Iterator[tuple[str, Json]]:
    """The theorem's certificate with one leaf changed, where that changes what it says."""
    right = encoded(theorem.certificate)
    said, places = meaning(right), list(leaves(right))
    for path in Random(theorem.name).sample(places, min(PER_CERTIFICATE, len(places))):
        old = found_at(right, path)
        for new in others(old):
            wrong = replaced(right, path, new)
            if meaning(wrong) != said:
                yield f"{theorem.name}: {path}: {old!r} -> {new!r}", wrong


def test_no_leaf_can_be_changed(theorems: Mapping[str, Theorem]) -> None:
    """Of every certificate some leaves, one at a time, each into all it may be: no replay ends in a theorem."""
    offences, tried = [], 0
    for theorem in theorems.values():
        for change, wrong in tampered(theorem):
            tried += 1
            if believed(theorem.claim, wrong):
                offences.append(change)
    assert tried > 5 * len(theorems)
    assert offences == []


def test_a_changed_leaf_is_refused_in_so_many_words(theorems: Mapping[str, Theorem]) -> None:
    """Reading or replaying a damaged certificate ends in what a run reports, and not in a traceback."""
    crashes = []
    for theorem in list(theorems.values())[::4]:
        for change, wrong in tampered(theorem):
            try:
                Replaying({theorem.name: store.decode(wrong)}).theorem(theorem.claim, PROOF)
            except (NotProved, Refused, ArithmeticError):
                continue
            except CRASHES as crash:
                crashes.append(f"{change}: {type(crash).__name__}")
    assert crashes == []


def test_a_citation_in_the_place_of_a_proof_is_owned_up_to(theorems: Mapping[str, Theorem]) -> None:
    """A proof exchanged for somebody's word rests on it, and says so, or is refused as no mutant is named beside it.

    Nobody's word is about a reading at large.
    """
    wrong = encoded(Citation("trust me"))
    for name, theorem in list(theorems.items())[::5]:
        claim = theorem.claim
        if not isinstance(claim, Implication) or (claim.reading and not claim.stands):
            assert not believed(claim, wrong)
            continue
        replaying = Replaying({name: store.decode(wrong)})
        if claim.mutant is None:
            with pytest.raises(NotProved, match="has no mutant"):
                replaying.theorem(claim, PROOF)
        else:
            found = replaying.theorem(claim, PROOF)
            assert f"{name}: trust me" in found.assumes
            assert "proved" not in found.evidence.text()


def test_no_certificate_is_another_claim_s(theorems: Mapping[str, Theorem]) -> None:
    """Steps that lead elsewhere than a claim's goal are refused under its name."""
    chains = [
        (each.claim, each.certificate)
        for each in theorems.values()
        if isinstance(each.claim, Implication) and isinstance(each.certificate, Chain)
    ]
    tried = 0
    for (claim, _), (other, certificate) in zip(chains, chains[7:], strict=False):
        if claim.goal.right is not other.goal.right:
            tried += 1
            assert not believed(claim, encoded(certificate)), f"{other.name} for {claim.name}"
    assert tried > len(chains) / 2


def test_obligations_are_shown_with_the_right_sign(theorems: Mapping[str, Theorem]) -> None:
    """That a divisor is above 0 is not that it is below 0: `negated` means something wherever it can."""
    tried = 0
    for theorem in list(theorems.values())[::3]:
        claim, chain = theorem.claim, theorem.certificate
        if not isinstance(claim, Implication) or not isinstance(chain, Chain):
            continue
        for place, owed in enumerate(claim.owed(line.to for line in chain.lines)):
            if owed.sign == "!=":
                tried += 1
                right = chain.defined[place]
                flipped = Combination(right.products, right.times, not right.negated)
                wrong = Chain(chain.lines, (*chain.defined[:place], flipped, *chain.defined[place + 1 :]))
                assert not believed(claim, encoded(wrong)), f"{theorem.name}: {owed}"
    assert tried > 30


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=3),
        st.lists,
        max_leaves=5,
    )
)
def test_noise_is_no_certificate(value: Json) -> None:
    """Whatever is read under a claim's name either is its certificate or is refused, and ends in no other way."""
    claim = claimed(equal(x, x))
    with pytest.raises(NotProved):
        Replaying({"the claim": store.decode(value)}).theorem(claim, PROOF)
