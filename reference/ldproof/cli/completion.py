"""What a shell may complete: the names of formulas, mechanisms, claims and figures, and the keys that a name takes."""

from collections.abc import Callable

import typer

from ldproof.errors import Refused
from ldproof.names import find
from ldproof.registry import MECHANISMS, Request, formulas, request


def formula_names(incomplete: str) -> list[str]:
    """The formulas; only those of the system that is named, if one is."""
    return [*formulas().beginning(incomplete)]


def mechanism_names(incomplete: str) -> list[str]:
    """The mechanisms; only those of the system that is named, if one is."""
    return [*MECHANISMS.beginning(incomplete)]


def formula_keys(context: typer.Context) -> list[str]:
    """The parameters of the formula that is named."""
    return keys(context, lambda name: find("formula", name, formulas()).request)


def mechanism_keys(context: typer.Context) -> list[str]:
    """The parameters of the mechanism that is named."""
    return keys(context, lambda name: request(find("mechanism", name, MECHANISMS)))


def keys(context: typer.Context, asked: Callable[[str], Request]) -> list[str]:
    """The keys that are not given yet, the budget's as long as none of them is."""
    try:
        wanted = asked(str(context.params["name"]))
    except Refused:
        return []
    given = {word.partition("=")[0] for word in context.params["given"] or ()}
    budget = () if given.intersection(wanted.budget) else wanted.budget
    return [f"{key}=" for key in (*wanted.required, *wanted.optional, *budget) if key not in given]
