"""Data sets as inputs: neighbours, pairs that are made, and the smallest pair that breaks a claim."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import comb, inf, isnan, nan
from pathlib import Path
from time import process_time

import numpy as np
import pytest
from hypothesis import strategies as st

from ldproof import Reason, audit, mechanism
from ldproof.auditor import Pair, parse_claim
from ldproof.auditor.claim import MOST_INPUTS, Neighbours
from ldproof.auditor.datasets import (
    FAR,
    HIGHEST,
    MOST_RECORDS,
    RecordChange,
    are_neighbours,
    find_difference,
    make_pairs,
    neighbours_among,
    smaller_pairs,
    unusual_records,
)
from ldproof.auditor.samples import read_inputs, read_records
from ldproof.auditor.shrinking import MOST_TESTS, shrink_change
from ldproof.coins import Coins
from ldproof.json_values import Members
from ldproof.programs import Value, canonical_text, parse_canonical, parse_value
from tests.audit.targets import datasets
from tests.reference.refusals import refused
from tests.tiers import slow

SUBSTITUTE, ADD_REMOVE = Neighbours.SUBSTITUTE, Neighbours.ADD_REMOVE
DATA: tuple[Value, ...] = (0.25, 0.5, 0.75)
GIVEN = [[0.2, 0.5, 0.9, 0.1]]


def all_data_sets(longest: int) -> list[tuple[Value, ...]]:
    return [each for size in range(longest + 1) for each in product((0, 1, 2), repeat=size)]


def without_one(data: tuple[Value, ...]) -> set[tuple[Value, ...]]:
    return {data[:place] + data[place + 1 :] for place in range(len(data))}


def test_neighbours_are_those_of_the_definition() -> None:
    """Of all data sets of up to three records; by their texts, 1, 1.0 and True are different records."""
    known = all_data_sets(3)
    for one, other in product(known, known):
        added = one in without_one(other) or other in without_one(one)
        assert are_neighbours(ADD_REMOVE, one, other) is added
        differ = sum(left != right for left, right in zip(one, other, strict=False))
        replaced = len(one) == len(other) and differ == 1
        assert are_neighbours(SUBSTITUTE, one, other) is replaced
    assert are_neighbours(SUBSTITUTE, (1,), (1.0,))
    assert are_neighbours(SUBSTITUTE, (nan,), (1.0,))
    assert not are_neighbours(SUBSTITUTE, (nan,), (float("nan"),))


@pytest.mark.parametrize("notion", Neighbours)
def test_neighbours_among_data_sets_are_all_found(notion: Neighbours) -> None:
    """As by looking at every pair."""
    known = all_data_sets(3)
    found = {(pair.one, pair.other) for pair in neighbours_among(notion, known)}
    assert found == {both for both in combinations(known, 2) if are_neighbours(notion, *both)}


@pytest.mark.parametrize("notion", Neighbours)
def test_many_data_sets_take_less_than_a_second(notion: Neighbours) -> None:
    """Whether none of them are neighbours or all are, of which so many are kept as there may be inputs."""
    start = process_time()
    apart = [tuple(range(place, place + 20)) for place in range(1000)]
    with refused(Reason.MISSING):
        make_pairs(notion, apart, drawn=False)
    alike = [(0,) * size if notion is ADD_REMOVE else (size,) for size in range(900)]
    kept = make_pairs(notion, alike, drawn=True)
    assert len({each for pair in kept for each in pair.both_inputs()}) == MOST_INPUTS
    assert len(kept) == (MOST_INPUTS - 1 if notion is ADD_REMOVE else comb(MOST_INPUTS, 2))
    assert process_time() - start < 1


@pytest.mark.parametrize("notion", Neighbours)
def test_data_sets_of_the_most_records_have_neighbours(notion: Neighbours) -> None:
    """One of them has a record more, which is no reason to refuse the pair that shows most."""
    largest = tuple(range(MOST_RECORDS))
    changed = [find_difference(notion, pair) for pair in make_pairs(notion, [largest])]
    sizes = {
        len(data) for change in changed for data in change.as_pair().both_inputs() if isinstance(data, tuple)
    }
    assert max(sizes) == MOST_RECORDS + (notion is ADD_REMOVE)


@pytest.mark.parametrize("notion", Neighbours)
def test_made_pairs_are_neighbours_of_every_kind(notion: Neighbours) -> None:
    found = make_pairs(notion, [DATA])
    texts = [frozenset(map(canonical_text, pair.both_inputs())) for pair in found]
    assert len({*texts}) == len(texts)
    assert len(frozenset().union(*texts)) <= MOST_INPUTS
    changed = [find_difference(notion, pair) for pair in found]
    records = [each for change in changed for part in (change.one, change.other) for each in part]
    assert any(isinstance(each, float) and isnan(each) for each in records)
    assert {inf, -inf, 1.7976931348623157e308, -1.7976931348623157e308, 0.75 * FAR, 0.25, 0.75} <= {*records}
    assert any(len(change.before) == len(change.after) == 0 for change in changed), "of one record at most"
    assert any(change.other in [(each,) for each in change.before] for change in changed), "duplicates"
    sizes = {len(each) for pair in found for each in pair.both_inputs() if isinstance(each, tuple)}
    assert sizes == ({1, 3} if notion is SUBSTITUTE else {0, 1, 2, 3, 4})


def test_records_that_are_given_are_the_only_ones() -> None:
    found = make_pairs(ADD_REMOVE, [(0, 1)], [0, 1])
    assert {
        each for pair in found for data in pair.both_inputs() if isinstance(data, tuple) for each in data
    } == {0, 1}
    assert Pair((), (1,)) in found


def test_unusual_records_have_the_types_that_were_seen() -> None:
    whole = [*unusual_records((3, -7))]
    assert whole[:3] == [7 * FAR, -7 * FAR, 0]
    assert HIGHEST in whole
    assert all(type(each) is int for each in whole)
    assert [*unusual_records((True,))] == [True, False]
    assert [*unusual_records(())] == []
    rows = [*unusual_records((("a", 1), ("b", 2)))]
    assert ("", 1) in rows
    assert ("a", 2 * FAR) in rows
    assert all(isinstance(each, tuple) and len(each) == 2 for each in rows)
    named = [*unusual_records((parse_value({"age": 1.5, "name": None}),))]
    assert parse_value({"age": inf, "name": None}) in named
    assert all(isinstance(each, Members) for each in named)
    assert 1.7976931348623157e308 in [*unusual_records((1.0, 10**307))]


def test_data_sets_that_are_neighbours_are_a_pair_first() -> None:
    assert make_pairs(ADD_REMOVE, [(5, 6), (6,), (7, 8)])[0] == Pair((5, 6), (6,))


def test_samples_that_were_taken_are_of_neighbours_among_their_inputs() -> None:
    table = {(1, 2): [1] * 300, (1,): [1] * 300, (): [0] * 300}
    found = audit(table, 1, neighbours="add-remove")
    assert [each.both_inputs() for each in found.pairs] == [((1, 2), (1,)), ((1,), ())]
    assert found.violated


@pytest.mark.parametrize("notion", Neighbours)
def test_smaller_pairs_are_smaller_neighbours(notion: Neighbours) -> None:
    for pair in make_pairs(notion, [DATA, (1, 2), ("ab", "c")]):
        change = find_difference(notion, pair)
        for smaller in smaller_pairs(change):
            one, other = smaller.as_pair().both_inputs()
            assert isinstance(one, tuple)
            assert isinstance(other, tuple)
            assert are_neighbours(notion, one, other)
            assert len(smaller.text) <= len(change.text)
            assert smaller.text != change.text


def test_pair_is_shrunk_to_the_smallest_that_breaks() -> None:
    """It breaks if a record is larger than 10, and another one is a text."""

    def breaks(change: RecordChange) -> bool:
        data = change.before + change.one + change.other + change.after
        return any(type(each) is int and each > 10 for each in data) and any(
            isinstance(each, str) for each in data
        )

    first = find_difference(ADD_REMOVE, Pair((1, 2, "abc", 4, 99, 5.5), (1, 2, "abc", 4, 99, 98, 5.5)))
    found = shrink_change(first, breaks)
    assert found is not None
    assert found.as_pair() == Pair(("",), ("", 12))
    assert shrink_change(first, lambda change: change == first) == first
    assert shrink_change(first, lambda change: False) is None


@pytest.mark.parametrize(
    ("slip", "notion", "smallest"),
    [
        pytest.param("tells_empty", ADD_REMOVE, 1, marks=slow),
        pytest.param("passes_nan", ADD_REMOVE, 1, marks=slow),
        pytest.param("passes_nan", SUBSTITUTE, 2, marks=slow),
        pytest.param("tells_length", ADD_REMOVE, 1, marks=slow),
        pytest.param("range_of_the_data", ADD_REMOVE, 3, marks=slow),
        pytest.param("range_of_the_data", SUBSTITUTE, 4, marks=slow),
        pytest.param("half_the_noise", SUBSTITUTE, 2, marks=slow),
    ],
)
def test_broken_mechanism_is_found_and_its_pair_is_small(
    slip: str, notion: Neighbours, smallest: int
) -> None:
    """The pair has at most so many records in all, and is tested by draws of its own. All coins are seeded."""
    broken: Callable[[Value], object] = getattr(datasets, slip)

    def seeded(data: Value, coins: Coins) -> object:
        datasets.coin.seed(coins.read(16))
        return broken(data)

    found = audit(seeded, 1, inputs=GIVEN, neighbours=notion, draws=10_000, seed=b"a broken mechanism")
    assert found.violated
    assert found.smallest is not None
    (pair,) = found.smallest.found.pairs
    one, other = pair.both_inputs()
    assert isinstance(one, tuple)
    assert isinstance(other, tuple)
    assert are_neighbours(notion, one, other)
    assert len(one) + len(other) <= smallest
    assert found.smallest.found.violated
    assert found.smallest.found.alpha == found.alpha / MOST_TESTS
    assert found.smallest.samples >= found.smallest.found.samples
    assert 1 <= found.smallest.tests <= MOST_TESTS


def test_right_mechanisms_on_data_sets_are_not_refuted() -> None:
    for function in (datasets.noisy_sum, datasets.noisy_count):
        found = audit(function, 1, inputs=GIVEN, neighbours="add-remove", draws=250, alpha="1e-6")
        assert not found.violated
        assert found.smallest is None
        assert "black-box epsilon=1, for neighbours by add-remove" in str(found)


@slow
@pytest.mark.parametrize("notion", Neighbours)
@pytest.mark.parametrize("function", [datasets.noisy_sum, datasets.noisy_count])
def test_right_mechanisms_on_data_sets_seldom_flag(
    function: Callable[[Sequence[float]], float], notion: Neighbours
) -> None:
    """At an alpha of .05, in audits of 400 pairs of draws; 4 of 20 would be exceeded in 3 of 1,000 runs at most."""
    found = [audit(function, 1, inputs=datasets.people(), neighbours=notion, draws=400) for _ in range(20)]
    assert sum(each.violated for each in found) <= 4


def test_noise_of_the_right_mechanisms_has_the_law_it_says() -> None:
    drawn = Counter(datasets.geometric() for _ in range(20_000))
    for k in range(-2, 3):
        assert abs(drawn[k] / 20_000 - datasets.geometric_law(k)) < 0.02
    assert abs(sum(datasets.geometric_law(k) for k in range(-60, 61)) - 1) < 1e-12


@slow
def test_pair_that_is_given_is_shrunk() -> None:
    """A notion of neighbours is also for pairs that are given."""
    pairs = [([0.5, 0.25, 0.125], [0.5, 0.25])]
    found = audit(datasets.tells_length, 1, pairs=pairs, neighbours="add-remove", draws=2000)
    assert found.smallest is not None
    assert [*found.smallest.found.inputs] in ([(), (0.0,)], [(0.0,), ()])


def test_tables_and_generators_are_data_sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.csv").write_text("age\n23\n45.5\n\n")
    Path("two.csv").write_text("age,name\n23,ann\n,bob\n")
    Path("lines.txt").write_text("[1,2]\n[3]\n")
    Path("made.py").write_text(
        "from hypothesis import strategies as st\ndata = st.lists(st.booleans(), max_size=3)\n"
    )

    def read(text: str) -> list[Value]:
        return read_inputs(text, parse_canonical if text.endswith(".txt") else parse_value, datasets=True)

    assert read("one.csv") == [(23.0, 45.5)]
    assert canonical_text(read("one.csv")[0]) == "[23.0,45.5]"
    assert read("two.csv") == [parse_value([{"age": 23, "name": "ann"}, {"age": None, "name": "bob"}])]
    assert read("[[1,2],[3]]") == [(1, 2), (3,)]
    made = read("made:data")
    assert made == read("made:data")
    assert 5 < len(made) <= 50
    assert all(isinstance(each, tuple) and {*map(type, each)} <= {bool} for each in made)
    with refused(Reason.NO_SUCH_PROGRAM):
        read_inputs("made:data", parse_value)
    Path("empty.csv").write_text("")
    with refused(Reason.NOT_A_TABLE):
        read("empty.csv")
    Path("nan.csv").write_text("age,name\n1,inf\nnan,ann\n")
    with refused(Reason.NOT_A_NUMBER) as caught:
        read("nan.csv")
    assert "nan among the numbers of age" in caught.value.what
    for name, content, reason, what in (
        ("blank.csv", "a\n1\n\n2\n", Reason.NOT_A_VALUE, "blank.csv, line 3 is blank"),
        ("wrong.txt", "[1]\n[2\n", Reason.NOT_A_VALUE, "wrong.txt, line 2: no JSON text"),
        ("twice.csv", "a,b,a\n1,2,3\n", Reason.REPEATED, "twice.csv: two columns 'a'"),
        ("open.csv", 'a,b\n1,"2\n', Reason.NOT_A_TABLE, "open.csv, line 2: unexpected end of data"),
    ):
        Path(name).write_text(content)
        with refused(reason) as caught:
            read(name)
        assert caught.value.what.startswith(what)
    assert read_records("one.csv", parse_value) == [23.0, 45.5]
    assert read_records("lines.txt", parse_canonical) == [(1, 2), (3,)]
    for name in ("one.csv", "one.PARQUET"):
        Path(name).touch()
        with refused(Reason.NOT_A_LIST) as caught:
            read_inputs(name, parse_value)
        assert "neighbours" in caught.value.accepted
    with refused(Reason.NO_SUCH_PLACE):
        read_inputs("x" * 300, parse_value)
    Path("null.csv").write_text('a\nx\n""\n""""""\n\n')
    assert read("null.csv") == [("x", None, "")]
    Path("ragged.csv").write_text("a,b\n1,2\n3\n")
    with refused(Reason.WRONG_LENGTH):
        read("ragged.csv")


def test_parquet_is_a_data_set(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "people.parquet"
    duckdb.sql("SELECT * FROM (VALUES (1, 0.5::DOUBLE, 'x'), (2, NULL, 'y')) t(a, b, c)").write_parquet(
        str(path)
    )
    rows = [{"a": 1, "b": 0.5, "c": "x"}, {"a": 2, "b": None, "c": "y"}]
    assert read_inputs(str(path), parse_value, datasets=True) == [parse_value(rows)]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"neighbours": "both", "inputs": [[1]]}, Reason.UNKNOWN_NAME),
        ({"neighbours": "substitute", "inputs": [[]]}, Reason.MISSING),
        ({"neighbours": "add-remove"}, Reason.MISSING),
        ({"neighbours": "add-remove", "inputs": [1, 2]}, Reason.NOT_A_LIST),
        ({"neighbours": "add-remove", "inputs": [[0] * (MOST_RECORDS + 1)]}, Reason.TOO_LARGE),
        ({"neighbours": "add-remove", "pairs": [([0] * 1000, [0] * 1001)]}, Reason.TOO_LARGE),
        ({"neighbours": "add-remove", "pairs": [([1], [2])]}, Reason.OUT_OF_RANGE),
        ({"neighbours": "substitute", "pairs": [([1], [])]}, Reason.OUT_OF_RANGE),
        ({"neighbours": "substitute", "pairs": [([1], [2])], "inputs": [[1]]}, Reason.REPEATED),
        ({"records": [1], "inputs": [1, 2]}, Reason.UNKNOWN_PARAMETER),
        ({"neighbours": "substitute", "inputs": st.nothing()}, Reason.MISSING),
    ],
)
def test_what_is_no_data_set_is_refused(given: dict[str, object], reason: Reason) -> None:
    with refused(reason):
        audit(datasets.noisy_sum, 1, **given)  # type: ignore[arg-type]


def test_mechanism_has_neighbours_of_its_own() -> None:
    claim = parse_claim("counting.glance", {"T": "1", "epsilon": "1"})
    assert claim.neighbours is None
    with refused(Reason.UNKNOWN_PARAMETER):
        audit(str, mechanism("counting.glance", T=1, epsilon=1), inputs=["0", "1"], neighbours="substitute")


def test_data_sets_that_are_arrays_stay_arrays() -> None:
    """Those that are made are like the first one that is given."""
    seen = set()

    def rows(data: object) -> int:
        assert isinstance(data, np.ndarray)
        seen.add((data.dtype.name, data.shape[1:], len(data)))
        return 0

    found = audit(rows, 1, inputs=[np.array([[1.5, 2.0], [0.5, 1.0]])], neighbours="add-remove", draws=300)
    assert not found.violated
    assert seen == {("float64", (2,), size) for size in (0, 1, 2, 3)}
