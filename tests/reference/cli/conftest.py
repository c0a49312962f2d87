"""The command line, run in this process; the schemas."""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import NoReturn

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


def no_number(name: str) -> NoReturn:
    """What JSON lacks."""
    raise ValueError(f"no number: {name}")


def conforming(name: str, text: str) -> object:
    """A JSON text that its schema accepts, as what it means."""
    thing: object = json.loads(text, parse_constant=no_number)
    validator(name).validate(thing)
    return thing


@cache
def validator(name: str) -> Draft202012Validator:
    """What accepts what one of our schemas says, after a look at the schema itself."""
    schema = json.loads(files("ldproof").joinpath(f"schemas/{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)
