"""Whether a randomizer keeps the privacy that it claims: of this process, a program, or samples of either."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from itertools import chain
from math import inf, isfinite
from os import PathLike, fsencode, fspath
from pathlib import Path
from shlex import join
from sys import modules
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ldproof.api.mechanisms import (
    Mechanism,
    as_mechanism,
    as_text,
    is_own_mechanism,
    list_things,
    parse_flag,
)
from ldproof.auditor import BLACK_BOX, AuditPlan, AuditState, Claim, begin_audit, parse_claim
from ldproof.auditor.claim import (
    ALPHA,
    UNLIMITED,
    Neighbours,
    Written,
    claim_of_mechanism,
    neighbouring_pairs,
    pairs_to_draw,
    refuse_option_keys,
)
from ldproof.auditor.datasets import examples_of_strategy, is_strategy, select_neighbours
from ldproof.auditor.draw.functions import plain_value
from ldproof.auditor.draw.sources import (
    CallableSource,
    CommandSource,
    Source,
    SourceExhausted,
    StreamSource,
    read_only_copy,
)
from ldproof.auditor.fixed_sample import audit_samples
from ldproof.auditor.notions import WRITTEN_CURVES
from ldproof.auditor.releases import parse_release
from ldproof.auditor.report import AuditResult, format_input, result_of_draws, state_claim
from ldproof.auditor.rounding import parse_grid
from ldproof.auditor.samples import MOST_EXAMPLES, SampleTable, stream_of_samples, table_of_outputs
from ldproof.auditor.shrinking import PairShrinker
from ldproof.auditor.state_file import run_audit
from ldproof.errors import Reason, Refused, quote_given, type_phrase
from ldproof.json_values import Members, Value
from ldproof.mechanisms import Level, parse_level
from ldproof.parameters import CHANCE, format_assignments, parse_assignments, parse_whole
from ldproof.programs import SECONDS, canonical_text, parse_value
from ldproof.registry import MECHANISMS

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Key = TypeVar("Key")

# What is claimed, in any of the ways in which one says it.

Exact: TypeAlias = int | Fraction | Decimal | str
"""A number that is meant exactly; as text also `"1/2"` and `"ln(3)"`."""

Claimed: TypeAlias = Exact | Mapping[str, Exact] | Mechanism
"""An epsilon; `"odds=3"` or `{"odds": 3}`, as for rho, gdp, renyi and f; or to be a mechanism."""


BEFORE_KEY = re.compile(r"\s+(?=[^\s=]+\s*=)")
"""Blanks between parameters; a value, such as the formula of a curve, may contain others."""


def parse_claimed(thing: object, level: Level) -> Claim:
    """The claim that is meant."""
    if isinstance(thing, Mechanism) or is_own_mechanism(thing):
        chosen = as_mechanism(thing)
        if chosen.name in MECHANISMS:
            return parse_claim(chosen.name, chosen.parameters, level)
        return claim_of_mechanism(chosen.made, chosen.name, chosen.parameters, level)
    if isinstance(thing, str) and thing.partition(" ")[0] in MECHANISMS:
        raise Refused(
            Reason.NOT_A_VALUE,
            f"the claim {quote_given(thing)} names a mechanism",
            "what `mechanism(name, ...)` makes; or an epsilon, or a text such as 'odds=3'",
        )
    if isinstance(thing, str) and "=" in thing:
        given = [
            "=".join(map(str.strip, each.partition("=")[::2])) for each in BEFORE_KEY.split(thing.strip())
        ]
        return parse_budget_claim(parse_assignments(given), level)
    if isinstance(thing, Mapping):
        if wrong := [each for each in thing if not isinstance(each, str)]:
            raise Refused(Reason.NOT_A_WORD, f"a parameter named {quote_given(wrong[0])}", "names, as texts")
        for name in WRITTEN_CURVES.keys() & thing.keys():
            if not isinstance(thing[name], str):
                what = f"{name} is {type_phrase(thing[name])}"
                raise Refused(Reason.NOT_A_VALUE, what, f"a text: {WRITTEN_CURVES[name]}")
        return parse_budget_claim({name: as_text(name, each) for name, each in thing.items()}, level)
    return parse_claim(BLACK_BOX, {"epsilon": as_text("epsilon", thing)}, level)


OPTIONS = (
    "pairs",
    "inputs",
    "neighbours",
    "records",
    "grid",
    "alpha",
    "draws",
    "seconds",
    "level",
    "throughout",
    "profile",
    "seed",
    "state",
    "release",
)
"""The arguments of an audit by their names."""


def parse_budget_claim(given: Mapping[str, Written], level: Level) -> Claim:
    """The claim of a budget alone; refuses keys that are meant as arguments of the audit."""
    claim = parse_claim(BLACK_BOX, given, level)
    refuse_option_keys(given, OPTIONS, "an argument", "{}={!r}")
    return claim


# An audit.


Randomizer: TypeAlias = (
    Callable[..., object]
    | list[str]
    | tuple[str, ...]
    | Mapping[Key, Iterable[object]]
    | Iterator[tuple[object, object]]
)
"""Everything that can be audited."""

Pairs: TypeAlias = Iterable[tuple[object, object]]
"""Pairs of inputs, each of them a JSON value or an array."""

Inputs: TypeAlias = "Iterable[object] | SearchStrategy[Sequence[object]]"
"""Inputs, or data sets, which a strategy of Hypothesis may give."""

Two: TypeAlias = tuple[object, object]
"""A pair of inputs as it was given."""


def audit(
    randomizer: Randomizer[Key],
    claim: Claimed,
    *,
    pairs: Pairs | None = None,
    inputs: "Inputs | None" = None,
    neighbours: str | None = None,
    records: Iterable[object] | None = None,
    grid: Exact | None = None,
    alpha: Exact = ALPHA,
    draws: int | None = None,
    seconds: Exact | None = None,
    level: Level = "user",
    throughout: bool = False,
    profile: bool = False,
    seed: str | bytes | int | None = None,
    state: str | PathLike[str] | None = None,
    release: str | None = None,
) -> AuditResult:
    """Return what an audit finds: whether samples contradict the privacy that a randomizer claims.

    The randomizer is a callable of an input, such as a function, a closure or a bound method: if its first parameter is
    called `inputs`, it gets an array of many and gives a list or an array of as many outputs, if it names `count`, it
    gives so many of one input, if it names `coins`, it gets random bytes by `coins.read(8)`, and it is given those of
    the claim's parameters that it names, as texts. Or it is the command of a program that speaks the
    protocol of PROTOCOL.md, as a list of words. Or samples that were taken already: a table `{input: {output: count}}`
    or `{input: [output, ...]}`, or an iterator of pairs (input, output), of which as many are taken as are needed.

    The claim is an epsilon, as an exact number or a text such as `"ln(3)"`; `"odds=3"`; `"rho=1/2"`, `"gdp=1"`,
    `"renyi=2:1/2,8:2"` or a trade-off curve `"f=0:1,1/4:1/4,1:0"` or `"f=max(0, 1 - 3*alpha, (1 - alpha)/3)"`; or a
    `mechanism`, whose own pairs are searched where neither `pairs` of inputs are given nor `inputs`, of which all pairs
    are. Lists are given to a function as tuples, arrays as they are.

    With `neighbours`, "substitute" or "add-remove", inputs are data sets, each of them a list of records, or a strategy of
    Hypothesis that gives such lists. Pairs of neighbours are made of them, with `records` or, without these, unusual
    ones, and the pair that breaks the claim is made small. With `grid`, the numbers in outputs are rounded to its multiples
    before anything looks at them: what is violated then is no leak in the low bits of floats.

    Who keeps the claim is called violated with a probability of at most `alpha`, however long one watches. Up to `draws`
    pairs of outputs are drawn, or as many as `seconds` allow; without either as many as it takes until an event of
    probability 0.2 would have shown that is 1.5 times as likely as allowed, and at most 100,000. With `state`, a file,
    the evidence is kept there and the next call goes on with it; another name of a `release` begins the next release, which
    is audited on its own and together with those before it. With `profile`, the result has lower bounds on delta
    for many epsilons, on rho and on mu as `profile`, and as much is drawn after a verdict.

    >>> def answer(bit, coins):
    ...     return bit if coins.read(1)[0] < 205 else 1 - bit
    >>> found = audit(answer, "odds=3", pairs=[(0, 1)], seed=1)
    >>> found.violated, found.event
    (True, 'output in 1')
    """
    return prepare_audit(
        randomizer,
        claim,
        pairs=pairs,
        inputs=inputs,
        neighbours=neighbours,
        records=records,
        grid=grid,
        alpha=alpha,
        draws=draws,
        seconds=seconds,
        level=level,
        throughout=throughout,
        profile=profile,
        seed=seed,
        state=state,
        release=release,
    ).done()


def prepare_audit(
    randomizer: Randomizer[Key],
    claim: Claimed,
    *,
    pairs: Pairs | None = None,
    inputs: "Inputs | None" = None,
    neighbours: str | None = None,
    records: Iterable[object] | None = None,
    grid: Exact | None = None,
    alpha: Exact = ALPHA,
    draws: int | None = None,
    seconds: Exact | None = None,
    level: Level = "user",
    throughout: bool = False,
    profile: bool = False,
    seed: str | bytes | int | None = None,
    state: str | PathLike[str] | None = None,
    release: str | None = None,
) -> "PreparedAudit":
    """An audit as it is asked for, before anything is drawn."""
    given = () if pairs is None else parse_given_pairs(pairs)
    if inputs is None and not given and isinstance(randomizer, Mapping):
        inputs = [*randomizer]
    if is_strategy(inputs):
        inputs = examples_of_strategy(inputs, MOST_EXAMPLES)
    several = None if inputs is None else list_things("inputs", inputs, "a list of inputs")
    plan = AuditPlan(
        asked := replace(parse_claimed(claim, parse_level(level)), neighbours=parse_neighbours(neighbours)),
        select_neighbours(
            asked,
            [(json_value(one), json_value(other)) for one, other in given],
            None if several is None else [*map(json_value, several)],
            drawn=not isinstance(randomizer, Mapping | Iterator),
            records=None
            if records is None
            else [*map(json_value, list_things("records", records, "a list of records"))],
        ),
        CHANCE.accept("alpha", alpha),
        pairs_to_draw("draws", draws, timed=seconds is not None),
        on := parse_flag("throughout", throughout) | parse_flag("profile", profile),
        parse_grid(grid),
        until_promised=draws is None and seconds is None and not on,
        release=parse_release(release, has_state=state is not None),
    )
    until = inf if seconds is None else float(SECONDS.accept("seconds", seconds))
    coins, file = seed_bytes(seed), state_path(state)
    match randomizer:
        case Mapping():
            refuse_unneeded_options(seed=seed, state=state, seconds=seconds, profile=profile or None)
            return PreparedAudit(plan, table_of_outputs(plan, randomizer), "table")
        case list() | tuple():
            refuse_unneeded_options(seed=seed)
            command = CommandSource(command_words(randomizer), plan.claim.name, plan.claim.parameters)
            return PreparedAudit(plan, command, command.command, None, file, until, profile)
        case Iterator():
            refuse_unneeded_options(seed=seed, state=state)
            return PreparedAudit(
                plan, stream_of_samples(plan, randomizer), "samples", seconds=until, profile=profile
            )
        case _ if callable(randomizer):
            inside = (*chain(*given), *(() if several is None else several))
            arrays = [each for each in inside if isinstance(each, np.ndarray)]
            callee = CallableSource(
                describe_function(randomizer),
                randomizer,
                plan.claim.parameters,
                array_inputs(inside),
                arrays[0] if arrays and asked.neighbours is not None else None,
            )
            return PreparedAudit(plan, callee, randomizer, coins, file, until, profile)
        case _:
            raise Refused(
                Reason.NOT_A_VALUE,
                f"{type_phrase(randomizer)} is no randomizer",
                "a callable, a command as a list of words, a table of counts, or an iterator of (input, output)",
            )


@dataclass(frozen=True, slots=True)
class PreparedAudit:
    """What is audited, how far, from what, and how somebody else repeats it."""

    plan: AuditPlan
    taken_from: Source | SampleTable
    given: Callable[..., object] | tuple[str, ...] | str
    """What was given: a callable, a command, or the name of what came from elsewhere."""
    seed: bytes | None = None
    state: Path | None = None
    seconds: float = inf
    """After so many nothing more is drawn."""
    profile: bool = False
    """Whether the result is to have lower bounds on delta, rho and mu."""

    def with_alpha(self, alpha: Fraction) -> "PreparedAudit":
        """This audit at another alpha."""
        return replace(self, plan=replace(self.plan, alpha=alpha))

    def done(self) -> AuditResult:
        """Run the audit and return its result."""
        if isinstance(self.taken_from, SampleTable):
            return audit_samples(self.plan, self.taken_from, self.subject, self.how_to_repeat)
        reached = [begin_audit(self.plan)]
        ends = perf_counter() + self.seconds
        shrinker = (
            None
            if isinstance(self.taken_from, StreamSource)
            else PairShrinker(self.taken_from, None, self.seed, ends)
        )

        def watch(course: AuditState) -> None:
            reached.append(course)
            if shrinker is not None:
                shrinker.watch_state(course)

        try:
            run_audit(self.plan, self.taken_from, seed=self.seed, state=self.state, watch=watch, ends=ends)
        except SourceExhausted as end:
            if not reached[-1].history:
                raise Refused(end.reason, f"{end.what}, after too few for a batch", end.accepted) from None
        found = result_of_draws(reached[-1], self.subject, self.how_to_repeat, profile=self.profile)
        if shrinker is None or shrinker.smallest is None:
            return found
        alone = replace(self, plan=replace(self.plan, pairs=shrinker.smallest.found.pairs))
        return replace(found, smallest=shrinker.smallest, how_to_repeat=alone.how_to_repeat)

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
            return repeating_call(self.plan, self.given, self.seconds)
        if isinstance(self.given, tuple):
            return repeating_command(self.plan, budget_options(self.seconds), ("--", *self.given))
        if (found := importable_name(self.given)) is None:
            return repeating_call(self.plan, describe_function(self.given), self.seconds)
        determined = (
            self.seed is not None
            and isinstance(self.taken_from, CallableSource)
            and self.taken_from.takes_coins
        )
        seed = ("--seed", (self.seed or b"").decode(errors="surrogateescape")) if determined else ()
        return repeating_command(self.plan, (*budget_options(self.seconds), *seed, "--python", found), ())


def parse_given_pairs(pairs: object) -> tuple[Two, ...]:
    """The pairs of inputs as they were given."""
    accepted = "a list of pairs, as [(0, 1)]"
    found = []
    for each in list_things("pairs", pairs, accepted):
        if not isinstance(each, list | tuple) or len(each) != 2:
            raise Refused(Reason.NOT_A_LIST, f"a pair of inputs that is {type_phrase(each)}", accepted)
        found.append((each[0], each[1]))
    return tuple(found)


def parse_neighbours(given: object) -> Neighbours | None:
    """Return the notion of neighbours that is meant; None where inputs are no data sets."""
    if given is None:
        return None
    if given not in (*Neighbours,):
        raise Refused(Reason.UNKNOWN_NAME, f"neighbours = {quote_given(given)}", " or ".join(Neighbours))
    return Neighbours(str(given))


def json_value(given: object) -> Value:
    """An input as a JSON value: arrays as lists."""
    return parse_value(plain_value(given))


def array_inputs(given: Iterable[object]) -> dict[str, NDArray[np.generic]]:
    """The inputs that are arrays, as they are now."""
    return {
        canonical_text(json_value(each)): read_only_copy(each)
        for each in given
        if isinstance(each, np.ndarray)
    }


def command_words(command: Sequence[object]) -> tuple[str, ...]:
    """The words of a command."""
    if wrong := [each for each in command if not isinstance(each, str | PathLike)]:
        raise Refused(Reason.NOT_A_WORD, f"a command with {quote_given(wrong[0])} in it", "a list of words")
    return tuple(fspath(each) if isinstance(each, PathLike) else str(each) for each in command)


def state_path(state: object) -> Path | None:
    """The file in which evidence is kept."""
    if state is None:
        return None
    if not isinstance(state, str | PathLike):
        raise Refused(Reason.NO_SUCH_PLACE, f"a state in {type_phrase(state)}", "the path of a file")
    try:
        if b"\0" not in fsencode(state):
            return Path(state)
    except ValueError:  # half a character
        pass
    raise Refused(Reason.NO_SUCH_PLACE, "a state in a file that has no such name", "the path of a file")


def seed_bytes(seed: object) -> bytes | None:
    """Return the seed as bytes: of a text as on the command line, of a whole number as its digits; None without one."""
    if seed is None or isinstance(seed, bytes):
        return seed
    text = seed if isinstance(seed, str) else str(parse_whole("seed", seed))
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        raise Refused(Reason.NOT_A_VALUE, "a seed with half a character in it", "a text, or bytes") from None


def refuse_unneeded_options(**options: object) -> None:
    """Refuse what means nothing where samples were not drawn here."""
    if given := [name for name, each in options.items() if each is not None]:
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            f"{' and '.join(given)} where the outputs come from elsewhere",
            f"without {' and '.join(given)}, or a callable",
        )


# How somebody else repeats it: a command where there can be one, or else a call.


def importable_name(function: Callable[..., object]) -> str | None:
    """The `module:function` under which a function is found, if it is."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module == "__main__":
        return None
    try:
        found: object = reduce(getattr, name.split("."), modules[module])
    except (AttributeError, KeyError):
        return None
    return f"{module}:{name}" if found is function else None


def describe_function(function: Callable[..., object]) -> str:
    """A function as it can be spoken of."""
    place = importable_name(function)
    code = getattr(function, "__code__", None)
    name = str(getattr(function, "__qualname__", type(function).__qualname__))
    if place is not None or code is None:
        return place or name
    return f"{name} ({code.co_filename}, line {code.co_firstlineno})"


def repeating_command(plan: AuditPlan, options: Sequence[str], ending: Sequence[str]) -> str:
    """The command that audits the same."""
    claim = plan.claim
    level: tuple[str, ...] = () if claim.level == "user" else ("--level", claim.level)
    if claim.neighbours is not None:
        level = (*level, "--neighbours", claim.neighbours)
    most = () if plan.until_promised or plan.most == UNLIMITED else ("--pairs", str(plan.most))
    given = ("--alpha", str(plan.alpha), *most, *(("--throughout",) * plan.throughout))
    given += () if plan.grid is None else ("--grid", str(plan.grid))
    named_claim = ("ldproof", "audit", claim.name, *format_assignments(claim.as_written), *level)
    return join((*named_claim, *pair_options(plan), *given, *options, *ending))


def pair_options(plan: AuditPlan) -> Iterable[str]:
    """The pairs of inputs; a mechanism's own need not be said."""
    if plan.claim.mechanism is not None and plan.pairs == neighbouring_pairs(plan.claim):
        return
    stated = state_claim(plan.claim)
    for pair in plan.pairs:
        yield from ("--pair", *(format_input(stated, each) for each in pair.both_inputs()))


def budget_options(seconds: float) -> tuple[str, ...]:
    """Return the option that limits the time, if it is limited."""
    return () if seconds == inf else ("--budget", f"{seconds:g}s")


def repeating_call(plan: AuditPlan, randomizer: str, seconds: float) -> str:
    """Return the text of the call that repeats an audit."""
    claim = plan.claim
    promise = " ".join(format_assignments(claim.as_written))
    what = repr(promise) if claim.mechanism is None else f"mechanism {claim.name} {promise}"
    pairs = ", ".join(f"({', '.join(map(python_literal, pair.both_inputs()))})" for pair in plan.pairs)
    notion = "" if claim.neighbours is None else f"neighbours='{claim.neighbours}', "
    notion += "" if plan.grid is None else f"grid='{plan.grid}', "
    draws = "" if plan.until_promised or plan.most == UNLIMITED else f", draws={plan.most}"
    limit = "" if seconds == inf else f", seconds={seconds:g}"
    return f"ldproof.audit({randomizer}, {what}, pairs=[{pairs}], {notion}alpha='{plan.alpha}'{draws}{limit})"


def python_literal(given: Value) -> str:
    """A value as Python writes it."""
    match given:
        case float() if not isfinite(given):
            return f"float('{given}')"
        case tuple():
            return f"[{', '.join(map(python_literal, given))}]"
        case Members(members):
            return f"{{{', '.join(f'{name!r}: {python_literal(each)}' for name, each in members)}}}"
        case _:
            return repr(given)
