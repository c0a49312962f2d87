"""What is under the hashes and what is said of it, as text; refusals are tested with the mechanisms."""

from itertools import product

import pytest

from ldproof.numbers import Real
from ldproof.rejections import Reason
from ldproof.sketch.channels import Kary
from ldproof.sketch.plan import Rows
from ldproof.sketch.spaces import FEW, Reports, Secrets, listable, numbers
from tests.reference.refusals import refused

CHANNEL = Kary(3, Real(2))


def test_all_columns_are_listed() -> None:
    secrets = Secrets(3, 2)
    assert [*secrets] == [*product(range(3), repeat=2)]
    assert secrets.write((2, 0)) == "2,0"
    assert secrets.read("2,0") == (2, 0)


@pytest.mark.parametrize(
    ("rows", "text", "said"),
    [
        (Rows.SAMPLED, "1:2", (1, ((2,),))),
        (Rows.ALL, "2;0", (None, ((2,), (0,)))),
    ],
)
def test_a_report_is_of_a_row_or_of_all(
    rows: Rows, text: str, said: tuple[int | None, tuple[tuple[int, ...], ...]]
) -> None:
    reports = Reports(rows, 2, CHANNEL)
    assert reports.read(text) == said
    assert reports.write(said) == text
    assert said in [*reports]
    assert len([*reports]) == (6 if rows is Rows.SAMPLED else 9)


@pytest.mark.parametrize("thing", [7, None, ["1"], 0.5])
def test_what_is_no_text_is_refused(thing: object) -> None:
    for space in (Secrets(3, 2), Reports(Rows.ALL, 2, CHANNEL)):
        with refused(Reason.NOT_A_VALUE):
            space.read(thing)


def test_so_many_are_listed_and_no_more() -> None:
    listable(2, 16, 1, "what")
    listable(FEW, 1, 1, "what")
    for values, places, times in ((2, 16, 2), (2, 17, 1), (FEW + 1, 1, 1), (10**6, 10**6, 1)):
        with refused(Reason.TOO_MANY_OUTCOMES):
            listable(values, places, times, "what")
    with refused(Reason.TOO_MANY_OUTCOMES):
        iter(Secrets(1 << 20, 10**6))


def test_numbers_are_of_digits() -> None:
    assert numbers("12,0") == (12, 0)
    for text in ("", "1,", "-1", "1 ", "\u0661", "12345678"):
        with refused(Reason.NOT_A_NUMBER):
            numbers(text)
