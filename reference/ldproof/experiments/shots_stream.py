"""The stream of section 6 of the source on m-shot reporting, and what people do in it.

The shares 1/T, 2/T, ..., 1 of the people are active, each in one round. Three things are left open:

- Where N t/T is no whole number of people, it is rounded down, and so is the share that decides on heavy hitters.
- The rounds are shuffled. Here they are not: everybody's m rounds are a uniform choice, so that it makes no difference.
- Who is active when. Here whoever is active at a share is so at all larger ones. It matters to the simulation only,
  and there to how rounds hang together: each round's law depends on its share alone.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ldproof.arrays import Bits
from ldproof.catalogue import Answer, evaluate
from ldproof.coins import Coins
from ldproof.domains import Logarithm
from ldproof.experiments.figures import DIGITS, Measured, Score, simulate
from ldproof.numbers import Real
from ldproof.shots import client
from ldproof.shots.choice import best_m
from ldproof.shots.collector import threshold
from ldproof.shots.detection import f_measure
from ldproof.shots.mechanism import Parameters, parameters

THETA = Fraction(4, 5)
"""The source's threshold, in both experiments."""
RECALL, AT_THETA = "recall", "found at theta"


@dataclass(frozen=True, slots=True)
class Stream:
    """N people, and T rounds in which the shares 1/T, 2/T, ..., 1 of them are active; heavy from theta on."""

    N: int
    T: int
    theta: Fraction = THETA

    def states(self) -> Bits:
        """A row per person, a column per round."""
        active = [self.N * t // self.T for t in range(1, self.T + 1)]
        return np.arange(self.N)[:, np.newaxis] < np.array(active)

    def rounded(self) -> bool:
        """Whether some share is no whole number of people, so that it had to be rounded down."""
        return self.N % self.T != 0

    def beside(self) -> tuple[str, ...]:
        """What belongs to F: a share of theta is one of people only where it is a whole number of them."""
        return (RECALL, AT_THETA) if (self.N * self.theta).denominator == 1 else (RECALL,)


@dataclass(frozen=True, slots=True)
class Shots:
    """What people do in the stream: m reports, dummies with r, and their whole budget."""

    stream: Stream
    m: int
    r: int
    epsilon: Fraction | Logarithm

    def __call__(self, runs: int, coins: Coins) -> Measured:
        """E[F] and E[recall] exactly, how often a share of theta is detected, and F in so many runs."""
        asides = {RECALL: self.exactly("expected_recall")}
        if AT_THETA in self.stream.beside():
            asides[AT_THETA] = self.exactly("detection_probability", phi=self.stream.theta)
        simulated = simulate(self.score(), runs, coins) if runs else None
        return Measured(self.exactly("expected_f"), simulated, asides)

    def exactly(self, formula: str, **more: object) -> Answer:
        """A formula of the catalogue for this stream."""
        given = {
            "N": self.stream.N,
            "m": self.m,
            "T": self.stream.T,
            "r": self.r,
            "theta": self.stream.theta,
            "epsilon": self.epsilon,
        }
        return evaluate(f"shots.{formula}", given | more, DIGITS)

    def score(self) -> Score:
        """F in one run."""
        shots = parameters(self.stream.T, self.m, self.r, epsilon=self.epsilon)
        return one_run(shots, self.stream.states(), self.stream.theta)


def one_run(shots: Parameters, states: Bits, theta: Fraction) -> Score:
    """F in one run of Algorithm 1 for a row of states per person, all rounds with their joint law."""
    N = len(states)
    heavy = np.array([Fraction(int(each), N) >= theta for each in states.sum(axis=0)])
    least, wanted = threshold(shots, N, theta), int(heavy.sum())

    def once(coins: Coins) -> Fraction:
        found = client.ones_of_people(shots, states, coins) >= least
        return f_measure(int((found & heavy).sum()), int((found & ~heavy).sum()), wanted)

    return once


@dataclass(frozen=True, slots=True)
class Budgeted:
    """What people do in the stream with a budget: the best number of reports by (7), or one in every round."""

    stream: Stream
    epsilon: Fraction
    best: bool

    def __call__(self, runs: int, coins: Coins) -> Measured:
        """What so many runs with this m measure, and beside it which m it is."""
        m = best_m(self.stream.T, Real(self.epsilon)) if self.best else self.stream.T
        found = Shots(self.stream, m, 0, self.epsilon)(runs, coins)
        return replace(found, asides={"m": Fraction(m), **found.asides})
