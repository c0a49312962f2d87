"""Which mechanism to deploy, with which parameters, and how wrong it will be."""

import json

from ldproof.aes import SeededAesCoins
from ldproof.evaluation import enclosed_answer
from ldproof.interface.mechanisms import DIGITS, as_text, certified_number, list_things, parse_named
from ldproof.interface.results import PlanResult
from ldproof.planning.plan import SEED, simulate_plan
from ldproof.planning.plan import plan as planned
from ldproof.planning.requirement import Requirement


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
    coins = SeededAesCoins(parse_named("a seed", seed).encode(errors="surrogatepass"))
    told = [] if runs is None else simulate_plan(found, runs, coins)
    return PlanResult(
        kind,
        found.chosen.name,
        certified_number(enclosed_answer(found.error, DIGITS), DIGITS),
        found.answer if isinstance(found, Requirement) else None,
        (found.decides, f"This hangs on: {'; '.join(found.assumes)}.", *map(str, told)),
        json.dumps(found.to_json() | ({"simulated": [each.to_json() for each in told]} if told else {})),
    )
