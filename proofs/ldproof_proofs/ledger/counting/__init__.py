"""The claims of the source on locally private continual counting, in order, and ours about it."""

from ldproof_proofs.kernel.entries import Entry
from ldproof_proofs.ledger.counting import (
    d_bit_flip,
    dense,
    future_rand,
    general,
    loloha,
    m_shot,
    memoized,
    privacy,
    related,
)

ENTRIES: tuple[Entry, ...] = (
    *privacy.MODEL,
    *m_shot.M_SHOT,
    *memoized.MEMOIZED,
    *loloha.LOLOHA,
    *d_bit_flip.D_BIT_FLIP,
    *future_rand.FUTURE_RAND,
    *general.ORDERS,
    *general.GENERAL,
    *dense.TABLE,
    *dense.DENSE,
    *dense.EXPERIMENT,
    *related.RELATED,
)
