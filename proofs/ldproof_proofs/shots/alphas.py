"""The bounds solved for alpha: each is where the probability that it is made from comes down to beta."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from flint import arb

from ldproof.budget import budget
from ldproof.numbers import Certified, Enclosure, ball, enclose, expm1, least, log, sign
from ldproof.reporting.coin import lie
from ldproof.shots import alphas
from ldproof.shots.accuracy import failure_bound
from ldproof.shots.alphas import failure_bernstein, failure_clipped
from ldproof.shots.formulas import p, q
from ldproof.tails import bernstein, chernoff_sharp, union
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.chernoff import at_the_largest_expectation

DIGITS = 20
BETA = Fraction(1, 20)
CASES = (
    (1000, 1, 4, Fraction(0), Fraction(1)),
    (500, 2, 5, Fraction(1, 3), Fraction(3, 2)),
    (50, 3, 3, Fraction(1), Fraction(4)),
)
"""N, m, T, r and epsilon."""
SHOWN = ", ".join(f"({', '.join(map(str, case))})" for case in CASES)


Case = tuple[int, int, int, Fraction, Fraction]


def shape(case: Case) -> tuple[arb, arb, arb, arb, arb]:
    """N, m, T, r and epsilon as balls."""
    people, reports, rounds, dummy, whole = case
    return ball(people), ball(reports), ball(rounds), ball(dummy), ball(whole)


def clipped(prover: Prover) -> Theorem:
    """The clipped bound is T times the sharper Chernoff bound at the largest expectation, N p."""
    return at_the_largest_expectation(prover, "shots.failure-clipped", failure_clipped, chernoff_sharp)


def by_variance(at: arb, case: Case) -> arb:
    """T times Bernstein's bound for bits with the larger of the two variances."""
    people, reports, rounds, dummy, whole = shape(case)
    one, zero = (rate(reports, rounds, dummy, expm1(whole / reports)) for rate in (p, q))
    active, idle = one * (1 - one), zero * (1 - zero)
    return union(rounds, bernstein(people, active + idle - least(active, idle), arb(1), at * (one - zero)))


def variance_cases(factor: int) -> Iterable[tuple[str, bool]]:
    """The reference's bound against it, to 20 digits."""
    for case in CASES:
        yield str(case), at_a_tenth(case) == by_variance_at(factor, case)


def by_variance_at(factor: int, case: Case) -> Enclosure:
    """Bernstein's bound at alpha = factor / 10."""
    return enclose(lambda: by_variance(factor * arb(1) / 10, case), DIGITS)


def at_a_tenth(case: Case) -> Enclosure:
    """The reference's bound at alpha = 1/10."""
    people, reports, rounds, dummy, _ = case

    def bound() -> arb:
        excess = expm1(ball(case[4]) / reports)
        return failure_bernstein(arb(1) / 10, ball(people), ball(reports), ball(rounds), ball(dummy), excess)

    return enclose(bound, DIGITS)


def bernstein_bound(prover: Prover) -> Theorem:
    """The other bound is T times Bernstein's."""
    claim = Finite(
        "shots.failure-bernstein",
        "failure_bernstein is T times Bernstein's bound for bits with the larger of p (1 - p) and q (1 - q), to 20 digits",
        f"alpha = 1/10, (N, m, T, r, epsilon) in {SHOWN}",
        lambda: variance_cases(1),
        lambda: variance_cases(2),
        anchors=(
            anchor(
                failure_bernstein,
                lambda: at_a_tenth(CASES[0]),
                lambda: by_variance_at(1, CASES[0]),
            ),
        ),
    )
    return prover.theorem(claim, ByEnumeration())


def solved(failure: Callable[[arb], arb], beta: Fraction) -> Enclosure:
    """Where a probability that falls with alpha comes down to beta, by halving."""

    def fails(at: Fraction) -> bool:
        return sign(lambda: failure(ball(at)) - ball(beta)) > 0

    low, high = Fraction(0), Fraction(1)
    while fails(high):
        low, high = high, 2 * high
    while (high - low) * 10 ** (3 * DIGITS) > 1:
        middle = (low + high) / 2
        low, high = (middle, high) if fails(middle) else (low, middle)
    return enclose(lambda: ball((low + high) / 2) + arb(0, ball((high - low) / 2)), DIGITS)


def every_round_failure(at: arb, case: Case) -> arb:
    """2 T exp(-N t^2 ln((1-q)/q) / (1-2q)) for a rate that is off by t = (p - q) alpha: Kearns and Saul."""
    people, _, rounds, _, whole = shape(case)
    q_T = lie(expm1(whole / rounds))
    off = (1 - 2 * q_T) * at
    return union(rounds, 2 * (-people * off**2 * log((1 - q_T) / q_T) / (1 - 2 * q_T)).exp())


def both_ways(name: str, case: Case) -> tuple[Certified, Callable[[arb], arb]]:
    """An alpha of the reference's at beta = BETA, and the failure probability that it is to solve."""
    people, reports, rounds, _, whole = case

    def odds() -> arb:
        return expm1(ball(whole) / reports)

    match name:
        case "alpha_paper":
            return lambda: alphas.alpha_paper(ball(BETA), *shape(case)), lambda at: failure_bound(
                at, *shape(case)
            )
        case "alpha_clipped":
            return lambda: alphas.alpha_clipped(ball(BETA), *shape(case)), lambda at: failure_clipped(
                at, *shape(case)
            )
        case "alpha_bernstein":
            return (
                lambda: alphas.alpha_bernstein(ball(BETA), *shape(case)[:4], odds()),
                lambda at: failure_bernstein(at, *shape(case)[:4], odds()),
            )
        case _:
            return (
                lambda: alphas.alpha_every_round(ball(BETA), ball(people), ball(rounds), ball(whole)),
                lambda at: every_round_failure(at, case),
            )


NAMES = ("alpha_paper", "alpha_clipped", "alpha_bernstein", "alpha_every_round")


def solved_cases(beta: Fraction) -> Iterable[tuple[str, bool]]:
    """Whether every alpha is where its failure probability is beta, to 20 digits."""
    for name in NAMES:
        for case in CASES:
            ours, failure = both_ways(name, case)
            yield f"{name} at {case}", enclose(ours, DIGITS) == solved(failure, beta)


def tied(name: str) -> Anchor[Enclosure]:
    """A formula's digits, and those found by halving."""
    ours, failure = both_ways(name, CASES[0])
    return anchor(getattr(alphas, name), lambda: enclose(ours, DIGITS), lambda: solved(failure, BETA))


def solve(prover: Prover) -> Theorem:
    """Each alpha is its failure probability solved for beta."""
    claim = Finite(
        "shots.alphas",
        "alpha_paper, alpha_clipped, alpha_bernstein and alpha_every_round are where (2), its sharper form, "
        "Bernstein's bound and that of Kearns and Saul come down to beta, to 20 digits",
        f"beta = {BETA}, (N, m, T, r, epsilon) in {SHOWN}",
        lambda: solved_cases(BETA),
        lambda: solved_cases(2 * BETA),
        anchors=tuple(map(tied, NAMES)),
    )
    return prover.theorem(claim, ByEnumeration())


GRID = [(reports, dummy) for reports in (1, 2, 3) for dummy in (Fraction(0), Fraction(1, 3), Fraction(1))]


def under_1(at: Fraction, reports: int, dummy: Fraction) -> bool:
    """Equation (1) in terms of p and q: alpha (p - q) < q, for T = 3 and E = 3."""
    one, zero = (rate(Fraction(reports), Fraction(3), dummy, Fraction(2)) for rate in (p, q))
    return at * (one - zero) < zero


def condition_cases(factor: int) -> Iterable[tuple[str, bool]]:
    """Whether the reference says (1) where alpha (p - q) < q."""
    for reports, dummy in GRID:
        for at in (Fraction(k, 4) for k in range(1, 24)):
            said = alphas.condition_1(at, reports, 3, dummy, budget(reports, report_odds=3))
            yield f"alpha = {at}, m = {reports}, r = {dummy}", said == under_1(factor * at, reports, dummy)


def paper_cases(factor: int) -> Iterable[tuple[str, bool]]:
    """Whether the reference says that `alpha_paper` is under (1) where the alpha found by halving is."""
    for case in (*CASES, (20, 1, 4, Fraction(0), Fraction(5))):
        people, reports, rounds, dummy, whole = case
        found = Fraction(solved(both_ways("alpha_paper", case)[1], BETA).lower)
        said = alphas.paper_applies(BETA, people, reports, rounds, dummy, budget(reports, epsilon=whole))
        yield (
            f"{case}",
            said
            == alphas.condition_1(factor * found, reports, rounds, dummy, budget(reports, epsilon=whole)),
        )


def conditions(prover: Prover) -> Iterable[Theorem]:
    """What is said of condition (1) is so."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    yield prover.theorem(
        Finite(
            "shots.condition-1-decided",
            "(1) holds where alpha (p - q) < q",
            "T = 3, every m, r in {0, 1/3, 1}, E = 3, alpha = 1/4, 1/2, ..., 23/4",
            lambda: condition_cases(1),
            lambda: condition_cases(2),
            anchors=(
                anchor(
                    alphas.condition_1,
                    lambda: alphas.condition_1(half, 1, 3, third, budget(1, report_odds=3)),
                    lambda: under_1(half, 1, third),
                ),
            ),
        ),
        ByEnumeration(),
    )
    people, reports, rounds, dummy, whole = CASES[1]
    found = Fraction(solved(both_ways("alpha_paper", CASES[1])[1], BETA).lower)
    yield prover.theorem(
        Finite(
            "shots.paper-applies",
            "alpha_paper is said to be under (1) where the alpha found by halving is",
            f"beta = {BETA}, {len(CASES) + 1} cases",
            lambda: paper_cases(1),
            lambda: paper_cases(100),
            anchors=(
                anchor(
                    alphas.paper_applies,
                    lambda: alphas.paper_applies(
                        BETA, people, reports, rounds, dummy, budget(reports, epsilon=whole)
                    ),
                    lambda: alphas.condition_1(found, reports, rounds, dummy, budget(reports, epsilon=whole)),
                ),
            ),
        ),
        ByEnumeration(),
    )
