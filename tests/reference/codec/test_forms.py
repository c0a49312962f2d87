"""JSON is read by a type: exactly what was written of it."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason, Refused
from ldproof.parameters import Whole
from ldproof.serialization import LARGEST, Form, Misfit, plain_json, reader_of_type


@dataclass(frozen=True)
class Inner:
    """Something within."""

    share: Fraction
    near: float | None

    def __post_init__(self) -> None:
        if self.share < 0:
            raise Refused(Reason.OUT_OF_RANGE, "a share below 0", "0 or more")


@dataclass(frozen=True)
class State:
    """One field of every sort."""

    number: int
    few: Annotated[int, Whole(-1, 1)]
    said: str
    so: bool
    rows: tuple[tuple[int, ...], ...]
    pair: tuple[str, Inner]
    names: frozenset[str]
    often: Counter[str]
    more: Mapping[str, bool]


STATES = st.builds(
    State,
    st.integers(-LARGEST, LARGEST),
    st.integers(-1, 1),
    st.text(),
    st.booleans(),
    st.lists(st.lists(st.integers(), max_size=3).map(tuple), max_size=3).map(tuple),
    st.tuples(
        st.text(),
        st.builds(Inner, st.fractions(0, 10), st.none() | st.floats(allow_nan=False, allow_infinity=False)),
    ),
    st.frozensets(st.text(), max_size=3),
    st.dictionaries(st.text(), st.integers(1, 9), max_size=3).map(Counter),
    st.dictionaries(st.text(), st.booleans(), max_size=3),
)
ATOMS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.sampled_from(["", "1", "1/2", "2/4", "x"])
)
JSON: st.SearchStrategy[object] = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner, max_size=3)
)
GOOD = State(3, 1, "a", True, ((1, 2),), ("b", Inner(Fraction(1, 2), 0.5)), frozenset("c"), Counter("dd"), {})  # noqa: FBT003
WRITTEN = json.loads(json.dumps(plain_json(GOOD)))


def read(thing: object) -> object:
    """The state in it, or nothing."""
    try:
        return reader_of_type(State)(thing)
    except (Misfit, Refused):
        return None


@given(STATES)
def test_written_state_is_read(state: State) -> None:
    written = json.loads(json.dumps(plain_json(state)))
    assert read(written) == state


@given(st.sampled_from([*WRITTEN]), JSON)
def test_whatever_is_read_is_written_the_same(name: str, thing: object) -> None:
    """Anything else in any place is refused."""
    changed = {**WRITTEN, name: thing}
    found = read(changed)
    if found is not None:
        assert json.dumps(plain_json(found), sort_keys=True) == json.dumps(changed, sort_keys=True)


def inner(share: str, near: object = None) -> dict[str, object]:
    """A pair with this inside."""
    return {"pair": ["a", {"share": share, "near": near}]}


def test_misfit_says_where_and_never_what() -> None:
    changes: tuple[tuple[dict[str, object], str], ...] = (
        ({"number": LARGEST + 1}, "number"),
        ({"few": 2}, "few"),
        ({"rows": [[1], [2, "x"]]}, "rows.1.1"),
        *((inner(share), "pair.1.share") for share in ("2/4", "1/0", "1" * 4001)),
        *((inner("1", near), "pair.1.near") for near in (1, inf)),
        (inner("-1"), "pair.1"),
        ({"pair": ["a"]}, "pair"),
        ({"names": ["a", "a"]}, "names"),
        ({"often": {"secret": 0}}, "often.an entry"),
        ({"more": {"secret": 1}}, "more.an entry"),
        ({"secret": 1}, ""),
    )
    for changed, place in changes:
        with pytest.raises(Misfit) as flaw:
            reader_of_type(State)({**WRITTEN, **changed})
        assert ".".join(flaw.value.path) == place
        assert "secret" not in flaw.value.accepted


def test_states_are_of_known_types_or_have_a_given_form() -> None:
    for kind in (list[int], complex, dict[str, int], int | list[str], set):
        with pytest.raises(TypeError):
            reader_of_type(kind)
    given_form = Form(lambda thing: Inner(Fraction(3), None))
    assert reader_of_type(Annotated[Inner, given_form])("any") == Inner(Fraction(3), None)


def test_one_of_several_plain_types_is_read_as_the_type_that_it_has() -> None:
    read = reader_of_type(int | float | str)
    assert [repr(read(each)) for each in (1, 1.0, "1")] == ["1", "1.0", "'1'"]
    for wrong in (True, None, [1], inf, LARGEST + 1):
        with pytest.raises(Misfit):
            read(wrong)
