"""An ansatz for a Positivstellensatz certificate: unknown numbers before many products, and the program for them.

Some positive sum of products of facts, times the goal, is to be a sum of products of facts, of squares, and of
equations times monomials (certificates of Handelman's and Krivine's kind; with squares, of Schmuedgen's;
all of small degree). Comparing the coefficients of each monomial makes it a linear program.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from operator import add, ge, sub
from types import MappingProxyType

from ldproof.numbers import Term
from ldproof_proofs.kernel.algebra import (
    Polynomial,
    irreducible_factors,
    monomial_powers,
    raw_terms,
    sum_of_monomials,
)
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.field import Quotient
from ldproof_proofs.kernel.hypotheses import Hypotheses, Part, distinct, products
from ldproof_proofs.kernel.polynomials import as_term, common_denominator, without_squares
from ldproof_proofs.kernel.programs import Column, Entries, solution
from ldproof_proofs.kernel.relations import Sign

MOST_TERMS = 60_000
"""Products with more terms are not tried."""
MOST_COEFFICIENTS = 1_000_000
"""A program with more, multiples of equations among them, is not solved."""
MOST_SHIFTS = 2_000
"""So many multiples of equations are."""
LONGEST = 40
"""A common denominator with more terms is not."""

Shift = tuple[int, tuple[int, ...]]
"""An equation by its place, and the monomial that it is multiplied by."""
ONE = Fraction(1)
NONE: Entries = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Reach:
    """How many facts a product has at most, and what the goal is multiplied by; and whether there are squares."""

    degree: int
    times: int
    squares: bool = False


class Ansatz:
    """All products within reach that may stand on either side for a goal."""

    def __init__(
        self,
        sign: Sign,
        slack: Quotient,
        known: Hypotheses,
        facts: Sequence[Part],
        reach: Reach,
        squared: Sequence[Term] = (),
    ) -> None:
        self.squares = [known.term_square(root) for root in squared]
        self.known, self.reach, self.facts, self.strict = known, reach, facts, sign in ("<", "!=")
        self.aside, self.slack = (known.one, slack) if sign == "=" else self._aside(slack, sign)
        cleared = [part * known.clearing(part.form.bottom) for part in facts]
        clear = known.clearing(self.slack.bottom)
        times = list(products(known.one, cleared, reach.times))
        self.times = distinct([*times, *(clear * each for each in times)])
        self.parts: Sequence[Part] = []
        if sign == "=":
            self.times = [each for each in self.times if each.strict]
        else:
            self.parts = distinct(list(self._parts(cleared, clear)))

    def _aside(self, slack: Quotient, sign: Sign) -> tuple[Part, Quotient]:
        """The goal's factors that are above 0, and its squares: what is left is to be shown."""
        aside, top = self.known.one, slack.top
        for factor, power in irreducible_factors(slack.top)[1] if not slack.top.is_zero() else ():
            if (part := self.known.above(factor)) is not None:
                many = [part] * power
            else:
                many = [self.known.square(factor)] * (power // 2) if sign == "<=" else []
            for each in many:
                aside, top = aside * each, top / each.form.top
        return aside, Quotient(top, slack.bottom)

    def _parts(self, cleared: Sequence[Part], clear: Part) -> Iterator[Part]:
        """Products of facts, as they are and without their denominators, and of facts and squares."""
        one, degree = self.known.one, self.reach.degree
        yield from products(one, cleared, degree)
        yield from products(one, self.facts, min(degree, 2))
        if degree > 1:
            yield from (part * clear for part in products(one, cleared, degree - 1))
        for square in self.squares:
            yield from (part * square for part in products(one, cleared, degree))
        if self.reach.squares:
            for square in map(self.known.square, self._roots()):
                yield from (part * square for part in (one, *cleared))

    def _roots(self) -> Iterator[Polynomial]:
        """What may be squared: generators, their sums, differences and products, and what completes a square."""
        context, top = self.known.field.context, self.slack.top
        generators = [context.gen(place) for place in range(len(self.known.field.places))]
        yield from generators
        for one, other in combinations(generators, 2):
            yield from (one - other, one + other, one * other)
        yield from (generator - 1 for generator in generators)
        yield from (top.derivative(place) for place, degree in enumerate(top.degrees()) if degree == 2)

    def solved(self) -> Combination | None:
        """The combination that a solution is."""
        goals = [part.form * -self.slack for part in self.times]
        forms = [*goals, *(part.form for part in self.parts)]
        equations = (part.form.bottom for part in self.known.equations)
        common = common_denominator((*(form.bottom for form in forms), *equations))
        if len(common) > LONGEST:
            return None
        tops: Sequence[Polynomial] = [form.top * (common / form.bottom) for form in forms]
        if sum(map(len, tops)) > MOST_TERMS:
            return None
        reduced = without_squares(self.known.field, tops)
        shifts = self._shifts(reduced if self.reach.squares else reduced[: len(goals)])
        moved = [self.known.equations[place].form.top * self._monomial(powers) for place, powers in shifts]
        reduced = without_squares(self.known.field, [*tops, *moved]) if moved else reduced
        tops, multiples = reduced[: len(tops)], reduced[len(tops) :]
        if sum(map(len, (*tops, *multiples, *multiples))) > MOST_COEFFICIENTS:
            return None
        columns = [_column(top, cost, named) for top, (named, cost) in zip(tops, self._named(), strict=True)]
        columns += [_column(each, 3) for each in (*multiples, *(-each for each in multiples))]
        columns += [Column({name: -ONE}, 0.01) for name in self._sums()]
        found = solution(columns, self._sums())
        return None if found is None else self._combination(found, shifts, common)

    def _sums(self) -> Entries:
        """What must be at least 1: the positive products before the goal and, if it is strict, those that it is."""
        return {"before": ONE, "goal": ONE} if self.strict else {"before": ONE}

    def _named(self) -> Iterator[tuple[Entries, float]]:
        """Per product whether it counts in one of these sums, and its cost: short products are cheap."""
        for part in self.times:
            yield {"before": ONE} if part.strict else {}, 1 + part.degree**2 + 2 * (part.degree > 0)
        for part in self.parts:
            yield {"goal": ONE} if part.strict and self.strict else {}, 1 + part.degree**2

    def _shifts(self, tops: Sequence[Polynomial]) -> Sequence[Shift]:
        """Equations times the monomials by which they meet the polynomials, or what meets them does."""
        if not self.known.equations:
            return ()
        found: dict[Shift, None] = {}
        met = {powers for top in tops for powers in monomial_powers(top)}
        for _ in range(2):
            added: set[tuple[int, ...]] = set()
            for number, equation in enumerate(self.known.equations):
                own = monomial_powers(equation.form.top)
                for monomial in sorted(met):
                    for start in own:
                        if len(found) < MOST_SHIFTS and all(map(ge, monomial, start)):
                            shift = number, tuple(map(sub, monomial, start))
                            if shift not in found:
                                found[shift] = None
                                added.update(tuple(map(add, shift[1], each)) for each in own)
            met = added
        return list(found)

    def _monomial(self, powers: tuple[int, ...], factor: Fraction = ONE) -> Polynomial:
        return sum_of_monomials(self.known.field.context, {powers: factor})

    def _combination(
        self, often: Sequence[Fraction], shifts: Sequence[Shift], common: Polynomial
    ) -> Combination:
        """The certificate with these numbers before its products, so scaled that the first before the goal is 1."""
        lead = next(filter(None, often))
        numbers = [number / lead for number in often]
        times = _sum(zip(self.times, numbers, strict=False))
        del numbers[: len(self.times)]
        found = _sum(
            (self.aside * part, number) for part, number in zip(self.parts, numbers, strict=False) if number
        )
        del numbers[: len(self.parts)]
        scales = [self.known.field.context.constant(0) for _ in self.known.equations]
        for (number, powers), more, less in zip(shifts, numbers, numbers[len(shifts) :], strict=False):
            scales[number] += self._monomial(powers, more - less)
        for equation, scale in zip(self.known.equations, scales, strict=True):
            if not scale.is_zero():
                whole = as_term(self.known.field, scale * equation.form.bottom, common)
                found += [replace(each, scale=whole) for each in (self.aside * equation).products]
        return Combination(tuple(found), () if times == [Product(())] else tuple(times))


def _sum(often: Iterable[tuple[Part, Fraction]]) -> list[Product]:
    """Sums of products, each taken so often."""
    return [each for part, number in often if number for each in part.often(number)]


def _column(whole: Polynomial, cost: float, named: Entries = NONE) -> Column:
    return Column({**named, **dict(raw_terms(whole))}, cost)
