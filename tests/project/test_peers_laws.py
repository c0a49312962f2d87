"""The closed forms of the targets against whole laws: every outcome of the libraries' steps, with its probability."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise, permutations, product
from math import erf, exp, expm1, inf, isclose, log, perm, prod, sqrt

import pytest

from tests.drivers.peers.diffprivlib.targets import OTHERS, unbalanced
from tests.drivers.peers.multi_freq_ldpy.hashes import optimal_repeated
from tests.drivers.peers.multi_freq_ldpy.laws import (
    REPORTS,
    amplified,
    chain,
    chained,
    one_of_random,
    one_of_unequal,
    repeated_hashes,
    subset,
)
from tests.drivers.peers.noise import (
    classical,
    concentrated,
    discrete_gaussian,
    gaussian,
    gaussian_threshold,
    laplace_threshold,
)
from tests.drivers.peers.opendp.targets import projection
from tests.drivers.peers.pure_ldp_1_1_2.targets import optimal, symmetric
from tests.drivers.peers.selection import permute_and_flip
from tests.drivers.peers.targets import nothing, tight

EPSILONS = pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0])
Law = dict[Hashable, float]


def apart(one: Law, other: Law) -> float:
    """The largest logarithm of how much likelier an outcome is, either way."""
    assert isclose(sum(one.values()), 1)
    assert isclose(sum(other.values()), 1)
    if one.keys() != other.keys():
        return inf
    return max(abs(log(one[each] / other[each])) for each in one)


def added(outcomes: Iterable[tuple[Hashable, float]]) -> Law:
    """A law, from outcomes that may come more than once."""
    law: Law = defaultdict(float)
    for outcome, chance in outcomes:
        law[outcome] += chance
    return law


def response(given: int, k: int, epsilon: float) -> Law:
    """Randomized response."""
    return {each: exp(epsilon * (each == given)) / (exp(epsilon) + k - 1) for each in range(k)}


def unary(given: int, k: int, p: float, q: float) -> Law:
    """Unary encoding."""
    rates = [p if each == given else q for each in range(k)]
    return {
        bits: prod(rate if bit else 1 - rate for bit, rate in zip(bits, rates, strict=True))
        for bits in product((0, 1), repeat=k)
    }


def mixed(real: list[Law], fake: list[Law]) -> Law:
    """One of two attributes is real and the other fake, either with probability 1/2."""
    halves = (real[0], fake[1]), (fake[0], real[1])
    return added(
        ((one, other), first[one] * second[other] / 2)
        for first, second in halves
        for one, other in product(first, second)
    )


@EPSILONS
@pytest.mark.parametrize("k", [4, 7])
def test_a_subset_in_the_order_in_which_it_is_sent(k: int, epsilon: float) -> None:
    size = max(1, round(k / (exp(epsilon) + 1)))
    honest = size * exp(epsilon) / (size * exp(epsilon) + k - size)

    def law(given: int) -> Law:
        others = [each for each in range(k) if each != given]
        kept = (((given, *rest), honest / perm(k - 1, size - 1)) for rest in permutations(others, size - 1))
        lost = ((rest, (1 - honest) / perm(k - 1, size)) for rest in permutations(others, size))
        return added([*kept, *lost])

    def in_any_order(law: Law) -> Law:
        return added(
            (frozenset(each) if isinstance(each, tuple) else each, chance) for each, chance in law.items()
        )

    assert apart(law(0), law(1)) == pytest.approx(subset(k)(epsilon))
    assert apart(in_any_order(law(0)), in_any_order(law(1))) == pytest.approx(epsilon)


@EPSILONS
@pytest.mark.parametrize("k", [2, 4, 10])
def test_the_first_report_of_a_chain(k: int, epsilon: float) -> None:
    first = [response(given, k, 2 * epsilon) for given in range(k)]
    p1, q1, e = first[0][0], first[0][1], exp(epsilon)
    # The library's own equation for the second step: it leaves out k - 2 of the ways to a wrong answer.
    p2 = (e * p1 - q1) / (e * (p1 - (k - 1) * q1) + (k - 1) * p1 - q1)
    second = [[p2 if one == other else (1 - p2) / (k - 1) for other in range(k)] for one in range(k)]
    laws = [
        added((other, first[given][one] * second[one][other]) for one in range(k) for other in range(k))
        for given in (0, 1)
    ]
    assert apart(*laws) == pytest.approx(chained(k)(epsilon))
    assert chained(k)(epsilon) <= epsilon * (1 + 1e-9)


@EPSILONS
def test_the_items_that_a_hashed_report_supports(epsilon: float) -> None:
    """Two items, all hash functions: the likeliest difference can come in every report."""
    g = optimal_repeated(epsilon, 1)
    p1, q1, p2, q2 = chain(g, epsilon, epsilon / 2)

    def law(given: int) -> Law:
        return added(
            (
                tuple(value == report for value in values),
                (p1 if kept == values[given] else q1) * (p2 if report == kept else q2) / g**2,
            )
            for values in product(range(g), repeat=2)
            for kept, report in product(range(g), repeat=2)
        )

    assert REPORTS * apart(law(0), law(1)) == pytest.approx(repeated_hashes(epsilon))


@EPSILONS
@pytest.mark.parametrize(("k", "other"), [(4, 4), (10, 2)])
def test_fake_data_of_uniform_values(k: int, other: int, epsilon: float) -> None:
    spent = amplified(epsilon)
    fake: list[Law] = [dict.fromkeys(range(k), 1 / k), dict.fromkeys(range(other), 1 / other)]

    def law(one: int, two: int) -> Law:
        return mixed([response(one, k, spent), response(two, other, spent)], fake)

    assert apart(law(0, 0), law(1, 0)) == pytest.approx(one_of_unequal(k, other)(epsilon))
    if k == other:
        assert apart(law(0, 0), law(1, 0)) == pytest.approx(epsilon)
        assert apart(law(0, 0), law(1, 1)) == pytest.approx(spent)


@EPSILONS
@pytest.mark.parametrize("best", [False, True])
@pytest.mark.parametrize("zero", [False, True])
def test_fake_data_of_unary_vectors(zero: bool, best: bool, epsilon: float) -> None:
    k, spent = 3, amplified(epsilon)
    p = 1 / 2 if best else exp(spent / 2) / (exp(spent / 2) + 1)
    q = 1 / (exp(spent) + 1) if best else 1 - p
    laws = [unary(given, k, p, q) for given in range(k)]
    fake = (
        unary(k, k, p, q)
        if zero
        else added((bits, chance / k) for law in laws for bits, chance in law.items())
    )

    def law(one: int, two: int) -> Law:
        return mixed([laws[one], laws[two]], [fake, fake])

    one_attribute = epsilon if zero else one_of_random(k, optimal=best)(epsilon)
    assert apart(law(0, 0), law(1, 0)) == pytest.approx(one_attribute)
    assert apart(law(0, 0), law(1, 1)) == pytest.approx(spent)


@EPSILONS
def test_a_bit_that_either_of_two_coins_sets(epsilon: float) -> None:
    for p, truth in ((exp(epsilon / 2) / (exp(epsilon / 2) + 1), symmetric), (1 / 2, optimal)):
        q = 1 - p if truth is symmetric else 1 / (exp(epsilon) + 1)
        own = added([(1, q), (1, (1 - q) * p), (0, (1 - q) * (1 - p))])[1]
        assert apart(unary(0, 3, own, q), unary(1, 3, own, q)) == pytest.approx(truth(epsilon))


@EPSILONS
def test_choosing_in_random_order(epsilon: float) -> None:
    def law(best: int) -> Law:
        outcomes: list[tuple[Hashable, float]] = []
        for order in permutations(range(4)):
            left = 1 / 24
            for each in order:
                taken = 1.0 if each == best else exp(-epsilon / 2)
                outcomes.append((each, left * taken))
                left *= 1 - taken
        return added(outcomes)

    assert apart(law(0), law(1)) == pytest.approx(permute_and_flip(epsilon))


@EPSILONS
def test_normalizers_that_balance_by_half(epsilon: float) -> None:
    """The two rows of weights are what the adapter gives; only their sums at half of epsilon are the same."""
    far = exp(-epsilon / 2)
    rows = [1.0, far, *[(1 + far) / 2] * OTHERS], [far, 1.0, *[1.0] * (OTHERS // 2), *[far] * (OTHERS // 2)]
    assert sum(rows[0]) == pytest.approx(sum(rows[1]))
    one, other = ({place: w**2 / sum(v**2 for v in row) for place, w in enumerate(row)} for row in rows)
    assert log(one[0] / other[0]) == pytest.approx(unbalanced(epsilon))
    assert unbalanced(epsilon) > epsilon


@EPSILONS
def test_a_projection_of_one_count(epsilon: float) -> None:
    def law(rounded_up: float) -> Law:
        return added(
            (bit ^ flipped, (rounded_up if bit else 1 - rounded_up) * (1 / 6 if flipped else 5 / 6))
            for bit in (0, 1)
            for flipped in (0, 1)
        )

    assert apart(law(epsilon / 4), law(0.0)) == pytest.approx(projection(epsilon))


CELLS = 64
"""Of real noise, in 1."""
MOST = 600.0
"""The exponential of a larger epsilon is not a float."""
DELTAS = pytest.mark.parametrize("delta", [1e-5, 0.01])
ANALYTIC = {
    (0.5, 1e-5): 7.031826675581986,
    (1.0, 1e-5): 3.7306316348148236,
    (1.0, 0.01): 1.8778755609073865,
    (3.0, 0.01): 0.8259921380656069,
}
"""The scale that diffprivlib's GaussianAnalytic has at an epsilon and a delta."""
DISCRETE = {
    (0.5, 1e-5): 7.030950546264648,
    (1.0, 1e-5): 3.740485191345215,
    (1.0, 0.01): 1.854017734527588,
    (3.0, 0.01): 0.866105318069458,
}
"""The same of GaussianDiscrete."""
CONCENTRATED = {
    (0.5, 1e-5): 7.667155946726375,
    (0.5, 0.01): 3.767374059607712,
    (1.0, 1e-5): 4.045130358292445,
    (1.0, 0.01): 2.198861055957312,
    (3.0, 1e-5): 1.4932055027656959,
    (3.0, 0.01): 0.9361874704402666,
}
"""The least scale that OpenDP's privacy map allows."""


def but_for(one: Law, other: Law, delta: float) -> float:
    """The least epsilon by more than which no event is likelier, but for delta, either way."""

    def exceeded(epsilon: float) -> float:
        return max(
            sum(max(chance - exp(epsilon) * that.get(each, 0.0), 0.0) for each, chance in this.items())
            for this, that in ((one, other), (other, one))
        )

    assert isclose(sum(one.values()), 1)
    assert isclose(sum(other.values()), 1)
    delta *= 1 + 1e-9
    if exceeded(0.0) <= delta:
        return 0.0
    if exceeded(MOST) > delta:
        return inf
    low, high = 0.0, MOST
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if exceeded(middle) <= delta else (middle, high)
    return high


def real(below: Callable[[float], float], reach: float) -> tuple[Law, Law]:
    """Noise with a distribution function on 0 and on 1, in small cells; edges of its support are edges of some."""
    edges = sorted(
        {number / CELLS for number in range(-int(reach * CELLS), int((reach + 1) * CELLS) + 1)}
        | {-reach, 1 - reach, reach, 1 + reach}
    )

    def law(given: int) -> Law:
        cells = (
            ((left, right), below(right - given) - below(left - given)) for left, right in pairwise(edges)
        )
        return {cell: chance for cell, chance in cells if chance > 0}

    return law(0), law(1)


def normal(scale: float) -> tuple[Law, Law]:
    """Gaussian noise."""
    return real(lambda number: (1 + erf(number / scale / sqrt(2))) / 2, 7 * scale)


def whole(scale: float) -> tuple[Law, Law]:
    """Discrete Gaussian noise."""
    noise = {number: exp(-(number**2) / 2 / scale**2) for number in range(-300, 301)}
    total = sum(noise.values())

    def law(given: int) -> Law:
        return {number + given: weight / total for number, weight in noise.items() if weight}

    return law(0), law(1)


@DELTAS
@pytest.mark.parametrize("epsilon", [0.5, 1.0])
def test_gaussian_noise_of_the_classical_scale(epsilon: float, delta: float) -> None:
    law = normal(sqrt(2 * log(1.25 / delta)) / epsilon)
    assert but_for(*law, delta) == pytest.approx(classical(delta)(epsilon), rel=1e-4)


@pytest.mark.parametrize(("epsilon", "delta"), ANALYTIC)
def test_gaussian_noise_of_the_scales_that_are_solved_for(epsilon: float, delta: float) -> None:
    for law, scale in ((normal, ANALYTIC), (whole, DISCRETE)):
        found = but_for(*law(scale[epsilon, delta]), delta)
        assert found == pytest.approx(tight(epsilon), rel=1e-4)


@pytest.mark.parametrize(("epsilon", "delta"), CONCENTRATED)
def test_gaussian_noise_of_the_scale_for_concentrated_privacy(epsilon: float, delta: float) -> None:
    for law, profile in ((normal, gaussian), (whole, discrete_gaussian)):
        found = but_for(*law(CONCENTRATED[epsilon, delta]), delta)
        assert found == pytest.approx(concentrated(profile, delta)(epsilon), rel=1e-4)
        assert found < epsilon


@EPSILONS
@DELTAS
def test_bounded_laplace_noise(epsilon: float, delta: float) -> None:
    reach = log(1 + expm1(epsilon) / 2 / delta) / epsilon

    def below(number: float) -> float:
        beyond, size = exp(-epsilon * reach), exp(-epsilon * min(abs(number), reach))
        part = (size - beyond) / (1 - beyond) / 2
        return part if number < 0 else 1 - part

    assert but_for(*real(below, reach), delta) == pytest.approx(tight(epsilon))
    assert but_for(*real(below, reach), delta * 0.99) == inf


def test_uniform_noise() -> None:
    delta = 0.01
    reach = 1 / delta / 2

    def below(number: float) -> float:
        return min(max(number * delta + 1 / 2, 0), 1)

    assert but_for(*real(below, reach), delta) == nothing(0.5)
    assert but_for(*real(below, reach), delta * 0.99) == inf


@EPSILONS
@DELTAS
def test_canonical_noise(epsilon: float, delta: float) -> None:
    """Awan and Vadhan (2023): straight from -1/2 to 1/2, and from there on by steps of 1."""
    fixed = (1 - delta) / (1 + exp(epsilon))

    def tradeoff(chance: float) -> float:
        return max(1 - delta - exp(epsilon) * chance, exp(-epsilon) * (1 - delta - chance), 0)

    def below(number: float) -> float:
        if number < 0:
            return 1 - below(-number)
        return 1 - tradeoff(below(number - 1)) if number > 1 / 2 else 1 / 2 + (1 - 2 * fixed) * number

    assert but_for(*real(below, 40.0), delta) == pytest.approx(tight(epsilon), rel=1e-6)


@pytest.mark.parametrize(
    ("epsilon", "laplace", "scale", "threshold"),
    [(0.5, 7, 4.120817168278063, 10), (1.0, 4, 2.364862023461705, 6), (3.0, 2, 0.9854839673260439, 3)],
)
def test_a_count_that_is_shown_from_a_threshold_on(
    epsilon: float, laplace: int, scale: float, threshold: int
) -> None:
    """The thresholds are the lowest, and the scale the least, that OpenDP's privacy maps allow."""
    reach = range(-300, 301)
    for weights, first, truth, delta in (
        ([exp(-epsilon * abs(noise)) for noise in reach], laplace, laplace_threshold, 0.02),
        ([exp(-(noise**2) / 2 / scale**2) for noise in reach], threshold, gaussian_threshold, 0.03),
    ):
        law = added(
            (1 + noise if 1 + noise >= first else None, weight / sum(weights))
            for noise, weight in zip(reach, weights, strict=True)
        )
        assert but_for(law, {None: 1.0}, delta) == truth(delta)(epsilon)
