"""The arguments and options that several commands have, and what a shell may complete of them."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click
from click.shell_completion import CompletionItem

from ldproof.errors import Refused
from ldproof.names import find_named

if TYPE_CHECKING:  # the registry is slow to import, and only whoever completes words needs it
    from ldproof.registry import Request

Callback: TypeAlias = Callable[..., None]
Decorator: TypeAlias = Callable[[Callback], Callback]
"""What adds a parameter to a command's function."""
Completion: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
"""What a shell is offered: from the words before, the parameter, and how the word begins that is typed."""

FILE = click.Path(path_type=Path)
"""A path, whatever is there."""


def complete_names(names: Callable[[str], Iterable[str]]) -> Completion:
    """Complete names, of which those are given that begin so."""

    def offer_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(each) for each in names(incomplete) if each.startswith(incomplete)]

    return offer_names


def complete_keys(request_of: "Callable[[str], Request]") -> Completion:
    """Complete the keys of what is named that are not given yet; behind `--`, files.

    The budget's keys are offered as long as none of them is given.
    """

    def offer_keys(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
        if context.args:
            return [CompletionItem(incomplete, type="file")]
        try:
            wanted = request_of(str(context.params["name"]))
        except Refused:
            return []
        given = {word.partition("=")[0] for word in context.params["given"] or ()}
        budget = () if given.intersection(wanted.budget) else wanted.budget
        keys = [each for each in (*wanted.required, *wanted.optional, *budget) if each not in given]
        return [CompletionItem(f"{key}=") for key in keys if key.startswith(incomplete)]

    return offer_keys


def mechanism_argument(
    help_text: str = "The mechanism, as `sketch.cms` or `cms`.",
    *,
    others: Sequence[str] = (),
    required: bool = True,
) -> Decorator:
    """The argument `name`, which names a mechanism or one of the other things."""
    return click.argument(
        "name",
        metavar="MECHANISM",
        required=required,
        help=help_text,
        shell_complete=complete_names(lambda beginning: [*mechanism_names(beginning), *others]),
    )


def formula_argument(help_text: str) -> Decorator:
    """The argument `name`, which names a formula and may be left out."""
    return click.argument(
        "name",
        metavar="[NAME]",
        required=False,
        help=help_text,
        shell_complete=complete_names(formula_names),
    )


def parameters_argument(
    help_text: str = "Its parameters, as exact numbers.", request_of: "Callable[[str], Request] | None" = None
) -> Decorator:
    """The argument `given`, words that are `key=value`; the keys are a mechanism's unless they are another request's."""
    return click.argument(
        "given",
        metavar="[key=value]...",
        nargs=-1,
        help=help_text,
        shell_complete=complete_keys(mechanism_request if request_of is None else request_of),
    )


def mechanism_names(beginning: str) -> Iterable[str]:
    """The names of mechanisms that may begin so."""
    from ldproof.registry import MECHANISMS  # noqa: PLC0415

    return MECHANISMS.names_with_prefix(beginning)


def formula_names(beginning: str) -> Iterable[str]:
    """The names of formulas that may begin so."""
    from ldproof.registry import all_formulas  # noqa: PLC0415

    return all_formulas().names_with_prefix(beginning)


def formula_request(name: str) -> "Request":
    """The parameters of the formula of a name; refuses an unknown one."""
    from ldproof.registry import all_formulas  # noqa: PLC0415

    return find_named("formula", name, all_formulas()).request


def mechanism_request(name: str) -> "Request":
    """The parameters of the mechanism of a name; refuses an unknown one."""
    from ldproof.registry import MECHANISMS, complete_mechanism, request_of_function  # noqa: PLC0415

    return request_of_function(MECHANISMS[complete_mechanism(name)])


def json_option(help_text: str = "Answer with one JSON object.") -> Decorator:
    """The option `--json`, as `machine`."""
    return click.option("--json", "machine", is_flag=True, help=help_text)


def format_option(
    forms: Iterable[str], first: str, help_text: str = "How the outcome is written."
) -> Decorator:
    """The option `--format`, as `form`: one of the forms, and the first of them if nothing is said."""
    return click.option("--format", "form", type=click.Choice([*forms]), default=first, help=help_text)


def select_form(form: str, *, machine: bool, first: str) -> str:
    """The form that is asked for by `--format` or by `--json`; refuses both, unless they agree."""
    if machine and form not in {first, "json"}:
        raise click.UsageError("--json is a format, and --format names one too")
    return "json" if machine else form


def file_option(name: str, help_text: str, *, metavar: str = "FILE") -> Decorator:
    """An option that is a path."""
    return click.option(name, metavar=metavar, type=FILE, help=help_text)


def digits_option() -> Decorator:
    """The option `--digits`."""
    return click.option(
        "--digits", metavar="N", default="20", help="How many digits an irrational value gets."
    )
