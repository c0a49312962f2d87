"""How often right mechanisms are called violated, for each kind of claim: the counts in docs/auditing.md.

    python -m tests.drivers.false_alarms KIND AUDITS PAIRS FIRST

Each audit has a seed of its own, FIRST and the following ones. The mechanisms are as revealing as their claim allows, at
one event or more. The ladder of the lower bound has one rung only: it has no part in
the verdict, and takes most of the time.
"""

import sys
from collections.abc import Mapping
from fractions import Fraction
from math import log

from ldproof.auditor import AuditPlan, Pair, Verdict, bets, parse_claim
from ldproof.auditor.claim import Written
from tests.audit.laws import Drawing, audit_drawing, binary_response, draw_by_laws
from tests.audit.test_delta import gaussian_noise

MIXED = draw_by_laws({"a": 0.1, "b": 0.4, "c": 0.4, "d": 0.1}, {"b": 0.1, "c": 0.4, "d": 0.4, "e": 0.1})
"""Its trade-off curve goes through 0:9/10, 1/10:1/2, 1/2:1/10 and 9/10:0."""
KINDS: Mapping[str, tuple[Mapping[str, Written], Drawing]] = {
    "epsilon": ({"odds": "3"}, binary_response(log(3))),
    "epsilon and delta": (
        {"odds": "3", "delta": "1/10"},
        draw_by_laws({0: 0.775, 1: 0.225}, {0: 0.225, 1: 0.775}),
    ),
    "rho": ({"rho": "1/2"}, gaussian_noise(1.0)),
    "renyi": ({"renyi": "2:0.4055,8:0.6353"}, binary_response(log(2))),
    "gdp": ({"gdp": "1"}, gaussian_noise(1.0)),
    "f": ({"f": "0:9/10,1/10:1/2,1/2:1/10,9/10:0,1:0"}, MIXED),
    "f as a formula": ({"f": "max(0, 0.9 - 4*alpha, 0.6 - alpha, (0.9 - alpha)/4)"}, MIXED),
}
"""Claims, and mechanisms that keep them and no stronger ones."""


def count_alarms(kind: str, audits: int, pairs: int, first: int) -> int:
    """Return how many of some audits call a right mechanism violated, at an alpha of 0.05."""
    claimed, drawing = KINDS[kind]
    plan = AuditPlan(parse_claim("black-box", claimed), (Pair(0, 1),), Fraction(1, 20), pairs)
    return sum(
        audit_drawing(plan, drawing, seed).verdict is not Verdict.NOT_REFUTED
        for seed in range(first, first + audits)
    )


def main(kind: str, audits: str, pairs: str, first: str) -> None:
    """Print the number of false alarms."""
    bets.RUNGS = (1000,)
    found = count_alarms(kind, int(audits), int(pairs), int(first))
    print(f"{kind}: {found} of {audits} audits of {pairs} pairs of draws, from seed {first}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
