"""Mechanisms of one's own: by a table of likelihoods, or by the step of one round; their spaces, laws and tight odds."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from ldproof import mechanisms
from ldproof.budget import Budget, parse_budget
from ldproof.coins import CountingCoins, SeededCoins
from ldproof.errors import Reason
from ldproof.json_values import Value
from ldproof.mechanisms import (
    Finite,
    Level,
    Randomizer,
    from_text,
    json_from_text,
    law_of,
    parse_text,
    rational_probability,
    to_text,
    validate_member,
)
from ldproof.numbers import Number, Real, ball, computed_real, exp, real
from ldproof.probability import INFINITE
from ldproof.rounds import Rounds, TupleSpace, chained_likelihood, is_neighbouring
from ldproof_proofs.law.finite_laws import symmetric_odds
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.refusals import refused
from tests.reference.reporting.refusing import check_refusals, singly


@dataclass(frozen=True)
class Listed(Randomizer[int, int]):
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

    def neighbours(self, level: Level, one: int, other: int) -> bool:
        return abs(one - other) == 1 if level == "event" else super().neighbours(level, one, other)


def parts(whole: int, *rows: tuple[int, ...]) -> Listed:
    """Likelihoods as parts of a whole."""
    return Listed(tuple(tuple(Fraction(part, whole) for part in row) for row in rows))


@dataclass(frozen=True)
class Twice(Rounds[int, int]):
    """The second report has the odds' square where the first one is 1, and otherwise tells whether states differ."""

    budget: Budget

    rounds = 2
    states = Finite((0, 1))
    reports = Finite((0, 1))

    def step(self, states: tuple[int, ...], past: tuple[int, ...], report: int) -> Real:
        odds = self.budget.odds()
        if past == (1,):
            odds = odds * odds
        about = states[-1] if past != (0,) else int(states[0] != states[1])
        return (odds if report == about else 1) / (odds + 1)


FOUR = parts(8, (5, 1, 1, 1), (1, 5, 1, 1), (1, 1, 5, 1), (1, 1, 1, 5))
TWICE = Twice(parse_budget(odds=3))


def test_law_lists_rational_likelihoods_that_add_up() -> None:
    """By hand: a first 1 has 3/4 for a state of 1; after it, odds of 9, and after a 0 the states differ."""
    laws = [law_of(FOUR, secret) for secret in FOUR.secrets]
    assert all(symmetric_odds(one, other) == 5 for one in laws for other in laws if one is not other)
    assert [law[secret] for secret, law in enumerate(laws)] == [Fraction(5, 8)] * 4
    assert law_of(TWICE, (1, 0)).probabilities == {
        (0, 0): Fraction(1, 4) * Fraction(1, 4),
        (0, 1): Fraction(1, 4) * Fraction(3, 4),
        (1, 0): Fraction(3, 4) * Fraction(9, 10),
        (1, 1): Fraction(3, 4) * Fraction(1, 10),
    }
    assert chained_likelihood(TWICE, (1, 0), (1,)) == Fraction(3, 4)
    assert rational_probability(Real(Fraction(1, 7))) == Fraction(1, 7)
    check_refusals(rational_probability, {Reason.IRRATIONAL: singly(computed_real(lambda: ball(2).expm1()))})
    kary = RandomizedResponse(4, parse_budget(epsilon=1))
    check_refusals(
        law_of, {Reason.IRRATIONAL: [(kary, 1)], Reason.NOT_A_LAW: [(parts(4, (2, 1), (1, 3)), 0)]}
    )


@pytest.mark.parametrize(("made", "secrets"), [(FOUR, [0, 3]), (TWICE, [(1, 0), (0, 0)])])
def test_draws_follow_the_likelihoods(made: Randomizer[object, object], secrets: list[object]) -> None:
    """In 2,000 draws each share is within six standard deviations: a false alarm in 10^8 runs with other coins.

    Of each secret the coins are as many.
    """
    draws, taken = 2000, set()
    for secret in secrets:
        coins = CountingCoins(SeededCoins(b"draws"))
        drawn = Counter(made.randomize(secret, coins) for _ in range(draws))
        for output, share in law_of(made, secret).probabilities.items():
            assert abs(drawn[output] - share * draws) < 6 * float(share * (1 - share) * draws) ** 0.5
        taken.add(coins.taken)
    assert taken == {16 * draws * (2 if made is TWICE else 1)}


def test_a_device_reports_round_by_round() -> None:
    one, other = SeededCoins(b"device"), SeededCoins(b"device")
    first = TWICE.report((1,), (), one)
    assert (first, TWICE.report((1, 0), (first,), one)) == TWICE.randomize((1, 0), other)


def test_invalid_secrets_and_too_many_likelihoods_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    draw: Callable[..., object] = lambda secret: FOUR.randomize(secret, SeededCoins(b""))  # noqa: E731
    for each in (partial(law_of, FOUR), draw):
        check_refusals(each, {Reason.OUT_OF_RANGE: singly(4, -1, *(True, 1.0, "1", None))})
    good = (1, 0)
    asked: list[Callable[..., object]] = [
        lambda row: TWICE.likelihood(row, good),
        lambda row: TWICE.likelihood(good, row),
        lambda row: TWICE.randomize(row, SeededCoins(b"")),
        lambda row: TWICE.neighbours("user", row, good),
        lambda row: TWICE.neighbours("user", good, row),
    ]
    for ask in asked:
        ask((1, 1))
        check_refusals(ask, {Reason.WRONG_LENGTH: singly((1,), (1, 0, 1), (), "10", [1, 0], None, 10)})
    monkeypatch.setattr(mechanisms, "MOST_LISTED", 8)
    check_refusals(
        parts(9, (7, 1, 1), (1, 7, 1), (1, 1, 7)).randomize,
        {Reason.TOO_MANY_OUTCOMES: [(0, SeededCoins(b""))]},
    )


def test_odds_are_the_largest_ratio_over_the_neighbours_of_a_level() -> None:
    """5/1 from the last to the first, 3/1 from the second to the first; of two rounds 27/40 to 1/40, in one less."""
    made = parts(10, (1, 4, 5), (3, 3, 4), (5, 2, 3))
    user, event = made.privacy("user"), made.privacy("event")
    assert (user.likely, user.unlikely, event.likely, event.unlikely) == (2, 0, 1, 0)
    assert [user.odds, event.odds] == [5, 3]
    assert [TWICE.privacy("user").odds, TWICE.privacy("event").odds] == [27, 9]
    found = TWICE.privacy("event")
    assert sum(one != other for one, other in zip(found.likely, found.unlikely, strict=True)) == 1
    assert parts(4, (1, 3, 0), (2, 2, 0)).privacy("user").odds == 2


def test_the_event_is_all_that_reaches_the_odds_of_the_likeliest_pair_that_does() -> None:
    made = parts(20, (2, 2, 4, 12), (1, 1, 4, 14), (4, 4, 2, 10), (2, 1, 3, 14))
    found = made.privacy("user")
    assert found.odds == 4
    assert (found.likely, found.unlikely) == (2, 1)
    assert [output for output in made.outputs if found.event(output)] == [0, 1]


def test_an_output_that_one_secret_never_has_makes_infinite_odds() -> None:
    made = parts(4, (1, 3, 0, 0), (0, 3, 1, 0))
    found = made.privacy("user")
    assert found.odds is found.epsilon is INFINITE
    assert [output for output in made.outputs if found.event(output)] == [0 if found.likely == 0 else 2]


def test_near_ratios_are_told_apart_if_they_are_rational() -> None:
    """1 and 10^-30 more; and the same irrational number from two computations that no precision tells apart."""
    half, tiny = Fraction(1, 2), Fraction(1, 10**30)
    found = Listed(((half, half), (half + tiny, half - tiny))).privacy("user")
    assert found.odds == half / (half - tiny)
    assert (found.likely, found.unlikely, found.event(1), found.event(0)) == (0, 1, True, False)
    e = exp(Real(1))
    one, other = e / (1 + e), 1 / (1 + exp(Real(-1)))
    found = Listed(((one, 1 - one), (1 - other, other))).privacy("user")
    assert isinstance(found.epsilon, Real)
    assert float(found.epsilon) == pytest.approx(1, rel=1e-15)
    assert found.event(found.likely)


def test_missing_and_too_many_pairs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    check_refusals(parts(2, (1, 1)).privacy, {Reason.MISSING: singly("user")})
    made = parts(2, (1, 1), (2, 0))
    monkeypatch.setattr(mechanisms, "MOST_RATIOS", 8)
    assert made.privacy("user").odds is INFINITE
    monkeypatch.setattr(mechanisms, "MOST_RATIOS", 7)
    check_refusals(made.privacy, {Reason.TOO_MANY_OUTCOMES: singly("user")})


def test_neighbours_are_any_two_or_differ_in_one_round() -> None:
    for length in (2, 3):
        for one, other in product(product((0, 1), repeat=length), repeat=2):
            apart = len([1 for a, b in zip(one, other, strict=True) if a != b])
            assert is_neighbouring("user", one, other) is (one != other)
            assert is_neighbouring("event", one, other) is (apart == 1)
            assert length > 2 or TWICE.neighbours("event", one, other) is (apart == 1)
    assert [FOUR.neighbours("user", 0, other) for other in (0, 2)] == [False, True]


BITS = TupleSpace(Finite((0, 1)), 2)
NUMBERS: Finite[Value] = Finite((0, 1, 2))
WORDS: Finite[Value] = Finite(("yes", "no", "7"))
MIXED: Finite[Value] = Finite(("1", 1, True, None, 1.0, (1, "a"), ()))


@pytest.mark.parametrize("space", [NUMBERS, WORDS, MIXED])
def test_values_that_are_written_are_read_to_the_type(space: Finite[Value]) -> None:
    for each in space:
        read = [
            space.read(space.write(each)),
            from_text(space, to_text(space, each)),
            validate_member(space, each),
        ]
        assert list(map(repr, read)) == [repr(each)] * 3
        assert json_from_text(space, to_text(space, each)) == space.write(each)


def test_text_means_itself_where_all_values_are_texts_and_otherwise_json() -> None:
    meanings: list[tuple[Finite[Value], str, Value]] = [
        (NUMBERS, "2", 2),
        (WORDS, "yes", "yes"),
        (WORDS, "7", "7"),
        (MIXED, "1", 1),
        (MIXED, '"1"', "1"),
    ]
    assert [repr(from_text(space, text)) for space, text, _ in meanings] == [
        repr(each) for *_, each in meanings
    ]
    assert MIXED.read([1, "a"]) == (1, "a")
    assert len([*Finite((1, 1.0, True))]) == 3
    assert parse_text("7") == "7"


def test_rows_are_lists() -> None:
    assert [*BITS] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert BITS.read([0, 1]) == BITS.write((0, 1)) == (0, 1)
    assert BITS.schema == {"type": "array", "items": {"enum": [0, 1]}, "minItems": 2, "maxItems": 2}


def test_values_that_are_not_of_a_space_are_refused() -> None:
    """A refusal says what there is, and not what was there."""
    no_json = (object(), {1}, 1j, float("nan"), b"1")
    for ask in (NUMBERS.read, NUMBERS.write, partial(validate_member, NUMBERS)):
        check_refusals(
            ask, {Reason.OUT_OF_RANGE: [(3,), (True,), (1.0,), ("1",), (None,), ((0,),), ([0, 1],)]}
        )
    with refused(Reason.OUT_OF_RANGE) as refusal:
        NUMBERS.read(3)
    assert refusal.value.accepted == "one of 0, 1, 2"
    check_refusals(NUMBERS.read, {Reason.NOT_A_VALUE: singly(*no_json)})
    check_refusals(from_text, {Reason.NOT_A_VALUE: [(NUMBERS, "[1")]})
    check_refusals(Finite, {Reason.REPEATED: singly((1, 2, 1))})
    check_refusals(parse_text, {Reason.NOT_A_VALUE: singly(7)})
    short: dict[Reason, list[tuple[object, ...]]] = {
        Reason.WRONG_LENGTH: singly([0], [0, 1, 1], "01", 7),
        Reason.OUT_OF_RANGE: singly([0, 2], [0, True]),
    }
    check_refusals(BITS.read, short)
    check_refusals(list, {Reason.TOO_MANY_OUTCOMES: singly(TupleSpace(Finite((0, 1)), 17))})
