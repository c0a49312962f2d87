"""The private tests' answers: private for every pair of neighbours, and M* the best of them; by name; and a curator's."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import Budget, parse_budget
from ldproof.chi2.formulas import delta_integer, delta_star, delta_t, norm_squared, statistic
from ldproof.chi2.law import (
    PrivateTest,
    PrivateTestName,
    PublicControls,
    optimal_accept_probability,
    radial_root_sum,
    standardized_distance,
)
from ldproof.chi2.mechanism import (
    DECISIONS,
    MECHANISMS,
    MOST_TABLES,
    Answers,
    ChiSquared,
    InputTables,
    decide_each,
    decide_privately,
    deciding_function,
    exact_decisions,
    parse_cell,
    share_out,
    total_budget,
)
from ldproof.chi2.tables import Table, parse_table, parse_tables
from ldproof.coins import CountingCoins, SeededCoins, Tape
from ldproof.errors import Reason
from ldproof.mechanisms import law_of
from ldproof.numbers import ball
from ldproof.numbers.algebra import root_sum
from ldproof.registry import make_mechanism
from tests.oracle import by_hand
from tests.reference.chi2.neighbours import Cell, cells, neighbours, number
from tests.reference.refusals import refused

SIZES = [(1, 2), (3, 3), (2, 5), (5, 4)]
TAUS = (Fraction(1, 2), Fraction(1), Fraction(96, 25))
ONE, ROUNDING = Fraction(1), 1 + 1e-12
OPTIMAL = PrivateTest(PrivateTestName.OPTIMAL, ONE, parse_budget(odds=3))
EACH = pytest.mark.parametrize("mechanism", PrivateTestName)


def a_test(mechanism: PrivateTestName, tau: Fraction, each: Budget) -> PrivateTest:
    return PrivateTest(
        mechanism, tau, each, Fraction(3, 2) if mechanism is PrivateTestName.BETA_OPTIMAL else None
    )


def sizes(mechanism: PrivateTestName) -> list[tuple[int, int]]:
    """Those that suit it."""
    return [(m1, m2) for m1, m2 in SIZES if mechanism is not PrivateTestName.ALGORITHM_1_F or m1 == m2]


def ones(test: PrivateTest, m1: int, m2: int) -> dict[Cell, float]:
    """The probability of a 1 for every table."""
    return {each: number(test.says_significant(PublicControls(*each, m1, m2))) for each in cells(m1, m2)}


def reaches(here: float, there: float) -> float:
    """The odds by which either answer tells two tables apart, one way."""
    return max(here / there, (1 - here) / (1 - there))


@EACH
def test_no_answer_tells_neighbours_apart_better_than_the_odds(mechanism: PrivateTestName) -> None:
    public = mechanism is PrivateTestName.ALGORITHM_1_Y2
    for (m1, m2), tau, odds in product(sizes(mechanism), TAUS, (Fraction(4), Fraction(11, 10))):
        shares = ones(a_test(mechanism, tau, parse_budget(odds=odds)), m1, m2)
        for each in shares:
            for other in neighbours(each, m1, m2):
                if 0 < shares[each] < 1 and not (public and other[1] != each[1]):
                    assert reaches(shares[each], shares[other]) <= float(odds) * ROUNDING


@EACH
@pytest.mark.parametrize(("m1", "m2", "tau"), [(1, 1, 1), (4, 4, 2)])
def test_where_calls_on_both_sides_of_tau_tie_one_of_them_is_chosen(
    mechanism: PrivateTestName, m1: int, m2: int, tau: int
) -> None:
    """Tables with statistics 0 and 2 tau: equally far from tau, with other decisions."""
    given = {"beta": "1"} if mechanism is PrivateTestName.BETA_OPTIMAL else {}
    made = MECHANISMS[mechanism](str(m1), str(m2), str(tau), odds="3", **given)
    every = {here: made.secrets.of_cells(*here) for here in made.secrets.cells()}
    odds = [
        made.likelihood(table, output) / unlikely
        for here, table in every.items()
        for there in made.secrets.neighbours(here)
        for output in (0, 1)
        if float(unlikely := made.likelihood(every[there], output)) > 0
    ]
    assert float(made.odds(made.closest_call)) * ROUNDING >= max(map(float, odds))


@pytest.mark.parametrize(("m1", "m2"), [(4, 4), (3, 7), (6, 2), (1, 1)])
@pytest.mark.parametrize("tau", [Fraction(1, 2), Fraction(19, 10)])
def test_call_of_the_optimal_test_is_as_good_as_the_best_of_all(m1: int, m2: int, tau: Fraction) -> None:
    """Its odds are e^epsilon, and its answer is as likely as that of the call that is found among all pairs."""
    test = made(PrivateTestName.OPTIMAL, m1, m2, tau, odds=3)
    best, found = test.closest_call, test.optimal_call
    assert test.odds(found) == test.odds(best) == 3
    assert test.likelihood(found.unlikely, found.output) == test.likelihood(best.unlikely, best.output)
    assert test.neighbours("user", found.likely, found.unlikely)


def test_with_private_controls_the_third_sensitivity_keeps_no_promise() -> None:
    shares = ones(a_test(PrivateTestName.ALGORITHM_1_Y2, Fraction(8), parse_budget(odds=4)), 5, 2)
    assert reaches(shares[5, 0], shares[5, 1]) > 11  # with odds of 4 promised


@pytest.mark.parametrize(
    "mechanism",
    [
        each
        for each in PrivateTestName
        if each not in {PrivateTestName.ALGORITHM_1_Y2, PrivateTestName.OPTIMAL, PrivateTestName.BETA_OPTIMAL}
    ],
)
def test_the_optimal_test_is_hardly_ever_worse(mechanism: PrivateTestName) -> None:
    factor = float(2 / (1 + 1 / Fraction(3)))
    for (m1, m2), tau in product(sizes(mechanism), TAUS):
        best, other = (
            a_test(kind, tau, parse_budget(odds=3)) for kind in (PrivateTestName.OPTIMAL, mechanism)
        )
        for each in cells(m1, m2):
            flips = [number(test.flip(Table(*each, m1, m2))) for test in (best, other)]
            assert flips[0] <= factor * flips[1] * ROUNDING


@pytest.mark.parametrize(("m1", "m2"), SIZES)
def test_no_private_test_with_this_worst_error_is_better_anywhere(m1: int, m2: int) -> None:
    """The least error that privacy leaves at every table, by relaxing along edges until nothing changes.

    On either side of the threshold the wrong answer has probability at least that of each neighbour over the odds;
    and next to the other side at least (1 - worst) / odds, as there the answer is right with at least 1 - worst.
    """
    odds, tau = Fraction(3), Fraction(1)
    worst = 1 / (1 + odds)
    every = cells(m1, m2)
    beyond = {here: statistic(*here, m1, m2) > tau for here in every}
    least = dict.fromkeys(every, Fraction(0))
    for _ in every:
        for here in every:
            for other in neighbours(here, m1, m2):
                bound = least[other] if beyond[other] is beyond[here] else 1 - worst
                least[here] = max(least[here], bound / odds)
    test = a_test(PrivateTestName.OPTIMAL, tau, parse_budget(odds=odds))
    assert least == {here: test.flip(Table(*here, m1, m2)) for here in every}


@given(
    st.integers(1, 12),
    st.sampled_from([*(parse_budget(odds=E) for E in (3, 4, "9/4")), parse_budget(epsilon="0.811")]),
)
def test_the_way_up_grows_by_the_odds_and_no_more(length: int, budget: Budget) -> None:
    odds = 1 + number(budget.report_excess())
    shares = [number(optimal_accept_probability(budget, steps, length)) for steps in range(length + 1)]
    for lower, upper in pairwise(shares):
        assert max(reaches(upper, lower), reaches(lower, upper)) == pytest.approx(odds)
    assert shares[0] + shares[-1] == pytest.approx(1)


@given(st.fractions(0, 30, max_denominator=9), st.fractions(1, 9, max_denominator=9), st.integers(0, 8))
def test_the_radial_reach(norm: Fraction, far: Fraction, part: int) -> None:
    near = far * part / 9
    expected = abs(float(norm) ** 0.5 - 1) / (float(far) ** 0.5 - float(near) ** 0.5)
    assert number(root_sum(radial_root_sum(norm, far, near))) == pytest.approx(expected, abs=1e-9)


def test_noise_that_is_added_and_compared_flips_with_this_probability() -> None:
    """Integrate the Laplace density beyond the threshold, in steps."""
    a, b, m1, m2, epsilon, steps = 3, 1, 4, 6, Fraction(3, 2), 2000
    off = 1 - float(norm_squared(Fraction(a), Fraction(b), Fraction(m1), Fraction(m2), ONE)) ** 0.5
    scale = float(delta_t(ball(m1), ball(m2), ball(1))) / float(epsilon)
    mass = sum(exp(-abs(off) / scale - (k + 0.5) / steps) / (2 * steps) for k in range(steps * 40))
    test = a_test(PrivateTestName.ALGORITHM_2, ONE, parse_budget(epsilon=epsilon))
    assert number(test.flip(Table(a, b, m1, m2))) == pytest.approx(mass, rel=1e-6)


def test_where_reach_and_odds_allow_it_the_probability_is_a_fraction() -> None:
    # |1 - 3| / 2 = 1 at odds 4.
    assert statistic(1, 0, 1, 1) == 2
    test = a_test(PrivateTestName.ALGORITHM_1_F, Fraction(4), parse_budget(odds=4))
    assert test.flip(Table(1, 0, 1, 1)) == Fraction(1, 8)
    reach = standardized_distance(PrivateTestName.ALGORITHM_1_F, Table(1, 0, 1, 1), Fraction(4))
    assert reach == ((ONE, ONE),)
    on_ellipse = a_test(PrivateTestName.ALGORITHM_2_INTEGER, ONE, parse_budget(epsilon=1))
    assert on_ellipse.flip(Table(0, 0, 3, 4)) == Fraction(1, 2)
    assert ball(delta_integer(3, 4, ONE)) > 0


def test_where_nothing_moves_or_nothing_is_significant() -> None:
    """A norm that nobody moves needs no noise, and public controls must be declared to be public."""
    unmoved = a_test(PrivateTestName.ALGORITHM_2_INTEGER, Fraction(2), parse_budget(epsilon=1))
    private = a_test(PrivateTestName.ALGORITHM_1_Y2, ONE, parse_budget(epsilon=1))
    for test, each, why in (
        *((unmoved, Table(*each, 1, 1), "|T| is 1 at every table") for each in cells(1, 1)),
        (private, Table(1, 1, 2, 2), "public"),
    ):
        with refused(Reason.OUT_OF_RANGE) as refusal:
            test.flip(each)
        assert why in refusal.value.what
    assert ball(unmoved.flip(Table(1, 0, 1, 2))) > 0
    test = a_test(PrivateTestName.OPTIMAL, Fraction(4), parse_budget(epsilon=1))
    assert [test.flip(Table(*each, 2, 2)) for each in cells(2, 2)] == [0] * 9


@pytest.mark.parametrize(("beta", "answer"), [(3, 1), (40, 0)])
def test_where_one_side_is_empty_every_table_has_the_same_answer(beta: int, answer: int) -> None:
    test = PrivateTest(PrivateTestName.BETA_OPTIMAL, Fraction(2), parse_budget(odds=4), Fraction(beta))
    for each in cells(3, 3):
        assert test.steps(Table(*each, 3, 3)) == 0
        assert test.says_significant(Table(*each, 3, 3)) == answer


@EACH
@pytest.mark.parametrize("tau", [Fraction(2), Fraction(9)])
def test_many_tables_at_once_have_the_same_answers_as_one_by_one(
    mechanism: PrivateTestName, tau: Fraction
) -> None:
    test, (a, b) = a_test(mechanism, tau, parse_budget(odds=4)), np.array(cells(4, 4)).T
    many = parse_tables(a, b, 4, 4)
    one_by_one = [test.adapt_table(many[place]) for place in range(len(many))]
    assert list(test.standings(many)) == [test.standing(each) for each in one_by_one]
    flips = [number(flip) for flip in test.map_tables(many, test.flip)]
    assert flips == [number(test.flip(each)) for each in one_by_one]


@pytest.mark.parametrize(
    ("mechanism", "tau", "beta"), [("beta_optimal", "1", "1/2"), ("beta_optimal", 1, "0.5")]
)
def test_parameters_as_text_become_numbers(mechanism: PrivateTestName, tau: Fraction, beta: Fraction) -> None:
    written = PrivateTest(mechanism, tau, parse_budget(odds=3), beta)
    assert written == PrivateTest(PrivateTestName.BETA_OPTIMAL, ONE, parse_budget(odds=3), Fraction(1, 2))
    assert isinstance(written.tau, Fraction)
    assert isinstance(written.mechanism, PrivateTestName)


# the tests by name, and the odds that they really reach


def made(kind: PrivateTestName, m1: int, m2: int, tau: object, **given: object) -> ChiSquared:
    away = {"beta": "1/2"} if kind is PrivateTestName.BETA_OPTIMAL else {}
    return MECHANISMS[kind.value](m1=m1, m2=m2, tau=tau, **away, **given)


def test_the_published_test_wastes_budget() -> None:
    """Where a pair on one side of the ellipse attains the sensitivity, what is lost is the ratio of the two."""
    large, small = (
        made(PrivateTestName.ALGORITHM_2, m, m, 1, epsilon=1).privacy("user").epsilon for m in (8, 2)
    )
    ratio = delta_star(ball(8), ball(8), ball(1)) / delta_t(ball(8), ball(8), ball(1))
    assert number(large) == pytest.approx(float(ratio), rel=1e-12)
    assert float(ratio) == pytest.approx(0.5**0.5)
    assert number(small) == pytest.approx(0.70192, abs=5e-6)


def test_by_name_with_text() -> None:
    tested = make_mechanism("chi2.optimal", {"m1": "2", "m2": "2", "tau": "1", "odds": "3"})
    assert law_of(tested, tested.secrets.read("1,0")).probabilities == {0: Fraction(1, 4), 1: Fraction(3, 4)}
    assert tested.outputs.write(tested.outputs.read("1")) == "1"
    assert tested.randomize(Table(2, 0, 2, 2), SeededCoins(b"chi2")) in {0, 1}


@pytest.mark.parametrize("secret", [(1, 2), parse_table(1, 2, 4, 4), parse_table(7, 2, 7, 4)])
def test_a_secret_is_a_table_of_these_people(secret: Table) -> None:
    asked, good = MECHANISMS["optimal"](3, 4, 1, odds=2), parse_table(1, 2, 3, 4)
    for ask in (
        lambda: asked.likelihood(secret, 1),
        lambda: asked.randomize(secret, Tape(b"")),
        lambda: law_of(asked, secret),
        lambda: asked.neighbours("user", good, secret),
        lambda: asked.secrets.write(secret),
    ):
        with refused(Reason.NOT_A_TABLE) as refusal:
            ask()
        assert "7" not in str(refusal.value)


# tables and answers as text


def secrets(m1: int, m2: int, kind: PrivateTestName = PrivateTestName.OPTIMAL) -> InputTables:
    return InputTables(m1, m2, PrivateTest(kind, ONE, parse_budget(odds=3)))


def test_all_tables_of_these_people_are_listed() -> None:
    space, public = secrets(2, 3), secrets(2, 3, PrivateTestName.ALGORITHM_1_Y2)
    assert [*space] == [Table(a, b, 2, 3) for a, b in cells(2, 3)]
    assert (space.write(Table(1, 2, 2, 3)), space.read("1,2")) == ("1,2", Table(1, 2, 2, 3))
    for each in (*public, public.read("0,0"), public.of_cells(1, 1)):
        assert isinstance(each, PublicControls)
    for here in cells(2, 3):
        near = set(neighbours(here, 2, 3))
        assert {*space.neighbours(here)} == near
        assert {*public.neighbours(here)} == {each for each in near if each[1] == here[1]}
    assert len(secrets(49, 49).cells()) == MOST_TABLES
    assert [Answers().write(each) for each in Answers()] == ["0", "1"]
    assert [Answers().read(each) for each in ("0", "1")] == [0, 1]
    assert parse_cell("a", "2", 2) == 2
    with refused(Reason.OUT_OF_RANGE) as refusal:
        parse_cell("a", "37", 36)
    assert "37" not in str(refusal.value)


@pytest.mark.parametrize("tau", [1, 2, 8])
def test_decisions_of_all_tables_without_noise(tau: int) -> None:
    known = MECHANISMS["optimal"](4, 4, tau, odds=3)
    said = exact_decisions(known, {"tables": [f"{a},{b}" for a, b in cells(4, 4)]})
    assert said == [str(int(by_hand.chi2_statistic(a, b, 4, 4) > tau)) for a, b in cells(4, 4)]
    assert ("1" in said) is (tau < 8)
    by_name = DECISIONS["beta_optimal"](m1=4, m2=6, tau=2, beta=1, odds=3)
    assert by_name({"tables": ["4,0", "0,0"]}) == ["1", "0"]


# a curator: each answer one draw with exactly the law's probability, and a bill for all of them


@pytest.mark.parametrize(
    "mechanism", [PrivateTestName.OPTIMAL, PrivateTestName.ALGORITHM_2, PrivateTestName.ALGORITHM_1_Y1]
)
def test_the_coins_are_compared_with_the_probability(mechanism: PrivateTestName) -> None:
    """U below the probability means 1; U is the coins as a fraction, and no probability here ties with it."""
    test, asked = PrivateTest(mechanism, ONE, parse_budget(odds=3)), Table(2, 1, 4, 6)
    one = ball(test.says_significant(asked))
    for first in (0, 1, 63, 64, 100, 191, 192, 200, 255):
        coins = bytes([first, *range(1, 16)])
        uniform = ball(Fraction(int.from_bytes(coins), 256**16))
        assert decide_privately(test, asked, Tape(coins)) is bool(one > uniform) is not bool(one < uniform)


def test_every_answer_reads_its_own_coins() -> None:
    several = parse_tables(np.array([2, 2, 4, 0]), np.array([1, 1, 0, 0]), 4, 6)
    one_by_one, together = SeededCoins(b"curator"), CountingCoins(SeededCoins(b"curator"))
    expected = [decide_privately(OPTIMAL, several[place], one_by_one) for place in range(4)]
    answers = decide_each(OPTIMAL, several, together)
    assert answers.significant.tolist() == expected
    assert together.taken == 4 * 16
    assert answers.spent.odds() == 81
    public = PrivateTest(PrivateTestName.ALGORITHM_1_Y2, ONE, parse_budget(epsilon=1))
    assert decide_each(public, several, SeededCoins(b"public")).spent.epsilon() == 4


def test_every_answer_reads_on_after_a_decoy() -> None:
    """A block that ends in four zero bytes decides nothing, alone or among several."""
    several = parse_tables(np.array([2, 2]), np.array([1, 1]), 4, 6)
    decoy = bytes([*range(1, 13), 0, 0, 0, 0])
    alone, together = Tape(decoy + bytes(range(16))), Tape(decoy * 2 + bytes(range(32)))
    decide_privately(OPTIMAL, several[0], alone)
    decide_each(OPTIMAL, several, together)
    assert (alone.taken, together.taken) == (32, 64)


def test_budgets_of_several_tests_add_up() -> None:
    assert total_budget(parse_budget(epsilon="1/10"), 311).epsilon() == Fraction(311, 10)
    assert total_budget(parse_budget(odds=2), 10).odds() == 1024
    each, seventh = share_out(parse_budget(epsilon=1), 311), share_out(parse_budget(odds=5), 7)
    assert each.report_epsilon() == Fraction(1, 311)
    assert total_budget(each, 311) == parse_budget(epsilon=1)
    assert (
        total_budget(share_out(parse_budget(report_odds=5), 7), 7).odds()
        == total_budget(seventh, 7).odds()
        == 5
    )
    assert total_budget(seventh, 14).odds() == 25
    assert total_budget(parse_budget(epsilon=1), 0).epsilon() == 0
    for none in (parse_budget(odds=5), seventh, parse_budget(report_odds=5)):
        assert total_budget(none, 0).odds() == 1
    many = 10**9
    for each in (
        parse_budget(odds=3),
        share_out(parse_budget(odds=3), many),
        parse_budget(7, report_odds="2.718281828"),
    ):
        assert float(total_budget(each, many).epsilon()) == pytest.approx(many * float(each.report_epsilon()))


# refusals

SMALL, WIDE = (
    made(PrivateTestName.ALGORITHM_2, 2, 2, 1, odds=3),
    made(PrivateTestName.OPTIMAL, 2, 2, 1, odds=3),
)
CHI2 = {"m1": 2, "m2": 2, "tau": 1, "odds": 3}
DECIDED = deciding_function(MECHANISMS["algorithm_2"])(4, 6, 1, odds=3)
REFUSED: list[tuple[Callable[..., object], Reason, list[tuple[object, ...]]]] = [
    (share_out, Reason.OUT_OF_RANGE, [(parse_budget(epsilon=1), 0)]),
    (total_budget, Reason.OUT_OF_RANGE, [(parse_budget(epsilon=1), -1)]),
    (total_budget, Reason.NOT_A_WHOLE_NUMBER, [(parse_budget(epsilon=1), "3/2")]),
    (total_budget, Reason.NOT_EXACT, [(parse_budget(epsilon=1), 1.5)]),
    (total_budget, Reason.NOT_A_NUMBER, [(parse_budget(epsilon=1), True)]),
    (total_budget, Reason.IRRATIONAL, [(share_out(parse_budget(odds=5), 7), 3)]),
    (PrivateTest, Reason.OUT_OF_RANGE, [(PrivateTestName.OPTIMAL, Fraction(0), parse_budget(epsilon=1))]),
    (PrivateTest, Reason.OUT_OF_RANGE, [(PrivateTestName.BETA_OPTIMAL, ONE, parse_budget(epsilon=1), -ONE)]),
    (PrivateTest, Reason.MISSING, [(PrivateTestName.BETA_OPTIMAL, ONE, parse_budget(epsilon=1))]),
    (PrivateTest, Reason.UNKNOWN_PARAMETER, [(PrivateTestName.OPTIMAL, ONE, parse_budget(epsilon=1), ONE)]),
    (DECIDED, Reason.OUT_OF_RANGE, [({"tables": ["5,0"]},)]),
    (DECIDED, Reason.MISSING, [({"tables": "4,0"},)]),
    (secrets(49, 50).cells, Reason.TOO_MANY_OUTCOMES, [()]),
    (iter, Reason.TOO_MANY_OUTCOMES, [(secrets(50, 49),)]),
    (secrets(2, 2).read, Reason.NOT_A_VALUE, [(7,), (None,), ([1, 2],), (0.5,)]),
    (secrets(2, 2).read, Reason.WRONG_LENGTH, [("1",)]),
    (secrets(2, 2).read, Reason.OUT_OF_RANGE, [("3,0",)]),
    (secrets(2, 2).read, Reason.NOT_A_NUMBER, [("a,b",)]),
    (Answers().read, Reason.NOT_A_VALUE, [(7,), (None,), ([1, 2],), (0.5,)]),
    (Answers().read, Reason.OUT_OF_RANGE, [("01",), ("2",)]),
    (Answers().write, Reason.OUT_OF_RANGE, [(2,)]),
    (SMALL.outputs.read, Reason.OUT_OF_RANGE, [("2",)]),
    (law_of, Reason.IRRATIONAL, [(SMALL, Table(1, 0, 2, 2))]),
    (made(PrivateTestName.ALGORITHM_2, 200, 200, 1, odds=3).privacy, Reason.TOO_MANY_OUTCOMES, [("user",)]),
    (made(PrivateTestName.ALGORITHM_1_F, 2, 3, 1, odds=3).privacy, Reason.OUT_OF_RANGE, [("user",)]),
    (
        make_mechanism,
        Reason.OUT_OF_RANGE,
        [("chi2.optimal", CHI2 | each) for each in ({"m1": 0}, {"tau": 0}, {"tau": -1})],
    ),
    # 5 counted as 1
    (
        WIDE.likelihood,
        Reason.OUT_OF_RANGE,
        [(parse_table(1, 2, 2, 2), answer) for answer in (5, -1, "1", None)],
    ),
]


@pytest.mark.parametrize(("ask", "reason", "cases"), REFUSED)
def test_refusals(ask: Callable[..., object], reason: Reason, cases: list[tuple[object, ...]]) -> None:
    for each in cases:
        with refused(reason):
            ask(*each)
