"""A uniform choice of rounds, round by round: the fold over the number of choices is its law, for every T and m."""

from collections.abc import Iterable

from ldproof.numbers import Symbol, term
from ldproof.rounds import forward_step
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting.transcript.law import choices

k, n, o, w, P, Q, c, d = map(Symbol, ("k", "n", "o", "w", "P", "Q", "c", "d"))
ONE = term(1)
CHOICES = forward_step([d, c], ONE, ONE)[1]
"""The choices of k rounds among n: those without the last, c, and those with it, d."""
GIVEN = {
    "c >= 0": at_most(0, c),
    "d > 0": below(0, d),
    "k >= 1": at_most(1, k),
    "k <= n": at_most(k, n),
}
AT: Point = {"k": 1, "n": 3, "c": 2, "d": 1, "o": 1, "w": 3, "P": 1, "Q": 3}


def chances(prover: Prover) -> Theorem:
    """Of all choices of k among n rounds a share of k/n has the last one: the chance that devices are simulated with."""
    claim = Implication(
        "reporting.chosen-share",
        equal(d / CHOICES, k / n),
        GIVEN,
        {"choices": choices(prover, n - 1, k - 1, d, c)},
        {name: AT[name] for name in ("k", "n", "c", "d")},
        reading="c and d are the numbers of choices of k and of k - 1 among n - 1 rounds",
        stands=("c", "d"),
    )
    return prover.theorem(claim, at_once("k c = (n - k) d", search))


def step(prover: Prover) -> Iterable[Theorem]:
    """If the weights of n - 1 rounds are choices times probabilities, so are those of n rounds, k = 0 included."""
    ahead = k / n * w * Q + (1 - k / n) * o * P
    claim = Implication(
        "reporting.chosen-step",
        equal(forward_step([d * Q, c * P], o, w)[1], CHOICES * ahead),
        GIVEN,
        {"choices": choices(prover, n - 1, k - 1, d, c)},
        AT,
        mutant=Mutant(
            equal(forward_step([d * Q, c * P], o, w)[1], CHOICES * (k / n * o * Q + (1 - k / n) * w * P)), AT
        ),
        reading="c P and d Q are the weights of k and of k - 1 reports in n - 1 rounds, c and d being the numbers of "
        "such choices; whoever has k reports left in n rounds reports now with probability k/n",
        stands=("P", "Q", "c", "d"),
    )
    yield prover.theorem(claim, at_once("c is a share 1 - k/n of all choices, and d a share k/n", search))
    none = Implication(
        "reporting.chosen-step-0",
        equal(forward_step([c * P], o, w)[0], forward_step([c], ONE, ONE)[0] * (o * P)),
        witness={"c": 1, "P": 2, "o": 3},
        mutant=Mutant(equal(forward_step([c * P], o, w)[0], c * P), {"c": 1, "P": 2, "o": 3}),
        reading="c P is the weight of no reports in n - 1 rounds",
        stands=("P", "c"),
    )
    yield prover.theorem(none, at_once("whoever has no report left is silent", search))
