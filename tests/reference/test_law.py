"""Finite laws: every operation against brute force over outcomes and over all events."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations, product
from math import comb
from operator import itemgetter
from statistics import mean, pvariance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason
from ldproof.probability import INFINITE, Infinite, Law, Odds, binomial_law, law_of_shares
from ldproof_proofs.law.finite_laws import (
    hockey_stick,
    largest_odds,
    mixture_law,
    ratio_of_probabilities,
    symmetric_odds,
    tight_odds,
)
from tests.reference.refusals import refused

OUTCOMES = range(5)
EVENTS = [frozenset(s) for s in chain.from_iterable(combinations(OUTCOMES, n) for n in range(6))]

TICKETS = st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=12)
"""An urn: the law of a ticket drawn from it is known without any law."""

FACTORS = st.fractions(0, 6, max_denominator=12)


def urn(tickets: list[int]) -> Law[int]:
    return law_of_shares((ticket, Fraction(1, len(tickets))) for ticket in tickets)


LAWS = TICKETS.map(urn)
FULL = TICKETS.map(lambda tickets: urn([*OUTCOMES, *tickets]))
"""Laws of which all outcomes are possible."""
FUNCTIONS = st.lists(st.integers(0, 2), min_size=5, max_size=5).map(lambda images: images.__getitem__)


def share(one: Law[int], event: frozenset[int]) -> Fraction:
    """The probability of an event, outcome by outcome."""
    return sum((one[outcome] for outcome in OUTCOMES if outcome in event), Fraction(0))


def covers(bound: Odds, one: Law[int], other: Law[int]) -> bool:
    """Whether no event is likelier by more than these odds."""
    return isinstance(bound, Infinite) or all(
        share(one, event) <= bound * share(other, event) for event in EVENTS
    )


# making laws


@given(TICKETS)
def test_the_law_of_a_ticket_counts_the_tickets(tickets: list[int]) -> None:
    one = urn(tickets)
    assert all(one[n] == Fraction(tickets.count(n), len(tickets)) for n in OUTCOMES)
    assert set(one) == set(tickets)
    assert len(one) == len(set(tickets))
    assert sum(one[n] for n in one) == 1
    assert one[99] == 0


def test_what_never_happens_is_no_outcome_and_shares_that_make_no_law_are_refused() -> None:
    one = law_of_shares([("a", Fraction(1)), ("b", Fraction(0))])
    assert list(one) == ["a"]
    assert one["b"] == 0
    half = Fraction(1, 2)
    for shares in (
        *([], [("a", half)], [("a", Fraction(1)), ("b", Fraction(1, 10**30))], [("a", Fraction(0))]),
        *([("a", 3 * half), ("b", -half)], [("a", 3 * half), ("a", -half)]),
    ):
        with refused(Reason.NOT_A_LAW):
            law_of_shares(shares)
    for weights in ((half, Fraction(1, 3)), (Fraction(2), Fraction(-1))):
        with refused(Reason.NOT_A_LAW):
            mixture_law([(weights[0], urn([1])), (weights[1], urn([2]))])
    for chance, count in product((Fraction(-1, 10), Fraction(11, 10)), (1, 2, 3)):
        with refused(Reason.NOT_A_LAW):
            binomial_law(count, chance)


@given(LAWS)
def test_the_probability_of_an_event_is_the_sum_over_it(one: Law[int]) -> None:
    for event in EVENTS:
        assert one.of(event.__contains__) == share(one, event)


# operations


@given(LAWS, FUNCTIONS)
def test_an_image_is_as_likely_as_all_that_is_mapped_to_it(
    one: Law[int], image: Callable[[int], int]
) -> None:
    pushed = one.pushforward(image)
    for values in chain.from_iterable(combinations(range(3), n) for n in range(4)):
        preimage = frozenset(n for n in OUTCOMES if image(n) in values)
        assert pushed.of(values.__contains__) == share(one, preimage)


@given(TICKETS, TICKETS)
def test_a_product_counts_pairs_of_tickets(tickets: list[int], others: list[int]) -> None:
    pairs = [*product(tickets, others)]
    joint = urn(tickets).product(urn(others))
    assert {pair: joint[pair] for pair in joint} == {
        pair: Fraction(pairs.count(pair), len(pairs)) for pair in set(pairs)
    }


@given(TICKETS, st.lists(TICKETS, min_size=5, max_size=5))
def test_adaptive_composition_draws_from_the_urn_that_the_first_ticket_names(
    tickets: list[int], urns: list[list[int]]
) -> None:
    joint = urn(tickets).then(lambda first: urn(urns[first]))
    for first, second in product(OUTCOMES, repeat=2):
        ways = Fraction(tickets.count(first) * urns[first].count(second), len(tickets) * len(urns[first]))
        assert joint[first, second] == ways
    assert joint.pushforward(lambda pair: pair[0]) == urn(tickets)


@given(TICKETS, TICKETS, st.fractions(0, 1))
def test_a_mixture_is_the_second_draw_of_two(tickets: list[int], others: list[int], weight: Fraction) -> None:
    parts = [urn(tickets), urn(others)]
    mixed = mixture_law([(weight, parts[0]), (1 - weight, parts[1])])
    first = law_of_shares([(0, weight), (1, 1 - weight)])
    assert mixed == first.then(lambda chosen: parts[chosen]).pushforward(lambda pair: pair[1])
    for event in EVENTS:
        assert share(mixed, event) == weight * share(parts[0], event) + (1 - weight) * share(parts[1], event)


@given(st.lists(st.sampled_from(OUTCOMES), min_size=1), st.lists(st.fractions(), min_size=5, max_size=5))
def test_moments_are_those_of_the_tickets(tickets: list[int], values: list[Fraction]) -> None:
    one, read = urn(tickets), [values[ticket] for ticket in tickets]
    assert one.mean(values.__getitem__) == mean(read)
    assert one.moment(values.__getitem__, 3) == mean([number**3 for number in read])
    assert one.moment(values.__getitem__, 0) == 1
    assert one.variance(values.__getitem__) == pvariance(read)


# odds


@given(LAWS, LAWS)
def test_tight_odds_are_the_largest_ratio_over_all_events(one: Law[int], other: Law[int]) -> None:
    ratios = [
        share(one, event) / share(other, event) if share(other, event) else INFINITE
        for event in EVENTS
        if share(one, event)
    ]
    infinite = any(isinstance(ratio, Infinite) for ratio in ratios)
    largest = max((ratio for ratio in ratios if not isinstance(ratio, Infinite)), default=Fraction(0))
    assert tight_odds(one, other) == (INFINITE if infinite else largest)
    assert covers(tight_odds(one, other), one, other)


@given(LAWS, LAWS)
def test_symmetric_odds_serve_both_ways_and_are_1_only_between_equals(one: Law[int], other: Law[int]) -> None:
    bound = symmetric_odds(one, other)
    assert bound == symmetric_odds(other, one)
    assert covers(bound, one, other)
    assert covers(bound, other, one)
    assert bound in {tight_odds(one, other), tight_odds(other, one)}
    assert (bound == 1) == (one == other)
    assert (bound is INFINITE) == (set(one) != set(other))


@given(LAWS, LAWS, FUNCTIONS)
def test_no_function_of_the_outcome_reveals_more(
    one: Law[int], other: Law[int], image: Callable[[int], int]
) -> None:
    before, after = tight_odds(one, other), tight_odds(one.pushforward(image), other.pushforward(image))
    assert largest_odds([before, after]) == before
    for at in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)):
        after_delta = hockey_stick(one.pushforward(image), other.pushforward(image), at)
        assert after_delta <= hockey_stick(one, other, at)


@given(LAWS, LAWS, LAWS, LAWS)
def test_the_odds_of_independent_outcomes_multiply(
    one: Law[int], other: Law[int], third: Law[int], fourth: Law[int]
) -> None:
    first, second = tight_odds(one, other), tight_odds(third, fourth)
    joint = tight_odds(one.product(third), other.product(fourth))
    if isinstance(first, Infinite) or isinstance(second, Infinite):
        assert joint is INFINITE
    else:
        assert joint == first * second


@given(FULL, FULL, st.lists(FULL, min_size=5, max_size=5), st.lists(FULL, min_size=5, max_size=5))
def test_adaptive_composition_costs_at_most_the_product(
    one: Law[int], other: Law[int], after_one: list[Law[int]], after_other: list[Law[int]]
) -> None:
    joint = tight_odds(one.then(after_one.__getitem__), other.then(after_other.__getitem__))
    first, *later = (tight_odds(*pair) for pair in ((one, other), *zip(after_one, after_other, strict=True)))
    assert isinstance(first, Fraction)
    worst = largest_odds(later)
    assert isinstance(worst, Fraction)
    assert largest_odds([joint, first * worst]) == first * worst


@given(LAWS, LAWS, LAWS, st.fractions(0, 1))
def test_a_mixture_reveals_no_more_than_its_worst_part(
    one: Law[int], other: Law[int], third: Law[int], weight: Fraction
) -> None:
    mixed = mixture_law([(weight, one), (1 - weight, other)])
    worst = largest_odds([tight_odds(one, third), tight_odds(other, third)])
    assert largest_odds([worst, tight_odds(mixed, third)]) == worst


def test_composition_needs_noise_of_its_own() -> None:
    """Ledger row shots.def-2.1: `v xor B` and `B` reveal nothing each, and v together."""
    fair = urn([0, 1])

    def both(v: int) -> Law[tuple[int, int]]:
        return fair.pushforward(lambda bit: (v ^ bit, bit))

    for place in (itemgetter(0), itemgetter(1)):
        assert symmetric_odds(both(0).pushforward(place), both(1).pushforward(place)) == 1
    assert symmetric_odds(both(0), both(1)) is INFINITE
    assert hockey_stick(both(0), both(1), Fraction(10**9)) == 1


@given(LAWS, LAWS, FACTORS)
def test_hockey_stick_is_the_largest_excess_over_all_events(
    one: Law[int], other: Law[int], at: Fraction
) -> None:
    assert hockey_stick(one, other, at) == max(
        share(one, event) - at * share(other, event) for event in EVENTS
    )
    apart = sum(abs(one[n] - other[n]) for n in OUTCOMES)
    assert hockey_stick(one, other, Fraction(1)) == apart / 2


@given(LAWS, LAWS)
def test_tight_odds_are_where_the_hockey_stick_reaches_0(one: Law[int], other: Law[int]) -> None:
    bound = tight_odds(one, other)
    if isinstance(bound, Infinite):
        assert hockey_stick(one, other, Fraction(10**12)) > 0
    else:
        assert hockey_stick(one, other, bound) == 0
        assert hockey_stick(one, other, bound * Fraction(10**9 - 1, 10**9)) > 0


def test_a_ratio_to_nothing_is_infinite_and_infinity_is_the_largest() -> None:
    """It is found without looking behind it."""

    def candidates() -> Iterator[Odds]:
        yield from (Fraction(10**100), INFINITE)
        pytest.fail("nothing is larger")

    assert ratio_of_probabilities(Fraction(1, 2), Fraction(1, 3)) == Fraction(3, 2)
    assert ratio_of_probabilities(Fraction(1, 2), Fraction(0)) is INFINITE
    assert largest_odds([]) == 0
    assert largest_odds([Fraction(1, 2), Fraction(3), Fraction(2)]) == 3
    assert largest_odds(candidates()) is INFINITE
    assert str(INFINITE) == "inf"


COIN = law_of_shares([(1, Fraction(1, 2)), (2, Fraction(1, 2))])
LARGE = 10**10


@pytest.mark.parametrize("kind", [np.int64, np.uint64, Decimal, str, Fraction])
def test_numbers_that_are_not_python_s_own_do_not_overflow(kind: Callable[[int], Fraction]) -> None:
    assert COIN.moment(lambda x: kind(LARGE * x), 2) == Fraction(5, 2) * LARGE**2
    assert law_of_shares([("a", kind(1))])["a"] == 1
    assert mixture_law([(kind(1), COIN)]) == COIN
    assert hockey_stick(COIN, COIN, kind(1)) == 0


def test_floats_are_no_exact_numbers_and_nothing_is_done_less_often_than_never() -> None:
    halves: tuple[Callable[..., object], ...] = (
        lambda half: law_of_shares([(1, half), (2, half)]),
        lambda half: mixture_law([(half, COIN), (half, COIN)]),
        lambda half: hockey_stick(COIN, COIN, half),
        lambda half: COIN.mean(lambda _: half),
        lambda half: binomial_law(3, half),
    )
    for each in halves:
        each(Fraction(1, 2))
        for number in (0.5, np.float64(0.5)):
            with refused(Reason.NOT_EXACT):
                each(number)
    counts: tuple[Callable[..., object], ...] = (
        lambda times: binomial_law(times, Fraction(1, 2)),
        lambda times: COIN.moment(lambda x: Fraction(x - 1), times),
    )
    for each in counts:
        each(0)
        for times in (-1, np.int64(-1), "-1"):
            with refused(Reason.OUT_OF_RANGE):
                each(times)
    for kind, trials in product((np.int64, np.uint8), (30, 63, 64, 70)):
        assert counts[0](kind(trials)) == binomial_law(trials, Fraction(1, 2))


def test_the_binomial_law_by_its_formula() -> None:
    for chance, count in product(
        (Fraction(0), Fraction(1, 7), Fraction(1, 2), Fraction(1)), (0, 1, 2, 7, 30)
    ):
        found = binomial_law(count, chance)
        ways = [comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1)]
        assert [found[k] for k in range(-1, count + 2)] == [0, *ways, 0]
        assert found.mean(Fraction) == count * chance
        assert found.variance(Fraction) == count * chance * (1 - chance)


@given(st.integers(0, 6), st.integers(0, 3))
def test_the_binomial_law_by_counting_draws_with_replacement(count: int, black: int) -> None:
    draws = [sum(ball < black for ball in drawn) for drawn in product(range(3), repeat=count)]
    assert binomial_law(count, Fraction(black, 3)) == law_of_shares(
        (n, Fraction(1, len(draws))) for n in draws
    )
