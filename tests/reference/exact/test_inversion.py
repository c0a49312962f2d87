"""Finite laws from tables: every beginning of U, near ties, and the coins that many numbers at once take."""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import Coins, CountingCoins, SeededCoins, Tape
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real, ball, computed_real
from ldproof.sampling import InversionTable, Steps, inversion, table_of_law
from tests.reference.exact.tapes import logistic, near
from tests.tiers import some

LAWS: list[list[Fraction]] = [
    [Fraction(1)],
    [Fraction(1, 2), Fraction(1, 2)],
    [Fraction(1, 3), Fraction(0), Fraction(2, 3)],
    [Fraction(0), Fraction(1), Fraction(0)],
    [Fraction(1, 1000), Fraction(1, 2), Fraction(499, 1000)],
    [Fraction(2**k, 1023) for k in range(10)],
    [Fraction(1, 60)] * 60,
    [Fraction(1025, 131072), Fraction(130047, 131072)],
]


def reached(law: Sequence[Fraction]) -> list[Fraction]:
    """The distribution function, all but its last value."""
    return list(accumulate(law))[:-1]


def steps(law: Sequence[Fraction], size: int, less: int = 0) -> Steps:
    """The steps of a law, rounded down, and further down than they may be if `less` is above 1."""
    return Steps(0, [max(0, int(each * 256**size) - less) for each in reached(law)])


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guide of one byte and words of two."""
    monkeypatch.setattr(inversion, "GUIDE", 1)
    monkeypatch.setattr(inversion, "WORD", 2)


def every_beginning(table: InversionTable) -> list[int | None]:
    """Return the outcome after every two bytes, or None if more are read."""
    found: list[int | None] = []
    for first in range(256):
        begun = outcome_of(table, bytes((first,)))
        found += (
            [outcome_of(table, bytes((first, second))) for second in range(256)]
            if begun is None
            else [begun] * 256
        )
    return found


def outcome_of(table: InversionTable, begun: bytes) -> int | None:
    """Return the outcome for these bytes."""
    try:
        return int(table.draw(1, Tape(begun))[0])
    except Refused as refusal:
        if refusal.reason != Reason.TAPE_EXHAUSTED:
            raise
        return None


def is_exact(law: Sequence[Fraction], found: Sequence[int | None]) -> bool:
    """Whether no U that begins so has another outcome, and nothing is open but at the ends and at F's own steps."""
    ends = [Fraction(0), *reached(law), Fraction(1)]
    for word, outcome in enumerate(found):
        low, high = Fraction(word, 65536), Fraction(word + 1, 65536)
        if outcome is None:
            if not any(-2 <= word - each * 65536 <= 2 for each in ends):
                return False
        elif not ends[outcome] <= low < high <= ends[outcome + 1]:
            return False
    return True


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("law", some(LAWS, 5), ids=lambda law: str(len(law)))
def test_the_law_by_every_beginning(law: list[Fraction]) -> None:
    """Each outcome has all beginnings that are its own, so that its probability is right but for those left open."""
    found = every_beginning(table_of_law(law))
    assert is_exact(law, found)
    for outcome, probability in enumerate(law):
        assert Fraction(found.count(outcome), 65536) <= probability
        assert probability <= Fraction(found.count(outcome) + 8, 65536)


@pytest.mark.usefixtures("short")
def test_what_lies_before_and_after_the_steps_that_are_told() -> None:
    """A table that leaves out what is rounded to the ends draws the same."""
    law = [Fraction(1, 10**6), Fraction(1, 2), Fraction(1, 2) - Fraction(2, 10**6), Fraction(1, 10**6)]

    def told(size: int) -> Steps:
        cuts = list(steps(law, size).cuts)
        first = bisect_right(cuts, 0)
        return Steps(first, [cut for cut in cuts[first:] if cut < 256**size - 1])

    assert told(2).first == 1
    assert len(told(2).cuts) == 1
    assert is_exact(law, every_beginning(InversionTable(told)))
    drawn = InversionTable(told)
    for begun, outcome in ((bytes(3) + b"\x01", 0), (b"\xff" * 3 + b"\xfe", 3), (bytes(2) + b"\xff", 1)):
        assert drawn.draw(1, Tape(begun + b"\x80" * 9)).tolist() == [outcome]


WEIGHTS = st.lists(st.integers(0, 9), min_size=1, max_size=9).filter(any)


@given(st.data(), WEIGHTS)
def test_near_ties(data: st.DataObject, weights: list[int]) -> None:
    """However long U is the same as a step, and wherever it then goes."""
    law = [Fraction(each, sum(weights)) for each in weights]
    size = data.draw(st.integers(1, 27))
    around = data.draw(st.sampled_from([Fraction(0), *reached(law), Fraction(1)]))
    off = data.draw(st.integers(-3, 3))
    begun = min(max(int(around * 256**size) + off, 0), 256**size - 1).to_bytes(size)
    # 157/255 is in lowest terms, so that no step of a law, a fraction with a denominator of 81 at most, goes on like this.
    content = begun + data.draw(st.binary(max_size=9)) + b"\x9d" * 40
    tape = Tape(content)
    U = Fraction(int.from_bytes(content), 256 ** len(content))
    assert table_of_law(law).draw(1, tape).tolist() == [bisect_right(reached(law), U)]
    assert tape.taken == 2 or tape.taken % 8 == 0
    down = InversionTable(lambda size: steps(law, size, 1))
    assert down.draw(1, Tape(content)).tolist() == [bisect_right(reached(law), U)]


def one_after_another(law: Sequence[Fraction], count: int, coins: Coins) -> list[int]:
    """The numbers in rounds: two bytes of all of a piece, six of some, and the rest for one after another."""
    ends = [Fraction(0), *reached(law), Fraction(1)]

    def near_by(size: int) -> set[int]:
        whole = [min(int(each * 256**size), 256**size - 1) for each in ends]
        return {each + more for each in whole for more in (0, 1)}

    pairs, words = {each >> 48 for each in near_by(8)}, near_by(8)
    found: list[int] = []
    for start in range(0, count, 1000):
        read = [coins.read(2) for _ in range(min(1000, count - start))]
        more = [place for place, each in enumerate(read) if int.from_bytes(each) in pairs]
        for place in more:
            read[place] += coins.read(6)
        for place in more:
            if int.from_bytes(read[place]) in words:
                read[place] += coins.read(8)
        found += [
            bisect_right(reached(law), Fraction(int.from_bytes(each), 256 ** len(each))) for each in read
        ]
    return found


@pytest.mark.parametrize("law", some(LAWS, 4), ids=lambda law: str(len(law)))
def test_many_go_in_rounds(law: list[Fraction], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inversion, "PIECE", 1000)
    for count in (0, 1, 3500):
        ours, theirs = CountingCoins(SeededCoins(b"rounds")), CountingCoins(SeededCoins(b"rounds"))
        assert table_of_law(law).draw(count, ours).tolist() == one_after_another(law, count, theirs)
        assert ours.taken == theirs.taken


def test_a_law_of_real_numbers() -> None:
    """As a fraction near by says, wherever U is not nearer still."""
    p = logistic(1)
    rates: list[Real] = [
        computed_real(p),
        Real(Fraction(1, 10)),
        computed_real(lambda: ball(Fraction(9, 10)) - p()),
    ]
    by_fractions = table_of_law([near(p), Fraction(1, 10), Fraction(9, 10) - near(p)])
    for seed in (b"one", b"other"):
        ours, theirs = (each.draw(10**5, SeededCoins(seed)) for each in (table_of_law(rates), by_fractions))
        assert (ours == theirs).all()
    tied = Tape(int(near(p) * 256**16 + 5).to_bytes(16) + b"\x80" * 16)
    assert table_of_law(rates).draw(1, tied).tolist() == [1]
    assert tied.taken == 16


def test_every_pair_of_bytes_leads_somewhere() -> None:
    """The shares of a law of 65536ths, from all pairs at once."""
    law = [Fraction(each, 65536) for each in (1000, 30_000, 34_536)]
    coins = Tape(np.arange(65536, dtype=">u2").tobytes()[: 2 * inversion.PIECE] + b"\x55" * 24)
    drawn = table_of_law(law).draw(inversion.PIECE, coins)
    # Pairs 0, 1000 and 31000 begin at a step, and say no more than that U is above it.
    assert np.bincount(drawn).tolist() == [1000, 30_000, inversion.PIECE - 31_000]
    assert coins.taken == 2 * inversion.PIECE + 3 * 6
