"""The party that holds everybody's variants: it answers each test with one exact Bernoulli draw.

Several tests on the same people add up: each costs its own epsilon, and `Answers.spent` is what all of them cost.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from ldproof.arrays import Bits
from ldproof.budget import Budget
from ldproof.chi2.law import PrivateTest
from ldproof.chi2.tables import Table, Tables
from ldproof.coins import Coins
from ldproof.domains import Whole
from ldproof.exact import BY_SECRET, Digits, bernoulli
from ldproof.rejections import Reason, Refused

TESTS = Whole(1, 10**9)
"""How many tests a budget may be split over."""

SPENT = Whole(0, TESTS.high)
"""How many may have been answered."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What is said of each variant, and what that cost everybody."""

    significant: Bits
    spent: Budget


def decide(test: PrivateTest, table: Table, coins: Coins) -> bool:
    """One answer: a single draw, with decoys, so that how many bytes it reads tells next to nothing about the table.

    Each table ties with coins of its own, once in 2^128 draws; decoys read on once in 2^32.
    """
    return bernoulli(Digits(test.says_significant(table)), coins, BY_SECRET)


def decide_each(test: PrivateTest, tables: Tables, coins: Coins) -> Answers:
    """An answer for every variant, each for one report's share of the test's budget.

    Tables that stand alike share their digits, but not their draws.
    """
    digits = cache(Digits)
    answers = [
        bernoulli(digits(one), coins, BY_SECRET) for one in test.of_each(tables, test.says_significant)
    ]
    return Answers(np.array(answers, np.bool_), total(test.budget, len(tables)))


def share_out(whole: Budget, tests: int) -> Budget:
    """A person's whole budget, split evenly over so many tests: what each of them may cost."""
    return whole.over(whole.reports * TESTS.accept("tests", tests))


def total(each: Budget, tests: int) -> Budget:
    """What so many tests cost together, where each costs one report's share of a budget."""
    tests = SPENT.accept("tests", tests)
    if each.given == "epsilon":
        return Budget(1, "epsilon", each.value * tests / each.reports)
    times, part = divmod(tests, 1 if each.given == "report_odds" else each.reports)
    if not part:  # of a billion tests the odds are a number that nobody has room for
        return Budget(times, "report_odds", each.value) if times else Budget(1, "odds", Fraction(1))
    raise Refused(
        Reason.IRRATIONAL,
        f"{tests} tests cost a part of the odds {each.value} that is irrational",
        f"a multiple of {each.reports} tests, or a budget given as epsilon",
    )
