"""A private test as an auditor sees it: its secret is the table, its output 0 or 1.

Neighbours differ in one person's variant. That is all that a person has, so user and event level are the same.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from ldproof.budget import budget
from ldproof.chi2.curator import decide
from ldproof.chi2.law import BY_DISTANCE, Mechanism, PrivateTest, Standing
from ldproof.chi2.spaces import Answers, Cells, Secrets
from ldproof.chi2.tables import Table, tables
from ldproof.coins import Coins
from ldproof.domains import accept, settle
from ldproof.mechanisms import Level, Privacy, level_of
from ldproof.numbers import Real
from ldproof.numbers.roots import Summand, independent
from ldproof.rows import bit

NEAR = 1e-9
"""Odds that are nearer to each other in floats are told apart exactly."""


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

    @property
    def secrets(self) -> Secrets:
        """The tables of these people."""
        return Secrets(self.m1, self.m2, self.test)

    @property
    def outputs(self) -> Answers:
        """Not significant, significant."""
        return Answers()

    def likelihood(self, secret: Table, output: int) -> Real:
        """The probability of an answer."""
        one = self.test.says_significant(self.secrets.table(secret))
        return one if bit("an answer", output) else 1 - one

    def randomize(self, secret: Table, coins: Coins) -> int:
        """Draw an answer, exactly."""
        return int(decide(self.test, self.secrets.table(secret), coins))

    def neighbours(self, level: Level, one: Table, other: Table) -> bool:
        """Tables that differ in one person whose variant is not public."""
        level_of(level)
        here, there = self.secrets.table(one), self.secrets.table(other)
        return (there.a, there.b) in self.secrets.neighbours((here.a, here.b))

    def privacy(self, level: Level) -> Privacy[Table, int]:
        """The neighbours that an answer tells apart best, and that answer."""
        level_of(level)
        call = self.closest_call
        return Privacy(
            self.odds(call),
            call.likely,
            call.unlikely,
            lambda output: output == call.output,
            f"the answer is {call.output}",
        )

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

    def _shares(self) -> dict[Cells, tuple[float, float]]:
        """How likely a 0 and a 1 are for every table, in floats."""
        cells = self.secrets.cells()
        every = tables([a for a, _ in cells], [b for _, b in cells], self.m1, self.m2)
        ones = self.test.of_each(every, self.test.says_significant)
        near = cache(lambda one: (float(1 - one), float(one)))
        return {cell: near(one) for cell, one in zip(cells, ones, strict=True)}

    def _calls(
        self, shares: Mapping[Cells, tuple[float, float]]
    ) -> Iterator[tuple[float, Cells, Cells, int]]:
        """The odds of all neighbours and answers, in floats."""
        for here, likely in shares.items():
            for there in self.secrets.neighbours(here):
                unlikely = shares[there]
                for output in (0, 1):
                    odds = likely[output] / unlikely[output] if unlikely[output] else 1.0
                    yield odds, here, there, output

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
