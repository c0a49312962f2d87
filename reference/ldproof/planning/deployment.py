"""What somebody wants to deploy: how many people, for how many rounds, at which budget, and what is asked of the error."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from ldproof.budget import Budget, budget
from ldproof.domains import Words, accept, people
from ldproof.rejections import Reason, Refused

BETA = "1/20"
"""The probability that the error is larger than promised, where none is given."""


MOST_ROUNDS = 10**4
"""Of so many, all m are compared within seconds."""

MOST_EPSILON = 10**4
"""Beyond that, what noise there is has a probability below 10^-4342."""


class Rounds(StrEnum):
    """Of which rounds the error is what decides."""

    FIRST = "first"
    """One round, in which a share mu is active."""
    WORST = "worst"
    """One round, whoever is active in it."""
    ALL = "all"
    """The largest over all rounds: in each a share mu is active or, without mu, whoever it is."""


@dataclass(frozen=True, slots=True)
class Deployment:
    """N people, T rounds, a person's whole budget; beta; the share of active people, and the threshold, if known."""

    N: int
    T: int
    budget: Budget
    beta: Fraction
    rounds: Rounds
    mu: Fraction | None = None
    theta: Fraction | None = None

    def __post_init__(self) -> None:
        if self.T > MOST_ROUNDS:
            raise Refused(
                Reason.TOO_LARGE,
                f"T = {self.T} rounds are too many to compare all m and r",
                f"at most {MOST_ROUNDS} rounds",
            )
        telling(self.budget)
        if self.mu is not None:
            people(self.N, "mu", self.mu)
        if self.rounds is Rounds.FIRST and self.mu is None:
            raise Refused(Reason.MISSING, "rounds=first without mu", "mu, the share of active people")
        if self.rounds is Rounds.WORST and self.mu is not None:
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                "rounds=worst with mu",
                "rounds=first or rounds=all with mu, or no mu",
            )

    @property
    def active(self) -> int | None:
        """How many people are active in a round, where that is known."""
        return None if self.mu is None else int(self.N * self.mu)

    def of(self, N: int | None = None, T: int | None = None, whole: Budget | None = None) -> "Deployment":
        """A deployment that asks the like for other numbers of people or of rounds, or another budget."""
        return replace(self, N=N or self.N, T=T or self.T, budget=whole or self.budget)

    def to_json(self) -> dict[str, object]:
        """All that was asked."""
        return {
            "N": self.N,
            "T": self.T,
            self.budget.given: str(self.budget.value),
            "beta": str(self.beta),
            "rounds": self.rounds,
            **{
                name: str(each) for name, each in (("mu", self.mu), ("theta", self.theta)) if each is not None
            },
        }


def granted(given: Mapping[str, object]) -> Budget:
    """A person's whole budget: nobody knows yet over how many reports it is split."""
    if given.get("report_odds") is not None:
        raise Refused(
            Reason.UNKNOWN_PARAMETER, "report_odds, before it is known how many reports", "epsilon or odds"
        )
    return budget(1, **given)


def telling(whole: Budget) -> None:
    """Refuse a budget that leaves no noise to speak of in a report."""
    if whole.given == "epsilon" and whole.value > MOST_EPSILON:
        raise Refused(
            Reason.TOO_LARGE,
            f"at epsilon = {whole.value} a report is as good as the truth",
            f"epsilon of at most {MOST_EPSILON}",
        )


def deployment(
    N: object,
    T: object,
    beta: object = None,
    mu: object = None,
    theta: object = None,
    rounds: object = None,
    **given: object,
) -> Deployment:
    """A deployment from numbers or text, with exactly one of `epsilon` and `odds`."""
    asked = {"N": N, "T": T, "beta": BETA if beta is None else beta}
    asked |= {name: each for name, each in (("mu", mu), ("theta", theta)) if each is not None}
    accepted = accept(asked)
    share, threshold = (
        None if each not in accepted else Fraction(accepted[each]) for each in ("mu", "theta")
    )
    if rounds is None:
        which = Rounds.WORST if share is None else Rounds.FIRST
    else:
        which = Rounds(Words(tuple(each.value for each in Rounds)).accept("rounds", rounds))
    whole = granted(given)
    return Deployment(
        int(accepted["N"]), int(accepted["T"]), whole, Fraction(accepted["beta"]), which, share, threshold
    )
