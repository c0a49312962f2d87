"""What a shell may complete: the names of formulas, mechanisms, claims and figures, and the keys that a name takes."""

from collections.abc import Callable

import typer

from ldproof.errors import Refused
from ldproof.names import find_named
from ldproof.registry import MECHANISMS, Request, all_formulas, request_of_function


def formula_names(incomplete: str) -> list[str]:
    """The formulas; only those of the system that is named, if one is."""
    return [*all_formulas().beginning(incomplete)]


def mechanism_names(incomplete: str) -> list[str]:
    """The mechanisms; only those of the system that is named, if one is."""
    return [*MECHANISMS.beginning(incomplete)]


def formula_keys(context: typer.Context) -> list[str]:
    """The parameters of the formula that is named."""
    return missing_keys(context, lambda name: find_named("formula", name, all_formulas()).request)


def mechanism_keys(context: typer.Context) -> list[str]:
    """The parameters of the mechanism that is named."""
    return missing_keys(context, lambda name: request_of_function(find_named("mechanism", name, MECHANISMS)))


def missing_keys(context: typer.Context, asked: Callable[[str], Request]) -> list[str]:
    """The keys that are not given yet, the budget's as long as none of them is."""
    try:
        wanted = asked(str(context.params["name"]))
    except Refused:
        return []
    given = {word.partition("=")[0] for word in context.params["given"] or ()}
    budget = () if given.intersection(wanted.budget) else wanted.budget
    return [f"{key}=" for key in (*wanted.required, *wanted.optional, *budget) if key not in given]
