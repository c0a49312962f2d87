"""What CONTRIBUTING shows is run as it stands there, and spoilt."""

import re
from pathlib import Path

import pytest

from ldproof_proofs.kernel.derivations.written import Written
from ldproof_proofs.kernel.entries import Entry, Report, run
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.prover import Searching

BLOCK = re.compile(r"<!-- (\w+) -->\n```python\n(.*?)```", re.DOTALL)


@pytest.fixture
def blocks(checkout: Path) -> dict[str, str]:
    return dict(BLOCK.findall((checkout / "CONTRIBUTING.md").read_text(encoding="utf-8")))


def made(code: str) -> dict[str, object]:
    """What a block defines."""
    found: dict[str, object] = {"__name__": "ldproof_proofs.mine.derivations"}
    exec(compile(code, "CONTRIBUTING.md", "exec"), found)
    return found


def reported(code: str) -> Report:
    """What comes of the claim."""
    claim = made(code)["CLAIM"]
    assert isinstance(claim, Entry)
    (report,) = run([claim], Searching())
    return report


def test_there_are_two(blocks: dict[str, str]) -> None:
    assert [*blocks] == ["claim", "derivation"]


def test_the_claim_is_proved(blocks: dict[str, str]) -> None:
    report = reported(blocks["claim"])
    assert (report.failure, report.evidence) == (None, "proved")
    (sentence,) = report.sentences
    assert sentence.text("text").endswith("where 0 < x, 1/2 < (1 + x)/(2 + x).")


def test_a_false_claim_is_not(blocks: dict[str, str]) -> None:
    assert reported(blocks["claim"].replace("Fraction(1, 2)", "Fraction(2, 3)")).evidence == "failed"


def test_the_derivation_is_certified(blocks: dict[str, str]) -> None:
    apart = made(blocks["derivation"])["apart"]
    assert isinstance(apart, Written)
    assert apart.derived().lines[-1].formula == "reporting.contrast"


def test_another_formula_is_not_what_it_ends_in(blocks: dict[str, str]) -> None:
    spoilt = made(blocks["derivation"].replace("truth(x) - lie(x)", "truth(x) + lie(x)"))["apart"]
    assert isinstance(spoilt, Written)
    with pytest.raises(NotProved):
        spoilt.derived()
