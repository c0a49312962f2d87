"""Section 1: a counter is never below the count, and hardly ever more than alpha N above it; and what depth costs."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp, log, term
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, axiom
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.rows import add_share, multiply_share, unit_products, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.signs import BySigns, Signs
from ldproof_proofs.kernel.theorem import Mutant, Theorem

P, mean, N, w, alpha, delta, d = map(Symbol, ("P", "mean", "N", "w", "alpha", "delta", "d"))
weight, over, large, small, r, share, u = map(Symbol, ("weight", "over", "large", "small", "r", "share", "u"))


def counter(prover: Prover) -> Theorem:
    """A counter of the item, after any updates."""
    claim = Induction(
        "sketch.classic-counter",
        "where c is an item's count and d its counter in one row after t updates by `weight`: of the item, of another one "
        "that collides with it, or of one that does not",
        zero_sums,
        add_share,
        tuple(
            Round(weight, {"c": term(its), "d": term(counted)}) for its, counted in ((1, 1), (0, 1), (0, 0))
        ),
        lambda view: at_most(view.rows["c"](0), view.rows["d"](0)),
        lambda view: at_most(view.rows["d"](0), view.rows["c"](0)),
        {"weight": 1},
        {"weight >= 0": at_most(0, weight)},
    )
    kept = at_once("both get the same", search)
    more = at_once("only the counter gets more", search)
    return prover.theorem(
        claim, ByInduction(at_once("0 = 0", algebra), [kept, more, kept], [kept, more, kept])
    )


def markov(prover: Prover) -> Theorem:
    """Markov's inequality, outcome by outcome."""
    claim = Induction(
        "sketch.classic-markov",
        "where c adds up the probabilities `weight` of the outcomes, among t, at which a number that is never below 0 is at "
        "least `over`, and d the mean of the number",
        zero_sums,
        add_share,
        (Round(weight, {"c": term(1), "d": large}), Round(weight, {"c": term(0), "d": small})),
        lambda view: at_most(view.rows["c"](0) * over, view.rows["d"](0)),
        lambda view: at_most(view.rows["d"](0), view.rows["c"](0) * over),
        {"weight": Fraction(1, 2), "large": 3, "small": 1, "over": 2},
        {
            "weight >= 0": at_most(0, weight),
            "over <= large": at_most(over, large),
            "small >= 0": at_most(0, small),
        },
    )
    shown = [
        at_once(reason, search)
        for reason, fact in (("it is at least over", "over <= large"), ("it is at least 0", "small >= 0"))
    ]
    return prover.theorem(claim, ByInduction(at_once("0 = 0", algebra), shown, shown))


def row_share(prover: Prover) -> Theorem:
    """One row exceeds alpha N with probability 1/e at most."""
    at: Point = {"P": Fraction(1, 9), "mean": 1, "N": 3, "w": 3, "alpha": 1}
    given: Facts = {
        "Markov": at_most(P * (alpha * N), mean),
        "mean": at_most(w * mean, N),
        "width": at_most(exp(term(1)), alpha * w),
        "P >= 0": at_most(0, P),
        "w > 0": below(0, w),
        "N > 0": below(0, N),
    }
    claim = Implication(
        "sketch.classic-row",
        at_most(exp(term(1)) * P, 1),
        given,
        witness=at,
        mutant=Mutant(at_most(exp(term(1)) * P, Fraction(1, 9) + term(0)), at),
        reading="P is the probability that other items add alpha N to a row's answer, and mean what they add on average, "
        "which is N/w at most, as two items collide with probability 1/w at most",
    )
    # N - e N P = (N - w mean) + w (mean - P alpha N) + N P (alpha w - e).
    return prover.theorem(claim, at_once("e P <= alpha w P <= w mean / N <= 1", search))


def rows_share(prover: Prover) -> Theorem:
    """All rows at once: the least answer exceeds alpha N only if all do."""
    claim = Induction(
        "sketch.classic-rows",
        "where c is the probability that all of t independent rows exceed, r that one does, d multiplies a bound on it",
        unit_products,
        multiply_share,
        (Round(term(1), {"c": r, "d": share}),),
        lambda view: at_most(view.rows["c"](0), view.rows["d"](0)),
        lambda view: at_most(view.rows["d"](0), view.rows["c"](0)),
        {"r": Fraction(1, 3), "share": Fraction(1, 2)},
        {"r >= 0": at_most(0, r), "r <= share": at_most(r, share)},
        nonnegative=True,
    )
    step = at_once("one more factor on both sides", search)
    return prover.theorem(claim, ByInduction(at_once("1 = 1", algebra), [step], [step]))


def depth(prover: Prover) -> Theorem:
    """d = ln(1/delta) rows bring e^-d to delta."""
    at: Point = {"d": 1, "delta": Fraction(1, 2)}
    claim = Implication(
        "sketch.classic-depth",
        at_most(exp(-d), delta),
        {"delta > 0": below(0, delta), "d": at_most(-d, log(delta))},
        {"monotone": axiom(Always.MONOTONE, -d, log(delta)), "inverse": axiom(Always.INVERSE, delta)},
        at,
        Mutant(at_most(exp(-d), delta / 2), at),
        reading="d >= ln(1/delta)",
    )
    return prover.theorem(
        claim,
        steps(
            Step("<=", exp(log(delta)), "the exponential increases", search),
            last=Last("it undoes the logarithm", search, "="),
        ),
    )


def noise_rises(prover: Prover) -> Theorem:
    """All rows at one total budget: the mean's noise is proportional to 1/(d sinh^2(epsilon/4d)), which rises with d."""
    power = exp(u)
    noise = u * power**2 / (power**2 - 1) ** 2
    claim = Signs(
        "sketch.deeper-is-noisier",
        "4 u / (e^u - e^-u)^2 = u / sinh(u)^2 falls where u = epsilon/(4 d) rises, so that the noise of the mean of d rows, "
        "which is (w/(w-1))^2 N/epsilon times it, rises with d",
        noise,
        (-1,),
        u**2 * noise,
    )
    return prover.theorem(claim, BySigns())
