"""The alphas a second way: where a failure probability comes down to beta is found by halving."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import Ball, Certified, Enclosure, Term, ball, enclose, expm1, least, log, sign, term
from ldproof.rounds import lie, truth
from ldproof.shots import error
from ldproof.shots.error import failure_bernstein, failure_clipped, failure_every_round
from ldproof.shots.formulas import failure_bound, figure_of_merit, p, q
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.accurate import beta
from ldproof_proofs.shots.parameters import N, T, epsilon, m, r, x

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


def shape(case: Case) -> tuple[Ball, Ball, Ball, Ball, Ball]:
    """N, m, T, r and epsilon as balls."""
    people, reports, rounds, dummy, whole = case
    return ball(people), ball(reports), ball(rounds), ball(dummy), ball(whole)


def solved(failure: Callable[[Ball], Ball], beta: Fraction) -> Enclosure:
    """Where a probability that falls with alpha comes down to beta, by halving."""

    def fails(at: Fraction) -> bool:
        return sign(lambda: failure(ball(at)) - ball(beta)) > 0

    low, high = Fraction(0), Fraction(1)
    while fails(high):
        low, high = high, 2 * high
    while (high - low) * 10 ** (3 * DIGITS) > 1:
        middle = (low + high) / 2
        low, high = (middle, high) if fails(middle) else (low, middle)
    return enclose(lambda: ball((low + high) / 2) + Ball(0, ball((high - low) / 2)), DIGITS)


def both_ways(name: str, case: Case) -> tuple[Certified, Callable[[Ball], Ball]]:
    """An alpha of the reference's at beta = BETA, and the failure probability that it is to solve."""
    people, reports, rounds, _, whole = case

    def odds() -> Ball:
        return expm1(ball(whole) / reports)

    match name:
        case "alpha_paper":
            return lambda: error.alpha_paper(ball(BETA), *shape(case)), lambda at: failure_bound(
                at, *shape(case)
            )
        case "alpha_clipped":
            return lambda: error.alpha_clipped(ball(BETA), *shape(case)), lambda at: failure_clipped(
                at, *shape(case)
            )
        case "alpha_bernstein":
            return (
                lambda: error.alpha_bernstein(ball(BETA), *shape(case)[:4], odds()),
                lambda at: failure_bernstein(at, *shape(case)[:4], odds()),
            )
        case _:
            return (
                lambda: error.alpha_every_round(ball(BETA), ball(people), ball(rounds), ball(whole)),
                lambda at: failure_every_round(at, ball(people), ball(rounds), ball(whole)),
            )


NAMES = ("alpha_paper", "alpha_clipped", "alpha_bernstein", "alpha_every_round")


def failing(name: str, case: Case) -> Callable[[Term], Term]:
    """The failure probability that an alpha is to solve, as a term in alpha."""
    people, reports, rounds = (term(each) for each in case[:3])
    dummy, whole = (term(each) for each in case[3:])
    odds = expm1(whole / reports)
    match name:
        case "alpha_paper":
            return lambda at: failure_bound(at, people, reports, rounds, dummy, whole)
        case "alpha_clipped":
            return lambda at: failure_clipped(at, people, reports, rounds, dummy, whole)
        case "alpha_bernstein":
            return lambda at: failure_bernstein(at, people, reports, rounds, dummy, odds)
        case _:
            return lambda at: failure_every_round(at, people, rounds, whole)


def brackets(
    name: str, failure: Callable[[Term], Term], beta: Fraction, found: Enclosure
) -> Iterable[tuple[str, Relation]]:
    """A probability that falls with alpha is at least beta at one end, and at most beta at the other."""
    yield f"{name}, from below", at_most(beta, failure(term(Fraction(found.lower))))
    yield f"{name}, from above", at_most(failure(term(Fraction(found.upper))), beta)


def solved_cases(beta: Fraction) -> Iterable[tuple[str, Relation]]:
    """Whether every alpha is where its failure probability is beta, to 20 digits."""
    for name, case in every(NAMES, CASES):
        ours, _ = both_ways(name, case)
        yield from brackets(f"{name} at {case}", failing(name, case), beta, enclose(ours, DIGITS))


def tied(name: str) -> Anchor[Enclosure]:
    """A formula's digits, and those found by halving."""
    ours, failure = both_ways(name, CASES[0])
    return anchor(getattr(error, name), lambda: enclose(ours, DIGITS), lambda: solved(failure, BETA))


def level() -> Term:
    """ln(2T/beta)."""
    return log(2 * T / beta)


def as_identities() -> Iterator[Anchor[object]]:
    """Each alpha by the equation that it solves: its square, or for Bernstein's a square and itself, against ln(2T/beta)."""
    merit = figure_of_merit(m, T, r, epsilon) * epsilon * N / T
    one, zero = p(m, T, r, x), q(m, T, r, x)
    active, idle = one * (1 - one), zero * (1 - zero)

    def off() -> Term:
        return (one - zero) * error.alpha_bernstein(beta, N, m, T, r, x)

    yield anchor(
        error.alpha_paper,
        lambda: merit * error.alpha_paper(beta, N, m, T, r, epsilon) ** 2,
        lambda: 3 * level(),
    )
    yield anchor(
        error.alpha_clipped,
        lambda: (2 * log(term(2)) - 1) * merit * error.alpha_clipped(beta, N, m, T, r, epsilon) ** 2,
        level,
    )
    yield anchor(
        error.alpha_every_round,
        lambda: epsilon * N * error.alpha_every_round(beta, N, T, epsilon) ** 2,
        lambda: T * level() / (truth(expm1(epsilon / T)) - lie(expm1(epsilon / T))),
    )
    yield anchor(
        error.alpha_bernstein,
        lambda: N * off() ** 2 - 2 * level() * off() / 3,
        lambda: 2 * level() * (active + idle - least(active, idle)),
    )


def solve(prover: Prover) -> Theorem:
    """Each alpha is its failure probability solved for beta."""
    claim = Ground(
        "shots.alphas",
        "alpha_paper, alpha_clipped, alpha_bernstein and alpha_every_round are where (2), its sharper form, "
        "Bernstein's bound and that of Kearns and Saul come down to beta, to 20 digits",
        f"beta = {BETA}, (N, m, T, r, epsilon) in {SHOWN}",
        lambda: solved_cases(BETA),
        lambda: solved_cases(2 * BETA),
        anchors=(*map(tied, NAMES), *as_identities()),
    )
    return prover.theorem(claim, ByRecord())
