"""Tables and answers as text; what is no table of these people is refused with the mechanism."""

from fractions import Fraction

import pytest

from ldproof.budget import budget
from ldproof.chi2.law import Mechanism, PrivateTest, PublicControls
from ldproof.chi2.spaces import MOST_TABLES, Answers, Secrets, cell
from ldproof.chi2.tables import Table
from ldproof.rejections import Reason
from tests.reference.chi2.neighbours import cells, neighbours
from tests.reference.refusals import refused


def secrets(m1: int, m2: int, kind: Mechanism = Mechanism.OPTIMAL) -> Secrets:
    return Secrets(m1, m2, PrivateTest(kind, Fraction(1), budget(odds=3)))


def test_all_tables_of_these_people_are_listed() -> None:
    space = secrets(2, 3)
    assert [*space] == [Table(a, b, 2, 3) for a, b in cells(2, 3)]
    assert space.write(Table(1, 2, 2, 3)) == "1,2"
    assert space.read("1,2") == Table(1, 2, 2, 3)


def test_a_table_is_as_the_test_takes_it() -> None:
    space = secrets(2, 3, Mechanism.ALGORITHM_1_Y2)
    assert all(isinstance(each, PublicControls) for each in (*space, space.read("0,0"), space.of_cells(1, 1)))


def test_neighbours_differ_in_one_person_and_public_controls_in_none() -> None:
    for cell_here in cells(2, 3):
        near = set(neighbours(cell_here, 2, 3))
        assert {*secrets(2, 3).neighbours(cell_here)} == near
        public = secrets(2, 3, Mechanism.ALGORITHM_1_Y2)
        assert {*public.neighbours(cell_here)} == {each for each in near if each[1] == cell_here[1]}


def test_too_many_tables_are_not_listed() -> None:
    assert len(secrets(49, 49).cells()) == MOST_TABLES
    for ask in (secrets(49, 50).cells, lambda: iter(secrets(50, 49))):
        with refused(Reason.TOO_MANY_OUTCOMES):
            ask()


@pytest.mark.parametrize("thing", [7, None, [1, 2], 0.5])
def test_what_is_no_text_is_refused(thing: object) -> None:
    for space in (secrets(2, 2), Answers()):
        with refused(Reason.NOT_A_VALUE):
            space.read(thing)


def test_answers_are_bits() -> None:
    assert [Answers().write(each) for each in Answers()] == ["0", "1"]
    assert [Answers().read(each) for each in ("0", "1")] == [0, 1]
    with refused(Reason.OUT_OF_RANGE):
        Answers().write(2)
    with refused(Reason.OUT_OF_RANGE):
        Answers().read("01")


def test_a_cell_is_a_number_of_people() -> None:
    assert cell("a", "2", 2) == 2
    with refused(Reason.OUT_OF_RANGE) as refusal:
        cell("a", "37", 36)
    assert "37" not in str(refusal.value)
