"""Which mechanism to deploy, with which parameters, and how wrong it will be."""

from ldproof.api.mechanisms import as_text, list_things, parse_name_text
from ldproof.planning.plan import SEED
from ldproof.planning.report import PlanResult, plan_and_simulate


def plan(
    kind: str, /, *, table: object = None, runs: int | None = None, seed: str = SEED, **given: object
) -> PlanResult:
    """The best mechanism for a deployment: of the kind `count`, `test` or `sketch`, as `ldproof plan --help` describes them.

    Numbers are exact, and the budget is one of `epsilon` and `odds`. `table` is, for a test, the lines of a CSV.
    What is promised is simulated so often as `runs` says.

    >>> print(plan("count", N=60, T=3, odds=729, mu="1/4"))
    L-GRR: its error exceeds 0.0645 in a round with a share of 1/4 active with probability 1/20 at most...
    """
    known: dict[str, object] = {
        name: as_text(name, thing) for name, thing in given.items() if thing is not None
    }
    lines = {} if table is None else {"table": list_things("tables", table, "the lines of a CSV")}
    coins_from = parse_name_text("a seed", seed).encode(errors="surrogatepass")
    return plan_and_simulate(parse_name_text("a plan", kind), known | lines, runs, coins_from)
