"""Bernstein's bound at any number that the variance does not exceed, and where it comes down to e^-level."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp, sqrt, term
from ldproof.probability import bernstein_bound
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, proposition, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.tails.cited import P, count, off, theorem_of_bernstein, variance, width

most, level = Symbol("most"), Symbol("level")
GIVEN: Facts = {
    "count >= 1": at_most(1, count),
    "variance >= 0": at_most(0, variance),
    "variance <= most": at_most(variance, most),
    "width > 0": below(0, width),
    "off > 0": below(0, off),
}
DIVISOR = 2 * most + 2 * width * off / 3
EXPONENT = -count * off**2 / DIVISOR
AT: Point = {"count": 1, "variance": 1, "most": 2, "width": 1, "off": 1, "P": 0, "level": 1}


def larger(prover: Prover) -> Theorem:
    """A larger variance makes the bound larger."""
    power = EXPONENT.substitute({"most": variance})
    bound = bernstein_bound(count, most, width, off)
    return show(
        prover,
        steps(Step("<=", 2 * exp(power), "Bernstein", search), last=Last("variance <= most", search)),
        "tails.bernstein-at-most",
        at_most(P, bound),
        GIVEN,
        {
            "bernstein": lemma(theorem_of_bernstein(prover)),
            "monotone": axiom(Always.MONOTONE, power, EXPONENT),
        },
        AT,
        Mutant(at_most(P, bound / 4), {**AT, "P": 1}),
        reading="P = Pr[|Y| >= off] and Y is a mean of so many independent numbers of mean 0 and size at most width, "
        "whose variances have this mean",
        stands=("P",),
    )


UNDER = (level / 3) ** 2 + 2 * count * level * most
SOLVED = (level / 3 + sqrt(UNDER)) / count
"""The distance at which the bound for numbers of size at most 1 is 2 e^-level."""
AT_SOLVED = {"width": term(1), "off": SOLVED}
SOME: Facts = {
    "count >= 1": GIVEN["count >= 1"],
    "most > 0": below(0, most),
    "level > 0": below(0, level),
}


def positive(prover: Prover) -> dict[str, Theorem]:
    """What is under the root, the distance, and what the exponent is divided by there are above 0."""
    root = axiom(Always.ROOT, UNDER)
    known: dict[str, Known] = {}
    found = {}
    for name, goal, rule in (
        ("under", below(0, UNDER), positivity),
        ("distance", below(0, SOLVED), search),
        ("divisor", below(0, DIVISOR.substitute(AT_SOLVED)), search),
    ):
        if name == "distance":
            known["root"] = root
        claim = Implication(f"tails.bernstein-{name}", goal, SOME, known, AT)
        found[name] = prover.theorem(claim, at_once("a sum of what is above 0", rule))
        known[name] = lemma(found[name])
    return found


def scale_invariance(prover: Prover) -> Theorem:
    """Bernstein's bound has no unit: it does not change if all numbers are multiplied."""
    n, v, b, t, unit = map(Symbol, ("n", "v", "b", "t", "c"))
    at: Point = {"n": 7, "v": Fraction(1, 5), "b": 1, "t": Fraction(1, 3), "c": 3}
    bound = bernstein_bound(n, v, b, t)
    return proposition(
        prover,
        "tails.bernstein-scales",
        equal(bernstein_bound(n, unit**2 * v, unit * b, unit * t), bound),
        {"v >= 0": at_most(0, v), "b > 0": below(0, b), "t > 0": below(0, t), "c > 0": below(0, unit)},
        at,
        rule=algebra,
        reason="c^2 cancels in the exponent",
        mutant=equal(bernstein_bound(n, unit * v, unit * b, unit * t), bound),
        reading="n numbers of size b at most with variance v, off by t, and the same in another unit",
    )
