"""Which mechanism to deploy, with which parameters, and how wrong it will be."""

import json
from functools import singledispatch

from ldproof.aes import SeededAesCoins
from ldproof.evaluation import enclosed_answer
from ldproof.interface.mechanisms import DIGITS, as_text, certified_number, list_things, parse_named
from ldproof.interface.results import Certified, PlanResult
from ldproof.planning.association import AssociationPlan
from ldproof.planning.count import CountPlan
from ldproof.planning.deployment import Size
from ldproof.planning.plan import SEED, AnyPlan, simulate_plan
from ldproof.planning.plan import plan as planned
from ldproof.planning.requirement import Requirement
from ldproof.planning.sketches import SketchPlan


def plan(
    kind: str, /, *, table: object = None, runs: int | None = None, seed: str = SEED, **given: object
) -> PlanResult:
    """The best mechanism for a deployment: of the kind `count`, `test` or `sketch`, as `ldproof plan --help` describes them.

    Numbers are exact, and the budget is one of `epsilon` and `odds`. `table` is, for a test, the lines of a CSV.
    What is promised is simulated so often as `runs` says.

    >>> print(plan("count", N=60, T=3, odds=729, mu="1/4"))
    BORAPPOR: its error exceeds 0.105 in a round with a share of 1/4 active with probability 1/20 at most...
    """
    known = {name: as_text(name, thing) for name, thing in given.items() if thing is not None}
    lines = {} if table is None else {"table": list_things("tables", table, "the lines of a CSV")}
    found = planned(parse_named("a plan", kind), **known, **lines)
    chosen, error, assumes = chosen_mechanism(found)
    coins = SeededAesCoins(parse_named("a seed", seed).encode(errors="surrogatepass"))
    told = [] if runs is None else simulate_plan(found, runs, coins)
    return PlanResult(
        kind,
        chosen,
        error,
        found.answer if isinstance(found, Requirement) else None,
        (found.decides, f"This hangs on: {'; '.join(assumes)}.", *map(str, told)),
        json.dumps(found.to_json() | ({"simulated": [each.to_json() for each in told]} if told else {})),
    )


@singledispatch
def chosen_mechanism(found: AnyPlan) -> tuple[str, Certified, tuple[str, ...]]:
    """What is chosen, its error, and what that hangs on."""
    raise TypeError(f"no plan: {found!r}")


@chosen_mechanism.register
def best_count(found: CountPlan) -> tuple[str, Certified, tuple[str, ...]]:
    """What its error does not exceed, but for a probability of beta."""
    return found.chosen.name, certified_error(found.alpha), found.assumes


@chosen_mechanism.register
def best_at_answer(found: Requirement) -> tuple[str, Certified, tuple[str, ...]]:
    """The plan at the answer."""
    return best_count(found.plan)


@chosen_mechanism.register
def best_test(found: AssociationPlan) -> tuple[str, Certified, tuple[str, ...]]:
    """The expected number of wrong decisions."""
    return found.chosen.name, certified_error(found.chosen.all), found.assumes


@chosen_mechanism.register
def best_sketch(found: SketchPlan) -> tuple[str, Certified, tuple[str, ...]]:
    """The mean squared error."""
    return found.chosen.name, certified_error(found.chosen.mean_squared_error), found.assumes


def certified_error(error: Size) -> Certified:
    """An error as it is known."""
    return certified_number(enclosed_answer(error, DIGITS), DIGITS)
