"""Equation (7): where g(m / epsilon) is largest among whole m, from g's one peak."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.shots.formulas import g
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import Prover, at_once, show
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.shapes import Kind
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.formulas.points import (
    SOME,
    SPENT,
    grows,
    named,
    peaked,
)
from ldproof_proofs.shots.parameters import epsilon, m

c, k, n = map(Symbol, "ckn")


def nearest(prover: Prover) -> Iterable[Theorem]:
    """Equation (7): of two m on one side of c* epsilon, the nearer one is better."""
    whole, near = m / epsilon, k / epsilon
    shape = peaked(prover, Kind.BETWEEN)
    under, over = at_most(k, c * epsilon), at_most(c * epsilon, k)
    at: Point = {"epsilon": 7, "c": Fraction(4, 7), "k": 3, "m": 2}
    below_it = Implication(
        "shots.nearest-below",
        at_most(g(whole), g(near)),
        {
            **SPENT,
            **SOME,
            "c > 0": below(0, c),
            "m <= k": at_most(m, k),
            "k <= c epsilon": under,
            "best": at_most(g(whole), g(c)),
        },
        {"peak": lemma(shape, a=whole, b=near, c=c, y=g(whole))},
        at,
        None,
        reading="c is where g is largest",
        short=named(whole, near, c),
    )
    at = {**at, "k": 5, "m": 6}
    above_it = Implication(
        "shots.nearest-above",
        below_it.goal,
        {
            **SPENT,
            "c > 0": below(0, c),
            "c epsilon <= k": over,
            "k <= m": at_most(k, m),
            "best": at_most(g(whole), g(c)),
        },
        {"peak": lemma(shape, a=c, b=near, c=whole, y=g(whole))},
        at,
        None,
        reading=below_it.reading,
        short=below_it.short,
    )
    for claim in (below_it, above_it):
        yield prover.theorem(claim, at_once("between m/epsilon and c, g is at least g(m/epsilon)", search))


def turning(prover: Prover) -> Iterable[Theorem]:
    """Where g(m / epsilon) stops rising with m, it falls from there; and it rose all the way there."""
    now, then = m / epsilon, (m + 1) / epsilon
    far, at = n / epsilon, {"epsilon": 2, "m": 2, "n": 4}
    yield show(
        prover,
        at_once("g does not rise again", search),
        "shots.falls-on",
        at_most(g(far), g(then)),
        {**SPENT, **SOME, "n > m": at_most(m + 1, n), "no rise": at_most(g(then), g(now))},
        {"peak": lemma(peaked(prover, Kind.AFTER), a=now, b=then, c=far)},
        at,
        None,
        short=named(now, then, far),
    )
    at = {"epsilon": 9, "m": 3, "n": 2}
    yield show(
        prover,
        at_once("g has not fallen before", search),
        "shots.rose-before",
        at_most(g(far), g(now)),
        {
            **SPENT,
            **SOME,
            "n >= 1": at_most(1, n),
            "n <= m": at_most(n, m),
            "no fall": at_most(g(now), g(then)),
        },
        {
            "peak": lemma(peaked(prover, Kind.BEFORE), a=far, b=now, c=then),
            **grows(now, then, far),
        },
        at,
        None,
        short=named(now, then, far),
    )
