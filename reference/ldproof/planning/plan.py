"""A plan by its kind, and runs of what it chooses."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch
from math import sqrt
from typing import TypeAlias

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.budget import WAYS
from ldproof.chi2.law import TITLES, PrivateTest
from ldproof.chi2.mechanism import decide_each
from ldproof.chi2.tables import parse_tables
from ldproof.coins import Coins
from ldproof.counting.client import simulate_received_constant
from ldproof.counting.mechanism import Parameters as OneReportParameters
from ldproof.devices import Reporters, by_group
from ldproof.errors import Reason, Refused
from ldproof.names import find_named
from ldproof.numbers import Array
from ldproof.parameters import accept_parameters, parameter_domain
from ldproof.planning.association import AssociationPlan, parse_study, plan_test
from ldproof.planning.count import CountPlan, plan_count
from ldproof.planning.counters import Counter, OneReport, Reporting
from ldproof.planning.deployment import (
    Deployment,
    Tell,
    as_float,
    format_rounded_up,
    ignore_progress,
    parse_deployment,
)
from ldproof.planning.requirement import Requirement, find_requirement, is_within_alpha
from ldproof.planning.sketches import SketchPlan, parse_census, plan_sketch
from ldproof.registry import request_of_function
from ldproof.shots.client import simulate_received_ones
from ldproof.sketch.collector import mean_estimates, simulate_collector
from ldproof.sketch.plan import draw_plan

# A plan by its kind, from numbers or text.

AnyPlan: TypeAlias = CountPlan | Requirement | AssociationPlan | SketchPlan
"""What is planned: frozen, with `to_json()`."""


def count(tell: Tell, /, alpha: object = None, **given: object) -> AnyPlan:
    """Counting in rounds; with alpha, what is left out of N, T and the budget is what is asked for."""
    missing = [name for name in ("N", "T") if given.get(name) is None]
    missing += [] if any(given.get(way) is not None for way in WAYS) else ["epsilon"]
    if alpha is None or not missing:
        request_of_function(parse_deployment).check("plan count", given)
        plan = plan_count(parse_deployment(**given), tell)
        return plan if alpha is None else check_reached_alpha(plan, alpha)
    if len(missing) > 1:
        raise Refused(Reason.MISSING, f"{' and '.join(missing)} are missing", "alpha and all of them but one")
    (name,) = missing
    # Anything stands for what is asked for: it is replaced at once.
    placed = {**given, name: placeholder_people(given.get("mu")) if name == "N" else 1}
    request_of_function(parse_deployment).check("plan count", placed)
    return find_requirement(parse_deployment(**placed), name, alpha, tell)


def placeholder_people(mu: object) -> int:
    """Some number of people of whom a share is a whole number."""
    return 1 if mu is None else Fraction(accept_parameters({"mu": mu})["mu"]).denominator


def check_reached_alpha(plan: CountPlan, alpha: object) -> CountPlan:
    """The plan, if it reaches an error; otherwise what is the least."""
    target = Fraction(accept_parameters({"alpha": alpha})["alpha"])
    if is_within_alpha(plan.alpha, target):
        return plan
    budget = plan.asked.budget
    raise Refused(
        Reason.OUT_OF_RANGE,
        f"no mechanism reaches alpha = {target} here",
        f"{format_rounded_up(plan.alpha)} or more, by {plan.chosen.name} at {budget.given} = {budget.value}",
    )


def test(tell: Tell, /, **given: object) -> AnyPlan:
    """Private chi-squared tests of many variants."""
    request_of_function(parse_study).check("plan test", given)
    return plan_test(parse_study(**given), tell)


def sketch(tell: Tell, /, **given: object) -> AnyPlan:
    """A sketch of how often each item is held."""
    request_of_function(parse_census).check("plan sketch", given)
    return plan_sketch(parse_census(**given), tell)


KINDS: Mapping[str, Callable[..., AnyPlan]] = {"count": count, "test": test, "sketch": sketch}
"""Each by its name."""


def plan(kind: str, tell: Tell = ignore_progress, /, **given: object) -> AnyPlan:
    """The plan of this kind: `count`, `test` or `sketch`; `tell` is told what is being computed."""
    return find_named("plan", kind, KINDS)(tell, **given)


# Runs of what a plan chooses, beside what it promises: simulated where that is asked for, and nowhere else.

WORK = 2 * 10**8
"""So many people's rounds, decisions or reports are simulated at most."""

SEED = "ldproof"
"""What the coins are made from, if nothing else is said."""

PRIME = 2**61 - 1
"""Where the width is no power of two, hashes are affine modulo that: nearly ideal ones, which are what is promised of."""

HAIR = 1e-9
"""By more than that, relatively, no float is off."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """What is promised of a number, and what runs gave, with its standard error; all of it in floats."""

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
        """As a JSON object."""
        return {
            "name": self.name,
            "what": self.what,
            "promised": self.promised,
            "found": self.found,
            "standard_error": self.error,
        }


def simulate_plan(
    found: AnyPlan, runs: object, coins: Coins, tell: Tell = ignore_progress
) -> list[Simulated]:
    """So many runs of what was planned."""
    number = int(parameter_domain("runs").accept("runs", runs))
    if number < 2:
        raise Refused(Reason.OUT_OF_RANGE, f"{number} runs", "2 or more")
    tell(f"{number} runs")
    return list(plan_simulations(found, number, coins))


@singledispatch
def plan_simulations(found: AnyPlan, runs: int, coins: Coins) -> Iterator[Simulated]:
    """Each number that is promised."""
    raise TypeError(f"no plan: {found!r}, {runs}, {coins}")


@plan_simulations.register
def requirement_simulations(found: Requirement, runs: int, coins: Coins) -> Iterator[Simulated]:
    """The plan at the answer."""
    return count_simulations(found.plan, runs, coins)


@plan_simulations.register
def count_simulations(found: CountPlan, runs: int, coins: Coins) -> Iterator[Simulated]:
    """For each mechanism how often the error of the first round, and that of any, is above what is promised."""
    asked = found.asked
    if asked.active is None:
        raise Refused(Reason.MISSING, "runs without mu", "mu, the share of active people")
    check_affordable_runs(asked.N * asked.T, runs)
    for row in found.rows:
        errors = simulated_errors(row.counter, asked, runs, coins)
        for what, promise, off in (
            ("one round", row.one_round, errors[:, 0]),
            ("all rounds", row.all_rounds, errors.max(axis=1)),
        ):
            above = (off > as_float(promise.at_most) * (1 + HAIR)).astype(float)
            yield mean_simulation(
                row.name, f"above {as_float(promise.at_most):.4g}, {what}", asked.beta, above
            )


def simulated_errors(counter: Counter, asked: Deployment, runs: int, coins: Coins) -> Array:
    """A row for each run, in which a share mu of people is always active; no estimate is an infinite error."""
    N, T, active = asked.N, asked.T, int(asked.active or 0)
    mu = active / N
    if isinstance(counter, OneReport):
        of_one = OneReportParameters(counter.which, T, asked.budget)
        got = simulate_received_constant(of_one, N, active, runs, coins)
        lie = 1 / (float(asked.budget.report_excess()) + 2)
        if counter.fill is not None:
            rate = (got.ones + float(counter.fill) * (N - got.reporters)) / N
            quiet = float(counter.fill) * (1 - 1 / T)
            return np.abs((rate - quiet - lie / T) / ((1 - 2 * lie) / T) - mu)
        rates = got.ones / np.maximum(got.reporters, 1)
        return np.where(got.reporters > 0, np.abs((rates - lie) / (1 - 2 * lie) - mu), np.inf)
    if not isinstance(counter, Reporting):
        raise TypeError(f"no mechanism: {counter!r}")
    shots = counter.shots
    ones = np.array(
        [
            simulate_received_ones(shots, N, each, coins)
            for each in draw_reporters(shots.m, N, T, active, runs, coins)
        ]
    )
    lie, part, r = 1 / (float(shots.budget.report_excess()) + 2), shots.m / T, float(shots.r)
    q = part * lie + (1 - part) * r
    return np.abs((ones / N - q) / (part * (1 - 2 * lie)) - mu)


def draw_reporters(m: int, N: int, T: int, active: int, runs: int, coins: Coins) -> Iterator[Reporters]:
    """For each run, who reports when."""
    groups = np.repeat(np.array([active, N - active]), runs)
    rounds: Int64Array = np.array(list(by_group(m, T, groups, coins))).T.reshape(2, runs, T)
    for some, others in zip(*rounds, strict=True):
        yield Reporters(some + others, some)


@plan_simulations.register
def association_simulations(found: AssociationPlan, runs: int, coins: Coins) -> Iterator[Simulated]:
    """The wrong decisions of the chosen test."""
    asked = found.asked
    check_affordable_runs(asked.spectrum.variants, runs)
    study = [table for table, count in asked.spectrum.tables for _ in range(count)]
    every = parse_tables([each.a for each in study], [each.b for each in study], *asked.people)
    (kind,) = (kind for kind, title in TITLES.items() if title == found.chosen.name)
    test, truth = PrivateTest(kind, asked.tau, asked.each), every.significant(asked.tau)
    wrong = ((decide_each(test, every, coins).significant != truth).sum() for _ in range(runs))
    yield mean_simulation(found.chosen.name, "wrong decisions", Fraction(as_float(found.chosen.all)), wrong)


@plan_simulations.register
def sketch_simulations(found: SketchPlan, runs: int, coins: Coins) -> Iterator[Simulated]:
    """The squared error of the chosen sketch, over all items; hashes are drawn for each run."""
    asked, best = found.asked, found.chosen
    counts = np.array(asked.profile.counts)
    check_affordable_runs(asked.profile.N * best.w, runs)
    items, held = [f"item {k}" for k in range(len(counts))], np.repeat(np.arange(len(counts)), counts)
    whole, p, q = best.noise
    given = {"p": p, "q": q} if whole is None else {asked.whole.given: asked.whole.value}
    family = ("affine", PRIME) if best.w & (best.w - 1) else ("quadratic", None)

    def squared() -> float:
        public = draw_plan(best.mechanism, best.w, best.d, coins, *family, **given)
        estimates = mean_estimates(simulate_collector(public, items, held, coins).hits(items))
        return float(np.mean((np.array([float(each) for each in estimates]) - counts) ** 2))

    promised = Fraction(as_float(best.mean_squared_error))
    yield mean_simulation(best.name, "squared error", promised, (squared() for _ in range(runs)))


def check_affordable_runs(size: int, runs: int) -> None:
    """Refuse more than can be drawn within minutes."""
    if size * runs > WORK:
        raise Refused(
            Reason.TOO_LARGE, f"{runs} runs of {size} draws", f"at most {max(2, WORK // size)} runs"
        )


def mean_simulation(name: str, what: str, promised: Fraction, runs: Iterable[float]) -> Simulated:
    """A mean and its standard error."""
    values = np.array([float(each) for each in runs])
    error = float(values.std(ddof=1)) / sqrt(len(values))
    return Simulated(name, what, float(promised), float(values.mean()), error)
