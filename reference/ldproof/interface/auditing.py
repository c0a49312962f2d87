"""Whether a randomizer keeps the privacy that it claims: of this process, a program, or samples of either."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from os import PathLike, fsencode, fspath
from pathlib import Path
from shlex import join
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ldproof.audit import Claim, Pair, Plan, begin
from ldproof.audit import pairs as pairs_of
from ldproof.audit.claim import among, neighbourhood
from ldproof.audit.draw.outputs import plain
from ldproof.audit.draw.sources import Callee, Command, Exhausted, Source, copied
from ldproof.audit.fixed_sample import audit as take
from ldproof.audit.plan import DRAWING
from ldproof.audit.samples import Table
from ldproof.audit.state_file import run
from ldproof.codec.values import as_json as objects
from ldproof.domains import CHANCE, whole
from ldproof.interface.claims import Claimed, Exact, claimed
from ldproof.interface.repeating import call_of, command_of, named, place_of
from ldproof.interface.results import AuditResult, Counts
from ldproof.interface.tabulating import stream, table
from ldproof.interface.values import listed, yes
from ldproof.mechanisms import Level, level_of
from ldproof.programs import Value, canonical, value
from ldproof.rejections import Reason, Refused, quoted
from ldproof.rendering.audits import as_json
from ldproof.rendering.findings import Finding, of_course, of_outcome, said
from ldproof.rendering.verdicts import promise, sentences

Key = TypeVar("Key")

Randomizer: TypeAlias = (
    Callable[..., object]
    | list[str]
    | tuple[str, ...]
    | Mapping[Key, Iterable[object]]
    | Iterator[tuple[object, object]]
)
"""What is audited."""

Pairs: TypeAlias = Iterable[tuple[object, object]]
"""Pairs of inputs, each of them a JSON value or an array."""

Two: TypeAlias = tuple[object, object]
"""A pair of inputs as it was given."""

ALPHA = "0.05"
DRAWS = 100_000


def audit(
    randomizer: Randomizer[Key],
    claim: Claimed,
    *,
    pairs: Pairs | None = None,
    inputs: Iterable[object] | None = None,
    alpha: Exact = ALPHA,
    draws: int = DRAWS,
    level: Level = "user",
    throughout: bool = False,
    seed: str | bytes | int | None = None,
    state: str | PathLike[str] | None = None,
) -> AuditResult:
    """Whether a randomizer keeps the privacy that it claims.

    The randomizer is a callable of an input, such as a function, a closure or a bound method: if its first parameter is
    called `inputs`, it gets an array of many and gives a list or an array of as many outputs, if it names `count`, it
    gives so many of one input, if it names `coins`, it gets random bytes by `coins.read(8)`, and it is given those of
    the claim's parameters that it names, as texts. Or it is the command of a program that speaks the
    protocol of PROTOCOL.md, as a list of words. Or samples that were taken already: a table `{input: {output: count}}`
    or `{input: [output, ...]}`, or an iterator of pairs (input, output), of which as many are taken as are needed.

    The claim is an epsilon, as an exact number or a text such as `"ln(3)"`; `"odds=3"`; or a `mechanism`, whose own pairs
    are searched where neither `pairs` of inputs are given nor `inputs`, of which all pairs are. Lists are given to a
    function as tuples, arrays as they are.

    Who keeps the claim is called violated with a probability of at most `alpha`, however long one watches. Up to `draws`
    pairs of outputs are drawn. With `state`, a file, the evidence is kept there and the next call goes on with it.

    >>> def answer(bit, coins):
    ...     return bit if coins.read(1)[0] < 205 else 1 - bit
    >>> found = audit(answer, "odds=3", pairs=[(0, 1)], seed=1)
    >>> found.violated, found.event
    (True, 'output in 1')
    """
    return prepared(
        randomizer,
        claim,
        pairs=pairs,
        inputs=inputs,
        alpha=alpha,
        draws=draws,
        level=level,
        throughout=throughout,
        seed=seed,
        state=state,
    ).done()


def prepared(
    randomizer: Randomizer[Key],
    claim: Claimed,
    *,
    pairs: Pairs | None = None,
    inputs: Iterable[object] | None = None,
    alpha: Exact = ALPHA,
    draws: int = DRAWS,
    level: Level = "user",
    throughout: bool = False,
    seed: str | bytes | int | None = None,
    state: str | PathLike[str] | None = None,
) -> "Prepared":
    """An audit as it is asked for, before anything is drawn."""
    given = () if pairs is None else twos(pairs)
    if inputs is None and not given and isinstance(randomizer, Mapping):
        inputs = [*randomizer]
    several = None if inputs is None else listed("inputs", inputs, "a list of inputs")
    plan = Plan(
        asked := claimed(claim, level_of(level)),
        chosen(asked, given, several, drawn=not isinstance(randomizer, Mapping | Iterator)),
        CHANCE.accept("alpha", alpha),
        DRAWING.accept("draws", draws),
        yes("throughout", throughout),
    )
    coins, file = seeded(seed), place(state)
    match randomizer:
        case Mapping():
            unneeded(seed=seed, state=state)
            return Prepared(plan, table(plan, randomizer), "table")
        case list() | tuple():
            unneeded(seed=seed)
            command = Command(words(randomizer), plan.claim.name, plan.claim.parameters)
            return Prepared(plan, command, command.command, None, file)
        case Iterator():
            unneeded(seed=seed, state=state)
            return Prepared(plan, stream(plan, randomizer), "samples")
        case _ if callable(randomizer):
            handed = arrays((*chain(*given), *(() if several is None else several)))
            callee = Callee(named(randomizer), randomizer, plan.claim.parameters, handed)
            return Prepared(plan, callee, randomizer, coins, file)
        case _:
            raise Refused(
                Reason.NOT_A_VALUE,
                f"a {type(randomizer).__name__} is no randomizer",
                "a callable, a command as a list of words, a table of counts, or an iterator of (input, output)",
            )


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is audited, how far, from what, and how somebody else repeats it."""

    plan: Plan
    taken_from: Source | Table
    given: Callable[..., object] | tuple[str, ...] | str
    """What was given: a callable, a command, or the name of what came from elsewhere."""
    seed: bytes | None = None
    state: Path | None = None

    def with_alpha(self, alpha: Fraction) -> "Prepared":
        """This audit at another alpha."""
        return replace(self, plan=replace(self.plan, alpha=alpha))

    def done(self) -> AuditResult:
        """What comes of it."""
        if isinstance(self.taken_from, Table):
            found = of_outcome(self.plan, take(self.plan, self.taken_from), self.taken_from, self.subject)
            return result(found, self.how_to_repeat)
        reached = [begin(self.plan)]
        try:
            run(self.plan, self.taken_from, seed=self.seed, state=self.state, watch=reached.append)
        except Exhausted as end:
            if not reached[-1].history:
                raise Refused(end.reason, f"{end.what}, after too few for a batch", end.accepted) from None
        return result(of_course(reached[-1], self.subject), self.how_to_repeat)

    @property
    def subject(self) -> str:
        """The name of what is audited."""
        if isinstance(self.given, tuple):
            return join(self.given)
        if isinstance(self.given, str):
            return self.given
        kind = type(self.given)
        module, name = (
            str(getattr(self.given, each, getattr(kind, each))) for each in ("__module__", "__qualname__")
        )
        return f"{module}:{name}"

    @property
    def how_to_repeat(self) -> str:
        """A command, or a call where there is none."""
        if isinstance(self.given, str):
            return call_of(self.plan, self.given)
        if isinstance(self.given, tuple):
            return command_of(self.plan, (), ("--", *self.given))
        if (found := place_of(self.given)) is None:
            return call_of(self.plan, named(self.given))
        determined = self.seed is not None and isinstance(self.taken_from, Callee) and self.taken_from.tosses
        seed = ("--seed", (self.seed or b"").decode(errors="surrogateescape")) if determined else ()
        return command_of(self.plan, (*seed, "--python", found), ())


def chosen(
    asked: Claim, given: Sequence[Two], inputs: Sequence[object] | None, *, drawn: bool
) -> tuple[Pair, ...]:
    """The pairs that are given, all of the inputs that are, or a mechanism's own where it can be drawn from."""
    if given and inputs is not None:
        raise Refused(Reason.REPEATED, "pairs and inputs", "one of the two")
    if inputs is not None:
        return among(asked, [*map(json_value, inputs)])
    if drawn and not given:
        return neighbourhood(asked)
    return pairs_of(asked, [(json_value(one), json_value(other)) for one, other in given])


def result(found: Finding, again: str) -> AuditResult:
    """A finding as it is told."""
    strongest = found.sightings[0] if found.sightings else None
    counts = None
    if strongest is not None:
        likely, unlikely = (said(found.claim, each) for each in (strongest.likely, strongest.unlikely))
        seen = strongest.counted
        counts = Counts(
            likely, seen.likely, seen.likely_samples, unlikely, seen.unlikely, seen.unlikely_samples
        )
    told = tuple(sentences(found))
    return AuditResult(
        claim=promise(found),
        violated=found.violated,
        bound=found.bound,
        event=None if strongest is None else strongest.event,
        counts=counts,
        samples=found.samples,
        alpha=found.alpha,
        how_to_repeat=again,
        words=told,
        json=json.dumps(as_json(found), default=objects, allow_nan=False),
    )


def twos(pairs: object) -> tuple[Two, ...]:
    """The pairs of inputs as they were given."""
    accepted = "a list of pairs, as [(0, 1)]"
    found = []
    for each in listed("pairs", pairs, accepted):
        if not isinstance(each, list | tuple) or len(each) != 2:
            raise Refused(Reason.NOT_A_LIST, f"a pair of inputs that is a {type(each).__name__}", accepted)
        found.append((each[0], each[1]))
    return tuple(found)


def json_value(given: object) -> Value:
    """An input as a JSON value: arrays as lists."""
    return value(plain(given))


def arrays(given: Iterable[object]) -> dict[str, NDArray[np.generic]]:
    """The inputs that are arrays, as they are now."""
    return {canonical(json_value(each)): copied(each) for each in given if isinstance(each, np.ndarray)}


def words(command: Sequence[object]) -> tuple[str, ...]:
    """The words of a command."""
    if wrong := [each for each in command if not isinstance(each, str | PathLike)]:
        raise Refused(Reason.NOT_A_WORD, f"a command with {quoted(wrong[0])} in it", "a list of words")
    return tuple(fspath(each) if isinstance(each, PathLike) else str(each) for each in command)


def place(state: object) -> Path | None:
    """The file in which evidence is kept."""
    if state is None:
        return None
    if not isinstance(state, str | PathLike):
        raise Refused(Reason.NO_SUCH_PLACE, f"a state in a {type(state).__name__}", "the path of a file")
    try:
        if b"\0" not in fsencode(state):
            return Path(state)
    except ValueError:  # half a character
        pass
    raise Refused(Reason.NO_SUCH_PLACE, "a state in a file that has no such name", "the path of a file")


def seeded(seed: object) -> bytes | None:
    """What coins are made from: a text as on the command line, and a whole number as its digits."""
    if seed is None or isinstance(seed, bytes):
        return seed
    text = seed if isinstance(seed, str) else str(whole("seed", seed))
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        raise Refused(Reason.NOT_A_VALUE, "a seed with half a character in it", "a text, or bytes") from None


def unneeded(**options: object) -> None:
    """Refuse what means nothing where samples were not drawn here."""
    if given := [name for name, each in options.items() if each is not None]:
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            f"{' and '.join(given)} where the outputs come from elsewhere",
            "neither seed nor state, or a callable",
        )
