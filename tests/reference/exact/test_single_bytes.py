"""Single bytes: every byte beside every secret, in pieces of any size, and the places of those who tie."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins, Tape
from ldproof.exact import Digits, single_bytes
from ldproof.exact.single_bytes import FEW, WORD, SingleBytes, places

THIRDS = Digits(Fraction(1, 3)), Digits(Fraction(2, 3))
ALIKE = Digits(Fraction(1, 3)), Digits(Fraction(171, 512))
"""Probabilities with the same first digit, 85."""


@pytest.mark.parametrize(
    "table", [THIRDS, THIRDS[::-1], THIRDS[:1], ALIKE, (Digits(Fraction(0)), Digits(Fraction(1)))]
)
def test_every_byte_beside_every_secret(table: tuple[Digits, ...]) -> None:
    digits = [each.prefix(1)[0] for each in table]
    people = [(secret, byte) for byte in range(256) for secret in range(len(table))]
    answers = np.empty(len(people), np.bool_)
    secrets = np.array([secret for secret, _ in people], np.uint8)
    # Twice, as memory is used again, and with more room than is needed.
    decisions = SingleBytes(table, 2 * len(people))
    decisions.answer(secrets, answers.copy(), SeededCoins(b"before"))
    on, ties = decisions.answer(secrets, answers, Tape(bytes(byte for _, byte in people)))
    assert answers.tolist() == [byte < digits[secret] for secret, byte in people]
    assert on.tolist() == [place for place, (_, byte) in enumerate(people) if byte in digits]
    assert ties.tolist() == [[people[place][1] == digit for place in on] for digit in digits]


@pytest.mark.parametrize("count", [1, 7, 8, 63, 64, 65, FEW + 1, 8 * FEW + 8, 3 * FEW + 77])
def test_who_is_last_reads_on_too(count: int) -> None:
    """Whatever is left over of whole words; and nobody does who is not there."""
    digit = THIRDS[0].prefix(1)
    decisions = SingleBytes(THIRDS[:1], count + 70)
    everybody = np.empty(count + 70, np.bool_)
    decisions.answer(np.zeros(count + 70, np.uint8), everybody, Tape(digit * (count + 70)))
    on, _ = decisions.answer(np.zeros(count, np.uint8), everybody[:count], Tape(bytes(count - 1) + digit))
    assert on.tolist() == [count - 1]


@given(st.integers(1, 40), st.sets(st.integers(0, 40 * WORD**2 - 1)), st.sampled_from([1, 8, 64, 512]))
def test_places_are_found_at_any_depth(words: int, chosen: set[int], few: int) -> None:
    true = np.zeros(words * WORD**2, np.bool_)
    here = sorted(place for place in chosen if place < true.size)
    true[here] = True
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(single_bytes, "FEW", few)
        assert places(true).tolist() == here


@pytest.mark.parametrize("every", [1, 3, 256, 5000])
@pytest.mark.parametrize("size", [FEW, FEW + 1, 8 * FEW, 64 * FEW, 3 * FEW + WORD])
def test_places_among_many(size: int, every: int) -> None:
    true = np.zeros(size, np.bool_)
    true[every - 1 :: every] = True
    assert places(true).tolist() == list(range(every - 1, size, every))
