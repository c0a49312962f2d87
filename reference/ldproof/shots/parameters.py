"""The parameters of m-shot reporting, validated once."""

from dataclasses import dataclass
from fractions import Fraction

from ldproof.budget import Budget, budget, shared_out
from ldproof.domains import accept, settle


@dataclass(frozen=True, slots=True)
class Parameters:
    """T rounds, m reports among them, dummies that are 1 with probability r, and the budget of one person."""

    T: int
    m: int
    r: Fraction
    budget: Budget

    def __post_init__(self) -> None:
        settle(self, "T", "m", "r", budget=Budget)
        shared_out(self.budget, self.m)

    def text(self) -> dict[str, str]:
        """All of them as text, in which no number is taken for another that is equal to it."""
        budget = {self.budget.given: str(self.budget.value)}
        return {"T": str(self.T), "m": str(self.m), "r": str(self.r), **budget}


def parameters(T: object, m: object, r: object = 0, **given: object) -> Parameters:
    """Parameters from numbers or text, with exactly one of `epsilon`, `odds` and `report_odds`."""
    accepted = accept({"T": T, "m": m, "r": r})
    return Parameters(
        int(accepted["T"]), int(accepted["m"]), Fraction(accepted["r"]), budget(int(accepted["m"]), **given)
    )
