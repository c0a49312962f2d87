"""m-shot reporting as a mechanism."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ldproof.budget import Budget, parse_budget, shared_out
from ldproof.coins import Coins
from ldproof.mechanisms import Level, Privacy, level_of
from ldproof.numbers import Exact, Real, lift
from ldproof.parameters import accept_parameters, validate_fields
from ldproof.rounds import Bits, is_neighbouring
from ldproof.shots import formulas
from ldproof.shots import privacy as laws

# m-shot reporting as an auditor sees it.

Row = tuple[int, ...]

REMEMBERED = 1 << 10
"""How many probabilities are kept, as many transcripts have the same."""


@dataclass(frozen=True, slots=True)
class Shots:
    """One person's m reports in T rounds, dummies that are 1 with probability r, and the person's budget."""

    T: int
    m: int
    r: Fraction
    budget: Budget

    def __post_init__(self) -> None:
        validate_fields(self, "T", "m", "r", budget=Budget)
        shared_out(self.budget, self.m)

    def text(self) -> dict[str, str]:
        """The parameters as text, in which no number is taken for another that is equal to it."""
        budget = {self.budget.given: str(self.budget.value)}
        return {"T": str(self.T), "m": str(self.m), "r": str(self.r), **budget}

    @property
    def secrets(self) -> Bits:
        """A person's state in each round."""
        return Bits("a state", self.T, laws.FEW)

    @property
    def outputs(self) -> Bits:
        """The bit that is sent in each round."""
        return Bits("a report", self.T, laws.FEW)

    def likelihood(self, secret: Row, output: Row) -> Real:
        """The probability of a transcript."""
        pairs = zip(self.secrets.row(secret), self.outputs.row(output), strict=True)
        return in_any_order(self, tuple(sorted(pairs)))

    def randomize(self, secret: Row, coins: Coins) -> Row:
        """Draw a transcript, exactly: a device lives through all rounds."""
        from ldproof.shots.client import start_client  # noqa: PLC0415  (slow to import, and a law does without)

        states = self.secrets.row(secret)
        person = start_client(self, coins)
        return tuple(person.report(t, state, coins) for t, state in enumerate(states, start=1))

    def neighbours(self, level: Level, one: Row, other: Row) -> bool:
        """Any two people, or those that differ in one round."""
        return is_neighbouring(level, self.secrets.row(one), self.secrets.row(other))

    def privacy(self, level: Level) -> Privacy[Row, Row]:
        """Theorem 4 for a person: the whole budget, for every T, m and r. A round has less: see `formulas.event_odds`."""
        return self.of_a_round() if level_of(level) == "event" else self.of_a_person()

    def of_a_person(self) -> Privacy[Row, Row]:
        """The likelier dummy as everybody's state, against the other; and that nothing else is seen.

        Its odds are e^epsilon, and under the first person no other such event is likelier.
        """
        T, dummy = self.T, self.likelier_dummy
        seen = (dummy,) * T
        return Privacy(
            self.budget.odds(),
            seen,
            (1 - dummy,) * T,
            lambda output: output == seen,
            f"{dummy} in every round",
        )

    def of_a_round(self) -> Privacy[Row, Row]:
        """Every state against the likelier dummy, or all but the first; and that the first alone seems to be.

        What is seen of the others tells nothing where there are no dummies, or where all are the same: there a round
        costs one report's share, and less elsewhere.
        """
        m, T, r, budget = self.m, self.T, self.r, self.budget
        dummy = self.likelier_dummy
        against, silent = (1 - dummy,) * T, (dummy,) * (T - 1)
        telling = m < T and 0 < r < 1
        return Privacy(
            lift(formulas.event_odds, m, T, r, budget.report_excess()) if telling else budget.report_odds(),
            against,
            (dummy, *against[1:]),
            lambda output: output[0] != dummy and (not telling or output[1:] == silent),
            f"{1 - dummy} in the first round" + (f" and {dummy} in the others" if telling else ""),
        )

    @property
    def likelier_dummy(self) -> int:
        """The bit that is sent more often in a round without a report; 0 if both are as often."""
        return int(2 * self.r > 1)


@lru_cache(REMEMBERED)
def in_any_order(shots: Shots, rounds: tuple[Row, ...]) -> Real:
    """The probability of a transcript, given as pairs of a state and a bit: it is the same in every order of the rounds."""
    secret, output = zip(*rounds, strict=True)

    def chance(r: Exact, excess: Exact) -> Exact:
        return laws.transcript_likelihood(secret, output, shots.m, r, excess)

    return lift(chance, shots.r, shots.budget.report_excess())


def report_mechanism(T: object, m: object, r: object = 0, **given: object) -> Shots:
    """The mechanism from numbers or text, with exactly one of `epsilon`, `odds` and `report_odds`."""
    accepted = accept_parameters({"T": T, "m": m, "r": r})
    reports = int(accepted["m"])
    return Shots(int(accepted["T"]), reports, Fraction(accepted["r"]), parse_budget(reports, **given))


MECHANISMS: Mapping[str, Callable[..., Shots]] = {"report": report_mechanism}
"""Each by its name."""
