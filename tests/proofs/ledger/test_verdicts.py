"""The rules for verdicts: each example that is named has the verdict under which it stands."""

import re
from pathlib import Path

from ldproof_proofs.kernel.entries import Verdict
from ldproof_proofs.ledger import CLAIMS

RULES = Path(__file__).parents[3] / "docs" / "verdicts.md"
PART = re.compile(r"^## (.*)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
NAME = re.compile(r"`([a-z0-9]+\.[\w.*-]+)`")


def examples() -> dict[str, set[str]]:
    """The claims that are named under each verdict."""
    return {head.split(",")[0]: {*NAME.findall(words)} for head, words in PART.findall(RULES.read_text())}


def test_every_verdict_has_its_examples() -> None:
    """And every example has the verdict."""
    found = examples()
    assert {*found} == {str(each) for each in Verdict if each is not Verdict.OURS}
    for verdict, names in found.items():
        assert len(names) > 2, verdict
        assert {name: str(CLAIMS[name].verdict) for name in names} == dict.fromkeys(names, verdict)


def test_what_is_refuted_or_loose_is_an_example() -> None:
    """These two are few, and each is under a rule."""
    found = examples()
    for verdict in (Verdict.REFUTED, Verdict.LOOSE):
        mine = {entry.name for entry in CLAIMS.values() if entry.verdict is verdict}
        assert mine == found[str(verdict)]
