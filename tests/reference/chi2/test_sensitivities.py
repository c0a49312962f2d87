"""Sensitivities against the largest step between any two neighbours, looked for among all of them."""

from fractions import Fraction
from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.chi2.formulas import norm_squared, statistic
from ldproof.chi2.sensitivities import (
    delta_f,
    delta_integer,
    delta_star,
    delta_t,
    delta_y1,
    delta_y2,
    delta_y2_exact,
)
from ldproof.numbers import ball, precision
from ldproof.numbers.roots import root_sum_sign
from ldproof.rejections import Reason
from tests.reference.refusals import refused

SIZES = list(product(range(1, 9), repeat=2))
THRESHOLDS = (Fraction(1, 3), Fraction(1), Fraction(96, 25), Fraction(6), Fraction(30))
Pair = tuple[tuple[int, int], tuple[int, int]]


def in_a(m1: int, m2: int) -> list[Pair]:
    """Tables that differ in one case's variant."""
    return [((a, b), (a + 1, b)) for a, b in product(range(m1), range(m2 + 1))]


def in_b(m1: int, m2: int) -> list[Pair]:
    """Tables that differ in one control's variant."""
    return [((a, b), (a, b + 1)) for a, b in product(range(m1 + 1), range(m2))]


@pytest.mark.parametrize(("m1", "m2"), SIZES)
def test_the_statistic_moves_as_far_as_they_say(m1: int, m2: int) -> None:
    steps = {
        pair: abs(statistic(*pair[1], m1, m2) - statistic(*pair[0], m1, m2))
        for pair in chain(in_a(m1, m2), in_b(m1, m2))
    }
    assert max(steps.values()) == delta_y1(Fraction(m1), Fraction(m2))
    if m1 == m2:
        assert max(steps.values()) == delta_f(m1, m2)
    for b in range(m2 + 1):
        most = max(steps[(a, b), (a + 1, b)] for a in range(m1))
        assert most == delta_y2_exact(b, m1, m2)
        loose = delta_y2(Fraction(b), Fraction(m1), Fraction(m2))
        assert (most < loose) if 0 < b < m2 else (most == loose)


def grows(near: Fraction, far: Fraction, other: tuple[Fraction, Fraction]) -> bool:
    """Whether sqrt(far) - sqrt(near), in size, exceeds sqrt(other[0]) - sqrt(other[1])."""
    one = Fraction(1 if far > near else -1)
    return root_sum_sign(((one, far), (-one, near), (Fraction(-1), other[0]), (Fraction(1), other[1]))) > 0


@pytest.mark.parametrize(("m1", "m2"), [(m1, m2) for m1, m2 in SIZES if m1 * m2 <= 30])
@pytest.mark.parametrize("tau", THRESHOLDS)
def test_the_norm_moves_as_far_as_the_integer_sensitivity(m1: int, m2: int, tau: Fraction) -> None:
    norms = {
        (a, b): norm_squared(Fraction(a), Fraction(b), Fraction(m1), Fraction(m2), tau)
        for a, b in product(range(m1 + 1), range(m2 + 1))
    }
    largest = (Fraction(0), Fraction(0))
    for near, far in chain(in_a(m1, m2), in_b(m1, m2)):
        if grows(norms[near], norms[far], largest):
            largest = max(norms[near], norms[far]), min(norms[near], norms[far])
    with precision(200):
        found, expected = (
            ball(delta_integer(m1, m2, tau)),
            ball(largest[0]).sqrt() - ball(largest[1]).sqrt(),
        )
        assert (found - expected).contains(0)
        assert abs(found - expected) < 1e-40


@given(st.integers(1, 200), st.integers(1, 200), st.sampled_from(THRESHOLDS))
def test_one_bound_is_below_the_next(m1: int, m2: int, tau: Fraction) -> None:
    sizes = ball(m1), ball(m2), ball(tau)

    attained = max(m1, m2) % 2 == 0 and min(m1, m2) >= 2
    integer = ball(delta_integer(m1, m2, tau))
    star = delta_star(*sizes)
    assert (integer - star).contains(0) if attained else integer < star
    assert star < delta_t(*sizes)
    assert delta_t(*sizes) < 1.41422 * star


def test_the_printed_bound_is_too_large_by_up_to_the_root_of_two() -> None:
    sizes = ball(10**6), ball(10**6), ball(1) / 10**9
    assert delta_t(*sizes) / delta_star(*sizes) > 1.41421


def test_known_values() -> None:
    assert delta_f(200, 200) == Fraction(800, 201)
    assert (delta_t(ball(1), ball(2), ball(1)) ** 2 - ball(Fraction(38, 9))).contains(0)
    with refused(Reason.OUT_OF_RANGE) as refusal:
        delta_f(3, 4)
    assert "delta_y1" in refusal.value.accepted
