"""The outcome of an audit for other programs: JSON, JUnit's XML, and results as code hosts show them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ldproof.audit.plan import SURVEY, Point
from ldproof.catalogue import answer
from ldproof.catalogue import as_json as number
from ldproof.cli.findings import Finding, Sighting, said
from ldproof.cli.junit import Case, junit
from ldproof.cli.places import Place
from ldproof.cli.results import Level, Result, Rule
from ldproof.cli.verdicts import below, in_numbers, promise, sentences, share_of

DIGITS = 20
"""Of what is irrational."""
PLACES = 12
"""Behind the point, of what is rounded down."""

TOOL = "ldproof audit"
RULES: Mapping[str, Rule] = {
    "privacy": Rule(
        "A program keeps the privacy that it claims.",
        "An output was seen so much more often with one input than with another that the claimed epsilon is refuted.",
    ),
    "constant": Rule(
        "A program reports something.",
        "The same output came every time: privacy is kept, and nothing is reported. Is it the program that was meant?",
    ),
    "unreadable": Rule(
        "What a program gives is an output of the mechanism that it claims to be.",
        "Some samples are no output of the mechanism; they count as one more output.",
    ),
}


def as_json(found: Finding) -> dict[str, object]:
    """Everything, as a JSON object."""
    claim = found.claim
    return {
        "verdict": str(found.verdict),
        "kind": found.kind,
        "claim": {
            "mechanism": claim.name,
            "parameters": dict(claim.parameters),
            "level": claim.level,
            "epsilon": number(answer(claim.epsilon, DIGITS)),
            "odds_at_least": number(claim.odds),
        },
        "alpha": number(found.alpha),
        "pairs": [list(pair.sides()) for pair in found.pairs],
        "looked_at": {
            "pairs": len(found.pairs),
            "inputs": list(found.inputs),
            "of_inputs": found.possible[0],
            "of_pairs": found.possible[1],
            "closely": list(found.closely),
        },
        "samples": found.samples,
        "query": found.query,
        "unreadable": found.unreadable,
        "constant": found.constant,
        "foreseen": found.foreseen or None,
        "epsilon_at_least": least(found.bound),
        "evidence": None if found.evidence is None else evidence(found.evidence, found.alpha),
        "events": [event(each) for each in found.sightings],
        "history": [point(each) for each in found.history],
        "expected_pairs": found.expected,
    }


def least(bound: Fraction | None) -> dict[str, str] | None:
    """A lower bound: exactly, and as a decimal that is none the less one."""
    return None if bound is None else {**number(bound), "decimal": below(bound, PLACES)}


def evidence(logarithm: Fraction, alpha: Fraction) -> dict[str, object]:
    """The logarithm of the capital, rounded down, and its share of what a verdict takes."""
    return {"logarithm": below(logarithm, PLACES), "share": share_of(logarithm, alpha)}


def event(seen: Sighting) -> dict[str, object]:
    """What was seen of an event."""
    counted = seen.counted
    return {
        "event": seen.event,
        "pair": seen.pair,
        "likely": {"input": seen.likely, "happened": counted.likely, "samples": counted.likely_samples},
        "unlikely": {
            "input": seen.unlikely,
            "happened": counted.unlikely,
            "samples": counted.unlikely_samples,
        },
        "evidence": seen.evidence,
    }


def point(past: Point) -> dict[str, object]:
    """How things stood after a batch."""
    return {
        "turn": None if past.turn == SURVEY else past.turn,
        "pairs": past.pairs,
        "logarithm": below(past.logarithm, PLACES),
        "epsilon_at_least": least(past.bound),
    }


def as_junit(found: Finding) -> str:
    """One test case for each pair of inputs; the one that shows most fails for all if the claim is violated."""
    failed = found.sightings[0].pair if found.violated else None
    lines = list(sentences(found))
    cases = []
    for index, pair in enumerate(found.pairs):
        one, other = (said(found.claim, each) for each in pair.sides())
        seen = [in_numbers(found.claim, each) for each in found.sightings if each.pair == index]
        cases.append(
            Case(
                found.claim.name,
                f"{one} and {other}",
                "\n".join([str(found.verdict), *seen]),
                (lines[1], "\n".join(lines)) if index == failed else None,
            )
        )
    return junit(TOOL, promise(found), cases)


def results(found: Finding, place: Place | None) -> Iterator[Result]:
    """What is wrong with it."""
    about = promise(found)
    if found.violated:
        yield Result("privacy", about, "\n".join(sentences(found)), place)
    if found.constant:
        words = "only one output was ever seen: privacy is trivially kept, and nothing is reported"
        yield Result("constant", about, words, place, Level.WARNING)
    if found.unreadable:
        words = f"{found.unreadable:,} of the samples are no output of {found.claim.name}"
        yield Result("unreadable", about, words, place, Level.WARNING)
