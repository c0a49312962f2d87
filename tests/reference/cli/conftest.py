"""The command line, run in this process; a small ledger in the place of the real one; the schemas."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
class Anchor:
    formula: str


@dataclass(frozen=True)
class Evidence:
    words: str

    def text(self) -> str:
        return self.words


@dataclass(frozen=True)
class Claim:
    anchors: tuple[Anchor, ...] = (Anchor("shots.p"),)

    def statement(self, style: str) -> str:
        return {"text": "x <= y", "markdown": "$x \\le y$", "latex": "\\(x \\le y\\)"}[style]


@dataclass(frozen=True)
class Theorem:
    name: str
    evidence: Evidence = Evidence("proved given [Hoeffding]")
    assumes: tuple[str, ...] = ("Hoeffding",)
    opinions: Mapping[str, str] = field(default_factory=lambda: {"z3": "unsat"})
    claim: Claim = Claim()

    def derivation(self, style: str) -> str:
        return f"x\n  <= y   [by {style}]"


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
class Report:
    entry: Entry
    theorems: tuple[Theorem, ...]
    checks: tuple[Theorem, ...]
    seconds: float
    failure: str | None

    @property
    def evidence(self) -> str:
        return "failed" if self.failure else self.theorems[0].evidence.text()


SOUND = (Entry("shots.thm-4"), Entry("shots.thm-5", "refuted", uses=("shots.thm-4",)), Entry("sketch.eq-1"))
BROKEN = Entry("sketch.eq-2", fails="no proof of 1 < 0")


@dataclass
class Asked:
    """What the fake kernel was asked for."""

    provers: list[object] = field(default_factory=list)


@dataclass(frozen=True)
class Solver:
    name: str


@dataclass(frozen=True)
class Consultant:
    solvers: tuple[Solver, ...]
    directory: Path | None


@dataclass(frozen=True)
class Searching:
    consult: Consultant | None


@dataclass(frozen=True)
class Replaying:
    store: object


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture(params=[(*SOUND, BROKEN)])
def ledger(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, asked: Asked) -> Sequence[Entry]:
    """A ledger of these entries, instead of the real one."""

    def prove(entries: Iterable[Entry], prover: object) -> Iterator[Report]:
        asked.provers.append(prover)
        for entry in entries:
            theorems = () if entry.fails else (Theorem(f"{entry.name}.upper"),)
            yield Report(entry, theorems, (), 0.25, entry.fails)

    entries: Sequence[Entry] = request.param
    modules: dict[str, dict[str, object]] = {
        "ledger": {"ENTRIES": entries},
        "kernel.consult": {"SOLVERS": (Solver("z3"),), "Consultant": Consultant},
        "kernel.entries": {"run": prove},
        "kernel.prover": {"Searching": Searching, "Replaying": Replaying},
        "kernel.store": {"load": lambda: "the store"},
    }
    for name, contents in modules.items():
        module = ModuleType(f"ldproof_proofs.{name}")
        vars(module).update(contents)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return entries
