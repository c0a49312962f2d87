"""SARIF 2.1.0: findings as code hosts show them."""

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote

from ldproof.cli.places import Place
from ldproof.cli.results import Result, Rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"
"""What a file's place is relative to: the folder of the checkout."""


def sarif(
    tool: str, rules: Mapping[str, Rule], results: Iterable[Result], notes: Iterable[str] = ()
) -> dict[str, object]:
    """The file: rules with what each asks for, every finding, and notes on what was done."""
    listed = [*rules]
    driver = {
        "name": tool,
        "semanticVersion": version("ldproof"),
        "rules": [descriptor(name, rule) for name, rule in rules.items()],
    }
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                **invoked(notes),
                "results": [{**result(each), "ruleIndex": listed.index(each.rule)} for each in results],
                "columnKind": "unicodeCodePoints",
            }
        ],
    }


def invoked(notes: Iterable[str]) -> dict[str, object]:
    """How it was run, where there is something to say of that."""
    told = [{"level": "note", "message": {"text": each}} for each in notes]
    done = {"executionSuccessful": True, "toolExecutionNotifications": told}
    return {"invocations": [done]} if told else {}


def descriptor(name: str, rule: Rule) -> dict[str, object]:
    """A rule."""
    return {
        "id": name,
        "name": name,
        "shortDescription": {"text": rule.words},
        "fullDescription": {"text": rule.words},
        "help": {"text": rule.help},
    }


def result(found: Result) -> dict[str, object]:
    """A finding; what it is about tells it from others when it is found again."""
    return {
        "ruleId": found.rule,
        "level": str(found.level),
        "message": {"text": found.words},
        "locations": [
            {
                **({} if found.place is None else {"physicalLocation": physical(found.place)}),
                "logicalLocations": [{"fullyQualifiedName": found.about}],
            }
        ],
        "partialFingerprints": {"about/v1": f"{found.rule}: {found.about}"},
    }


def physical(place: Place) -> dict[str, object]:
    """A line of a file, as seen from the checkout if it is in there."""
    within = place.within
    outside = {"uri": Path(place.file).resolve().as_uri()}
    return {
        "artifactLocation": outside if within is None else {"uri": quote(within), "uriBaseId": ROOT},
        "region": {"startLine": place.line},
    }
