"""Refusals of draws: numbers, laws, secrets and rules outside their domains, each with its reason."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from ldproof import sampling
from ldproof.coins import SeededCoins, Tape
from ldproof.errors import Reason
from ldproof.numbers import Real, ball, computed_real, exp, log
from ldproof.sampling import BLOCKS, LAZY, BlockRule, Digits
from ldproof.sampling.inversion import Categorical
from tests.reference.exact.tapes import logistic
from tests.reference.refusals import refused

HALF = Fraction(1, 2)
TINY = Fraction(1, 10**30)
P = Digits(HALF)
ONE_SIDE = computed_real(logistic(1))
COINS = Tape(bytes(99))
UINT64 = np.array([1 << 63], np.uint64)
DURATION = np.array([3], "timedelta64[s]")
OUTSIDE, WHOLE = Reason.OUT_OF_RANGE, Reason.NOT_A_WHOLE_NUMBER
ANY: dict[str, Callable[..., object]] = {
    "rule": BlockRule,
    "digits": Digits,
    "first digit": lambda value: Digits(value).prefix(1),
    "by secret": lambda secret: sampling.draw_by_secret((P, P), secret, COINS),
    "by secrets": lambda secret: sampling.draw_by_secrets((P, P), np.array([0, secret, 1]), COINS),
    "drift": lambda rule: sampling.answer_drift((Digits(Fraction(1, 4)), Digits(Fraction(3, 4))), rule),
    "binomial": lambda count: sampling.draw_binomial(count, P, COINS),
    "binomials": lambda counts: sampling.draw_binomials(counts, P, COINS),
    "thinnings": lambda counts, kept, among: sampling.draw_thinnings(
        np.array(counts), np.array(kept), among, COINS
    ),
    "multinomials": lambda counts: sampling.draw_multinomials(counts, 3, COINS),
    "subset": lambda total, size: sampling.draw_subset(total, size, COINS),
    "subsets": lambda total, size: next(sampling.draw_memberships(2, total, size, COINS)),
    "uniforms": lambda bound: sampling.draw_uniforms(bound, 1, COINS),
    "finite": sampling.table_of_law,
    "categorical": Categorical,
    "categorical secret": lambda secret: Categorical([[HALF, HALF]] * 4).draw(secret, SeededCoins(b"")),
}

REFUSED: list[tuple[str, Reason, list[tuple[object, ...]]]] = [
    ("rule", OUTSIDE, [(0, 0), (-1, 0), (2, 3), (2, -1)]),
    ("digits", OUTSIDE, [(-TINY,), (1 + TINY,), (Fraction(2),), (exp(Real(1)),), (exp(Real(TINY)),)]),
    ("digits", OUTSIDE, [(computed_real(lambda: ball(Fraction(-1, 10**99))),)]),
    ("digits", Reason.UNDECIDED, [(computed_real(lambda: exp(ball(1)) - exp(ball(1))),)]),
    ("first digit", Reason.UNDECIDED, [(computed_real(lambda: 1 / (1 + exp(log(ball(3))))),)]),
    ("by secret", OUTSIDE, [(-1,), (2,)]),
    ("by secrets", OUTSIDE, [(-1,), (2,)]),
    ("drift", OUTSIDE, [(LAZY,), (BLOCKS,), (BlockRule(1, 1),), (BlockRule(2, 2),)]),
    ("binomial", OUTSIDE, [(-1,)]),
    ("binomial", Reason.NOT_EXACT, [(2.5,), (np.float64(3),)]),
    ("binomial", Reason.NOT_A_NUMBER, [(True,), (None,)]),
    ("binomials", WHOLE, [([1.5],), ([True],), (DURATION,)]),
    ("binomials", Reason.WRONG_LENGTH, [([[1]],)]),
    ("binomials", OUTSIDE, [([-1],)]),
    ("binomials", Reason.TOO_LARGE, [([10**10],)]),
    ("thinnings", OUTSIDE, [([3, -1], [1, 1], 2), ([3, 1], [0, -1], 2), ([3, 1], [0, 3], 2), ([3], [0], 0)]),
    ("multinomials", OUTSIDE, [(np.array([3, -1]),)]),
    ("multinomials", Reason.TOO_LARGE, [(UINT64,)]),
    ("multinomials", WHOLE, [(np.array([1.0]),), (np.array([True]),)]),
    ("multinomials", Reason.MISSING, [([3, None],)]),
    ("subset", OUTSIDE, [(3, 4), (3, -1), (-1, 0)]),
    ("subsets", OUTSIDE, [(3, 4), (3, -1), (-1, 0)]),
    ("uniforms", OUTSIDE, [(0,), (-5,)]),
    ("uniforms", Reason.TOO_LARGE, [(2**48 + 1,)]),
    ("finite", OUTSIDE, [([],), ([HALF],), ([HALF, HALF, TINY],), ([3 * HALF, -HALF],)]),
    ("finite", OUTSIDE, [([Fraction(3, 4), -HALF, Fraction(3, 4)],), ([ONE_SIDE, Real(HALF)],)]),
    ("finite", OUTSIDE, [([ONE_SIDE, ONE_SIDE, 1 - 2 * ONE_SIDE],)]),
    ("finite", OUTSIDE, [([HALF + little, -little, HALF],) for little in (TINY, Fraction(1, 10))]),
    ("categorical", OUTSIDE, [([[]],), ([[HALF]],), ([[3 * HALF, -HALF]],), ([[Fraction(1)], [HALF]],)]),
    ("categorical secret", OUTSIDE, [(-1,), (4,)]),
]


@pytest.mark.parametrize("name", ANY)
def test_what_lies_outside_is_refused(name: str) -> None:
    for reason, cases in ((reason, cases) for each, reason, cases in REFUSED if each == name):
        for given in cases:
            with refused(reason):
                ANY[name](*given)
