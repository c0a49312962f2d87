"""FutureRand of arXiv 2112.12279: its tight odds for all rounds, its variance, and what its parameters spend."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product as every
from math import isqrt, prod

from ldproof.counting.future_rand import FutureRand, States, Transcript, future_rand_variance, variance_at
from ldproof.mechanisms import LEVELS, Level
from ldproof.numbers import Symbol, Term, term
from ldproof.probability import sum_fractions
from ldproof_proofs.counting.parameters import PEOPLE, SHARE, N, mu
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

S, L, B, g = map(Symbol, ("S", "L", "B", "g"))

DESIGNS = (
    (2, 1, Fraction(3), 0, 0),
    (4, 2, Fraction(3), 0, 1),
    (4, 2, Fraction(6, 5), 0, 0),
    (4, 2, Fraction(6, 5), 2, 2),
    (4, 2, Fraction(3), 0, 2),
)
"""T, the number of changes, the odds of a sign, and the range of flips."""
SQUARES = (4, 9, 16, 25)
"""Numbers of changes whose roots are whole."""


def transcript_ratios(made: FutureRand, level: Level) -> list[Term]:
    """The ratios of all transcripts between states that are neighbours."""
    secrets, outputs = [*made.secrets], [*made.outputs]
    law = {states: [term(exactly(made.likelihood(states, seen))) for seen in outputs] for states in secrets}
    return sums.likelihood_ratios(law, partial(made.neighbours, level))


def odds_cases(slip: int) -> Iterable[tuple[str, Relation]]:
    """The closed form against all transcripts."""
    for design in DESIGNS:
        made = FutureRand(*design)
        found = {"user": made.find_user_odds()[0], "event": made.find_event_odds()[0]}
        for level in LEVELS:
            name = (
                f"T = {made.T}, S = {made.sign_odds}, {made.fewest_flips} to {made.most_flips} flips, {level}"
            )
            yield from sums.largest(name, transcript_ratios(made, level), found[level] + slip)


def squared_error(made: FutureRand, t: int, people: tuple[States, ...]) -> Fraction:
    """The mean squared error of the estimate of round t, over everybody's transcripts."""
    mean = Fraction(sum(states[t - 1] for states in people), len(people))
    return sum_fractions(
        share * (estimate_by_blocks(made, t, [sent for sent, _ in drawn]) - mean) ** 2
        for drawn in every(*(person_law(made, states) for states in people))
        for share in [prod(share for _, share in drawn)]
    )


def person_law(made: FutureRand, states: States) -> list[tuple[Transcript, Fraction]]:
    """The transcripts of a person with their probabilities."""
    return [(sent, exactly(made.likelihood(states, sent))) for sent in made.outputs]


def estimate_by_blocks(made: FutureRand, t: int, sent: list[Transcript]) -> Fraction:
    """The estimate of round t: of a person whose blocks are as long as a binary digit of t, the sign at its end."""
    total = 0
    for row in sent:
        width = next(place for place, bit in enumerate(row, start=1) if bit is not None)
        if t & width:
            total += 1 if row[t // width * width - 1] else -1
    mean_sign = 2 * sign_probability(made) - 1
    return made.levels * Fraction(total, len(sent)) / mean_sign


def sign_probability(made: FutureRand) -> Fraction:
    """The probability that a state of 1 in all rounds is reported as 1 in the last, at the level of all rounds."""
    last = (*[None] * (made.T - 1), 1)
    return exactly(made.likelihood((1,) * made.T, last)) * made.levels


def prove_tight_odds(prover: Prover) -> Theorem:
    """The closed form at both levels is what all transcripts reveal."""
    people = ((1, 0, 0, 0), (0, 1, 1, 1))
    claim = Ground(
        "counting.future-rand-odds",
        "the tight odds of FutureRand at both levels are the closed forms",
        "; ".join(
            f"T = {T}, k = {k}, S = {odds}, {fewest} to {most} flips" for T, k, odds, fewest, most in DESIGNS
        ),
        lambda: odds_cases(0),
        lambda: odds_cases(1),
        anchors=(
            anchor(
                future_rand_variance,
                lambda: exactly(future_rand_variance(2, 4, 3, Fraction(1, 2), *DESIGNS[1][1:])),
                lambda: squared_error(FutureRand(*DESIGNS[1]), 3, people),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def prove_event_above_sign(prover: Prover) -> Theorem:
    """A change in one round changes two differences, and these may reveal more than one sign does."""
    pair = ((S + 1) / 2) ** 2
    why = "(S - 1)^2 / 4 is left over"
    given: Facts = {"S > 1": below(1, S)}
    return proposition(
        prover,
        "counting.future-rand-pair",
        below(S, pair),
        given,
        {"S": 3},
        reason=why,
        mutant=below(pair, S),
    )


def prove_variance(prover: Prover) -> Theorem:
    """The variance of an estimate: a person counts with probability B/L, and then by a sign."""
    at: Point = {"N": 4, "mu": Fraction(1, 4), "L": 3, "B": 2, "g": Fraction(1, 2)}
    moments = (L / g) ** 2 * (B / L - (g * mu / L) * (g / L)) / N
    given = {**PEOPLE, **SHARE, "g > 0": below(0, g), "L >= 1": at_most(1, L), "B >= 1": at_most(1, B)}
    closed = variance_at(N, mu, L, B, g)
    return proposition(
        prover,
        "counting.future-rand-variance",
        equal(moments, closed),
        given,
        at,
        rule=algebra,
        mutant=equal(moments, closed + mu / N),
    )


def published_designs() -> Iterator[tuple[int, FutureRand]]:
    """The root of k, and the mechanism with the published parameters for some k, at an epsilon just below 1.

    Of the odds S of a sign, S^(5 sqrt(k)) is e^epsilon. The largest number of flips is the largest i for which a row with
    i flips is no less likely than a uniform one.
    """
    for k in SQUARES:
        root = isqrt(k)
        sign_odds = 1 + Fraction(1, 5 * root)
        fewest = max(0, -(-(Fraction(k) / (sign_odds + 1) - 2 * root) // 1))
        most = max(i for i in range(k + 1) if sign_odds ** (k - i) * 2**k >= (sign_odds + 1) ** k)
        yield root, FutureRand(64, k, sign_odds, int(fewest), most)


def spent_cases(power: int) -> Iterable[tuple[str, Relation]]:
    """A power of the tight odds against e^epsilon."""
    for root, made in published_designs():
        odds, _, _ = made.find_user_odds()
        yield f"k = {made.changes}", below(term(odds) ** power, term(made.sign_odds) ** (5 * root))


def prove_half_is_spent(prover: Prover) -> Theorem:
    """The square of the tight odds is below the promised odds."""
    claim = Ground(
        "counting.future-rand-half",
        "the square of the tight odds of all rounds is below e^epsilon with the published parameters",
        "k = 4, 9, 16, 25, sign odds 1 + 1/(5 sqrt(k))",
        lambda: spent_cases(2),
        lambda: spent_cases(3),
    )
    return prover.theorem(claim, ByRecord())


def independent_cases(slip: int) -> Iterable[tuple[str, Relation]]:
    """Independent signs with the same odds: their mean is larger, and their tight odds are below e^epsilon, too."""
    for root, made in published_designs():
        k, odds = made.changes, made.sign_odds
        alone = FutureRand(made.T, k, odds, 0, k)
        yield f"k = {k}, mean", below(term(made.gap) + slip, term(alone.gap))
        yield f"k = {k}, odds", at_most(term(alone.find_user_odds()[0]), term(odds) ** (5 * root))


def prove_independent_signs_are_better(prover: Prover) -> Theorem:
    """Up to 25 changes no row needs to be replaced."""
    claim = Ground(
        "counting.future-rand-few",
        "signs that are never replaced have a larger mean, and keep epsilon with the same odds",
        "k = 4, 9, 16, 25, sign odds 1 + 1/(5 sqrt(k))",
        lambda: independent_cases(0),
        lambda: independent_cases(1),
    )
    return prover.theorem(claim, ByRecord())
