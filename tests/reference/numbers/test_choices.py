"""Numbers of choices."""

from math import comb

import pytest

from ldproof.numbers.choices import choices


@pytest.mark.parametrize(("many", "some"), [(0, 0), (1, 0), (1, 1), (7, 3), (200, 100), (2000, 3)])
def test_by_counting(many: int, some: int) -> None:
    assert choices(many, some) == comb(many, some)
