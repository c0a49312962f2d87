"""What a mechanism's report says of a column, by its first two moments: all that a variance asks for."""

from dataclasses import dataclass, replace
from fractions import Fraction

from ldproof.budget import Budget
from ldproof.domains import DOMAINS
from ldproof.numbers import Exact
from ldproof.rejections import Reason, Refused
from ldproof.sketch.channels import Channel
from ldproof.sketch.plan import Rows, paid, rows_of, unary


@dataclass(frozen=True, slots=True)
class ReportModel:
    """Which rows a report is about, and how it says a column in each."""

    rows: Rows
    d: int
    channel: Channel

    def spread(self, mean: Exact) -> Exact:
        """The variance of support with this mean."""
        return (bit_spread if self.channel.support_range == 1 else sign_spread)(mean)


def bit_spread(mean: Exact) -> Exact:
    """The variance of a bit with this mean: squared it is itself."""
    return (1 - mean) * mean


def sign_spread(mean: Exact) -> Exact:
    """The variance of a sign, 1 or -1, with this mean: squared it is 1."""
    return (1 - mean) * (1 + mean)


def hearing(
    mechanism: str,
    w: int,
    d: int | None,
    budget: Budget | None = None,
    p: Fraction | None = None,
    q: Fraction | None = None,
) -> ReportModel:
    """A mechanism by name, from its budget; `unary` from p and q."""
    rates = {name: rate for name, rate in (("p", p), ("q", q)) if rate is not None}
    spent = {} if budget is None else {budget.given: budget.value}
    given = f"{mechanism} is given {' and '.join((*rates, *spent)) or 'nothing'}"
    if mechanism == "unary" and (spent or len(rates) < 2):
        raise Refused(Reason.MISSING if len(rates) < 2 else Reason.UNKNOWN_PARAMETER, given, "p and q")
    if mechanism != "unary" and (rates or not spent):
        raise Refused(
            Reason.UNKNOWN_PARAMETER if rates else Reason.BUDGET_NOT_UNIQUE,
            given,
            "exactly one of epsilon, odds",
        )
    rows, count = rows_of(mechanism, d)
    if budget is None:
        said: Channel = unary(w, rates)[0]
    else:
        DOMAINS[budget.given].accept(budget.given, budget.value)
        said = paid(mechanism, w, replace(budget, reports=count if rows is Rows.ALL else 1))
    return ReportModel(rows, count, said)
