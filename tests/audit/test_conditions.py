"""An event of many conditions is printed with each on a line of its own."""

import pytest

from ldproof.auditor.report import ON_ONE_LINE, lay_out_conditions


def score_text(count: int) -> str:
    """Return an event that is a score of some conditions, one of which has the separator in a label."""
    listed = "; ".join(f"{each:+} if place (leaves, {each}) = a; b" for each in range(1, count + 1))
    return f"not (score of {count} conditions ({listed}) >= 3)"


@pytest.mark.parametrize("count", [2, ON_ONE_LINE])
def test_few_conditions_stay_on_one_line(count: int) -> None:
    assert lay_out_conditions(score_text(count)) == score_text(count)
    assert lay_out_conditions("output in 0, 2") == "output in 0, 2"


@pytest.mark.parametrize("count", [ON_ONE_LINE + 1, 26])
def test_many_conditions_have_a_line_each(count: int) -> None:
    first, *lines = lay_out_conditions(score_text(count)).split("\n")
    assert first == f"not (score of {count} conditions ("
    assert len(lines) == count
    assert lines[1] == "    +2 if place (leaves, 2) = a; b;"
    assert lines[-1] == f"    +{count} if place (leaves, {count}) = a; b) >= 3)"
