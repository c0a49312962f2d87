"""Terms: they never change, they are equal where they say the same, and what is printed reads back."""

import copy
import operator as op
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof.numbers.term import Head, apply

x, y = Symbol("x"), Symbol("y")

LEAVES = st.fractions(-9, 9, max_denominator=9).map(term) | st.sampled_from([x, y])


def larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    one, two = (
        st.sampled_from(["negative", "exp", "log", "sqrt"]),
        st.sampled_from(["+", "-", "*", "/", "min"]),
    )
    return (
        st.builds(apply, one, inner)
        | st.builds(apply, two, inner, inner)
        | st.builds(lambda base, exponent: base**exponent, inner, st.integers(-3, 3))
    )


EXPRESSIONS = st.recursive(LEAVES, larger, max_leaves=10)

ANY: dict[str, Callable[..., Fraction]] = {
    "exp": lambda a: a * a + 3,
    "log": lambda a: 2 - a,
    "sqrt": lambda a: a / 7 + 1,
    "negative": lambda a: -a,
    "min": min,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}
"""Any meaning will do in order to see whether two texts say the same; with these all values are fractions."""

Skeleton: TypeAlias = tuple[object, ...]


def value(meant: Term, at: dict[str, Fraction]) -> Fraction | None:
    """The value under that meaning; none where it divides by 0."""

    def operate(node: Term, arguments: tuple[Fraction, ...]) -> Fraction:
        if node.operator == "^" and isinstance(node.head, int):
            return arguments[0] ** node.head
        return Fraction(ANY[node.operator](*arguments))

    try:
        return meant.fold(Fraction, at.__getitem__, operate)
    except ZeroDivisionError:
        return None


def read(text: str, at: dict[str, Fraction]) -> Fraction | None:
    """The value of a text, by Python's own rules of precedence; none where it divides by 0."""
    digits: list[str] = []
    for character in text.replace("^", "**") + " ":
        if character.isdigit() and not (digits and digits[-1].isdigit()):
            digits.append("F(")
        if not character.isdigit() and digits and digits[-1].isdigit():
            digits.append(")")
        digits.append(character)
    try:
        return Fraction(eval("".join(digits).strip(), {"F": Fraction, **ANY, **at}))
    except ZeroDivisionError:
        return None


def skeleton(meant: Term) -> Skeleton:
    """What a term says, in tuples."""
    return (meant.operator, meant.head, type(meant.head), *map(skeleton, meant.arguments))


# what is printed


@given(EXPRESSIONS, *[st.fractions(-5, 5, max_denominator=7)] * 2)
def test_what_is_printed_reads_back(meant: Term, a: Fraction, b: Fraction) -> None:
    at = {"x": a, "y": b}
    assert read(str(meant), at) == value(meant, at)


@pytest.mark.parametrize(
    ("meant", "text"),
    [
        (x - (y - 1), "x - (y - 1)"),
        (x - y - 1, "x - y - 1"),
        (x / (y * 2), "x/(y*2)"),
        (x / y / 2, "x/y/2"),
        ((x + y) * 2, "(x + y)*2"),
        ((-x) ** 2, "(-x)^2"),
        (-(x**2), "-x^2"),
        ((x**2) ** -3, "(x^2)^-3"),
        (x - term(-3), "x - -3"),
        (x / term(Fraction(1, 2)), "x/(1/2)"),
        (term(Fraction(2, 3)) ** 2, "(2/3)^2"),
        (term(-2) ** 2, "(-2)^2"),
        (-term(-x), "-(-x)"),
        (exp(-(x + y)), "exp(-(x + y))"),
        (least(x, 1 - x) * log(x) / sqrt(y), "min(x, 1 - x)*log(x)/sqrt(y)"),
    ],
)
def test_brackets_are_where_they_must_be(meant: Term, text: str) -> None:
    assert str(meant) == text
    assert repr(meant) == f"Term[{text}]"


# what is said


@given(EXPRESSIONS, EXPRESSIONS)
def test_terms_are_equal_if_and_only_if_they_say_the_same(one: Term, other: Term) -> None:
    assert (one == other) is (skeleton(one) == skeleton(other))
    assert (one != other) is (skeleton(one) != skeleton(other))


@given(EXPRESSIONS)
def test_a_term_built_again_is_equal_and_hashes_alike(meant: Term) -> None:
    again = pickle.loads(pickle.dumps(meant))
    assert (again, hash(again), skeleton(again)) == (meant, hash(meant), skeleton(meant))
    assert {meant: 1}[again] == 1
    assert copy.deepcopy(meant) == copy.copy(meant) == meant


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (x / x, term(1)),
        (x + y, y + x),
        (x + 0, x),
        (x * x, x**2),
        (x - y, x + -y),
        (x**1, x),
        (x - (y - 1), x - y - 1),
        (term(Fraction(1, 2)), term(1) / 2),
        (Symbol("1"), term(1)),
    ],
)
def test_nothing_is_simplified(one: Term, other: Term) -> None:
    assert one != other


@pytest.mark.parametrize("number", [Fraction(1), 1, 1.0, "1", True, None, 7])
@pytest.mark.parametrize("compare", [op.eq, op.ne, op.lt, op.le, op.gt, op.ge])
def test_a_term_is_compared_with_no_number(compare: Callable[[object, object], bool], number: object) -> None:
    """Code that branches on a number is not proved without the branch."""
    for pair in ((x, number), (number, x), (term(1), number), (number, term(1))):
        with pytest.raises(TypeError):
            compare(*pair)


@pytest.mark.parametrize("compare", [op.lt, op.le, op.gt, op.ge])
def test_terms_have_no_order(compare: Callable[[object, object], bool]) -> None:
    with pytest.raises(TypeError):
        compare(x, y)


@pytest.mark.parametrize("meant", [x, term(0), term(1), x - x])
def test_a_term_is_neither_true_nor_false(meant: Term) -> None:
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(meant)


@pytest.mark.parametrize("exponent", [Fraction(2), True, 2.0, "2", None])
def test_an_exponent_is_an_int(exponent: object) -> None:
    """x to the power Fraction(2) was once the constant 2."""
    with pytest.raises(TypeError):
        op.pow(x, exponent)


@pytest.mark.parametrize(
    ("operator", "head", "arguments"),
    [
        ("constant", 1, ()),
        ("constant", "1", ()),
        ("symbol", Fraction(1), ()),
        ("symbol", "x", (y,)),
        ("^", Fraction(2), (x,)),
        ("^", True, (x,)),
        ("^", 2, (x, y)),
        ("+", "", (x,)),
        ("exp", "", ()),
        ("exp", Fraction(3), (x,)),
        ("+", "", (x, 1)),
        ("+", "", [x, y]),
        ("sin", "", (x,)),
    ],
    ids=str,
)
def test_a_term_of_the_wrong_shape_is_none(operator: str, head: Head, arguments: tuple[Term, ...]) -> None:
    with pytest.raises(TypeError):
        Term(operator, head, arguments)


def test_numbers_on_either_side_keep_the_order() -> None:
    half = Fraction(1, 2)
    for left, right, operator in (
        (x + half, half + x, "+"),
        (x - half, half - x, "-"),
        (x * half, half * x, "*"),
        (x / half, half / x, "/"),
    ):
        assert (left.operator, left.arguments) == (operator, (x, term(half)))
        assert (right.operator, right.arguments) == (operator, (term(half), x))


def test_the_term_of_a_term_is_itself() -> None:
    assert term(x) is x
    assert (term(3).head, type(term(3).head)) == (Fraction(3), Fraction)


# immutability


@pytest.mark.parametrize("name", ["operator", "head", "arguments", "other"])
def test_a_term_does_not_change(name: str) -> None:
    meant = x + 1
    with pytest.raises(AttributeError):
        setattr(meant, name, "-")
    assert (meant.operator, meant.arguments) == ("+", (x, term(1)))


@pytest.mark.parametrize("name", ["operator", "head", "arguments"])
def test_a_term_loses_nothing(name: str) -> None:
    with pytest.raises(AttributeError):
        delattr(x + 1, name)


def test_a_term_has_no_room_for_more() -> None:
    assert not hasattr(x, "__dict__")


# fold


def doubled(times: int) -> Term:
    """2^times x, as a sum of two shared halves each time."""
    total = x
    for _ in range(times):
        total = total + total
    return total


def test_a_shared_node_is_visited_once() -> None:
    visits: list[Term] = []

    def operate(node: Term, arguments: tuple[int, ...]) -> int:
        visits.append(node)
        return sum(arguments)

    assert doubled(200).fold(lambda _: 0, lambda _: 1, operate) == 2**200
    assert len(visits) == len(set(visits)) == 200


def test_arguments_come_before_what_is_made_of_them_and_in_their_order() -> None:
    def operate(node: Term, arguments: tuple[str, ...]) -> str:
        return f"{node.operator}{node.head or ''}[{','.join(arguments)}]"

    assert (x - y**2 / 3).fold(str, str, operate) == "-[x,/[^2[y],3]]"


def test_long_sums_need_no_deep_stack() -> None:
    total = x
    for n in range(5_000):
        total = total + n
    assert value(total, {"x": Fraction(1)}) == 1 + 5_000 * 4_999 // 2
    assert total.symbols() == {"x"}


def test_long_sums_that_were_built_twice_need_no_deep_stack() -> None:
    one, other = x, x
    for n in range(5_000):
        one, other = one + n, other + n
    assert one == other
    assert value(one - other, {"x": Fraction(1)}) == 0


@given(EXPRESSIONS)
def test_the_symbols_are_those_that_occur(meant: Term) -> None:
    def names(said: Skeleton) -> set[object]:
        operator, head, _, *arguments = said
        mine = {head} if operator == "symbol" else set()
        return mine.union(*(names(each) for each in arguments if isinstance(each, tuple)))

    assert meant.symbols() == names(skeleton(meant))


@given(EXPRESSIONS, EXPRESSIONS, *[st.fractions(-5, 5, max_denominator=7)] * 2)
def test_substitution_is_evaluation_in_two_steps(meant: Term, put: Term, a: Fraction, b: Fraction) -> None:
    at = {"x": a, "y": b}
    inner = value(put, at)
    assume(inner is not None or "x" not in meant.symbols())
    assert value(meant.substitute({"x": put}), at) == value(meant, {"x": inner or Fraction(0), "y": b})


def test_substitution_is_simultaneous_and_leaves_the_rest() -> None:
    assert (x - y).substitute({"x": y, "y": x}) == y - x
    assert (x - y).substitute({"z": x}) == x - y
    assert (x**2 / x).substitute({"x": term(0)}) == term(0) ** 2 / term(0)


CHANGES: list[Callable[[Term], Term]] = [
    lambda meant: meant + 1,
    lambda meant: 1 - meant,
    lambda meant: -meant,
    lambda meant: meant**2,
    lambda meant: meant.substitute({"x": y}),
]


@given(EXPRESSIONS, st.sampled_from(CHANGES))
def test_what_is_built_on_a_term_leaves_it_as_it_was(meant: Term, change: Callable[[Term], Term]) -> None:
    before = skeleton(meant)
    change(meant)
    assert skeleton(meant) == before
