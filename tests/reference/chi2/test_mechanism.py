"""The private tests by name, and the odds that they really reach."""

from fractions import Fraction
from math import log

import pytest

from ldproof.catalogue import mechanism as by_name
from ldproof.chi2.law import Mechanism
from ldproof.chi2.mechanism import MECHANISMS, ChiSquared
from ldproof.chi2.sensitivities import delta_star, delta_t
from ldproof.chi2.tables import Table, table
from ldproof.coins import SeededCoins, Tape
from ldproof.law import Infinite
from ldproof.mechanisms import law_of
from ldproof.numbers import Real, ball
from ldproof.rejections import Reason
from tests.reference.chi2.neighbours import cells, neighbours
from tests.reference.refusals import refused


def made(kind: Mechanism, m1: int, m2: int, tau: object, **given: object) -> ChiSquared:
    away = {"beta": "1/2"} if kind is Mechanism.BETA_OPTIMAL else {}
    return MECHANISMS[kind.value](m1=m1, m2=m2, tau=tau, **away, **given)


def number(quantity: Real | Infinite) -> float:
    assert isinstance(quantity, Real)
    return float(ball(quantity))


@pytest.mark.parametrize("kind", Mechanism)
def test_the_tight_odds_are_the_largest_over_all_neighbours(kind: Mechanism) -> None:
    m1, m2 = (3, 3) if kind is Mechanism.ALGORITHM_1_F else (3, 4)
    tested = made(kind, m1, m2, "3/2", odds=3)
    public = kind is Mechanism.ALGORITHM_1_Y2
    share = {cell: tested.secrets.read(f"{cell[0]},{cell[1]}") for cell in cells(m1, m2)}
    most = max(
        number(tested.likelihood(share[here], output)) / number(tested.likelihood(share[there], output))
        for here in share
        for there in neighbours(here, m1, m2)
        if not (public and here[1] != there[1])
        for output in (0, 1)
    )
    assert number(tested.privacy("user").odds) == pytest.approx(most, rel=1e-12)
    assert number(tested.privacy("event").epsilon) == pytest.approx(log(most), abs=1e-12)
    assert most <= 3 * (1 + 1e-12)


def test_the_published_test_wastes_budget() -> None:
    """Where a pair on one side of the ellipse attains the sensitivity, what is lost is the ratio of the two."""
    tested = made(Mechanism.ALGORITHM_2, 8, 8, 1, epsilon=1)
    ratio = delta_star(ball(8), ball(8), ball(1)) / delta_t(ball(8), ball(8), ball(1))
    assert number(tested.privacy("user").epsilon) == pytest.approx(float(ratio), rel=1e-12)
    assert float(ratio) == pytest.approx(0.5**0.5)


def test_the_ledgers_small_table_wastes_a_little_less() -> None:
    assert number(made(Mechanism.ALGORITHM_2, 2, 2, 1, epsilon=1).privacy("user").epsilon) == pytest.approx(
        0.70192, abs=5e-6
    )


@pytest.mark.parametrize("kind", [Mechanism.OPTIMAL, Mechanism.BETA_OPTIMAL])
@pytest.mark.parametrize("given", [{"odds": 3}, {"epsilon": 1}])
def test_by_distance_all_of_it_is_used(kind: Mechanism, given: dict[str, object]) -> None:
    tested = made(kind, 3, 4, 2, **given)
    promised = tested.test.budget.odds()
    assert number(tested.privacy("user").odds) == pytest.approx(number(promised), rel=1e-12)


def test_the_worst_event_has_these_odds() -> None:
    tested = made(Mechanism.ALGORITHM_2_TIGHT, 3, 4, 1, epsilon=1)
    worst = tested.privacy("user")
    outputs = [output for output in tested.outputs if worst.event(output)]
    likely, unlikely = (
        sum(number(tested.likelihood(secret, output)) for output in outputs)
        for secret in (worst.likely, worst.unlikely)
    )
    assert likely / unlikely == pytest.approx(number(tested.privacy("user").odds), rel=1e-12)


def test_by_name_with_text() -> None:
    tested = by_name("chi2.optimal", {"m1": "2", "m2": "2", "tau": "1", "odds": "3"})
    assert law_of(tested, tested.secrets.read("1,0")).probabilities == {0: Fraction(1, 4), 1: Fraction(3, 4)}
    assert tested.outputs.write(tested.outputs.read("1")) == "1"
    assert tested.randomize(Table(2, 0, 2, 2), SeededCoins(b"chi2")) in {0, 1}


@pytest.mark.parametrize(
    ("text", "reason"),
    [("1", Reason.WRONG_LENGTH), ("3,0", Reason.OUT_OF_RANGE), ("a,b", Reason.NOT_A_NUMBER)],
)
def test_secrets_that_are_refused(text: str, reason: Reason) -> None:
    with refused(reason):
        made(Mechanism.OPTIMAL, 2, 2, 1, odds=3).secrets.read(text)


def test_what_is_refused() -> None:
    tested = made(Mechanism.ALGORITHM_2, 2, 2, 1, odds=3)
    with refused(Reason.OUT_OF_RANGE):
        tested.outputs.read("2")
    with refused(Reason.IRRATIONAL):
        law_of(tested, Table(1, 0, 2, 2))
    with refused(Reason.TOO_MANY_OUTCOMES):
        made(Mechanism.ALGORITHM_2, 200, 200, 1, odds=3).privacy("user")
    with refused(Reason.OUT_OF_RANGE):
        made(Mechanism.ALGORITHM_1_F, 2, 3, 1, odds=3).privacy("user")
    for wrong in ({"m1": 0}, {"tau": 0}, {"tau": -1}):
        with refused(Reason.OUT_OF_RANGE):
            by_name("chi2.optimal", {"m1": 2, "m2": 2, "tau": 1, "odds": 3} | wrong)


@pytest.mark.parametrize(
    ("secret", "reason"),
    [
        ((1, 2), Reason.NOT_A_TABLE),
        (table(1, 2, 4, 4), Reason.NOT_A_TABLE),
        (table(7, 2, 7, 4), Reason.NOT_A_TABLE),
    ],
)
def test_a_secret_is_a_table_of_these_people(secret: Table, reason: Reason) -> None:
    asked, good = MECHANISMS["optimal"](3, 4, 1, odds=2), table(1, 2, 3, 4)
    for ask in (
        lambda: asked.likelihood(secret, 1),
        lambda: asked.randomize(secret, Tape(b"")),
        lambda: law_of(asked, secret),
        lambda: asked.neighbours("user", good, secret),
        lambda: asked.secrets.write(secret),
    ):
        with refused(reason) as refusal:
            ask()
        assert "7" not in str(refusal.value)


@pytest.mark.parametrize("output", [5, -1, "1", None])
def test_an_answer_is_a_bit(output: int) -> None:
    """5 counted as 1."""
    asked = MECHANISMS["optimal"](3, 4, 1, odds=2)
    with refused(Reason.OUT_OF_RANGE):
        asked.likelihood(table(1, 2, 3, 4), output)
