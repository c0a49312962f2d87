"""The command line, run in this process; the schemas."""

import json
from collections.abc import Callable
from importlib.resources import files

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
