"""The command line, run in this process; a small ledger in the place of the real one; the schemas."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from ldproof.cli.main import app

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run `ldproof` with these arguments."""

    def command(*arguments: str) -> Result:
        return CliRunner().invoke(app, arguments, catch_exceptions=False)

    return command


def conforming(name: str, text: str) -> object:
    """A JSON text that its schema accepts, as what it means."""
    schema = json.loads(files("ldproof").joinpath(f"schemas/{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    thing: object = json.loads(text)
    Draft202012Validator(schema).validate(thing)
    return thing


@dataclass(frozen=True)
class Shown:
    name: str
    statement: str = "x <= y"
    evidence: str = "proved given [Hoeffding]"
    assumes: tuple[str, ...] = ("Hoeffding",)
    opinions: Mapping[str, str] = field(default_factory=lambda: {"z3": "unsat"})
    anchors: tuple[str, ...] = ("shots.p",)


@dataclass(frozen=True)
class Entry:
    name: str
    verdict: str = "holds"
    uses: tuple[str, ...] = ()
    fails: str | None = None
    place: str = "Theorem 4"
    printed: str = "x | y is at most 100% [sic]"
    finding: str = "and it is tight"


@dataclass(frozen=True)
class Outcome:
    name: str
    theorems: tuple[Shown, ...]
    evidence: str
    failure: str | None
    asked: int
    remembered: int
    checks: tuple[Shown, ...] = ()
    seconds: float = 0.25


SOUND = (Entry("shots.thm-4"), Entry("shots.thm-5", "refuted", uses=("shots.thm-4",)), Entry("sketch.eq-1"))
BROKEN = Entry("sketch.eq-2", fails="no proof of 1 < 0")


@dataclass(frozen=True)
class Search:
    solvers: bool
    afresh: bool
    smt2: Path | None


REPLAY = "a replay"


@dataclass
class Asked:
    """What the fake ledger was asked for."""

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
        for entry in reversed([each for each in entries if each.name in names]):
            shown = Shown(f"{entry.name}.upper")
            if entry.fails:
                yield Outcome(entry.name, (), "failed", entry.fails, new, known)
            else:
                yield Outcome(entry.name, (shown,), shown.evidence, None, new, known)

    stored = {
        "claims": {
            each.name: {
                "place": each.place,
                "printed": each.printed,
                "verdict": each.verdict,
                "finding": each.finding,
                "uses": each.uses,
                "theorems": [f"{each.name}.upper"],
                "checks": [],
            }
            for each in SOUND
        },
        "theorems": {
            f"{each.name}.upper": {
                "evidence": "proved given [Hoeffding]",
                "assumes": ["Hoeffding"],
                "anchors": ["shots.p"],
                "statement": {
                    "text": "x <= y",
                    "markdown": "$x \\le y$",
                    "latex": "\\(x \\le y\\)",
                },
                "derivation": {style: f"x\n  <= y   [by {style}]" for style in ("text", "markdown", "latex")},
            }
            for each in SOUND
        },
    }
    modules: dict[str, dict[str, object]] = {
        "ledger": {"ENTRIES": entries},
        "book.proving": {
            "Search": Search,
            "search": decided,
            "replay": lambda names: decided(names, REPLAY),
        },
        "book.explained": {"stored": lambda: stored},
    }
    for name, contents in modules.items():
        module = ModuleType(f"ldproof_proofs.{name}")
        vars(module).update(contents)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return entries
