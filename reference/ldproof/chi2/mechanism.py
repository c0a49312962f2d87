"""A private test as a mechanism: its secret is the table, its output 0 or 1; and the curator that answers."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, wraps
from itertools import product

import numpy as np

from ldproof.arrays import Bits
from ldproof.budget import Budget, parse_budget
from ldproof.chi2.law import BY_DISTANCE, PrivateTest, PrivateTestName, Standing
from ldproof.chi2.tables import Region, Table, Tables, parse_tables
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused, quote_given
from ldproof.mechanisms import Level, Privacy, parse_level, parse_text
from ldproof.numbers import Real
from ldproof.numbers.algebra import Summand, independent_summands
from ldproof.parameters import Schema, Whole, accept_parameters, parse_whole, validate_fields
from ldproof.rows import parse_bit
from ldproof.sampling import BY_SECRET, Digits, draw_bernoulli

# What a private test is given and what it answers: tables of the same people, and bits, written as text.

MOST_TABLES = 2500
"""So many tables take some seconds."""

Cells = tuple[int, int]


@dataclass(frozen=True, slots=True)
class InputTables:
    """The space of tables of m1 cases and m2 controls, as a test takes them."""

    m1: int
    m2: int
    test: PrivateTest

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a text `a,b`."""
        return {"type": "string", "pattern": "^[^,]+,[^,]+$"}

    def __iter__(self) -> Iterator[Table]:
        return (self.of_cells(*cell) for cell in self.cells())

    def cells(self) -> list[Cells]:
        """The cells (a, b) of all tables; refused where these are too many."""
        if (self.m1 + 1) * (self.m2 + 1) > MOST_TABLES:
            raise Refused(
                Reason.TOO_MANY_OUTCOMES,
                f"{self.m1} cases and {self.m2} controls have too many tables to look at every pair",
                f"(m1 + 1) (m2 + 1) of at most {MOST_TABLES}",
            )
        return list(product(range(self.m1 + 1), range(self.m2 + 1)))

    def neighbours(self, cells: Cells) -> Iterator[Cells]:
        """Yield the cells of the tables that differ in one person whose variant is not public."""
        (a, b), public = cells, self.test.mechanism is PrivateTestName.ALGORITHM_1_Y2
        for near in ((a - 1, b), (a + 1, b), *(() if public else ((a, b - 1), (a, b + 1)))):
            if 0 <= near[0] <= self.m1 and 0 <= near[1] <= self.m2:
                yield near

    def read(self, thing: object) -> Table:
        """The table of a text `a,b`; a refusal does not quote it, as it is a secret."""
        a, comma, b = parse_text(thing).partition(",")
        if not comma:
            raise Refused(Reason.WRONG_LENGTH, "a secret that is not two cells", "a,b")
        return self.of_cells(parse_cell("a", a, self.m1), parse_cell("b", b, self.m2))

    def write(self, value: Table) -> str:
        """The text `a,b` of a table."""
        found = self.table(value)
        return f"{found.a},{found.b}"

    def table(self, value: object) -> Table:
        """The table as the test takes it; refused if it is not one of these people."""
        if not isinstance(value, Table) or (value.m1, value.m2) != (self.m1, self.m2):
            raise Refused(
                Reason.NOT_A_TABLE,
                "a secret that is no table of these people",
                f"m1 = {self.m1}, m2 = {self.m2}",
            )
        return self.test.adapt_table(value)

    def of_cells(self, a: int, b: int) -> Table:
        """The table with these cells, as the test takes it."""
        return self.test.adapt_table(Table(a, b, self.m1, self.m2))


@dataclass(frozen=True, slots=True)
class Answers:
    """The space of answers: 0 for not significant, 1 for significant."""

    @property
    def schema(self) -> Schema:
        """The JSON Schema of the texts 0 and 1."""
        return {"type": "string", "enum": ["0", "1"]}

    def __iter__(self) -> Iterator[int]:
        return iter((0, 1))

    def read(self, thing: object) -> int:
        """The answer of a text, 0 or 1."""
        text = parse_text(thing)
        if text not in {"0", "1"}:
            raise Refused(Reason.OUT_OF_RANGE, f"{quote_given(text)} is no answer", "0 or 1")
        return int(text)

    def write(self, value: int) -> str:
        """The text of an answer."""
        return str(parse_bit("an answer", value))


def parse_cell(name: str, value: object, most: int) -> int:
    """A cell as an int from 0 to `most`; a refusal does not quote it, as it is a secret."""
    reason = Reason.OUT_OF_RANGE
    try:
        if 0 <= (found := parse_whole(name, value)) <= most:
            return found
    except Refused as refusal:
        reason = refusal.reason
    raise Refused(reason, f"{name} is no number of people", f"a whole number from 0 to {most}")


# The party that holds everybody's variants: it answers each test with one exact Bernoulli draw.
#
# Several tests on the same people add up: each costs its own epsilon, and `Answers.spent` is what all of them cost.

TESTS = Whole(1, 10**9)
"""How many tests a budget may be split over."""

SPENT = Whole(0, TESTS.high)
"""How many may have been answered."""


@dataclass(frozen=True, slots=True)
class CuratorAnswers:
    """For each variant whether it was said to be significant, and the budget that all answers cost."""

    significant: Bits
    spent: Budget


def decide_privately(test: PrivateTest, table: Table, coins: Coins) -> bool:
    """Draw one private answer, whether the table is significant.

    Each table ties with coins of its own, once in 2^128 draws; decoys read on once in 2^32. So the number of bytes read
    tells next to nothing about the table.
    """
    return draw_bernoulli(Digits(test.says_significant(table)), coins, BY_SECRET)


def decide_each(test: PrivateTest, tables: Tables, coins: Coins) -> CuratorAnswers:
    """Draw a private answer for every variant, each for one report's share of the test's budget.

    Tables that stand alike share their digits, but not their draws.
    """
    digits = cache(Digits)
    answers = [
        draw_bernoulli(digits(one), coins, BY_SECRET)
        for one in test.map_tables(tables, test.says_significant)
    ]
    return CuratorAnswers(np.array(answers, np.bool_), total_budget(test.budget, len(tables)))


def share_out(whole: Budget, tests: int) -> Budget:
    """The same whole budget, split evenly over so many tests: each of them may cost one report."""
    return whole.over(whole.reports * TESTS.accept("tests", tests))


def total_budget(each: Budget, tests: int) -> Budget:
    """The budget that `tests` tests cost together, each one report's share of a budget; refused if irrational."""
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


# A private test as an auditor sees it: its secret is the table, its output 0 or 1.
#
# Neighbours differ in one person's variant. That is all that a person has, so user and event level are the same.

NEAR = 1e-9
"""Odds that are nearer to each other in floats are told apart exactly."""


@dataclass(frozen=True, slots=True)
class Call:
    """Two neighbouring tables, and an answer that is likelier for the first."""

    likely: Table
    unlikely: Table
    output: int


@dataclass(frozen=True)
class ChiSquared:
    """A private test of m1 cases and m2 controls, as an auditor sees it."""

    m1: int
    m2: int
    test: PrivateTest

    def __post_init__(self) -> None:
        validate_fields(self, "m1", "m2", system="chi2", test=PrivateTest)

    @property
    def secrets(self) -> InputTables:
        """The space of tables of these people."""
        return InputTables(self.m1, self.m2, self.test)

    @property
    def outputs(self) -> Answers:
        """The space of answers, 0 and 1."""
        return Answers()

    def likelihood(self, secret: Table, output: int) -> Real:
        """The probability of an answer, given the table."""
        one = self.test.says_significant(self.secrets.table(secret))
        return one if parse_bit("an answer", output) else 1 - one

    def randomize(self, secret: Table, coins: Coins) -> int:
        """Draw an answer, exactly."""
        return int(decide_privately(self.test, self.secrets.table(secret), coins))

    def neighbours(self, level: Level, one: Table, other: Table) -> bool:
        """Whether two tables differ in one person whose variant is not public."""
        parse_level(level)
        here, there = self.secrets.table(one), self.secrets.table(other)
        return (there.a, there.b) in self.secrets.neighbours((here.a, here.b))

    def privacy(self, level: Level) -> Privacy[Table, int]:
        """The neighbours that an answer tells apart best, and that answer."""
        parse_level(level)
        call = self.closest_call
        return Privacy(
            self.odds(call),
            call.likely,
            call.unlikely,
            lambda output: output == call.output,
            f"the answer is {call.output}",
        )

    def odds(self, call: Call) -> Real:
        """The likelihood ratio of a call's answer, between its two tables."""
        above, below = (self.likelihood(each, call.output) for each in (call.likely, call.unlikely))
        return above / below

    @cached_property
    def closest_call(self) -> Call:
        """The call with the largest odds: floats leave few, which are told apart exactly."""
        tables, people = (self.m1 + 1) * (self.m2 + 1), self.m1 + self.m2
        if self.test.mechanism is PrivateTestName.OPTIMAL and tables > MOST_TABLES and self.test.tau < people:
            return self.optimal_call
        cells = self.secrets.cells()
        every = parse_tables([a for a, _ in cells], [b for _, b in cells], self.m1, self.m2)
        shares = dict(zip(cells, self.test.map_tables(every, self._chances), strict=True))
        calls = [
            (likely[output] / shares[there][output] if shares[there][output] else 1.0, here, there, output)
            for here, likely in shares.items()
            for there in self.secrets.neighbours(here)
            for output in (0, 1)
        ]
        most = max(odds for odds, *_ in calls)
        near = [
            Call(self.secrets.of_cells(*here), self.secrets.of_cells(*there), output)
            for odds, here, there, output in calls
            if odds >= most * (1 - NEAR)
        ]
        if self.test.mechanism in BY_DISTANCE:
            # A step of 1 multiplies by e^epsilon, wherever it is taken: best where the answer is not rare.
            return max(near, key=lambda call: shares[call.unlikely.a, call.unlikely.b][call.output])
        first, *others = {self._standing(call): call for call in near}.values()
        for other in others:
            if self.odds(other) > self.odds(first):
                first = other
        return first

    @property
    def optimal_call(self) -> Call:
        """A call of M* with the largest odds, e^epsilon, and the likeliest answer: its tables are decided otherwise.

        Where nobody of the controls has the variant, the statistic grows with the number of cases that have it, up to N.
        """
        region = Region(self.m1, self.m2, self.test.tau)
        a = bisect_left(range(self.m1), 1, key=lambda each: region.has(each, 0))
        return Call(self.secrets.of_cells(a, 0), self.secrets.of_cells(a - 1, 0), 1)

    def _chances(self, table: Table) -> tuple[float, float]:
        """How likely a 0 and a 1 are, in floats."""
        one = self.test.says_significant(table)
        return float(1 - one), float(one)

    def _standing(self, call: Call) -> tuple[Standing | Summand, ...]:
        """What a call's odds depend on; calls with the same standing have the same odds.

        That is, for each table, whether the answer is right and how far the table is from the other decision. Where the
        answer is wrong for both tables, it is the difference of their distances.
        """
        (likely, near), (unlikely, far) = (self.test.standing(each) for each in (call.likely, call.unlikely))
        right, right_there = (decision is bool(call.output) for decision in (likely, unlikely))
        if not right and not right_there:
            apart = independent_summands((*far, *((-multiple, root) for multiple, root in near)))
            return tuple(apart)
        return (right, near), (right_there, far)


def chi_squared_mechanism(
    kind: PrivateTestName, m1: object, m2: object, tau: object, beta: object = None, **given: object
) -> ChiSquared:
    """The mechanism, from numbers or text and exactly one of `epsilon` and `odds`."""
    plain = {"m1": m1, "m2": m2, "tau": tau} | ({} if beta is None else {"beta": beta})
    accepted = accept_parameters(plain, "chi2")
    away = None if beta is None else Fraction(accepted["beta"])
    test = PrivateTest(kind, Fraction(accepted["tau"]), parse_budget(1, **given), away)
    return ChiSquared(int(accepted["m1"]), int(accepted["m2"]), test)


def without_beta(kind: PrivateTestName) -> Callable[..., ChiSquared]:
    """The constructor of a mechanism that does not ask for beta."""

    def construct(m1: object, m2: object, tau: object, **given: object) -> ChiSquared:
        return chi_squared_mechanism(kind, m1, m2, tau, **given)

    return construct


def beta_optimal(m1: object, m2: object, tau: object, beta: object, **given: object) -> ChiSquared:
    """The constructor of the mechanism that asks for beta."""
    return chi_squared_mechanism(PrivateTestName.BETA_OPTIMAL, m1, m2, tau, beta, **given)


MECHANISMS: Mapping[str, Callable[..., ChiSquared]] = {
    kind.value: beta_optimal if kind is PrivateTestName.BETA_OPTIMAL else without_beta(kind)
    for kind in PrivateTestName
}
"""Their constructors by name."""

# What the tests decide without noise, of tables that are given as JSON: whether the statistic exceeds tau.

Received = Mapping[str, object]


def deciding_function(construct: Callable[..., ChiSquared]) -> Callable[..., Callable[[Received], list[str]]]:
    """A function that makes a mechanism from parameters, and returns its decisions without noise, from JSON."""

    @wraps(construct)
    def made(*plain: object, **named: object) -> Callable[[Received], list[str]]:
        known = construct(*plain, **named)
        return lambda received: exact_decisions(known, received)

    return made


def exact_decisions(known: ChiSquared, received: Received) -> list[str]:
    """The answer "1" for each table of the JSON member `tables` whose statistic exceeds tau, and "0" for each other one."""
    match received:
        case {"tables": list(written)}:
            return [str(int(known.secrets.read(text).significant(known.test.tau))) for text in written]
        case _:
            raise Refused(Reason.MISSING, "no list of tables", "tables, each as a,b")


DECISIONS = {name: deciding_function(construct) for name, construct in MECHANISMS.items()}
"""By mechanism."""
