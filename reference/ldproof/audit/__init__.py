"""The auditor: whether a program keeps the privacy that it claims, decided while its outputs come in.

- `parse_claim(name, given, level)` is a `Claim`: to be a mechanism of the catalogue, or `BLACK_BOX` with a budget.
- `parse_pairs(claim, given)` are the `Pair`s of inputs to be told apart: those given, or the mechanism's worst.
- `begin(Plan(claim, pairs, alpha, most))` is an `AuditState`. `draws()` says what to draw: so many outputs, each with
  the input that a fair coin picks. `after({draw: Drawn(...)})` is the course after that, and there is nothing to draw
  when it is over. A course is immutable and knows nothing of where outputs come from. `verdict`, `bound()`,
  `standings()` and `history` may be looked at whenever one likes.
- `kept()` is what `serialization` saves, and `restore_audit(plan, kept)` goes on as if nothing had happened.

Inside, in `learn`: `outputs` are matrices of what outputs say, `features` describe an output, `conditions` are those in
which the sides differ, weighed by a classifier; `events` are made of that and found in the past, `bets` are placed on them
by `evidence`; `claim` foretells how long it takes.
"""

from ldproof.audit.claim import (
    BLACK_BOX,
    AuditPlan,
    BetStanding,
    Claim,
    Draw,
    Drawn,
    Pair,
    Verdict,
    parse_claim,
    parse_pairs,
)
from ldproof.audit.sequential import AuditState, begin
from ldproof.audit.state_file import restore_audit

__all__ = [
    "BLACK_BOX",
    "AuditPlan",
    "AuditState",
    "BetStanding",
    "Claim",
    "Draw",
    "Drawn",
    "Pair",
    "Verdict",
    "begin",
    "parse_claim",
    "parse_pairs",
    "restore_audit",
]
