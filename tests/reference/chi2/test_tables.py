"""Tables from counts, bits, matrices and text; decisions exact where floats cannot tell."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.chi2.formulas import statistic
from ldproof.chi2.significance import quantile
from ldproof.chi2.tables import (
    GAPS,
    Genotypes,
    Rule,
    Table,
    from_bits,
    from_csv,
    from_matrix,
    table,
    tables,
)
from ldproof.rejections import Reason
from tests.reference.refusals import refused

BITS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=30).filter(
    lambda people: len({case for _, case in people}) == 2
)


def test_a_table_from_counts() -> None:
    assert table("3", 0, "3", "4") == Table(3, 0, 3, 4)


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ((1, 1, 0, 3), Reason.OUT_OF_RANGE),
        ((1, 1, 3, 0), Reason.OUT_OF_RANGE),
        ((4, 1, 3, 3), Reason.OUT_OF_RANGE),
        ((1, 4, 3, 3), Reason.OUT_OF_RANGE),
        ((-1, 1, 3, 3), Reason.OUT_OF_RANGE),
        ((1, 1, 3, 10**10), Reason.TOO_LARGE),
        (("1/2", 1, 3, 3), Reason.NOT_A_WHOLE_NUMBER),
        ((1.0, 1, 3, 3), Reason.NOT_EXACT),
        (("one", 1, 3, 3), Reason.NOT_A_NUMBER),
    ],
)
def test_counts_that_are_refused(counts: tuple[object, ...], reason: Reason) -> None:
    with refused(reason):
        table(*counts)


@given(BITS)
def test_a_table_from_bits_counts_them(people: list[tuple[int, int]]) -> None:
    found = from_bits([has for has, _ in people], [case for _, case in people])
    assert found.a == people.count((1, 1))
    assert found.b == people.count((1, 0))
    assert found.m1 == people.count((1, 1)) + people.count((0, 1))
    assert found.m2 == len(people) - found.m1


@pytest.mark.parametrize(
    ("variant", "case", "reason", "what"),
    [
        ([1, 0], [1], Reason.WRONG_LENGTH, "2 variants and 1 people"),
        ([1, 2], [1, 0], Reason.OUT_OF_RANGE, "the variant of person 2 is 2"),
        ([1, 0], [1, -1], Reason.OUT_OF_RANGE, "the case of person 2 is -1"),
        ([1, 0], [1, 1], Reason.OUT_OF_RANGE, "m2 = 0 is out of range"),
    ],
)
def test_bits_that_are_refused(
    variant: Sequence[int], case: Sequence[int], reason: Reason, what: str
) -> None:
    with refused(reason) as refusal:
        from_bits(variant, case)
    assert refusal.value.what == what


@pytest.mark.parametrize("rule", Rule)
@given(seed=st.integers(0, 10**6))
def test_a_matrix_is_a_table_for_each_column(rule: Rule, seed: int) -> None:
    random = np.random.default_rng(seed)
    most = 1 if rule is Rule.BITS else 2
    genotypes = random.integers(0, most + 1, (12, 5))
    case = [1, 0, *random.integers(0, 2, 10).tolist()]
    found = from_matrix(genotypes, case, rule)
    least = {Rule.BITS: 1, Rule.DOMINANT: 1, Rule.RECESSIVE: 2}[rule]
    for column in range(5):
        bits = [int(copies >= least) for copies in genotypes[:, column].tolist()]
        assert found[column] == from_bits(bits, case)
    assert len(found) == 5


@pytest.mark.parametrize(
    ("genotypes", "case", "rule", "reason", "what"),
    [
        (np.array([[0, 1], [2, 0]]), [1, 0], Rule.BITS, Reason.OUT_OF_RANGE, "person 2 has 2 in column 1"),
        (
            np.array([[0, 3], [1, 0]]),
            [1, 0],
            Rule.DOMINANT,
            Reason.OUT_OF_RANGE,
            "person 1 has 3 in column 2",
        ),
        (np.array([[0, 1], [-1, 0]]), [1, 0], Rule.BITS, Reason.OUT_OF_RANGE, "person 2 has -1 in column 1"),
        (np.array([[0], [1]]), [1, 0, 1], Rule.BITS, Reason.WRONG_LENGTH, "genotypes of shape (2, 1) for 3"),
        (np.array([[0], [1]]), [1, 2], Rule.BITS, Reason.OUT_OF_RANGE, "person 2 is a case: 2"),
        (np.array([0, 1]), [1, 0], Rule.BITS, Reason.WRONG_LENGTH, "genotypes of shape (2,) for 2"),
    ],
)
def test_matrices_that_are_refused(
    genotypes: Genotypes, case: list[int], rule: Rule, reason: Reason, what: str
) -> None:
    with refused(reason) as refusal:
        from_matrix(genotypes, case, rule)
    assert refusal.value.what.startswith(what)


def test_genotypes_that_are_no_whole_numbers_are_refused() -> None:
    with refused(Reason.NOT_A_WHOLE_NUMBER):
        from_matrix(np.array([[0.5], [1.0]]), [1, 0])


TEXT = ["rs1, case, rs2", "0,1,2", "1,0,0", "", "2,1,1"]


def test_a_study_from_text() -> None:
    study = from_csv(TEXT, Rule.DOMINANT)
    assert study.names == ("rs1", "rs2")
    assert [study.tables[place] for place in range(2)] == [Table(1, 1, 2, 1), Table(2, 0, 2, 1)]


@pytest.mark.parametrize(
    ("lines", "reason", "what"),
    [
        ([], Reason.MISSING, "0 columns are named case"),
        (["rs1,rs2"], Reason.MISSING, "0 columns are named case"),
        (["case,case"], Reason.MISSING, "2 columns are named case"),
        (["case,rs1"], Reason.MISSING, "there is no person"),
        (["case,rs1", "1,0", "0"], Reason.WRONG_LENGTH, "line 3 has 1 columns"),
        (["case,rs1", "1,0", "0,x"], Reason.OUT_OF_RANGE, "line 3 has 'x' in the column rs1"),
        (["case,rs1", "2,0"], Reason.OUT_OF_RANGE, "person 1 is a case: 2"),
        *((["case,rs1", "1,0", f"0,{gap}"], Reason.MISSING, "line 3 has no value in") for gap in GAPS),
    ],
)
def test_text_that_is_refused(lines: list[str], reason: Reason, what: str) -> None:
    with refused(reason) as refusal:
        from_csv(lines)
    assert refusal.value.what.startswith(what)


@pytest.mark.parametrize("tau", [Fraction(96, 25), Fraction(1), Fraction(8, 3), Fraction(7)])
def test_the_decision_is_whether_the_statistic_exceeds_the_threshold(tau: Fraction) -> None:
    m1, m2 = 6, 8
    cells = list(product(range(m1 + 1), range(m2 + 1)))
    every = tables(np.array([a for a, _ in cells]), np.array([b for _, b in cells]), m1, m2)
    expected = [statistic(a, b, m1, m2) > tau for a, b in cells]
    assert every.significant(tau).tolist() == expected
    assert [table(a, b, m1, m2).significant(tau) for a, b in cells] == expected


def test_ties_are_not_significant_however_large_the_table_is() -> None:
    # With a = m1 and b = 0 the statistic is N.
    m = 10**9
    cells = np.array([m, m, m - 1]), np.array([0, 0, 0])
    for tau, expected in ((Fraction(10**6), [True] * 3),):
        assert tables(*cells, m, m).significant(tau).tolist() == expected
    small = tables(np.array([5, 5]), np.array([0, 0]), 5, 7)
    assert small.significant(Fraction(12)).tolist() == [False, False]
    assert small.significant(Fraction(12) - Fraction(1, 10**40)).tolist() == [True, True]


def test_an_irrational_threshold_is_decided_too() -> None:
    tau = quantile(Fraction(1, 20))
    m1, m2 = 7, 9
    for a, b in product(range(m1 + 1), range(m2 + 1)):
        assert table(a, b, m1, m2).significant(tau) is (statistic(a, b, m1, m2) > Fraction("3.8414588"))


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        (np.array([1, 2]), np.array([1]), Reason.WRONG_LENGTH),
        (np.array([[1]]), np.array([[1]]), Reason.WRONG_LENGTH),
        (np.array([4]), np.array([1]), Reason.OUT_OF_RANGE),
        (np.array([1]), np.array([-1]), Reason.OUT_OF_RANGE),
        (np.array([0.5]), np.array([1.0]), Reason.NOT_A_WHOLE_NUMBER),
    ],
)
def test_arrays_that_are_refused(
    a: "np.typing.NDArray[np.int64]", b: "np.typing.NDArray[np.int64]", reason: Reason
) -> None:
    with refused(reason):
        tables(a, b, 3, 3)
