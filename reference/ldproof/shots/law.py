"""The exact law of one person's transcript, from Algorithm 1's own steps."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from ldproof.law import Law, law
from ldproof.numbers import Exact
from ldproof.reporting import coin, transcript
from ldproof.reporting.rounds import listable

FEW = 16
"""The most rounds for which all 2^T transcripts are listed."""


def likelihood(states: Sequence[int], seen: Sequence[int], m: int, r: Exact, excess: Exact) -> Exact:
    """The probability that a person with these states sends these bits."""
    rounds = [
        (coin.silent(r, bit), coin.spoken(excess, state, bit))
        for state, bit in zip(states, seen, strict=True)
    ]
    return transcript.likelihood(rounds, m)


def transcripts(states: Sequence[int], m: int, r: Fraction, excess: Fraction) -> Law[tuple[int, ...]]:
    """The law of all the bits that a person sends."""
    listable(len(states), FEW)
    return law((seen, likelihood(states, seen, m, r, excess)) for seen in product((0, 1), repeat=len(states)))
