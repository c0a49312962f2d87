"""A program that is running before its start is known."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ldproof.auditor.draw.sources import CommandSource, Identity, Sampler


@dataclass(frozen=True, slots=True)
class Slow:
    """A command, and the seconds for which its start is not known."""

    command: tuple[str, ...]
    seconds: float

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        with CommandSource(self.command, "black-box", {}).open() as sample:
            time.sleep(self.seconds)
            yield sample

    def identity(self) -> Identity:
        """Its command."""
        return {"slow": list(self.command)}
