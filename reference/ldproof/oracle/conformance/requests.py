"""What is asked of a program at given parameters, live or as files."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import cycle, groupby, islice
from math import ceil
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

from ldproof.chi2.mechanism import ChiSquared
from ldproof.coins import CountingCoins, SeededCoins
from ldproof.counting.future_rand import FutureRand, states_changing_in
from ldproof.counting.mechanism import Counting, DBitFlip, Loloha, Memoized
from ldproof.errors import Reason, Refused
from ldproof.mechanisms import LEVELS, from_text, has_text_values, json_from_text, to_text
from ldproof.oracle.conformance.fit import Arm
from ldproof.oracle.conformance.observations import (
    has_few_outputs,
    mechanism_observations,
    paired_observations,
)
from ldproof.oracle.conformance.pooling import pooled_observations
from ldproof.oracle.vectors import Vector, answer_vector, privacy_vector, write_kind
from ldproof.parameters import Schema
from ldproof.programs import Parameters
from ldproof.registry import (
    DECISIONS,
    ESTIMATES,
    EXAMPLES,
    MECHANISMS,
    AnyMechanism,
    make_mechanism,
    request_of_function,
)
from ldproof.rounds import NULL
from ldproof.shots.mechanism import Shots
from ldproof.sketch.mechanism import Reporting
from ldproof.sketch.plan import Rows

# What is asked of a program at given parameters: inputs, draws from coins, laws, estimates and decisions.

DRAWS = 200
"""The number of draws from given coins."""

PEOPLE = 24
"""The number of people in a collection of reports."""

SPARE = 16
"""The bytes of coins that are given beyond those that are read."""

MOST_LISTED = 256
"""The law is asked for if there are at most this many outputs."""

MORE: Mapping[str, Sequence[str]] = {"shots.report": ("T=5 m=2 r=1/4 odds=81",)}
"""Parameters at which more is tested than at those of an example."""


def default_parameters(name: str) -> Iterator[dict[str, str]]:
    """The parameters at which the law is tested if none are given; a mechanism of others has none."""
    for written in MORE.get(name, ()):
        yield dict(each.split("=") for each in written.split())
    if name in EXAMPLES:
        yield dict(EXAMPLES[name].parameters)
    elif not request_of_function(MECHANISMS[name]).names:
        yield {}


def inputs_to_try(name: str, known: AnyMechanism) -> list[str]:
    """The inputs to try: the pair with the largest odds, the example's, the largest, and a random one.

    Where the rounds are too many to know the pair, two cells in turn are tried in its place.
    If the outputs are too many to list, alternating states are tried, too: they show best whether a report is about the
    state of the previous round.
    Where the tables of a test are too many to look at every pair, tables near the threshold are tried in its place.
    """
    try:
        worst = known.privacy("user")
        found = [to_text(known.secrets, each) for each in (worst.likely, worst.unlikely)]
    except Refused as refusal:
        if refusal.reason is not Reason.TOO_MANY_OUTCOMES or not isinstance(known, ChiSquared | Loloha):
            raise
        found = threshold_tables(known) if isinstance(known, ChiSquared) else [format_cells(known, (0, 1))]
    if name in EXAMPLES:
        # Where the example's is a state for each round, as much of it as there are rounds.
        example, length = EXAMPLES[name].input, len(found[0])
        given = example if "," in example else (example * length)[:length]
        with suppress(Refused):
            found.append(to_text(known.secrets, from_text(known.secrets, given)))
    random = Random("an input")  # noqa: S311  (the same each time)
    match known:
        case Reporting():
            last = known.channel.width - 1
            found.append(",".join([str(last)] * known.d))
            found.append(",".join(str(random.randint(0, last)) for _ in range(known.d)))
        case Shots() | Counting() | Memoized():
            found.append("".join(random.choice("01") for _ in range(known.T)))
            if not has_few_outputs(known):
                found.append(("01" * known.T)[: known.T])
        case Loloha() | DBitFlip():
            found.append(format_cells(known, (known.w - 1,)))
            found.append(format_cells(known, [random.randrange(known.w) for _ in range(known.T)]))
        case FutureRand(T=T):
            changing = random.sample(range(1, T + 1), known.changes)
            found.append(to_text(known.secrets, states_changing_in(T, changing)))
        case ChiSquared():
            found.append(f"{known.m1},{known.m2}")
            found.append(f"{random.randint(0, known.m1)},{random.randint(0, known.m2)}")
        case _:
            pass
    return list(dict.fromkeys(found))


def format_cells(known: Loloha | DBitFlip, cells: Sequence[int]) -> str:
    """The input with these cells in turn."""
    return to_text(known.secrets, tuple(islice(cycle(cells), known.T)))


def threshold_tables(known: ChiSquared) -> list[str]:
    """The tables on both sides of the threshold, and some as far from it as answers change by a factor of e."""
    b = known.m2 // 2
    even = b * known.m1 // known.m2
    beyond = bisect_left(
        range(even, known.m1), 1, key=lambda a: int(known.secrets.of_cells(a, b).significant(known.test.tau))
    )
    away = ceil(1 / min(1, float(known.test.budget.epsilon())))
    cells = (even + beyond + step for step in (0, -1, away, -1 - away))
    return [f"{min(max(a, 0), known.m1)},{b}" for a in cells]


def build_arms(name: str, parameters: Parameters) -> list[Arm]:
    """The arms of a test: each input with its observations, in one draw and in two."""
    known = make_mechanism(name, parameters)
    looked = {secret: [*mechanism_observations(known, secret)] for secret in inputs_to_try(name, known)}
    return [
        Arm(
            known,
            name,
            parameters,
            secret,
            (*observed, *paired_observations(observed), *pooled_observations(known, secret)),
        )
        for secret, observed in looked.items()
    ]


def answered_vectors(name: str, parameters: Parameters) -> Iterator[Vector]:
    """Vectors at these parameters that the reference answers now."""
    return (each for each in vectors_of_mechanism(name, parameters) if each.answer is not None)


def vectors_of_mechanism(name: str, parameters: Parameters) -> Iterator[Vector]:
    """Vectors at these parameters, with an answer or refused: draws, laws, estimates and decisions."""
    known = make_mechanism(name, parameters)
    secrets = inputs_to_try(name, known)
    yield from draw_vectors(name, parameters, known, secrets)
    with suppress(Refused):  # too many outputs to list, which is none of the program's business
        if len([*islice(known.outputs, MOST_LISTED + 1)]) <= MOST_LISTED:
            for secret in secrets:
                asked = {"op": "law", "mechanism": name, "parameters": parameters}
                yield answer_vector(
                    "law", {**asked, "input": json_from_text(known.secrets, secret)}, ("listed",)
                )
    if name in ESTIMATES or name in DECISIONS:
        yield from collection_vectors(name, parameters, known, secrets)


def draw_vectors(
    name: str, parameters: Parameters, known: AnyMechanism, secrets: Sequence[str]
) -> Iterator[Vector]:
    """Vectors of draws from seeded coins."""
    asked = {"op": "randomize", "mechanism": name, "parameters": parameters}
    for number in range(DRAWS):
        secret = secrets[number % len(secrets)]
        seed = f"{name} {number}".encode()
        counted = CountingCoins(SeededCoins(seed))
        known.randomize(from_text(known.secrets, secret), counted)
        coins = SeededCoins(seed).read(counted.taken + SPARE).hex()
        given = {"input": json_from_text(known.secrets, secret), "coins": coins}
        yield answer_vector("randomize", {**asked, **given}, ("any",))


def collection_vectors(
    name: str, parameters: Parameters, known: AnyMechanism, secrets: Sequence[str]
) -> Iterator[Vector]:
    """Vectors of estimates from the reports of some people, or of decisions."""
    system = name.partition(".")[0]
    asked = {"op": "estimate", "mechanism": name, "parameters": parameters}
    if system == "chi2":
        yield answer_vector("decide", {**asked, "op": "decide", "tables": secrets})
        return
    coins = SeededCoins(name.encode())
    for size in (PEOPLE, 1):
        people = [
            text_for_collector(
                known, known.randomize(from_text(known.secrets, secrets[each % len(secrets)]), coins)
            )
            for each in range(size)
        ]
        if system == "sketch":
            own = isinstance(known, Reporting) and known.rows is Rows.OWN
            columns = [",".join([each] * size) for each in secrets] if own else secrets
            given: Mapping[str, object] = {"reports": people, "columns": columns}
        else:
            by_round = ["".join(each) for each in zip(*people, strict=True)]
            given = {"parameters": {"N": str(size), **parameters}, "reports": by_round}
        yield answer_vector("estimate", {**asked, **given})


def text_for_collector(known: AnyMechanism, output: Any) -> str:  # of any mechanism
    """An output as a collector gets it: for LOLOHA and dBitFlipPM a character for each round, about cell 0."""
    match known:
        case Loloha():
            return "".join(str(int(cell == 0)) for cell in output)
        case DBitFlip():
            drawn, rows = output
            return "".join(str(row[0]) if drawn[0] == 0 else NULL for row in rows)
        case _:
            return to_text(known.outputs, output)


# The vectors of one mechanism at given parameters, as files like those that are shipped.


def write_mechanism_vectors(folder: Path, name: str, given: Parameters) -> None:
    """Write laws, draws from coins, and the tight privacy with what attains it; one file for each kind of vectors."""
    known = make_mechanism(name, given)
    named: Schema = known.outputs.schema if has_text_values(known.outputs) else {"type": "string"}
    inputs = dict.fromkeys(("input", "likely", "unlikely"), known.secrets.schema)
    members = {**inputs, "outputs": known.outputs.schema, "output": named, "event": named}
    privacy = (privacy_vector(name, given, level) for level in LEVELS)
    every = [*answered_vectors(name, given), *(each for each in privacy if each is not None)]
    # The tight privacy is in a file of its own.
    every = [
        replace(each, answer={"law": each.answer["law"]}) if each.kind == "law" and each.answer else each
        for each in every
    ]
    of_kind = attrgetter("kind")
    for kind, found in groupby(sorted(every, key=of_kind), key=of_kind):
        write_kind(folder, kind, found, members)
