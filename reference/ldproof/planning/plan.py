"""A plan by its kind, and runs of what it chooses."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import sqrt
from typing import TypeAlias, TypeVar

import numpy as np

from ldproof import defaults
from ldproof.arrays import Int64Array
from ldproof.budget import WAYS
from ldproof.chi2.law import PrivateTest
from ldproof.chi2.mechanism import decide_each
from ldproof.chi2.tables import parse_tables
from ldproof.coins import Coins
from ldproof.counting.client import (
    simulate_future_rand_constant,
    simulate_memoized_constant,
    simulate_received_constant,
)
from ldproof.counting.formulas import estimate_filled, estimate_reported
from ldproof.counting.mechanism import Counting
from ldproof.devices import Reporters, by_group
from ldproof.errors import Reason, Refused
from ldproof.names import find_named
from ldproof.numbers import Array, Real
from ldproof.parameters import accept_parameters, parameter_domain
from ldproof.planning.association import AssociationPlan, parse_study, plan_test
from ldproof.planning.count import CountPlan, plan_count
from ldproof.planning.counters import Counter, MemoizedCounter, ReportingCounter
from ldproof.planning.deployment import (
    Deployment,
    Tell,
    as_float,
    format_rounded_up,
    ignore_progress,
    parse_deployment,
)
from ldproof.planning.future_rand import FutureRandCounter
from ldproof.planning.requirement import Requirement, find_requirement, is_within_alpha
from ldproof.planning.sketches import SketchPlan, parse_census, plan_sketch
from ldproof.registry import request_of_function
from ldproof.shots.client import simulate_received_ones
from ldproof.shots.formulas import estimate
from ldproof.sketch.collector import mean_estimates, simulate_collector
from ldproof.sketch.plan import draw_plan

T = TypeVar("T")

AnyPlan: TypeAlias = CountPlan | Requirement | AssociationPlan | SketchPlan
"""A plan: frozen, with what is chosen, its error, what decides, what that assumes, and `to_json()`."""


def parse_request(command: str, parse: Callable[..., T], given: Mapping[str, object]) -> T:
    """Return what is asked for; refuse names that the command does not take."""
    asked = request_of_function(parse)
    try:
        asked.check(command, given)
    except Refused as refusal:
        if refusal.reason is not Reason.BUDGET_NOT_UNIQUE:
            raise
        raise Refused(refusal.reason, refusal.what, asked.accepted_budget) from None
    return parse(**given)


def plan_or_find(tell: Tell, /, alpha: object = None, **given: object) -> CountPlan | Requirement:
    """Plan counting in rounds; if alpha is given, find what is missing of N, T and the budget."""
    missing = [name for name in ("N", "T") if given.get(name) is None]
    missing += [] if any(given.get(way) is not None for way in WAYS) else ["epsilon"]
    if alpha is None or not missing:
        plan = plan_count(parse_request("plan count", parse_deployment, given), tell)
        return plan if alpha is None else check_reached_alpha(plan, alpha)
    if len(missing) > 1:
        raise Refused(Reason.MISSING, f"{' and '.join(missing)} are missing", "alpha and all of them but one")
    (name,) = missing
    # A placeholder, which the search replaces; of N people, mu has to be a whole number, and m is at most T.
    mu, m = given.get("mu"), given.get("m")
    people = 1 if mu is None else Fraction(accept_parameters({"mu": mu})["mu"]).denominator
    placed = {**given, name: people if name == "N" else m if name == "T" and m is not None else 1}
    return find_requirement(parse_request("plan count", parse_deployment, placed), name, alpha, tell)


def check_reached_alpha(plan: CountPlan, alpha: object) -> CountPlan:
    """Return the plan if its error is at most alpha; otherwise refuse, with the least error."""
    target = Fraction(accept_parameters({"alpha": alpha})["alpha"])
    if is_within_alpha(plan.alpha, target):
        return plan
    budget = plan.asked.budget
    raise Refused(
        Reason.OUT_OF_RANGE,
        f"no mechanism reaches alpha = {target} here",
        f"{format_rounded_up(plan.alpha)} or more, by {plan.chosen.name} at {budget.given} = {budget.value}",
    )


KINDS: Mapping[str, Callable[..., AnyPlan]] = {
    "count": plan_or_find,
    "test": lambda tell, **given: plan_test(parse_request("plan test", parse_study, given), tell),
    "sketch": lambda tell, **given: plan_sketch(parse_request("plan sketch", parse_census, given), tell),
}
"""Counting in rounds, private chi-squared tests of many variants, and a sketch of how often each item is held."""


def make_plan(kind: str, tell: Tell = ignore_progress, /, **given: object) -> AnyPlan:
    """Return the plan of a kind: `count`, `test` or `sketch`; `tell` is called with what is being computed."""
    return find_named("plan", kind, KINDS)(tell, **given)


# Simulations of what a plan chooses, beside what it promises; made only where they are asked for.

WORK = 2 * 10**8
"""At most so many rounds, decisions or reports of people are simulated."""

SEED = defaults.SEED
"""The default seed of the coins."""

PRIME = 2**61 - 1
"""If the width is no power of two, hashes are affine modulo this prime: nearly the ideal ones of the promise."""

HAIR = 1e-9
"""A relative bound on the rounding error of a float."""


@dataclass(frozen=True, slots=True)
class SimulatedPromise:
    """A promised number, the mean of runs and its standard error, in floats."""

    name: str
    what: str
    promised: float
    found: float
    error: float

    def __str__(self) -> str:
        return (
            f"simulated, {self.name}: {self.what}: {self.found:.4g} with a standard error of {self.error:.2g}, "
            f"where {self.promised:.4g} is promised"
        )

    def to_json(self) -> dict[str, object]:
        """Return a JSON object."""
        return {
            "name": self.name,
            "what": self.what,
            "promised": self.promised,
            "found": self.found,
            "standard_error": self.error,
        }


def simulate_plan(
    found: AnyPlan, runs: object, coins: Coins, tell: Tell = ignore_progress
) -> list[SimulatedPromise]:
    """Simulate a plan, and return each promised number beside the mean of so many runs."""
    number = int(parameter_domain("runs").accept("runs", runs))
    if number < 2:
        raise Refused(Reason.OUT_OF_RANGE, f"{number} runs", "2 or more")
    tell(f"{number} runs")
    match found:
        case Requirement():
            return list(simulate_count(found.plan, number, coins))
        case CountPlan():
            return list(simulate_count(found, number, coins))
        case AssociationPlan():
            return [simulate_test(found, number, coins)]
        case SketchPlan():
            return [simulate_sketch(found, number, coins)]


def simulate_count(found: CountPlan, runs: int, coins: Coins) -> Iterator[SimulatedPromise]:
    """Yield how often the error of the first round, and of any, exceeds the promise, for each mechanism."""
    asked = found.asked
    if asked.active_people is None:
        raise Refused(Reason.MISSING, "runs without mu", "mu, the share of active people")
    check_affordable_runs(asked.N * asked.T, runs)
    for row in found.rows:
        errors = simulated_errors(row.counter, asked, asked.active_people, runs, coins)
        for what, promise, off in (
            ("one round", row.one_round, errors[:, 0]),
            ("all rounds", row.all_rounds, errors.max(axis=1)),
        ):
            most = as_float(promise.at_most)
            yield mean_simulation(row.name, f"above {most:.4g}, {what}", asked.beta, off > most * (1 + HAIR))


def simulated_errors(counter: Counter, asked: Deployment, active: int, runs: int, coins: Coins) -> Array:
    """Return the errors of all rounds, a row for each run; the error is infinite where there is no estimate."""
    N, T, mu = asked.N, asked.T, active / asked.N
    if isinstance(counter, ReportingCounter):
        shots = counter.shots
        if isinstance(counter, MemoizedCounter):
            ones = simulate_memoized_constant(counter.two_step_mechanism, N, active, runs, coins).astype(
                float
            )
        else:
            reporters = draw_reporters(shots.m, N, T, active, runs, coins)
            ones = np.array([simulate_received_ones(shots, N, each, coins) for each in reporters], float)
        known = arrays_like(ones, N, shots.m, T, shots.r, shots.budget.report_excess())
        return np.abs(estimate(ones, *known) - mu)
    if isinstance(counter, FutureRandCounter):
        rounds = islice(simulate_future_rand_constant(counter.made, N, active, runs, coins), T)
        return np.abs(np.array([*rounds]).T * float(counter.made.levels / counter.made.gap) / N - mu)
    of_one = Counting(counter.which, T, counter.budget)
    got = simulate_received_constant(of_one, N, active, runs, coins)
    ones, senders = got.ones.astype(float), got.reporters.astype(float)
    if counter.null_value is not None:
        known = arrays_like(ones, N, T, counter.null_value, counter.budget.report_excess())
        return np.abs(estimate_filled(ones, senders, *known) - mu)
    (excess,) = arrays_like(ones, counter.budget.report_excess())
    estimates = estimate_reported(ones, np.maximum(senders, 1), excess)
    return np.where(senders > 0, np.abs(estimates - mu), np.inf)


def arrays_like(shape: Array, *numbers: Real | Fraction | int) -> list[Array]:
    """Return arrays of this shape, each full of a number."""
    return [np.full_like(shape, float(each)) for each in numbers]


def draw_reporters(m: int, N: int, T: int, active: int, runs: int, coins: Coins) -> Iterator[Reporters]:
    """Yield for each run how many people report in each round."""
    groups = np.repeat(np.array([active, N - active]), runs)
    rounds: Int64Array = np.array(list(by_group(m, T, groups, coins))).T.reshape(2, runs, T)
    for some, others in zip(*rounds, strict=True):
        yield Reporters(some + others, some)


def simulate_test(found: AssociationPlan, runs: int, coins: Coins) -> SimulatedPromise:
    """Return the number of wrong decisions of the chosen test."""
    asked, best = found.asked, found.chosen
    check_affordable_runs(asked.spectrum.variant_count, runs)
    study = [table for table, count in asked.spectrum.tables for _ in range(count)]
    every = parse_tables([each.a for each in study], [each.b for each in study], *asked.group_sizes)
    test, truth = PrivateTest(best.kind, asked.tau, asked.test_budget), every.significant(asked.tau)
    wrong = ((decide_each(test, every, coins).significant != truth).sum() for _ in range(runs))
    return mean_simulation(best.name, "wrong decisions", as_float(best.wrong_decisions), wrong)


def simulate_sketch(found: SketchPlan, runs: int, coins: Coins) -> SimulatedPromise:
    """Return the squared error of the chosen sketch over all items; hashes are drawn for each run."""
    asked, best = found.asked, found.chosen
    counts = np.array(asked.profile.counts)
    check_affordable_runs(asked.profile.N * best.w, runs)
    items, held = [f"item {k}" for k in range(len(counts))], np.repeat(np.arange(len(counts)), counts)
    whole, p, q = best.budget_or_rates
    given = {"p": p, "q": q} if whole is None else {asked.whole.given: asked.whole.value}
    family = ("affine", PRIME) if best.w & (best.w - 1) else ("quadratic", None)

    def squared_error() -> float:
        public = draw_plan(best.mechanism, best.w, best.d, coins, *family, **given)
        estimates = mean_estimates(simulate_collector(public, items, held, coins).hits(items))
        return float(np.mean((np.array([float(each) for each in estimates]) - counts) ** 2))

    promised = as_float(best.mean_squared_error)
    return mean_simulation(best.name, "squared error", promised, (squared_error() for _ in range(runs)))


def check_affordable_runs(size: int, runs: int) -> None:
    """Refuse more draws than take minutes."""
    if size * runs > WORK:
        raise Refused(
            Reason.TOO_LARGE, f"{runs} runs of {size} draws", f"at most {max(2, WORK // size)} runs"
        )


def mean_simulation(
    name: str, what: str, promised: Fraction | float, runs: Iterable[float]
) -> SimulatedPromise:
    """Return the mean of runs and its standard error beside a promised number."""
    values = np.array([float(each) for each in runs])
    error = float(values.std(ddof=1)) / sqrt(len(values))
    return SimulatedPromise(name, what, float(promised), float(values.mean()), error)
