"""The rule `combination`: a sum of products of hypotheses, as in a Positivstellensatz certificate, replayed by algebra.

A certificate says: (a sum of positive products) times the goal's slack = (a sum of products that are at
least 0). Every product is a number above 0 times facts' slacks, squares, and, if one of its facts is an
equation, any term at all. With no products it is the rule `algebra`: both sides have one normal form.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from ldproof.numbers import Term, term
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.strictly import flaw

ONE = term(1)
WIDE = 300
"""How long a sum may be to be shown to a reader."""


@dataclass(frozen=True, slots=True)
class Product:
    """A product of named facts, each as often as it is named."""

    facts: tuple[str, ...]
    factor: Fraction = Fraction(1)
    squares: tuple[Term, ...] = ()
    scale: Term = field(default=ONE)

    def text(self) -> str:
        """The product for a reader, facts by their names."""
        parts = [f"({name})" for name in self.facts]
        parts += [f"({root})^2" for root in self.squares]
        parts += [f"[{self.scale}]"] if self.scale is not ONE else []
        return " ".join([*([str(self.factor)] if self.factor != 1 or not parts else []), *parts])

    def terms(self, facts: Facts) -> tuple[Term, ...]:
        """What is multiplied."""
        squares = (factor for root in self.squares for factor in (root, root))
        return (term(self.factor), self.scale, *(facts[name].slack for name in self.facts), *squares)

    def flaw(self, facts: Facts, *, positive: bool) -> str | None:
        """Why it may be negative (or zero, where it must be positive), if it may."""
        unknown = [name for name in self.facts if name not in facts]
        if unknown:
            return f"no fact is named {unknown[0]!r}"
        signs = {facts[name].sign for name in self.facts}
        if "!=" in signs:
            return "a product cites an inequation, whose slack has no sign"
        if "=" in signs:
            return "a product that must be positive cites an equation" if positive else None
        if self.scale is not ONE:
            return "a product is scaled by a term although none of its facts is an equation"
        if self.factor < 0 or (positive and self.factor == 0):
            return f"a product has the factor {self.factor}"
        if positive and (self.squares or "<=" in signs):
            return "a product that must be positive may be 0"
        return None


def product(*facts: str, factor: Fraction | int = 1, scale: Term | int = 1) -> Product:
    """A product of facts, as an author writes it."""
    return Product(facts, Fraction(factor), (), term(scale))


@dataclass(frozen=True, slots=True)
class Combination:
    """A Positivstellensatz-style certificate of one relation: products that are summed, and the goal's multipliers."""

    products: tuple[Product, ...] = ()
    times: tuple[Product, ...] = ()
    negated: bool = False
    """For `!=`: whether it is the slack's negative that is shown to be positive."""

    def text(self) -> str:
        """Why the relation holds, in one line."""
        if not self.products:
            return "the same normal form"
        whole = " + ".join(product.text() for product in self.products)
        if self.times:
            whole = f"times {' + '.join(product.text() for product in self.times)}, it is {whole}"
        return whole if len(whole) <= WIDE else f"a sum of {len(self.products)} products of facts"

    @property
    def cited(self) -> frozenset[str]:
        """The names of the facts in it."""
        return frozenset(name for each in (*self.products, *self.times) for name in each.facts)

    def multipliers(self) -> tuple[Term, ...]:
        """The terms besides the facts' that it multiplies by: they must be defined, as the claim's own must."""
        return tuple(
            part
            for each in (*self.products, *self.times)
            for part in (each.scale, *each.squares)
            if part.arguments
        )

    def check(self, goal: Relation, facts: Facts) -> None:
        """Replay: raise NotProved unless the identity holds and every product has the right sign."""
        if damage := flaw(self, Combination):
            raise NotProved(f"{goal}: no combination: {damage}")
        strict = goal.sign in ("<", "!=")
        if goal.sign == "=" and not all(
            any(name in facts and facts[name].sign == "=" for name in each.facts) for each in self.products
        ):
            raise NotProved(f"{goal}: an equation may combine only equations")
        wrong = sum_flaw(self.products, facts, positive=strict) if self.products or strict else None
        if self.times and wrong is None:
            wrong = sum_flaw(self.times, facts, positive=True)
        if wrong is not None:
            raise NotProved(f"{goal}: {wrong}")
        slack = -goal.slack if self.negated and goal.sign == "!=" else goal.slack
        every = {part for each in (*self.products, *self.times) for part in each.terms(facts)}
        field = Field([slack, *every])
        multiplier = field.sum_of(each.terms(facts) for each in self.times) if self.times else field(ONE)
        difference = multiplier * field(slack) + -field.sum_of(each.terms(facts) for each in self.products)
        if not field.vanishes(difference.top):
            raise NotProved(f"{goal}: the identity fails: {slack} is not the sum of the products")


def sum_flaw(products: tuple[Product, ...], facts: Facts, *, positive: bool) -> str | None:
    """Why a sum of products may be negative (or zero, where it must be positive), if it may."""
    for each in products:
        if wrong := each.flaw(facts, positive=False):
            return wrong
    if positive and all(each.flaw(facts, positive=True) for each in products):
        return "no product is positive, but their sum must be"
    return None
