"""docs/papers.md is up to date, and every function and file in it exists."""

import re
from importlib import import_module

from ldproof.registry import all_formulas
from ldproof_proofs.ledger import CLAIMS
from ldproof_proofs.ledger.contents import CONTENTS
from tests.project.papers import LITERAL, PAGE, TESTS, page

TEXT = PAGE.read_text(encoding="utf-8")


def test_page_is_up_to_date() -> None:
    assert page() == TEXT, "`make papers`"


def test_every_name_on_the_page_exists() -> None:
    """Also, every text of an algorithm has a place."""
    rows = [
        re.split(r" (?<!\\)\| ", row) for row in re.findall(r"^\| (?!Place|---)(.*) \|$", TEXT, re.MULTILINE)
    ]
    named, judged, tests = (
        {name for row in rows for name in re.findall("`(.+?)`", row[at])} for at in (2, 3, 4)
    )
    for module, _, name in (each.rpartition(".") for each in named - all_formulas().keys()):
        assert callable(
            getattr(import_module(f"ldproof.{module if '.' in module else module + '.formulas'}"), name)
        )
    assert judged <= {*CLAIMS}
    assert all((TESTS / each).is_file() for each in tests)
    assert min(map(len, (named, judged, tests))) > 10
    for system, places in CONTENTS.items():
        assert LITERAL[system].keys() <= {words for each in places for words in (each.label, each.words)}
