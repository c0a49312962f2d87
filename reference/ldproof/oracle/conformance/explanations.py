"""The known slip that explains most of a program's differences: an explanation, and no proof."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ldproof.oracle.conformance.comparison import difference
from ldproof.oracle.conformance.replay import Outcome, Replayed
from ldproof.oracle.conformance.slips import SLIPS
from ldproof.programs.messages import Message

MOST = 24
"""Of draws, so many are replayed with slips."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The slip that reproduces the most, and how much that is."""

    words: str
    reproduces: int
    of: int

    def __str__(self) -> str:
        return f"it is as if your program {self.words} (so {self.reproduces} of {self.of} such answers)"


def explained(differing: Sequence[Replayed]) -> Explanation | None:
    """The slip that explains most of some differences of one op; nothing where none explains half of them."""
    valid = [each for each in differing if each.outcome is Outcome.DIFFERS and each.vector.answer is not None]
    looked = valid[:MOST]
    found = Counter(words for each in looked for words in reproducing(each))
    if not looked or not found:
        return None
    # The slips are listed in order, the plainest first: of those that reproduce as much, it is the first.
    best = max(found.values())
    words = next(each.words for each in SLIPS if found[each.words] == best)
    return Explanation(words, best, len(looked)) if 2 * best > len(looked) else None


def reproducing(replayed: Replayed) -> Iterator[str]:
    """The slips that give what the program answered."""
    found = {name: thing for name, thing in replayed.answer.items() if name != "taken"}
    for slip in SLIPS:
        if any(same(answer, found) for answer in slip.answers(replayed.vector.request)):
            yield slip.words


def same(mistaken: Message, found: Message) -> bool:
    """Whether an answer is the mistaken one."""
    return difference(mistaken, found) is None


def each_explained(replayed: Iterable[Replayed]) -> Mapping[str, Explanation]:
    """By op, what explains the differences, where anything does."""
    by_op: dict[str, list[Replayed]] = {}
    for each in replayed:
        by_op.setdefault(str(each.vector.request["op"]), []).append(each)
    found = {op: explained(some) for op, some in by_op.items()}
    return {op: each for op, each in found.items() if each is not None}
