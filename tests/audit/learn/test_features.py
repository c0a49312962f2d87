"""Measures of outputs in every form and encoding."""

import gzip
import zlib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from math import inf, isnan, nan

import numpy as np
import pytest

from ldproof import audit, serialization
from ldproof.auditor import parse_claim
from ldproof.auditor.learn import outputs as outputs_module
from ldproof.auditor.learn.conditions import scalar_measures
from ldproof.auditor.learn.features import PLAIN, Feature, Measure, feature_column, measure_outputs
from ldproof.auditor.learn.outputs import (
    ABOUT,
    MOST_BYTES,
    MOST_PLACES,
    WRITING,
    Outputs,
    ParsedOutput,
    parse_drawn_output,
    parse_drawn_outputs,
)
from ldproof.coins import Coins
from ldproof.errors import Reason
from ldproof.programs import DrawnOutput, Value, parse_value
from tests.reference.refusals import refused
from tests.reference.states import with_state
from tests.tiers import some

BLACK = parse_claim("black-box", {"odds": "3"})
WRITTEN = bytes([0b10100000, 0b00000001, 255])


def parse_outputs(*outputs: object) -> Outputs:
    """Parse outputs."""
    parsed: list[ParsedOutput] = [
        parse_drawn_output(BLACK, DrawnOutput(parse_value(each)).tally_key()) for each in outputs
    ]
    return Outputs(parsed)


@pytest.mark.parametrize(
    ("output", "asked", "answer"),
    [
        ("01", ("place", "leaves", 1), 49),
        ("01", ("place", "leaves", 2), nan),
        ((1, True, None, "x"), ("place", "leaves", 0), 1),
        ((1, True, None, "x"), ("place", "leaves", 3), 120),
        ("0110", ("changes", "leaves"), 2),
        ("0110", ("count", "leaves", 49), 2),
        ("0010", ("first", "leaves", 49), 2),
        ("0000", ("first", "leaves", 49), 4),
        ("0010", ("first other", "leaves", 48), 2),
        ("0100", ("last", "leaves", 49), 1),
        ("0000", ("last", "leaves", 49), -1),
        ("0101", ("neighbours", "leaves", 48, 49), 2),
        ("0110", ("sum", "=49.0"), 2),
        ("0111", ("odd sum", "=49.0"), 1),
        ("0110", ("xor", "=49.0", 0, 1), 1),
        ("0111", ("window", "=49.0", 1, 3), 0),
        ("0111", ("parity", "=49.0", 0b1010), 0),
        ("0111", ("parity", "=49.0", 0b1110), 1),
        ((0, (1, 2), ()), ("length", "leaves"), 3),
        ("abc", ("odd length", "leaves"), 1),
        ((0.5, 0.25), ("sum", "leaves"), 0.75),
        ((3, 1, 3), ("distinct", "leaves"), 2),
        ((3, 1, 7), ("extreme", "leaves", 1), 7),
        ((3, 1, 7), ("extreme", "leaves", -1), 1),
        ((3, 1, 7), ("where the extreme is", "leaves", -1), 1),
        ((3, 1, 7), ("order", "leaves", 0, 1), 0),
        ((3, 1, 7), ("order", "leaves", 1, 2), 1),
        ((3, 3), ("order", "leaves", 0, 1), 0.5),
        ((3, 1, 7), ("rank", "leaves", 0), 1),
        ((3, 1, 7, 1), ("inversions", "leaves"), 3),
        ("bca", ("inversions", "leaves"), 2),
        ((3, 1, 7, 1), ("odd inversions", "leaves"), 1),
        ({"a": 2**19, "b": 1.5, "c": "0x10"}, ("place", "fields", 44), 1),
        ({"a": 2**19, "b": 1.5, "c": "0x10"}, ("place", "fields", 76), 1),
        ({"a": 2**19, "b": 1.5, "c": "0x10"}, ("place", "fields", 187), 1),
        ({"a": 2**19, "b": 1.5, "c": "0x10"}, ("sum", "fields"), 13),
        ((None, "a b"), ("sum", "fields"), 7),
        (0.1, ("digits",), 2),
        (0.30000000000000004, ("digits",), 18),
        (2.5, ("fraction", 1), 0.5),
        (-0.0, ("place", "floats", 0), 1),
        (0.0, ("place", "floats", 0), 0),
        ((0.0, -0.0), ("place", "floats", 64), 1),
        (1.5, ("last", "floats", 1), 12),
        (5, ("place", "whole number", 63), 1),
        (2**64, ("place", "whole number", 7), 1),
        ("5", ("odd sum", "whole number"), 0),
        ((256, 3), ("place", "small numbers", 7), 1),
        (((1, 2), ()), ("path", "length of [1]"), 0),
        (((1, 2), ()), ("path", "[0][1]"), 2),
        ({"a": {"b": 7}}, ("path", ".a.b"), 7),
        ({"a": 1}, ("path", ".b"), nan),
        ({"a": 1, "b": ("x", 2.5, True)}, ("sum", "numbers"), 3.5),
        ({"a": 1, "b": ("x", 258)}, ("place", "small numbers", 30), 1),
        (({"a": "xy"},), ("in", "[0].a", "place", "leaves", 1), 121),
        (({"a": "xy"},), ("in", "[0].b", "length", "leaves"), 0),
        ({"a": WRITTEN.hex()}, ("in", ".a", "place", "hexadecimal", 2), 1),
        ((3, 1, 7), ("difference", "leaves", 0, 2), 4),
        ((3, 1, 7), ("sum of two", "leaves", 0, 2), 10),
        ((3, 1, 7), ("remainder", "leaves", 10), 1),
        ((3, 1.5), ("remainder", "leaves", 2), nan),
        (10**150 + 2, ("remainder", "leaves", 3), 0),
        ((-(2**60), 1), ("odd sum", "leaves"), 1),
        ((2**60, 0.5), ("remainder", "leaves", 3), nan),
        ((2**60, 0.0), ("remainder", "leaves", 3), nan),
        (("no", "yes", "no"), ("count", "leaves", '"no"'), 2),
        (("no", "yes", "no"), ("sum", '="no"'), 2),
    ],
)
def test_measures_have_their_stated_values(output: Value, asked: Measure, answer: float) -> None:
    (found,) = measure_outputs(asked, parse_outputs(output))
    assert found == answer or (isnan(found) and isnan(answer))


def test_encoded_and_compressed_bytes_are_decoded() -> None:
    """A compressed text that would not fit into memory is not decompressed."""
    for way, text in (
        ("hexadecimal", WRITTEN.hex()),
        ("hexadecimal", f"0x{WRITTEN.hex().upper()}"),
        ("base 64", b64encode(WRITTEN).decode()),
        ("base 64", urlsafe_b64encode(WRITTEN).decode().rstrip("=")),
        ("unpacked", b64encode(gzip.compress(WRITTEN, mtime=0)).decode()),
        ("unpacked", zlib.compress(WRITTEN).hex()),
    ):
        (bits,) = parse_outputs(text).sequence_matrix(way)
        assert bits.tolist() == np.unpackbits(np.frombuffer(WRITTEN, dtype=np.uint8)).tolist()
    packed = b64encode(zlib.compress(bytes(10**7))).decode()
    assert len(WRITING["unpacked"](packed)) == MOST_BYTES


def test_leaking_bit_in_compressed_output_is_found() -> None:
    """In gzip's output, the place of a bit depends on everything before it."""

    def packing(bit: int, coins: Coins) -> str:
        row = bytearray(coins.read(25))
        row[9] = row[9] & ~4 | 4 * bit
        return b64encode(gzip.compress(row.hex().encode(), mtime=0)).decode()

    assert audit(packing, "odds=3", pairs=[(0, 1)], draws=1000, alpha="1e-9", seed=1).violated


def test_every_json_value_can_be_measured() -> None:
    """The matrix has a row for each output, beside one that encodes bits in every way."""
    texts = ["", "x y", "é", "9" * 5000, "0x", "="]
    for output in (None, True, *texts, (), (None, "a"), {}, {"a": 1}, nan, inf, -inf, 10**308, -1):
        for way in WRITING:
            rows = parse_outputs(output, "10", 3, 0.5, (7, 8)).sequence_matrix(way)
            assert len(rows) == 5
            assert set(np.unique(rows[~np.isnan(rows)])) <= {0.0, 1.0}


def test_invalid_measures_are_refused() -> None:
    saved = serialization.save_state({}, Feature("measure", ("sum", "leaves")))
    for wrong in (None, ["sum", None], ["sum", ["leaves"]], ["sum", True], "sum", 3):
        with refused(Reason.DAMAGED_STATE):
            serialization.restore_state(Feature, {}, with_state(saved, measure=wrong))


def test_matrices_of_many_outputs_are_those_of_single_ones() -> None:
    """Texts, and lists of one kind, are parsed in bulk."""
    for outputs in (
        ["011", "1", ""],
        [(1, 2), (3, 4)],
        [(0.5, -0.0), (1.0, 2.0)],
        [(1, 2), (3,)],
        ["é1", "10"],
        [(10**400 // 10**100, 1)],
    ):
        together = parse_outputs(*outputs).sequence_matrix("leaves")
        for row, each in zip(together, outputs, strict=True):
            (alone,) = parse_outputs(each, ("x",)).sequence_matrix("leaves")[:1]
            width = len(parse_drawn_output(BLACK, DrawnOutput(parse_value(each)).tally_key()).scalars)
            np.testing.assert_array_equal(row[:width], alone[:width])
            assert np.isnan(row[width:]).all()


def has_ways(output: Value) -> bool:
    return isinstance(output, tuple) and any(isinstance(part, str | tuple) for part in output)


def test_matrices_and_paths_of_a_selection_are_those_of_its_outputs_alone() -> None:
    for outputs in (
        ("0110", "1", "", "00ff", "é", "12"),
        ((1, 2), (3, 2**60), (5, 6)),
        (1.5, (2, "a"), None, True),
        ((1, (2, "ab")), (1, "x"), 7, ((), (0, 1)), (1, (3,))),
    ):
        every = parse_outputs(*outputs)
        for places in ([], [0], [1, 2], [2, 0], [2], [0, 1], [*range(len(outputs))]):
            alone = parse_outputs(*(outputs[place] for place in places))
            some = every.at_rows(np.array(places, dtype=np.intp))
            for name in ("leaves", "=49.0", *WRITING):
                np.testing.assert_array_equal(
                    some.sequence_matrix(name), alone.sequence_matrix(name), strict=True
                )
            assert some.path_codes.keys() == alone.path_codes.keys()
            assert bool(alone.path_codes) == any(map(has_ways, (outputs[place] for place in places)))
            for path, scalars in some.path_codes.items():
                np.testing.assert_array_equal(scalars, alone.path_codes[path], strict=True)


@pytest.mark.parametrize(
    "rows",
    [
        [(0, (1, (0, 1))), (1, (2, (1, 0)))],
        [((True, None), 1.5, ()), ((False, None), -0.0, ())],
        [(("a", 1), 0), (("b", 0), 1)],
        [((nan,), 10**200), ((inf,), 1)],
    ],
)
def test_value_at_a_path_does_not_depend_on_other_outputs(rows: list[object]) -> None:
    """Also if all outputs have the same paths, which are then looked up in bulk."""
    alone, beside = parse_outputs(*rows), parse_outputs(*rows, ((), "x"))
    for way, found in beside.path_codes.items():
        here = found[: len(rows)]
        if way in alone.path_codes or not np.isnan(here).all():
            assert np.array_equal(alone.path_codes[way], here, equal_nan=True)
    assert {*alone.path_codes} <= {*beside.path_codes}
    for way in alone.path_codes:
        there = beside.scalars_at(way)
        assert repr(alone.scalars_at(way)) == repr({row: there[row] for row in range(len(rows))})


def test_value_at_a_path_does_not_depend_on_the_number_of_other_paths() -> None:
    """Also if the others come first: the outputs of one side come before all of the other."""
    others = [{f"{row}, {place}": 1 for place in range(8)} for row in range(MOST_PLACES // 8)]
    rare = {"rare": 7, "text": "abc"}
    asked: dict[Measure, float] = {
        ("path", ".rare"): 7,
        ("in", ".text", "length", "leaves"): 3,
        ("path", "length of .text"): 3,
    }
    for outputs in ([rare], [rare, *others], [*others, rare]):
        every, row = parse_outputs(*outputs), outputs.index(rare)
        for each, answer in asked.items():
            assert measure_outputs(each, every)[row] == answer
            assert feature_column(Feature("measure", each), every).numbers[row] == answer
            assert measure_outputs(each, every.at_rows(np.array([row])))[0] == answer


@pytest.mark.parametrize("one", ["1", "\N{GREEK SMALL LETTER ALPHA}", (1,), (1, "a"), (0.5, (1,))])
def test_length_counts_everything_although_only_a_part_is_parsed(one: str | tuple[Value, ...]) -> None:
    looked_at = len(one * MOST_PLACES)
    lengths = [looked_at, looked_at + len(one), 3 * len(one)]
    every = parse_outputs(*(one * (each // len(one)) for each in lengths))
    for outputs in (every, every.at_rows(np.array([0, 1, 2]))):
        for sequence in ("leaves", '="1"'):
            assert measure_outputs(("length", sequence), outputs).tolist() == lengths
            assert measure_outputs(("odd length", sequence), outputs).tolist() == [
                each % 2 for each in lengths
            ]


def test_most_frequent_paths_are_kept_within_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{f"{row}": 1, "late": row} for row in range(100)]
    whole = parse_outputs(*rows)
    assert len(whole.path_codes) > 100
    monkeypatch.setattr(outputs_module, "MOST_ENDS", 350)
    few = parse_outputs(*rows)
    assert [*few.path_codes] == ["members of ", ".late", ".0"]
    np.testing.assert_array_equal(few.path_codes[".late"], whole.path_codes[".late"])
    np.testing.assert_array_equal(measure_outputs(("path", ".7"), few), whole.path_codes[".7"])


def test_booleans_are_numbered_in_any_quantity() -> None:
    rows, mixed = parse_outputs((True, False), (False, False)), parse_outputs((True, False), (False, None))
    assert rows.sequence_matrix("leaves")[0].tolist() == mixed.sequence_matrix("leaves")[0].tolist()
    assert rows.sequence_matrix("leaves")[1].tolist() == [rows.sequence_matrix("leaves")[0, 1]] * 2
    assert {rows.symbol_label(each) for each in rows.sequence_matrix("leaves")[0].tolist()} == {
        "true",
        "false",
    }


def test_measures_of_a_part_are_those_of_an_output() -> None:
    rows = parse_outputs(("a", 1), ("b", 2.5))
    assert [each.output_text for each in rows.parts_at_path("[0]").parsed] == ['"a"', '"b"']
    assert [each.output_text for each in rows.parts_at_path("[1]").parsed] == ["1", "2.5"]
    assert parse_drawn_output(BLACK, DrawnOutput((0, 1), 17).tally_key()).output_text == "[0,1]"


def test_one_digit_numbers_have_the_measures_of_numbers() -> None:
    """They are parsed from their text, in bulk if all outputs list equally many."""
    tables: list[list[object]] = [
        [(0, 9, 5), (1, 1, 0)],
        [(7,), (0,)],
        [(10,), (-1,)],
        [(1, 2), (1.5,)],
        [(1, 2), ((1),)],
        ["1,2", "3,4"],
        [(), ()],
        [((1,), 2), (3, (4,))],
        [(1, 2), (True,)],
    ]
    for rows in tables:
        beside = parse_outputs(*rows, "")
        found, expected = (each.sequence_matrix("leaves") for each in (parse_outputs(*rows), beside))
        assert np.array_equal(found, expected[: len(rows), : found.shape[1]], equal_nan=True)
        assert np.isnan(expected[: len(rows), found.shape[1] :]).all()
        assert parse_outputs(*rows).path_codes.keys() == beside.path_codes.keys()
        assert parse_outputs(*rows).symbol_labels == beside.symbol_labels


def bits(random: np.random.Generator, size: int = 40) -> tuple[int, ...]:
    return tuple(random.integers(0, 2, size).tolist())


SORTS: Mapping[str, Callable[[np.random.Generator], Value]] = {
    "digits": bits,
    "more digits": lambda random: bits(random, 41),
    "larger numbers": lambda random: tuple(random.integers(-300, 300, 40).tolist()),
    "one of two digits": lambda random: (*bits(random, 39), 10),
    "one that is negative": lambda random: (-1, *bits(random, 39)),
    "one that is no float": lambda random: (2**1000, *bits(random, 39)),
    "truths": lambda random: tuple(map(bool, bits(random))),
    "digits and truths": lambda random: (*map(bool, bits(random, 20)), *bits(random, 20)),
    "floats": lambda random: tuple(random.normal(size=40).tolist()),
    "float bits": lambda random: tuple(map(float, bits(random))),
    "texts": lambda random: tuple(map(str, bits(random))),
    "with NULL": lambda random: (*bits(random, 39), None),
    "rows of a sketch": lambda random: (1, (bits(random, 39),)),
    "rows of truths": lambda random: (1, (tuple(map(bool, bits(random, 39))),)),
    "other rows": lambda random: ((1, bits(random, 39)),),
    "rows of many numbers": lambda random: (1, (tuple(random.integers(0, 90, 39).tolist()),)),
    "an object": lambda random: parse_value({"a": [*bits(random)], "b": "x"}),
    "one text": lambda random: "".join(map(str, bits(random))),
    "a text of a row": lambda random: "1:" + ",".join(map(str, bits(random))),
    "a text that is not of ASCII": lambda random: "".join(map("é1".__getitem__, bits(random))),
    "a number": lambda random: float(random.normal()),
    "nothing": lambda _: (),
}
"""Outputs that are read in different ways when they are many."""
CLAIMS = {"a black box": BLACK, "a sketch": parse_claim("sketch.cms", {"epsilon": "1", "w": "40", "d": "2"})}


@pytest.mark.parametrize("known", some(CLAIMS))
@pytest.mark.parametrize("sort", some(SORTS, 8))
def test_measures_of_an_output_do_not_depend_on_other_outputs(sort: str, known: str) -> None:
    """Alone, among similar outputs, beside others of each kind and of all kinds, and for a selection of them."""
    random = np.random.default_rng(7)
    keys = [DrawnOutput(SORTS[sort](random)).tally_key() for _ in range(4)]
    rest = [[DrawnOutput(made(random)).tally_key() for _ in range(2)] for made in SORTS.values()]
    like = parse_drawn_outputs(CLAIMS[known], keys)
    told = [next(measures_of_each(parse_drawn_outputs(CLAIMS[known], [key]), like)) for key in keys]
    for others in ([], *rest):
        assert [*measures_of_each(parse_drawn_outputs(CLAIMS[known], [*others, *keys]), like)][
            len(others) :
        ] == told
    every = parse_drawn_outputs(CLAIMS[known], [*chain(*rest), *keys])
    for among in (like, every):
        assert [*measures_of_each(among.with_keys([keys[3], keys[1]]), like)] == [told[3], told[1]]
        assert [*measures_of_each(among.with_keys([keys[2]]), like)] == [told[2]]
    assert [*measures_of_each(every, like)][-len(keys) :] == told


def measures_of_each(outputs: Outputs, like: Outputs) -> Iterator[object]:
    """Return the measures of each of the chosen outputs."""
    matrices = {name: outputs.sequence_matrix(name) for name in ("leaves", "numbers", *WRITING)}
    columns = {each: measure_outputs(each, outputs) for each in values_of_measures(like)}
    plain = {name: feature_column(Feature(name), outputs) for name in PLAIN}
    for row, each in enumerate(outputs.parsed):
        along = {
            way: outputs.scalars_at(way).get(row) for way in like.path_codes if not way.startswith(ABOUT)
        }
        yield (
            each.scalars,
            each.shown_value,
            {name: found[row][~np.isnan(found[row])].tolist() for name, found in matrices.items()},
            {way: repr(scalar) for way, scalar in along.items()},
            {way: found[row] for way, found in outputs.path_codes.items() if not isnan(found[row])},
            {name: repr(found[row]) for name, found in columns.items()},
            {
                name: (found.labels[found.codes[row]], repr(found.numbers[row]))
                for name, found in plain.items()
            },
        )


def values_of_measures(like: Outputs) -> list[Measure]:
    """Return the values of all measures on the outputs, and those at chosen places and paths."""
    places: list[Measure] = [("place", "leaves", place) for place in (0, 1, 38, 39, 40)]
    ways: list[Measure] = [("path", way) for way in [*like.path_codes][:9]]
    return [*scalar_measures(like), *places, *ways, ("xor", "leaves", 0, 39), ("window", "leaves", 3, 17)]
