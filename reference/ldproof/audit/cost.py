"""How many pairs of draws it takes to refute a mechanism whose epsilon is a little more than it claims."""

from fractions import Fraction
from itertools import islice
from math import exp

import numpy as np

from ldproof.audit.claims import Claim
from ldproof.catalogue import AnyMechanism, AnyPrivacy
from ldproof.coins import SeededCoins
from ldproof.evidence.betting import tight
from ldproof.evidence.limit import limit
from ldproof.rejections import Reason, Refused

EXCESS = 1.05
"""The epsilon to be told from the one that is claimed, in units of it."""
FEW = 1 << 10
"""So many outputs are listed; of more, a sample is drawn."""
SAMPLE = 400
"""The size of that sample: it tells the order of magnitude."""


def expected(claim: Claim, alpha: Fraction, excess: float = EXCESS) -> float | None:
    """The pairs of draws that no auditor does without, on average: a float, for people.

    For the pair and the event that the mechanism foresees; None where it foresees none, or where the event was not
    met in the sample: then there are too many for any audit.
    """
    if claim.mechanism is None or claim.worst is None or claim.delta:
        return None
    found = likelihoods(claim.mechanism, claim.worst)
    total = min(found, 2 - found)  # of the event or of its opposite
    if total <= 0:
        return None
    epsilon = float(claim.epsilon)
    p1, p0 = tight(np.array(total), np.exp(np.array(epsilon * excess)))
    return limit(exp(epsilon), float(p1), float(p0), float(alpha))


def likelihoods(mechanism: AnyMechanism, worst: AnyPrivacy) -> float:
    """The probabilities of the event with the likely and with the unlikely input, added up."""
    secrets = worst.likely, worst.unlikely
    try:
        outputs = list(islice(mechanism.outputs, FEW + 1))
    except Refused as refusal:
        if refusal.reason is not Reason.TOO_MANY_OUTCOMES:
            raise
        outputs = []
    if 0 < len(outputs) <= FEW:
        inside = [output for output in outputs if worst.event(output)]
        return sum(float(mechanism.likelihood(secret, output)) for secret in secrets for output in inside)
    coins = SeededCoins(b"cost")
    met = sum(worst.event(mechanism.randomize(secret, coins)) for secret in secrets for _ in range(SAMPLE))
    return met / SAMPLE
