"""Which m and r have the least worst variance, by looking at all of them."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product as every

from ldproof.budget import parse_budget
from ldproof.numbers import Ball, Real, Term, ball, enclose, expm1, precision, rational, term
from ldproof.shots.choice import best_m, best_r, m_exact
from ldproof.shots.formulas import worst_variance
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, ball_at, below, equal
from ldproof_proofs.kernel.theorem import Theorem

DUMMIES = (rational(0), rational(1, 2), rational(1))
BITS = 200
CLOSE = rational(1, 2**32)


ODDS = (rational(5, 4), rational(5, 3), rational(2), rational(4), rational(40))
"""At 5/3, m = 2 and T = 3 all dummies are as good."""


def best_dummy(m: int, T: int, odds: Fraction) -> Fraction:
    """The first of 0, 1/2 and 1 with the least worst variance."""
    return min(DUMMIES, key=lambda r: worst_variance(rational(1), rational(m), rational(T), r, odds - 1))


def worst(m: int, T: int, r: Fraction, excess: Term) -> Term:
    """The worst variance for one person."""
    return worst_variance(term(1), term(m), term(T), term(r), excess)


def least_of(name: str, ours: Fraction, m: int, T: int, odds: Fraction) -> Iterable[tuple[str, Relation]]:
    """The reference's dummy is as good as those after it, and better than those before."""
    found = {r: worst(m, T, r, term(odds - 1)) for r in DUMMIES}
    for r in DUMMIES:
        if r != ours:
            yield f"{name}: {ours} against {r}", (below if r < ours else at_most)(found[ours], found[r])


def logarithm(value: Fraction) -> Ball:
    """A ball around a logarithm."""
    return ball(value).log()


def dummy_cases(shift: Fraction) -> Iterable[tuple[str, Relation]]:
    """The reference's dummy against it; for irrational odds, which lie close to rational ones on the same side."""
    for T in range(1, 7):
        for m, odds in every(range(1, T + 1), ODDS):
            ours = best_r(m, T, parse_budget(m, report_odds=odds))
            yield from least_of(f"T = {T}, m = {m}, E = {odds}", ours, m, T, odds + shift)
            for side in (-CLOSE, CLOSE):
                near = enclose(partial(logarithm, odds + side), 20)
                ours = best_r(m, T, parse_budget(m, epsilon=m * Fraction(near.lower)))
                name = f"T = {T}, m = {m}, E near {odds + side}"
                yield from least_of(name, ours, m, T, odds + side + shift)


def best_number(T: int, epsilon: Fraction) -> int:
    """The m with the least worst variance, over all m and over 0, 1/2 and 1 as dummies."""
    with precision(BITS):
        shapes = {
            m: min(
                float(worst_variance(ball(1), ball(m), ball(T), ball(r), expm1(ball(epsilon) / m)))
                for r in DUMMIES
            )
            for m in range(1, T + 1)
        }
    return min(shapes, key=lambda m: shapes[m])


def beats(T: int, ours: int, epsilon: Fraction) -> Iterable[tuple[str, Relation]]:
    """With one of 0, 1/2 and 1 as dummies the reference's number is better than every other with any of them."""

    def spread(m: int, r: Fraction) -> Term:
        return worst(m, T, r, expm1(term(epsilon) / m))

    chosen = min(DUMMIES, key=lambda r: enclose(partial(ball_at, spread(ours, r), {}), 20).lower)
    yield f"T = {T}, epsilon = {epsilon}: one of them, from below", at_most(1, ours)
    yield f"T = {T}, epsilon = {epsilon}: one of them, from above", at_most(ours, T)
    for m, r in every(range(1, T + 1), DUMMIES):
        if m != ours:
            name = f"T = {T}, epsilon = {epsilon}: {ours} against {m} with r = {r}"
            yield name, below(spread(ours, chosen), spread(m, r))


def number_cases(factor: int) -> Iterable[tuple[str, Relation]]:
    """The reference's number of reports against it."""
    for T in (1, 2, 5, 9):
        for epsilon in (Fraction(k, 2) for k in range(1, 13)):
            yield from beats(T, m_exact(T, Real(epsilon)), factor * epsilon)


def turns(T: int) -> Iterable[tuple[Fraction, Fraction]]:
    """Budgets up to 8, close together, between which the best number of reports changes."""
    for start in range(1, 16):
        low, high = rational(start, 2), rational(start + 1, 2)
        before = best_number(T, low)
        if before != best_number(T, high):
            while high - low > CLOSE:
                middle = (low + high) / 2
                low, high = (middle, high) if best_number(T, middle) == before else (low, middle)
            yield low, high


def turn_cases(back: int) -> Iterable[tuple[str, Relation]]:
    """The reference's number of reports where two numbers are nearly as good."""
    for T in (2, 3, 5):
        for ends in turns(T):
            for epsilon, other in zip(ends, ends[:: 1 - 2 * back], strict=True):
                yield from beats(T, m_exact(T, Real(epsilon)), other)


def choices(prover: Prover) -> Iterable[Theorem]:
    """Both choices are the best ones."""
    half = rational(1, 2)
    yield prover.theorem(
        Ground(
            "shots.best-r",
            "best_r has the least worst variance among 0, 1/2 and 1",
            "T <= 6, every m, E in {5/4, 5/3, 2, 4, 40} and irrational ones nearby",
            lambda: dummy_cases(rational(0)),
            lambda: dummy_cases(rational(30)),
            anchors=(
                anchor(
                    best_r,
                    lambda: best_r(2, 3, parse_budget(2, report_odds=4)),
                    lambda: best_dummy(2, 3, rational(4)),
                ),
            ),
            values=lambda: {"fair": DUMMIES[1]},
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "shots.m-exact",
            "m_exact has the least worst variance among all m",
            "T in {1, 2, 5, 9}, epsilon = 1/2, 1, ..., 6",
            lambda: number_cases(1),
            lambda: number_cases(4),
            anchors=(anchor(m_exact, lambda: m_exact(5, Real(5 * half)), lambda: best_number(5, 5 * half)),),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "shots.m-exact-turns",
            "m_exact has the least worst variance also where two numbers of reports are nearly as good",
            "T in {2, 3, 5}, pairs of budgets below 8, 2^-32 apart, between which the best m changes",
            lambda: turn_cases(0),
            lambda: turn_cases(1),
        ),
        ByRecord(),
    )


LONG, STEP, COST = 100, (rational(423, 10), rational(424, 10)), rational(8, 5)
"""A T, two budgets between which m_exact jumps, and what m* costs at the budget T."""


def jump_cases(late: int) -> Iterable[tuple[str, Relation]]:
    """What m_exact is before and after the jump, better than every other; and m* with dummies of 0 at epsilon = T."""
    for epsilon in STEP:
        found = m_exact(LONG, Real(epsilon + late))
        yield f"a jump at epsilon = {epsilon}", (below if epsilon == STEP[0] else equal)(term(found), LONG)
        yield from beats(LONG, found, epsilon)
    most = best_m(LONG, Real(rational(LONG)))
    every_round = worst(LONG, LONG, DUMMIES[0], expm1(term(LONG) / LONG))
    yield "the cost of m*", below(COST * every_round, worst(most, LONG, DUMMIES[0], expm1(term(LONG) / most)))


def jump_values() -> Mapping[str, Fraction]:
    """T, the dummies, the two budgets, m_exact before the jump, and the cost of m*."""
    few, most = m_exact(LONG, Real(STEP[0])), best_m(LONG, Real(rational(LONG)))
    return {
        "T": rational(LONG),
        "never": DUMMIES[0],
        "fair": DUMMIES[1],
        "always": DUMMIES[2],
        "before": STEP[0],
        "after": STEP[1],
        "few": rational(few),
        "m*": rational(most),
        "cost": COST,
    }


def jump(prover: Prover) -> Theorem:
    """The exact choice goes from a third of the rounds to all of them at once, long before m* does."""
    claim = Ground(
        "shots.m-exact-jumps",
        "at T = 100 the m with the least worst variance is 32 at epsilon = 42.3 and 100 at epsilon = 42.4, and at epsilon = "
        "100 the worst variance of m* with r = 0 is more than 8/5 times that of a report in every round",
        "every m, r in {0, 1/2, 1}, epsilon in {42.3, 42.4, 100}",
        lambda: jump_cases(0),
        lambda: jump_cases(1),
        values=jump_values,
    )
    return prover.theorem(claim, ByRecord())
