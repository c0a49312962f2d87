"""The sources, place by place."""

from collections.abc import Mapping, Sequence

from ldproof_proofs.ledger.chi2 import places as chi2
from ldproof_proofs.ledger.places import Place
from ldproof_proofs.ledger.sketch import places as sketch

CONTENTS: Mapping[str, Sequence[Place]] = {
    "chi2": chi2.PLACES,
    "sketch": sketch.PLACES,
}
"""Every place of each source, by the system that is made after it."""
