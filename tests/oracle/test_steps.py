"""The intermediate values of draws: retraced byte by byte in decimals, and of use where a program differs."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from ldproof.oracle.steps import trace_draw
from ldproof.oracle.vectors import Vector, read_vectors
from ldproof.registry import make_mechanism
from tests.oracle import by_hand
from tests.oracle.by_hand import Coins, digits_of
from tests.oracle.test_by_hand import MOST_TABLES, OVER_ALL_TABLES, parse_cells
from tests.tiers import run_everything


def retrace_future_rand(given: Mapping[str, str], coins: Coins) -> Iterator[tuple[str, object]]:
    """Yield what FutureRand draws, whatever the states are."""
    T, lie, flips = int(given["T"]), 1 / (by_hand.to_decimal(given["sign_odds"]) + 1), list[int]()
    yield "", (h := coins.below(T.bit_length()))
    for _ in range(int(given["changes"])):
        flips.append(int(coins.decisions([lie], [lie], decoys=False)[0]))
        yield "flips", [*flips]
    if rows := by_hand.replacing_rows(given):
        yield "number", coins.below(len(rows))
    for _ in range(T >> h):
        yield "", coins.below(2)


def retrace_d_bit_flip(given: Mapping[str, str], cells: str, coins: Coins) -> Iterator[tuple[str, object]]:
    """Yield what dBitFlipPM draws, a row of bits in every round."""
    B, w, d = by_hand.to_decimal(given["bit_odds"]), int(given["w"]), int(given["d"])
    sending = (1 / (B + 1), B / (B + 1))
    yield "", (drawn := [t - 1 for t in coins.rounds(d, w)])
    for cell in map(int, cells.split(",")):
        yield "", coins.decisions([sending[own == cell] for own in drawn], sending, decoys=True)


def retrace(name: str, given: Mapping[str, str], secret: str, coins: Coins) -> Iterator[tuple[str, object]]:
    """Yield what is drawn, in the order of PROTOCOL.md, with a name where `steps` has it."""
    if name.startswith("chi2."):
        one = by_hand.says_one(name.partition(".")[2], given, *parse_cells(secret))
        yield "", coins.decisions([one], [one], decoys=True)
    elif name == "counting.memoized":
        K, F = (by_hand.to_decimal(given[each]) for each in ("kept_odds", "first_odds"))
        A, keeping, kept = (K * F - 1) / (K - F), by_hand.memoized_rates(given, "kept_odds"), list[int]()
        for one in keeping:
            kept.append(int(coins.decisions([one], keeping, decoys=True)[0]))
            yield "kept", [*kept]
        sending = (1 / (A + 1), A / (A + 1))
        for state in secret:
            yield "", coins.decisions([sending[kept[int(state)]]], sending, decoys=True)
    elif name == "counting.loloha":
        (K, _, A), w, memo, kept = by_hand.loloha_odds(given), int(given["w"]), dict[int, int](), list[int]()
        for cell in map(int, secret.split(",")):
            new, fresh = ((E - 1) / (E - 1 + w) for E in (K, A))
            yield "", (right := coins.decisions([new], [new], decoys=False)[0])
            anything = coins.below(w)
            kept.append(memo.setdefault(cell, cell if right else anything))
            yield "kept", [*kept]
            yield "", coins.decisions([fresh], [fresh], decoys=False)
            yield "", coins.below(w)
    elif name == "counting.d_bit_flip":
        yield from retrace_d_bit_flip(given, secret, coins)
    elif name == "counting.future_rand":
        yield from retrace_future_rand(given, coins)
    elif not name.startswith("sketch."):
        T, m, E, r = by_hand.shots_parameters(name, given)
        yield "rounds", (chosen := coins.rounds(m, T))
        truth = {"0": 1 / (E + 1), "1": E / (E + 1)}
        silent = name not in ("shots.report", "counting.harmony", "counting.borappor")
        table = [*truth.values()] if silent else [*truth.values(), r]
        for t, state in enumerate(secret, 1):
            if t in chosen or not silent:
                yield "", coins.decisions([truth[state] if t in chosen else r], table, decoys=True)
    else:
        w, d, columns = int(given["w"]), int(given.get("d", "1")), [*map(int, secret.split(","))]
        if name not in (*by_hand.OWN, *by_hand.EVERY):
            yield "row", (row := coins.below(d))
            columns = [columns[row]]
        if name in by_hand.KARY:
            E = by_hand.report_odds(given)
            (own,) = coins.decisions([(E - 1) / (E - 1 + w)], [(E - 1) / (E - 1 + w)], decoys=False)
            yield "own", own
            yield "column", coins.below(w)
        elif name in by_hand.FIRST_PLACE:
            skip, lie = by_hand.FIRST_PLACE[name](w), 1 / (by_hand.report_odds(given) + 1)
            yield "place", skip + coins.below(w - skip)
            yield "flip", coins.decisions([lie], [lie], decoys=False)[0]
        else:
            p, q = by_hand.bit_rates(name, given)
            for column in columns:
                yield (
                    "",
                    coins.decisions([q if each == column else p for each in range(w)], [p, q], decoys=True),
                )


def draws_with_steps() -> Iterator[tuple[Vector, Any]]:
    """Yield the vectors of draws that decimals can follow, with their steps."""
    for place, vector in enumerate(read_vectors(kinds=["randomize"])):
        asked: Any = vector.request
        given = asked["parameters"]
        tables = (int(given.get("m1", 0)) + 1) * (int(given.get("m2", 0)) + 1)
        few = asked["mechanism"] not in OVER_ALL_TABLES or tables <= MOST_TABLES
        if few and (run_everything() or place % 7 == 0):
            yield vector, vector.beside["steps"]


def test_steps_are_those_of_the_protocol() -> None:
    """What is drawn and the bytes that have been read after each draw, also where coins are missing."""
    checked: Counter[str] = Counter()
    for vector, steps in draws_with_steps():
        asked: Any = vector.request
        coins = Coins(bytes.fromhex(asked["coins"]))
        found: dict[str, object] = {}
        read: list[int] = []
        try:
            for name, value in retrace(asked["mechanism"], asked["parameters"], asked["input"], coins):
                found.update({name: value} if name else {})
                read.append(coins.at)
        except EOFError:
            assert vector.answer is None
        assert read == steps["read"], vector
        assert found == {
            name: each for name, each in steps.items() if name not in ("digits", "read", "statistic")
        }
        assert vector.answer is None or vector.answer["taken"] == [read[-1]]
        checked[asked["mechanism"]] += 1
    assert len(checked) == 30
    assert min(checked.values()) >= 5


def test_shipped_steps_are_traced_again() -> None:
    for vector, steps in draws_with_steps():
        asked: Any = vector.request
        known = make_mechanism(asked["mechanism"], asked["parameters"])
        assert trace_draw(known, asked["input"], bytes.fromhex(asked["coins"])) == steps, vector


def test_digits_and_statistics_are_those_of_decimals() -> None:
    checked: Counter[str] = Counter()
    for vector, steps in draws_with_steps():
        asked: Any = vector.request
        name, given = asked["mechanism"], asked["parameters"]
        if name.startswith("chi2."):
            cells = (*parse_cells(asked["input"]), int(given["m1"]), int(given["m2"]))
            assert steps["statistic"] == str(by_hand.chi2_statistic(*cells)), vector
            one = by_hand.says_one(name.partition(".")[2], given, *cells[:2])
            expected = {"Pr[1]": one}
        elif name == "counting.memoized":
            K, F = (by_hand.to_decimal(given[each]) for each in ("kept_odds", "first_odds"))
            A, (low, high) = (K * F - 1) / (K - F), by_hand.memoized_rates(given, "kept_odds")
            expected = {"kept 0": low, "kept 1": high, "1/(A+1)": 1 / (A + 1), "A/(A+1)": A / (A + 1)}
        elif name == "counting.loloha":
            (K, _, A), w = by_hand.loloha_odds(given), int(given["w"])
            expected = {"(K-1)/(K-1+w)": (K - 1) / (K - 1 + w), "(A-1)/(A-1+w)": (A - 1) / (A - 1 + w)}
        elif name == "counting.d_bit_flip":
            B = by_hand.to_decimal(given["bit_odds"])
            expected = {"1/(B+1)": 1 / (B + 1), "B/(B+1)": B / (B + 1)}
        elif name == "counting.future_rand":
            expected = {"1/(S+1)": 1 / (by_hand.to_decimal(given["sign_odds"]) + 1)}
        elif not name.startswith("sketch."):
            _, _, E, r = by_hand.shots_parameters(name, given)
            expected = {"1/(E+1)": 1 / (E + 1), "E/(E+1)": E / (E + 1)}
            expected |= {"r": r} if name == "shots.report" else {}
        elif name in by_hand.KARY:
            E, w = by_hand.report_odds(given), int(given["w"])
            expected = {"(E-1)/(E-1+w)": (E - 1) / (E - 1 + w)}
        elif name in by_hand.FIRST_PLACE:
            expected = {"1/(E+1)": 1 / (by_hand.report_odds(given) + 1)}
        else:
            expected = dict(zip("pq", by_hand.bit_rates(name, given), strict=True))
        lengths = {name: len(digits) // 2 for name, digits in steps["digits"].items()}
        assert steps["digits"] == {
            name: digits_of(each, lengths[name]).hex() for name, each in expected.items()
        }, vector
        checked[name] += 1
    assert len(checked) == 30


KARY = {"w": "4", "d": "2", "odds": "3"}


@pytest.mark.parametrize(
    ("name", "place", "byte", "differs"),
    [
        ("shots.report", 1, 2, "rounds"),
        ("sketch.hcms", 1, 2, "row"),
        ("sketch.hcms", 3, 2, "place"),
        ("sketch.hcms", 4, 255, "flip"),
        ("sketch.kary", 2, 255, "own"),
        ("sketch.kary", 19, 2, "column"),
    ],
)
def test_first_step_that_differs_says_where(name: str, place: int, byte: int, differs: str) -> None:
    """A byte that is misread shows in the step that reads it, and in none before."""
    given, secret = (
        (KARY, "2,0") if name.startswith("sketch.") else ({"T": "3", "m": "1", "odds": "3"}, "101")
    )
    known, coins = make_mechanism(name, given), bytearray(b"\x01" * 64)
    right = trace_draw(known, secret, bytes(coins))
    coins[place] = byte
    wrong = trace_draw(known, secret, bytes(coins))
    assert next(each for each in right if right[each] != wrong[each]) == differs
