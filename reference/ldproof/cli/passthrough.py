"""A command that runs another program: every word after the first `--` is that program's, untouched."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from typer.core import TyperCommand

if TYPE_CHECKING:  # typer has this type, but keeps it to itself
    from typer._click import Context

END = "--"
"""What ends our own words."""
TWOFOLD = "--pair"
"""The option that takes two words at a time and may come again: typer knows only one or the other."""


class Running(TyperCommand):
    """A command that runs another program, and finds its words in `context.args`."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """Parse our own words, and leave the others over."""
        ours, others = parted(args)
        super().parse_args(ctx, ours)
        ctx.args = others
        return others

    def collect_usage_pieces(self, ctx: "Context") -> list[str]:
        """The usage, with the other program in it."""
        return [*super().collect_usage_pieces(ctx), f"[{END} COMMAND...]"]


def parted(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Our own words, and those after the first `--`."""
    end = words.index(END) if END in words else len(words)
    return list(one_by_one(words[:end])), list(words[end + 1 :])


def one_by_one(words: Sequence[str]) -> Iterator[str]:
    """The words, an option that takes two of them named before either; another option is not one of the two."""
    awaited = 0
    for word in words:
        if awaited == 1 and not word.startswith(END):
            yield TWOFOLD
        awaited = 2 if word == TWOFOLD and not awaited else max(awaited - 1, 0)
        yield word
