"""The bounds on Harmony's and Basic One-time RAPPOR's error as numbers: where a classical bound comes down to beta."""

from collections.abc import Callable
from fractions import Fraction

from ldproof.budget import parse_budget
from ldproof.counting import bounds as rivals
from ldproof.numbers import Elementary, Enclosure, Term, ball, enclose, exp, expm1, like, log
from ldproof.probability import bernstein_bound
from ldproof.rounds import contrast, lie, truth
from ldproof_proofs.counting.bounds.solved import (
    DIGITS,
    Case,
    Cases,
    cases_text,
    comes_down,
    digits,
    ends,
    shown,
    solved,
)
from ldproof_proofs.counting.bounds.symbols import beta, epsilon
from ldproof_proofs.counting.parameters import N, T
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.tails.cited import hoeffding_bound

CASES: tuple[Case, ...] = (
    (50, 3, Fraction(1, 5000), Fraction(3)),
    (7, 2, Fraction(1, 100), Fraction(20)),
    (1000, 5, Fraction(1, 10**9), Fraction(11, 10)),
)
"""N, T, beta and e^epsilon."""
SHARES = (Fraction(1), Fraction(1, 3), Fraction(0))


def bit_variance(case: Case, mu: Fraction, at: Elementary) -> Elementary:
    """The mean variance of the bits that arrive in a round, in the number system of a distance."""
    _, rounds, _, odds = case
    x = like(at, odds - 1)
    one, zero = truth(x) / rounds, lie(x) / rounds
    return like(at, mu) * one * (1 - one) + like(at, 1 - mu) * zero * (1 - zero)


def upper_fails(case: Case, mu: Fraction, at: Elementary) -> Elementary:
    """T times Bernstein's bound for the mean bit."""
    people, rounds, _, odds = case
    off = at * contrast(like(at, odds - 1)) / rounds
    return rounds * bernstein_bound(like(at, people), bit_variance(case, mu, at), like(at, 1), off)


def lower_chance(case: Case, at: Elementary) -> Elementary:
    """(N+1)^-2 e^(-N chi^2), chi^2 that of a rate of ones so far from p/T."""
    people, rounds, _, odds = case
    off = at * contrast(like(at, odds - 1)) / rounds
    return exp(-people * off**2 / bit_variance(case, Fraction(1), at)) / (people + 1) ** 2


def every_round_fails(case: Case, at: Elementary) -> Elementary:
    """T times Hoeffding's bound for the share of ones, with a T-th of epsilon per report."""
    people, rounds, _, odds = case
    x = expm1(log(like(at, odds)) / rounds)
    return rounds * hoeffding_bound(like(at, people), contrast(x) * at)


def upper_by(case: Case, mu: Fraction) -> Fraction:
    """Where Bernstein's bound is beta."""
    return solved(lambda at: upper_fails(case, mu, at), case[2])


def lower_by(case: Case) -> Fraction:
    """Where the least chance is beta."""
    return solved(lambda at: lower_chance(case, at), case[2])


def every_round_by(case: Case) -> Fraction:
    """Where Hoeffding's bound is beta."""
    return solved(lambda at: every_round_fails(case, at), case[2])


def upper(case: Case, mu: Fraction) -> Enclosure:
    """The reference's upper bound; mu = 1 is what it takes where none is given."""
    people, rounds, beta, odds = case
    whole = parse_budget(1, odds=odds)
    if mu == 1:
        return shown(rivals.harmony_upper(people, rounds, beta, whole))
    return shown(rivals.harmony_upper(people, rounds, beta, whole, mu))


def lower(case: Case) -> Enclosure:
    """The reference's lower bound."""
    people, rounds, beta, odds = case
    return shown(rivals.harmony_lower(people, rounds, beta, parse_budget(1, odds=odds)))


def every_round(case: Case) -> Enclosure:
    """The reference's bound for Basic One-time RAPPOR."""
    people, rounds, beta, odds = case
    return enclose(
        lambda: rivals.borappor_alpha(ball(people), ball(rounds), ball(beta), log(ball(odds))), DIGITS
    )


def cases(factor: int) -> Cases:
    """Every bound against its definition, to 20 digits."""
    for case in CASES:
        beta = case[2]
        for mu in SHARES:
            low, high = ends(upper(case, mu), factor)
            failing = upper_fails(case, mu, low), upper_fails(case, mu, high)
            yield from comes_down(f"upper at {case}, mu = {mu}", *failing, beta)
        low, high = ends(lower(case), factor)
        chances = lower_chance(case, low), lower_chance(case, high)
        yield from comes_down(f"lower at {case}", *chances, beta)
        low, high = ends(every_round(case), factor)
        failing = every_round_fails(case, low), every_round_fails(case, high)
        yield from comes_down(f"every round at {case}", *failing, beta)


def bounds(prover: Prover) -> Theorem:
    """The three bounds."""
    first = CASES[0]

    def tied(
        formula: Callable[..., object], ours: Callable[[], Enclosure], by: Callable[[], Fraction]
    ) -> Anchor[Enclosure]:
        return anchor(formula, ours, lambda: digits(by()))

    claim = Ground(
        "counting.rivals",
        "harmony_upper is where T times Bernstein's bound, borappor_alpha where T times Hoeffding's, and harmony_lower "
        "where (N+1)^-2 e^(-N chi^2) comes down to beta, to 20 digits",
        f"(N, T, beta, e^epsilon) in {cases_text(*CASES)}, mu in {{1, 1/3, 0}}",
        lambda: cases(1),
        lambda: cases(2),
        anchors=(
            tied(rivals.harmony_upper, lambda: upper(first, SHARES[1]), lambda: upper_by(first, SHARES[1])),
            tied(rivals.harmony_lower, lambda: lower(first), lambda: lower_by(first)),
            tied(rivals.borappor_alpha, lambda: every_round(first), lambda: every_round_by(first)),
            anchor(rivals.borappor_alpha, exponent, lambda: log(2 * T / beta)),
        ),
    )
    return prover.theorem(claim, ByRecord())


def exponent() -> Term:
    """Hoeffding's exponent where the share of ones is off by p - q times that alpha."""
    report = expm1(epsilon / T)
    return 2 * N * ((truth(report) - lie(report)) * rivals.borappor_alpha(N, T, beta, epsilon)) ** 2
