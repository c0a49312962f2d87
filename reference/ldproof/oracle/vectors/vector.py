"""A test vector: a request with the reference's answer, as shipped or of a folder."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

from ldproof.errors import Reason, Refused
from ldproof.oracle.ops import answer_request
from ldproof.programs.messages import Message

# A vector: a request, and what the reference answers to it.

KINDS = ("formula", "law", "randomize", "estimate", "decide", "privacy", "rejection")
"""A file each."""

IDENTIFIED = 5
"""The bytes of a vector's name: so many that no two of some thousand vectors are named alike."""

Answer = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked, and why."""

    request: Message
    flags: tuple[str, ...] = ()
    more: Answer = field(default_factory=dict)
    """What the vector says besides."""


@dataclass(frozen=True, slots=True)
class Vector:
    """A request without its number; what its answer must have, or why it must be refused."""

    kind: str
    request: Message
    flags: tuple[str, ...]
    answer: Answer | None
    reason: Reason | None
    more: Answer = field(default_factory=dict)

    @property
    def id(self) -> str:
        """A name that depends on the request alone, so that it stays when others come and go."""
        asked = json.dumps([self.kind, self.request, self.more], sort_keys=True)
        return blake2b(asked.encode(), digest_size=IDENTIFIED).hexdigest()


def make_vectors(kind: str, cases: Iterable[Case], kept: Callable[[Answer], Answer]) -> Iterator[Vector]:
    """The vectors of some cases, each once: `kept` are the members of an answer that matter."""
    known: set[str] = set()
    for case in cases:
        try:
            answer, reason = kept(answer_request(case.request)), None
        except Refused as refusal:
            answer, reason = None, refusal.reason
        vector = Vector(kind, case.request, case.flags, answer, reason, case.more)
        if vector.id not in known:
            known.add(vector.id)
            yield vector


# The vectors that are shipped, or those of a folder.


def shipped_folder() -> Traversable:
    """Where they lie."""
    return files("ldproof").joinpath("vectors/v1")


def read_vectors(folder: Traversable | None = None, kinds: Iterable[str] = KINDS) -> Iterator[Vector]:
    """Every vector, kind by kind."""
    for kind in kinds:
        place = (folder or shipped_folder()).joinpath(f"{kind}.json")
        for group in json.loads(place.read_text(encoding="ascii"))["groups"]:
            about = {name: group[name] for name in ("op", "mechanism", "formula") if name in group}
            for each in group["vectors"]:
                reason = Reason(each["reason"]) if "reason" in each else None
                more = {name: each[name] for name in ("attained",) if name in each}
                asked = {**about, **each["request"]}
                yield Vector(kind, asked, tuple(each["flags"]), each.get("answer"), reason, more)


# Whether an answer is the one that a vector gives: the same word for word, but for two enclosures of one number.


def is_consistent_answer(said: object, told: object) -> bool:
    """Whether what is told can be what is said: all members of an object, and of a law whatever its order."""
    if isinstance(said, Mapping):
        if not isinstance(told, Mapping):
            return False
        if "lower" in said:
            return is_consistent_enclosure(said, told)
        return all(name in told and is_consistent_answer(each, told[name]) for name, each in said.items())
    if isinstance(said, list):
        if not isinstance(told, list) or len(said) != len(told):
            return False
        return all(map(is_consistent_answer, sort_law(said), sort_law(told)))
    return type(said) is type(told) and said == told


def is_consistent_enclosure(said: Mapping[str, object], told: Mapping[str, object]) -> bool:
    """Whether a number between two decimals can be the one that is told, exactly or between two others."""
    rest = {name: each for name, each in said.items() if name not in ("lower", "upper")}
    if not is_consistent_answer(rest, told):
        return False
    ends = (told.get("exact", told.get("lower")), told.get("exact", told.get("upper")))
    if not all(isinstance(each, str) and each != "inf" for each in ends):
        return False
    low, high = (Fraction(str(each)) for each in ends)
    return low <= Fraction(str(said["upper"])) and Fraction(str(said["lower"])) <= high


def sort_law(things: list[object]) -> list[object]:
    """The probabilities of a law by their outputs; anything else as it stands."""
    if all(isinstance(each, Mapping) and "output" in each for each in things):
        return sorted(things, key=lambda each: str(each["output"]) if isinstance(each, Mapping) else "")
    return things
