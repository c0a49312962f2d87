"""The command line, run in this process; its refusals; the schemas."""

import json
import shlex
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from ldproof.cli.main import app

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run `ldproof` with these arguments; the first may be several words, separated as in a shell."""

    def command(first: str, *others: str) -> Result:
        return CliRunner().invoke(app, [*shlex.split(first), *others], catch_exceptions=False)

    return command


def answer_of(run: Run, schema: str, *arguments: str, status: int = 0) -> dict[str, object]:
    """The object that a command answers with, as its schema has it; nothing is on standard error."""
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (status, "")
    found = conforming(schema, result.stdout)
    assert isinstance(found, dict)
    return found


def refusal_of(run: Run, words: str, *others: str, status: int = 2) -> dict[str, str]:
    """The refusal that a program reads, which people read as well; nothing is on standard output."""
    command, _, rest = words.partition(" ")
    result = run(f"{command} --json {rest}", *others)
    assert (result.exit_code, result.stdout) == (status, ""), words
    in_words, machine = result.stderr.splitlines()
    found = conforming("refusal", machine)
    assert isinstance(found, dict)
    asked = f"; asked: {json.dumps(found['request'])}" if "request" in found else ""
    assert in_words == f"ldproof: {found['what']} ({found['reason']}); accepted: {found['accepted']}{asked}"
    return found


def no_number(name: str) -> NoReturn:
    """Refuse a constant that JSON lacks."""
    raise ValueError(f"no number: {name}")


def conforming(name: str, text: str) -> object:
    """A JSON text that its schema accepts, parsed."""
    thing: object = json.loads(text, parse_constant=no_number)
    validator(name).validate(thing)
    return thing


@cache
def validator(name: str) -> Draft202012Validator:
    """The validator of one of our schemas, which is checked itself."""
    schema = json.loads(files("ldproof").joinpath(f"schemas/{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)
