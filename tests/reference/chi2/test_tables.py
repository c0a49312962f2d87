"""Tables from counts, bits, matrices and text; decisions exact where floats cannot tell; and what is refused."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.chi2.formulas import quantile, statistic
from ldproof.chi2.tables import (
    GAPS,
    Rule,
    Table,
    from_bits,
    from_csv,
    from_matrix,
    parse_rule,
    parse_table,
    parse_tables,
)
from ldproof.errors import Reason
from ldproof.numbers import ball, computed_real
from tests.reference.chi2.neighbours import cells
from tests.reference.refusals import refused

BITS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=30).filter(
    lambda people: len({case for _, case in people}) == 2
)


@pytest.mark.parametrize("tau", [Fraction(96, 25), Fraction(1), Fraction(8, 3), Fraction(7)])
def test_the_decision_is_whether_the_statistic_exceeds_the_threshold(tau: Fraction) -> None:
    a, b = np.array(cells(6, 8)).T
    expected = [statistic(*each, 6, 8) > tau for each in cells(6, 8)]
    assert parse_tables(a, b, 6, 8).significant(tau).tolist() == expected
    assert [parse_table(*each, 6, 8).significant(tau) for each in cells(6, 8)] == expected


def test_ties_are_not_significant_however_large_the_table_is() -> None:
    """With a = m1 and b = 0 the statistic is N."""
    m = 10**9
    large = parse_tables(np.array([m, m, m - 1]), np.array([0, 0, 0]), m, m)
    assert large.significant(Fraction(10**6)).tolist() == [True] * 3
    small = parse_tables(np.array([5, 5]), np.array([0, 0]), 5, 7)
    assert small.significant(Fraction(12)).tolist() == [False, False]
    assert small.significant(Fraction(12) - Fraction(1, 10**40)).tolist() == [True, True]


def test_irrational_thresholds_are_decided_too() -> None:
    """Also one a little below a statistic, and one a little above: nearer than the digits that are tried first."""
    m1, m2, tau, every = 7, 9, quantile(Fraction(1, 20)), cells(7, 9)
    a, b = np.array(every).T
    expected = [statistic(*each, m1, m2) > Fraction("3.8414588") for each in every]
    assert [parse_table(*each, m1, m2).significant(tau) for each in every] == expected
    assert parse_tables(a, b, m1, m2).significant(tau).tolist() == expected
    value, near = statistic(2, 7, m1, m2), Fraction(1, 10**40)
    below, above = (
        computed_real(lambda off=off: ball(value) + ball(off) * ball(2).sqrt()) for off in (-near, near)
    )
    for threshold, held in ((below, True), (above, False)):
        assert parse_tables(a, b, m1, m2).significant(threshold)[every.index((2, 7))] == held


def test_counts_and_thresholds_are_numbers_or_text() -> None:
    assert parse_table("3", 0, "3", "4") == Table(3, 0, 3, 4)
    assert parse_table(5, 0, 50, 50).significant("3.84")
    assert not parse_table(5, 1, 50, 50).significant("96/25")
    assert parse_tables([5, 5], [0, 1], 50, 50).significant(3).tolist() == [True, False]


@given(BITS)
def test_a_table_from_bits_counts_them(people: list[tuple[int, int]]) -> None:
    found = from_bits([has for has, _ in people], [case for _, case in people])
    a, b, cases = people.count((1, 1)), people.count((1, 0)), sum(case for _, case in people)
    assert found == Table(a, b, cases, len(people) - cases)


@pytest.mark.parametrize("rule", Rule)
@given(seed=st.integers(0, 10**6))
def test_a_matrix_is_a_table_for_each_column(rule: Rule, seed: int) -> None:
    random = np.random.default_rng(seed)
    genotypes = random.integers(0, 2 if rule is Rule.BITS else 3, (12, 5))
    case = [1, 0, *random.integers(0, 2, 10).tolist()]
    found, least = from_matrix(genotypes, case, rule), 2 if rule is Rule.RECESSIVE else 1
    expected = [from_bits([int(copies >= least) for copies in each], case) for each in genotypes.T.tolist()]
    assert [found[column] for column in range(len(found))] == expected


def test_a_rule_is_known_by_its_name() -> None:
    genotypes, case = [[1], [2], [0]], [1, 1, 0]
    assert from_matrix(genotypes, case, parse_rule("recessive"))[0] == Table(1, 0, 2, 1)
    assert from_matrix(genotypes, case, parse_rule("dominant"))[0] == Table(2, 0, 2, 1)


def test_a_study_from_text() -> None:
    study = from_csv(["rs1, case, rs2", "0,1,2", "1,0,0", "", "2,1,1"], Rule.DOMINANT)
    assert study.names == ("rs1", "rs2")
    assert [study.tables[place] for place in range(2)] == [Table(1, 1, 2, 1), Table(2, 0, 2, 1)]
    for text in (
        "case,x\n1,0\n0,1",
        "\ufeffcase,x\r\n1,0\r\n0,1\r\n",
        "\n\ncase, x\n\n1, 0\n0, 1\n\n",
        '"case","x"\n"1","0"\n"0","1"',
    ):
        study = from_csv(text.splitlines(keepends=True))
        assert (study.names, study.tables[0]) == (("x",), Table(0, 1, 1, 1))


ONE, MANY = parse_table(5, 1, 50, 50).significant, parse_tables([5], [1], 50, 50).significant
MASKED, SECONDS = np.ma.masked_equal([[0, 1], [1, -9]], -9), np.array([1, 2], "timedelta64[s]")
REFUSED: list[tuple[Callable[..., object], Reason, str, list[tuple[object, ...]]]] = [
    (
        Table,
        Reason.OUT_OF_RANGE,
        "",
        [(7, 2, 3, 4), (-1, 2, 3, 4), (1, 5, 3, 4), (1, -1, 3, 4), (1, 2, 0, 4)],
    ),
    (
        parse_table,
        Reason.OUT_OF_RANGE,
        "",
        [(1, 1, 0, 3), (1, 1, 3, 0), (4, 1, 3, 3), (1, 4, 3, 3), (-1, 1, 3, 3)],
    ),
    (parse_table, Reason.TOO_LARGE, "", [(1, 1, 3, 10**10)]),
    (parse_table, Reason.NOT_A_WHOLE_NUMBER, "", [("1/2", 1, 3, 3)]),
    (parse_table, Reason.NOT_EXACT, "", [(1.0, 1, 3, 3)]),
    (parse_table, Reason.NOT_A_NUMBER, "", [("one", 1, 3, 3)]),
    (ONE, Reason.OUT_OF_RANGE, "", [(0,), (Fraction(-1),)]),
    (ONE, Reason.NOT_EXACT, "", [(3.84,)]),
    (ONE, Reason.NOT_A_NUMBER, "", [("much",)]),
    (MANY, Reason.OUT_OF_RANGE, "", [(0,), (Fraction(-1),)]),
    (MANY, Reason.NOT_EXACT, "", [(3.84,)]),
    (MANY, Reason.NOT_A_NUMBER, "", [("much",)]),
    (parse_tables, Reason.WRONG_LENGTH, "", [([1, 2], [1], 3, 3), ([[1]], [[1]], 3, 3)]),
    (parse_tables, Reason.OUT_OF_RANGE, "", [([4], [1], 3, 3), ([1], [-1], 3, 3)]),
    (parse_tables, Reason.NOT_A_WHOLE_NUMBER, "", [([0.5], [1.0], 3, 3), (SECONDS, [1, 2], 3, 3)]),
    (parse_tables, Reason.MISSING, "", [([1, None], [1, 1], 3, 3)]),
    (parse_rule, Reason.UNKNOWN_NAME, "", [("additive",)]),
    (from_bits, Reason.WRONG_LENGTH, "2 variants and 1 people", [([1, 0], [1])]),
    (from_bits, Reason.OUT_OF_RANGE, "the variant of person 2 is 2", [([1, 2], [1, 0])]),
    (from_bits, Reason.OUT_OF_RANGE, "the case of person 2 is -1", [([1, 0], [1, -1])]),
    (from_bits, Reason.OUT_OF_RANGE, "m2 = 0 is out of range", [([1, 0], [1, 1])]),
    (from_bits, Reason.OUT_OF_RANGE, "m1 = 0 is out of range", [([], [])]),
    (from_bits, Reason.MISSING, "the variant of person 2 is missing", [([1, None], [1, 0])]),
    (from_bits, Reason.WRONG_LENGTH, "the variant of shape (2, 1)", [([[1], [0]], [1, 0])]),
    (from_bits, Reason.WRONG_LENGTH, "the variant has rows of different lengths", [([[1], [0, 1]], [1, 0])]),
    (from_matrix, Reason.OUT_OF_RANGE, "person 2 has 2 in column 1", [([[0, 1], [2, 0]], [1, 0])]),
    (
        from_matrix,
        Reason.OUT_OF_RANGE,
        "person 1 has 3 in column 2",
        [([[0, 3], [1, 0]], [1, 0], Rule.DOMINANT)],
    ),
    (from_matrix, Reason.OUT_OF_RANGE, "person 2 has -1 in column 1", [([[0, 1], [-1, 0]], [1, 0])]),
    (from_matrix, Reason.WRONG_LENGTH, "genotypes of shape (2, 1) for 3", [([[0], [1]], [1, 0, 1])]),
    (from_matrix, Reason.OUT_OF_RANGE, "the case of person 2 is 2", [([[0], [1]], [1, 2])]),
    (from_matrix, Reason.WRONG_LENGTH, "the case of shape (2, 1)", [([[0], [1]], [[1], [0]])]),
    (from_matrix, Reason.WRONG_LENGTH, "the genotype of shape", [([0, 1], [1, 0]), ([], [])]),
    (from_matrix, Reason.MISSING, "the genotype of person 2, column 1", [([[0, 1], [np.nan, 1]], [1, 0])]),
    (from_matrix, Reason.MISSING, "the genotype of person 1, column 2", [([[0, None], [1, 1]], [1, 0])]),
    (from_matrix, Reason.MISSING, "the genotype of person 2, column 2", [(MASKED, [1, 0])]),
    (
        from_matrix,
        Reason.NOT_A_WHOLE_NUMBER,
        "the genotype is of the type float64",
        [([[0.5], [1.0]], [1, 0])],
    ),
    (from_matrix, Reason.NOT_A_WHOLE_NUMBER, "the genotype is of the type <U1", [([["0"], ["1"]], [1, 0])]),
    (from_matrix, Reason.OUT_OF_RANGE, "m1 = 0", [(np.zeros((0, 2)), [])]),
    (from_csv, Reason.MISSING, "0 columns are named case", [([],), (["rs1,rs2"],)]),
    (from_csv, Reason.MISSING, "2 columns are named case", [(["case,case"],)]),
    (from_csv, Reason.MISSING, "there is no person", [(["case,rs1"],)]),
    (from_csv, Reason.WRONG_LENGTH, "line 3 has 1 columns", [(["case,rs1", "1,0", "0"],)]),
    (from_csv, Reason.OUT_OF_RANGE, "line 3 has 'x' in the column rs1", [(["case,rs1", "1,0", "0,x"],)]),
    (from_csv, Reason.OUT_OF_RANGE, "line 2 has '2' in the column case", [(["case,rs1", "2,0"],)]),
    (from_csv, Reason.OUT_OF_RANGE, "line 4 has '2' in the column rs1", [(["case,rs1", "", "1,0", "0,2"],)]),
    (from_csv, Reason.NOT_A_LIST, "the table is no CSV", [(["case,rs1\n", '1,"0\n', "0,1"],)]),
    (from_csv, Reason.OUT_OF_RANGE, "m2 = 0", [(["case,rs1", "1,0", "1,1"],)]),
    (
        from_csv,
        Reason.MISSING,
        "line 3 has no value in",
        [(["case,rs1", "1,0", f"0,{gap}"],) for gap in GAPS],
    ),
]


@pytest.mark.parametrize(("ask", "reason", "what", "cases"), REFUSED)
def test_refusals(
    ask: Callable[..., object], reason: Reason, what: str, cases: list[tuple[object, ...]]
) -> None:
    for each in cases:
        with refused(reason) as refusal:
            ask(*each)
        assert refusal.value.what.startswith(what)
