"""An option that has one value is given at most once, whichever command it is of."""

from enum import Enum
from typing import get_args

import pytest
import typer
from typer.core import TyperOption

from ldproof.cli.commands import COMMANDS, command, others
from tests.reference.cli.conftest import Run

SINGLE = [
    (name, each)
    for name in (*COMMANDS, *others())
    for each in command(name).params
    if isinstance(each, TyperOption) and not (each.is_flag or each.multiple)
]


def value(option: TyperOption) -> str:
    """One that it takes."""
    kind = option.type_descriptor.annotation
    choices = [*kind] if isinstance(kind, type) and issubclass(kind, Enum) else get_args(kind)
    return next((each for each in choices if isinstance(each, str)), "1")


def test_there_are_such_options() -> None:
    assert {name for name, _ in SINGLE} >= {"audit", "law", "eval", "prove", "conform"}


@pytest.mark.parametrize(("name", "option"), SINGLE, ids=lambda each: getattr(each, "name", each))
def test_an_option_with_one_value_is_given_once(name: str, option: TyperOption) -> None:
    asked, words = command(name), [option.opts[0], value(option)]
    arguments = ["1" for each in asked.params if not isinstance(each, TyperOption)][:1]
    asked.make_context(name, [*arguments, *words])
    with pytest.raises(typer.BadParameter, match="it is given 2 times, and has one value") as refusal:
        asked.make_context(name, [*arguments, *words, *words])
    assert refusal.value.param is option
    asked.make_context(name, [*arguments, *words, *words], resilient_parsing=True)  # whoever completes a line


def test_help_comes_first(run: Run) -> None:
    words = ("law", "shots.report", "T=3", "m=1", "odds=3", "--input", "101", "--input", "000")
    refused = run(*words)
    assert (refused.exit_code, "'--input': it is given 2 times" in refused.output) == (2, True)
    assert run(*words, "--help").exit_code == 0


def test_a_flag_may_be_repeated(run: Run) -> None:
    assert run("eval", "shots.p", "T=3", "m=1", "r=0", "odds=3", "--json", "--json").exit_code == 0
