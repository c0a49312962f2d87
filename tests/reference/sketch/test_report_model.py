"""What variances ask of a mechanism: beside its channel, over everything that can be said."""

from fractions import Fraction

import pytest

from ldproof.budget import Budget
from ldproof.rejections import Reason, Refused
from ldproof.sketch.channels import Channel
from ldproof.sketch.plan import Rows
from ldproof.sketch.report_model import ReportModel, hearing
from tests.reference.refusals import refused
from tests.reference.sketch.brute import supports
from tests.reference.sketch.channels.every import EACH, exact

NINE = Budget(1, "odds", Fraction(9))


@EACH
def test_the_spread_of_support(channel: Channel) -> None:
    heard = ReportModel(Rows.SAMPLED, 3, channel)
    for column, mean in ((0, channel.high), (1, channel.low)):
        assert supports(channel, 0, column).variance(Fraction) == heard.spread(exact(mean))


def test_the_budget_is_split_over_all_rows_only() -> None:
    rates = {word: hearing(word, 2, 2, NINE) for word in ("cms", "all_rows", "per_user")}
    assert rates["cms"].channel.low == rates["per_user"].channel.low == Fraction(1, 4)
    both = rates["all_rows"].channel
    assert both.low.exact is None  # the odds of a row are 3, whose root is irrational
    assert hearing("all_rows", 2, 2, Budget(1, "odds", Fraction(81))).channel == rates["cms"].channel
    given = hearing("unary", 2, 2, p=Fraction(1, 4), q=Fraction(3, 4))
    assert given == ReportModel(Rows.SAMPLED, 2, rates["cms"].channel)


@pytest.mark.parametrize(
    ("word", "budget", "p", "q", "reason"),
    [
        ("unary", NINE, Fraction(1, 4), Fraction(1, 2), Reason.UNKNOWN_PARAMETER),
        ("unary", None, Fraction(1, 4), None, Reason.MISSING),
        ("unary", None, None, None, Reason.MISSING),
        ("unary", NINE, None, None, Reason.MISSING),
        ("unary", None, Fraction(1, 2), Fraction(1, 4), Reason.OUT_OF_RANGE),
        ("cms", None, None, None, Reason.BUDGET_NOT_UNIQUE),
        ("cms", NINE, Fraction(1, 4), None, Reason.UNKNOWN_PARAMETER),
        ("cms", None, Fraction(1, 4), Fraction(1, 2), Reason.UNKNOWN_PARAMETER),
        ("hcms", NINE, None, None, Reason.OUT_OF_RANGE),
    ],
)
def test_what_is_refused(
    word: str, budget: Budget | None, p: Fraction | None, q: Fraction | None, reason: Reason
) -> None:
    with refused(reason):
        hearing(word, 3, 2, budget, p, q)


def test_a_missing_budget_is_asked_for_as_a_formula_takes_it() -> None:
    with pytest.raises(Refused, match=r"cms is given nothing .*; accepted: exactly one of epsilon, odds$"):
        hearing("cms", 3, 2)
