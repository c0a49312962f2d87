"""The sources, place by place."""

from collections.abc import Mapping, Sequence

from ldproof_proofs.ledger.places import Place
from ldproof_proofs.ledger.shots import contents as shots

CONTENTS: Mapping[str, Sequence[Place]] = {
    "shots": shots.PLACES,
}
"""Every place of each source, by the system that is made after it."""
