"""What collisions add, where few are expected, and what they take away: by Bernstein's inequality, and as none is below 0."""

from fractions import Fraction

from ldproof.numbers import Elementary, Symbol, exp, log, sqrt, term
from ldproof.probability import bernstein_bound
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, proposition, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.sketch.accuracy.corrected import RISK, surprise
from ldproof_proofs.tails.cited import P, count, variance
from ldproof_proofs.tails.variance import AT_SOLVED, EXPONENT, larger, positive

chance, delta, r, square = map(Symbol, ("chance", "delta", "r", "square"))
SPREAD = chance * (1 - chance)
RARE: Facts = {"chance > 0": below(0, chance), "chance < 1": below(chance, 1)}
FEW: Facts = {
    **{name: RISK[name] for name in ("delta > 0", "delta < 1")},
    **RARE,
    "count >= 1": at_most(1, count),
    "variance >= 0": at_most(0, variance),
    "variance <= spread": at_most(variance, SPREAD),
}
AT: Point = {
    "count": 3, "chance": Fraction(1, 4), "delta": Fraction(1, 2), "variance": Fraction(1, 8), "r": 0, "square": Fraction(1, 8), "P": Fraction(1, 2),
}  # fmt: skip


def bernstein_deviation(count: Elementary, chance: Elementary, delta: Elementary) -> Elementary:
    """A deviation that a mean of `count` numbers in [0, 1] exceeds with probability delta at most.

    They are independent, and `chance` on average: by Bernstein's inequality, as their variance is at most
    chance (1 - chance).
    """
    surprise, variance = log(2 / delta), chance * (1 - chance)
    return (surprise / 3 + sqrt((surprise / 3) ** 2 + 2 * count * surprise * variance)) / count


def taken(prover: Prover) -> Theorem:
    """Nobody collides less often than never."""
    lost = chance / (1 - chance)
    return proposition(
        prover,
        "sketch.collisions-take",
        at_most(-lost, (r - chance) / (1 - chance)),
        {"r >= 0": at_most(0, r), "chance < 1": RARE["chance < 1"]},
        AT,
        reason="r >= 0",
        mutant=at_most(lost, (r - chance) / (1 - chance)),
        reading="r is the share of the rows in which the others collide with the item, and chance what it is on average",
    )


def spread(prover: Prover) -> Theorem:
    """A number from 0 to 1 is no less than its square."""
    return proposition(
        prover,
        "sketch.few-variance",
        at_most(square - chance**2, SPREAD),
        {"x^2 <= x": at_most(square, chance)},
        AT,
        reason="x^2 <= x on average",
        reading="chance and square are the means of a number from 0 to 1 and of its square",
    )


def added(prover: Prover) -> Theorem:
    """Bernstein's bound is delta at the reference's deviation."""
    off, level = bernstein_deviation(count, chance, delta), log(2 / delta)
    tail = bernstein_bound(count, SPREAD, term(1), off)
    power = EXPONENT.substitute({"most": SPREAD, **AT_SOLVED}).substitute({"most": SPREAD, "level": level})
    at_off = {"count": count, "most": SPREAD, "level": level}
    undone = exp(-level)
    return show(
        prover,
        steps(
            Step("<=", tail, "Bernstein", search),
            Step("<=", 2 * undone, "the exponent is ln(2/delta)", search),
            last=Last("e^-ln(2/delta) = delta/2", search, "="),
        ),
        "sketch.few-within-deviation",
        at_most(P, delta),
        FEW,
        {
            **surprise(prover),
            "spread": below(0, SPREAD),
            **{name: lemma(each, **at_off) for name, each in positive(prover).items()},
            "Bernstein": lemma(larger(prover), count=count, most=SPREAD, width=1, off=off),
            "solved": Local(at_most(power, -level), algebra),
            "less": axiom(Always.MONOTONE, power, -level),
            "inverse": axiom(Always.INVERSE, 2 / delta),
        },
        AT,
        Mutant(at_most(P, delta / 2), AT),
        reading="P is the probability that a mean of so many independent numbers from 0 to 1, `chance` on average and of this "
        "variance, is (L/3 + sqrt((L/3)^2 + 2 count L chance (1 - chance)))/count with L = ln(2/delta) or more away from it",
        stands=("P",),
    )
