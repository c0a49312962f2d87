"""The peers' table has every target with its true epsilon, and its counts agree with the text."""

from dataclasses import replace

from ldproof.auditor import Verdict
from tests.drivers.peers.audits import Row
from tests.drivers.peers.environments import LIBRARIES
from tests.drivers.peers.page import PAGE, VIOLATED, differs, key, merged, table, true_epsilon, word
from tests.drivers.peers.targets import targets_of_library

TEXT = PAGE.read_text(encoding="utf-8")
TOLD = {
    (*whose, epsilon): text for whose, texts in table(TEXT).items() for epsilon, text in texts.items() if text
}
WANTED = {
    (*key(row), row.epsilon): row
    for library in LIBRARIES.values()
    for target in targets_of_library(library.folder)
    for row in (Row(library, target, epsilon) for epsilon in target.epsilons)
}


def test_table_has_every_target_with_its_true_epsilon() -> None:
    found = {whose: text.partition("; true: ")[2] for whose, text in TOLD.items()}
    assert found == {whose: true_epsilon(row) for whose, row in WANTED.items()}


def test_counts_in_the_text_agree_with_the_table() -> None:
    broken = {whose for whose, row in WANTED.items() if row.target.broken(row.epsilon)}
    seen = {whose for whose, text in TOLD.items() if text.startswith(VIOLATED)}
    assert seen <= broken, "nothing is called violated that is not"
    assert {word(text) for text in TOLD.values()} == {Verdict.REFUTED, Verdict.NOT_REFUTED}, (
        "draws are independent"
    )
    assert f"{len(TOLD)} audits, {len(seen)} violations" in TEXT
    counted = f"Of the {len(broken)} audits of what is, {len(seen)} say so. The other {len(broken - seen)}"
    assert counted in " ".join(TEXT.split())


def test_merging_no_rows_leaves_the_page() -> None:
    assert merged(TEXT, []) == TEXT


def test_changed_verdict_is_a_difference() -> None:
    row = next(row for whose, row in WANTED.items() if TOLD[whose].startswith(VIOLATED))
    assert not differs(replace(row, violated=True), table(TEXT))
    assert differs(replace(row, violated=True, dependent=True), table(TEXT))
    assert differs(row, table(TEXT))
