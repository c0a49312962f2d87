"""What one round's change can reveal: at most the closed form."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof import rounds
from ldproof.numbers import Symbol
from ldproof.rounds import dummy_likelihood, lie, report_likelihood
from ldproof.shots.formulas import event_odds
from ldproof_proofs.kernel.implication import by_name
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.prover import Prover, at_once, show
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting import coin
from ldproof_proofs.reporting.transcript import law as proved
from ldproof_proofs.shots.law.dummies import DENOMINATOR, LOUD, QUIET, loud, quiet_bounds
from ldproof_proofs.shots.parameters import BITS, BUDGET, DUMMY, SAMPLE, SETTING, T, m, r, x

A, B = Symbol("A"), Symbol("B")
CHANGED = {"A >= 0": at_most(0, A), "B >= 0": at_most(0, B)}
READING = "A and B are the weights of m and m - 1 reports in the T - 1 rounds that do not change"


def event_level_weights(prover: Prover) -> Theorem:
    """The weights a of the rounds that do not change: (t - k) a_k <= (k + 1) rho a_{k+1}."""
    claim = Instance(
        "shots.event-weights",
        "where a are the weights of any transcript under anyone's states",
        proved.hiding(prover),
        [
            {"o": dummy_likelihood(r, seen), "w": report_likelihood(x, state, seen)}
            for seen, state in every(BITS, repeat=2)
        ],
        {"o": 2 * dummy_likelihood(r, 0), "w": lie(x)},
        {**BUDGET, **DUMMY},
        {
            **by_name(coin.nonnegative(prover)),
            **by_name(coin.dummies(prover)),
            **by_name(loud(prover)),
        },
        {"rho": LOUD},
        SAMPLE,
        {"q": QUIET},
    )
    return prover.theorem(claim, ByInstance())


def event_level(prover: Prover) -> Iterable[Theorem]:
    """One round changes: whatever is seen in it, the odds are at most the closed form."""
    for seen in BITS:
        yield show(
            prover,
            at_once("the rarer dummy hides least, the other rounds hide most", search),
            f"shots.event-level-{seen}",
            at_most(
                rounds.forward_step([B, A], dummy_likelihood(r, seen), report_likelihood(x, seen, seen))[1],
                event_odds(m, T, r, x)
                * rounds.forward_step(
                    [B, A], dummy_likelihood(r, seen), report_likelihood(x, 1 - seen, seen)
                )[1],
            ),
            {**SETTING, **CHANGED, "weights": at_most((T - m) * B, m * LOUD * A)},
            {**by_name(quiet_bounds(prover)), "denominator": below(0, DENOMINATOR)},
            {"x": 2, "r": Fraction(1, 3), "m": 1, "T": 2, "A": 1, "B": 2},
            Mutant(
                at_most(
                    rounds.forward_step([B, A], dummy_likelihood(r, seen), report_likelihood(x, seen, seen))[
                        1
                    ],
                    rounds.forward_step(
                        [B, A], dummy_likelihood(r, seen), report_likelihood(x, 1 - seen, seen)
                    )[1],
                ),
                {"x": 2, "r": Fraction(1, 3), "m": 1, "T": 2, "A": 1, "B": 2},
            ),
            reading=READING,
        )
