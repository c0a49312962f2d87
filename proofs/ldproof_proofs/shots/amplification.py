"""What dummies hide beyond epsilon, by brute force over the laws of two people who differ in one round."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.budget import Quantity, budget
from ldproof.law import hockey_stick
from ldproof.shots.amplification import event_delta
from ldproof.shots.law import transcripts
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.parameters import BITS

TARGETS = (Fraction(1), Fraction(5, 4), Fraction(2), Fraction(4))


def by_force(T: int, m: int, r: Fraction, target: Fraction) -> Quantity:
    """The largest hockey-stick divergence over all people and all changes of one round; E = 3."""
    laws = {states: transcripts(states, m, r, Fraction(2)) for states in every(BITS, repeat=T)}
    return max(
        hockey_stick(law, laws[(*states[:t], 1 - states[t], *states[t + 1 :])], target)
        for states, law in laws.items()
        for t in range(T)
    )


def cases(extra: Fraction) -> Iterable[tuple[str, bool]]:
    """The reference's delta against it."""
    for T in range(1, 4):
        for m, r, target in every(range(1, T + 1), (Fraction(0), Fraction(1, 3), Fraction(1, 2)), TARGETS):
            ours = event_delta(T, m, r, target, budget(m, report_odds=3))
            yield f"T = {T}, m = {m}, r = {r}, at {target}", ours == by_force(T, m, r, target + extra)


def deltas(prover: Prover) -> Theorem:
    """The reference's delta is the largest divergence."""
    sample = (3, 1, Fraction(1, 2), Fraction(5, 4))
    claim = Finite(
        "shots.event-delta",
        "event_delta is the largest hockey-stick divergence over all people and all changes of one round",
        "T <= 3, every m, r in {0, 1/3, 1/2}, E = 3, odds in {1, 5/4, 2, 4}",
        lambda: cases(Fraction(0)),
        lambda: cases(Fraction(1, 2)),
        anchors=(
            anchor(
                event_delta, lambda: event_delta(*sample, budget(1, report_odds=3)), lambda: by_force(*sample)
            ),
        ),
    )
    return prover.theorem(claim, ByEnumeration())
