"""A command that runs another program: every word after the first `--` is that program's, untouched."""

from collections.abc import Iterator, Sequence
from shlex import join
from typing import TYPE_CHECKING

import typer

from ldproof.cli.repetition import Once

if TYPE_CHECKING:  # typer has these types, but keeps them to itself
    from typer._click import Context, Parameter

END = "--"
"""What ends our own words."""
TWOFOLD = "--pair"
"""The option that takes two words at a time and may come again: typer knows only one or the other."""


class Running(Once):
    """A command that runs another program, and finds its words in `context.args`."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """Parse our own words, and leave the others over."""
        ours, others = parted(args)
        if END not in args and (words := forgotten(self.get_params(ctx), args)):
            raise typer.BadParameter(
                f"{words[0]!r} is no key=value; where it begins the program's own words, {END} goes before them: "
                f"... {END} {join(words)}",
                ctx,
            )
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


def forgotten(params: Sequence["Parameter"], words: Sequence[str]) -> Sequence[str]:
    """The words from the first one on that is neither ours nor `key=value`: the program's, where `--` was forgotten."""
    taken = {
        name: 2 if name == TWOFOLD else int(not getattr(param, "is_flag", False))
        for param in params
        for name in param.opts
    }
    named = skipped = 0
    for place, word in enumerate(words):
        if skipped:
            skipped -= 1
        elif word.startswith("-"):
            option, equals, _ = word.partition("=")
            if option not in taken:  # which is no option at all, and named by whoever parses them
                return ()
            skipped = 0 if equals else taken[option]
        elif named and "=" not in word:
            return words[place:]
        else:
            named = 1
    return ()


def one_by_one(words: Sequence[str]) -> Iterator[str]:
    """The words, an option that takes two of them named before either; another option is not one of the two."""
    awaited = 0
    for word in words:
        if awaited == 1 and not word.startswith(END):
            yield TWOFOLD
        awaited = 2 if word == TWOFOLD and not awaited else max(awaited - 1, 0)
        yield word
