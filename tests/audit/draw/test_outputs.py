"""What a function gives, counted: an array as its list, and that one by one, as JSON tells its outputs apart."""

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
from ldproof.audit.draw.functions import bind_call
from ldproof.audit.draw.outputs import keys_of_outputs, one_by_one, written_rows
from ldproof.audit.draw.sources import Function
from ldproof.audit.state_file import run_audit
from ldproof.coins import CountingCoins, Tape
from ldproof.errors import Reason
from ldproof.programs import Tally, parse_key
from tests.audit.asked import plan
from tests.audit.targets import answers
from tests.reference.refusals import refused

BLANK = Tape(b"")


def as_json(outputs: Iterable[object]) -> Tally:
    """The definition: every output by its JSON text."""
    return Counter(json.dumps([each], separators=(",", ":")) for each in outputs)


def one(outputs: Iterable[object]) -> Tally:
    return Counter(one_by_one(outputs))


def at_once(outputs: object, count: int) -> Tally:
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
def test_an_array_is_its_list(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> None:
    listed = array.tolist()
    assert at_once(array, len(array)) == at_once(listed, len(array)) == one(array) == as_json(listed)
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
def test_so_are_the_odd_ones(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> None:
    assert at_once(array, len(array)) == as_json(array.tolist())
    assert at_once(array, len(array)).total() == len(array)


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


def test_what_python_holds_equal_is_told_apart_and_numbers_and_arrays_of_others_are_values() -> None:
    assert one([*MIXED, *MIXED]) == as_json([*MIXED, *MIXED])
    assert len(one(MIXED)) == len(MIXED)
    assert {key: parse_key(key).key() for key in one(MIXED)} == {key: key for key in one(MIXED)}
    odd = [np.int8(1), np.float32(0.5), np.float64(-0.0), np.array([True])[0], np.str_("a"), HTTPStatus.OK]
    assert one([*odd, [np.int64(7)]]) == as_json([1, 0.5, -0.0, True, "a", 200, [7]])
    texts = np.array(["a", "bc"], np.dtypes.StringDType())
    assert [*keys_of_outputs(texts, 2)] == ['["a"]', '["bc"]']
    assert [*one_by_one([texts])] == ['[["a","bc"]]']
    rows = objects(np.array([1, 2]), np.array([3]), {"name": np.int64(4), "list": [np.array(["x"])]})
    assert [*one_by_one([rows])] == ['[[[1,2],[3],{"list":[["x"]],"name":4}]]']
    assert [*keys_of_outputs(rows, 3)] == ["[[1,2]]", "[[3]]", '[{"list":[["x"]],"name":4}]']


def test_the_bytes_that_were_taken_are_told_apart_too() -> None:
    draws = [(1, 1), (1, 2), (True, 1), (1, 1), ([1], 1), ([1], 2), ([1], 1)]
    coins = CountingCoins(Tape(bytes(20)))

    def outputs() -> Iterator[object]:
        for output, taken in draws:
            coins.read(taken)
            yield output

    assert Counter(one_by_one(outputs(), coins)) == {
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
def test_what_has_no_meaning_is_refused_by_name(
    outputs: np.ndarray[tuple[int, ...], np.dtype[np.generic]] | list[object], words: str
) -> None:
    with refused(Reason.NOT_A_VALUE) as caught:
        at_once(outputs, len(outputs))
    assert words in caught.value.what


def test_what_has_no_meaning_has_none_on_its_own_and_inside_either() -> None:
    """`tolist` makes whole numbers of dates and durations, by their unit; a name that is no text is none."""
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
            for read in (one_by_one, partial(keys_of_outputs, count=1)):
                with refused(Reason.NOT_A_VALUE) as caught:
                    _ = [*read(draws)]
                assert str(np.asarray(output).dtype) in caught.value.what
    for name in (1, None, True, 1.5):
        texts = json.loads(json.dumps({name: 0}))
        assert one([texts]) == as_json([texts])
        for outputs in ([{name: 0}], [texts, {name: 0}], [[texts], [{name: 0}]]):
            with refused(Reason.NOT_A_VALUE):
                one(outputs)


def test_what_contains_itself_is_refused_at_once() -> None:
    """However often it does: nobody goes all the ways."""
    listed: list[object] = []
    listed.extend([listed] * 100)
    array = objects(None)
    array[0] = array
    named: dict[str, object] = {}
    named.update({str(name): named for name in range(100)})
    for each in (listed, array, named):
        with refused(Reason.NOT_A_VALUE) as caught:
            _ = [*one_by_one([each])]
        assert "contains itself" in caught.value.what


def test_a_wrong_length_is_refused() -> None:
    for outputs in (np.zeros(2), np.zeros((2, 3)), np.array(3), np.zeros((0, 3)), [0, 0], "000", 3):
        with refused(Reason.WRONG_COUNT):
            at_once(outputs, 3)


def test_an_audit_of_arrays_is_that_of_lists() -> None:
    """Equal outputs lead to equal bets, bounds and verdict, to the last digit."""
    listed, in_arrays = (
        run_audit(plan("1/10", 10**5), Function(f"{answers.__name__}:{name}", {}), seed=b"a seed")
        for name in ("bits_listed", "bits_in_an_array")
    )
    assert listed.portfolio.rejected
    assert len(listed.history) > 3
    assert serialization.save_state({}, in_arrays.kept()) == serialization.save_state({}, listed.kept())
    assert in_arrays == listed


def test_the_time_limit_is_one_of_each_call() -> None:
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
def test_rows_of_digits_are_written_as_all_others(rows: NDArray[np.generic]) -> None:
    assert [*written_rows(rows)] == [json.dumps(each, separators=(",", ":")) for each in rows.tolist()]


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int64", ">i4", "bool", "float64", "U2", "O"])
@pytest.mark.parametrize("shape", [(9, 300), (1, 100), (4, 6, 2)])
def test_long_rows_are_written_as_json_writes_them(dtype: str, shape: tuple[int, ...]) -> None:
    """Arrays and lists of them, each row again and again, and in any order in memory."""
    for low, high in ((0, 1), (0, 9), (0, 10), (-1, 1), (7, 7), (0, 100)):
        numbers = np.random.default_rng(3).integers(low, high + 1, shape)
        rows = np.repeat(numbers, 3, axis=0).astype(dtype)
        expected = [json.dumps([each], separators=(",", ":")) for each in rows.tolist()]
        for outputs in (rows, np.asfortranarray(rows), rows.tolist(), [*rows]):
            assert [*keys_of_outputs(outputs, len(rows))] == expected
