"""Many decisions at once: the coins of one decision after another, in rounds."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import CountingCoins, SeededCoins, Tape
from ldproof.numbers import computed_real
from ldproof.sampling import (
    BY_SECRET,
    LAZY,
    BlockRule,
    Digits,
    bernoulli_draws,
    draw_bernoullis,
    draw_by_secret,
    draw_by_secrets,
)
from tests.reference.exact.tapes import PROBABILITIES, RULES, logistic, near_ties

TABLES = st.lists(PROBABILITIES, min_size=1, max_size=4)
TWO = (Digits(computed_real(logistic(1))), Digits(computed_real(logistic(-1))))


@given(TABLES, RULES, st.data())
def test_decisions_go_in_rounds(table: list[Digits], rule: BlockRule, data: st.DataObject) -> None:
    people = data.draw(
        st.lists(st.tuples(st.integers(0, len(table) - 1), near_ties(table, rule)), max_size=6)
    )
    answers, blocks = [], []
    for secret, content in people:
        alone = Tape(content)
        answers.append(draw_by_secret(table, secret, alone, rule))
        blocks.append(alone.taken // rule.length)
    everybody = b"".join(
        content[rule.length * place :][: rule.length]
        for place in range(max(blocks, default=0))
        for (_, content), count in zip(people, blocks, strict=True)
        if place < count
    )
    tape = Tape(everybody)
    secrets = np.array([secret for secret, _ in people], np.int64)
    assert draw_by_secrets(table, secrets, tape, rule).tolist() == answers
    assert tape.taken == len(everybody)


@pytest.mark.parametrize("rule", [LAZY, BlockRule(2, 1), BY_SECRET])
def test_the_size_of_the_pieces_does_not_show(monkeypatch: pytest.MonkeyPatch, rule: BlockRule) -> None:
    secrets = np.arange(5000) % 2
    whole = draw_by_secrets(TWO, secrets, SeededCoins(b"pieces"), rule)
    monkeypatch.setattr(bernoulli_draws, "PIECE", 123)
    assert (draw_by_secrets(TWO, secrets, SeededCoins(b"pieces"), rule) == whole).all()
    assert (draw_by_secrets(TWO, secrets.astype(np.uint8), SeededCoins(b"pieces"), rule) == whole).all()


@pytest.mark.parametrize("kind", [np.bool_, np.uint8, np.int64])
@pytest.mark.parametrize("table", [TWO, TWO[::-1], (Digits(Fraction(1, 3)), Digits(Fraction(1)))])
def test_every_single_byte_beside_every_secret(
    table: tuple[Digits, Digits], kind: type[np.integer | np.bool_]
) -> None:
    """As one decision alone would be; whoever ties with either probability reads on, and is below it or is not."""
    people = [
        (secret, bytes([byte, following, 0]))
        for byte in range(256)
        for following in (0, 254)
        for secret in (0, 1)
    ]
    alone, taken = [], []
    for secret, content in people:
        tape = Tape(content)
        alone.append(draw_by_secret(table, secret, tape, LAZY))
        taken.append(tape.taken)
    rounds = (
        content[place]
        for place in range(3)
        for (_, content), count in zip(people, taken, strict=True)
        if count > place
    )
    tape = Tape(bytes(rounds))
    secrets = np.array([secret for secret, _ in people], kind)
    assert draw_by_secrets(table, secrets, tape).tolist() == alone
    assert tape.taken == sum(taken) > len(people)


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int64])
def test_more_secrets_than_a_byte_tells_apart(kind: type[np.integer]) -> None:
    table = (Digits(Fraction(0)),) * 256 + (Digits(Fraction(1)),)
    secrets = np.array([0, 256, 255, 256] * 1000, kind)
    coins = CountingCoins(SeededCoins(b"many"))
    assert draw_by_secrets(table, secrets, coins).tolist() == (secrets == 256).tolist()
    assert coins.taken > secrets.size


def test_all_blocks_of_two_bytes_at_once() -> None:
    every = np.arange(65536, dtype=">u2")
    for probability in (*TWO, Digits(Fraction(1, 3))):
        digits = int.from_bytes(probability.prefix(2))
        tape = Tape(every.tobytes() + probability.prefix(4)[2:] + b"\x00\x00")
        answers = draw_bernoullis(probability, 65536, tape, BlockRule(2))
        # The one tie ties again, and then is below.
        assert answers.tolist() == [number <= digits for number in range(65536)]
        assert tape.taken == 65536 * 2 + 4


@pytest.mark.parametrize("probability", TWO)
def test_third_block_is_compared_with_the_digits_that_follow(probability: Digits) -> None:
    """After two ties, the block next below these digits says yes, and the one next above says no."""
    digits = int.from_bytes(probability.prefix(6))
    tapes = (Tape((digits + step).to_bytes(6)) for step in (-1, 1))
    assert [draw_bernoullis(probability, 1, tape, BlockRule(2)).tolist() for tape in tapes] == [
        [True],
        [False],
    ]


@given(PROBABILITIES, RULES, st.integers(0, 2000), st.binary(max_size=9))
def test_one_probability_is_a_table_of_one(
    probability: Digits, rule: BlockRule, count: int, seed: bytes
) -> None:
    several = draw_by_secrets((probability,), np.zeros(count, np.int64), SeededCoins(seed), rule)
    assert draw_bernoullis(probability, count, SeededCoins(seed), rule).tolist() == several.tolist()


def test_zero_never_happens_and_one_always() -> None:
    assert not draw_bernoullis(Digits(Fraction(0)), 10_000, SeededCoins(b"zero")).any()
    assert draw_bernoullis(Digits(Fraction(1)), 10_000, SeededCoins(b"one")).all()
