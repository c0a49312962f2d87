"""How well heavy hitters are found: rounds in which a share of theta or more is active, on the stream 1/T, 2/T, ..., 1."""

from dataclasses import dataclass
from fractions import Fraction

from ldproof.counting.error import failure_of_each
from ldproof.numbers import Ball, Real, lift
from ldproof.numbers.assuming import Assuming
from ldproof.planning.counters import Counter, OneReport, Reporting
from ldproof.planning.deployment import Deployment
from ldproof.shots.detection import (
    F_MEASURE,
    INDEPENDENT,
    OfChances,
    expected_f,
    expected_recall,
    mean_score,
    recall,
)

MOST_REPORTERS, MOST_ROUNDS = 500, 1000
"""Of so many people a round in so many rounds, all rounds of Glance take some seconds."""

SLOW = f"recall and F of more than {MOST_REPORTERS} people a round or {MOST_ROUNDS} rounds are not computed"
"""Where NULL is seen."""


@dataclass(frozen=True, slots=True)
class Detections:
    """How well rounds in which a share of theta or more is active are found."""

    at_mu: Real | None
    """The probability that a round with the share mu is detected."""
    recall: Real | None
    """The expected share of heavy hitters that is, on the stream of shares 1/T, 2/T, ..., 1."""
    f_measure: Real | Assuming | None


def detected(asked: Deployment, counter: Counter) -> Detections:
    """Where a threshold is given: all of it, unless that takes long."""
    theta, mu = asked.theta, asked.mu
    if theta is None:
        return Detections(None, None, None)
    at_mu = None if mu is None else counter.detection(mu, theta)
    if isinstance(counter, Reporting):
        shots = counter.shots
        given = asked.N, shots.m, shots.T, shots.r, theta, shots.budget
        return Detections(at_mu, expected_recall(*given), expected_f(*given))
    if not isinstance(counter, OneReport) or too_long(asked):
        return Detections(at_mu, None, None)
    found = of_rounds(asked, counter, theta, lambda hits, alarms: mean_score(hits, alarms, F_MEASURE))
    return Detections(at_mu, of_rounds(asked, counter, theta, recall), Assuming(found, INDEPENDENT))


def too_long(asked: Deployment) -> bool:
    """Whether there are too many reporters or rounds for all laws of one report each."""
    return asked.N > MOST_REPORTERS * asked.T or asked.T > MOST_ROUNDS


def of_rounds(asked: Deployment, counter: OneReport, theta: Fraction, number: OfChances) -> Real:
    """A number read off the chances that heavy hitters, and that other rounds, are detected."""
    active = [asked.N * t // asked.T for t in range(1, asked.T + 1)]
    rounds = [counter.reaching(each, theta) for each in active]
    others = sum(each < theta * asked.N for each in active)

    def value(excess: Ball, silent: Ball) -> Ball:
        chances = [each - silent for each in failure_of_each(rounds, excess)]
        return number(chances[others:], chances[:others])

    return lift(value, asked.budget.report_excess(), counter.silent(), exactly=False)
