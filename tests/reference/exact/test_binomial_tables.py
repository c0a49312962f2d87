"""Binomial numbers from tables: the distribution function to any number of bytes, and which tables are added."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, product
from math import comb, isqrt

import numpy as np
import pytest

from ldproof.arrays import Int64Array
from ldproof.coins import CountingCoins, SeededCoins, Tape
from ldproof.numbers import Certified, Real, ball, computed_real, exp
from ldproof.probability import binomial_law
from ldproof.sampling import Digits, Steps, binomial_draws, draw_binomials, inversion
from tests.reference.exact.tapes import logistic, near
from tests.reference.reporting.joint import Choices, sampled_law
from tests.tiers import run_everything

HALF_ROOT: Certified = lambda: ball(Fraction(1, 2)).sqrt()  # noqa: E731 (a real number is a function here)
PROBABILITIES: dict[str, tuple[Digits, Fraction]] = {
    **{str(p): (Digits(p), p) for p in map(Fraction, ("0", "1", "1/2", "3/10", "1/1000", "999/1000"))},
    "logistic(1)": (Digits(computed_real(logistic(1))), near(logistic(1))),
    "logistic(-30)": (Digits(computed_real(logistic(-30))), near(logistic(-30))),
    "1/root 2": (Digits(computed_real(HALF_ROOT)), near(HALF_ROOT)),
}


def table_entries(steps: Steps, outcomes: int, size: int) -> Iterator[int]:
    """Return the entries of a table, one for each outcome but the last."""
    for k in range(outcomes):
        place = k - steps.first
        yield 0 if place < 0 else steps.cuts[place] if place < len(steps.cuts) else 256**size - 1


def enclosed(n: int, p: Fraction, steps: Steps, size: int) -> bool:
    """Whether the true distribution function is where it has to be; 2^-300 is what a fraction near p leaves open."""
    yes, no, whole = p.numerator, p.denominator - p.numerator, p.denominator**n
    ways = (comb(n, k) * yes**k * no ** (n - k) for k in range(n))
    room = whole >> 300 - 8 * size
    return all(
        cut * whole - room <= true << 8 * size <= (cut + 2) * whole + room
        for cut, true in zip(table_entries(steps, n, size), accumulate(ways), strict=True)
    )


@pytest.mark.parametrize("name", PROBABILITIES)
@pytest.mark.parametrize("size", [1, 2, 8, 24])
def test_the_distribution_function(name: str, size: int) -> None:
    digits, p = PROBABILITIES[name]
    for n in (1, 2, 3, 8, 61, 200) if run_everything() else (1, 2, 3, 61):
        assert enclosed(n, p, binomial_draws.binomial_distribution(n, digits, size), size)


def test_steps_just_below_a_whole_number() -> None:
    """With p^2 a little above 1 - m/256, F(1) of two trials is a little below m/256: rounding may not cross it."""
    for m in range(1, 256):
        p = Fraction(isqrt((256 - m) << 72) + 1, 1 << 40)
        assert enclosed(2, p, binomial_draws.binomial_distribution(2, Digits(p), 1), 1)


def test_a_step_that_no_ball_can_certify() -> None:
    """With p^2 = 1/2, two trials both succeed for U from 1/2 on."""
    digits = PROBABILITIES["1/root 2"][0]
    for begun, successes in ((b"\x80" + bytes(6) + b"\x02", 2), (b"\x7f" + b"\xff" * 6 + b"\xfd", 1)):
        assert binomial_draws.binomial_table(2, digits).draw(1, Tape(begun + bytes(8))).tolist() == [
            successes
        ]
    tied = Tape(b"\x80" + bytes(15) + bytes(7) + b"\x09")
    assert binomial_draws.binomial_table(2, digits).draw(1, tied).tolist() == [2]
    assert tied.taken == 24


class Branching:
    """A table whose numbers are branches."""

    def __init__(self, n: int, p: Fraction) -> None:
        self.law = binomial_law(n, p)

    def draw(self, count: int, coins: Choices) -> Int64Array:
        """One after another."""
        return np.array([coins.choose(self.law) for _ in range(count)], np.int64)


@pytest.mark.parametrize("counts", [(0,), (1,), (2,), (3, 2), (2, 2), (0, 3), (5, 0, 1), (1, 1, 1)])
def test_the_joint_law_of_several(counts: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Independent, each with its own number of trials."""
    third = Fraction(1, 3)

    def branching(n: int, digits: Digits) -> Branching:
        return Branching(n, digits.above(0))

    monkeypatch.setattr(binomial_draws, "binomial_table", branching)
    drawn = sampled_law(
        lambda coins: tuple(draw_binomials(np.array(counts, np.int64), Digits(third), coins).tolist())
    )
    laws = [binomial_law(count, third) for count in counts]
    for outcome in product(*(range(count + 1) for count in counts)):
        expected = Fraction(1)
        for law, each in zip(laws, outcome, strict=True):
            expected *= law[each]
        assert drawn[outcome] == expected


def test_which_tables_are_read_in_which_order() -> None:
    p = PROBABILITIES["logistic(1)"][0]
    ours, theirs = CountingCoins(SeededCoins(b"order")), CountingCoins(SeededCoins(b"order"))
    one, two, four = (binomial_draws.binomial_table(n, p) for n in (1, 2, 4))
    found = draw_binomials(np.array([5, 0, 3, 6]), p, ours)
    ones, twos, fours = (each.draw(2, theirs).tolist() for each in (one, two, four))
    assert found.tolist() == [ones[0] + fours[0], 0, ones[1] + twos[0], twos[1] + fours[1]]
    assert ours.taken == theirs.taken
    same = draw_binomials(np.full(9, 6), p, ours)
    assert same.tolist() == binomial_draws.binomial_table(6, p).draw(9, theirs).tolist()


def test_what_is_certain() -> None:
    for nothing in ([], [0, 0]):
        assert (
            draw_binomials(np.array(nothing, np.int64), PROBABILITIES["1/2"][0], Tape(b"")).tolist()
            == nothing
        )
    counts = np.arange(5000)
    assert not draw_binomials(counts, PROBABILITIES["0"][0], SeededCoins(b"0")).any()
    assert (draw_binomials(counts, PROBABILITIES["1"][0], SeededCoins(b"1")) == counts).all()


def test_a_table_is_kept_for_the_same_number() -> None:
    """Equal fractions are the same number; a function is the same as itself."""
    for first, again in (
        (Real(Fraction(1, 7)), Real(Fraction(1, 7))),
        (computed_real(HALF_ROOT), computed_real(HALF_ROOT)),
        (exp(Real(-1)), exp(Real(-1))),
    ):
        one, other = (binomial_draws.binomial_table(3, Digits(number)) for number in (first, again))
        assert one is other
    near_by = Digits(computed_real(lambda: exp(ball(-1)))), Digits(computed_real(lambda: exp(ball(-2))))
    assert binomial_draws.binomial_table(3, near_by[0]) is not binomial_draws.binomial_table(3, near_by[1])


def test_moments_of_many() -> None:
    """The mean of 10^6 numbers within five deviations, and their variance within a hundredth."""
    p, n, count = Fraction(3, 10), 10**4, 10**6
    for counts in (np.full(count, n), n - np.arange(count) % 2):
        drawn = draw_binomials(counts, Digits(p), SeededCoins(b"moments"))
        assert abs(drawn.mean() - counts.mean() * 0.3) < 5 * (n * 0.21 / count) ** 0.5
        assert abs(drawn.var() / (n * 0.21) - 1) < 0.01


def test_the_guide_and_the_words_are_as_long_as_is_said() -> None:
    assert (inversion.GUIDE, inversion.WORD, inversion.PIECE) == (2, 8, 32768)


@pytest.mark.parametrize("dtype", [np.uint32, np.uint64, np.int8])
def test_numbers_of_trials_of_any_type(dtype: type[np.integer]) -> None:
    p, counts = PROBABILITIES["3/10"][0], np.array([5, 0, 3, 100])
    drawn = draw_binomials(counts.astype(dtype), p, SeededCoins(b"type"))
    assert drawn.tolist() == draw_binomials(counts, p, SeededCoins(b"type")).tolist()
