"""The largest likelihood ratio, found by looking at all of them."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from ldproof.coins import Coins
from ldproof.law import INFINITE
from ldproof.mechanisms import Finite, Level, Privacy, law_of, maximum, tight
from ldproof.numbers import Number, Real, exp, real
from ldproof.rejections import Reason
from tests.reference.refusals import refused


@dataclass(frozen=True)
class Listed:
    """A mechanism whose likelihoods are a table: a row for each secret; near ones are neighbours at event level."""

    rows: tuple[tuple[Number, ...], ...]

    @property
    def secrets(self) -> Finite[int]:
        return Finite(tuple(range(len(self.rows))))

    @property
    def outputs(self) -> Finite[int]:
        return Finite(tuple(range(len(self.rows[0]))))

    def likelihood(self, secret: int, output: int) -> Real:
        return real(self.rows[secret][output])

    def randomize(self, secret: int, coins: Coins) -> int:
        return secret

    def neighbours(self, level: Level, one: int, other: int) -> bool:
        return abs(one - other) == 1 if level == "event" else one != other

    def privacy(self, level: Level) -> Privacy[int, int]:
        return tight(self, level)


def parts(whole: int, *rows: tuple[int, ...]) -> Listed:
    """Likelihoods as parts of a whole."""
    return Listed(tuple(tuple(Fraction(part, whole) for part in row) for row in rows))


def test_at_each_level_its_own_pairs_are_looked_at() -> None:
    """5/1 from the last to the first, 3/1 from the second to the first."""
    made = parts(10, (1, 4, 5), (3, 3, 4), (5, 2, 3))
    user, event = made.privacy("user"), made.privacy("event")
    assert user.odds == 5
    assert (user.likely, user.unlikely) == (2, 0)
    assert event.odds == 3
    assert (event.likely, event.unlikely) == (1, 0)


def test_the_event_is_all_that_reaches_the_odds_of_the_likeliest_pair_that_does() -> None:
    made = parts(20, (2, 2, 4, 12), (1, 1, 4, 14), (4, 4, 2, 10), (2, 1, 3, 14))
    found = made.privacy("user")
    assert found.odds == 4
    assert (found.likely, found.unlikely) == (2, 1)
    assert [output for output in made.outputs if found.event(output)] == [0, 1]
    likely, unlikely = (law_of(made, each).of(found.event) for each in (2, 1))
    assert likely / unlikely == 4


def test_what_one_secret_never_says_and_another_does_has_infinite_odds() -> None:
    made = parts(4, (1, 3, 0, 0), (0, 3, 1, 0))
    found = made.privacy("user")
    assert found.odds is INFINITE
    assert found.epsilon is INFINITE
    assert [output for output in made.outputs if found.event(output)] == [0 if found.likely == 0 else 2]


def test_what_nobody_ever_says_tells_nothing() -> None:
    assert parts(4, (1, 3, 0), (2, 2, 0)).privacy("user").odds == 2


def test_rational_ratios_are_told_apart_however_near_they_are() -> None:
    """1 and 10^-30 more."""
    tiny = Fraction(1, 10**30)
    made = Listed(((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2) + tiny, Fraction(1, 2) - tiny)))
    found = made.privacy("user")
    assert found.odds == Fraction(1, 2) / (Fraction(1, 2) - tiny)
    assert (found.likely, found.unlikely, found.event(1), found.event(0)) == (0, 1, True, False)


def test_irrational_ratios_need_not_be_told_apart() -> None:
    """The same number twice, from two computations that no precision tells apart."""
    e = exp(Real(1))
    one, other = e / (1 + e), 1 / (1 + exp(Real(-1)))
    found = Listed(((one, 1 - one), (1 - other, other))).privacy("user")
    assert isinstance(found.odds, Real)
    assert isinstance(found.epsilon, Real)
    assert float(found.epsilon) == pytest.approx(1, rel=1e-15)
    assert found.event(found.likely)


def test_without_neighbours_nothing_is_promised() -> None:
    with refused(Reason.MISSING):
        parts(2, (1, 1)).privacy("user")


def test_too_many_are_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    made = parts(2, (1, 1), (2, 0))
    monkeypatch.setattr(maximum, "MOST_RATIOS", 8)
    assert made.privacy("user").odds is INFINITE
    monkeypatch.setattr(maximum, "MOST_RATIOS", 7)
    with refused(Reason.TOO_MANY_OUTCOMES):
        made.privacy("user")
