"""Continual counting as an auditor sees it: one person's transcript over all rounds."""

from dataclasses import dataclass
from functools import partial

from ldproof.coins import Coins
from ldproof.counting import law as laws
from ldproof.counting.parameters import Parameters, Which, parameters
from ldproof.domains import settle
from ldproof.mechanisms import Level, Privacy, level_of, neighbours
from ldproof.numbers import Exact, Real, lift, like
from ldproof.reporting.rounds import Bits, Transcripts

States = tuple[int, ...]
Transcript = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """One person's report among NULLs or zeros, or T reports."""

    parameters: Parameters

    def __post_init__(self) -> None:
        settle(self, parameters=Parameters)

    @property
    def secrets(self) -> Bits:
        """A person's state in each round."""
        return Bits("a state", self.parameters.T, laws.FEW)

    @property
    def outputs(self) -> Transcripts:
        """What is sent in each round."""
        return Transcripts(self.parameters.T, laws.FEW, self.parameters.silent)

    def likelihood(self, secret: States, output: Transcript) -> Real:
        """The probability of a transcript."""
        states, seen = self.secrets.row(secret), self.outputs.row(output)

        def chance(excess: Exact) -> Exact:
            if self.parameters.which is not Which.BORAPPOR:
                return laws.likelihood(states, seen, excess, None if self.parameters.silent else 0)
            bits = [bit for bit in seen if bit is not None]
            if len(bits) < len(seen):
                return like(excess, 0)
            return laws.likelihood_every_round(states, bits, excess)

        return lift(chance, self.parameters.budget.report_excess())

    def randomize(self, secret: States, coins: Coins) -> Transcript:
        """Draw a transcript, exactly: a device lives through all rounds."""
        from ldproof.counting.client import client  # noqa: PLC0415  (slow to import, and a law does without)

        states = self.secrets.row(secret)
        person = client(self.parameters, coins)
        return tuple(person.report(t, state, coins) for t, state in enumerate(states, start=1))

    def neighbours(self, level: Level, one: States, other: States) -> bool:
        """Any two people, or those that differ in one round."""
        return neighbours(level, self.secrets.row(one), self.secrets.row(other))

    def privacy(self, level: Level) -> Privacy[States, Transcript]:
        """Theorem 3: a person has the whole budget, for every T. A round has one report's: a filling hides nothing.

        A person active throughout is told from one who never is by reports that are all 1. Harmony's reports of 0
        cannot be told from its fillings; there it is by a 1 that is seen. The first round alone tells by a 1 in it.
        """
        T, budget, harmony = self.parameters.T, self.parameters.budget, self.parameters.which is Which.HARMONY
        active = (1,) * T
        if level_of(level) == "event":
            return Privacy(
                budget.report_odds(),
                active,
                (0, *active[1:]),
                lambda output: output[0] == 1,
                "1 in the first round",
            )
        return Privacy(
            budget.odds(),
            active,
            (0,) * T,
            lambda output: 1 in output if harmony else 0 not in output,
            "1 in some round" if harmony else "0 in no round",
        )


def mechanism(which: str, T: object, **given: object) -> Counting:
    """The mechanism from numbers or text, with exactly one of `epsilon` and `odds`."""
    return Counting(parameters(which, T, **given))


MECHANISMS = {which.value: partial(mechanism, which) for which in Which}
"""Each by its name."""
