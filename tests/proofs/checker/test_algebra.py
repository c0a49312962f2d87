"""The checker's normal forms, intervals and charts beside exact values, and beside our kernel's."""

import math
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from random import Random

import pytest

from ldproof.errors import Refused
from ldproof.numbers import Term, term
from ldproof_proofs.book.export.syntax import relation, tree
from ldproof_proofs.kernel.charts import Chart, chart, value
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.relations import Relation, Sign
from tests.proofs.checker.apart import check
from tests.proofs.kernel.making import x, y
from tests.tiers import run_everything

SIGNS: tuple[Sign, ...] = ("=", "<=", "<", "!=")
MANY = 300 if run_everything() else 100
LEAVES = (x, y, term(2), term(Fraction(-1, 3)))


def grown(random: Random, size: int) -> Term:
    """A term with so many operators."""
    if not size:
        return random.choice(LEAVES)
    match random.choice(("+", "-", "*", "/", "^", "exp", "sqrt", "min")):
        case "^":
            return grown(random, size - 1) ** random.choice((-2, 2, 3))
        case "exp" | "sqrt" as function:
            return Term(function, "", (grown(random, size - 1),))
        case operator:
            left = random.randrange(size)
            one, other = grown(random, left), grown(random, size - 1 - left)
            if operator == "min" and not one.symbols() | other.symbols():
                return one  # the checker knows which of two numbers it is, our kernel does not
            return Term(operator, "", (one, other))


def ours(difference: Term) -> bool | None:
    """Whether it is 0, as our kernel has it; None where it divides by 0."""
    try:
        return Field([difference]).is_zero(difference)
    except NotProved:
        return None


def theirs(difference: Term) -> bool | None:
    """Whether it is 0, as the checker has it; None where it refuses."""
    try:
        return bool(check.vanishing(check.term(tree(difference))))
    except check.Refused:
        return None


def test_normal_forms() -> None:
    """Something in two ways is the same; something else, mostly, is not."""
    random, told = Random(3), set()
    for _ in range(MANY):
        one, other, root = (grown(random, random.randrange(5)) for _ in range(3))
        square = Term("sqrt", "", (one,))
        for difference in (
            one * other / other - one,
            (one + other) ** 2 - (one**2 + 2 * one * other + other * other),
            square * square * other - other * one,
            1 / (one - root * square) - (one + root * square) / (one**2 - root**2 * one),
            Term("exp", "", (3 * one,)) / Term("exp", "", (one,)) - Term("exp", "", (one,)) ** 2,
            one - other,
            square - one,
        ):
            found = theirs(difference)
            assert found == ours(difference), difference
            told.add(found)
    assert told == {True, False, None}


def test_multiples_of_a_divisor_and_minima_of_fractions() -> None:
    """2x + 3y, and that times x, are each divided by the number beside their last part: these differ."""
    once = 2 * x + 3 * y
    times = x / (2 * x * x + 3 * x * y)
    for difference, same in ((1 / once - times, True), (3 / (2 * once) - times, False)):
        assert theirs(difference) is ours(difference) is same, difference

    half, third = term(Fraction(1, 2)), term(Fraction(1, 3))
    for one, other in ((half, third), (third, half)):
        assert theirs(Term("min", "", (one, other)) - third) is True
        assert theirs(Term("min", "", (one, other)) - half) is False


@pytest.mark.parametrize("digits", [20, 60])
def test_intervals(digits: int) -> None:
    """Numbers whose value is known to 15 digits, and identities, lie where they are said to lie."""
    check.DOWN.prec = check.UP.prec = digits
    for function, real in (("exp", math.exp), ("log", math.log), ("sqrt", math.sqrt)):
        for number in (Fraction(1, 7), Fraction(3), Fraction(10**6 + 1, 10**4)):
            found = check.rational(number).under(function)
            assert found.low < found.high
            assert math.isclose(float(found.low), real(number), rel_tol=1e-14)
            assert float(Fraction(found.high) - Fraction(found.low)) <= abs(float(found.low)) * 10.0 ** (
                3 - digits
            )
    for number in (Fraction(2, 3), Fraction(17, 5), Fraction(-5, 7)):
        there = check.rational(number)
        root, power = (
            check.rational(abs(number)).under("sqrt"),
            check.power(there, 3, check.rational(Fraction(1))),
        )
        for back, exact in (
            (check.rational(abs(number)).under("log").under("exp"), abs(number)),
            (root * root, abs(number)),
            (there.inverse().inverse(), number),
            (there + -there * there, number - number**2),
            (power, number**3),
        ):
            assert Fraction(back.low) <= exact <= Fraction(back.high)
            assert float(Fraction(back.high) - Fraction(back.low)) <= 10.0 ** (4 - digits)
    assert check.rational(Fraction(9, 4)).under("sqrt") == check.rational(Fraction(3, 2))
    for undefined in (check.rational(Fraction(0)).under, check.rational(Fraction(-1)).under):
        with pytest.raises(check.Refused, match="there is no log"):
            undefined("log")
    with pytest.raises(check.Refused, match="it divides by 0"):
        check.rational(Fraction(0)).inverse()
    for unknown in (
        check.Interval(Decimal(-1), Decimal(1)),
        check.Interval(Decimal(0), Decimal(1)),
    ):
        with pytest.raises(ArithmeticError, match="more digits"):
            unknown.inverse()


def test_charts() -> None:
    """The signs are those of the values from left to right, and those of our kernel."""
    random, told = Random(5), set()
    for _ in range(MANY // 5):
        coefficients = [random.randrange(-5, 6) for _ in range(6)]
        e = Term("exp", "", (x,))
        parts = (term(1), x, x * x, e, x * e, e * e)
        curve = sum((factor * part for factor, part in zip(coefficients, parts, strict=True)), term(0))
        if curve.symbols() != {"x"} or not any(coefficients[1:]):
            continue
        try:
            found = check.chart(check.term(tree(curve)), derivative=False)
        except check.Refused:
            continue
        kernel: Chart = chart(value(curve))
        assert tuple(found) == kernel.signs, str(curve)
        seen = groupby(math.copysign(1, at(coefficients, place / 64)) for place in range(1, 64 * 12))
        rest = iter(found)
        assert all(int(sign) in rest for sign, _ in seen), str(curve)
        told.add(tuple(found))
    assert len(told) >= 3


def at(coefficients: list[int], u: float) -> float:
    """The value, nearly."""
    parts = (1, u, u * u, math.exp(u), u * math.exp(u), math.exp(2 * u))
    return math.fsum(factor * part for factor, part in zip(coefficients, parts, strict=True))


def test_relations_at_a_point() -> None:
    """Checker and kernel agree where both can decide; neither confirms a relation with an undefined side."""
    random, told, undecided = Random(7), Counter[tuple[str, bool]](), 0
    while told.total() < 2 * MANY:
        one, other = (grown(random, random.randrange(4)) for _ in range(2))
        found = Relation(one, random.choice(SIGNS), random.choice((other, one, one + other - other)))
        at = {name: Fraction(random.randrange(-3, 7), random.randrange(1, 4)) for name in "xy"}
        point = {name: check.number(value) for name, value in at.items()}
        try:
            wanted = found.holds_at(at)
        except Refused:
            continue
        try:
            decided = bool(check.holds(check.relation(relation(found)), point))
        except check.Refused:
            undecided += wanted
            continue
        assert decided == wanted, (str(found), at)
        told[found.sign, wanted] += 1
    assert len(told) == 8
    assert undecided <= told.total() // 20
