"""Facts as polynomials: what is above 0, what is at least 0, and what is 0; and products of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ldproof.numbers import Term
from ldproof_proofs.kernel.algebra import Polynomial, irreducible_factors, make_monic
from ldproof_proofs.kernel.combination import Product, sum_flaw
from ldproof_proofs.kernel.errors import DividedByZero
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.field import Field, Quotient
from ldproof_proofs.kernel.polynomials import as_term
from ldproof_proofs.kernel.positivity import Rewriting


@dataclass(frozen=True, slots=True)
class Part:
    """A sum of products of facts, and its normal form."""

    products: tuple[Product, ...]
    form: Quotient
    strict: bool = False
    """Whether it is above 0, not only at least 0."""

    def __mul__(self, other: "Part") -> "Part":
        return Part(
            tuple(_joined(one, two) for one in self.products for two in other.products),
            self.form * other.form,
            self.strict and other.strict,
        )

    @property
    def degree(self) -> int:
        """How many facts and squares its longest product has."""
        return max(len(each.facts) + len(each.squares) for each in self.products)

    def often(self, factor: Fraction) -> tuple[Product, ...]:
        """Its products, times a number."""
        return tuple(replace(each, factor=each.factor * factor) for each in self.products)


def _joined(one: Product, other: Product) -> Product:
    facts, squares = (*one.facts, *other.facts), (*one.squares, *other.squares)
    factor = other.factor if one.factor == 1 else one.factor * other.factor
    return Product(tuple(sorted(facts)), factor, squares)


def products(one: Part, parts: Sequence[Part], degree: int) -> Iterator[Part]:
    """All products of up to so many parts, the shorter ones first."""
    level = [(one, 0)]
    yield one
    for _ in range(degree):
        level = [(part * parts[place], place) for part, first in level for place in range(first, len(parts))]
        yield from (part for part, _ in level)


def distinct(parts: Sequence[Part]) -> Sequence[Part]:
    """Each part once."""
    return list({part.products: part for part in reversed(parts)}.values())[::-1]


class Hypotheses:
    """The facts that a search may use, in a field that they and the goal live in."""

    def __init__(self, field: Field, facts: Facts) -> None:
        self.field, self._facts = field, facts
        number = field.context.constant(1)
        self.one = Part((Product(()),), Quotient(number, number), strict=True)
        self.equations: list[Part] = []
        signed: list[Part] = []
        for name, fact in facts.items():
            try:
                form = field(fact.slack)
            except DividedByZero:  # it says nothing anywhere
                continue
            part = Part((Product((name,)),), form, fact.sign == "<")
            if fact.sign == "=":
                self.equations.append(part)
            elif fact.sign != "!=" and not (form.top.is_constant() and form.bottom.is_constant()):
                signed.append(part)
        # Of two that say the same, the one that says it more strictly.
        self.signed = list(
            {
                f"{part.form.top} / {part.form.bottom}": part for part in sorted(signed, key=_is_strict)
            }.values()
        )
        self._rewriting = Rewriting(field, facts)
        self._above: dict[str, Part | None] = {
            _monic(part.form.top): part for part in self.signed if part.strict and part.form.bottom.is_one()
        }

    def above(self, factor: Polynomial) -> Part | None:
        """What is above 0 and, up to a number, is this: a fact, or a sum of products that is evidently positive."""
        key = _monic(factor)
        if key not in self._above:
            self._above[key] = next(filter(None, map(self._evident, (factor, -factor))), None)
        return self._above[key]

    def _evident(self, polynomial: Polynomial) -> Part | None:
        found = self._rewriting.products(polynomial)
        if found is None or sum_flaw(found, self._facts, positive=True) is not None:
            return None
        return Part(found, Quotient(polynomial, polynomial.context().constant(1)), strict=True)

    def clearing(self, bottom: Polynomial) -> Part:
        """What is above 0 and has the factors of a denominator, as far as they are known to have a sign."""
        found = self.one
        for factor, power in irreducible_factors(bottom)[1]:
            part = self.above(factor)
            for _ in range(power if part is not None else 0):
                found *= part or self.one
        return found

    def square(self, root: Polynomial) -> Part:
        """A square, which is at least 0 whatever is squared."""
        number = self.one.form.top
        return _square(as_term(self.field, root, number), Quotient(root, number))

    def term_square(self, root: Term) -> Part:
        """The square of what its author writes."""
        return _square(root, self.field(root))


def _square(root: Term, form: Quotient) -> Part:
    return Part((Product((), squares=(root,)),), form * form)


def _monic(polynomial: Polynomial) -> str:
    """A polynomial over its first coefficient, in writing: polynomials themselves are no keys."""
    return str(make_monic(polynomial))


def _is_strict(part: Part) -> bool:
    return part.strict
