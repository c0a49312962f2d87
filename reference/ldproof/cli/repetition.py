"""Commands whose options are not given twice: typer takes the last of two values and drops the first in silence."""

from collections import Counter
from typing import TYPE_CHECKING

import typer
from typer.core import TyperCommand, TyperOption

if TYPE_CHECKING:  # typer has this type, but keeps it to itself
    from typer._click import Context


class Once(TyperCommand):
    """A command; an option of it that has one value is given at most once."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """Parse the words. Help that is asked for comes first, and whoever completes a line is refused nothing."""
        words = [*args]
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            given = Counter(self.make_parser(ctx).parse_args(words)[2])
            for each, times in given.items():
                if isinstance(each, TyperOption) and not (each.is_flag or each.multiple) and times > 1:
                    raise typer.BadParameter(f"it is given {times} times, and has one value", ctx, each)
        return rest
