"""Where the requests of the shipped vectors come from: `python -m tests.oracle` answers them and writes the files.

A kind's file says what each flag means; a new flag is described there.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ldproof.oracle.vectors import Vector, answer_vector
from ldproof.programs.messages import Message


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked, and why."""

    request: Message
    flags: tuple[str, ...] = ()


def make_vectors(kind: str, cases: Iterable[Case], members: Iterable[str] | None = None) -> Iterator[Vector]:
    """The vectors of some cases, each once, with these members of their answers, or all."""
    known: set[str] = set()
    for case in cases:
        vector = answer_vector(kind, case.request, case.flags, members)
        if vector.id not in known:
            known.add(vector.id)
            yield vector


def split_parameters(text: str) -> dict[str, str]:
    """As they are written on the command line."""
    return dict(each.split("=") for each in text.split())
