"""The sources, place by place."""

from collections.abc import Mapping, Sequence

from ldproof_proofs.ledger.chi2 import places as chi2
from ldproof_proofs.ledger.counting import places as counting
from ldproof_proofs.ledger.places import Place
from ldproof_proofs.ledger.shots import places as shots
from ldproof_proofs.ledger.sketch import places as sketch

CONTENTS: Mapping[str, Sequence[Place]] = {
    "shots": shots.PLACES,
    "counting": counting.PLACES,
    "chi2": chi2.PLACES,
    "sketch": sketch.PLACES,
}
"""Every place of each source, by the system that is made after it."""
