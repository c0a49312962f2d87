"""Draws as they were seen: their keys, and counting them."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from ldproof.errors import Reason
from ldproof.json_values import DEEPEST, parse_canonical
from ldproof.programs.program import DrawnOutput, count_draws, is_constant_output, parse_key
from tests.reference.codec.test_values import VALUES
from tests.reference.refusals import refused
from tests.tiers import run_everything

DRAWS = st.builds(DrawnOutput, VALUES, st.none() | st.integers(0, 10**6))
KINDS: tuple[tuple[object, ...], ...] = (
    (0, 1),
    (*range(10),),
    (0, 1, True, False),
    (*range(-1, 12),),
    (3, 3.0, -0.0),
    (1, None, "1", "0,1"),
    ([0, 1], [0, 1], [1]),
    ([], [[0]], 2),
)
"""What long lists are of."""


@example(DrawnOutput("", 0))
@given(DRAWS)
def test_key_is_json_of_output_and_coins_and_is_read_as_its_draw(draw: DrawnOutput) -> None:
    assert repr(parse_key(draw.tally_key())) == repr(draw)
    keys = [
        each.tally_key() for each in (DrawnOutput("101"), DrawnOutput("101", 16), DrawnOutput(("101", 16)))
    ]
    assert keys == ['["101"]', '["101",16]', '[["101",16]]']


def draw_list(kind: Sequence[object], size: int, chance: random.Random) -> list[object]:
    """A long list, in which most comes again and again."""
    return [chance.choice(kind) for _ in range(size)]


def tuples(thing: object) -> Any:
    """A value without objects, with tuples for its lists."""
    return tuple(map(tuples, thing)) if isinstance(thing, list) else thing


def assert_read_as_json(text: str) -> None:
    """A key is read as Python's JSON reads it, and nothing else is a key."""
    try:
        thing = json.loads(text)
    except ValueError:
        thing = None
    match thing:
        case [output]:
            expected = DrawnOutput(tuples(output))
        case [output, int(taken)] if type(taken) is int and taken >= 0:
            expected = DrawnOutput(tuples(output), taken)
        case _:
            with refused(Reason.NOT_A_VALUE):
                parse_key(text)
            return
    assert repr(parse_key(text)) == repr(expected)
    assert parse_key(text) == expected


@settings(max_examples=30 if run_everything() else 8)
@given(st.sampled_from([",", ", ", ",\n", " ,"]), st.integers(100, 300), st.randoms(use_true_random=False))
@example(",", 200, random.Random(1))
@example(", ", 200, random.Random(2))
def test_long_lists_are_read_and_written_as_json_does(between: str, size: int, chance: random.Random) -> None:
    """However they are spaced, and whatever is around them."""
    for kind in KINDS:
        listed = draw_list(kind, size, chance)
        text = json.dumps(listed, separators=(between, ":"))
        for around in ("[{}]", "[{},17]", "[{},-1]", "[[{},0]]", "[[{}]]", " [{} ]", "{}", "[{}"):
            assert_read_as_json(around.format(text))
        for part in (listed, listed[: chance.randint(0, 100)]):
            key = json.dumps([part], separators=(",", ":"))
            assert DrawnOutput(tuples(part)).tally_key() == parse_key(key).tally_key() == key


@given(st.integers(0, 300), st.randoms(use_true_random=False))
def test_near_lists_of_digits_are_read_as_json_reads_them(size: int, chance: random.Random) -> None:
    """Whatever comes into a list of digits somewhere, or instead of one of them."""
    text = ",".join(map(str, draw_list(range(10), size, chance)))
    place = chance.choice((0, chance.randint(0, len(text)), len(text)))
    for put in (
        *'0123456789,[]-+. \n\te";',
        *["00", "-1", "01", "10", "0.1", "true", "null", "²", "٣", "１", "[0]"],
    ):
        for after in (place, place + 1):
            assert_read_as_json(f"[[{text[:place]}{put}{text[after:]}]]")
    for listed in ("", "0,", ",0", "0,,1", "0;1", "0.1", "0 1", "00", "0,10", "-1", "0,1],1"):
        for end in ("]]", "]", ",2]"):
            assert_read_as_json(f"[[{listed}{end}")


def test_output_may_be_as_deep_as_a_value() -> None:
    deepest = parse_canonical("[" * DEEPEST + "]" * DEEPEST)
    for draw in (DrawnOutput(deepest), DrawnOutput(deepest, 1)):
        assert parse_key(draw.tally_key()) == draw


def test_text_that_is_no_key_is_refused() -> None:
    for key in ("[]", "1", "[1,2,3]", "[1,-1]", "[1,true]", "[1,null]", '[1,"2"]', "[1", ""):
        with refused(Reason.NOT_A_VALUE):
            parse_key(key)


@given(st.lists(DRAWS, max_size=5), st.lists(DRAWS, max_size=5), st.randoms(use_true_random=False))
def test_tally_knows_no_order_and_adds_up(
    one: list[DrawnOutput], other: list[DrawnOutput], chance: random.Random
) -> None:
    shuffled = [*one, *other]
    chance.shuffle(shuffled)
    assert count_draws(one) + count_draws(other) == count_draws(shuffled)
    assert count_draws(one).total() == len(one)


def test_values_that_python_takes_for_equal_are_counted_apart() -> None:
    seen = [DrawnOutput(output) for output in (1, True, 1.0, "1", 1)]
    assert count_draws([*seen, DrawnOutput(1, 0)]) == Counter(
        {"[1]": 2, "[true]": 1, "[1.0]": 1, '["1"]': 1, "[1,0]": 1}
    )


def test_constant_is_one_and_the_same_output() -> None:
    """However many coins it took, and with whatever inputs; nothing at all is not one."""
    same = [Counter({'["0",16]': 3}), Counter({'["0",32]': 1, '["0"]': 2}), Counter()]
    assert is_constant_output(same)
    assert not is_constant_output([*same, Counter({'["1"]': 1})])
    assert not is_constant_output([*same, Counter({"[0]": 1})])
    assert not is_constant_output([])
