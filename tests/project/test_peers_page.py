"""The page's table: every target is in it with what it truly amounts to, and the page's counts are the table's."""

from collections.abc import Iterator
from dataclasses import replace

from ldproof.audit import Verdict
from tests.drivers.peers.audits import Row
from tests.drivers.peers.libraries import LIBRARIES, targets
from tests.drivers.peers.page import differs, merged, page, told
from tests.drivers.peers.writing import key, shortly


def wanted() -> Iterator[tuple[tuple[str, ...], str, Row]]:
    """Every audit that there is to be, as if nothing had been noticed in it."""
    for library in LIBRARIES.values():
        for each in targets(library):
            for epsilon in each.epsilons:
                row = Row(
                    library.package,
                    library.version,
                    each.randomizer,
                    dict(each.parameters),
                    each.promise,
                    epsilon,
                    each.delta,
                    each.one,
                    each.other,
                    pairs=0,
                    violated=False,
                    dependent=False,
                    bound=None,
                    truth=each.truth(float(epsilon)) if each.truth else None,
                    event="",
                    command="",
                )
                yield key(row), epsilon, row


def test_every_target_is_there_with_its_truth() -> None:
    found = {(each.key, each.epsilon): each.truth for each in told()}
    assert found == {(key, epsilon): shortly(row).partition("; ")[2] for key, epsilon, row in wanted()}


def test_the_counts_are_those_of_the_table() -> None:
    broken = {(key, epsilon) for key, epsilon, row in wanted() if row.expected}
    seen = {(each.key, each.epsilon) for each in told() if each.verdict == Verdict.REFUTED}
    assert seen <= broken, "nothing is called violated that is not"
    assert not any(each.verdict == Verdict.DEPENDENT for each in told()), "all draws are independent"
    assert f"{len(told())} audits, {len(seen)} violations" in page()
    assert (
        f"Of the {len(broken)} audits of what is, {len(seen)} say so. The other {len(broken - seen)}"
        in " ".join(page().split())
    )


def test_the_page_with_nothing_new_is_the_page() -> None:
    assert merged(page(), []) == page()


def test_another_word_than_the_pages_differs() -> None:
    whose = {(each.key, each.epsilon) for each in told() if each.verdict == Verdict.REFUTED}
    row = next(row for key, epsilon, row in wanted() if (key, epsilon) in whose)
    assert not differs(replace(row, violated=True))
    assert differs(replace(row, violated=True, dependent=True))
    assert differs(row)
