"""A stranger's forgeries: old sophisms, hostile files, and claims of parts that are not what they seem."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ldproof.errors import Refused
from ldproof.numbers import Symbol, Term, exp, term
from ldproof_proofs.book.export.objects import Objects, address
from ldproof_proofs.kernel.combination import Combination, Product, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.parsing import parsed
from ldproof_proofs.kernel.prover import Replaying, algebra, at_once, by
from ldproof_proofs.kernel.relations import Point, Relation
from ldproof_proofs.kernel.store import Stored, encode
from ldproof_proofs.kernel.theorem import Theorem
from tests.proofs.checker.apart import check, made_of
from tests.proofs.checker.test_check import places
from tests.proofs.kernel.making import (
    NOTHING,
    at_most,
    believed,
    below,
    blind,
    claimed,
    equal,
    lemma_of,
    line,
    relations,
    x,
    y,
)
from tests.proofs.kernel.making import summed as by_sum

HALVED = lemma_of(below(0, x / 2), {"h": below(0, x)}, by(product("h", factor=Fraction(1, 2))), "halved")
SQUARED = lemma_of(at_most(0, x * x), {}, by(Product((), squares=(x,))), "squared")
INVERTED = lemma_of(equal(x * (1 / x), 1), {"h": below(0, x)}, algebra, "inverted")


Reasoned = tuple[str, Combination, Mapping[str, Known]]
PLAIN = """sqrt(x*x) = x @ x = -1 | sqrt(x)^2 = x @ x = -1 | sqrt(4) = -2 | sqrt(2) + sqrt(3) = sqrt(5)
sqrt(x*y) = sqrt(x)*sqrt(y) given 0 < x*y @ x = -1; y = -1 | ln(x*y) = ln(x) + ln(y) given 0 < x*y @ x = -1; y = -1
ln(x^2) = 2*ln(x) given x != 0 @ x = -1 | 0*ln(x) = 0 @ x = -1 | exp(ln(x)) = x @ x = -1 | ln(2) + ln(3) = ln(5)
exp(x*y) = exp(x)*exp(y) @ x = 1; y = 1 | exp(x)^2 = exp(x^2) @ x = -1 | exp(x) = exp(x + 1/10^40)
min(x, y) = x @ x = 2; y = 1 | min(x, y)*min(x, -y) = x*x @ x = 2; y = 1 | x/x = 1 | x^-1*x = 1 given 0 <= x
1/(1/x) = x | (x - x)/(x - x) = 1 | (x^2 - y^2)/(x - y) = x + y given x = y | 0*(1/0) = 0 | (x - x)^0 = 0
1/3 = 0.333333333333 | \u0445 = x @ x = 1; \u0445 = 2 | x^4294967296 = y @ x = 1; y = 2 | x^18446744073709551616 = 1"""
H, IT, SQUARE = by_sum(product("h0")), by_sum(product("it")), Product((), squares=(x,))
TIMES = by_sum(product("h0"), times=(product("h1"),))
MIN = parsed("1/(min(x, y) - y)")
assert isinstance(MIN, Term)
REASONED: Sequence[Reasoned] = (
    ("0 < x^2", by_sum(SQUARE), {}),
    ("0 < x given x != 0 @ x = -1", H, {}),
    ("x < y given x <= y @ x = 2; y = 2", H, {}),
    ("y <= 0 given 0 < y @ y = 2", by_sum(product("h0", factor=-1)), {}),
    ("0 <= y given 0 <= x*y; 0 <= x @ y = -1", TIMES, {}),
    ("x = 0 given x*y = 0; 0 <= y @ x = 1", TIMES, {}),
    ("x*z < y*w given x < y; z < w @ x = -2; y = 1; z = -2; w = 1", by_sum(product("h0", "h1")), {}),
    ("0 = 1 given x = y", by_sum(product("h0", scale=1 / (y - x))), {}),
    ("1/x <= 0 given 0 <= x @ x = 2", by_sum(Product((), squares=(1 / x,))), {}),
    ("x < 0 given 0 < x @ x = 2", by_sum(product("h0"), negated=True), {}),
    ("0 < x/2 given 0 < x/2; x < 0 @ x = -1", H, {}),
    ("0 = 1 given x < y; y < x", by_sum(product("h0"), product("h1")), {}),
    ("0 = 1 given sqrt(-1) = sqrt(-1)", H, {}),
    ("exp(x) <= exp(y) @ x = 2; y = 1", IT, {"it": axiom(Always.MONOTONE, x, y)}),
    ("exp(1) <= exp(0)", IT, {"it": axiom(Always.MONOTONE, term(1), term(0))}),
    ("min(x, y) = x @ x = 2; y = 1", IT, {"it": axiom(Always.MINIMUM, x, y)}),
    ("min(x, y) = x @ x = 2; y = 1", by_sum(product("it", scale=MIN)), {"it": axiom(Always.EITHER, x, y)}),
    (
        "ln(x*y) = ln(x) + ln(y) given 0 < x*y @ x = -1; y = -1",
        IT,
        {"it": axiom(Always.PRODUCT, x, y)},
    ),
    ("0 <= sqrt(-1 - x^2)", IT, {"it": axiom(Always.ROOT, -1 - x**2)}),
    ("exp(ln(x)) = x @ x = -1", IT, {"it": axiom(Always.INVERSE, x)}),
    ("1 + x = exp(x) @ x = 2", IT, {"it": axiom(Always.TANGENT, x)}),
    ("1 < exp(x) @ x = -1", IT, {"it": axiom(Always.POSITIVE, x)}),
    ("0 < x/2 @ x = -1", IT, {"it": lemma(HALVED)}),
    ("0 < -1/2", IT, {"it": lemma(HALVED, x=-1)}),
    ("0 <= 1/x*(1/x)", IT, {"it": lemma(SQUARED, x=1 / x)}),
    ("x*(1/x) = 1 given 0 <= x", IT, {"it": lemma(INVERTED)}),
)


def sophisms() -> Iterator[tuple[Implication, Combination]]:
    """Yield statements that are false where their hypotheses hold, or whose hypotheses never hold, with reasons."""
    plain: Sequence[Reasoned] = [(each, NOTHING, {}) for each in re.split(r"\||\n", PLAIN)]
    for text, why, known in (*plain, *REASONED):
        statement, _, place = text.partition("@")
        goal, _, given = statement.partition("given")
        facts = {f"h{number}": each for number, each in enumerate(relations(given))}
        moved = {str(each.left.head): each.right.head for each in relations(place)}
        point = {each: Fraction(moved.get(each, 0)) for each in ("x", "y", "z", "w", *moved)}
        yield claimed(relations(goal)[0], facts, known, at=point), why
    for name, at in (("1", 2), ("x + y", 3), ("exp(x)", 2), ("v0", 7)):  # they look like something else
        looks = equal(Symbol(name), x + y if "+" in name else exp(x) if "e" in name else 1)
        yield claimed(looks, at={name: at, "x": 0, "y": 0}), NOTHING


HOSTILE: tuple[Any, ...] = (
    *(True, False, None, -1, 10**400, 1.0, float("nan"), float("inf"), "", "1/0", "\u0663", "1_0", " 1"),
    *([], {}, [[]], ["Fraction", "1/0"], ["Fraction", 1], ["constant", "1.0"], ["tuple"], ["Shape"]),
    encode(1 / (y - x)),
    ["/", ["constant", "1"], ["-", ["symbol", "y"], ["symbol", "x"]]],
)
"""What might stand in a place of a certificate, as JSON."""


def forged(claim: Implication, because: Combination) -> Theorem:
    """A theorem that nobody has proved."""
    found = object.__new__(Theorem)
    for name, value in (("claim", claim), ("certificate", blind(claim, line(claim.goal, because)))):
        object.__setattr__(found, name, value)
    return found


def texts(theorem: Theorem) -> Mapping[str, str]:
    """Its object and its lemmas', by their hashes; its own is the last."""
    made = Objects()
    made.text(theorem)
    return {address(each): each for each in made.made().values()}


def check_last(found: Mapping[str, str]) -> object:
    """Check the last of some objects."""
    *_, last = found
    return made_of(check.Library({each: text.encode() for each, text in found.items()}), last)


def so(relation: Relation, point: Point) -> bool:
    """Whether it is so at a point; what cannot be told is not."""
    try:
        return relation.holds_at(point)
    except Refused:
        return False


def reasons(claim: Implication, because: Combination) -> Iterator[Combination]:
    """A forger's own reason, none, and every fact's slack times whatever makes a goal's slack of it."""
    yield from (because, NOTHING, replace(because, negated=True), replace(because, times=(product(),)))
    for name, fact in claim.facts.items():
        for scale in (term(1), term(-1), claim.goal.slack / fact.slack):
            yield by_sum(Product((name,), Fraction(-1), (), scale))
            yield by_sum(Product((name,), squares=(scale,)), times=(product(name),))


def test_sophisms_are_not_believed() -> None:
    """Each is false where what it asks for is so, or asks for what is never so; no reason for it is believed."""
    for claim, because in sophisms():
        given = all(so(each, claim.witness) for each in claim.given.values())
        assert not (given and so(claim.goal, claim.witness)), claim.goal
        for why in reasons(claim, because):
            with pytest.raises(NotProved):
                believed(claim, why)
            assert isinstance(check_last(texts(forged(claim, why))), str), claim.goal


def test_what_is_so_is_believed() -> None:
    for true in (HALVED, SQUARED, INVERTED):
        assert isinstance(check_last(texts(true)), check.Data)


SAME = claimed(equal(0, 1), {"h": equal(x, y)})
"""From x = y follows 0 = 1."""
LEANING = blind(SAME, line(SAME.goal, by_sum(Product(("h",), squares=(x,), scale=y), times=(product(),))))


def spoilt(whole: Any) -> Iterator[Any]:
    """An object with each of the hostile values at each of its places."""
    for number, (holder, key) in enumerate(places(whole)):
        for value in (each for each in HOSTILE if each != holder[key]):
            found = deepcopy(whole)
            there, _ = [*places(found)][number]
            there[key] = value
            yield found


def test_hostile_certificates() -> None:
    """From a file, as `prove --check` reads them: whatever stands wherever, 0 = 1 is not proved."""
    for each in spoilt(json.loads(json.dumps(encode(LEANING)))):
        with pytest.raises((NotProved, Refused)):
            Replaying(Stored({SAME.name: each})).theorem(SAME, at_once("", algebra))


def test_hostile_objects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The checker does not show 0 = 1, whatever stands wherever in an object, and says so where it is called."""
    ((own, text),) = texts(forged(SAME, LEANING.lines[0].because)).items()
    found = json.loads(text)
    for each in spoilt(found["certificate"]):
        other = json.dumps({**found, "certificate": each})
        assert isinstance(check_last({address(other): other}), str)
    (tmp_path / f"{own}.json").write_text(text, encoding="utf-8")
    index = {"theorems": {SAME.name: own}}
    (tmp_path / "index.json").write_text(json.dumps(index), encoding="utf-8")
    assert check.main([str(tmp_path)]) == 1
    assert "REFUSED the claim: 0 = 1 is not that sum" in capsys.readouterr().out
