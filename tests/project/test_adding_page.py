"""The two blocks of code in docs/adding.md run as they stand, and fail when changed."""

import re
from pathlib import Path

import pytest

from ldproof_proofs.kernel.derivations.section import Section
from ldproof_proofs.kernel.entries import Entry, Report, run
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.prover import Searching

PAGE = (Path(__file__).parents[2] / "docs/adding.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"<!-- (\w+) -->\n```python\n(.*?)```", PAGE, re.DOTALL))


def run_block(code: str, name: str) -> object:
    """Run a block, and return what it defines by a name."""
    found: dict[str, object] = {"__name__": "ldproof_proofs.mine.derivations"}
    exec(compile(code, "docs/adding.md", "exec"), found)
    return found[name]


def claim_report(code: str) -> Report:
    """Return the report on the claim of a block."""
    claim = run_block(code, "CLAIM")
    assert isinstance(claim, Entry)
    (report,) = run([claim], Searching())
    return report


def test_the_claim_is_proved_and_a_false_one_is_not() -> None:
    assert [*BLOCKS] == ["claim", "derivation"]
    report = claim_report(BLOCKS["claim"])
    assert (report.failure, report.evidence) == (None, "proved")
    (sentence,) = report.sentences
    assert sentence.text("text").endswith("where x > 0, (1 + x)/(2 + x) > 1/2.")
    assert claim_report(BLOCKS["claim"].replace("Fraction(1, 2)", "Fraction(2, 3)")).evidence == "failed"


def test_the_derivation_is_certified_and_a_false_one_is_not() -> None:
    apart = run_block(BLOCKS["derivation"], "APART")
    assert isinstance(apart, Section)
    assert apart.formulas == ("rounds.truth", "rounds.lie", "rounds.contrast")
    (display,) = (each for each in apart.blocks() if not isinstance(each, str))
    apart.theorem("mine.1", display, Searching()).replay()
    spoilt = run_block(BLOCKS["derivation"].replace("E/(E + 1) - 1", "E/(E + 1) + 1"), "APART")
    assert isinstance(spoilt, Section)
    (display,) = (each for each in spoilt.blocks() if not isinstance(each, str))
    with pytest.raises(NotProved):
        spoilt.theorem("mine.1", display, Searching())
