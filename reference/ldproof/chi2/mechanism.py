"""A private test as an auditor sees it: its secret is the table, its output 0 or 1.

Neighbours differ in one person's variant. That is all that a person has, so user and event level are the same.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product

from ldproof.arrays import bit
from ldproof.budget import budget
from ldproof.chi2.curator import decide
from ldproof.chi2.law import BY_DISTANCE, Mechanism, PrivateTest, Standing
from ldproof.chi2.tables import Table, tables
from ldproof.coins import Coins
from ldproof.domains import accept, settle, whole
from ldproof.law import Law, law
from ldproof.numbers import Real, log
from ldproof.numbers.roots import Summand, independent
from ldproof.randomizer import Worst
from ldproof.rejections import Reason, Refused

MOST_TABLES = 2500
"""So many tables take some seconds."""

NEAR = 1e-9
"""Odds that are nearer to each other in floats are told apart exactly."""

Cells = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Call:
    """A table, a neighbour, and an answer that is likelier for the first."""

    likely: Table
    unlikely: Table
    output: int


@dataclass(frozen=True)
class ChiSquared:
    """A private test for m1 cases and m2 controls."""

    m1: int
    m2: int
    test: PrivateTest

    def __post_init__(self) -> None:
        settle(self, "m1", "m2", system="chi2", test=PrivateTest)

    def likelihood(self, secret: Table, output: int) -> Real:
        """The probability of an answer."""
        one = self.test.says_significant(self._secret(secret))
        return one if bit("an answer", output) else 1 - one

    def randomize(self, secret: Table, coins: Coins) -> int:
        """Draw an answer, exactly."""
        return int(decide(self.test, self._secret(secret), coins))

    def user_odds(self) -> Real:
        """The tight odds between any two neighbours."""
        return self.odds(self.closest_call)

    def event_odds(self) -> Real:
        """The user's odds: one variant is all that a person has."""
        return self.user_odds()

    def user_epsilon(self) -> Real:
        """The logarithm of the tight odds."""
        return log(self.user_odds())

    def event_epsilon(self) -> Real:
        """The user's epsilon: one variant is all that a person has."""
        return self.user_epsilon()

    def worst(self) -> Worst[Table, int]:
        """The neighbours that an answer tells apart best, and that answer."""
        call = self.closest_call
        return Worst(call.likely, call.unlikely, lambda output: output == call.output)

    def event_worst(self) -> Worst[Table, int]:
        """The user's worst pair and event: one variant is all that a person has."""
        return self.worst()

    def outputs(self) -> Iterator[int]:
        """Not significant, significant."""
        return iter((0, 1))

    def law(self, secret: Table) -> Law[int]:
        """The law of the answer."""
        one = self.test.says_significant(self._secret(secret))
        if one.exact is None:
            raise Refused(
                Reason.IRRATIONAL, "the law is irrational", "odds and a mechanism that make it rational"
            )
        return law(((0, 1 - one.exact), (1, one.exact)))

    def user_neighbours(self, one: Table, other: Table) -> bool:
        """Tables that differ in one person whose variant is not public."""
        here, there = self._secret(one), self._secret(other)
        return (there.a, there.b) in self._neighbours(here.a, here.b)

    def event_neighbours(self, one: Table, other: Table) -> bool:
        """The user's neighbours: one variant is all that a person has."""
        return self.user_neighbours(one, other)

    def read_secret(self, text: str) -> Table:
        """The cells `a,b`."""
        a, comma, b = text.partition(",")
        if not comma:
            raise Refused(Reason.WRONG_LENGTH, "a secret that is not two cells", "a,b")
        return self._table(self._cell("a", a, self.m1), self._cell("b", b, self.m2))

    def write_secret(self, secret: Table) -> str:
        """The cells `a,b`."""
        cells = self._secret(secret)
        return f"{cells.a},{cells.b}"

    def read_output(self, text: str) -> int:
        """0 or 1."""
        if text not in {"0", "1"}:
            raise Refused(Reason.OUT_OF_RANGE, f"{text!r} is no answer", "0 or 1")
        return int(text)

    def write_output(self, output: int) -> str:
        """0 or 1."""
        return str(bit("an answer", output))

    def odds(self, call: Call) -> Real:
        """How much likelier the answer is for the first table than for its neighbour."""
        above, below = (self.likelihood(each, call.output) for each in (call.likely, call.unlikely))
        return above / below

    @cached_property
    def closest_call(self) -> Call:
        """The call with the largest odds: floats leave few, which are told apart exactly."""
        shares = self._shares()
        calls = list(self._calls(shares))
        most = max(odds for odds, *_ in calls)
        near = [
            Call(self._table(*here), self._table(*there), output)
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

    def _shares(self) -> dict[Cells, tuple[float, float]]:
        """How likely a 0 and a 1 are for every table, in floats."""
        if (self.m1 + 1) * (self.m2 + 1) > MOST_TABLES:
            raise Refused(
                Reason.TOO_MANY_OUTCOMES,
                f"{self.m1} cases and {self.m2} controls have too many tables to look at every pair",
                f"(m1 + 1) (m2 + 1) of at most {MOST_TABLES}",
            )
        cells = list(product(range(self.m1 + 1), range(self.m2 + 1)))
        every = tables([a for a, _ in cells], [b for _, b in cells], self.m1, self.m2)
        ones = self.test.of_each(every, self.test.says_significant)
        near = cache(lambda one: (float(1 - one), float(one)))
        return {cell: near(one) for cell, one in zip(cells, ones, strict=True)}

    def _calls(
        self, shares: Mapping[Cells, tuple[float, float]]
    ) -> Iterator[tuple[float, Cells, Cells, int]]:
        """The odds of all neighbours and answers, in floats."""
        for here, likely in shares.items():
            for there in self._neighbours(*here):
                unlikely = shares[there]
                for output in (0, 1):
                    odds = likely[output] / unlikely[output] if unlikely[output] else 1.0
                    yield odds, here, there, output

    def _secret(self, secret: object) -> Table:
        """A table of these people, as the mechanism takes it."""
        if not isinstance(secret, Table) or (secret.m1, secret.m2) != (self.m1, self.m2):
            raise Refused(
                Reason.NOT_A_TABLE,
                "a secret that is no table of these people",
                f"m1 = {self.m1}, m2 = {self.m2}",
            )
        return self.test.taken(secret)

    def _cell(self, name: str, value: object, most: int) -> int:
        """A cell of a table; a refusal does not say what was there, as it is a secret."""
        reason = Reason.OUT_OF_RANGE
        try:
            if 0 <= (found := whole(name, value)) <= most:
                return found
        except Refused as refusal:
            reason = refusal.reason
        raise Refused(reason, f"{name} is no number of people", f"a whole number from 0 to {most}")

    def _table(self, a: int, b: int) -> Table:
        return self.test.taken(Table(a, b, self.m1, self.m2))

    def _neighbours(self, a: int, b: int) -> Iterator[Cells]:
        public = self.test.mechanism is Mechanism.ALGORITHM_1_Y2
        for near in ((a - 1, b), (a + 1, b), *(() if public else ((a, b - 1), (a, b + 1)))):
            if 0 <= near[0] <= self.m1 and 0 <= near[1] <= self.m2:
                yield near

    def _standing(self, call: Call) -> tuple[Standing | Summand, ...]:
        """What the odds depend on: calls that stand alike have the same.

        Where the answer is wrong for both tables, that is the difference of their reaches.
        """
        (likely, near), (unlikely, far) = (self.test.standing(each) for each in (call.likely, call.unlikely))
        if likely is unlikely is not bool(call.output):
            apart = independent((*far, *((-multiple, root) for multiple, root in near)))
            return tuple(apart)
        return (likely, near), (unlikely, far)


def mechanism(
    kind: Mechanism, m1: object, m2: object, tau: object, beta: object = None, **given: object
) -> ChiSquared:
    """The mechanism from numbers or text, with exactly one of `epsilon` and `odds`."""
    plain = {"m1": m1, "m2": m2, "tau": tau} | ({} if beta is None else {"beta": beta})
    accepted = accept(plain, "chi2")
    away = None if beta is None else Fraction(accepted["beta"])
    test = PrivateTest(kind, Fraction(accepted["tau"]), budget(1, **given), away)
    return ChiSquared(int(accepted["m1"]), int(accepted["m2"]), test)


def without_beta(kind: Mechanism) -> Callable[..., ChiSquared]:
    """The constructor of a mechanism that does not ask for beta."""

    def construct(m1: object, m2: object, tau: object, **given: object) -> ChiSquared:
        return mechanism(kind, m1, m2, tau, **given)

    return construct


def beta_optimal(m1: object, m2: object, tau: object, beta: object, **given: object) -> ChiSquared:
    """The constructor of the one that does."""
    return mechanism(Mechanism.BETA_OPTIMAL, m1, m2, tau, beta, **given)


MECHANISMS: Mapping[str, Callable[..., ChiSquared]] = {
    kind.value: beta_optimal if kind is Mechanism.BETA_OPTIMAL else without_beta(kind) for kind in Mechanism
}
"""Their constructors by name."""
