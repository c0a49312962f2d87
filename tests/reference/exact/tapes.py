"""All coins, one after another: the exact law of any draw, and the probabilities it is tried with."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

from hypothesis import strategies as st

from ldproof.coins import Coins, Tape
from ldproof.errors import Reason, Refused
from ldproof.numbers import Certified, ball, computed_real, exact_fraction, exp, precision
from ldproof.sampling import BLOCKS, BY_SECRET, LAZY, BlockRule, Digits

Answer = TypeVar("Answer", bound=Hashable)


def enumerate_all(
    draw: Callable[[Coins], Answer], most: int, values: Iterable[int] = range(256)
) -> dict[tuple[Answer, int], Fraction]:
    """The probability of each (answer, bytes read), over all tapes of at most so many bytes of these values."""
    each = [bytes((value,)) for value in values]
    law: Counter[tuple[Answer, int]] = Counter()
    unfinished = [b""]
    for length in range(most + 1):
        longer: list[bytes] = []
        for content in unfinished:
            tape = Tape(content)
            try:
                law[draw(tape), tape.taken] += len(each) ** (most - length)
            except Refused as refusal:
                if refusal.reason != Reason.TAPE_EXHAUSTED:
                    raise
                longer += [content + value for value in each]
        unfinished = longer
    return {outcome: Fraction(count, len(each) ** most) for outcome, count in law.items()}


def logistic(exponent: int) -> Certified:
    """e^x / (e^x + 1)."""
    return lambda: 1 / (1 + exp(ball(-exponent)))


def near(value: Certified) -> Fraction:
    """A fraction within 2^-400 of a real number below 2."""
    with precision(512):
        return exact_fraction(value().mid())


FRACTIONS = st.one_of(
    st.sampled_from(
        [Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(3, 4), Fraction(1, 256)]
    ),
    st.fractions(0, 1),
    st.fractions(0, 1, max_denominator=40),
    st.integers(0, 65536).map(lambda number: Fraction(number, 65536)),
)
"""Probabilities, the dyadic ones among them, whose digits end."""

PROBABILITIES = st.one_of(
    FRACTIONS.map(Digits),
    st.integers(-9, 9).filter(bool).map(lambda exponent: Digits(computed_real(logistic(exponent)))),
)

RULES = st.sampled_from(
    [LAZY, BLOCKS, BY_SECRET, BlockRule(1, 1), BlockRule(2), BlockRule(2, 1), BlockRule(3, 2)]
)


@st.composite
def near_ties(draw: st.DrawFn, table: list[Digits], rule: BlockRule) -> bytes:
    """A tape for one decision that begins with a probability's digits for up to three blocks, or with decoys."""
    digits = draw(st.sampled_from(table)).prefix(draw(st.integers(0, 3 * rule.length)))
    zeros = bytes(draw(st.integers(0, 2 * rule.length)))
    return digits + zeros + draw(st.binary(max_size=3 * rule.length)) + bytes(range(1, 256))
