"""Forged certificates and claims: an object of another type in a field proves nothing, by hand or from a file."""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from sys import _getframe as frame
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ldproof.numbers import Term, exp, term
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.charts import Chart
from ldproof_proofs.kernel.combination import Combination, Product, product
from ldproof_proofs.kernel.facts import Always as Fact
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.failure import Failure
from ldproof_proofs.kernel.implication import Chain, Citation, Implication, Known, Line
from ldproof_proofs.kernel.induction import Round
from ldproof_proofs.kernel.relations import Point, Relation
from ldproof_proofs.kernel.shapes import Shape
from ldproof_proofs.kernel.strictly import flaw
from ldproof_proofs.kernel.theorem import prove
from tests.proofs.kernel.making import (
    NOTHING,
    ONES,
    assert_refused,
    at_most,
    believed,
    below,
    claimed,
    equal,
    facts,
    summed,
    x,
    y,
)

SAME: Facts = {"h": equal(x, y)}
FALSE = claimed(equal(0, 1), SAME, at=ONES)
"""From x = y follows 0 = 1, says the claim."""
FORGED = Product(("h",))
object.__setattr__(FORGED, "factor", 1 / (y - x))


def chain(claim: Implication, because: Combination) -> Chain:
    """One step, and nothing owed."""
    return Chain((Line(claim.goal.sign, claim.goal.right, "", because),), ())


def test_a_term_in_the_place_of_a_factor_owes_a_divisor() -> None:
    """(y - x) times 1/(y - x) is 1, where x = y too if nobody asks: by hand, by a rule and from a file."""
    forged = chain(FALSE, summed(FORGED))
    assert_refused("factor: Term in the place of", prove, FALSE, forged)
    assert_refused("factor", summed(FORGED).check, FALSE.goal, SAME)
    assert_refused("factor", store.decode, store.encode(forged))


class Liar(Combination):
    """A combination that shows everything."""

    __slots__ = ()

    def check(self, goal: Relation, facts: Facts) -> None:
        """Says yes."""

    def multipliers(self) -> tuple[Term, ...]:
        return ()


class Believed(Shape):
    """A chart that says everything."""

    __slots__ = ()

    def check(self, goal: Relation, given: Facts) -> None:
        """Says yes."""


def test_methods_of_a_certificate_do_not_decide() -> None:
    """A certificate's content is data, and a citation is an unproved statement."""
    assert_refused("Liar", prove, FALSE, chain(FALSE, Liar()))
    believed = Believed("it rises", x, inverse=False, chart=Chart((1,), ()))
    assert_refused("Believed in the place of", prove, FALSE, believed)
    nobody = Citation("")
    object.__setattr__(nobody, "reference", None)
    assert_refused("reference: NoneType", prove, FALSE, nobody)


class Always(str):
    """A text that is whatever it is compared with."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True


RIGHT = chain(claimed(equal(x, x)), Combination())
LINE, PRODUCT = RIGHT.lines[0], Product(("h",), Fraction(2), (x,), y)
CHART = Chart((1,), ())
SHAPE = Shape("it rises", x, inverse=False, chart=CHART)


def test_every_field_is_of_its_type() -> None:
    """As it was made there is nothing to say of it; with one field spoilt there is, and it is named."""
    fields: list[tuple[object, dict[str, list[object]]]] = [
        (RIGHT, {"lines": [[LINE]], "shown": [None], "axioms": [[]], "slip": [True]}),
        (LINE, {"sign": [Always("="), "=>"], "to": [1], "reason": [5], "because": [Citation("me"), Liar()]}),
        (PRODUCT, {"facts": [["h"], (Always("h"),)], "factor": [2, True, 2.0], "scale": [1]}),
        (PRODUCT, {"squares": [[x], (Fraction(1),)]}),
        (Combination(), {"negated": [0], "products": [{}], "times": [(Combination(),)]}),
        (CHART, {"signs": [(True,), [1]], "roots": [((Fraction(1),),), ((1, 2),)]}),
        (SHAPE, {"kind": [Always("it rises")], "expression": ["x"], "inverse": [0], "chart": [None]}),
        (Citation("a book"), {"reference": [5]}),
    ]
    for whole, parts in fields:
        assert flaw(whole, type(whole)) is None
        for name, part in ((name, part) for name, several in parts.items() for part in several):
            spoilt = copy(whole)
            object.__setattr__(spoilt, name, part)
            assert (flaw(spoilt, type(whole)) or "").startswith(f"{name}: "), (whole, name, part)
    # What is missing is a flaw also where the class has a value for it: what is stored is all there.
    assert flaw(object.__new__(Product), Product) is not None
    assert_refused("1 fields of 4", store.decode, ["Product", ["tuple", "h"]])


@dataclass(frozen=True)
class Wonder(Known):
    """A fact that says more than it is made of."""

    @property
    def relation(self) -> Relation:
        """0 = 1."""
        return equal(0, 1)


@dataclass(frozen=True)
class Turncoat(Relation):
    """A relation that is so wherever that is asked, and another one wherever it is used."""

    def holds_at(self, point: Point) -> bool:
        """At every point."""
        return True

    def substitute(self, values: Mapping[str, Term]) -> Relation:
        """0 = 1."""
        return equal(0, 1)


class Turning(tuple[Term, ...]):
    """Arguments that stand in the other order for whoever asks what they presuppose."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Term]:
        return iter(self[:: -1 if frame(1).f_code.co_name == "premises" else 1])


DUCK: Any = SimpleNamespace(source=None, stands=frozenset(), meanings={}, premises=(), relation=equal(0, 1))
LIST: Any = ["x"]
IT = summed(product("it"))


def test_claims_that_are_not_what_they_seem() -> None:
    """None of a claim's parts is asked what it is: only what it is made of."""
    turned = Turning((x, y))
    cases: list[tuple[Implication, Combination]] = [
        (claimed(equal(0, 1), known={"it": Wonder(Fact.POSITIVE, (x,))}), IT),
        (claimed(equal(0, 1), known={"it": DUCK}), IT),
        (claimed(equal(0, 1), {"it": Turncoat(term(0), "=", term(1))}), IT),
        (claimed(Turncoat(x, "=", x)), NOTHING),
        (claimed(at_most(exp(x), exp(y)), facts("y <= x"), {"it": Known(Fact.MONOTONE, turned)}), IT),
        (replace(claimed(equal(x, x)), stands=LIST, reading="x"), NOTHING),
    ]
    for claim, why in cases:
        assert_refused("the claim: it is no claim: ", believed, claim, why)


def test_numbers_that_are_none() -> None:
    """NumPy's integers have no room: the square of 2^32 is 0 there, and 0 < x^2 would be refuted.

    Nor is one of them a constant in a term, which is the same for all who have that constant.
    """
    large: Any = np.int64(1 << 32)
    odd: Any = np.int64(3_037_000_507)
    numbers: list[Any] = [large, Fraction(large), np.float64(2), 2.0, True, "2"]
    for number in numbers:
        fails = Failure("it", "", below(0, x * x), {"x": number}, {"x": 1})
        assert_refused("it: it is no claim: point: ", prove, fails, "the point")
        claim = claimed(equal(x, x), at={"x": number})
        assert_refused("it is no claim: witness: ", believed, claim, NOTHING)
    for constant in (odd, Fraction(odd)):
        with pytest.raises(TypeError, match="no term: 'constant'"):
            prove(Failure("it", "", below(0, x * constant * constant), {"x": 1}, {"x": -1}), "the point")


def test_what_was_proved_does_not_change() -> None:
    """Whoever keeps a claim's points and numbers changes nothing of it."""
    point: dict[str, int] = {"x": -1}
    theorem = prove(Failure("it", "", below(0, x), point, {"x": 1}), "the point")
    spoken = {"p": x}
    turned = Round(y, spoken)
    point["x"], spoken["p"] = 5, y
    assert theorem.statement.endswith("at x = -1 the left side of 0 < x is 0 and the right side is -1")
    assert dict(turned.spoken) == {"p": x}
