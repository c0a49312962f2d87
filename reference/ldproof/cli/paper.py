"""The console that progress is shown on, and what does not fit in columns."""

from rich.console import Console

from ldproof.cli.columns import WIDE


class Paper(Console):
    """A console that leaves it to `end_with_status` what becomes of a program whose reader went away."""

    def on_broken_pipe(self) -> None:
        """Pass it on."""
        raise BrokenPipeError


def literal_console(*, error: bool = False) -> Console:
    """A console that takes text literally."""
    console = Paper(stderr=error, markup=False, highlight=False, emoji=False)
    if not console.is_terminal:
        console.width = WIDE
    return console
