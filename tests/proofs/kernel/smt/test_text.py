"""A script asserts exactly the hypotheses, the goal's failure, and that all terms have values."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Symbol, Term, exp, least, sqrt, term
from ldproof_proofs.kernel.relations import Relation, Sign, at_most, below, equal
from ldproof_proofs.kernel.smt.models import refutes
from ldproof_proofs.kernel.smt.text import script, write_smt2
from tests.proofs.kernel.smt.reader import satisfied

E, m, x, y = (Symbol(name) for name in ("E", "m", "x", "y"))

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
    facts = {
        "m is at least 1": at_most(1, m),
        "E is the\nm-th root": Relation(exp(m * E + 1), "!=", m * E + 1),
        "the quotient": equal(E / m, -2),
    }
    goal = below(sqrt(Symbol("the rate")), term(Fraction(1, 3)))
    written = script(facts, goal)
    assert written.text == GOLDEN
    assert written.called == {"E": "E", "m": "m", "the rate": "the rate"}


def test_without_symbols_no_values_are_asked_for() -> None:
    assert script({}, below(0, 1)).text.endswith("(assert (not (< 0.0 1.0)))\n(check-sat)\n")


def test_where_a_quotient_has_no_value_nothing_is_asked() -> None:
    asked = script({"m is at least 0": at_most(0, m)}, equal(m / m, 1)).text
    assert "(assert (not (= m 0.0)))" in asked
    assert not satisfied(asked, {"m": Fraction(0)})
    assert satisfied(asked.replace("(assert (not (= m 0.0)))", ""), {"m": Fraction(0)})


numbers = st.fractions(min_value=-3, max_value=3, max_denominator=3)
leaves = st.sampled_from([x, y]) | numbers.map(term)
terms = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(Term.__add__, inner, inner),
        st.builds(Term.__sub__, inner, inner),
        st.builds(Term.__mul__, inner, inner),
        st.builds(Term.__truediv__, inner, inner),
        st.builds(Term.__neg__, inner),
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
    facts: list[Relation], goal: Relation, at_x: Fraction, at_y: Fraction
) -> None:
    given_facts = {str(place): fact for place, fact in enumerate(facts)}
    point = {"x": at_x, "y": at_y}
    assert satisfied(script(given_facts, goal).text, point) == refutes(point, given_facts, goal)


@pytest.mark.parametrize("name", ["shots.privacy", "T-shot_2"])
def test_a_good_name_is_the_file_s_name(tmp_path: Path, name: str) -> None:
    question = script({}, below(x, x + 1))
    path = write_smt2(tmp_path / "new" / "goals", name, question)
    assert path == tmp_path / "new" / "goals" / f"{name}.smt2"
    assert path.read_text(encoding="utf-8") == question.text


AWKWARD = (
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
    "n" * 999,
)


def test_every_name_gets_a_file_of_its_own_in_the_directory(tmp_path: Path) -> None:
    question = script({}, below(x, x + 1))
    paths = {write_smt2(tmp_path, name, question) for name in AWKWARD}
    assert len(paths) == len(AWKWARD)
    assert {path.resolve().parent for path in paths} == {tmp_path.resolve()}
    assert all(path.is_file() and path.name[0].isalnum() for path in paths)
