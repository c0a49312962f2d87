"""Continual counting as an auditor sees it: one person's transcript over all rounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

from ldproof.arrays import bits, bits_or_null
from ldproof.coins import Coins
from ldproof.counting import law as laws
from ldproof.counting.client import client
from ldproof.counting.parameters import Parameters, Which, parameters
from ldproof.domains import settle
from ldproof.law import Law, law
from ldproof.numbers import Exact, Real, lift, like
from ldproof.randomizer import Worst, rational
from ldproof.reporting import text

States = tuple[int, ...]
Transcript = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """One person's report among NULLs or zeros, or T reports."""

    parameters: Parameters

    def __post_init__(self) -> None:
        settle(self, parameters=Parameters)

    def likelihood(self, secret: States, output: Transcript) -> Real:
        """The probability of a transcript."""
        states, seen = self._states(secret), self._transcript(output)

        def chance(excess: Exact) -> Exact:
            return self._likelihood(states, seen, excess)

        return lift(chance, self.parameters.budget.report_excess())

    def _likelihood(self, secret: States, output: Transcript, excess: Exact) -> Exact:
        if self.parameters.which is not Which.BORAPPOR:
            return laws.likelihood(secret, output, excess, None if self.parameters.silent else 0)
        bits = [bit for bit in output if bit is not None]
        if len(bits) < len(output):
            return like(excess, 0)
        return laws.likelihood_every_round(secret, bits, excess)

    def randomize(self, secret: States, coins: Coins) -> Transcript:
        """Draw a transcript, exactly: a device lives through all rounds."""
        states = self._states(secret)
        person = client(self.parameters, coins)
        return tuple(person.report(t, state, coins) for t, state in enumerate(states, start=1))

    def user_odds(self) -> Real:
        """The whole budget, for every T."""
        return self.parameters.budget.odds()

    def event_odds(self) -> Real:
        """One report's odds: a filling hides nothing."""
        return 1 + self.parameters.budget.report_excess()

    def user_epsilon(self) -> Real:
        """Theorem 3: the whole budget."""
        return self.parameters.budget.epsilon()

    def event_epsilon(self) -> Real:
        """The share of one report: everything, unless every round is reported."""
        return self.parameters.budget.report_epsilon()

    def worst(self) -> Worst[States, Transcript]:
        """Active throughout, against never; and that every report is a 1.

        Harmony's reports of 0 cannot be told from its fillings; there it is that a 1 is seen.
        """
        T, harmony = self.parameters.T, self.parameters.which is Which.HARMONY
        return Worst((1,) * T, (0,) * T, lambda output: 1 in output if harmony else 0 not in output)

    def event_worst(self) -> Worst[States, Transcript]:
        """Active throughout, against never in the first round; and that a 1 is reported there."""
        T = self.parameters.T
        return Worst((1,) * T, (0, *(1,) * (T - 1)), lambda output: output[0] == 1)

    def outputs(self) -> Iterator[Transcript]:
        """All transcripts, in order: where NULL is sent, those with exactly one report."""
        T = self.parameters.T
        laws.few(T)
        if not self.parameters.silent:
            return product((0, 1), repeat=T)
        return ((None,) * t + (bit,) + (None,) * (T - t - 1) for t in range(T) for bit in (0, 1))

    def law(self, secret: States) -> Law[Transcript]:
        """The law of the transcript."""
        excess, states = rational(self.parameters.budget.report_excess()), self._states(secret)
        return law((output, self._likelihood(states, output, excess)) for output in self.outputs())

    def user_neighbours(self, one: States, other: States) -> bool:
        """Any two people."""
        return self._states(one) != self._states(other)

    def event_neighbours(self, one: States, other: States) -> bool:
        """Those that differ in one round."""
        return sum(a != b for a, b in zip(self._states(one), self._states(other), strict=True)) == 1

    def read_secret(self, written: str) -> States:
        """One digit 0 or 1 per round."""
        return text.read(written, self.parameters.T)

    def write_secret(self, secret: States) -> str:
        """One digit per round."""
        return text.format_rounds(self._states(secret))

    def read_output(self, written: str) -> Transcript:
        """One digit 0 or 1 per round; where NULL is sent it is written -."""
        return (text.read_with_null if self.parameters.silent else text.read)(written, self.parameters.T)

    def write_output(self, output: Transcript) -> str:
        """One character per round."""
        return text.format_rounds(self._transcript(output))

    def _states(self, secret: States) -> States:
        return bits("a state", secret, self.parameters.T)

    def _transcript(self, output: Transcript) -> Transcript:
        return bits_or_null("a report", output, self.parameters.T)


def mechanism(which: str, T: object, **given: object) -> Counting:
    """The mechanism from numbers or text, with exactly one of `epsilon` and `odds`."""
    return Counting(parameters(which, T, **given))


MECHANISMS = {which.value: partial(mechanism, which) for which in Which}
"""Each by its name."""
