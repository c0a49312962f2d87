"""Lower bounds on delta by epsilon, on rho and on mu, against what known laws lose."""

import json
from dataclasses import replace
from fractions import Fraction
from math import exp, log
from statistics import NormalDist

import numpy as np
import pytest

from ldproof.api.auditing import audit
from ldproof.auditor.outcomes import WHOLE_OUTPUTS, CountedOutcomes
from ldproof.auditor.profile import (
    BoundedEvent,
    Profile,
    bounded_events,
    profile_of_counts,
    rho_at_least,
    shift_at_least,
)
from ldproof.auditor.report import PLACES, result_of_draws, round_down
from ldproof.evidence.confidence import probability_interval
from ldproof.numbers import Array
from ldproof.programs import Value
from tests.audit.laws import ALPHA, audit_drawing, black_box, draw_outputs
from tests.tiers import run_everything

RUNS = 400 if run_everything() else 25
LAWS = np.array([[0.5, 0.3, 0.15, 0.05], [0.25, 0.3, 0.3, 0.15]])


def true_delta(epsilon: float, one: Array, other: Array) -> float:
    """Return the least delta of two laws at an epsilon, one way round."""
    return float(np.maximum(one - exp(epsilon) * other, 0).sum())


def true_rho(one: Array, other: Array) -> float:
    """Return the largest divergence of some orders over the order."""
    orders = 1 + 2.0 ** np.arange(-10, 9, 0.25)
    powers = orders[:, None] * np.log(one) + (1 - orders[:, None]) * np.log(other)
    grown = np.logaddexp.reduce(powers, axis=1) / (orders - 1) / orders
    return float(max(grown))


def counts(times: "np.typing.NDArray[np.int64]", stage: int = 1) -> CountedOutcomes:
    """Return counts of outcomes with either input."""
    names = tuple(map(str, range(times.shape[1])))
    rows = tuple(tuple(map(int, each)) for each in times)
    return CountedOutcomes(WHOLE_OUTPUTS[0], names, rows, tuple(map(sum, rows)), stage)


def is_wrong(found: Profile, least: dict[Fraction, float], rho: float) -> bool:
    """Whether one of the bounds is above what the laws lose."""
    return float(found.rho) > rho or any(float(delta) > least[epsilon] for epsilon, delta in found.deltas)


def test_profile_is_below_the_truth_at_all_times() -> None:
    """At alpha 1/5, watched after 8 numbers of draws; and in the end it is not far below."""
    alpha, rho = Fraction(1, 5), max(true_rho(*LAWS), true_rho(*LAWS[::-1]))
    sizes = [30 * 2**k for k in range(8)]
    epsilons = [Fraction(each, 4) for each in range(41)]
    least = {
        each: max(true_delta(float(each), *LAWS), true_delta(float(each), *LAWS[::-1])) for each in epsilons
    }
    wrong, last = 0, []
    for seed in range(RUNS):
        random, times, before = np.random.default_rng(seed), np.zeros((2, 4), dtype=np.int64), 0
        found: list[Profile] = []
        for size in sizes:
            times += [random.multinomial(size - before, law) for law in LAWS]
            before = size
            found.append(profile_of_counts(counts(times), [(0, 1)], alpha))
        wrong += any(is_wrong(each, least, rho) for each in found)
        last.append(float(dict(found[-1].deltas)[Fraction(0)]))
    assert wrong <= 0.2 * RUNS
    assert np.mean(last) > 0.15
    assert least[Fraction(0)] == pytest.approx(0.25)


def test_all_events_share_the_level() -> None:
    """An event and its opposite have one interval: 4 parts and everything else have 16 of them, with 2 inputs."""
    times = np.array([[50, 30, 15, 5], [25, 30, 30, 15]])
    first = next(bounded_events(counts(times, stage=3), [(0, 1)], ALPHA))
    level = ALPHA / 12 / 32
    assert first.above == probability_interval(50, 100, level).low
    assert first.below == probability_interval(25, 100, level).high


@pytest.mark.parametrize(
    ("above", "below"), [("9/10", "1/10"), ("1/50", "1/1000"), ("1/2", "2/5"), ("1/3", "1/3")]
)
def test_rho_and_mu_of_an_event_are_rounded_down(above: str, below: str) -> None:
    event = BoundedEvent(Fraction(above), Fraction(below))
    p, q = float(event.above), float(event.below)
    normal = NormalDist()
    shift = normal.inv_cdf(p) - normal.inv_cdf(q)
    divergence = true_rho(np.array([p, 1 - p]), np.array([q, 1 - q]))
    assert -1e-9 <= shift - float(shift_at_least(event)) <= 1e-9
    assert abs(divergence - float(rho_at_least(event))) <= 1e-3 * divergence + 1e-9


def test_counts_that_do_not_differ_show_nothing() -> None:
    found = profile_of_counts(counts(np.array([[40, 60], [45, 55]])), [(0, 1)], ALPHA)
    assert found == Profile()
    assert profile_of_counts(CountedOutcomes(), [(0, 1)], ALPHA) == Profile()


def test_numbers_are_counted_in_bins() -> None:
    """Noise of 1 on numbers at distance 3 has mu = 3; there is no upper bound then."""

    def noise(random: np.random.Generator, side: int, count: int) -> list[Value]:
        return [3 * side + float(each) for each in random.normal(0, 1, count)]

    plan = replace(black_box(300), throughout=True)
    course = audit_drawing(plan, draw_outputs(noise), 1)
    found = result_of_draws(course, "mine", profile=True).profile
    assert course.counted.partition.ends
    assert course.upper_bounds() == {}
    assert found is not None
    assert 0.5 < found.mu < 3


def test_profile_is_written_if_it_is_asked_for() -> None:
    """As much is drawn after a refutation then."""

    def answer(bit: int, coins: object) -> int:
        return bit if coins.read(1)[0] < 230 else 1 - bit  # type: ignore[attr-defined]

    found = audit(answer, "odds=3", pairs=[(0, 1)], draws=200, seed=1, profile=True)
    seen = found.profile
    assert seen is not None
    assert found.violated
    assert found.samples == 400
    assert 1 < seen.epsilon < Fraction(log(230 / 26))
    assert f"mu at least {round_down(seen.mu, PLACES)}" in str(found)
    told = json.loads(found.to_json())["profile"]
    assert Fraction(told["rho_at_least"]["exact"]) == seen.rho
    assert [Fraction(each["epsilon"]["exact"]) for each in told["curve"]] == [each for each, _ in seen.deltas]
    plain = audit(answer, "odds=3", pairs=[(0, 1)], draws=200, seed=1)
    assert plain.samples < 400
    assert json.loads(plain.to_json())["profile"] is None
    assert "profile, if" not in str(plain)
