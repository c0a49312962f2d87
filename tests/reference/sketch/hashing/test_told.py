"""Hashes that are told."""

from fractions import Fraction

import numpy as np

from ldproof.rejections import Reason
from ldproof.sketch.hashing import known
from ldproof.sketch.hashing.told import Told
from tests.reference.refusals import refused


def test_what_is_told() -> None:
    family = Told(4, 3, Fraction(1, 4))
    assert family.columns((3, 0, 3), np.array([2, 1], np.uint64)).tolist() == [3, 0]
    assert known(family, (3, 0, 3))
    assert not known(family, (4, 0, 3))
    assert not known(family, (3, 0))
    assert family.independence == 1
    with refused(Reason.OUT_OF_RANGE):
        Told(4, 3, Fraction(1))
