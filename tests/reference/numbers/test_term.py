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
from ldproof.numbers.term import apply_to_terms

x, y = Symbol("x"), Symbol("y")

LEAVES = st.fractions(-9, 9, max_denominator=9).map(term) | st.sampled_from([x, y])


def larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    one, two = (
        st.sampled_from(["negative", "exp", "log", "sqrt"]),
        st.sampled_from(["+", "-", "*", "/", "min"]),
    )
    return (
        st.builds(apply_to_terms, one, inner)
        | st.builds(apply_to_terms, two, inner, inner)
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


def term_tuples(meant: Term) -> Skeleton:
    """Return a term as nested tuples."""
    return (meant.operator, meant.head, type(meant.head), *map(term_tuples, meant.arguments))


@given(EXPRESSIONS, *[st.fractions(-5, 5, max_denominator=7)] * 2)
def test_what_is_printed_reads_back(meant: Term, a: Fraction, b: Fraction) -> None:
    at = {"x": a, "y": b}
    assert read(str(meant), at) == value(meant, at)


def test_brackets_are_where_they_must_be() -> None:
    for meant, text in (
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
    ):
        assert str(meant) == text
        assert repr(meant) == f"Term[{text}]"


@given(EXPRESSIONS, EXPRESSIONS)
def test_terms_are_equal_if_and_only_if_they_say_the_same(one: Term, other: Term) -> None:
    assert (one == other) is (term_tuples(one) == term_tuples(other))
    assert (one != other) is (term_tuples(one) != term_tuples(other))


@given(EXPRESSIONS)
def test_a_term_built_again_is_equal_and_hashes_alike(meant: Term) -> None:
    again = pickle.loads(pickle.dumps(meant))
    assert (again, hash(again), term_tuples(again)) == (meant, hash(meant), term_tuples(meant))
    assert {meant: 1}[again] == 1
    assert copy.deepcopy(meant) == copy.copy(meant) == meant


def test_nothing_is_simplified() -> None:
    half = term(Fraction(1, 2))
    for one, other in (
        *((x / x, term(1)), (x + y, y + x), (x + 0, x), (x * x, x**2), (x - y, x + -y), (x**1, x)),
        *((x - (y - 1), x - y - 1), (half, term(1) / 2), (Symbol("1"), term(1))),
    ):
        assert one != other


def test_a_term_is_compared_with_no_number_and_has_no_order_and_no_truth() -> None:
    """Code that branches on a number is not proved without the branch."""
    numbers = (Fraction(1), 1, 1.0, "1", True, None, 7)
    compares: tuple[Callable[..., object], ...] = (op.eq, op.ne, op.lt, op.le, op.gt, op.ge)
    for compare in compares:
        pairs: list[tuple[object, object]] = [
            pair for n in numbers for pair in ((x, n), (n, x), (term(1), n))
        ]
        for pair in [*pairs, *([] if compare in {op.eq, op.ne} else [(x, y)])]:
            with pytest.raises(TypeError):
                compare(*pair)
    for meant in (x, term(0), term(1), x - x):
        with pytest.raises(TypeError, match="neither true nor false"):
            bool(meant)


WRONG: list[tuple[object, ...]] = [
    *[("constant", 1, ()), ("constant", "1", ()), ("symbol", Fraction(1), ()), ("symbol", "x", (y,))],
    *[("^", Fraction(2), (x,)), ("^", True, (x,)), ("^", 2, (x, y)), ("+", "", (x,)), ("exp", "", ())],
    *[("exp", Fraction(3), (x,)), ("+", "", (x, 1)), ("+", "", [x, y]), ("sin", "", (x,))],
]


def test_a_term_of_the_wrong_shape_or_with_another_exponent_than_an_int_is_none() -> None:
    """x to the power Fraction(2) was once the constant 2."""
    make: Callable[..., Term] = Term
    for shape in WRONG:
        with pytest.raises(TypeError):
            make(*shape)
    for exponent in (Fraction(2), True, 2.0, "2", None):
        with pytest.raises(TypeError):
            op.pow(x, exponent)


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


def test_a_term_does_not_change() -> None:
    meant = x + 1
    for name in ("operator", "head", "arguments", "other"):
        with pytest.raises(AttributeError):
            setattr(meant, name, "-")
        with pytest.raises(AttributeError):
            delattr(meant, name)
    assert (meant.operator, meant.arguments) == ("+", (x, term(1)))
    assert not hasattr(x, "__dict__")


def test_a_shared_node_is_visited_once() -> None:
    """In 2^200 x, as a sum of two shared halves each time."""
    visits: list[Term] = []

    def operate(node: Term, arguments: tuple[int, ...]) -> int:
        visits.append(node)
        return sum(arguments)

    doubled = x
    for _ in range(200):
        doubled = doubled + doubled
    assert doubled.fold(lambda _: 0, lambda _: 1, operate) == 2**200
    assert len(visits) == len(set(visits)) == 200


def test_arguments_come_before_what_is_made_of_them_and_in_their_order() -> None:
    def operate(node: Term, arguments: tuple[str, ...]) -> str:
        return f"{node.operator}{node.head or ''}[{','.join(arguments)}]"

    assert (x - y**2 / 3).fold(str, str, operate) == "-[x,/[^2[y],3]]"


def test_long_sums_that_were_built_twice_need_no_deep_stack() -> None:
    one, other = x, x
    for n in range(5_000):
        one, other = one + n, other + n
    assert one == other
    assert value(one, {"x": Fraction(1)}) == 1 + 5_000 * 4_999 // 2
    assert one.symbols() == {"x"}


@given(EXPRESSIONS)
def test_the_symbols_are_those_that_occur(meant: Term) -> None:
    def names(said: Skeleton) -> set[object]:
        operator, head, _, *arguments = said
        mine = {head} if operator == "symbol" else set()
        return mine.union(*(names(each) for each in arguments if isinstance(each, tuple)))

    assert meant.symbols() == names(term_tuples(meant))


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
