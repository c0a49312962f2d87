"""Samples that were taken once: how they are read, how they are split, and what is said of them."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb, inf
from pathlib import Path

import numpy as np
import pytest

from ldproof.audit import Pair, Plan, Verdict, parse_claim, parse_pairs
from ldproof.audit.fixed_sample import FORESEEN, LOT, audit_table, count_heads, split_table
from ldproof.audit.learn.events import WORST
from ldproof.audit.samples import MOST, Columns, Table, parse_input, read_csv_samples
from ldproof.coins import CountingCoins, SeededCoins, Tape
from ldproof.errors import Reason
from ldproof.programs import Tally
from ldproof.sampling import Digits, draw_binomials
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow, some

ALPHA = Fraction(1, 20)
COUNTED = Columns(count="count")


def black_box(epsilon: str = "1", *some: Pair) -> Plan:
    return Plan(parse_claim("black-box", {"epsilon": epsilon}), some or (Pair("yes", "no"),), ALPHA, 1)


def response(epsilon: str = "1") -> Plan:
    """One bit, answered once: the pair is 0 and 1, and what is foreseen is that 0 makes 0 likely."""
    known = parse_claim("shots.report", {"T": "1", "m": "1", "epsilon": epsilon})
    return Plan(known, parse_pairs(known, []), ALPHA, 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where samples are."""
    return tmp_path / "samples.csv"


def content(
    path: Path, text: str | bytes, plan: Plan | None = None, *, counted: bool = True
) -> Mapping[str, Tally]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_csv_samples(path, plan or black_box(), COUNTED if counted else Columns()).tallies


TWO = {'"yes"': {"[1]": 3, "[0]": 1}, '"no"': {"[0]": 2}}


def test_the_same_samples_can_be_written_in_many_ways(path: Path) -> None:
    """A line can be a sample, too."""
    for text in (
        "input,output,count\nyes,1,3\nyes,0,1\nno,0,2\n",
        "output,count,input\n1,3,yes\n0,1,yes\n0,2,no\n",
        "input,output,count\nyes,1,2\nno,0,1\nyes,0,1\nno,0,1\nyes,1,1",
        "input, output , count\r\nyes,1, 3\r\nyes,0,1\r\nno,0,2\r\n",
        "\ufeffinput,output,count\nyes,1,3\nyes,0,1\nno,0,2\n",
        '"input","output","count"\n"yes","1","3"\n\n"yes","0","1"\n"no","0","2"\n\n',
        "input,output,count\nyes,1,3\nyes,0,1\nno,0,2\nno,1,0\n",
        '\n\ninput,output,count\n"""yes""",1,3\nyes,0,1\nno,0,2\n',
    ):
        assert content(path, text) == TWO
    text = "input,output\nyes,1\nno,0\nyes,0\nyes,1\nno,0\nyes,1\n"
    assert content(path, text, counted=False) == TWO


@pytest.mark.parametrize(
    ("outputs", "keys"),
    [
        (["1", "0.5", ""], ["[1]", "[0.5]", "[null]"]),
        (['"[1,null]"', '"[0,true]"'], ["[[1,null]]", "[[0,true]]"]),
        (["0110", "1010"], ['["0110"]', '["1010"]']),
        (["heads", "", "1"], ['["heads"]', "[null]", '["1"]']),
        (['"""a"""', '"""b"""'], ['["a"]', '["b"]']),
        (["NaN", "1"], ["[NaN]", "[1]"]),
        (['"a,b"', '"c\nd"'], ['["a,b"]', '["c\\nd"]']),
    ],
)
def test_outputs_are_values_if_all_of_them_are(path: Path, outputs: list[str], keys: list[str]) -> None:
    text = "".join(f"{given},{output}\n" for given in ("yes", "no") for output in outputs)
    found = content(path, f"input,output\n{text}", counted=False)
    assert found == {'"yes"': Counter(keys), '"no"': Counter(keys)}


def test_inputs_are_values_each_by_itself_and_a_mechanism_reads_its_own_texts(path: Path) -> None:
    plan = black_box("1", Pair(0, "zero"), Pair((1, None), None))
    text = 'input,output\n0,a\nzero,a\n"[1, null]",a\n,a\n'
    assert [*content(path, text, plan, counted=False)] == ["0", '"zero"', "[1,null]", "null"]
    assert [parse_input(each) for each in ("", "null", "01", "1e999", "[")] == [None, None, "01", inf, "["]
    text = "input,output,count\n1,1,3\n0,0,4\n1,0,2\n"
    assert content(path, text, response()) == {'"1"': {'["1"]': 3, '["0"]': 2}, '"0"': {'["0"]': 4}}


GOOD = "input,output,count\nyes,1,1\nno,0,1\n"


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("", Reason.MISSING, ["line 1", "input", "output", "count"]),
        ("\n\n", Reason.MISSING, ["line 2", "input"]),
        ("yes,1,1\nno,0,1\n", Reason.MISSING, ["line 1", "input"]),
        ("input,count\nyes,1\n", Reason.MISSING, ["line 1", "output"]),
        ("input;output;count\nyes;1;1\n", Reason.MISSING, ["line 1", "input"]),
        ("input,output\nyes,1\n", Reason.MISSING, ["line 1", "count"]),
        ("input,output,count,day\nyes,1,1,5\n", Reason.UNKNOWN_NAME, ["line 1", "day"]),
        ("input,output,count,count\nyes,1,1,5\n", Reason.REPEATED, ["line 1", "count"]),
        ("input,output,count\n", Reason.MISSING, ["yes", "no"]),
        ("input,output,count\nyes,1,1\n", Reason.MISSING, ["no"]),
        ("input,output,count\nyes,1,1\nno,1,0\n", Reason.MISSING, ["no"]),
        (f"{GOOD}yes,1\n", Reason.WRONG_LENGTH, ["line 4", "2 fields"]),
        (f"{GOOD}yes,1,1,1\n", Reason.WRONG_LENGTH, ["line 4", "4 fields"]),
        (f"{GOOD}yes,1,-1\n", Reason.OUT_OF_RANGE, ["line 4", "-1"]),
        (f"{GOOD}yes,1,1.5\n", Reason.NOT_A_WHOLE_NUMBER, ["line 4", "1.5"]),
        (f"{GOOD}yes,1,\n", Reason.NOT_A_NUMBER, ["line 4"]),
        (f"{GOOD}yes,1,many\n", Reason.NOT_A_NUMBER, ["line 4", "many"]),
        (f"{GOOD}yes,1,nan\n", Reason.NOT_A_NUMBER, ["line 4", "nan"]),
        (f"{GOOD}yes,1,{MOST + 1}\n", Reason.TOO_LARGE, ["line 4"]),
        (f"{GOOD}yes,1,{'9' * 5000}\n", Reason.TOO_LARGE, ["line 4"]),
        (f"{GOOD}yes,1,{MOST - 1}\n", Reason.TOO_LARGE, ["line 4"]),
        (f"{GOOD}maybe,1,1\n", Reason.UNKNOWN_NAME, ["line 4", "maybe"]),
        (f'{GOOD}yes,"1,1\n', Reason.NOT_A_TABLE, ["line 4"]),
        (f'{GOOD}yes,"1"1,1\n', Reason.NOT_A_TABLE, ["line 4"]),
        (GOOD.encode() + b"yes,\xff,1\n", Reason.NOT_A_TABLE, ["line 4", "0xff"]),
        (GOOD.encode("utf-16"), Reason.NOT_A_TABLE, ["line 1"]),
        (b"\xef\xbb\xbf", Reason.MISSING, ["line 1"]),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(
    path: Path, text: str | bytes, reason: Reason, words: list[str]
) -> None:
    with refused(reason) as caught:
        content(path, text)
    assert str(path) in caught.value.what
    for word in words:
        assert word in caught.value.what


def test_what_is_no_text_of_a_mechanism_and_no_file_is_refused(path: Path) -> None:
    for row, words in (
        ("1,2", "a report of 1 characters"),
        ("2,1", "a state of 1 characters"),
        ("1,", "a report of 0 characters"),
        ("11,1", "a state of 2 characters"),
    ):
        with pytest.raises(ValueError, match=f"line 4: .*{words}"):
            content(path, f"input,output\n1,1\n0,0\n{row}\n1,2\n", response(), counted=False)
    for place in (path.parent, path.parent / "nowhere"):
        with refused(Reason.NO_SUCH_PLACE):
            read_csv_samples(place, black_box(), COUNTED)


def test_as_many_heads_as_bits() -> None:
    """All ways in which coins can fall, for each number of them: each number of heads as often as it should."""
    for count in range(9):
        found = Counter(count_heads(count, Tape(bytes([byte]))) for byte in range(256))
        assert found == {heads: comb(count, heads) * 2 ** (8 - count) for heads in range(count + 1)}
    if run_everything():
        found = Counter(count_heads(11, Tape(bytes(two))) for two in product(range(256), repeat=2))
        assert found == {heads: comb(11, heads) * 32 for heads in range(12)}


def test_a_lot_of_coins_and_those_that_are_left() -> None:
    """The coins that are left are tossed by the bits that come after those of the lots."""
    count = 3 * LOT + 13
    coins = CountingCoins(SeededCoins(b"a seed"))
    in_lots = int(draw_binomials([LOT] * 3, Digits(Fraction(1, 2)), coins).sum())
    bits = np.unpackbits(np.frombuffer(coins.read(2), np.uint8))[:13]
    assert count_heads(count, SeededCoins(b"a seed")) == in_lots + int(bits.sum())
    assert count_heads(LOT - 1, CountingCoins(SeededCoins(b"a seed"))) == int(
        np.unpackbits(np.frombuffer(SeededCoins(b"a seed").read(LOT // 8), np.uint8))[: LOT - 1].sum()
    )


def test_a_million_millions_of_coins_take_no_time_and_are_fair() -> None:
    """Twenty times 10^12: their mean, their variance, and few bytes of coins. Each fails once in 10^9 at most."""
    coins, count = CountingCoins(SeededCoins(b"fair")), 10**12
    heads = [count_heads(count, coins) for _ in range(20)]
    away = [(each - count / 2) / (count / 4) ** 0.5 for each in heads]
    assert coins.taken < 20 * 8 * count // LOT
    assert abs(sum(away)) < 6.2 * 20**0.5
    assert 1 < sum(each * each for each in away) < 85


def test_every_sample_is_in_one_of_the_parts_with_the_right_chance() -> None:
    """The exact law of a split, over all coins, of two samples of one kind and one each of two others."""
    table = Table({"a": Counter({"[0]": 2, "[1]": 1}), "b": Counter({"[0]": 1})})
    found: Counter[tuple[int, ...]] = Counter()
    for three in product(range(0, 256, 64), range(0, 256, 128), range(0, 256, 128)):
        learning, testing = split_table(table, Tape(bytes(three)))
        for given, tally in table.tallies.items():
            assert learning.tallies[given] + testing.tallies[given] == tally
        found[learning.tallies["a"]["[0]"], learning.tallies["a"]["[1]"], learning.tallies["b"]["[0]"]] += 1
    assert found == {(a, b, c): comb(2, a) for a in range(3) for b in range(2) for c in range(2)}


def table(plan: Plan, one: Mapping[str, int], other: Mapping[str, int]) -> Table:
    """Counts of texts, for both inputs of the only pair."""
    first, second = (f'"{each}"' for each in plan.pairs[0].sides())
    return Table(
        {
            given: Counter({f'["{key}"]': times for key, times in counts.items()})
            for given, counts in ((first, one), (second, other))
        }
    )


def upper_tail(count: int, samples: int, chance: float) -> float:
    """Pr[Bin(samples, chance) >= count], by NumPy alone."""
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, samples + 1)))])
    k = np.arange(count, samples + 1)
    law = logs[samples] - logs[k] - logs[samples - k] + k * np.log(chance) + (samples - k) * np.log1p(-chance)
    return float(np.exp(law).sum())


def test_what_the_mechanism_foresees_is_tested_on_all_samples() -> None:
    plan = response()
    found = audit_table(plan, table(plan, {"0": 800, "1": 200}, {"0": 230, "1": 870}))
    assert found.verdict is Verdict.REFUTED
    assert found.samples == 2100
    first = found.tested[0]
    assert (first.event, first.opposite, first.refutes) == (WORST, False, True)
    assert (first.counted.likely, first.counted.likely_samples) == (800, 1000)
    assert (first.counted.unlikely, first.counted.unlikely_samples) == (230, 1100)
    level = float(FORESEEN * ALPHA / 2)
    low, high = least_chance(800, 1000, level), 1 - least_chance(870, 1100, level)
    assert float(found.bound) == pytest.approx(float(np.log(low / high)), abs=1e-7)


def least_chance(count: int, samples: int, level: float) -> float:
    """Clopper and Pearson's lower bound, by bisection on the sum of the binomial law."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if upper_tail(count, samples, middle) < level else (low, middle)
    return low


def test_a_mechanism_that_keeps_its_promise_is_not_refuted_and_little_data_says_nothing() -> None:
    plan = response()
    found = audit_table(plan, table(plan, {"0": 731, "1": 269}, {"0": 269, "1": 731}))
    assert found.verdict is Verdict.NOT_REFUTED
    assert 0 < found.bound < 1
    found = audit_table(plan, table(plan, {"1": 1}, {"0": 1}))
    assert (found.verdict, found.bound) == (Verdict.NOT_REFUTED, Fraction(0))
    nothing = black_box()
    assert audit_table(nothing, table(nothing, {"a": 1}, {"a": 1})).tested == ()


def test_what_nobody_foresaw_is_learnt() -> None:
    """NULL tells the inputs apart here, and what the mechanism foresees does not."""
    plan = black_box()
    found = audit_table(plan, table(plan, {"x": 500, "y": 400, "-": 100}, {"x": 550, "y": 450, "-": 2}))
    assert found.verdict is Verdict.REFUTED
    refuting = [each for each in found.tested if each.refutes]
    assert refuting
    assert all(each.likely == 0 and 30 < each.counted.likely < 70 for each in refuting)
    assert all(400 < each.counted.likely_samples < 600 for each in found.tested)
    assert Fraction(1) < found.bound < Fraction(4)


@pytest.mark.parametrize("likely", [0, 1])
def test_an_event_that_is_common_is_tested_by_its_opposite(likely: int) -> None:
    """NULL may be learnt as itself or as not being x, which is the same in the end: it is tested as what is rare."""
    plan, counts = black_box(), [{"x": 9990, "-": 10}, {"x": 9000, "-": 1000}]
    found = audit_table(plan, table(plan, counts[1 - likely], counts[likely]))
    assert found.verdict is Verdict.REFUTED
    (best,) = found.tested
    assert (best.likely, best.opposite, best.refutes) == (likely, "x" in str(best.event), True)
    assert 400 < best.counted.likely < 600
    assert 4800 < best.counted.likely_samples < 5200


def test_the_other_way_round_is_tested_too_and_the_opposite_of_what_is_foreseen() -> None:
    plan = response()
    found = audit_table(plan, table(plan, {"0": 2000, "1": 8000}, {"0": 8000, "1": 2000}))
    assert not found.tested[0].refutes
    assert next(each.refutes for each in found.tested if each.likely == 1 - found.tested[0].likely)
    assert found.verdict is Verdict.REFUTED
    found = audit_table(plan, table(plan, {"0": 9990, "1": 10}, {"0": 9900, "1": 100}))
    refuting = [(each.event, each.opposite, each.likely) for each in found.tested if each.refutes]
    assert refuting == [(WORST, True, 1)]


def test_an_audit_can_be_repeated_whatever_the_order(path: Path) -> None:
    rows = [
        f"{given},{output},{7 * output + 50 * (given == 'yes')}"
        for given in ("yes", "no")
        for output in range(30)
    ]
    found = []
    for order in (rows, rows[::-1]):
        path.write_text("\n".join(["input,output,count", *order]), encoding="utf-8")
        found.append(audit_table(black_box(), read_csv_samples(path, black_box(), COUNTED)))
    assert found[0] == found[1]
    assert found[0].tested


@pytest.mark.parametrize("times", some([1000, 1]))
def test_a_billion_samples_are_no_trouble(times: int) -> None:
    """Nor are a million millions of them, which show more, also where nobody foresaw it."""
    plan = response()
    counts = {"0": 366_000_000 * times, "1": 134_000_000 * times}
    found = audit_table(plan, table(plan, counts, {"0": counts["1"], "1": counts["0"]}))
    assert found.verdict is Verdict.REFUTED
    truth = np.log(366 / 134)
    assert truth - 3e-4 / times**0.5 < found.bound < truth
    plan, many = black_box(), 10**6 * times
    found = audit_table(
        plan, table(plan, {"x": 500 * many, "-": 100 * many}, {"x": 597 * many, "-": 3 * many})
    )
    assert found.verdict is Verdict.REFUTED
    assert float(found.bound) == pytest.approx(np.log(100 / 3), abs=3e-3 / times**0.5)


@pytest.mark.parametrize(("runs", "most"), [(1, 0), pytest.param(40, 6, marks=slow)])
def test_few_right_ones_are_refuted(runs: int, most: int) -> None:
    """Tight randomized response at alpha = 1/20."""
    random, plan = np.random.default_rng(5), response()
    refuted, truth = 0, float(np.e / (np.e + 1))
    for _ in range(runs):
        one, other = (int(each) for each in (random.binomial(400, truth), random.binomial(400, 1 - truth)))
        found = audit_table(plan, table(plan, {"0": one, "1": 400 - one}, {"0": other, "1": 400 - other}))
        refuted += found.verdict is Verdict.REFUTED
    assert refuted <= most


def test_what_is_learnt_from_noise_refutes_nothing() -> None:
    """Sixty outputs that come alike: whatever looks best in one part is put to the test in the other."""
    random, plan = np.random.default_rng(6), black_box("1/100")
    for _ in range(3 if run_everything() else 1):
        one, other = (random.multinomial(300, [1 / 60] * 60) for _ in range(2))
        counts = [{f"o{name}": int(times) for name, times in enumerate(each)} for each in (one, other)]
        found = audit_table(plan, table(plan, counts[0], counts[1]))
        assert found.tested
        assert all(100 < each.counted.likely_samples < 200 for each in found.tested)
        assert found.verdict is Verdict.NOT_REFUTED
