"""Formulas run on numbers of which only a range is known: what they computed is read back as a term.

A real number is a function of others, down to fractions; here also down to numbers that are all of a range at once. A
decision that is not the same for all of them is refused as undecided, so that what is read back is computed everywhere in
the range: by the numbers' own operations, and else by running a function of balls on these numbers, or on terms. Code that
asks whether a number is a fraction or a ball, or for a float of it, is read on the way that it takes here.
"""

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from inspect import ismethoddescriptor

from ldproof.numbers import Ball, Real, Symbol, Term, ball, computed_real, least, sign, term
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import (
    Point,
    Relation,
    at_most,
    below,
    equal,
    obligations,
    sign_at,
    vanishing,
)
from ldproof_proofs.kernel.theorem import Theorem


@dataclass(frozen=True, slots=True)
class Between:
    """Every number from `low` to `high`, by the name of a symbol."""

    name: str
    low: Fraction
    high: Fraction

    def __call__(self) -> Ball:
        """All of them."""
        return ball(self.low).union(ball(self.high))

    @property
    def facts(self) -> Facts:
        """What is given of the symbol."""
        it = Symbol(self.name)
        return {
            f"{self.name} >= {self.low}": at_most(self.low, it),
            f"{self.name} <= {self.high}": at_most(it, self.high),
        }


def between(name: str, low: Fraction | int, high: Fraction | int) -> Real:
    """A number that is all of a range at once."""
    return computed_real(Between(name, Fraction(low), Fraction(high)))


def traced(formula: Callable[..., object], *arguments: object) -> Term:
    """What a formula computes of such numbers, whatever kinds of numbers it says that it takes."""
    return read(formula(*arguments))


def read(number: object, given: Iterable[tuple[Real, Term]] = ()) -> Term:
    """What was computed, as a term; some numbers may be given one, as those that are no functions of terms."""
    # A number is known while it is kept: another one may be where it was afterwards.
    known = {id(each): (each, named) for each, named in given}

    def visit(real: Real) -> Term:
        if id(real) not in known:
            known[id(real)] = real, made(real)
        return known[id(real)][1]

    def made(real: Real) -> Term:
        if real.exact is not None:
            return term(real.exact)
        function, arguments = real.made_of
        if isinstance(function, Between):
            return Symbol(function.name)
        if function is operator.abs:
            (inside,) = arguments
            return visit(inside) * sign_of(inside, visit(inside))
        if function is least:
            one, other = arguments
            return visit(min(one, other))
        again = applied(function, arguments)
        if isinstance(again, Real) and again is not real:
            return visit(again)
        found = applied(function, map(visit, arguments))
        if isinstance(found, Term | Fraction | int):
            return term(found)
        raise NotProved(f"{function} is a function neither of numbers of a range nor of terms: {found}")

    if isinstance(number, Real):
        return visit(number)
    if isinstance(number, Fraction | int) and not isinstance(number, bool):
        return term(number)
    raise NotProved(f"{type(number).__name__} is no number that can be read back")


def sign_of(number: Real, known: Term) -> int:
    """The sign that all numbers of a range have; 0 also where it is 0 whatever the symbols are."""
    return 0 if vanishing(known) else sign(number)


def applied(function: Callable[..., object], arguments: Iterable[object]) -> object:
    """A function at work in another number system than balls, or why it has no value there."""
    if ismethoddescriptor(function):  # FLINT does not look at what it is given
        return TypeError("only balls have it")
    try:
        return function(*arguments)
    except (TypeError, AttributeError) as flaw:
        return flaw


def tie(
    prover: Prover,
    formula: Callable[..., object],
    value: Callable[[], Term],
    definition: Callable[[], Term],
    *numbers: Real,
    name: str = "",
) -> Theorem:
    """That a formula computes what its definition says, for all numbers of these ranges.

    Where it is not shown that what must not be 0 has one sign on all of a range, the theorem supposes the middle's.
    """
    found: Anchor[Term] = anchor(formula, value, definition)
    goal = equal(found.definition, found.value)
    over = [made for each in numbers for made, _ in [each.made_of] if isinstance(made, Between)]
    given = {fact: relation for each in over for fact, relation in each.facts.items()}
    middle = {each.name: (each.low + each.high) / 2 for each in over}
    owed = enumerate(obligations(goal.left, goal.right), 1)
    defined = {f"defined {place}": signed(each, middle) for place, each in owed}
    return proposition(
        prover,
        f"{name or found.formula.replace('_', '-')}-in-symbols",
        goal,
        {**given, **defined},
        middle,
        rule=algebra,
        anchors=(found,),
    )


def signed(owed: Relation, at: Point) -> Relation:
    """What must hold for a term to be defined; where it must not be 0, that it has the sign that it has at a point."""
    if owed.sign != "!=":
        return owed
    return below(0, owed.left) if sign_at(owed.left, at) > 0 else below(owed.left, 0)
