"""A script asserts exactly the hypotheses, the goal's failure, and that all terms have values.

Expressions say what terms say, names can be asked about, and a model is believed only where the evaluation agrees.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof.numbers.term import apply_to_terms
from ldproof_proofs.kernel.relations import Relation, Sign, at_most, below, equal
from ldproof_proofs.kernel.smt.expressions import Expressions, number, shared
from ldproof_proofs.kernel.smt.models import Unchecked, counterexample, point_text, refutes
from ldproof_proofs.kernel.smt.names import TAKEN, called, quoted
from ldproof_proofs.kernel.smt.opinions import search
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Solver
from ldproof_proofs.kernel.smt.text import script, write_smt2
from tests.proofs.kernel import terms as random
from tests.proofs.kernel.making import expressions, facts
from tests.proofs.kernel.smt.fakes import PATIENCE

E, m, x, y = map(Symbol, "Emxy")
GOLDEN = """\
; unsat: the goal holds wherever the hypotheses hold and every term has a value.
; Divisors are asserted not to be 0, arguments of log to be positive: that they are is not asked here.
(set-option :produce-models true)
(set-logic QF_NRA)
(declare-const E Real)
(declare-const m Real)
(declare-const |the rate| Real)
; given: m is at least 1
(assert (<= 1.0 m))
; given: E is the m-th root
(define-fun shared!1 () Real (+ (* m E) 1.0))
; exp!1 is exp of shared!1
(declare-const exp!1 Real)
(assert (> exp!1 0.0))
(assert (not (= exp!1 shared!1)))
; given: the quotient
(assert (not (= m 0.0)))
(assert (= (/ E m) (- 2.0)))
; and yet not the goal
; sqrt!1 is sqrt of |the rate|
(declare-const sqrt!1 Real)
(assert (>= sqrt!1 0.0))
(assert (= (* sqrt!1 sqrt!1) |the rate|))
(assert (not (< sqrt!1 (/ 1.0 3.0))))
(check-sat)
(get-value (E m |the rate|))
"""


def test_the_text_is_what_it_was() -> None:
    given = {
        "m is at least 1": at_most(1, m),
        "E is the\nm-th root": Relation(exp(m * E + 1), "!=", m * E + 1),
        "the quotient": equal(E / m, -2),
    }
    written = script(given, below(sqrt(Symbol("the rate")), term(Fraction(1, 3))))
    assert written.text == GOLDEN
    assert written.called == {"E": "E", "m": "m", "the rate": "the rate"}
    assert script({}, below(0, 1)).text.endswith("(assert (not (< 0.0 1.0)))\n(check-sat)\n")


def satisfied(script: str, point: Mapping[str, Fraction]) -> bool:
    """Whether a point makes all true that a script asserts, as z3 reads it."""
    fixed = [
        f"(assert (= {name} {number(value)}))"
        for name, value in point.items()
        if f"(declare-const {name} Real)" in script
    ]
    solver = z3.Solver()
    solver.from_string(script.replace("(check-sat)", "".join(fixed)).partition("(get-value")[0])
    return solver.check() == z3.sat


def test_where_a_quotient_has_no_value_nothing_is_asked() -> None:
    asked = script(facts("m >= 0"), equal(m / m, 1)).text
    assert "(assert (not (= m 0.0)))" in asked
    assert not satisfied(asked, {"m": Fraction(0)})
    assert satisfied(asked.replace("(assert (not (= m 0.0)))", ""), {"m": Fraction(0)})


numbers = st.fractions(min_value=-3, max_value=3, max_denominator=3)
terms = st.recursive(
    st.sampled_from([x, y]) | numbers.map(term),
    lambda inner: st.one_of(
        random.arithmetic(inner),
        st.builds(Term.__pow__, inner, st.integers(-3, 3)),
        st.builds(least, inner, inner),
        inner.map(lambda value: value * value + value),
    ),
    max_leaves=8,
)
signs: st.SearchStrategy[Sign] = st.sampled_from(["=", "<=", "<", "!="])
relations = st.builds(Relation, terms, signs, terms)


@given(st.lists(relations, max_size=2), relations, numbers, numbers)
def test_a_point_satisfies_the_text_where_it_refutes_the_claim(
    several: list[Relation], goal: Relation, at_x: Fraction, at_y: Fraction
) -> None:
    known = {str(place): fact for place, fact in enumerate(several)}
    point = {"x": at_x, "y": at_y}
    assert satisfied(script(known, goal).text, point) == refutes(point, known, goal)


def test_every_name_gets_a_file_of_its_own_in_the_directory(tmp_path: Path) -> None:
    question = script({}, below(x, x + 1))
    for name in ("shots.privacy", "T-shot_2"):
        path = write_smt2(tmp_path / "new" / "goals", name, question)
        assert path == tmp_path / "new" / "goals" / f"{name}.smt2"
        assert path.read_text(encoding="utf-8") == question.text
    awkward = [
        "",
        ".",
        "..",
        "../up",
        "/etc/passwd",
        "a/b",
        "a b",
        "a-b",
        "-rf",
        "C:\\x",
        "ε",
        "a\0b",
        "a\nb",
    ]
    awkward.append("n" * 999)
    paths = {write_smt2(tmp_path / "flat", name, question) for name in awkward}
    assert len(paths) == len(awkward)
    assert {path.resolve().parent for path in paths} == {(tmp_path / "flat").resolve()}
    assert all(path.is_file() and path.name[0].isalnum() for path in paths)


# Expressions.


def write(*terms: Term) -> tuple[list[str], list[str]]:
    found = Expressions(terms, {"x": "x", "y": "y"})
    return [found.text(each) for each in terms], found.lines


def test_numbers_and_operators_are_exact() -> None:
    texts = {"0": "0.0", "7": "7.0", "-7": "(- 7.0)", "7/3": "(/ 7.0 3.0)", "-7/3": "(- (/ 7.0 3.0))"}
    assert {value: number(Fraction(value)) for value in texts} == texts
    operators = {
        "x + y": "(+ x y)",
        "x - y": "(- x y)",
        "-x*y": "(* (- x) y)",
        "x^3": "(* x x x)",
        "x^1": "x",
        "x^0": "1.0",
        "x/2": "(/ x 2.0)",
        "min(x, y)": "(ite (<= x y) x y)",
    }
    assert {value: write(*expressions(value)) for value in operators} == {
        value: ([text], []) for value, text in operators.items()
    }


def test_a_divisor_is_not_0() -> None:
    for value, text, divisor in (
        (x / y, "(/ x y)", "y"),
        (x**-2, "(/ 1.0 (* x x))", "x"),
        (x / term(0), "(/ x 0.0)", "0.0"),
    ):
        assert write(value) == ([text], [f"(assert (not (= {divisor} 0.0)))"])
    assert shared([(x + 1) / (y + 2)]) == {y + 2}  # a divisor is mentioned twice and a dividend once


def test_a_function_is_a_constant_of_which_little_is_known() -> None:
    for value, name, known in (
        (exp(x), "exp!1", ["(> exp!1 0.0)"]),
        (log(x), "log!1", ["(> x 0.0)"]),
        (sqrt(x), "sqrt!1", ["(>= sqrt!1 0.0)", "(= (* sqrt!1 sqrt!1) x)"]),
    ):
        function, _, _ = name.partition("!")
        lines = [f"; {name} is {function} of x", f"(declare-const {name} Real)"]
        assert write(value * value) == (
            [f"(* {name} {name})"],
            lines + [f"(assert {each})" for each in known],
        )


def test_what_occurs_twice_is_named_once() -> None:
    texts, lines = write((x + y) * (x + y), 1 - (x + y))
    assert texts == ["(* shared!1 shared!1)", "(- 1.0 shared!1)"]
    assert lines == ["(define-fun shared!1 () Real (+ x y))"]
    value = x
    for _ in range(200):
        value = value + value
    texts, lines = write(value)
    assert (texts, len(lines)) == (["(+ shared!199 shared!199)"], 199)
    with pytest.raises(TypeError, match="no term: 'sinus'"):
        write(apply_to_terms("sinus", x))


# Names.

AWKWARD = [
    *TAKEN.pattern.split("|"),
    *("E", "x", "X", "x_1", "_x", "1x", "a b", "x'", "x.1", "a(b", "a;b", 'a"b', "a{0}", "ε", "φ₁", "é b"),
    *("", " ", "|", "a|b", "a\\b", "a\nb", "a\tb", "\ud800", ".a", "@a", "-x", "=", "=>", "+", "<=", "/"),
    *("x!1", "shared!1", "exp!1", "symbol!0", "symbol!1", "exp", "log", "sqrt", "min", "max", "pi", "sin"),
    *("Real", "Int", "Bool", "check-sat", "declare-const", "select", "implies", "if", "div", "mod", "is_int"),
]


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
def test_solvers_read_every_name(solver: Solver) -> None:
    values = {name: number for number, name in enumerate(AWKWARD)}
    named = {name: equal(Symbol(name), number) for name, number in values.items()}
    assert search(named, below(0, 0), [solver], PATIENCE) == values


@given(st.sets(st.text()))
def test_no_two_symbols_share_a_name(symbols: set[str]) -> None:
    names = called(symbols)
    assert names.keys() == symbols
    assert len(set(names.values())) == len(symbols)
    assert all(name == symbol or "!" in name for symbol, name in names.items())
    assert [quoted(each) for each in ("E", "x_1", "symbol!3", "a b")] == ["E", "x_1", "symbol!3", "|a b|"]


# Models.

CALLED = {"x": "symbol!0"}


def found(goal: Relation, model: str | Mapping[str, str], given: str = "") -> Mapping[str, object]:
    """The counterexample that a model is, in which x has this value."""
    return counterexample(
        facts(given), goal, CALLED, {"symbol!0": model} if isinstance(model, str) else model
    )


def test_a_model_is_read_by_the_names_of_the_script() -> None:
    """A symbol without a value is 0, and irrational values are checked by balls."""
    model = {"symbol!0": "1/3", "exp!1": "0.5?", "x": "7/1"}
    assert found(at_most(1, x), model, "x > 0") == {"x": Fraction(1, 3)}
    assert found(below(0, x), {}) == {"x": 0}
    assert found(at_most(exp(x), 2 + sqrt(x)), "2/1") == {"x": 2}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("2/1", "no counterexample: x = 2"),
        ("-1/2", "no counterexample: x = -1/2"),
        ("1.4142135623?", r"x is no fraction: 1\.4142135623\?"),
        ("(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)", "x is no fraction"),
        *((value, "x is no fraction") for value in ("1/0", "1e999999999", "٣/1", "", f"{'9' * 5000}/1")),
    ],
)
def test_a_model_that_does_not_check_says_why(value: str, why: str) -> None:
    with pytest.raises(Unchecked, match=why):
        found(at_most(1, x), value, "x > 0")
    with pytest.raises(Unchecked, match="no counterexample"):
        found(at_most(exp(x), 2 + sqrt(x)), "1/1")
    with pytest.raises(Unchecked, match="undecided"):
        found(equal(exp(log(x)), x), "2/1")


def test_a_goal_without_a_value_does_not_fail() -> None:
    assert not refutes({"m": 0}, {}, equal(m / m, 1))
    assert not refutes({"m": -1}, {}, below(sqrt(m), 0))
    assert not refutes({"m": 0}, facts("m/m = 1"), below(0, 0))
    assert refutes({"m": 2}, {}, equal(m / m, 2))
    assert point_text({"x": Fraction(1, 2), "y": 3}) == "x = 1/2, y = 3"
    assert point_text({}) == "everywhere"
