"""Plans: how long they take, and 10,000 runs of five deployments beside what is promised of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from resource import RUSAGE_SELF, getrusage

import numpy as np

from ldproof.aes import SeededAesCoins
from ldproof.budget import budget
from ldproof.chi2.curator import decide_each
from ldproof.chi2.law import Mechanism, PrivateTest
from ldproof.chi2.tables import tables
from ldproof.counting.parameters import Which, parameters
from ldproof.counting.population import received_of_constant
from ldproof.numbers import Array
from ldproof.planning.association import AssociationPlan
from ldproof.planning.count import CountPlan
from ldproof.planning.counters import Reporting
from ldproof.planning.plan import plan
from ldproof.planning.promises import order
from ldproof.planning.sketches import SketchPlan
from ldproof.shots.population import ones
from ldproof.sketch.estimators import mean
from ldproof.sketch.plan import plan as public_plan
from ldproof.sketch.population import collected

RUNS = 10_000
LIMIT = 20
"""Seconds of processor time that any plan for 10^5 people and 1,000 rounds may take."""

LARGE = {"N": 10**5, "T": 1000}
PLANS: list[tuple[str, Mapping[str, object]]] = [
    ("count", {**LARGE, "epsilon": 4, "mu": "1/5"}),
    ("count", {**LARGE, "epsilon": 4}),
    ("count", {**LARGE, "epsilon": 100, "rounds": "all"}),
    ("count", {**LARGE, "epsilon": 1000, "mu": "1/2", "rounds": "all", "theta": "4/5"}),
    ("count", {"T": 1000, "epsilon": 4, "mu": "1/5", "alpha": "0.0834"}),
    ("count", {"N": 10**5, "T": 1000, "mu": "1/5", "alpha": "0.05"}),
    ("count", {"N": 10**5, "epsilon": 4, "mu": "1/5", "alpha": "0.05"}),
    ("test", {"m1": 50_000, "m2": 50_000, "variants": 1000, "epsilon": 10}),
    ("sketch", {"N": 10**5, "items": 1000, "epsilon": 4}),
]


def table_times() -> Iterator[str]:
    """The processor time of each plan, and its part of what it may take."""
    yield f"{'plan':92}{'seconds':>9}{'limit':>7}{'ratio':>7}"
    for kind, given in PLANS:
        start = spent()
        plan(kind, **given)
        took = spent() - start
        words = " ".join(f"{name}={value}" for name, value in given.items())
        yield f"{f'{kind} {words}':92}{took:>9.2f}{LIMIT:>7}{took / LIMIT:>7.2f}"


def spent() -> float:
    """The processor time so far."""
    now = getrusage(RUSAGE_SELF)
    return now.ru_utime + now.ru_stime


@dataclass(frozen=True, slots=True)
class Beside:
    """What is promised, and what runs gave with its standard error."""

    what: str
    promised: float
    found: float
    error: float

    def __str__(self) -> str:
        off = (self.found - self.promised) / self.error if self.error else 0.0
        return f"{self.what:70}{self.promised:>12.5g}{self.found:>12.5g}{self.error:>10.2g}{off:>8.2f}"


def table_runs() -> Iterator[object]:
    """Shares of runs above an error are beta at most; means are as they are."""
    yield f"{f'{RUNS:,} runs of':70}{'promised':>12}{'found':>12}{'error':>10}{'off by':>8}"
    for run in (glance, borappor, m_shot, association, sketch):
        yield run()


def share(what: str, asked: CountPlan, errors: Array) -> Beside:
    """How often an error is above what is promised."""
    beta = float(asked.asked.beta)
    above = float((errors > order(asked.alpha) * (1 + 1e-9)).mean())
    return Beside(
        f"{what}: above {order(asked.alpha):.4g}, at most", beta, above, sqrt(beta * (1 - beta) / RUNS)
    )


def counted(**given: object) -> CountPlan:
    """A plan for counting."""
    found = plan("count", **given)
    assert isinstance(found, CountPlan)
    return found


def glance() -> Beside:
    """One round."""
    asked = counted(N=1000, T=20, epsilon=3, mu="1/5")
    assert asked.chosen.name == "Glance"
    got = received_of_constant(parameters(Which.GLANCE, 20, epsilon=3), 1000, 200, RUNS, coins("glance"))
    heard, lie = got.ones[:, 0] / np.maximum(got.reporters[:, 0], 1), 1 / (1 + np.exp(3.0))
    errors = np.where(got.reporters[:, 0] > 0, abs((heard - lie) / (1 - 2 * lie) - 0.2), np.inf)
    return share("Glance, N=1000 T=20 epsilon=3 mu=1/5, one round", asked, errors)


def borappor() -> Beside:
    """The largest error over all rounds, which is exact."""
    asked = counted(N=500, T=4, epsilon=12, mu="1/4", rounds="all")
    assert asked.chosen.name == "BORAPPOR"
    got = received_of_constant(parameters(Which.BORAPPOR, 4, epsilon=12), 500, 125, RUNS, coins("borappor"))
    lie = 1 / (1 + np.exp(3.0))
    errors = abs((got.ones / 500 - lie) / (1 - 2 * lie) - 0.25).max(axis=1)
    return share("BORAPPOR, N=500 T=4 epsilon=12 mu=1/4, all rounds", asked, errors)


def m_shot() -> Beside:
    """One round, whoever is active: here everybody, as is worst."""
    asked = counted(N=100, T=10, epsilon=10)
    counter = asked.chosen.counter
    assert isinstance(counter, Reporting)
    shots, source = counter.shots, coins("m-shot")
    got = np.array([ones(shots, np.ones((100, 10), np.bool_), source)[0] for _ in range(RUNS)])
    lie, part, r = 1 / (1 + np.exp(10 / shots.m)), shots.m / 10, float(shots.r)
    q = part * lie + (1 - part) * r
    errors = abs((got / 100 - q) / (part * (1 - 2 * lie)) - 1)
    return share(f"{shots.m}-shot, N=100 T=10 epsilon=10, one round, all active", asked, errors)


def association() -> Beside:
    """The mean number of wrong decisions."""
    found = plan("test", m1=50, m2=50, variants=10, epsilon=10)
    assert isinstance(found, AssociationPlan)
    study = [table for table, count in found.asked.spectrum.tables for _ in range(count)]
    every = tables([each.a for each in study], [each.b for each in study], 50, 50)
    assert found.chosen.name == "M*"
    test, source = PrivateTest(Mechanism.OPTIMAL, found.asked.tau, budget(epsilon=1)), coins("test")
    truth = every.significant(found.asked.tau)
    wrong = [int((decide_each(test, every, source).significant != truth).sum()) for _ in range(RUNS)]
    return averaged("M*, m1=m2=50, 10 variants, epsilon=10, wrong decisions", float(found.chosen.all), wrong)


def sketch() -> Beside:
    """The mean squared error over all items, hashes drawn for each run."""
    counts = [60, 30, 10]
    found = plan("sketch", counts=counts, epsilon=2, bits=8)
    assert isinstance(found, SketchPlan)
    best, source = found.chosen, coins("sketch")
    held, items = np.repeat(np.arange(3), counts), ["a", "b", "c"]
    squares = []
    for _ in range(RUNS):
        public = public_plan(best.mechanism, best.w, best.d, source, epsilon=2)
        estimates = mean(collected(public, items, held, source).hits(items))
        squares.append(
            sum((float(each) - count) ** 2 for each, count in zip(estimates, counts, strict=True)) / 3
        )
    return averaged(f"{best.name}, counts=[60,30,10] epsilon=2", float(best.mean_squared_error), squares)


def averaged(what: str, promised: float, runs: list[int] | list[float]) -> Beside:
    """A mean and its standard error."""
    return Beside(what, promised, float(np.mean(runs)), float(np.std(runs)) / sqrt(len(runs)))


def coins(name: str) -> SeededAesCoins:
    """A deployment's own."""
    return SeededAesCoins(f"planning/{name}".encode())
