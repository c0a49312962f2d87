"""Batches: counts that are possible, and add up."""

import pytest

from ldproof.evidence.batch import NOTHING, Batch
from ldproof.rejections import Reason
from tests.reference.refusals import refused


def test_batches_add_up() -> None:
    whole_batch = Batch(3, 1, 5, 2) + Batch(4, 2, 1, 0)
    assert whole_batch == Batch(4, 2, 1, 0) + Batch(3, 1, 5, 2) == Batch(7, 3, 6, 2)
    assert whole_batch.counts() == (3, 4, 2, 4)
    assert NOTHING + whole_batch == whole_batch


@pytest.mark.parametrize("counts", [(1, 2, 1, 0), (1, 0, 1, 2), (1, 0, 3, 4), (1, -1, 1, 0), (-1, 0, 0, 0)])
def test_impossible_counts_are_refused(counts: tuple[int, int, int, int]) -> None:
    with refused(Reason.OUT_OF_RANGE):
        Batch(*counts)
