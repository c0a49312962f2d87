"""Every claim of every source, in order, with its verdict and the theorems that it rests on."""

from ldproof_proofs.ledger.shots import ENTRIES

__all__ = ["ENTRIES"]
