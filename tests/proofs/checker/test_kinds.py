"""Each kind of forgery that once passed is refused, by the kernel and by the checker, and for what is wrong with it."""

import pytest

from tests.proofs.checker.apart import check
from tests.proofs.checker.kinds import KINDS, Kind, by_coq, enumeration, point, table, told

WHY = (
    ("Term in the place of", "what shows 0 = 1 is not defined"),
    ("rows of up to 12 entries", "missing, or of something else"),
    ("a Term has no value", "no term: ['^', ['symbol', 'x'], '1/2']"),
    ("two cases are named one", "no int: True"),
    ("stands for something in eyes, and for nothing here", "lemma may be used only given cited(x(x), y(y))"),
    ("two symbols that stand for different things become one", "symbols for different things become one"),
    ("does not depend on what shots.user_epsilon gives", "not tied to its definition"),
    ("is tied to its definition only where x = y", "f is tied where x = y alone"),
    ("its mutant holds at the point", "x, y has no value"),
    ("1 terms must be defined, 0 are", "((x - x) / (x - x))) = exp(x) is not defined"),
    ("no fact is named 'value > 0'", "no fact that may be used is named value > 0"),
    ("not so for one", "not so for one"),
)
COQ = (
    "No applicable tactic",
    "nothing shows its step 0 at k >= 1",
    "no term",
    "not in Coq: enumerations run",
    "No product even after head-reduction",
    "No product even after head-reduction",
    "not in Coq: anchors",
    "not in Coq: anchors",
    "The reference x was not found",
    "No applicable tactic",
    "nothing has shown value > 0",
    "not in Coq: records",
)
"""What Coq says against them, or why it is not asked."""


@pytest.mark.parametrize(("kind", "why"), [*zip(KINDS, WHY, strict=True)], ids=[each.what for each in KINDS])
def test_a_kind_of_forgery(kind: Kind, why: tuple[str, str]) -> None:
    assert why[0] in kind.kernel()
    assert why[1] in kind.checker()


@pytest.mark.usefixtures("coq")
def test_coq_refuses_what_can_be_put_to_it() -> None:
    *said, honest = by_coq()
    assert all(why in each for why, each in zip(COQ, said, strict=True)), said
    assert honest == ""


def test_what_is_no_forgery_passes() -> None:
    for honest in (enumeration(), point()):
        assert isinstance(told(honest), check.Data)


def test_the_table_has_a_line_for_each() -> None:
    lines = [*table()]
    assert len(lines) == 2 + len(KINDS)
    assert not any("ACCEPTED" in line for line in lines)
