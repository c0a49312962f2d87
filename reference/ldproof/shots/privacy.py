"""What reports give away: the exact law of one person's transcript, and what people are told apart by."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb

from ldproof import rounds as coin
from ldproof import rounds as transcript
from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import Exact, Power, Real, least, lift, like, log
from ldproof.numbers.rational import bit_size
from ldproof.probability import Known, Law, law_of_shares
from ldproof.rounds import refuse_long_rows
from ldproof.shots.formulas import event_odds

__all__ = ["distance_epsilon", "distance_odds", "event_delta"]

# The exact law of one person's transcript, from Algorithm 1's own steps.

FEW = 16
"""The most rounds for which all 2^T transcripts are listed."""


def transcript_likelihood(
    states: Sequence[int], seen: Sequence[int], m: int, r: Exact, excess: Exact
) -> Exact:
    """The probability that a person with these states sends the bits `seen`."""
    rounds = [
        (coin.dummy_likelihood(r, bit), coin.report_likelihood(excess, state, bit))
        for state, bit in zip(states, seen, strict=True)
    ]
    return transcript.likelihood_of_rounds(rounds, m)


def transcript_law(states: Sequence[int], m: int, r: Fraction, excess: Fraction) -> Law[tuple[int, ...]]:
    """The law of all the bits that a person with these states sends; refused if they are too many."""
    refuse_long_rows(len(states), FEW)
    return law_of_shares(
        (seen, transcript_likelihood(states, seen, m, r, excess))
        for seen in product((0, 1), repeat=len(states))
    )


# What people who differ in d rounds can be told apart by.
#
# The likelier transcript is the one's states where they differ, and shows everywhere else what neither is; where they
# differ it is the rarer dummy. (A transcript with a more frequent dummy there tells less, for every T, m, d and r.)

MOST_BITS_OF_TERMS = 1 << 24
"""How many bits all terms of the sum may have together, for it to be added up exactly."""


def distance_odds(d: int, m: int, T: int, r: Fraction, budget: Budget) -> Real:
    """The tight odds between people who differ in d rounds; exact where the fraction is not too long."""
    excess = budget.report_excess()
    if excess.exact is not None and min(d, m) ** 2 * bit_size(r, excess.exact) <= MOST_BITS_OF_TERMS:
        return lift(partial(odds_at, d, m, T), r, excess)
    shown = certain_report_count(d, m, T, r)
    if shown == m and excess.exact is None:
        return budget.odds()
    if shown:
        return lift(Power(shown), 1 + excess, exactly=False)
    return lift(partial(odds_at, d, m, T), r, excess, exactly=False)


def distance_epsilon(d: int, m: int, T: int, r: Fraction, budget: Budget) -> Real:
    """The logarithm of the odds at distance d: min(d, m) shares of epsilon where dummies hide nothing."""
    if shown := certain_report_count(d, m, T, r):
        return shown * budget.report_epsilon()
    return log(lift(partial(odds_at, d, m, T), r, budget.report_excess(), exactly=False))


def certain_report_count(d: int, m: int, T: int, r: Fraction) -> int:
    """Return the number of reports in the d differing rounds if the likelier transcript determines it, otherwise 0."""
    most = min(d, m)
    return most if r in {0, 1} or most == fewest_reports(d, m, T) else 0


def fewest_reports(d: int, m: int, T: int) -> int:
    """How many reports there must be in d rounds at least, as the other T - d rounds have room for no more."""
    return max(0, m - (T - d))


def odds_at(d: int, m: int, T: int, r: Exact, excess: Exact) -> Exact:
    """The tight odds at distance d: the mean of E^k, where k reports of the d rounds are weighted by the transcript."""
    most = min(d, m)
    weights = report_weights(d, m, T, r)
    above = below = like(excess, 0)
    fading = like(excess, 1)
    for weight in weights:
        above, below = above + weight * fading, below + weight
        fading = fading / (1 + excess)
    return (1 + excess) ** most * above / below


def report_weights(d: int, m: int, T: int, r: Exact) -> list[Exact]:
    """The weights of k = min(d, m), ..., `fewest_reports` reports in the d rounds, the first of them 1.

    They go with C(d, k) C(T-d, m-k) (o / (1-o))^(-k), o = min(r, 1-r), here by the quotients of neighbours.
    """
    quiet = least(r, 1 - r)
    weights = [like(r, 1)]
    for k in range(min(d, m), fewest_reports(d, m, T), -1):
        odds = quiet / (1 - quiet)
        weights.append(weights[-1] * (k * (T - d - m + k)) * odds / ((d - k + 1) * (m - k + 1)))
    return weights


# What dummies hide beyond epsilon: one round's (epsilon, delta), from the exact law of few rounds.

MOST_BITS_OF_TRANSCRIPTS = 1 << 18
"""How many bits T^3 parameters may have together, for the sum over all transcripts to be a fraction."""


def event_delta(T: int, m: int, r: Fraction, target_odds: Fraction, budget: Budget) -> Real:
    """The least delta with which a change in one round is (ln(target_odds), delta)-private, whoever it is."""
    if T > FEW:
        raise Refused(Reason.TOO_MANY_OUTCOMES, f"{T} rounds have 2^{T} transcripts", f"at most {FEW} rounds")
    excess = budget.report_excess()
    if lift(event_odds, m, T, r, excess) <= target_odds:
        return Real(0)
    short = (
        excess.exact is not None and T**3 * bit_size(r, target_odds, excess.exact) <= MOST_BITS_OF_TRANSCRIPTS
    )
    return lift(partial(most_revealed, T, m), r, target_odds, excess, exactly=short)


def most_revealed(T: int, m: int, r: Known, target: Known, excess: Known) -> Known:
    """The largest hockey-stick divergence at the odds `target` between two people who differ in one round."""
    most = like(excess, 0)
    for active in range(T):
        for state in (0, 1):
            found = scaled_divergence(active, T - 1 - active, state, m, r, target, excess)
            most = most + positive_part(found - most)
    return most / comb(T, m)


def scaled_divergence(
    active: int, idle: int, state: int, m: int, r: Known, target: Known, excess: Known
) -> Known:
    """C(T, m) times the hockey-stick divergence, in one round, of a state from the other one.

    The person's other rounds are `active` in state 1 and `idle` in state 0. A transcript counts by its numbers of ones
    among the active and among the idle rounds, and by its bit.
    """
    total = like(excess, 0)
    for right in range(active + 1):
        for wrong in range(idle + 1):
            row = transcript.initial_weights(excess, m)
            for rounds, true, seen in (
                (right, 1, 1),
                (active - right, 1, 0),
                (wrong, 0, 1),
                (idle - wrong, 0, 0),
            ):
                for _ in range(rounds):
                    row = transcript.forward_step(
                        row, coin.dummy_likelihood(r, seen), coin.report_likelihood(excess, true, seen)
                    )
            for seen in (0, 1):
                one, other = (
                    transcript.forward_step(
                        row, coin.dummy_likelihood(r, seen), coin.report_likelihood(excess, each, seen)
                    )[m]
                    for each in (state, 1 - state)
                )
                total = total + comb(active, right) * comb(idle, wrong) * positive_part(one - target * other)
    return total


def positive_part(value: Known) -> Known:
    """max(value, 0)."""
    return (value + abs(value)) / 2
