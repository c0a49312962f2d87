"""Counting a function's outputs: an array counts as its list, and a list as the JSON texts of its outputs."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from http import HTTPStatus

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from ldproof import serialization
from ldproof.auditor.draw.functions import bind_call, format_rows, keys_of_outputs, keys_one_by_one
from ldproof.auditor.draw.sources import FunctionSource
from ldproof.auditor.state_file import run_audit
from ldproof.coins import CountingCoins, Tape
from ldproof.errors import Reason
from ldproof.programs import Tally, parse_key
from tests.audit.asked import make_plan
from tests.audit.targets import answers
from tests.reference.refusals import refused

BLANK = Tape(b"")


def count_json_texts(outputs: Iterable[object]) -> Tally:
    """Count the JSON text of each output, which is the definition."""
    return Counter(json.dumps([each], separators=(",", ":")) for each in outputs)


def count_one_by_one(outputs: Iterable[object]) -> Tally:
    return Counter(keys_one_by_one(outputs))


def count_in_bulk(outputs: object, count: int) -> Tally:
    return Counter(keys_of_outputs(outputs, count))


KINDS = st.one_of(
    arrays.boolean_dtypes(),
    arrays.integer_dtypes(endianness="<"),
    arrays.integer_dtypes(endianness=">"),
    arrays.unsigned_integer_dtypes(),
    arrays.floating_dtypes(sizes=(16, 32, 64)),
    arrays.unicode_string_dtypes(max_len=3),
)
WHOLE = st.characters(exclude_categories=["Cs"])


@given(
    KINDS.flatmap(
        lambda dtype: arrays.arrays(
            dtype,
            arrays.array_shapes(min_dims=1, max_dims=4, min_side=1, max_side=5),
            elements=st.text(WHOLE, max_size=dtype.itemsize // 4).filter(lambda text: not text.endswith("\0"))
            if dtype.kind == "U"
            else arrays.from_dtype(dtype, allow_nan=False, allow_infinity=False),
        )
    )
)
def test_array_counts_as_its_list(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> None:
    listed = array.tolist()
    assert (
        count_in_bulk(array, len(array))
        == count_in_bulk(listed, len(array))
        == count_one_by_one(array)
        == count_json_texts(listed)
    )
    assert [*keys_of_outputs(array, len(array))] == [*keys_of_outputs(listed, len(array))]


@pytest.mark.parametrize(
    "array",
    [
        np.array([0.0, -0.0, 1.0]),
        np.array([2, 1, 0], np.uint8).view(np.bool_),
        np.array([1, 2**64 - 1], np.uint64),
        np.array(["[", "],[", '"', "\\ud83d", "🙂", ""]),
        np.zeros((6, 4))[::2, ::2],
        np.asfortranarray(np.arange(6).reshape(3, 2)),
        np.broadcast_to(np.array([[1]]), (3, 4)),
        np.arange(12, dtype=np.int8).reshape(2, 2, 3),
        np.zeros(0),
        np.zeros((3, 0)),
        np.zeros((3,) + (1,) * 16),
        np.array([1, True, None, "a"], dtype=object),
        np.ma.masked_array([1, 2, 1], [False, False, True]),
    ],
    ids=lambda array: f"{array.dtype} {array.shape}",
)
def test_unusual_arrays_count_as_their_lists(
    array: np.ndarray[tuple[int, ...], np.dtype[np.generic]],
) -> None:
    assert count_in_bulk(array, len(array)) == count_json_texts(array.tolist())
    assert count_in_bulk(array, len(array)).total() == len(array)


MIXED = [
    True,
    1,
    1.0,
    "1",
    [1],
    [True],
    (1.0,),
    0,
    False,
    0.0,
    -0.0,
    [0.0],
    [-0.0],
    None,
    "",
    [],
    [[]],
    "🙂",
    ["🙂"],
]


def test_values_that_python_equates_are_distinct_outputs() -> None:
    assert count_one_by_one([*MIXED, *MIXED]) == count_json_texts([*MIXED, *MIXED])
    assert len(count_one_by_one(MIXED)) == len(MIXED)
    assert {key: parse_key(key).tally_key() for key in count_one_by_one(MIXED)} == {
        key: key for key in count_one_by_one(MIXED)
    }
    odd = [np.int8(1), np.float32(0.5), np.float64(-0.0), np.array([True])[0], np.str_("a"), HTTPStatus.OK]
    assert count_one_by_one([*odd, [np.int64(7)]]) == count_json_texts([1, 0.5, -0.0, True, "a", 200, [7]])
    texts = np.array(["a", "bc"], np.dtypes.StringDType())
    assert [*keys_of_outputs(texts, 2)] == ['["a"]', '["bc"]']
    assert [*keys_one_by_one([texts])] == ['[["a","bc"]]']
    rows = objects(np.array([1, 2]), np.array([3]), {"name": np.int64(4), "list": [np.array(["x"])]})
    assert [*keys_one_by_one([rows])] == ['[[[1,2],[3],{"list":[["x"]],"name":4}]]']
    assert [*keys_of_outputs(rows, 3)] == ["[[1,2]]", "[[3]]", '[{"list":[["x"]],"name":4}]']


def test_number_of_bytes_distinguishes_outputs() -> None:
    draws = [(1, 1), (1, 2), (True, 1), (1, 1), ([1], 1), ([1], 2), ([1], 1)]
    coins = CountingCoins(Tape(bytes(20)))

    def outputs() -> Iterator[object]:
        for output, taken in draws:
            coins.read(taken)
            yield output

    assert Counter(keys_one_by_one(outputs(), coins)) == {
        "[1,1]": 2, "[1,2]": 1, "[true,1]": 1, "[[1],1]": 2, "[[1],2]": 1
    }  # fmt: skip


HALVES = "\ud83d\ude00"
"""Two half characters, which JSON would write like a whole one."""


def objects(*given: object) -> np.ndarray[tuple[int, ...], np.dtype[np.object_]]:
    made = np.empty(len(given), dtype=np.object_)
    for place, each in enumerate(given):
        made[place] = each
    return made


@pytest.mark.parametrize(
    ("outputs", "words"),
    [
        (np.array([1j]), "complex128"),
        (np.array([1], np.longdouble), str(np.dtype(np.longdouble))),
        (np.array(["2020-01-01"], "M8[ns]"), "datetime64[ns]"),
        (np.array([1], "m8[ns]"), "timedelta64[ns]"),
        (np.zeros(1, [("a", int)]), "'a'"),
        (np.array([b"a"]), "S1"),
        (np.array([{1}], dtype=object), "set"),
        (np.array([HALVES]), "half a character"),
        (np.zeros((1,) * 18), "too deep"),
        ([HALVES], "half a character"),
        ([["\U0001f600"], [HALVES]], "half a character"),
        ([{1: 2}], "no"),
        ([[0, {"a": {1}}]], "set"),
        ([10**400], "near no float"),
        ([b"a"], "bytes"),
    ],
    ids=repr,
)
def test_outputs_without_a_json_value_are_refused(
    outputs: np.ndarray[tuple[int, ...], np.dtype[np.generic]] | list[object], words: str
) -> None:
    with refused(Reason.NOT_A_VALUE) as caught:
        count_in_bulk(outputs, len(outputs))
    assert words in caught.value.what


def test_invalid_outputs_are_refused_alone_and_inside_others() -> None:
    """`tolist` would turn dates and durations into whole numbers; a member's name must be a text."""
    for output in (
        np.array([1], "M8[ns]"),
        np.array([1], "m8[ns]"),
        np.array(1, "m8[ns]"),
        np.datetime64(1, "ns"),
        np.datetime64("NaT"),
        np.timedelta64(1, "ns"),
        np.timedelta64(1),
        np.zeros(1, [("a", "M8[ns]")]),
        np.zeros(1, [("a", int)])[0],
        np.longdouble(1),
    ):
        for draws in ([output], [[output]], [{"name": output}], objects([output])):
            for read in (keys_one_by_one, partial(keys_of_outputs, count=1)):
                with refused(Reason.NOT_A_VALUE) as caught:
                    _ = [*read(draws)]
                assert str(np.asarray(output).dtype) in caught.value.what
    for name in (1, None, True, 1.5):
        texts = json.loads(json.dumps({name: 0}))
        assert count_one_by_one([texts]) == count_json_texts([texts])
        for outputs in ([{name: 0}], [texts, {name: 0}], [[texts], [{name: 0}]]):
            with refused(Reason.NOT_A_VALUE):
                count_one_by_one(outputs)


def test_recursive_output_is_refused_at_once() -> None:
    """Also if it contains itself several times: not all paths are followed."""
    listed: list[object] = []
    listed.extend([listed] * 100)
    array = objects(None)
    array[0] = array
    named: dict[str, object] = {}
    named.update({str(name): named for name in range(100)})
    for each in (listed, array, named):
        with refused(Reason.NOT_A_VALUE) as caught:
            _ = [*keys_one_by_one([each])]
        assert "contains itself" in caught.value.what


def test_wrong_number_of_outputs_is_refused() -> None:
    for outputs in (np.zeros(2), np.zeros((2, 3)), np.array(3), np.zeros((0, 3)), [0, 0], "000", 3):
        with refused(Reason.WRONG_COUNT):
            count_in_bulk(outputs, 3)


def test_audit_of_arrays_equals_audit_of_lists() -> None:
    """Bets, bounds and verdict are equal to the last digit."""
    listed, in_arrays = (
        run_audit(make_plan("1/10", 10**5), FunctionSource(f"{answers.__name__}:{name}", {}), seed=b"a seed")
        for name in ("bits_listed", "bits_in_an_array")
    )
    assert listed.bets.portfolio.rejected
    assert len(listed.history) > 3
    assert serialization.save_state({}, in_arrays.saved_part()) == serialization.save_state(
        {}, listed.saved_part()
    )
    assert in_arrays == listed


def test_time_limit_applies_to_each_call() -> None:
    def sleeper(*seconds: float) -> Callable[[object], float]:
        left = iter(seconds)

        def sleep(_: object) -> float:
            now = next(left)
            time.sleep(now)
            return now

        return sleep

    found = bind_call("sleep", sleeper(*[0.06] * 10), {}, 0.5).sample(("x",), (0,) * 10, BLANK)
    assert found == ["[0.06]"] * 10
    with refused(Reason.PROGRAM_TIMED_OUT) as caught:
        bind_call("sleep", sleeper(0.06, 0.06, 1000, 0.06), {}, 0.1).sample(("x",), (0,) * 4, BLANK)
    assert "0.1 seconds" in caught.value.what


@given(
    (arrays.integer_dtypes() | arrays.unsigned_integer_dtypes()).flatmap(
        lambda dtype: arrays.arrays(
            dtype,
            st.tuples(st.integers(1, 3), st.integers(1, 4)),
            elements=st.integers(-1 if dtype.kind == "i" else 0, 10) | st.integers(0, 9),
        )
    )
)
def test_rows_of_digits_are_written_as_json(rows: NDArray[np.generic]) -> None:
    assert [*format_rows(rows)] == [json.dumps(each, separators=(",", ":")) for each in rows.tolist()]


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int64", ">i4", "bool", "float64", "U2", "O"])
@pytest.mark.parametrize("shape", [(9, 300), (1, 100), (4, 6, 2)])
def test_long_rows_are_written_as_json(dtype: str, shape: tuple[int, ...]) -> None:
    """Arrays and lists of them, each row repeated, and in any order in memory."""
    for low, high in ((0, 1), (0, 9), (0, 10), (-1, 1), (7, 7), (0, 100)):
        numbers = np.random.default_rng(3).integers(low, high + 1, shape)
        rows = np.repeat(numbers, 3, axis=0).astype(dtype)
        expected = [json.dumps([each], separators=(",", ":")) for each in rows.tolist()]
        for outputs in (rows, np.asfortranarray(rows), rows.tolist(), [*rows]):
            assert [*keys_of_outputs(outputs, len(rows))] == expected
