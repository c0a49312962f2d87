"""How well heavy hitters are found: rounds in which a share of theta or more is active, on the stream 1/T, 2/T, ..., 1."""

from dataclasses import dataclass
from fractions import Fraction

from ldproof.counting.tail import chance
from ldproof.numbers import Real, lift
from ldproof.numbers.assuming import Assuming
from ldproof.planning.counters import Counter, OneReport, Reporting
from ldproof.planning.deployment import Deployment
from ldproof.shots.expectations import (
    F_MEASURE,
    INDEPENDENT,
    OfChances,
    expected_f,
    expected_recall,
    mean_score,
    recall,
)

MOST_REPORTERS, MOST_ROUNDS = 100, 100
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
    hits, alarms = of_rounds(asked, counter, theta)
    here = [*hits, *alarms]

    def number(read: OfChances) -> Real:
        return lift(lambda *chances: read(chances[: len(hits)], chances[len(hits) :]), *here, exactly=False)

    found = number(lambda hits, alarms: mean_score(hits, alarms, F_MEASURE))
    return Detections(at_mu, number(recall), Assuming(found, INDEPENDENT))


def too_long(asked: Deployment) -> bool:
    """Whether there are too many reporters or rounds for all laws of one report each."""
    return asked.N > MOST_REPORTERS * asked.T or asked.T > MOST_ROUNDS


def of_rounds(asked: Deployment, counter: OneReport, theta: Fraction) -> tuple[list[Real], list[Real]]:
    """The chances that heavy hitters, and that other rounds, are detected."""
    active = [asked.N * t // asked.T for t in range(1, asked.T + 1)]
    others = sum(each < theta * asked.N for each in active)
    chances = [chance(counter.reaching(each, theta)) - counter.silent() for each in active]
    return chances[others:], chances[:others]
