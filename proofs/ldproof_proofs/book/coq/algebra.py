"""What Coq's `field` needs to know of terms: functions' values as variables, and denominators by their factors.

Exponentials of multiples of one thing become powers of one variable, roots variables whose squares are polynomials,
and every irreducible factor of a denominator a variable that is not 0, so that `field` leaves nothing open.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from ldproof.numbers import Term
from ldproof.numbers.term import FUNCTIONS
from ldproof_proofs.book.coq.writing import identifier, number, written
from ldproof_proofs.kernel.algebra import (
    Polynomial,
    fraction_coefficients,
    irreducible_factors,
    monomial_terms,
    occurring_variables,
)
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.field import Field, Quotient


class Algebra:
    """The variables that stand for functions' values and for factors, and the equations that say so."""

    def __init__(self, roots: Iterable[Term], lines: list[str]) -> None:
        self._roots = tuple(roots)
        self.field = Field(self._roots)
        self.lines = lines
        self._done: set[Term] = set()
        self._equal: dict[Term, str] = {}
        """What rewrites a node: the name of the equation between it and its value."""
        self._values: dict[int, str] = {}
        """The variable of a generator."""
        self._origins: dict[int, tuple[Term, int]] = {}
        """The node from which a generator springs, and as which power."""
        self._below: dict[int, str] = {}
        """What a root's variable is to be divided by, where that is not 1."""
        self._hints: dict[int, str] = {}
        """The square of a root's variable as a polynomial."""
        self._atoms: dict[str, str] = {}
        """The variable of a factor."""
        self._nonzero: set[str] = set()
        self._count = 0

    def settle(self, roots: Iterable[Term]) -> None:
        """Introduce what the functions and denominators in terms need."""
        for node in self._nodes(roots):
            if node in self._done:
                continue
            self._done.add(node)
            if node.operator in FUNCTIONS:
                self._function(node)
            elif node.operator == "/":
                self._denominator(node.arguments[1])
            elif isinstance(node.head, int) and node.head < 0:
                self._denominator(node.arguments[0])

    def identity(self, roots: Iterable[Term], *more: Polynomial) -> str:
        """A tactic for an equation between terms made of these, and of more polynomials."""
        nodes = [each for each in reversed(self._nodes(roots)) if each in self._equal]
        rewriting = "".join(f"try rewrite {self._equal[each]}; " for each in nodes)
        forms = [self.field(node) for node in nodes]
        hints = self._hinted([*more, *(part for form in forms for part in (form.top, form.bottom))])
        told = f" [{' '.join(hints)}]" if hints else ""
        return f"({rewriting}field{told}; nonzero)"

    def _hinted(self, waiting: list[Polynomial]) -> list[str]:
        """The equations of the factors and roots that occur in polynomials."""
        found: dict[str, None] = {}
        seen: set[str] = set()
        while waiting:
            polynomial = waiting.pop()
            if str(polynomial) in seen:
                continue
            seen.add(str(polynomial))
            for factor, _ in irreducible_factors(polynomial)[1]:
                if (known := self._atoms.get(str(whole(factor)[1]))) is not None:
                    found[f"{known}_is"] = None
            for place in occurring_variables(polynomial):
                if place in self._hints:
                    found[self._hints[place]] = None
                    inner = self.field(self._origins[place][0].arguments[0])
                    waiting += [inner.top, inner.bottom]
        return list(found)

    def _nodes(self, roots: Iterable[Term]) -> list[Term]:
        """Every node once, each after those in it."""
        return list(dict.fromkeys(node for root in roots for node in root.nodes()))

    def _name(self, kind: str) -> str:
        self._count += 1
        return f"{kind}'{self._count}"

    def _says(self, node: Term, value: str, why: str) -> None:
        """Introduce the equation between a node and its value."""
        self._equal[node] = name = self._name("value")
        self.lines.append(f"assert ({name} : {written(node)} = {value}) by {why}.")

    def _variable(self, kind: str, value: str) -> str:
        name = self._name(kind)
        self.lines.append(f"destruct (generator ({value})) as [{name} {name}_is].")
        return name

    def _function(self, node: Term) -> None:
        place, power = generator(self.field(node))
        if not power:
            self._says(node, "1", f"(apply exp_zero; {self.identity(node.arguments)})")
            return
        first = place not in self._origins
        if first:
            self._origins[place] = node, power
        origin, share = self._origins[place]
        both = [*node.arguments, *origin.arguments]
        match node.operator:
            case "exp":
                unit = f"{written(origin.arguments[0])} * {number(Fraction(1, share))}"
                if first:
                    self._values[place] = name = self._variable("exponential", f"exp ({unit})")
                    self.lines.append(f"pose proof (exp_nonzero _ _ {name}_is) as {name}_nonzero.")
                    self._nonzero.add(name)
                name = self._values[place]
                lemma, value = (
                    ("exp_power", f"{name} ^ {power}")
                    if power > 0
                    else ("exp_power_below", f"/ {name} ^ {-power}")
                )
                inner = f"apply ({lemma} {abs(power)} {abs(power)}); [reflexivity | {self.identity(both)}]"
                self._says(node, value, f"(rewrite {name}_is; {inner})")
            case "sqrt":
                if first:
                    self._root(place, node)
                below, name = self._below.get(place), self._values[place]
                value = f"({name} / {below})" if below else name
                same = (
                    ""
                    if first
                    else f"replace {written(node)} with {written(origin)} by (f_equal; {self.identity(both)}); "
                )
                last = (
                    f"apply (root_of _ _ _ {name}_is); nonzero"
                    if below
                    else f"rewrite {name}_is; symmetry; apply Rmult_1_r"
                )
                self._says(node, value, f"({same}{last})")
            case _:
                if first:
                    self._values[place] = self._variable("value", written(node))
                name = self._values[place]
                same = f"f_equal; {self.identity(both)}"
                if node.operator == "min":
                    straight = all(
                        self.field(one).top == self.field(other).top
                        and self.field(one).bottom == self.field(other).bottom
                        for one, other in zip(node.arguments, origin.arguments, strict=True)
                    )
                    lemma = "min_same" if straight else "min_swapped"
                    same = f"apply {lemma}; {self.identity(both)}"
                self._says(node, name, f"(rewrite {name}_is; {'reflexivity' if node is origin else same})")

    def _root(self, place: int, node: Term) -> None:
        """A root's variable: the root, times what makes its square a polynomial."""
        under = self.field(node.arguments[0])
        (top_factor, top), (bottom_factor, bottom) = whole(under.top), whole(under.bottom)
        ratio = top_factor / bottom_factor
        below = bottom * ratio.denominator
        square = top * ratio.numerator * below
        factored = "1" if below.is_one() else self._factored(below)
        self._values[place] = name = self._variable("root", f"{written(node)} * {factored}")
        if factored != "1":
            self._below[place] = factored
        hint = f"{name}_square"
        polynomial, scale = self._polynomial(square)
        if scale != "1":
            raise NotProved(f"a root in a root's denominator: {node}")
        tactic = self.identity(node.arguments, under.bottom)
        self.lines.append(
            f"assert ({hint} : {name} * {name} = {polynomial}) by "
            f"(rewrite {name}_is; apply root_square; [evident | {tactic}])."
        )
        self._hints[place] = hint

    def _denominator(self, node: Term) -> None:
        """The factors of a denominator: none of them is 0."""
        if node.operator in ("constant", "symbol"):
            return
        form = self.field(node)
        scale, found = irreducible_factors(form.top)
        above, variables = list[str](), list[str]()
        for factor, times in found:
            share, text, variable = self._factor(factor)
            scale *= share**times
            above.append(f"{text} ^ {times}" if times > 1 else text)
            variables.append(variable)
        share, polynomial = whole(form.bottom)
        value = " * ".join([number(scale / share), *above])
        if not polynomial.is_one():
            value = f"{value} / ({self._factored(polynomial)})"
        if node not in self._equal:
            self._says(node, value, self.identity([node], form.top, form.bottom))
        for variable in variables:
            if variable not in self._nonzero:
                self._nonzero.add(variable)
                self.lines.append(
                    f"assert ({variable}_nonzero : {variable} <> 0) by (let zero := fresh in intro zero; "
                    f"assert ({written(node)} <> 0) as beside by evident; apply beside; "
                    f"try rewrite {self._equal[node]}; rewrite zero; unfold Rdiv; ring)."
                )

    def _factored(self, polynomial: Polynomial) -> str:
        """A polynomial as the product of its factors."""
        (scale, found), texts = irreducible_factors(polynomial), list[str]()
        for factor, times in found:
            share, text, _ = self._factor(factor)
            scale *= share**times
            texts.append(f"{text} ^ {times}" if times > 1 else text)
        return f"({' * '.join([number(scale), *texts])})"

    def _factor(self, factor: Polynomial) -> tuple[Fraction, str, str]:
        """A number, what is to be multiplied by it, and the variable in that which is a factor of it."""
        share, polynomial = whole(factor)
        places = occurring_variables(polynomial)
        if len(places) == 1 and str(polynomial) == str(self.field.context.gens()[places[0]]):
            name, below = self._generator(places[0]), self._below.get(places[0])
            return share, f"({name} / {below})" if below else name, name
        text, scale = self._polynomial(polynomial)
        if str(polynomial) not in self._atoms:
            name = self._variable("factor", text)
            self._atoms[str(polynomial)] = name
        name = self._atoms[str(polynomial)]
        return share, name if scale == "1" else f"({name} / {scale})", name

    def _generator(self, place: int) -> str:
        """The variable of a generator, or the symbol that it is."""
        return self._values.get(place) or identifier(self.field.names[place])

    def _polynomial(self, polynomial: Polynomial) -> tuple[str, str]:
        """A polynomial in the variables, over what roots are to be divided by."""
        degrees = polynomial.degrees()
        rooted = [place for place in occurring_variables(polynomial) if place in self._below]
        sums = list[str]()
        for monomial, factor in monomial_terms(polynomial):
            product = [number(factor)]
            product += [
                f"{self._generator(place)} ^ {times}" for place, times in enumerate(monomial) if times
            ]
            product += [
                f"{self._below[place]} ^ {degrees[place] - monomial[place]}"
                for place in rooted
                if degrees[place] > monomial[place]
            ]
            sums.append(" * ".join(product))
        scale = " * ".join(f"{self._below[place]} ^ {degrees[place]}" for place in rooted)
        return " + ".join(sums) or "0", f"({scale})" if scale else "1"


def generator(form: Quotient) -> tuple[int, int]:
    """The place of the generator whose power a function's value is, and the exponent."""
    for polynomial, sign in ((form.top, 1), (form.bottom, -1)):
        for place in occurring_variables(polynomial):
            return place, sign * int(polynomial.degrees()[place])
    return 0, 0


def whole(polynomial: Polynomial) -> tuple[Fraction, Polynomial]:
    """A number, and the polynomial with whole coefficients that it is to be multiplied by."""
    denominators = lcm(*(each.denominator for each in fraction_coefficients(polynomial)))
    return Fraction(1, denominators), polynomial * denominators
