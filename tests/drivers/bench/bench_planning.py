"""Plans: their processor time, and 10,000 runs of five deployments beside the promised errors."""

from collections.abc import Iterator, Mapping
from resource import RUSAGE_SELF, getrusage

from ldproof.aes import SeededAesCoins
from ldproof.planning.plan import make_plan, simulate_plan

RUNS = 10_000
LIMIT = 20
"""Seconds of processor time that any plan for 10^5 people and 1,000 rounds may take."""

LARGE = {"N": 10**5, "T": 1000}
PLANS: list[tuple[str, Mapping[str, object]]] = [
    ("count", {**LARGE, "epsilon": 4, "mu": "1/5"}),
    ("count", {**LARGE, "epsilon": 4}),
    ("count", {**LARGE, "epsilon": 4, "theta": "1/2"}),
    ("count", {**LARGE, "epsilon": 100, "rounds": "all"}),
    ("count", {**LARGE, "epsilon": 1000, "mu": "1/2", "rounds": "all", "theta": "4/5"}),
    ("count", {"T": 1000, "epsilon": 4, "mu": "1/5", "alpha": "0.0834"}),
    ("count", {"N": 10**5, "T": 1000, "mu": "1/5", "alpha": "0.05"}),
    ("count", {"N": 10**5, "epsilon": 4, "mu": "1/5", "alpha": "0.05"}),
    ("test", {"m1": 50_000, "m2": 50_000, "variants": 1000, "epsilon": 10}),
    ("sketch", {"N": 10**5, "items": 1000, "epsilon": 4}),
]


def table_times() -> Iterator[str]:
    """The processor time of each plan, and its share of the limit."""
    yield f"{'plan':92}{'seconds':>9}{'limit':>7}{'ratio':>7}"
    for kind, given in PLANS:
        start = spent()
        make_plan(kind, **given)
        took = spent() - start
        words = " ".join(f"{name}={value}" for name, value in given.items())
        yield f"{f'{kind} {words}':92}{took:>9.2f}{LIMIT:>7}{took / LIMIT:>7.2f}"


def spent() -> float:
    now = getrusage(RUSAGE_SELF)
    return now.ru_utime + now.ru_stime


DEPLOYMENTS: list[tuple[str, Mapping[str, object], str]] = [
    ("count", {"N": 1000, "T": 20, "epsilon": 3, "mu": "1/5"}, "Glance"),
    ("count", {"N": 500, "T": 4, "epsilon": 12, "mu": "1/4", "rounds": "all"}, "L-GRR"),
    ("count", {"N": 100, "T": 10, "epsilon": 10, "mu": "1/5"}, "5-shot, r = 0"),
    ("test", {"m1": 50, "m2": 50, "variants": 10, "epsilon": 10}, "M*"),
    ("sketch", {"counts": [60, 30, 10], "epsilon": 2, "bits": 8}, "kary, w = 4, d = 64"),
]
"""Five of different kinds, and what is chosen."""


def table_runs() -> Iterator[str]:
    """Shares of runs above an error must be at most beta; means are shown as they are."""
    yield f"{f'{RUNS:,} runs of':70}{'promised':>12}{'found':>12}{'error':>10}{'off by':>8}"
    for kind, given, name in DEPLOYMENTS:
        found = make_plan(kind, **given)
        for each in simulate_plan(found, RUNS, SeededAesCoins(f"planning/{name}".encode())):
            if each.name == name:
                off = (each.found - each.promised) / each.error if each.error else 0.0
                numbers = f"{each.promised:>12.5g}{each.found:>12.5g}{each.error:>10.2g}{off:>8.2f}"
                yield f"{f'{name}: {each.what}':70}{numbers}"
