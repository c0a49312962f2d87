"""The error that no epsilon takes away, against the reference's joint law."""

from fractions import Fraction

import pytest

from ldproof.budget import budget
from ldproof.counting.joint import tail_constant_users
from ldproof_proofs.counting.bounds.floor import off
from ldproof_proofs.law import sums


@pytest.mark.parametrize(("people", "rounds"), [(2, 2), (3, 2), (3, 3)])
def test_enumeration_is_the_joint_law(people: int, rounds: int) -> None:
    """One person is idle."""
    ours = sums.value(off(people, rounds, Fraction(9), people - 1))
    assert ours == tail_constant_users(people, rounds, people - 1, Fraction(1, people), budget(1, odds=9))
