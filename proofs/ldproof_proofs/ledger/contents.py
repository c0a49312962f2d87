"""The sources, place by place."""

from collections.abc import Mapping, Sequence

from ldproof_proofs.ledger.places import Place

CONTENTS: Mapping[str, Sequence[Place]] = {}
"""Every place of each source, by the system that is made after it."""
