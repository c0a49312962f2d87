"""What `conform` found: in words, and for other programs."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import isinf
from pathlib import Path

from ldproof.catalogue import as_json as number
from ldproof.cli.junit import Case, junit
from ldproof.cli.places import Place
from ldproof.cli.results import Result, Rule
from ldproof.oracle.conformance import Finding, Verdict
from ldproof.oracle.conformance.bias import Biased
from ldproof.oracle.conformance.fit import Fitted
from ldproof.oracle.conformance.replay import Outcome, Replayed, name_of
from ldproof.programs.messages import Message

SHOWN = 10
"""So many differences are in a text; the other forms have them all."""

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


def sentences(found: Finding) -> Iterator[str]:
    """The verdict first, then what it rests on."""
    yield f"{found.verdict}: {found.program.name} as {about(found)}"
    yield from ("", *(line(cells) for cells in table(found))) if found.replayed else ()
    failures = found.failures
    if failures:
        yield ""
        yield from (one_line(each) for each in by_turns(failures)[:SHOWN])
        if len(failures) > SHOWN:
            yield f"and {len(failures) - SHOWN} more, which --json writes out"
    yield from (f"{op}: {words}" for op, words in found.explanations.items())
    yield from (f"{name_of(each.vector)} is known to fail, and does not" for each in found.fixed)
    for name, fitted in found.fits.items():
        yield ""
        yield from (f"{name}: {words}" for words in law(fitted))
    wrong = [each for each in found.biases if each.biased]
    yield from map(bias, wrong[:SHOWN])
    if found.biases and not wrong:
        yield f"its estimates of one person's reports are right on average, {len(found.biases)} times"
    yield from ("", *unseen(found))


def by_turns(failures: Sequence[Replayed]) -> list[Replayed]:
    """The first of each kind, then the second, and so on."""
    met: Counter[str] = Counter()
    turns = []
    for each in failures:
        met[each.vector.kind] += 1
        turns.append(met[each.vector.kind])
    return [each for _, each in sorted(zip(turns, failures, strict=True), key=lambda pair: pair[0])]


def about(found: Finding) -> str:
    """What it was held to be."""
    words = (f"{key}={value}" for key, value in (found.asked.parameters or {}).items())
    return " ".join([found.asked.name, *words])


COLUMNS = ("vectors", "agree", "differ", "known to fail", "unsupported")


def table(found: Finding) -> Iterator[tuple[str, ...]]:
    """How many vectors of each kind came out how."""
    yield COLUMNS
    known = {name_of(each.vector) for each in found.known_failures}
    counts = Counter(
        (each.vector.kind, "known" if name_of(each.vector) in known else str(each.outcome))
        for each in found.replayed
    )
    outcomes = (Outcome.AGREES, Outcome.DIFFERS, "known", Outcome.UNSUPPORTED)
    for kind in dict.fromkeys(each.vector.kind for each in found.replayed):
        yield (kind, *(str(counts[kind, str(each)]) for each in outcomes))


def line(cells: Sequence[str]) -> str:
    """A line of the table."""
    first, *others = cells
    return f"{first:10}" + "".join(
        f"  {cell:>{len(column)}}" for cell, column in zip(others, COLUMNS[1:], strict=True)
    )


def one_line(each: Replayed) -> str:
    """A vector and its first difference."""
    return f"{name_of(each.vector)}: {each.difference}; asked: {request(each.vector.request)}"


def request(asked: Message) -> str:
    """What was asked, short enough for a line."""
    words = {name: thing for name, thing in asked.items() if name != "coins"}
    text = json.dumps(words)
    return text if len(text) <= 160 else f"{text[:157]}..."


def law(fitted: Fitted) -> Iterator[str]:
    """What the draws say."""
    sure = f"a program that draws from the law is said not to with a probability of at most {float(fitted.alpha):.6g}"
    if fitted.different:
        yield f"{fitted.draws:,} draws contradict the exact law: {fitted.observation} ({sure})"
        if fitted.explanation:
            yield fitted.explanation
    else:
        yield f"{fitted.draws:,} draws do not contradict the exact law; that is no proof. So many show {fitted.sees}"
    if fitted.constant:
        yield "one and the same output came every time"


def bias(each: Biased) -> str:
    """A mean that is not the truth."""
    return (
        f"{each.name}: of input {each.secret} it estimates {each.mean:.6g} on average at place {each.place}, "
        f"and the truth is {each.truth}"
    )


def unseen(found: Finding) -> Iterator[str]:
    """What the verdict does not rest on."""
    if not found.replayed:
        yield "no vectors were replayed: the program does not say that it could answer any (`capabilities` in `describe`)"
    elif not any(each.vector.kind == "randomize" for each in found.replayed):
        yield "no draws were compared bit for bit: it draws from no given coins"
    if not found.fits:
        yield "no draws were tested against the law: it draws from no coins of its own, or outputs are too many to list"
    if found.verdict is Verdict.CONFORMS:
        yield f"numbers were compared within {found.asked.ulps} ulps, fractions exactly"


def as_json(found: Finding) -> dict[str, object]:
    """Everything, as a JSON object."""
    return {
        "verdict": str(found.verdict),
        "program": found.program.name,
        "name": found.asked.name,
        "parameters": None if found.asked.parameters is None else dict(found.asked.parameters),
        "ulps": found.asked.ulps,
        "alpha": number(found.asked.alpha),
        "vectors": {
            "agree": len(found.of(Outcome.AGREES)),
            "differ": len(found.failures),
            "known": len(found.known_failures),
            "unsupported": len(found.of(Outcome.UNSUPPORTED)),
        },
        "differences": [differing(each) for each in found.failures],
        "known_failures": [name_of(each.vector) for each in found.known_failures],
        "fixed": [name_of(each.vector) for each in found.fixed],
        "explanations": [
            {"op": op, "words": each.words, "reproduces": each.reproduces, "of": each.of}
            for op, each in found.explanations.items()
        ],
        "laws": [fitting(name, each) for name, each in found.fits.items()],
        "biases": [
            {
                "mechanism": each.name,
                "parameters": dict(each.parameters),
                "input": each.secret,
                "place": each.place,
                "mean": each.mean,
                "truth": each.truth,
                "biased": each.biased,
            }
            for each in found.biases
        ],
    }


def differing(each: Replayed) -> dict[str, object]:
    """A vector, and its first difference."""
    where = each.difference
    return {
        "vector": name_of(each.vector),
        "request": dict(each.vector.request),
        "place": "" if where is None else where.place,
        "expected": "" if where is None else where.expected,
        "found": "" if where is None else where.found,
    }


def fitting(name: str, fitted: Fitted) -> dict[str, object]:
    """What the draws of a mechanism say."""
    return {
        "mechanism": name,
        "different": fitted.different,
        "draws": fitted.draws,
        "logarithm": None if isinf(fitted.logarithm) else fitted.logarithm,
        "observation": fitted.observation,
        "explanation": fitted.explanation,
        "sees": fitted.sees,
        "constant": fitted.constant,
    }


def as_junit(found: Finding) -> str:
    """A test case for each vector, each law and each mean."""
    failing = {name_of(each.vector) for each in found.failures}
    fixed = {name_of(each.vector) for each in found.fixed}
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
    name = name_of(each.vector)
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
        yield Result("known-failure", name_of(each.vector), "it is known to fail, and does not", listed)
    for each in by_turns(found.failures):
        yield Result("vector", name_of(each.vector), one_line(each), place)


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
        f"- `{name_of(each.vector)}`: {each.difference}".replace("|", "\\|")
        for each in by_turns(found.failures)[:SHOWN]
    ]
    if len(found.failures) > SHOWN:
        lines.append(f"- and {len(found.failures) - SHOWN} more")
    lines += [f"- **{op}**: {words}" for op, words in found.explanations.items()]
    lines += [f"- `{name_of(each.vector)}` is known to fail, and does not" for each in found.fixed]
    lines += [f"- **{name}**: {words}" for name, each in found.fits.items() for words in law(each)]
    lines += [f"- {bias(each)}" for each in found.biases if each.biased]
    lines += [f"- {words}" for words in unseen(found)]
    return "\n".join(lines)


def as_badge(found: Finding) -> str:
    """An endpoint of shields.io."""
    agree, differ = len(found.of(Outcome.AGREES)), len(found.failures)
    words = {
        Verdict.CONFORMS: f"conforms, {agree} vectors",
        Verdict.DIFFERS: f"differs, {differ} of {agree + differ} vectors",
        Verdict.UNTESTED: "untested",
    }
    badge = {
        "schemaVersion": 1,
        "label": f"ldproof {found.asked.name}",
        "message": words[found.verdict],
        "color": COLORS[found.verdict],
    }
    return json.dumps(badge) + "\n"
