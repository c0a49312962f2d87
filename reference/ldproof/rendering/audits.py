"""The outcome of an audit as JSON."""

from fractions import Fraction

from ldproof.audit.plan import SURVEY, Point
from ldproof.catalogue import answer
from ldproof.catalogue import as_json as number
from ldproof.json_values import strict
from ldproof.rendering.findings import Finding, Sighting
from ldproof.rendering.verdicts import below, share_of

DIGITS = 20
"""Of what is irrational."""
PLACES = 12
"""Behind the point, of what is rounded down."""


def as_json(found: Finding) -> dict[str, object]:
    """Everything, as a JSON object."""
    claim = found.claim
    return {
        "verdict": str(found.verdict),
        "kind": found.kind,
        "program": found.subject,
        "claim": {
            "mechanism": claim.name,
            "parameters": {key: each for key, each in claim.parameters.items() if key not in claim.labels},
            "labels": dict(claim.labels),
            "level": claim.level,
            "epsilon": number(answer(claim.epsilon, DIGITS)),
            "odds_at_least": number(claim.odds),
            "delta": number(claim.delta),
        },
        "alpha": number(found.alpha),
        "pairs": [[*map(strict, pair.sides())] for pair in found.pairs],
        "looked_at": {
            "pairs": len(found.pairs),
            "inputs": [*map(strict, found.inputs)],
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
        "event": seen.in_full,
        "breach": seen.breach,
        "pair": seen.pair,
        "likely": {
            "input": strict(seen.likely),
            "happened": counted.likely,
            "samples": counted.likely_samples,
        },
        "unlikely": {
            "input": strict(seen.unlikely),
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
