"""Findings as code hosts read them: SARIF 2.1.0 by its published schema, and the lines that GitHub's runner obeys.

`sarif-2.1.0-rtm.5.json` is the schema as schemastore.org publishes it and Microsoft's package `@microsoft/jest-sarif`
1.0.0-beta.0 ships it (MIT licence).
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote

from jsonschema import Draft4Validator

from ldproof.cli.ci import ROOT

SCHEMA = json.loads(Path(__file__).with_name("sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
Draft4Validator.check_schema(SCHEMA)


def validated(text: str) -> tuple[Mapping[str, str], list[dict[str, object]]]:
    """The rules, by what they ask for, and the results, of a file that has all that GitHub asks for."""
    thing = json.loads(text)
    Draft4Validator(SCHEMA, format_checker=Draft4Validator.FORMAT_CHECKER).validate(thing)
    assert thing["version"] == "2.1.0"
    (ran,) = thing["runs"]
    driver = ran["tool"]["driver"]
    for rule in driver["rules"]:
        assert all(rule[each]["text"] for each in ("shortDescription", "fullDescription", "help"))
    names = [rule["id"] for rule in driver["rules"]]
    for each in ran["results"]:
        assert names[each["ruleIndex"]] == each["ruleId"]
        assert each["message"]["text"]
        assert len(each["locations"]) == 1
    return {rule["id"]: rule["shortDescription"]["text"] for rule in driver["rules"]}, ran["results"]


def shown(result: Mapping[str, object]) -> tuple[str, int]:
    """The file, as seen from the checkout, and the line."""
    match result["locations"]:
        case [{"physicalLocation": {"artifactLocation": location, "region": {"startLine": int(line)}}}]:
            assert location["uriBaseId"] == ROOT
            return unquote(location["uri"]), line
        case other:
            raise AssertionError(f"no place: {other}")


def annotated(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The commands in lines, as GitHub's runner reads them: a name, properties, a message."""
    found = []
    for line in text.splitlines():
        match = re.fullmatch("::([a-z]+)( [^:]*)?::(.*)", line)
        assert match is not None, line
        name, properties, message = match.groups()
        pairs = (each.partition("=") for each in (properties or "").strip().split(",") if each)
        found.append((name, {key: unescape(value) for key, _, value in pairs}, unescape(message)))
    return found


def unescape(text: str) -> str:
    """Return the unescaped text; the code of `%` is last, as in the runner."""
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, character)
    return text
