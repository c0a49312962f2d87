"""Where the vectors come from: the files hold their requests, and `python -m tests.oracle` answers these again.

To add a vector, write its `request` and its `flags` into a group of its kind's file, or begin a group with its `op` and
`mechanism`; the file says what each flag means. Requests for formulas are combinations of their parameters
(`formulas`), those for draws have coins that meet edges (`draws`), and those at real sizes are long (`sizes`): these are
written down here, and not by hand.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ldproof.oracle.vectors import Vector, answer_vector
from ldproof.programs.program import Message


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
        if vector.vector_id not in known:
            known.add(vector.vector_id)
            yield vector


def split_parameters(text: str) -> dict[str, str]:
    """As they are written on the command line."""
    return dict(each.split("=") for each in text.split())
