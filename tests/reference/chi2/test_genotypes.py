"""Tables from bits, matrices and text; and what is no such thing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from ldproof.chi2.genotypes import GAPS, Rule, from_bits, from_csv, from_matrix, known
from ldproof.chi2.tables import Table
from ldproof.rejections import Reason
from tests.reference.refusals import refused

BITS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=30).filter(
    lambda people: len({case for _, case in people}) == 2
)


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
        ([], [], Reason.OUT_OF_RANGE, "m1 = 0 is out of range"),
        ([1, None], [1, 0], Reason.MISSING, "the variant of person 2 is missing"),
        ([[1], [0]], [1, 0], Reason.WRONG_LENGTH, "the variant of shape (2, 1)"),
        ([[1], [0, 1]], [1, 0], Reason.WRONG_LENGTH, "the variant has rows of different lengths"),
    ],
)
def test_bits_that_are_refused(variant: ArrayLike, case: ArrayLike, reason: Reason, what: str) -> None:
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
        (np.array([[0], [1]]), [1, 2], Rule.BITS, Reason.OUT_OF_RANGE, "the case of person 2 is 2"),
        (np.array([[0], [1]]), [[1], [0]], Rule.BITS, Reason.WRONG_LENGTH, "the case of shape (2, 1)"),
        (np.array([0, 1]), [1, 0], Rule.BITS, Reason.WRONG_LENGTH, "the genotype of shape (2,)"),
        (
            [[0, 1], [np.nan, 1]],
            [1, 0],
            Rule.BITS,
            Reason.MISSING,
            "the genotype of person 2, column 1 is missing",
        ),
        (
            [[0, None], [1, 1]],
            [1, 0],
            Rule.BITS,
            Reason.MISSING,
            "the genotype of person 1, column 2 is missing",
        ),
        (
            np.ma.masked_equal([[0, 1], [1, -9]], -9),
            [1, 0],
            Rule.BITS,
            Reason.MISSING,
            "the genotype of person 2, column 2 is missing",
        ),
        ([[0.5], [1.0]], [1, 0], Rule.BITS, Reason.NOT_A_WHOLE_NUMBER, "the genotype is of the type float64"),
        ([["0"], ["1"]], [1, 0], Rule.BITS, Reason.NOT_A_WHOLE_NUMBER, "the genotype is of the type <U1"),
        ([], [], Rule.BITS, Reason.WRONG_LENGTH, "the genotype of shape (0,)"),
        (np.zeros((0, 2)), [], Rule.BITS, Reason.OUT_OF_RANGE, "m1 = 0"),
    ],
)
def test_matrices_that_are_refused(
    genotypes: ArrayLike, case: ArrayLike, rule: Rule, reason: Reason, what: str
) -> None:
    with refused(reason) as refusal:
        from_matrix(genotypes, case, rule)
    assert refusal.value.what.startswith(what)


def test_a_rule_is_known_by_its_name_and_no_other_name_is_taken_for_one() -> None:
    genotypes, case = [[1], [2], [0]], [1, 1, 0]
    assert from_matrix(genotypes, case, known("recessive"))[0] == Table(1, 0, 2, 1)
    assert from_matrix(genotypes, case, known("dominant"))[0] == Table(2, 0, 2, 1)
    with refused(Reason.UNKNOWN_NAME):
        known("additive")


TEXT = ["rs1, case, rs2", "0,1,2", "1,0,0", "", "2,1,1"]


def test_a_study_from_text() -> None:
    study = from_csv(TEXT, Rule.DOMINANT)
    assert study.names == ("rs1", "rs2")
    assert [study.tables[place] for place in range(2)] == [Table(1, 1, 2, 1), Table(2, 0, 2, 1)]


def test_what_programs_write_around_the_text() -> None:
    plain = from_csv(["case,x", "1,0", "0,1"])
    for text in (
        "\ufeffcase,x\r\n1,0\r\n0,1\r\n",
        "\n\ncase, x\n\n1, 0\n0, 1\n\n",
        '"case","x"\n"1","0"\n"0","1"',
    ):
        study = from_csv(text.splitlines(keepends=True))
        assert study.names == plain.names
        assert study.tables[0] == plain.tables[0] == Table(0, 1, 1, 1)


@pytest.mark.parametrize(
    ("lines", "reason", "what"),
    [
        ([], Reason.MISSING, "0 columns are named case"),
        (["rs1,rs2"], Reason.MISSING, "0 columns are named case"),
        (["case,case"], Reason.MISSING, "2 columns are named case"),
        (["case,rs1"], Reason.MISSING, "there is no person"),
        (["case,rs1", "1,0", "0"], Reason.WRONG_LENGTH, "line 3 has 1 columns"),
        (["case,rs1", "1,0", "0,x"], Reason.OUT_OF_RANGE, "line 3 has 'x' in the column rs1"),
        (["case,rs1", "2,0"], Reason.OUT_OF_RANGE, "line 2 has '2' in the column case"),
        (["case,rs1", "", "1,0", "0,2"], Reason.OUT_OF_RANGE, "line 4 has '2' in the column rs1"),
        (["case,rs1\n", '1,"0\n', "0,1"], Reason.NOT_A_LIST, "the table is no CSV"),
        (["case,rs1", "1,0", "1,1"], Reason.OUT_OF_RANGE, "m2 = 0"),
        *((["case,rs1", "1,0", f"0,{gap}"], Reason.MISSING, "line 3 has no value in") for gap in GAPS),
    ],
)
def test_text_that_is_refused(lines: list[str], reason: Reason, what: str) -> None:
    with refused(reason) as refusal:
        from_csv(lines)
    assert refusal.value.what.startswith(what)
