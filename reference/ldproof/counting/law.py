"""The exact laws, from the mechanisms' own steps: what one person sends, and what is estimated in one round."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb

from ldproof.counting.formulas import estimate, estimate_filled
from ldproof.law import Law, binomial, law
from ldproof.numbers import Exact, like, rational
from ldproof.reporting import coin, transcript
from ldproof.reporting.rounds import listable

FEW = 10
"""The most rounds for which all transcripts are listed."""

Sent = int | None
"""A report of a bit, or NULL."""


def likelihood(states: Sequence[int], seen: Sequence[Sent], excess: Exact, null: Sent = None) -> Exact:
    """The probability that a person with these states sends this; `null` is sent where nothing is reported.

    Glance sends NULL there; the source's Harmony sends 0, which a report may be too.
    """
    rounds = [
        (
            like(excess, int(sent == null)),
            like(excess, 0) if sent is None else coin.spoken(excess, state, sent),
        )
        for state, sent in zip(states, seen, strict=True)
    ]
    return transcript.likelihood(rounds, 1)


def likelihood_every_round(states: Sequence[int], seen: Sequence[int], excess: Exact) -> Exact:
    """The probability that these states send this under Basic One-time RAPPOR; `excess` is each report's."""
    rounds = [
        (like(excess, 0), coin.spoken(excess, state, bit)) for state, bit in zip(states, seen, strict=True)
    ]
    return transcript.likelihood(rounds, len(rounds))


def transcripts(states: Sequence[int], excess: Fraction, null: Sent = None) -> Law[tuple[Sent, ...]]:
    """The law of all that a person sends."""
    listable(len(states), FEW)
    sent: set[Sent] = {null, 0, 1}
    return law((seen, likelihood(states, seen, excess, null)) for seen in product(sent, repeat=len(states)))


def transcripts_every_round(states: Sequence[int], excess: Fraction) -> Law[tuple[int, ...]]:
    """The law of all that a person sends under Basic One-time RAPPOR."""
    listable(len(states), FEW)
    return law(
        (seen, likelihood_every_round(states, seen, excess)) for seen in product((0, 1), repeat=len(states))
    )


def received(N: int, T: int, active: int, excess: Fraction) -> Law[tuple[int, int]]:
    """The law of how many report in a round, and how many ones they send, when so many of N people are active."""
    reporters = binomial(N, rational(1, T))
    return reporters.then(lambda k: ones(k, hypergeometric(N, active, k), excess))


def hypergeometric(N: int, active: int, k: int) -> Law[int]:
    """The law of how many of k people are active, all choices of k among N alike."""
    drawn = range(max(0, k - (N - active)), min(k, active) + 1)
    return law((A, rational(comb(active, A) * comb(N - active, k - A), comb(N, k))) for A in drawn)


def ones(k: int, active: Law[int], excess: Fraction) -> Law[int]:
    """The law of the ones among k reports, Bin(A, p) + Bin(k - A, q) for A of this law."""
    p, q = coin.truth(excess), coin.lie(excess)
    sent = active.then(lambda A: binomial(A, p).product(binomial(k - A, q)))
    return sent.pushforward(lambda drawn: sum(drawn[1]))


def glance(N: int, T: int, active: int, excess: Fraction) -> Law[Fraction | None]:
    """The law of Glance's estimate in one round; None if nobody reports."""

    def estimated(reports: tuple[int, int]) -> Fraction | None:
        k, bits = reports
        return estimate(rational(bits), rational(k), excess) if k else None

    return received(N, T, active, excess).pushforward(estimated)


def harmony(N: int, T: int, active: int, fill: Fraction, excess: Fraction) -> Law[Fraction]:
    """The law of Harmony's estimate in one round, where whoever does not report counts as `fill`."""

    def estimated(reports: tuple[int, int]) -> Fraction:
        k, bits = reports
        return estimate_filled(rational(bits), rational(k), rational(N), rational(T), fill, excess)

    return received(N, T, active, excess).pushforward(estimated)


def borappor(N: int, active: int, excess: Fraction) -> Law[Fraction]:
    """The law of Basic One-time RAPPOR's estimate in one round, with the excess odds of one round's report."""
    return ones(N, law([(active, rational(1))]), excess).pushforward(
        lambda bits: estimate(rational(bits), rational(N), excess)
    )
