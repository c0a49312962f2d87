"""Closed forms for mechanisms of several steps agree with whole laws, outcome by outcome."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from itertools import permutations, product
from math import exp, inf, isclose, log, perm, prod

import pytest

from tests.drivers.peers.multi_freq_ldpy import laws
from tests.drivers.peers.multi_freq_ldpy.hashes import optimal_repeated

EPSILONS = pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0])
Law = dict[Hashable, float]


def law_epsilon(one: Law, other: Law) -> float:
    """Return the largest absolute logarithm of a likelihood ratio."""
    assert isclose(sum(one.values()), 1)
    assert isclose(sum(other.values()), 1)
    if one.keys() != other.keys():
        return inf
    return max(abs(log(one[each] / other[each])) for each in one)


def sum_outcomes(outcomes: Iterable[tuple[Hashable, float]]) -> Law:
    """Return the law of outcomes that may be listed several times."""
    law: Law = defaultdict(float)
    for outcome, chance in outcomes:
        law[outcome] += chance
    return law


def response_law(given: int, k: int, epsilon: float) -> Law:
    """Randomized response."""
    return {each: exp(epsilon * (each == given)) / (exp(epsilon) + k - 1) for each in range(k)}


def unary_law(given: int, k: int, p: float, q: float) -> Law:
    """Unary encoding."""
    rates = [p if each == given else q for each in range(k)]
    return {
        bits: prod(rate if bit else 1 - rate for bit, rate in zip(bits, rates, strict=True))
        for bits in product((0, 1), repeat=k)
    }


def sampled_attribute_law(real: list[Law], fake: list[Law]) -> Law:
    """One of two attributes is real and the other fake, each with probability 1/2."""
    halves = (real[0], fake[1]), (fake[0], real[1])
    return sum_outcomes(
        ((one, other), first[one] * second[other] / 2)
        for first, second in halves
        for one, other in product(first, second)
    )


@EPSILONS
@pytest.mark.parametrize("k", [4, 7])
def test_ordered_subset(k: int, epsilon: float) -> None:
    size = max(1, round(k / (exp(epsilon) + 1)))
    honest = size * exp(epsilon) / (size * exp(epsilon) + k - size)

    def law(given: int) -> Law:
        others = [each for each in range(k) if each != given]
        kept = (((given, *rest), honest / perm(k - 1, size - 1)) for rest in permutations(others, size - 1))
        lost = ((rest, (1 - honest) / perm(k - 1, size)) for rest in permutations(others, size))
        return sum_outcomes([*kept, *lost])

    def sorted_likelihood(law: Law) -> Law:
        return sum_outcomes(
            (frozenset(each) if isinstance(each, tuple) else each, chance) for each, chance in law.items()
        )

    assert law_epsilon(law(0), law(1)) == pytest.approx(laws.subset(k)(epsilon))
    assert law_epsilon(sorted_likelihood(law(0)), sorted_likelihood(law(1))) == pytest.approx(epsilon)


@EPSILONS
@pytest.mark.parametrize("k", [2, 4, 10])
def test_first_report_of_a_chain(k: int, epsilon: float) -> None:
    first = [response_law(given, k, 2 * epsilon) for given in range(k)]
    p1, q1, e = first[0][0], first[0][1], exp(epsilon)
    # The library's own equation for the second step: it leaves out k - 2 of the ways to a wrong answer.
    p2 = (e * p1 - q1) / (e * (p1 - (k - 1) * q1) + (k - 1) * p1 - q1)
    second = [[p2 if one == other else (1 - p2) / (k - 1) for other in range(k)] for one in range(k)]
    both = [
        sum_outcomes(
            (other, first[given][one] * second[one][other]) for one in range(k) for other in range(k)
        )
        for given in (0, 1)
    ]
    assert law_epsilon(*both) == pytest.approx(laws.chained(k)(epsilon))
    assert laws.chained(k)(epsilon) <= epsilon * (1 + 1e-9)


@EPSILONS
def test_supported_items_of_a_hashed_report(epsilon: float) -> None:
    """Two items, all hash functions: every report can have the largest likelihood ratio."""
    g = optimal_repeated(epsilon, 1)
    p1, q1, p2, q2 = laws.chain(g, epsilon, epsilon / 2)

    def law(given: int) -> Law:
        return sum_outcomes(
            (
                tuple(value == report for value in values),
                (p1 if kept == values[given] else q1) * (p2 if report == kept else q2) / g**2,
            )
            for values in product(range(g), repeat=2)
            for kept, report in product(range(g), repeat=2)
        )

    assert laws.REPORTS * law_epsilon(law(0), law(1)) == pytest.approx(laws.repeated_hashes(epsilon))


@EPSILONS
@pytest.mark.parametrize(("k", "other"), [(4, 4), (10, 2)])
def test_uniform_fake_data(k: int, other: int, epsilon: float) -> None:
    spent = laws.amplified(epsilon)
    fake: list[Law] = [dict.fromkeys(range(k), 1 / k), dict.fromkeys(range(other), 1 / other)]

    def law(one: int, two: int) -> Law:
        return sampled_attribute_law([response_law(one, k, spent), response_law(two, other, spent)], fake)

    assert law_epsilon(law(0, 0), law(1, 0)) == pytest.approx(laws.one_of_unequal(k, other)(epsilon))
    if k == other:
        assert law_epsilon(law(0, 0), law(1, 0)) == pytest.approx(epsilon)
        assert law_epsilon(law(0, 0), law(1, 1)) == pytest.approx(spent)


@EPSILONS
@pytest.mark.parametrize("best", [False, True])
@pytest.mark.parametrize("zero", [False, True])
def test_unary_fake_data(zero: bool, best: bool, epsilon: float) -> None:
    k, spent = 3, laws.amplified(epsilon)
    p = 1 / 2 if best else exp(spent / 2) / (exp(spent / 2) + 1)
    q = 1 / (exp(spent) + 1) if best else 1 - p
    vectors = [unary_law(given, k, p, q) for given in range(k)]
    fake = (
        unary_law(k, k, p, q)
        if zero
        else sum_outcomes((bits, chance / k) for law in vectors for bits, chance in law.items())
    )

    def law(one: int, two: int) -> Law:
        return sampled_attribute_law([vectors[one], vectors[two]], [fake, fake])

    one_attribute = epsilon if zero else laws.one_of_random(k, optimal=best)(epsilon)
    assert law_epsilon(law(0, 0), law(1, 0)) == pytest.approx(one_attribute)
    assert law_epsilon(law(0, 0), law(1, 1)) == pytest.approx(spent)
