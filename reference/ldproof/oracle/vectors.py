"""Test vectors: requests of the protocol with the reference's answers, as files for any language.

from ldproof.oracle.vectors import read_vectors

for vector in read_vectors():  # those that are shipped
    vector.request  # the whole request, but for its `id`
    vector.answer  # members that its answer must have; None where it must be refused
    vector.reason  # why

The files hold the requests, and are the only place where they are; here they are answered.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import groupby
from pathlib import Path
from typing import Any

from ldproof.errors import Reason, Refused
from ldproof.mechanisms import LEVELS, Level, list_space, to_text
from ldproof.numbers import Elementary, Exact, Symbol, Term
from ldproof.oracle.comments import (
    answer_doubles,
    comment_on_answer,
    comment_on_refusal,
    draw_steps_member,
)
from ldproof.oracle.hashes import answer_hash
from ldproof.oracle.operations import answer_request, find_mechanism, read_parameters
from ldproof.oracle.samples import answer_sample
from ldproof.parameters import Schema
from ldproof.programs.program import Message, Parameters
from ldproof.registry import Formula, all_formulas

# A vector: a request, and what the reference answers to it.

KINDS = ("formula", "law", "randomize", "estimate", "decide", "privacy", "rejection")
"""The kinds of vectors that are requests of the protocol, each with a file."""

ALL_KINDS = (*KINDS, "hash", "sample")
"""The kinds of vectors, among them hashes and what programs draw from coins of their own."""

SUBJECTS = ("mechanism", "formula", "family")
"""The members of a request that name what it is about."""

IDENTIFIED = 5
"""The bytes of a vector's name: so many that no two of some thousand vectors are named alike."""

MOST = 64
"""The event of `privacy` is listed where there are at most so many outputs."""

Answer = Mapping[str, object]

BESIDE = ("comment", "double", "steps")
"""The members of a vector that help to read it, and that an answer is not compared with."""


@dataclass(frozen=True, slots=True)
class Vector:
    """A request without its number; what its answer must have, or why it must be refused."""

    kind: str
    request: Message
    flags: tuple[str, ...]
    answer: Answer | None
    reason: Reason | None
    more: Answer = field(default_factory=dict)
    """Further members of the vector."""
    beside: Answer = field(default_factory=dict, compare=False)
    """What is read from a file of the members that are compared with nothing, see `BESIDE`."""
    refusal: str = field(default="", compare=False)
    """The words in which the reference refuses; empty if the vector is read from a file."""

    @property
    def vector_id(self) -> str:
        """A digest of the request, so that it stays when other vectors come and go."""
        asked = json.dumps([self.kind, self.request, self.more], sort_keys=True)
        return blake2b(asked.encode(), digest_size=IDENTIFIED).hexdigest()


def answer_vector(
    kind: str,
    request: Message,
    flags: tuple[str, ...] = (),
    members: Iterable[str] | None = None,
    more: Answer | None = None,
) -> Vector:
    """The vector of a request with the reference's answer, or some members of it, or why it refuses."""
    try:
        found = reference_answer(request)
    except Refused as refusal:
        return Vector(kind, request, flags, None, refusal.reason, more or {}, refusal=str(refusal))
    answer = found if members is None else {name: found[name] for name in members}
    return Vector(kind, request, flags, answer, None, more or {})


def reference_answer(request: Message) -> Message:
    """The reference's answer to a request of the protocol, or to one that vectors alone have."""
    match request["op"]:
        case "hash":
            return answer_hash(request)
        case "sample":
            return answer_sample(request)
        case _:
            return answer_request(request)


def helpful_members(vector: Vector) -> Answer:
    """The members `comment`, `double` and `steps` of a vector, worked out anew."""
    steps = draw_steps_member(vector.request) if vector.kind == "randomize" else {}
    if vector.answer is None:
        return {"comment": comment_on_refusal(vector.request, vector.refusal, steps), **steps}
    comment = comment_on_answer(vector.request, vector.answer, steps, vector.more)
    return {"comment": comment, **answer_doubles(vector.answer), **steps}


def privacy_vector(name: str, given: Parameters, level: Level) -> Vector | None:
    """The tight privacy at a level, with two neighbours and an event that attain it; None if outputs are too many."""
    known = find_mechanism(name, given)
    try:
        outputs = list_space(known.outputs)
    except Refused:  # too many to list
        return None
    if len(outputs) > MOST:
        return None
    privacy = known.privacy(level)
    likely, unlikely = known.secrets.write(privacy.likely), known.secrets.write(privacy.unlikely)
    event = [to_text(known.outputs, each) for each in outputs if privacy.event(each)]
    request = {"op": "law", "mechanism": name, "parameters": given, "input": likely, "output": event[0]}
    attained = {"level": level, "likely": likely, "unlikely": unlikely, "event": event}
    return answer_vector("privacy", request, (level,), [level], {"attained": attained})


def recompute_vector(vector: Vector) -> Vector:
    """The vector of the same request and flags, answered anew."""
    if vector.kind == "privacy":
        name, given = vector.request["mechanism"], read_parameters(vector.request["parameters"])
        (level,) = (each for each in LEVELS if each in vector.flags)
        if (found := privacy_vector(str(name), given, level)) is None:
            raise Refused(Reason.TOO_MANY_OUTCOMES, f"too many outputs of {name}", f"at most {MOST}")
        return found
    return answer_vector(vector.kind, vector.request, vector.flags, ["law"] if vector.kind == "law" else None)


# The vectors that are shipped, or those of a folder.


def shipped_folder() -> Traversable:
    """The folder of the shipped files."""
    return files("ldproof").joinpath("vectors/v1")


def read_vector_file(kind: str, folder: Traversable | None = None) -> dict[str, Any]:
    """Read a kind's file, among those that are shipped or in a folder."""
    found: dict[str, Any] = json.loads(
        (folder or shipped_folder()).joinpath(f"{kind}.json").read_text(encoding="ascii")
    )
    return found


def read_vectors(folder: Traversable | None = None, kinds: Iterable[str] = KINDS) -> Iterator[Vector]:
    """Read the vectors of some kinds, among those that are shipped or in a folder."""
    for kind in kinds:
        for group in read_vector_file(kind, folder)["groups"]:
            about = {name: group[name] for name in ("op", *SUBJECTS) if name in group}
            for each in group["vectors"]:
                reason = Reason(each["reason"]) if "reason" in each else None
                more, beside = (
                    {name: each[name] for name in names if name in each} for names in (("attained",), BESIDE)
                )
                asked = {**about, **each["request"]}
                yield Vector(kind, asked, tuple(each["flags"]), each.get("answer"), reason, more, beside)


@cache
def shipped_head(kind: str) -> Mapping[str, Any]:
    """The members of a kind's file beside its groups: among them, what each flag means."""
    return {name: each for name, each in read_vector_file(kind).items() if name != "groups"}


# The files: a kind's vectors, one to a line, in groups; and their schemas, which are data.


def write_vector_files(folder: Path) -> None:
    """Write the requests that are shipped, answered again, with their schemas beside them."""
    for kind in ALL_KINDS:
        write_kind(folder, kind, map(recompute_vector, read_vectors(kinds=[kind])))


def write_kind(
    folder: Path, kind: str, found: Iterable[Vector], members: Mapping[str, Schema] | None = None
) -> None:
    """Write a kind's file, and its schema: the one that is shipped, with other schemas of these members."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{kind}.json").write_text(format_kind(kind, found), encoding="ascii")
    shipped = json.loads(shipped_folder().joinpath(f"{kind}.schema.json").read_text(encoding="ascii"))
    described = json.dumps(replace_members(shipped, members or {}), indent=1)
    (folder / f"{kind}.schema.json").write_text(f"{described}\n", encoding="ascii")


def replace_members(schema: object, members: Mapping[str, Schema]) -> object:
    """A schema in which members of these names have these schemas, wherever they are texts, enumerations or lists."""
    match schema:
        case list():
            return [replace_members(each, members) for each in schema]
        case dict():
            found: dict[str, object] = {}
            for name, each in schema.items():
                match name in members, each:
                    case True, {"type": "array"}:
                        found[name] = {**each, "items": members[name]}
                    case True, {"type": "string"} | {"enum": _}:
                        found[name] = members[name]
                    case _:
                        found[name] = replace_members(each, members)
            return found
        case _:
            return schema


def format_kind(kind: str, found: Iterable[Vector]) -> str:
    """The text of a kind's file, with one vector to a line."""
    vectors = sorted(found, key=group_key)
    every = ",\n".join(format_group(name, [*each]) for name, each in groupby(vectors, key=group_key))
    head = {**shipped_head(kind), "numberOfTests": len(vectors)}
    return f'{compact_json(head)[:-1]},"groups":[\n{every}\n]}}\n'


def group_key(vector: Vector) -> tuple[str, str]:
    """The key of a vector's group: its mechanism, formula or family, and its operation."""
    asked = vector.request
    return next(str(asked[name]) for name in SUBJECTS if name in asked), str(asked["op"])


def format_group(name: tuple[str, str], found: Sequence[Vector]) -> str:
    """The text of a group of vectors, which have the same mechanism, formula or family and the same operation."""
    what, op = name
    head: dict[str, object] = {"id": f"{op} {what}", "op": op, subject_member(op): what}
    if op == "eval":
        head["notes"] = all_formulas()[what].summary
        if (said := closed_form(all_formulas()[what])) is not None:
            head["closed_form"] = said
    lines = ",\n".join(compact_json(vector_as_json(each)) for each in found)
    return f'{compact_json(head)[:-1]},"vectors":[\n{lines}\n]}}'


def subject_member(op: str) -> str:
    """The member of a request that names its mechanism, formula or family."""
    return {"eval": "formula", "hash": "family"}.get(op, "mechanism")


def vector_as_json(vector: Vector) -> Mapping[str, object]:
    """A vector as a JSON object of a file."""
    asked = {
        name: value
        for name, value in vector.request.items()
        if name not in ("op", subject_member(str(vector.request["op"])))
    }
    outcome: Mapping[str, object] = (
        {"result": "invalid", "request": asked, "reason": vector.reason}
        if vector.answer is None
        else {"result": "valid", "request": asked, "answer": vector.answer}
    )
    beside = {**(vector.beside or helpful_members(vector))}
    comment = beside.pop("comment")
    return {
        "id": vector.vector_id,
        "comment": comment,
        "flags": [*vector.flags],
        **outcome,
        **vector.more,
        **beside,
    }


def compact_json(thing: object) -> str:
    """JSON without spaces."""
    return json.dumps(thing, separators=(",", ":"), allow_nan=False)


def closed_form(formula: Formula) -> str | None:
    """The expression of a formula, as text; None if it is not a single closed form."""
    if not formula.parameters or not {*formula.parameters.values()} <= {Exact, Elementary}:
        return None
    said = formula.function(**{name: Symbol(name) for name in formula.parameters})
    return str(said) if isinstance(said, Term) else None
