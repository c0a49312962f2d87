"""A vector: a request, and what the reference answers to it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from ldproof.oracle.ops import answered
from ldproof.programs.messages import Message
from ldproof.rejections import Reason, Refused

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


def made(kind: str, cases: Iterable[Case], kept: Callable[[Answer], Answer]) -> Iterator[Vector]:
    """The vectors of some cases, each once: `kept` are the members of an answer that matter."""
    known: set[str] = set()
    for case in cases:
        try:
            answer, reason = kept(answered(case.request)), None
        except Refused as refusal:
            answer, reason = None, refusal.reason
        vector = Vector(kind, case.request, case.flags, answer, reason, case.more)
        if vector.id not in known:
            known.add(vector.id)
            yield vector
