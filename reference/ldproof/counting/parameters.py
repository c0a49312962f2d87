"""The parameters of locally private continual counting, validated once."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ldproof.budget import Budget, budget, shared_out
from ldproof.domains import accept, settle
from ldproof.rejections import Reason, Refused, quoted


class Which(StrEnum):
    """The mechanisms of section 4, and the one in which every round is reported."""

    GLANCE = "glance"
    HARMONY = "harmony"
    HARMONY_PUBLISHED = "harmony_published"
    BORAPPOR = "borappor"


@dataclass(frozen=True, slots=True)
class Parameters:
    """A mechanism, T rounds, and the budget of one person."""

    which: Which
    T: int
    budget: Budget

    def __post_init__(self) -> None:
        settle(self, "T", which=Which, budget=Budget)
        shared_out(self.budget, self.T if self.which is Which.BORAPPOR else 1)

    def text(self) -> dict[str, str]:
        """All of them as text, in which no number is taken for another that is equal to it."""
        budget = {self.budget.given: str(self.budget.value)}
        return {"which": self.which.value, "T": str(self.T), **budget}

    @property
    def reports(self) -> int:
        """In how many rounds a person's state is reported, so that the budget is split over them."""
        return self.budget.reports

    @property
    def silent(self) -> bool:
        """Whether NULL is sent in the other rounds; otherwise the bit 0."""
        return self.which in (Which.GLANCE, Which.HARMONY_PUBLISHED)

    @property
    def fill(self) -> Fraction | None:
        """What the estimate counts for whoever does not report; nothing, where it asks reporters only."""
        return FILLS.get(self.which)


BY_NAME: dict[str, Which] = {each.value: each for each in Which}
FILLS = {Which.HARMONY: Fraction(0), Which.HARMONY_PUBLISHED: Fraction(1, 2)}
"""Published Harmony sends -1, NULL or +1, and NULL counts as their mean 0: as bits, the value 1/2."""


def parameters(which: object, T: object, **given: object) -> Parameters:
    """Parameters from numbers or text, with exactly one of `epsilon` and `odds`, or `report_odds` of one report."""
    mechanism = BY_NAME.get(which) if isinstance(which, str) else None
    if mechanism is None:
        raise Refused(Reason.UNKNOWN_NAME, f"there is no mechanism {quoted(which)}", ", ".join(BY_NAME))
    rounds = int(accept({"T": T})["T"])
    return Parameters(mechanism, rounds, budget(rounds if mechanism is Which.BORAPPOR else 1, **given))
