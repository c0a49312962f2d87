"""Samples that were taken once: how they are read, split and tested."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb, inf
from pathlib import Path

import numpy as np
import pytest

from ldproof.auditor import AuditPlan, Pair, Verdict, parse_claim, parse_pairs
from ldproof.auditor.fixed_sample import FORESEEN, LOT, audit_table, count_heads, split_table
from ldproof.auditor.learn.events import WORST
from ldproof.auditor.samples import MOST, Columns, SampleTable, parse_input, read_csv_samples
from ldproof.coins import CountingCoins, SeededCoins, Tape
from ldproof.errors import Reason
from ldproof.programs import Tally
from ldproof.sampling import Digits, draw_binomials
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow, some

ALPHA = Fraction(1, 20)
COUNTED = Columns(count="count")


def black_box(epsilon: str = "1", *some: Pair) -> AuditPlan:
    return AuditPlan(parse_claim("black-box", {"epsilon": epsilon}), some or (Pair("yes", "no"),), ALPHA, 1)


def glance_claim(epsilon: str = "1") -> AuditPlan:
    """Return the claim of GLANCE for one bit, whose worst event is that input 0 gives output 0."""
    known = parse_claim("shots.report", {"T": "1", "m": "1", "epsilon": epsilon})
    return AuditPlan(known, parse_pairs(known, []), ALPHA, 1)


@pytest.fixture
def samples_path(tmp_path: Path) -> Path:
    """Return the path of a file of samples."""
    return tmp_path / "samples.csv"


def write_content(
    samples_path: Path, text: str | bytes, plan: AuditPlan | None = None, *, counted: bool = True
) -> Mapping[str, Tally]:
    samples_path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_csv_samples(samples_path, plan or black_box(), COUNTED if counted else Columns()).tallies


TWO = {'"yes"': {"[1]": 3, "[0]": 1}, '"no"': {"[0]": 2}}


def test_equivalent_files_give_the_same_samples(samples_path: Path) -> None:
    """Each line may also be one sample."""
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
        assert write_content(samples_path, text) == TWO
    text = "input,output\nyes,1\nno,0\nyes,0\nyes,1\nno,0\nyes,1\n"
    assert write_content(samples_path, text, counted=False) == TWO


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
def test_outputs_are_json_values_if_all_of_them_are(
    samples_path: Path, outputs: list[str], keys: list[str]
) -> None:
    text = "".join(f"{given},{output}\n" for given in ("yes", "no") for output in outputs)
    found = write_content(samples_path, f"input,output\n{text}", counted=False)
    assert found == {'"yes"': Counter(keys), '"no"': Counter(keys)}


def test_inputs_are_parsed_one_by_one_or_by_the_mechanism(samples_path: Path) -> None:
    plan = black_box("1", Pair(0, "zero"), Pair((1, None), None))
    text = 'input,output\n0,a\nzero,a\n"[1, null]",a\n,a\n'
    assert [*write_content(samples_path, text, plan, counted=False)] == ["0", '"zero"', "[1,null]", "null"]
    assert [parse_input(each) for each in ("", "null", "01", "1e999", "[")] == [None, None, "01", inf, "["]
    text = "input,output,count\n1,1,3\n0,0,4\n1,0,2\n"
    assert write_content(samples_path, text, glance_claim()) == {
        '"1"': {'["1"]': 3, '["0"]': 2},
        '"0"': {'["0"]': 4},
    }


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
def test_invalid_tables_are_refused_with_the_line(
    samples_path: Path, text: str | bytes, reason: Reason, words: list[str]
) -> None:
    with refused(reason) as caught:
        write_content(samples_path, text)
    assert str(samples_path) in caught.value.what
    for word in words:
        assert word in caught.value.what


def test_texts_foreign_to_the_mechanism_and_missing_files_are_refused(samples_path: Path) -> None:
    for row, words in (
        ("1,2", "a report of 1 characters"),
        ("2,1", "a state of 1 characters"),
        ("1,", "a report of 0 characters"),
        ("11,1", "a state of 2 characters"),
    ):
        with pytest.raises(ValueError, match=f"line 4: .*{words}"):
            write_content(
                samples_path, f"input,output\n1,1\n0,0\n{row}\n1,2\n", glance_claim(), counted=False
            )
    for place in (samples_path.parent, samples_path.parent / "nowhere"):
        with refused(Reason.NO_SUCH_PLACE):
            read_csv_samples(place, black_box(), COUNTED)


def test_number_of_heads_has_the_binomial_law() -> None:
    """Over all outcomes of the coins, for each number of coins, each number of heads has its exact frequency."""
    for count in range(9):
        found = Counter(count_heads(count, Tape(bytes([byte]))) for byte in range(256))
        assert found == {heads: comb(count, heads) * 2 ** (8 - count) for heads in range(count + 1)}
    if run_everything():
        found = Counter(count_heads(11, Tape(bytes(two))) for two in product(range(256), repeat=2))
        assert found == {heads: comb(11, heads) * 32 for heads in range(12)}


def test_coins_beyond_whole_lots_are_tossed_by_later_bits() -> None:
    """The coins that are left are tossed by the bits that come after those of the lots."""
    count = 3 * LOT + 13
    coins = CountingCoins(SeededCoins(b"a seed"))
    in_lots = int(draw_binomials([LOT] * 3, Digits(Fraction(1, 2)), coins).sum())
    bits = np.unpackbits(np.frombuffer(coins.read(2), np.uint8))[:13]
    assert count_heads(count, SeededCoins(b"a seed")) == in_lots + int(bits.sum())
    assert count_heads(LOT - 1, CountingCoins(SeededCoins(b"a seed"))) == int(
        np.unpackbits(np.frombuffer(SeededCoins(b"a seed").read(LOT // 8), np.uint8))[: LOT - 1].sum()
    )


def test_10_to_the_12_coins_are_tossed_fast_and_fairly() -> None:
    """Twenty times 10^12 coins: mean, variance, and few bytes read. Each check fails once in 10^9 runs at most."""
    coins, count = CountingCoins(SeededCoins(b"fair")), 10**12
    heads = [count_heads(count, coins) for _ in range(20)]
    away = [(each - count / 2) / (count / 4) ** 0.5 for each in heads]
    assert coins.taken < 20 * 8 * count // LOT
    assert abs(sum(away)) < 6.2 * 20**0.5
    assert 1 < sum(each * each for each in away) < 85


def test_split_has_its_exact_law() -> None:
    """The law over all coins, for two samples of one kind and one each of two others."""
    table = SampleTable({"a": Counter({"[0]": 2, "[1]": 1}), "b": Counter({"[0]": 1})})
    found: Counter[tuple[int, ...]] = Counter()
    for three in product(range(0, 256, 64), range(0, 256, 128), range(0, 256, 128)):
        learning, testing = split_table(table, Tape(bytes(three)))
        for given, tally in table.tallies.items():
            assert learning.tallies[given] + testing.tallies[given] == tally
        found[learning.tallies["a"]["[0]"], learning.tallies["a"]["[1]"], learning.tallies["b"]["[0]"]] += 1
    assert found == {(a, b, c): comb(2, a) for a in range(3) for b in range(2) for c in range(2)}


def counts_table(plan: AuditPlan, one: Mapping[str, int], other: Mapping[str, int]) -> SampleTable:
    """Return counts of texts for both inputs of the only pair."""
    first, second = (f'"{each}"' for each in plan.pairs[0].both_inputs())
    return SampleTable(
        {
            given: Counter({f'["{key}"]': times for key, times in counts.items()})
            for given, counts in ((first, one), (second, other))
        }
    )


def upper_tail(count: int, samples: int, chance: float) -> float:
    """Pr[Bin(samples, chance) >= count], by NumPy only."""
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, samples + 1)))])
    k = np.arange(count, samples + 1)
    law = logs[samples] - logs[k] - logs[samples - k] + k * np.log(chance) + (samples - k) * np.log1p(-chance)
    return float(np.exp(law).sum())


def test_worst_event_is_tested_on_all_samples() -> None:
    plan = glance_claim()
    found = audit_table(plan, counts_table(plan, {"0": 800, "1": 200}, {"0": 230, "1": 870}))
    assert found.verdict is Verdict.REFUTED
    first = found.tested[0]
    assert (first.event, first.opposite, first.refutes) == (WORST, False, True)
    assert (first.counted.likely, first.counted.likely_samples) == (800, 1000)
    assert (first.counted.unlikely, first.counted.unlikely_samples) == (230, 1100)
    level = float(FORESEEN * ALPHA / 2)
    low, high = least_chance(800, 1000, level), 1 - least_chance(870, 1100, level)
    assert float(found.bound) == pytest.approx(float(np.log(low / high)), abs=1e-7)


def least_chance(count: int, samples: int, level: float) -> float:
    """Clopper and Pearson's lower bound, by bisection on the binomial tail."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if upper_tail(count, samples, middle) < level else (low, middle)
    return low


def test_private_mechanism_and_few_samples_are_not_refuted() -> None:
    plan = glance_claim()
    found = audit_table(plan, counts_table(plan, {"0": 731, "1": 269}, {"0": 269, "1": 731}))
    assert found.verdict is Verdict.NOT_REFUTED
    assert 0 < found.bound < 1
    found = audit_table(plan, counts_table(plan, {"1": 1}, {"0": 1}))
    assert (found.verdict, found.bound) == (Verdict.NOT_REFUTED, Fraction(0))
    nothing = black_box()
    assert audit_table(nothing, counts_table(nothing, {"a": 1}, {"a": 1})).tested == ()


def test_leak_outside_the_worst_event_is_learnt() -> None:
    """NULL reveals the input here, and the worst event of the mechanism does not."""
    plan = black_box()
    found = audit_table(
        plan, counts_table(plan, {"x": 500, "y": 400, "-": 100}, {"x": 550, "y": 450, "-": 2})
    )
    assert found.verdict is Verdict.REFUTED
    refuting = [each for each in found.tested if each.refutes]
    assert refuting
    assert all(each.likely == 0 and 30 < each.counted.likely < 70 for each in refuting)
    assert all(400 < each.counted.likely_samples < 600 for each in found.tested)
    assert Fraction(1) < found.bound < Fraction(4)


@pytest.mark.parametrize("likely", [0, 1])
def test_common_event_is_tested_by_its_complement(likely: int) -> None:
    """NULL may be learnt as itself or as the complement of x; either is tested as the rare one of the two."""
    plan, counts = black_box(), [{"x": 9990, "-": 10}, {"x": 9000, "-": 1000}]
    found = audit_table(plan, counts_table(plan, counts[1 - likely], counts[likely]))
    assert found.verdict is Verdict.REFUTED
    (best,) = found.tested
    assert (best.likely, best.opposite, best.refutes) == (likely, "x" in str(best.event), True)
    assert 400 < best.counted.likely < 600
    assert 4800 < best.counted.likely_samples < 5200


def test_both_directions_and_the_complement_of_the_worst_event_are_tested() -> None:
    plan = glance_claim()
    found = audit_table(plan, counts_table(plan, {"0": 200, "1": 800}, {"0": 800, "1": 200}))
    assert not found.tested[0].refutes
    assert next(each.refutes for each in found.tested if each.likely == 1 - found.tested[0].likely)
    assert found.verdict is Verdict.REFUTED
    share = float((1 - FORESEEN) * ALPHA / (2 * len(found.tested[1:])))
    low, high = least_chance(800, 1000, share), 1 - least_chance(800, 1000, share)
    assert float(found.bound) == pytest.approx(float(np.log(low / high)), abs=1e-7)
    found = audit_table(plan, counts_table(plan, {"0": 9990, "1": 10}, {"0": 9900, "1": 100}))
    refuting = [(each.event, each.opposite, each.likely) for each in found.tested if each.refutes]
    assert refuting == [(WORST, True, 1)]


def test_result_does_not_depend_on_the_order_of_samples(samples_path: Path) -> None:
    rows = [
        f"{given},{output},{7 * output + 50 * (given == 'yes')}"
        for given in ("yes", "no")
        for output in range(30)
    ]
    found = []
    for order in (rows, rows[::-1]):
        samples_path.write_text("\n".join(["input,output,count", *order]), encoding="utf-8")
        found.append(audit_table(black_box(), read_csv_samples(samples_path, black_box(), COUNTED)))
    assert found[0] == found[1]
    assert found[0].tested


@pytest.mark.parametrize("times", some([1000, 1]))
def test_billions_of_samples_are_tested_fast(times: int) -> None:
    """10^12 samples too give a larger bound, also outside the worst event."""
    plan = glance_claim()
    counts = {"0": 366_000_000 * times, "1": 134_000_000 * times}
    found = audit_table(plan, counts_table(plan, counts, {"0": counts["1"], "1": counts["0"]}))
    assert found.verdict is Verdict.REFUTED
    truth = np.log(366 / 134)
    assert truth - 3e-4 / times**0.5 < found.bound < truth
    plan, many = black_box(), 10**6 * times
    found = audit_table(
        plan, counts_table(plan, {"x": 500 * many, "-": 100 * many}, {"x": 597 * many, "-": 3 * many})
    )
    assert found.verdict is Verdict.REFUTED
    assert float(found.bound) == pytest.approx(np.log(100 / 3), abs=3e-3 / times**0.5)


@pytest.mark.parametrize(("runs", "most"), [(1, 0), pytest.param(40, 6, marks=slow)])
def test_false_alarms_are_at_most_alpha(runs: int, most: int) -> None:
    """Tight randomized response at alpha = 1/20."""
    random, plan = np.random.default_rng(5), glance_claim()
    refuted, truth = 0, float(np.e / (np.e + 1))
    for _ in range(runs):
        one, other = (int(each) for each in (random.binomial(400, truth), random.binomial(400, 1 - truth)))
        found = audit_table(
            plan, counts_table(plan, {"0": one, "1": 400 - one}, {"0": other, "1": 400 - other})
        )
        refuted += found.verdict is Verdict.REFUTED
    assert refuted <= most


def test_event_learnt_from_noise_does_not_refute() -> None:
    """Sixty outputs have equal laws: the best event of one part of the samples is tested on the other part."""
    random, plan = np.random.default_rng(6), black_box("1/100")
    for _ in range(3 if run_everything() else 1):
        one, other = (random.multinomial(300, [1 / 60] * 60) for _ in range(2))
        counts = [{f"o{name}": int(times) for name, times in enumerate(each)} for each in (one, other)]
        found = audit_table(plan, counts_table(plan, counts[0], counts[1]))
        assert found.tested
        assert all(100 < each.counted.likely_samples < 200 for each in found.tested)
        assert found.verdict is Verdict.NOT_REFUTED
