"""Findings in the formats of GitHub's annotations, JUnit and SARIF."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from re import compile as pattern
from urllib.parse import quote
from xml.etree import ElementTree as ET

from ldproof.errors import Reason, Refused
from ldproof.parameters import Whole

# Where the source of a finding is: as tools that show findings beside code want to know it.

LINE = Whole(1, 10**9)
BEGINNING = 1024
"""So many bytes of a file show whether it is a text."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file."""

    file: Path
    line: int = 1

    @property
    def path_in_project(self) -> str | None:
        """The file as seen from the folder of the checkout that it is in; none where it is in no other folder than ours."""
        file, here = self.file.resolve(), Path.cwd()
        root = next((each for each in (here, *here.parents) if (each / ".git").exists()), here)
        return file.relative_to(root).as_posix() if file.is_relative_to(root) else None


def parse_source_line(text: str) -> Place:
    """The place that is written as FILE or FILE:LINE."""
    name, colon, line = text.rpartition(":")
    file, number = (Path(name), LINE.accept("line", line)) if colon and line.isdecimal() else (Path(text), 1)
    if not file.is_file():
        raise Refused(Reason.NO_SUCH_PLACE, f"{file}: there is no such file", "FILE or FILE:LINE")
    return Place(file, number)


def place_of_function(place: str) -> Place | None:
    """Where `module:function` is defined, if that is below this folder; nothing is imported."""
    module, _, name = place.partition(":")
    stem = Path(*module.split("."))
    for file in (stem.parent / f"{stem.name}.py", stem / "__init__.py"):
        if file.is_file():
            return Place(file, line_of_definition(file, name.split(".")))
    return None


def line_of_definition(file: Path, names: Sequence[str]) -> int:
    """The line in which a function, or a class's method, begins; the first line where it cannot be told."""
    try:
        body: Sequence[ast.stmt] = ast.parse(file.read_bytes()).body
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return 1
    line = 1
    for name in names:
        found = [
            each
            for each in body
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and each.name == name
        ]
        if not found:
            break
        line, body = found[-1].lineno, found[-1].body
    return line


def place_of_command(words: Sequence[str]) -> Place | None:
    """The first text file of the checkout among the words of a command: the interpreter is none, a script is."""
    for word in words:
        place = Place(Path(word))
        if is_text_file(place.file) and place.path_in_project is not None:
            return place
    return None


def is_text_file(file: Path) -> bool:
    """Whether there is such a file, and no program for a processor in it."""
    try:
        with file.open("rb") as content:
            return b"\0" not in content.read(BEGINNING)
    except (OSError, ValueError):  # no file, or no name of one
        return False


# Rules, and the problems that break them.


class Severity(StrEnum):
    """How serious a problem is."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class CheckRule:
    """What must hold, in a line, and what to do where it does not."""

    words: str
    help: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A broken rule: what it is about, a message, and the place of the source, if that is known."""

    rule: str
    about: str
    words: str
    place: Place | None = None
    level: Severity = Severity.ERROR


# Findings as GitHub shows them beside the code: a command to the runner in each line of standard output.

ESCAPED = {"%": "%25", "\r": "%0D", "\n": "%0A"}
"""What a message may not contain."""
ESCAPED_IN_PROPERTIES = ESCAPED | {":": "%3A", ",": "%2C"}


def github_annotations(results: Iterable[Problem], otherwise: str) -> Iterator[str]:
    """A line for each result; one that nothing is wrong, if there is none."""
    none = True
    for each in results:
        none = False
        yield workflow_command(
            each.level, each.words, title=f"{each.rule}: {each.about}", **annotation_location(each)
        )
    if none:
        yield workflow_command("notice", otherwise)


def annotation_location(result: Problem) -> dict[str, str]:
    """The file and the line, if there are any in the checkout."""
    place = result.place
    if place is None or place.path_in_project is None:
        return {}
    return {"file": place.path_in_project, "line": str(place.line)}


def workflow_command(name: str, message: str, **properties: str) -> str:
    """A command of a workflow, with what means something in it escaped."""
    listed = ",".join(
        f"{key}={escape_characters(text, ESCAPED_IN_PROPERTIES)}" for key, text in properties.items()
    )
    return f"::{name}{' ' * bool(listed)}{listed}::{escape_characters(message, ESCAPED)}"


def escape_characters(text: str, replaced: dict[str, str]) -> str:
    """Return a text in which each character that is a key of `replaced` has its code instead."""
    return "".join(replaced.get(each, each) for each in text)


# JUnit's XML: one suite of test cases.

LACKING = pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write."""


@dataclass(frozen=True, slots=True)
class ReportedCase:
    """A test case, and what is said of it."""

    room: str
    """Where it belongs: the name of a class elsewhere."""
    name: str
    words: str
    failure: tuple[str, str] | None = None
    """Why it failed, in a line and in full."""
    skipped: bool = False
    seconds: float | None = None


def junit_xml(tool: str, suite: str, cases: Sequence[ReportedCase], seconds: float | None = None) -> str:
    """The file."""
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(each.failure is not None for each in cases)),
        "errors": "0",
        "skipped": str(sum(each.skipped for each in cases)),
        **time_attribute(seconds),
    }
    suites = ET.Element("testsuites", {"name": tool, **counts})
    inside = ET.SubElement(suites, "testsuite", {"name": replace_unprintable(suite), **counts})
    for each in cases:
        case = ET.SubElement(
            inside,
            "testcase",
            {
                "classname": replace_unprintable(each.room),
                "name": replace_unprintable(each.name),
                **time_attribute(each.seconds),
            },
        )
        if each.failure is not None:
            line, whole = each.failure
            ET.SubElement(case, "failure", {"message": replace_unprintable(line)}).text = replace_unprintable(
                whole
            )
        if each.skipped:
            ET.SubElement(case, "skipped", {"message": replace_unprintable(each.words)})
        ET.SubElement(case, "system-out").text = replace_unprintable(each.words)
    ET.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode")


def replace_unprintable(text: str) -> str:
    """A text of which XML has every character: a mark stands for one that it lacks."""
    return LACKING.sub("\N{REPLACEMENT CHARACTER}", text)


def time_attribute(seconds: float | None) -> dict[str, str]:
    """Return the attribute of the time that a case took; none if that is unknown."""
    return {} if seconds is None else {"time": f"{seconds:.3f}"}


# SARIF 2.1.0: findings as code hosts show them.

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"
"""What a file's place is relative to: the folder of the checkout."""


def sarif_log(
    tool: str, rules: Mapping[str, CheckRule], results: Iterable[Problem], notes: Iterable[str] = ()
) -> dict[str, object]:
    """The file: rules with what each asks for, every finding, and notes on what was done."""
    listed = [*rules]
    driver = {
        "name": tool,
        "semanticVersion": version("ldproof"),
        "rules": [rule_descriptor(name, rule) for name, rule in rules.items()],
    }
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                **sarif_invocations(notes),
                "results": [{**sarif_result(each), "ruleIndex": listed.index(each.rule)} for each in results],
                "columnKind": "unicodeCodePoints",
            }
        ],
    }


def sarif_invocations(notes: Iterable[str]) -> dict[str, object]:
    """Return the SARIF property of a run's notes; none without notes."""
    told = [{"level": "note", "message": {"text": each}} for each in notes]
    done = {"executionSuccessful": True, "toolExecutionNotifications": told}
    return {"invocations": [done]} if told else {}


def rule_descriptor(name: str, rule: CheckRule) -> dict[str, object]:
    """A rule."""
    return {
        "id": name,
        "name": name,
        "shortDescription": {"text": rule.words},
        "fullDescription": {"text": rule.words},
        "help": {"text": rule.help},
    }


def sarif_result(found: Problem) -> dict[str, object]:
    """A finding; what it is about tells it from others when it is found again."""
    return {
        "ruleId": found.rule,
        "level": str(found.level),
        "message": {"text": found.words},
        "locations": [
            {
                **({} if found.place is None else {"physicalLocation": physical_location(found.place)}),
                "logicalLocations": [{"fullyQualifiedName": found.about}],
            }
        ],
        "partialFingerprints": {"about/v1": f"{found.rule}: {found.about}"},
    }


def physical_location(place: Place) -> dict[str, object]:
    """A line of a file, as seen from the checkout if it is in there."""
    within = place.path_in_project
    outside = {"uri": Path(place.file).resolve().as_uri()}
    return {
        "artifactLocation": outside if within is None else {"uri": quote(within), "uriBaseId": ROOT},
        "region": {"startLine": place.line},
    }
