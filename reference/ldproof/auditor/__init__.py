"""The auditor: whether a program keeps the privacy that it claims, decided while its outputs come in.

- `parse_claim(name, given, level)` is a `Claim`: to be a mechanism of the catalogue, or `BLACK_BOX` with a budget.
- `parse_pairs(claim, given)` are the `Pair`s of inputs to be told apart: those given, or the mechanism's worst.
- `begin_audit(AuditPlan(claim, pairs, alpha, most))` is an `AuditState`. `next_draw()` says what to draw: so many
  outputs, each with the input that a fair coin picks; None when the audit is over. `after_draw(Drawn(...))` is the
  state after that. A state is immutable and does not know where outputs come from. `verdict`,
  `lower_bound()`, `bet_standings()` and `history` may be read at any time.
- `saved_part()` is what `serialization` saves, and `restore_audit(plan, kept)` continues from it.

Inside, in `learn`: `outputs` are matrices of what outputs say, `features` describe an output, `conditions` are those in
which the sides differ, weighed by a classifier; `events` are made of that and found in the past, `bets` are placed on them
by `evidence`; `claim` foretells how long it takes.
"""

from ldproof.auditor.claim import (
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
from ldproof.auditor.sequential import AuditState, begin_audit
from ldproof.auditor.state_file import restore_audit

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
    "begin_audit",
    "parse_claim",
    "parse_pairs",
    "restore_audit",
]
