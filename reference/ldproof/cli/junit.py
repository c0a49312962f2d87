"""JUnit's XML: one suite of test cases."""

from collections.abc import Sequence
from dataclasses import dataclass
from re import compile as pattern
from xml.etree import ElementTree as ET

LACKING = pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write."""


@dataclass(frozen=True, slots=True)
class Case:
    """A test case, and what is said of it."""

    room: str
    """Where it belongs: the name of a class elsewhere."""
    name: str
    words: str
    failure: tuple[str, str] | None = None
    """Why it failed, in a line and in full."""
    skipped: bool = False
    seconds: float | None = None


def junit(tool: str, suite: str, cases: Sequence[Case], seconds: float | None = None) -> str:
    """The file."""
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(each.failure is not None for each in cases)),
        "errors": "0",
        "skipped": str(sum(each.skipped for each in cases)),
        **time(seconds),
    }
    suites = ET.Element("testsuites", {"name": tool, **counts})
    inside = ET.SubElement(suites, "testsuite", {"name": printable(suite), **counts})
    for each in cases:
        case = ET.SubElement(
            inside,
            "testcase",
            {"classname": each.room, "name": printable(each.name), **time(each.seconds)},
        )
        if each.failure is not None:
            line, whole = each.failure
            ET.SubElement(case, "failure", {"message": printable(line)}).text = printable(whole)
        if each.skipped:
            ET.SubElement(case, "skipped", {"message": printable(each.words)})
        ET.SubElement(case, "system-out").text = printable(each.words)
    ET.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode")


def printable(text: str) -> str:
    """A text of which XML has every character: a mark stands for one that it lacks."""
    return LACKING.sub("\N{REPLACEMENT CHARACTER}", text)


def time(seconds: float | None) -> dict[str, str]:
    """How long it took, where that is known."""
    return {} if seconds is None else {"time": f"{seconds:.3f}"}
