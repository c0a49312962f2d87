"""The rule `positivity`: a polynomial with coefficients of at least 0 in quantities that are at least 0.

It finds a combination by rewriting: a variable with a bound becomes the bound plus (or less) its distance from
it; a variable in a box gets its distances from both ends (Bernstein's form). Replay, not this, is believed.
"""

from collections.abc import Sequence

from ldproof_proofs.kernel.algebra import (
    Polynomial,
    fraction_coefficients,
    leading_coefficient,
    monomial_terms,
    occurring_variables,
    polynomial_ring,
    scale_polynomial,
    sum_of_monomials,
)
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import DividedByZero, NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.field import Field, Quotient
from ldproof_proofs.kernel.relations import Relation


def positivity(goal: Relation, facts: Facts) -> Combination:
    """A combination for the goal, or NotProved."""
    return _positivity(goal, facts, _field_of(goal, facts))


def _field_of(goal: Relation, facts: Facts) -> Field:
    """The field that a goal and facts live in."""
    return Field([goal.slack, *(fact.slack for fact in facts.values())])


def _positivity(goal: Relation, facts: Facts, field: Field) -> Combination:
    form = field(goal.slack)
    # Of two bounds for one variable the first is used: the other order prefers the other bound.
    for order in (list(facts.items()), list(facts.items())[::-1]):
        found = _combination(goal, form, Rewriting(field, dict(order)))
        if found is not None and is_shown(goal, facts, found):
            return found
    raise NotProved(f"{goal}: its sign is not evident from {', '.join(facts) or 'nothing'}")


def is_shown(goal: Relation, facts: Facts, found: Combination) -> bool:
    """Whether a combination survives its replay."""
    try:
        found.check(goal, facts)
    except NotProved:
        return False
    return True


def _combination(goal: Relation, form: Quotient, search: "Rewriting") -> Combination | None:
    """The goal's numerator and denominator as sums of products, both with one sign."""
    for flip in (1, -1):
        times = search.products(form.bottom * flip)
        if times is None:
            continue
        for negated in (False, True) if goal.sign == "!=" else (False,):
            products = search.products(form.top * flip * (-1 if negated else 1))
            if products is not None:
                return Combination(products, () if form.bottom.is_one() else times, negated)
    return None


def evident(goal: Relation, facts: Facts) -> Combination:
    """The fact that says the goal, or else a combination by `positivity`."""
    field = _field_of(goal, facts)
    form = field(goal.slack)
    for name, fact in facts.items():
        if fact.sign in ("<", "<="):
            for negated in (False, True) if goal.sign == "!=" else (False,):
                found = Combination((Product((name,)),), negated=negated)
                if _says(field, fact, -form if negated else form) and is_shown(goal, {name: fact}, found):
                    return found
    return _positivity(goal, facts, field)


def _says(field: Field, fact: Relation, form: Quotient) -> bool:
    """Whether a fact's slack is this."""
    try:
        slack = field(fact.slack)
    except DividedByZero:
        return False
    return field.vanishes(slack.top * form.bottom - form.top * slack.bottom)


class Rewriting:
    """The variables of a field, written as sums of facts' slacks."""

    def __init__(self, field: Field, facts: Facts) -> None:
        slacks = {name: field(fact.slack) for name, fact in facts.items() if fact.sign in ("<", "<=")}
        polynomials = {name: form.top for name, form in slacks.items() if form.bottom.is_one()}
        self.names = tuple(polynomials)
        self.ring = polynomial_ring(f"f{index}" for index in range(len(self.names)))
        self.values: list[Polynomial | None] = [None] * field.context.nvars()
        self.solved: set[str] = set()
        places = {name: occurring_variables(slack) for name, slack in polynomials.items()}
        while any(
            self._solve(name, slack, places[name])
            for name, slack in polynomials.items()
            if name not in self.solved
        ):
            pass
        self.boxes = dict(
            box
            for name, slack in polynomials.items()
            if name not in self.solved and (box := self._box(name, slack)) is not None
        )

    def _solve(self, name: str, slack: Polynomial, places: Sequence[int]) -> bool:
        """Use a fact to write the one variable in it that is still unknown: x = (distance - rest) / slope."""
        unknown = [place for place in places if self.values[place] is None]
        if len(unknown) != 1 or slack.degrees()[unknown[0]] != 1:
            return False
        (place,) = unknown
        variable = slack.context().gen(place)
        slope = slack.derivative(place)
        if not slope.is_constant():
            return False
        rest = self._rewrite(slack - slope * variable)
        if rest is None:
            return False
        self.values[place] = scale_polynomial(
            self.ring.gen(self.names.index(name)) - rest, 1 / leading_coefficient(slope)
        )
        self.solved.add(name)
        return True

    def _box(self, name: str, slack: Polynomial) -> tuple[int, Polynomial] | None:
        """A fact `width - distance`, the other side of a box: both distances over the width make 1."""
        written = self._rewrite(slack)
        if written is None or len(found := occurring_variables(written)) != 1:
            return None
        (place,) = found
        slope, width = written.derivative(place), written.subs({place: 0})
        if (
            not (slope.is_constant() and width.is_constant())
            or leading_coefficient(slope) >= 0
            or width.is_zero()
        ):
            return None
        complement = self.ring.gen(self.names.index(name))
        return place, scale_polynomial(
            complement - slope * self.ring.gen(place), 1 / leading_coefficient(width)
        )

    def _rewrite(self, whole: Polynomial) -> Polynomial | None:
        """A polynomial in the field's variables as one in the facts, if all that occur are known."""
        if any(self.values[place] is None for place in occurring_variables(whole)):
            return None
        zero = self.ring.constant(0)
        return whole.compose(*(value if value is not None else zero for value in self.values), ctx=self.ring)

    def products(self, whole: Polynomial) -> tuple[Product, ...] | None:
        """The polynomial as a sum of products of facts, if all its coefficients come out at least 0."""
        written = self._rewrite(whole)
        if written is None:
            return None
        for place, one in self.boxes.items():
            if any(coefficient < 0 for coefficient in fraction_coefficients(written)):
                written = bernstein(written, place, one)
        if any(coefficient < 0 for coefficient in fraction_coefficients(written)):
            return None
        return tuple(
            Product(self._facts(monomial), coefficient) for monomial, coefficient in monomial_terms(written)
        )

    def _facts(self, monomial: Sequence[int]) -> tuple[str, ...]:
        return tuple(name for name, power in zip(self.names, monomial, strict=False) for _ in range(power))


def bernstein(whole: Polynomial, place: int, one: Polynomial) -> Polynomial:
    """Raise every term to the same degree in a boxed variable, by powers of a 1 in disguise."""
    most = whole.degrees()[place]
    context = whole.context()
    raised = context.constant(0)
    for monomial, coefficient in monomial_terms(whole):
        raised += sum_of_monomials(context, {monomial: coefficient}) * one ** (most - monomial[place])
    return raised
