"""The result of a plan: its words, its JSON and, for notebooks, its HTML."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from ldproof.aes import SeededAesCoins
from ldproof.planning.deployment import Tell, ignore_progress
from ldproof.planning.plan import AnyPlan, SimulatedPromise, make_plan, simulate_plan
from ldproof.planning.requirement import Requirement
from ldproof.results import DIGITS, Certified, enclosed_answer, html_table


@dataclass(frozen=True)
class PlanResult:
    """The mechanism that a plan chooses, and its error."""

    kind: str
    """`count`, `test` or `sketch`."""
    plan: AnyPlan = field(repr=False)
    """Every mechanism that was compared, and what decides."""
    simulated: tuple[SimulatedPromise, ...] = ()
    """The means of runs beside what is promised."""

    @property
    def chosen(self) -> str:
        """The name of the chosen mechanism."""
        return self.plan.chosen.name

    @property
    def error(self) -> Certified:
        """The error of the chosen mechanism.

        A count's error is what is not exceeded but for a probability of beta, that of tests the expected number of wrong
        decisions, and that of a sketch the mean squared error.
        """
        return Certified(enclosed_answer(self.plan.error, DIGITS))

    @property
    def answer(self) -> str | None:
        """The N, T or epsilon that was asked for; None where none was."""
        return self.plan.answer if isinstance(self.plan, Requirement) else None

    @property
    def words(self) -> tuple[str, ...]:
        """The sentences of the report: the choice, its assumptions, and the means of runs."""
        hangs_on = f"Assumed: {'; '.join(self.plan.assumes)}."
        return self.plan.decides, hangs_on, *map(str, self.simulated)

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
    """Return the plan of a kind from what is known, with so many runs, or with none."""
    found = make_plan(kind, tell, **known)
    simulated = () if runs is None else (*simulate_plan(found, runs, SeededAesCoins(seed), tell),)
    return PlanResult(kind, found, simulated)
