"""Tables of outcomes with either of two inputs."""

from ldproof.evidence import Table
from ldproof.evidence.table import MOST_OUTCOMES
from ldproof.rejections import Reason
from tests.reference.refusals import refused


def test_tables_add_up_and_tell_no_more_apart_than_they_may() -> None:
    both = Table(2, 5, (("0", 2, 1), ("1", 0, 4))) + Table(3, 3, (("1", 1, 1),))
    assert both == Table(5, 8, (("0", 2, 1), ("1", 1, 5)))
    names = [str(place) for place in range(2 * MOST_OUTCOMES)]
    many = Table(len(names), len(names), tuple((name, 1, 1) for name in names))
    kept = Table() + many
    assert (kept.draws, len(kept.outcomes)) == (many.draws, MOST_OUTCOMES)
    for wrong in ((1, 1, (("a", 2, 0),)), (2, 2, (("a", 1, 0), ("a", 0, 1))), (2, 2, (("a", -1, 0),))):
        with refused(Reason.OUT_OF_RANGE):
            Table(*wrong)
