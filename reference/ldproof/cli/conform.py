"""`ldproof conform`: whether a program answers as the reference does, for people and for other tools."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from ldproof.api.conforming import accept_request
from ldproof.auditor.draw.sources import PLACE
from ldproof.cli.arguments import (
    select_form,
)
from ldproof.cli.ci import (
    CheckRule,
    Place,
    Problem,
    ReportedCase,
    github_annotations,
    junit_xml,
    parse_source_line,
    place_of_command,
    place_of_function,
    sarif_log,
)
from ldproof.cli.text import Status, activity_spinner, ignore_lost_words, say, say_json
from ldproof.errors import Reason, Refused
from ldproof.oracle.conformance import ConformanceFinding, ConformanceVerdict, compare_program
from ldproof.oracle.conformance.conforming import (
    ReplayedVector,
    ReplayOutcome,
    name_of_vector,
    parse_target_name,
)
from ldproof.oracle.conformance.report import (
    ConformResult,
    closing_sentences,
    fit_sentences,
    format_bias,
    format_failure,
    format_request,
    format_subject,
    group_differences,
    interleave_kinds,
    untestable_sentences,
    vector_table,
    wrong_biases,
)
from ldproof.parameters import complete_numeral, parse_assignments
from ldproof.programs import SECONDS, Limits, Program

COLORS = {
    ConformanceVerdict.CONFORMS: "brightgreen",
    ConformanceVerdict.DIFFERS: "red",
    ConformanceVerdict.UNTESTED: "lightgrey",
}

TOOL = "ldproof conform"
RULES: Mapping[str, CheckRule] = {
    "vector": CheckRule(
        "A program answers a test vector as it must.",
        "`ldproof vectors` says where the vectors lie; the message names one, what it expects and what came.",
    ),
    "known-failure": CheckRule(
        "A vector that is known to fail fails.",
        "It passes now: take it off the list of known failures.",
    ),
    "law": CheckRule(
        "What a program draws has the exact law.",
        "`ldproof law` lists the law; the message says what the draws have too often or too seldom.",
    ),
    "bias": CheckRule(
        "A collector's estimates are right on average.",
        "The mean of the estimates of one person's reports, over the exact law, is not the truth.",
    ),
}


def conformance_as_junit(found: ConformanceFinding) -> str:
    """A test case for each vector, each law and each mean."""
    failing = {name_of_vector(each.vector) for each in found.new_failures}
    fixed = {name_of_vector(each.vector) for each in found.fixed_failures}
    cases = [vector_case(each, failing, fixed) for each in found.replayed]
    for name, fitted in found.fits.items():
        lines = [*fit_sentences(fitted)]
        failure = (lines[0], "\n".join(lines)) if fitted.different else None
        cases.append(ReportedCase("law", name, lines[0], failure, skipped=fitted.too_few))
    for name, words in zip([*found.refused, *found.untested], untestable_sentences(found), strict=True):
        cases.append(ReportedCase("law", name, words, skipped=True))
    for each in found.biases:
        named = f"{each.name}, input {each.secret}, place {each.place}"
        cases.append(
            ReportedCase(
                "bias",
                named,
                format_bias(each),
                (format_bias(each), format_bias(each)) if each.biased else None,
            )
        )
    return junit_xml(TOOL, f"{found.program.name}: {format_subject(found)}", cases)


def vector_case(each: ReplayedVector, failing: set[str], fixed: set[str]) -> ReportedCase:
    """A vector as a test case."""
    name = name_of_vector(each.vector)
    failure: tuple[str, str] | None = None
    if name in fixed:
        failure = ("known to fail, and does not", "take it off the list of known failures")
    elif name in failing:
        failure = (str(each.difference), format_request(each.vector.request))
    words = str(each.outcome) if each.difference is None else str(each.difference)
    return ReportedCase(
        each.vector.kind, name, words, failure, skipped=each.outcome is ReplayOutcome.UNSUPPORTED
    )


def conformance_problems(
    found: ConformanceFinding, place: Place | None, known: Path | None
) -> Iterator[Problem]:
    """Every difference; a vector that no longer fails, in the list of those that do."""
    for name, fitted in found.fits.items():
        if fitted.different:
            yield Problem("law", name, "; ".join(fit_sentences(fitted)), place)
    for mean in found.biases:
        if mean.biased:
            yield Problem("bias", mean.name, format_bias(mean), place)
    listed = None if known is None else Place(known)
    for each in found.fixed_failures:
        yield Problem(
            "known-failure", name_of_vector(each.vector), "it is known to fail, and does not", listed
        )
    for each in interleave_kinds(found.new_failures):
        yield Problem("vector", name_of_vector(each.vector), format_failure(each), place)


def as_markdown(found: ConformanceFinding) -> str:
    """A summary for a page."""
    head, *rows = [*vector_table(found)]
    lines = [f"## {found.verdict}: `{format_subject(found)}`", "", f"Program: {found.program.name}", ""]
    if rows:
        lines += [
            "| " + " | ".join(each) + " |" for each in (head, ("---", *["---:"] * (len(head) - 1)), *rows)
        ]
        lines.append("")
    lines += [
        f"- {words}; the first is `{name_of_vector(each.vector)}`: {each.difference}; asked: `{format_request(each.vector.request)}`".replace(
            "|", "\\|"
        )
        for words, each in group_differences(found)
    ]
    lines += [f"- {words}" for words in untestable_sentences(found)]
    lines += [f"- **{op}**: {words}" for op, words in found.explanations.items()]
    lines += [
        f"- `{name_of_vector(each.vector)}` is known to fail, and does not" for each in found.fixed_failures
    ]
    lines += [f"- **{name}**: {words}" for name, each in found.fits.items() for words in fit_sentences(each)]
    lines += [f"- {words}" for words in wrong_biases(found)]
    lines += [f"- {words}" for words in closing_sentences(found)]
    return "\n".join(lines)


def as_badge(found: ConformanceFinding) -> str:
    """An endpoint of shields.io."""
    agree, differ = len(found.with_outcome(ReplayOutcome.AGREES)), len(found.new_failures)
    words = {
        ConformanceVerdict.CONFORMS: f"conforms, {agree} vectors",
        ConformanceVerdict.DIFFERS: f"differs, {differ} of {agree + differ} vectors" if differ else "differs",
        ConformanceVerdict.UNTESTED: "untested",
    }
    badge = {
        "schemaVersion": 1,
        "label": f"ldproof {found.asked.name}",
        "message": words[found.verdict],
        "color": COLORS[found.verdict],
    }
    return json.dumps(badge) + "\n"


HOST = (sys.executable, "-P", "-m", "ldproof.auditor.draw.hosted")
"""The program that answers requests by a function of Python."""


FORMS: Mapping[str, Callable[[ConformResult, Callable[[], Iterator[Problem]]], None]] = {
    "text": lambda result, _: say(str(result)),
    "json": lambda result, _: say(result.to_json()),
    "junit": lambda result, _: say(conformance_as_junit(result.finding)),
    "sarif": lambda _, problems: say_json(sarif_log(TOOL, RULES, problems())),
    "markdown": lambda result, _: say(as_markdown(result.finding)),
    "github": lambda result, problems: say("\n".join(github_annotations(problems(), result.words[0]))),
}
"""How the outcome is written, in each form."""

STATUS = {
    ConformanceVerdict.CONFORMS: Status.FINE,
    ConformanceVerdict.DIFFERS: Status.FINDING,
    ConformanceVerdict.UNTESTED: Status.UNDECIDED,
}


def conform_program(
    *,
    program: Sequence[str],
    name: str,
    given: Sequence[str],
    python: str | None,
    ulps: str,
    alpha: str,
    draws: str,
    known: Path | None,
    timeout: str,
    form: str,
    machine: bool,
    place: str | None,
    badge: Path | None,
) -> Status:
    """Compare a program with the reference, and write how it answers."""
    form = select_form(form, machine=machine, first="text")
    asked = accept_request(
        parse_target_name(name),
        parse_assignments(given) if given else None,
        complete_numeral(alpha),
        draws,
        ulps,
        () if known is None else read_vector_names(known),
    )
    source = source_of(place, python, program)
    limits = Limits(seconds=float(SECONDS.accept("timeout", complete_numeral(timeout))))
    with (
        activity_spinner() as tell,
        Program(program_command((*program,), python, name), limits) as started,
    ):
        if python is not None:
            refuse_missing_function(started)
        result = ConformResult(compare_program(started, asked, tell))
    if badge is not None:
        write_file(badge, as_badge(result.finding))
    problems = partial(conformance_problems, result.finding, source, known)
    with ignore_lost_words():
        FORMS[form](result, problems)
    return STATUS[result.finding.verdict]


def source_of(place: str | None, python: str | None, words: Sequence[str]) -> Place | None:
    """Where a difference is shown: as is said, or else at what is asked."""
    if place is not None:
        return parse_source_line(place)
    return place_of_command(words) if python is None else place_of_function(python)


def program_command(words: tuple[str, ...], python: str | None, name: str) -> tuple[str, ...]:
    """The command of the program that is tested."""
    if (python is None) == (not words):
        raise Refused(
            Reason.MISSING if python is None else Reason.REPEATED,
            "no program" if python is None else "two programs",
            "exactly one of -- COMMAND, --python",
        )
    return words if python is None else (*HOST, python, name)


def refuse_missing_function(program: Program) -> None:
    """Refused where the function is not: that is our request's fault, and no program's."""
    answer = program.ask_unparsed("describe")
    if answer.get("reason") == Reason.NO_SUCH_PROGRAM:
        raise Refused(Reason.NO_SUCH_PROGRAM, f"there is no such function: {answer['error']}", PLACE)


def read_vector_names(file: Path) -> frozenset[str]:
    """The vectors that a file names; what follows a # is a remark."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as why:
        raise Refused(
            Reason.UNAVAILABLE, f"{file} cannot be read: {why}", "a file of vectors' names"
        ) from None
    return frozenset(name for line in lines if (name := line.partition("#")[0].strip()))


def write_file(file: Path, text: str) -> None:
    """Write a file, or say why not."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as why:
        raise Refused(Reason.UNAVAILABLE, f"{file} cannot be written: {why}", "another place") from None
