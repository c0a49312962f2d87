"""The collector: right on average, in order, and refusing by name what it cannot use."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins
from ldproof.counting.client import client
from ldproof.counting.collector import (
    NO_ESTIMATE,
    Collector,
    Estimate,
    NoEstimate,
    collector,
    estimate,
    restore,
    save,
)
from ldproof.counting.parameters import Parameters, Which, parameters
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused
from tests.reference.counting.by_hand import exactly
from tests.reference.numbers.decimals import agrees, decimally
from tests.reference.refusals import refused
from tests.reference.states import no_states, with_parameters, with_state

EACH = pytest.mark.parametrize("which", Which)
NULLS = pytest.mark.parametrize("which", [Which.GLANCE, Which.HARMONY_PUBLISHED])
BITS = pytest.mark.parametrize("which", [Which.HARMONY, Which.BORAPPOR])
Reports = tuple[int | None, ...]


def exact(said: Estimate) -> Fraction:
    """An estimate that is there, and is known exactly."""
    assert isinstance(said, Real)
    assert said.exact is not None
    return said.exact


# what it says


def one_round(which: Which, T: int, states: Reports, odds: int) -> Iterator[tuple[Reports, Fraction]]:
    """Everything that people with these states can send in the first of T rounds, with its probability."""
    reporting = Fraction(1 if which is Which.BORAPPOR else T) ** -1
    everybody = []
    for state in states:
        spoken = [(bit, reporting * Fraction(odds if bit == state else 1, odds + 1)) for bit in (0, 1)]
        everybody.append([*spoken, (0 if which is Which.HARMONY else None, 1 - reporting)])
    for sent in product(*everybody):
        share = Fraction(1)
        for _, each in sent:
            share *= each
        if share:
            yield tuple(report for report, _ in sent), share


@EACH
@pytest.mark.parametrize("T", [1, 2, 3])
@pytest.mark.parametrize("states", [(0,), (1,), (1, 0), (1, 1, 0), (1, 0, 0, 0), (1, 1, 1, 0)])
def test_the_estimate_is_right_on_average(which: Which, T: int, states: Reports) -> None:
    """Over all coins of one round; Glance's also given the number who report, if there is anybody."""
    N, odds = len(states), 4
    total = [Fraction(0)] * (N + 1)
    mass = [Fraction(0)] * (N + 1)
    for reports, share in one_round(which, T, states, odds):
        said = collector(exactly(which, T, odds), N).receive(1, reports)
        k = sum(report is not None for report in reports)
        assert (said is NO_ESTIMATE) == (which is Which.GLANCE and k == 0)
        if not isinstance(said, NoEstimate):
            total[k] += share * exact(said)
            mass[k] += share
    mu = Fraction(states.count(1), N)
    assert sum(total) == mu * sum(mass)
    if which is Which.GLANCE:
        assert sum(mass) == 1 - (1 - Fraction(1, T)) ** N
        assert total == [mu * each for each in mass]
    else:
        assert sum(mass) == 1


@given(st.integers(1, 9), st.lists(st.sampled_from((-1, 1, None)), min_size=1, max_size=12))
def test_published_harmony_is_the_mean_of_signs(T: int, signs: list[int | None]) -> None:
    """A sign of the state from a report and 0 for NULL: the mean, times T/(p - q), estimates 2 mu - 1."""
    odds = Fraction(5)
    bits = [None if sign is None else (sign + 1) // 2 for sign in signs]
    said = collector(exactly(Which.HARMONY_PUBLISHED, T, odds), len(signs)).receive(1, bits)
    mean = Fraction(sum(sign or 0 for sign in signs), len(signs))
    assert 2 * exact(said) - 1 == T * (odds + 1) / (odds - 1) * mean


@given(st.integers(1, 9), st.lists(st.integers(0, 1), min_size=1, max_size=12))
def test_harmony_divides_by_everybody(T: int, bits: list[int]) -> None:
    """The ones it counts are q/T of the people too many, and (p - q)/T of them for each active share."""
    odds = Fraction(5)
    said = collector(exactly(Which.HARMONY, T, odds), len(bits)).receive(1, bits)
    assert exact(said) == (Fraction(sum(bits), len(bits)) - 1 / (odds + 1) / T) * T * (odds + 1) / (odds - 1)


@pytest.mark.parametrize(
    ("which", "reporters"),
    [(Which.GLANCE, 7), (Which.HARMONY, 10), (Which.HARMONY_PUBLISHED, 7), (Which.BORAPPOR, 10)],
)
def test_an_irrational_estimate_is_enclosed(which: Which, reporters: int) -> None:
    """Beside the formulas of the source, in decimals."""
    N, T, ones = 10, 4, 3
    said = estimate(parameters(which, T, epsilon="7/10"), N, ones, reporters)
    assert isinstance(said, Real)
    assert said.exact is None
    epsilon = Fraction(7, 10) / (T if which is Which.BORAPPOR else 1)
    a = decimally(lambda x: x.exp(), epsilon)
    p, q = a / (a + 1), 1 / (a + 1)
    rates = {
        Which.GLANCE: (Fraction(ones, reporters), Fraction(0), Fraction(1)),
        Which.HARMONY: (Fraction(ones, N), Fraction(0), Fraction(1, T)),
        Which.HARMONY_PUBLISHED: (
            Fraction(2 * ones + N - reporters, 2 * N),
            Fraction(T - 1, 2 * T),
            Fraction(1, T),
        ),
        Which.BORAPPOR: (Fraction(ones, N), Fraction(0), Fraction(1)),
    }
    rate, filled, reporting = rates[which]
    assert agrees(said, ((rate - filled) / reporting - q) / (p - q), 40)


def test_an_empty_round_has_no_estimate_and_the_stream_goes_on() -> None:
    hearing = collector(exactly(Which.GLANCE, 3), 2)
    said = [hearing.receive(1, [None, None]), hearing.receive(2, [None, 1]), hearing.receive(3, [None, None])]
    assert said == [NO_ESTIMATE, Fraction(3, 2), NO_ESTIMATE]
    assert str(NO_ESTIMATE) == "no estimate"
    assert [hearing.estimate(t) for t in (1, 2, 3)] == said


def test_published_harmony_has_an_estimate_of_an_empty_round() -> None:
    """Everybody counts as 1/2."""
    assert collector(exactly(Which.HARMONY_PUBLISHED, 3), 2).receive(1, [None, None]) == Fraction(1, 2)


@EACH
def test_it_hears_clients(which: Which) -> None:
    """Everybody reports in round t, and its estimate is known before round t + 1."""
    T, N = 4, 40
    chosen = exactly(which, T)
    people = [(n % 2, 1, 0, n % 3 // 2) for n in range(N)]
    devices = [client(chosen, SeededCoins(bytes([n]))) for n in range(N)]
    hearing, counting = collector(chosen, N), collector(chosen, N)
    for t in range(1, T + 1):
        reports = [
            device.report(t, states[t - 1], SeededCoins(bytes([n, t])))
            for n, (device, states) in enumerate(zip(devices, people, strict=True))
        ]
        sent = [report for report in reports if report is not None]
        said = hearing.receive(t, reports)
        assert said == counting.count(t, sum(sent), len(sent))
        assert said == hearing.estimate(t)
    assert (hearing.ones, hearing.reporters) == (counting.ones, counting.reporters)
    assert hearing.heard == (set(range(1, N + 1)) if chosen.silent else set())


@given(
    st.lists(st.integers(0, 4), min_size=3, max_size=3), st.lists(st.integers(0, 4), min_size=3, max_size=3)
)
def test_what_was_said_does_not_depend_on_what_comes_later(one: list[int], other: list[int]) -> None:
    """Two streams alike in the first round, for every mechanism that hears bits; and for Glance the same."""
    for which in (Which.HARMONY, Which.BORAPPOR):
        first, second = collector(exactly(which, 4), 4), collector(exactly(which, 4), 4)
        said = [each.count(1, 2, 4) for each in (first, second)]
        for t in (2, 3, 4):
            first.count(t, one[t - 2], 4)
            second.count(t, other[t - 2], 4)
        assert said == [each.estimate(1) for each in (first, second)] == said[:1] * 2
    glance, quiet = (collector(exactly(Which.GLANCE, 4), 40) for _ in range(2))
    said = [each.count(1, 1, 2) for each in (glance, quiet)]
    for t in (2, 3, 4):
        glance.count(t, one[t - 2], 4)
        quiet.count(t, 0, 0)
    assert said == [each.estimate(1) for each in (glance, quiet)] == said[:1] * 2


# what it refuses


def midway(which: Which) -> Collector:
    """A collector of four people's reports after the first of three rounds."""
    halfway = collector(exactly(which, 3), 4)
    halfway.receive(1, [0, 1, None, None] if halfway.parameters.silent else [0, 1, 1, 0])
    return halfway


def second(which: Which) -> Reports:
    """What people may send in the second round."""
    return (None, None, 1, None) if midway(which).parameters.silent else (0, 1, 0, 1)


@EACH
@pytest.mark.parametrize("t", [-1, 0, 1, 3])
def test_a_round_out_of_order_is_refused_and_changes_nothing(which: Which, t: int) -> None:
    asked = midway(which)
    with refused(Reason.OUT_OF_ORDER):
        asked.receive(t, second(which))
    with refused(Reason.OUT_OF_ORDER):
        asked.count(t, 0, asked.reporters[0])
    assert asked == midway(which)
    asked.receive(2, second(which))


@EACH
def test_no_round_comes_after_the_last(which: Which) -> None:
    asked = midway(which)
    asked.receive(2, second(which))
    nothing: Reports = (None,) * 4 if asked.parameters.silent else (0,) * 4
    asked.receive(3, nothing)
    before = save(asked)
    with refused(Reason.OUT_OF_ORDER):
        asked.receive(4, nothing)
    assert save(asked) == before


@EACH
@pytest.mark.parametrize(
    ("reports", "reason"),
    [
        ((), Reason.WRONG_COUNT),
        ((0, 1, 0), Reason.WRONG_COUNT),
        ((0, 1, 0, 1, 0), Reason.WRONG_COUNT),
        ((0, 1, 0, 2), Reason.NOT_A_REPORT),
        ((-1, 1, 0, 1), Reason.NOT_A_REPORT),
    ],
)
def test_what_is_no_report_of_everybody_is_refused_and_changes_nothing(
    which: Which, reports: Reports, reason: Reason
) -> None:
    asked = midway(which)
    with refused(reason):
        asked.receive(2, reports)
    assert asked == midway(which)


@BITS
def test_null_is_refused_where_everybody_sends_a_bit(which: Which) -> None:
    asked = midway(which)
    with refused(Reason.NOT_A_REPORT):
        asked.receive(2, [0, None, 1, 1])
    assert asked == midway(which)


@NULLS
@pytest.mark.parametrize("reports", [(0, None, None, None), (None, 0, 1, None), (1, 1, 1, 1)])
def test_a_second_report_of_one_person_is_refused_and_changes_nothing(which: Which, reports: Reports) -> None:
    """People 1 and 2 reported in round 1; the two others still may."""
    asked = midway(which)
    again = 1 if reports[0] is not None else 2
    with pytest.raises(Refused, match=f"person {again} reports again in round 2") as refusal:
        asked.receive(2, reports)
    assert refusal.value.reason is Reason.REPEATED
    assert asked == midway(which)
    asked.receive(2, [None, None, 1, 0])
    with refused(Reason.REPEATED):
        asked.receive(3, [None, None, None, 0])


@NULLS
def test_more_reports_than_people_are_two_of_somebody(which: Which) -> None:
    asked = midway(which)
    with refused(Reason.REPEATED):
        asked.count(2, 1, 3)
    assert asked == midway(which)
    asked.count(2, 1, 2)


@EACH
@pytest.mark.parametrize(
    ("ones", "reporters", "reason"),
    [
        (-1, 4, Reason.OUT_OF_RANGE),
        (5, 5, Reason.OUT_OF_RANGE),
        (1, -1, Reason.OUT_OF_RANGE),
        (3, 2, Reason.OUT_OF_RANGE),
        (1, 0, Reason.OUT_OF_RANGE),
    ],
)
def test_a_count_that_cannot_be_is_refused_and_changes_nothing(
    which: Which, ones: int, reporters: int, reason: Reason
) -> None:
    asked = midway(which)
    with refused(reason):
        asked.count(2, ones, reporters)
    assert asked == midway(which)


@BITS
def test_bits_that_are_not_everybodys_are_refused(which: Which) -> None:
    asked = midway(which)
    for reporters in (3, 5):
        with refused(Reason.WRONG_COUNT):
            asked.count(2, 1, reporters)
    assert asked == midway(which)


@EACH
@pytest.mark.parametrize("t", [-1, 0, 2])
def test_nothing_is_estimated_before_its_round(which: Which, t: int) -> None:
    with refused(Reason.OUT_OF_ORDER):
        midway(which).estimate(t)


@pytest.mark.parametrize(
    ("N", "reason"),
    [
        (0, Reason.OUT_OF_RANGE),
        (-4, Reason.OUT_OF_RANGE),
        (10**10, Reason.TOO_LARGE),
        ("5/2", Reason.NOT_A_WHOLE_NUMBER),
        (4.0, Reason.NOT_EXACT),
    ],
)
def test_a_collector_of_nobody_is_refused(N: object, reason: Reason) -> None:
    with refused(reason):
        collector(exactly(Which.GLANCE, 3), N)


# saved and resumed


@EACH
@pytest.mark.parametrize("done", range(5))
def test_a_restored_collector_goes_on_as_the_saved_one_would(which: Which, done: int) -> None:
    chosen: Parameters = exactly(which, 4)
    stream: list[Reports] = [(None, 1, None), (None, None, None), (1, None, 0), (None, None, None)]
    if not chosen.silent:
        stream = [tuple(report or 0 for report in reports) for reports in stream]
    saved, fresh = collector(chosen, 3), collector(chosen, 3)
    fresh.receive(1, stream[2])
    for t in range(1, done + 1):
        saved.receive(t, stream[t - 1])
    restore(fresh, save(saved))
    assert fresh == saved
    for t in range(done + 1, 5):
        assert fresh.receive(t, stream[t - 1]) == saved.receive(t, stream[t - 1])
    assert save(fresh) == save(saved)


@NULLS
def test_a_restored_collector_knows_who_has_reported(which: Which) -> None:
    fresh = collector(exactly(which, 3), 4)
    restore(fresh, save(midway(which)))
    with refused(Reason.REPEATED):
        fresh.receive(2, [None, 0, None, None])


def test_saving_does_not_tie_the_two_together() -> None:
    saved, fresh = midway(Which.GLANCE), collector(exactly(Which.GLANCE, 3), 4)
    restore(fresh, save(saved))
    fresh.receive(2, second(Which.GLANCE))
    assert saved == midway(Which.GLANCE)


GOOD = {which: save(midway(which)) for which in Which}
COMMON: list[dict[str, object]] = [
    {"ones": [5]},
    {"ones": [-1]},
    {"ones": [True]},
    {"ones": ["1"]},
    {"ones": 1},
    {"ones": []},
    {"reporters": []},
    {"reporters": [1]},
    {"reporters": [5]},
    {"reporters": "4"},
    {"heard": [0, 1]},
    {"heard": [1, 5]},
    {"heard": [1, True]},
    {"heard": "12"},
    {"ones": [0] * 4, "reporters": [0] * 4, "heard": []},
]
FOREIGN = [
    {"which": "glance", "T": 3, "N": 5, "odds": 3},
    {"which": "glance", "T": 4, "N": 4, "odds": 3},
    {"which": "glance", "T": 3, "N": 4, "odds": 2},
    {"which": "glance", "T": 3, "N": 4, "epsilon": 3},
    {"which": "harmony_published", "T": 3, "N": 4, "report_odds": 3},
]


def unusable(which: Which) -> Iterator[str]:
    """What is no saved state of `midway`."""
    good = GOOD[which]
    yield from no_states(good)
    yield from (with_state(good, **changed) for changed in COMMON)
    if which in (Which.GLANCE, Which.HARMONY_PUBLISHED):
        yield with_state(good, heard=[1, 1])
        yield with_state(good, heard=[1, 2, 3])
        yield with_state(good, ones=[1, 1], reporters=[2, 3])
    else:
        yield with_state(good, heard=[1])
        yield with_state(good, ones=[1, 1], reporters=[4, 3])


@EACH
def test_what_was_not_saved_for_it_is_refused_and_changes_nothing(which: Which) -> None:
    asked = midway(which)
    for text in unusable(which):
        with refused(Reason.DAMAGED_STATE):
            restore(asked, text)
        assert asked == midway(which)


@EACH
def test_what_was_saved_for_another_is_refused_and_changes_nothing(which: Which) -> None:
    asked = midway(which)
    others = [save(midway(other)) for other in Which if other is not which]
    for text in (
        *others,
        with_parameters(GOOD[which], which="rappor"),
        with_parameters(GOOD[which], more="1"),
    ):
        with refused(Reason.FOREIGN_STATE):
            restore(asked, text)
        assert asked == midway(which)


@pytest.mark.parametrize("given", FOREIGN)
def test_a_state_of_other_parameters_is_refused(given: dict[str, object]) -> None:
    which, T, N = str(given["which"]), given["T"], given["N"]
    budget = {name: given[name] for name in given if name not in ("which", "T", "N")}
    foreign = save(collector(parameters(which, T, **budget), N))
    asked = collector(parameters("glance", 3, odds=3), 4)
    with refused(Reason.FOREIGN_STATE):
        restore(asked, foreign)
    restore(asked, save(collector(parameters("glance", 3, odds=3), 4)))


@pytest.mark.parametrize("number", [np.int64, np.uint64, np.uint8, str])
def test_counts_of_any_type_are_the_same_numbers(number: Callable[[int], int]) -> None:
    for which in Which:
        chosen, N = parameters(which, 4, report_odds=3), 200
        plain, other = collector(chosen, N), collector(chosen, N)
        assert other.count(1, number(120), number(200)) == plain.count(1, 120, 200)
        assert save(other) == save(plain)


@pytest.mark.parametrize(("ones", "reporters"), [(1.0, 2), (1, 2.0), (True, 2), (1, None), ("x", 2)])
def test_counts_that_are_no_numbers_change_nothing(ones: int, reporters: int) -> None:
    asked = collector(parameters("glance", 4, odds=3), 5)
    with pytest.raises(Refused):
        asked.count(1, ones, reporters)
    assert asked == collector(parameters("glance", 4, odds=3), 5)


def test_an_array_of_reports_is_heard() -> None:
    asked = collector(parameters("glance", 4, odds=3), 3)
    asked.receive(1, np.array([1, None, 0], np.object_).tolist())
    assert (asked.ones, asked.reporters, asked.heard) == ([1], [2], {1, 3})
