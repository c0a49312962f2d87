"""Plans: the channel that each mechanism means, and what a plan costs."""

from fractions import Fraction

import pytest

from ldproof.coins import SeededCoins
from ldproof.numbers import Real
from ldproof.rejections import Reason
from ldproof.sketch.channels import Hadamard, Kary, Unary
from ldproof.sketch.plan import Rows, channel, plan
from tests.reference.refusals import refused
from tests.reference.sketch.channels.every import exact, odds

COINS = SeededCoins(b"plan")


@pytest.mark.parametrize(
    ("word", "rows", "kind"),
    [
        ("cms", Rows.SAMPLED, Unary),
        ("oue", Rows.SAMPLED, Unary),
        ("optimal", Rows.SAMPLED, Unary),
        ("hcms", Rows.SAMPLED, Hadamard),
        ("hcms_plus", Rows.SAMPLED, Hadamard),
        ("kary", Rows.SAMPLED, Kary),
        ("per_user", Rows.OWN, Unary),
        ("all_rows", Rows.ALL, Unary),
    ],
)
def test_each_mechanism(word: str, rows: Rows, kind: type) -> None:
    made = plan(word, 8, 5, COINS, epsilon=1)
    assert made.rows is rows
    assert isinstance(made.channel, kind)
    assert made.d == (0 if rows is Rows.OWN else 5)
    assert made.budget.epsilon() == 1


def test_two_probabilities_cost_their_odds() -> None:
    made = plan("unary", 8, 5, COINS, p="1/4", q="3/4")
    assert made.channel == Unary(8, Real(Fraction(1, 4)), Real(Fraction(3, 4)))
    assert made.budget.odds() == odds(made.channel) == 9
    assert made.text()["p"] == "1/4"


@pytest.mark.parametrize(
    ("word", "rows", "total", "p", "q"),
    [
        ("cms", 1, 9, Fraction(1, 4), Fraction(3, 4)),
        ("oue", 1, 9, Fraction(1, 10), Fraction(1, 2)),
        ("all_rows", 2, 81, Fraction(1, 4), Fraction(3, 4)),
        ("optimal", 1, 9, Fraction(1, 4), Fraction(3, 4)),
    ],
)
def test_rates_of_a_row_of_bits(word: str, rows: int, total: int, p: Fraction, q: Fraction) -> None:
    """At width 2, where the optimum is symmetric."""
    said, spent = channel(word, 2, rows, odds=total)
    assert (said.low, said.high) == (Real(p), Real(q))
    assert odds(said) ** rows == total == spent.odds()


@pytest.mark.parametrize(("word", "skip"), [("hcms", 0), ("hcms_plus", 1)])
def test_the_first_place_is_left_out_by_one(word: str, skip: int) -> None:
    assert channel(word, 8, 1, odds=3)[0] == Hadamard(8, skip, Real(Fraction(2)))


def test_hashes_are_fresh_and_of_the_family() -> None:
    made = plan("kary", 8, 5, COINS, family="affine", P=97, odds=3)
    assert len(set(made.keys)) == 5
    assert all(0 <= number < 97 for key in made.keys for number in key)
    columns = made.columns((3, 50))
    assert columns.tolist() == [[(a * x + b) % 97 % 8 for x in (3, 50)] for a, b in made.keys]
    assert exact(made.channel.high) == Fraction(3, 10)


@pytest.mark.parametrize(
    ("mechanism", "w", "d", "noise", "reason"),
    [
        ("rappor", 8, 2, {"odds": 3}, Reason.UNKNOWN_NAME),
        ("cms", 6, 2, {"odds": 3}, Reason.OUT_OF_RANGE),
        ("cms", 8, 0, {"odds": 3}, Reason.OUT_OF_RANGE),
        ("cms", 8, 2, {}, Reason.BUDGET_NOT_UNIQUE),
        ("cms", 8, 2, {"odds": 3, "epsilon": 1}, Reason.BUDGET_NOT_UNIQUE),
        ("unary", 8, 2, {"p": "3/4", "q": "1/4"}, Reason.OUT_OF_RANGE),
        ("unary", 8, 2, {"p": "1/4"}, Reason.MISSING),
        ("unary", 8, 2, {"p": "1/4", "q": "3/4", "odds": 9}, Reason.MISSING),
        ("unary", 8, 2, {"epsilon": 1}, Reason.MISSING),
        ("cms", 8, 2, {"p": "1/4", "q": "3/4"}, Reason.UNKNOWN_PARAMETER),
    ],
)
def test_what_is_refused(mechanism: str, w: int, d: int, noise: dict[str, str | int], reason: Reason) -> None:
    with refused(reason):
        plan(mechanism, w, d, COINS, **noise)


def test_rows_are_named_where_they_are_shared() -> None:
    coins = SeededCoins(b"")
    assert plan("per_user", 8, None, coins, odds=3).keys == ()
    with refused(Reason.MISSING):
        plan("cms", 8, None, coins, odds=3)
