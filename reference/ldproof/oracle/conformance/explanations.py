"""What explains most of a program's differences: a known slip, or else what they have in common. No proof."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ldproof.oracle.conformance.comparison import difference
from ldproof.oracle.conformance.replay import Outcome, Replayed
from ldproof.oracle.conformance.slip import Slip, given
from ldproof.oracle.conformance.slips import SLIPS
from ldproof.oracle.vectors.files import FLAGS
from ldproof.programs.messages import Message

MOST = 24
"""Of the answers that differ, and of those that do not, so many are looked at."""

TOLERATED = 2
"""A slip may have one right answer in so many against it: it may be made in a part of what is asked."""

FEW = 4
"""Fewer differences have anything in common."""

NEARLY_ALL, APART = 0.9, 0.5
"""What explains differences, or is common to them, is so of so many; what is common, of right answers fewer by so many."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What explains the most, and how much that is."""

    words: str
    reproduces: int
    of: int

    def __str__(self) -> str:
        return f"it is as if your program {self.words} (so {self.reproduces} of {self.of} such answers)"


def explained(replayed: Sequence[Replayed]) -> Explanation | None:
    """What explains nearly all differences of one op, and leaves what is right as it is."""
    valid = [each for each in replayed if each.vector.answer is not None]
    differing = [each for each in valid if each.outcome is Outcome.DIFFERS]
    names = {name_of(each) for each in differing}
    right = [each for each in valid if each.outcome is Outcome.AGREES and name_of(each) in names]
    return (slipped(some(differing), some(right)) or common(differing, right)) if differing else None


def name_of(replayed: Replayed) -> object:
    """The mechanism or the formula that was asked for."""
    return replayed.vector.request.get("mechanism", replayed.vector.request.get("formula"))


def some(replayed: Sequence[Replayed]) -> Sequence[Replayed]:
    """So many, from the first to the last."""
    return (
        [replayed[place * len(replayed) // MOST] for place in range(MOST)][:MOST]
        if len(replayed) > MOST
        else replayed
    )


def slipped(differing: Sequence[Replayed], right: Sequence[Replayed]) -> Explanation | None:
    """The slip that gives most of what the program answers."""
    found = Counter(slip.words for each in differing for slip in SLIPS if reproduced(slip, each))
    # The slips are listed in order, the plainest first: of those that reproduce as much, it is the first.
    for slip in sorted(SLIPS, key=lambda each: -found[each.words]):
        count = found[slip.words]
        if count < NEARLY_ALL * len(differing):
            return None
        if TOLERATED * sum(contradicted(slip, each) for each in right) <= len(right):
            return Explanation(slip.words, count, len(differing))
    return None


def reproduced(slip: Slip, replayed: Replayed) -> bool:
    """Whether the slip gives the program's answer, and not only what is right in it."""
    right, found = replayed.vector.answer or {}, replayed.answer
    if "error" in found:
        return False  # whatever made it refuse, no answer is reproduced
    return any(
        same(each, found) and not same(right, each)
        for answer in slip.answers(replayed.vector.request)
        for each in (answer, bare(answer))
    )


def contradicted(slip: Slip, replayed: Replayed) -> bool:
    """Whether the slip gives other answers than the program's."""
    answers = [*slip.answers(replayed.vector.request)]
    if not answers:
        return slip.refuses(replayed.vector.request)
    return not any(same(bare(each), replayed.answer) for each in answers)


def bare(answer: Message) -> Message:
    """An answer without what is read for it, which few slips know."""
    return {name: thing for name, thing in answer.items() if name != "taken"}


def same(mistaken: Message, found: Message) -> bool:
    """Whether an answer is the mistaken one."""
    return difference(mistaken, found) is None


def common(differing: Sequence[Replayed], right: Sequence[Replayed]) -> Explanation | None:
    """What nearly all differences have, and most right answers have not."""
    here, there = (Counter(what for each in some for what in traits(each)) for some in (differing, right))

    def apart(what: str) -> float:
        return here[what] / len(differing) - there[what] / max(1, len(right))

    best = max(here, key=apart, default="")
    if len(differing) < FEW or here[best] < NEARLY_ALL * len(differing) or apart(best) < APART:
        return None
    return Explanation(f"erred where {best}", here[best], len(differing))


def traits(replayed: Replayed) -> Iterator[str]:
    """What can be said of a request: its flags, its words, and where the numbers of reports and of dummies stand."""
    known = given(replayed.vector.request)
    yield from (FLAGS[replayed.vector.kind][flag] for flag in replayed.vector.flags)
    yield from (f"{name} is {thing}" for name, thing in known.items() if thing.isalpha())
    if "m" in known:
        m, r = known["m"], known.get("r", "0")
        yield "m is 1" if m == "1" else "m is more than 1"
        yield "m is T" if m == known.get("T") else "m is less than T"
        yield f"r is {r}" if r in ("0", "1") else "r is neither 0 nor 1"


def each_explained(replayed: Iterable[Replayed]) -> Mapping[str, Explanation]:
    """By op, what explains the differences, where anything does."""
    by_op: dict[str, list[Replayed]] = {}
    for each in replayed:
        by_op.setdefault(str(each.vector.request["op"]), []).append(each)
    found = {op: explained(answers) for op, answers in by_op.items()}
    return {op: each for op, each in found.items() if each is not None}
