"""m-shot reporting as an auditor sees it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from ldproof.arrays import bits
from ldproof.coins import Coins
from ldproof.domains import settle
from ldproof.law import Law
from ldproof.numbers import Exact, Real, lift
from ldproof.randomizer import Worst, rational
from ldproof.rejections import Reason, Refused
from ldproof.reporting import text
from ldproof.shots import formulas
from ldproof.shots import law as laws
from ldproof.shots.client import client
from ldproof.shots.parameters import Parameters, parameters

Bits = tuple[int, ...]

REMEMBERED = 1 << 10
"""How many probabilities are kept, as many transcripts have the same."""


@dataclass(frozen=True, slots=True)
class Shots:
    """One person's m reports and T - m dummies."""

    parameters: Parameters

    def __post_init__(self) -> None:
        settle(self, parameters=Parameters)

    def likelihood(self, secret: Bits, output: Bits) -> Real:
        """The probability of a transcript."""
        pairs = zip(self._states(secret), self._transcript(output), strict=True)
        return in_any_order(self.parameters, tuple(sorted(pairs)))

    def randomize(self, secret: Bits, coins: Coins) -> Bits:
        """Draw a transcript, exactly: a device lives through all rounds."""
        states = self._states(secret)
        person = client(self.parameters, coins)
        return tuple(person.report(t, state, coins) for t, state in enumerate(states, start=1))

    def user_odds(self) -> Real:
        """The whole budget, for every T, m and r."""
        return self.parameters.budget.odds()

    def event_odds(self) -> Real:
        """The tight odds between two people who differ in one round."""
        shots = self.parameters
        return lift(formulas.event_odds, shots.m, shots.T, shots.r, shots.budget.report_excess())

    def user_epsilon(self) -> Real:
        """Theorem 4: the whole budget."""
        return self.parameters.budget.epsilon()

    def event_epsilon(self) -> Real:
        """The share of one report where dummies hide nothing, and less elsewhere."""
        m, T, r = self.parameters.m, self.parameters.T, self.parameters.r
        if m == T or r in (0, 1):
            return self.parameters.budget.report_epsilon()
        return lift(formulas.event_epsilon, m, T, r, self.parameters.budget.epsilon())

    def worst(self) -> Worst[Bits, Bits]:
        """The likelier dummy as everybody's state, against the other; and that nothing else is seen.

        Its odds are e^epsilon, and under the first person no other such event is likelier.
        """
        seen = int(2 * self.parameters.r > 1)
        T = self.parameters.T
        return Worst((seen,) * T, (1 - seen,) * T, lambda output: output == (seen,) * T)

    def event_worst(self) -> Worst[Bits, Bits]:
        """Every state against the likelier dummy, or all but the first; and that the first alone seems to be.

        What is seen of the others tells nothing where there are no dummies, or where all are the same.
        """
        m, T, r = self.parameters.m, self.parameters.T, self.parameters.r
        dummy = int(2 * r > 1)
        against, silent = (1 - dummy,) * T, (dummy,) * (T - 1)
        telling = m < T and 0 < r < 1
        return Worst(
            against,
            (dummy, *against[1:]),
            lambda output: output[0] != dummy and (not telling or output[1:] == silent),
        )

    def outputs(self) -> Iterator[Bits]:
        """All transcripts, in order."""
        if laws.FEW < self.parameters.T:
            raise Refused(
                Reason.TOO_MANY_OUTCOMES,
                f"{self.parameters.T} rounds have 2^{self.parameters.T} transcripts",
                f"at most {laws.FEW} rounds, or one output whose likelihood is asked",
            )
        return product((0, 1), repeat=self.parameters.T)

    def law(self, secret: Bits) -> Law[Bits]:
        """The law of the transcript."""
        excess = rational(self.parameters.budget.report_excess())
        return laws.transcripts(self._states(secret), self.parameters.m, self.parameters.r, excess)

    def user_neighbours(self, one: Bits, other: Bits) -> bool:
        """Any two people."""
        return self._states(one) != self._states(other)

    def event_neighbours(self, one: Bits, other: Bits) -> bool:
        """Those that differ in one round."""
        return sum(a != b for a, b in zip(self._states(one), self._states(other), strict=True)) == 1

    def read_secret(self, written: str) -> Bits:
        """One digit 0 or 1 per round."""
        return text.read(written, self.parameters.T)

    def write_secret(self, secret: Bits) -> str:
        """One digit per round."""
        return text.format_rounds(self._states(secret))

    def read_output(self, written: str) -> Bits:
        """One digit 0 or 1 per round."""
        return text.read(written, self.parameters.T)

    def write_output(self, output: Bits) -> str:
        """One digit per round."""
        return text.format_rounds(self._transcript(output))

    def _states(self, secret: Bits) -> Bits:
        return bits("a state", secret, self.parameters.T)

    def _transcript(self, output: Bits) -> Bits:
        return bits("a report", output, self.parameters.T)


@lru_cache(REMEMBERED)
def in_any_order(parameters: Parameters, rounds: tuple[Bits, ...]) -> Real:
    """The probability of a transcript, given as pairs of a state and a bit: it is the same in every order of the rounds."""
    secret, output = zip(*rounds, strict=True)

    def chance(r: Exact, excess: Exact) -> Exact:
        return laws.likelihood(secret, output, parameters.m, r, excess)

    return lift(chance, parameters.r, parameters.budget.report_excess())


def mechanism(T: object, m: object, r: object = 0, **given: object) -> Shots:
    """The mechanism from numbers or text, with exactly one of `epsilon`, `odds` and `report_odds`."""
    return Shots(parameters(T, m, r, **given))


MECHANISMS: Mapping[str, Callable[..., Shots]] = {"report": mechanism}
"""Each by its name."""
