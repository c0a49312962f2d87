"""What a plan chooses, with its words, its JSON and, for notebooks, its HTML."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from ldproof.aes import SeededAesCoins
from ldproof.planning.association import AssociationPlan
from ldproof.planning.count import CountPlan
from ldproof.planning.deployment import Size, Tell, ignore_progress
from ldproof.planning.plan import AnyPlan, Simulated, simulate_plan
from ldproof.planning.plan import plan as make_plan
from ldproof.planning.requirement import Requirement
from ldproof.planning.sketches import SketchPlan
from ldproof.results import DIGITS, Certified, enclosed_answer, html_table


@dataclass(frozen=True)
class PlanResult:
    """Which mechanism a plan chooses, and how wrong it will be."""

    kind: str
    """`count`, `test` or `sketch`."""
    plan: AnyPlan = field(repr=False)
    """Every mechanism that was compared, and what decides."""
    simulated: tuple[Simulated, ...] = ()
    """What runs gave beside what is promised."""

    @property
    def chosen(self) -> str:
        """The mechanism, in words."""
        return chosen_mechanism(self.plan)[0]

    @property
    def error(self) -> Certified:
        """Its error.

        A count's error is what is not exceeded but for a probability of beta, that of tests the expected number of wrong
        decisions, and that of a sketch the mean squared error.
        """
        return Certified(enclosed_answer(chosen_mechanism(self.plan)[1], DIGITS))

    @property
    def answer(self) -> str | None:
        """The N, T or epsilon that was asked for; None where none was."""
        return self.plan.answer if isinstance(self.plan, Requirement) else None

    @property
    def words(self) -> tuple[str, ...]:
        """What decides, what that hangs on, and what runs gave."""
        assumes = (self.plan.plan if isinstance(self.plan, Requirement) else self.plan).assumes
        return self.plan.decides, f"This hangs on: {'; '.join(assumes)}.", *map(str, self.simulated)

    def __str__(self) -> str:
        return "\n".join(self.words)

    def to_json(self) -> str:
        """One JSON object, as `ldproof plan --json` has it."""
        runs = {"simulated": [each.to_json() for each in self.simulated]} if self.simulated else {}
        return json.dumps(self.plan.to_json() | runs)

    def _repr_html_(self) -> str:
        rows = [("chosen", self.chosen), ("error", str(self.error))]
        rows += [] if self.answer is None else [("answer", self.answer)]
        return html_table(f"plan {self.kind}", rows) + "".join(
            f"<p>{escape(each)}</p>" for each in self.words
        )


def plan_and_simulate(
    kind: str, known: Mapping[str, object], runs: object, seed: bytes, tell: Tell = ignore_progress
) -> PlanResult:
    """The plan of this kind from what is known, simulated so often as is said, or not at all."""
    found = make_plan(kind, tell, **known)
    simulated = () if runs is None else (*simulate_plan(found, runs, SeededAesCoins(seed), tell),)
    return PlanResult(kind, found, simulated)


def chosen_mechanism(plan: AnyPlan) -> tuple[str, Size]:
    """The name of the mechanism that a plan chooses, and its error."""
    match plan:
        case CountPlan():
            return plan.chosen.name, plan.alpha
        case Requirement():
            return chosen_mechanism(plan.plan)
        case AssociationPlan():
            return plan.chosen.name, plan.chosen.all
        case SketchPlan():
            return plan.chosen.name, plan.chosen.mean_squared_error
