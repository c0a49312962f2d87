"""One person's report: its law by all coins, its size, and what its coins tell."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from ldproof.coins import Counted, SeededCoins
from ldproof.rejections import Reason
from ldproof.sketch.client import VERSION, Report, report
from ldproof.sketch.hashing import Affine
from ldproof.sketch.plan import Plan, Rows, plan
from tests.reference.refusals import refused
from tests.reference.sketch.blocks import QUARTERS, Blocks
from tests.reference.sketch.planned import BITS, planned

FAMILY = Affine(2, 3)
KEYS = ((1, 0), (2, 1))
"""x mod 3 mod 2, and 2 x + 1 mod 3 mod 2: the items 0, 1, 2 have the columns 0, 1, 0 and 1, 0, 0."""
COLUMNS = {0: (0, 1), 1: (1, 0), 2: (0, 0)}


@pytest.mark.parametrize("item", COLUMNS)
def test_a_sampled_row(item: int) -> None:
    """Both rows alike, and what is said there as of the item's column."""
    asked = planned(Rows.SAMPLED, FAMILY, BITS, KEYS)
    said = Counter(
        report(asked, item, Blocks([row, coins])) for row in (0, 1) for coins in product(QUARTERS, repeat=2)
    )
    for row, content in product((0, 1), BITS.outputs()):
        share = BITS.likelihood(COLUMNS[item][row], content)
        assert Fraction(said[Report((row,), (content,))], 32) * 2 == share


@pytest.mark.parametrize("item", COLUMNS)
def test_all_rows(item: int) -> None:
    asked = planned(Rows.ALL, FAMILY, BITS, KEYS)
    said = Counter(
        report(asked, item, Blocks([coins[:2], coins[2:]])) for coins in product(QUARTERS, repeat=4)
    )
    for contents in product(BITS.outputs(), repeat=2):
        shares = [BITS.likelihood(*each) for each in zip(COLUMNS[item], contents, strict=True)]
        assert shares[0].exact is not None
        assert shares[1].exact is not None
        assert Fraction(said[Report((), contents)], 4**4) == shares[0] * shares[1]


@pytest.mark.parametrize("item", COLUMNS)
def test_a_hash_of_ones_own(item: int) -> None:
    """All keys alike, and then what is said as of the column there."""
    asked = planned(Rows.OWN, FAMILY, BITS, ())
    said = Counter(
        report(asked, item, Blocks([a, b, coins]))
        for a, b in product(range(3), repeat=2)
        for coins in product(QUARTERS, repeat=2)
    )
    for a, b in product(range(3), repeat=2):
        for content in BITS.outputs():
            share = BITS.likelihood((a * item + b) % 3 % 2, content)
            assert Fraction(said[Report((a, b), (content,))], 16) == share


@pytest.mark.parametrize(
    ("mechanism", "bits"),
    [
        ("cms", 4 + 64),
        ("oue", 4 + 64),
        ("optimal", 4 + 64),
        ("hcms", 4 + 7),
        ("hcms_plus", 4 + 7),
        ("kary", 4 + 6),
        ("per_user", 3 * 64 + 64),
        ("all_rows", 10 * 64),
    ],
)
def test_its_size_and_its_coins(mechanism: str, bits: int) -> None:
    """Of 10 rows of width 64; of the coins, as many are read for every item."""
    asked = plan(mechanism, 64, 10, SeededCoins(b"plan"), epsilon=2)
    assert asked.bits == bits
    for seed in range(5):
        taken, places = set(), set()
        for item in ("emoji", b"bytes", 7, ""):
            coins = Counted(SeededCoins(bytes([seed])))
            said = report(asked, item, coins)
            taken.add(coins.taken)
            places.add(said.place)
            assert said.version == VERSION
        assert len(taken) == len(places) == 1


def test_what_is_no_item_is_refused() -> None:
    asked: Plan = planned(Rows.ALL, FAMILY, BITS, KEYS)
    with refused(Reason.OUT_OF_RANGE):
        report(asked, 3, SeededCoins(b""))
