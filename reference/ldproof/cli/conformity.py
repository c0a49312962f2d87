"""What `conform` found, for other programs: JUnit's XML, results as code hosts show them, Markdown, a badge."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from ldproof.cli.junit import Case, junit
from ldproof.cli.places import Place
from ldproof.cli.results import Result, Rule
from ldproof.oracle.conformance import Finding, Verdict
from ldproof.oracle.conformance.conforming import Outcome, Replayed, name_of_vector
from ldproof.rendering.conformity import SHOWN, about, bias, by_turns, law, one_line, table, unseen

COLORS = {Verdict.CONFORMS: "brightgreen", Verdict.DIFFERS: "red", Verdict.UNTESTED: "lightgrey"}

TOOL = "ldproof conform"
RULES: Mapping[str, Rule] = {
    "vector": Rule(
        "A program answers a test vector as it must.",
        "`ldproof vectors` says where the vectors lie; the message names one, what it expects and what came.",
    ),
    "known-failure": Rule(
        "A vector that is known to fail fails.",
        "It passes now: take it off the list of known failures.",
    ),
    "law": Rule(
        "What a program draws has the exact law.",
        "`ldproof law` lists the law; the message says what the draws have too often or too seldom.",
    ),
    "bias": Rule(
        "A collector's estimates are right on average.",
        "The mean of the estimates of one person's reports, over the exact law, is not the truth.",
    ),
}


def as_junit(found: Finding) -> str:
    """A test case for each vector, each law and each mean."""
    failing = {name_of_vector(each.vector) for each in found.failures}
    fixed = {name_of_vector(each.vector) for each in found.fixed}
    cases = [vector_case(each, failing, fixed) for each in found.replayed]
    for name, fitted in found.fits.items():
        lines = [*law(fitted)]
        cases.append(Case("law", name, lines[0], (lines[0], "\n".join(lines)) if fitted.different else None))
    for each in found.biases:
        named = f"{each.name}, input {each.secret}, place {each.place}"
        cases.append(Case("bias", named, bias(each), (bias(each), bias(each)) if each.biased else None))
    return junit(TOOL, about(found), cases)


def vector_case(each: Replayed, failing: set[str], fixed: set[str]) -> Case:
    """A vector as a test case."""
    name = name_of_vector(each.vector)
    failure: tuple[str, str] | None = None
    if name in fixed:
        failure = ("known to fail, and does not", "take it off the list of known failures")
    elif name in failing:
        failure = (str(each.difference), json.dumps(each.vector.request))
    words = str(each.outcome) if each.difference is None else str(each.difference)
    return Case(each.vector.kind, name, words, failure, skipped=each.outcome is Outcome.UNSUPPORTED)


def results(found: Finding, place: Place | None, known: Path | None) -> Iterator[Result]:
    """Every difference; a vector that no longer fails, in the list of those that do."""
    for name, fitted in found.fits.items():
        if fitted.different:
            yield Result("law", name, "; ".join(law(fitted)), place)
    for mean in found.biases:
        if mean.biased:
            yield Result("bias", mean.name, bias(mean), place)
    listed = None if known is None else Place(known)
    for each in found.fixed:
        yield Result(
            "known-failure", name_of_vector(each.vector), "it is known to fail, and does not", listed
        )
    for each in by_turns(found.failures):
        yield Result("vector", name_of_vector(each.vector), one_line(each), place)


def as_markdown(found: Finding) -> str:
    """A summary for a page."""
    head, *rows = [*table(found)]
    lines = [f"## {found.verdict}: `{about(found)}`", "", f"Program: {found.program.name}", ""]
    if rows:
        lines += [
            "| " + " | ".join(each) + " |" for each in (head, ("---", *["---:"] * (len(head) - 1)), *rows)
        ]
        lines.append("")
    lines += [
        f"- `{name_of_vector(each.vector)}`: {each.difference}".replace("|", "\\|")
        for each in by_turns(found.failures)[:SHOWN]
    ]
    if len(found.failures) > SHOWN:
        lines.append(f"- and {len(found.failures) - SHOWN} more")
    lines += [f"- **{op}**: {words}" for op, words in found.explanations.items()]
    lines += [f"- `{name_of_vector(each.vector)}` is known to fail, and does not" for each in found.fixed]
    lines += [f"- **{name}**: {words}" for name, each in found.fits.items() for words in law(each)]
    lines += [f"- {bias(each)}" for each in found.biases if each.biased]
    lines += [f"- {words}" for words in unseen(found)]
    return "\n".join(lines)


def as_badge(found: Finding) -> str:
    """An endpoint of shields.io."""
    agree, differ = len(found.of(Outcome.AGREES)), len(found.failures)
    words = {
        Verdict.CONFORMS: f"conforms, {agree} vectors",
        Verdict.DIFFERS: f"differs, {differ} of {agree + differ} vectors" if differ else "differs",
        Verdict.UNTESTED: "untested",
    }
    badge = {
        "schemaVersion": 1,
        "label": f"ldproof {found.asked.name}",
        "message": words[found.verdict],
        "color": COLORS[found.verdict],
    }
    return json.dumps(badge) + "\n"
