"""A small ledger in the place of the real one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from ldproof.names import OnDemand
from ldproof.numbers import Symbol
from ldproof_proofs.book import explain, proving
from ldproof_proofs.book.explained import Words
from ldproof_proofs.book.outcomes import Outcome, Shown, Told
from ldproof_proofs.book.proving import Search
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.formulas import packed
from ldproof_proofs.kernel.sentences import against, as_printed
from ldproof_proofs.ledger import SYSTEMS
from tests.reference.cli.conftest import run

__all__ = ["run"]


def entry(name: str, verdict: Verdict = Verdict.HOLDS) -> Entry:
    """A claim that nobody proves."""
    sentences = (against if verdict is Verdict.REFUTED else as_printed)("And it is tight.", lambda _: ())
    return Entry(name, "Theorem 4", "x | y is at most 100% [sic]", verdict, (sentences,))


def outcome(name: str, *, failure: str | None = None, asked: int = 0, remembered: int = 0) -> Outcome:
    """What came of it."""
    if failure is not None:
        return Outcome(name, "failed", 0.25, failure, asked=asked, remembered=remembered)
    evidence = "proved given [Hoeffding]"
    shown = Shown(f"{name}.upper", "x <= y", evidence, ("Hoeffding",), {"z3": "unsat"}, ("shots.p",))
    told = Told("And it is tight.", "besides", evidence, (f"{name}.upper",), ("Hoeffding",), None, "")
    prose = Told("So they say.", "besides", "prose", (), (), None, "the source, section 1")
    return Outcome(
        name, evidence, 0.25, None, (told, prose), ("x stands for a share",), (shown,), (), asked, remembered
    )


SOUND = (
    entry("shots.thm-4"),
    entry("shots.thm-5", Verdict.REFUTED),
    entry("sketch.eq-1"),
)
BROKEN = entry("sketch.eq-2")
FAILURE = "no proof of 1 < 0"
REPLAY = "a replay"
GOAL = packed(Symbol("x"), "<=", Symbol("y"))
WORDS: Words = {
    "claims": {
        each.name: {
            "place": each.place,
            "printed": each.printed,
            "original": "",
            "answer": "",
            "answer_in_japanese": "",
            "verdict": str(each.verdict),
            "evidence": "proved given [Hoeffding]",
            "sentences": [
                {
                    "text": f"And {GOAL} is tight.",
                    "role": "besides",
                    "evidence": "proved given [Hoeffding]",
                    "whence": "",
                    "theorems": [f"{each.name}.upper"],
                    "paraphrases": [],
                }
            ],
            "symbols": {"x": "the odds of a report less one"},
            "remarked": [],
            "modelling": ["x stands for a share"],
            "theorems": [f"{each.name}.upper"],
            "checks": [],
        }
        for each in SOUND
    },
    "theorems": {
        f"{each.name}.upper": {
            "kind": "implication",
            "evidence": "proved given [Hoeffding]",
            "assumes": ["Hoeffding"],
            "anchors": ["shots.p"],
            "lemmas": ["shots.thm-4.upper"] if each.name == "shots.thm-5" else [],
            "statement": f"if x & y are shares then {GOAL}",
            "reading": "",
            "in_numbers": "",
            "derivation": f"{packed(Symbol('x'))}\n  {packed('<=', Symbol('y'))}   [both are shares]",
        }
        for each in SOUND
    },
    "chapters": {
        "shots-on-paper": {
            "title": "On paper",
            "words": "As on paper.",
            "errata": [],
            "sections": [
                {
                    "chapter": "shots-on-paper",
                    "title": "one report",
                    "claims": ["shots.thm-4"],
                    "formulas": ["shots.p"],
                    "given": GOAL,
                    "blocks": [
                        {"words": f"{packed(Symbol('x'))} is a share.", "display": "", "theorem": ""},
                        {"words": "", "display": GOAL, "theorem": "shots-on-paper.1"},
                    ],
                }
            ],
        }
    },
}


@dataclass
class Asked:
    """The arguments with which the small ledger was called."""

    wanted: list[object] = field(default_factory=list)


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture(params=[(*SOUND, BROKEN)])
def ledger(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, asked: Asked) -> Sequence[Entry]:
    """A ledger of these entries, instead of the real one; what comes last is decided first."""
    entries: Sequence[Entry] = request.param

    def decided(names: Sequence[str], wanted: object) -> Iterator[Outcome]:
        asked.wanted.append(wanted)
        known, new = (3, 1) if isinstance(wanted, Search) and wanted.solvers else (0, 0)
        for each in reversed([each.name for each in entries if each.name in names]):
            failure = FAILURE if each == BROKEN.name else None
            yield outcome(each, failure=failure, asked=new, remembered=known)

    def of(system: str) -> Mapping[str, Entry]:
        return {each.name: each for each in entries if each.name.startswith(f"{system}.")}

    monkeypatch.setattr(proving, "named", lambda: OnDemand(SYSTEMS, of))
    monkeypatch.setattr(proving, "search", decided)
    monkeypatch.setattr(Search, "is_silent", lambda each: not each.solvers)
    monkeypatch.setattr(proving, "replay", lambda names, _: decided(names, REPLAY))
    monkeypatch.setattr(explain, "stored", lambda: WORDS)
    return entries
