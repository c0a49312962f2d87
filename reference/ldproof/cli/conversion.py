"""Parameters that are text stay what they are: typer would import pydantic to find that out, a third of a short answer."""

from typing import TYPE_CHECKING

import typer
from typer.core import TyperArgument, TyperOption

if TYPE_CHECKING:  # typer has these types, but keeps them to itself
    from typer._click import Command, Context


class WhereNeeded:
    """Typer's own converter, asked for only where a value is not of its type already."""

    def __init__(self, param: TyperArgument | TyperOption) -> None:
        self._typers = param.get_runtime_param

    def coerce(self, value: object, param: TyperArgument | TyperOption, ctx: "Context") -> object:
        """The value as the parameter's type."""
        asked: object = param.type_descriptor.annotation
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        if several and asked == list[str] and isinstance(value, list | tuple):
            return [*value]
        if not several and isinstance(asked, type) and isinstance(value, asked):
            return value
        found: object = self._typers().coerce(value, param=param, ctx=ctx)
        return found


def text_as_it_is(command: "Command") -> None:
    """Convert only what has to be."""
    for param in command.get_params(typer.Context(command, **command.context_settings)):  # with --help
        if isinstance(param, TyperArgument | TyperOption):
            converter = WhereNeeded(param)
            setattr(param, "get_runtime_param", lambda it=converter: it)  # noqa: B010  (typer asks it for this)
