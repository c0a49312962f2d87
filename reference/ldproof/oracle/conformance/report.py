"""What `conform` found: in words, and as JSON."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from math import isinf

from ldproof.errors import Reason, Refused
from ldproof.json_values import encode_members as as_object
from ldproof.oracle.comments import about_draw
from ldproof.oracle.conformance import ConformanceFinding, ConformanceVerdict
from ldproof.oracle.conformance.conforming import (
    BiasCheck,
    ReplayedVector,
    ReplayOutcome,
    name_of_subject,
    name_of_vector,
)
from ldproof.oracle.conformance.fit import LawFit
from ldproof.parameters import format_assignments
from ldproof.programs.program import Message
from ldproof.results import SHOWN, html_table
from ldproof.results import value_as_json as number


@dataclass(frozen=True)
class ConformResult:
    """The result of a conformance test."""

    finding: ConformanceFinding = field(repr=False)
    how_to_repeat: str = ""

    @property
    def verdict(self) -> str:
        """`conforms`, as far as it was tested; `differs`; or that nothing could be tested."""
        return str(self.finding.verdict)

    @property
    def conforms(self) -> bool:
        """Whether it conforms, as far as it was tested."""
        return self.finding.verdict is ConformanceVerdict.CONFORMS

    @property
    def differences(self) -> tuple[str, ...]:
        """Each vector, law or mean that is not as it must be, in a sentence."""
        found = self.finding
        return (
            *map(format_failure, found.new_failures),
            *(
                f"{name_of_vector(each.vector)} is known to fail, and does not"
                for each in found.fixed_failures
            ),
            *(
                f"{name}: {'; '.join(fit_sentences(each))}"
                for name, each in found.fits.items()
                if each.different
            ),
            *(format_bias(each) for each in found.biases if each.biased),
        )

    @property
    def words(self) -> tuple[str, ...]:
        """The lines of the report, the verdict first."""
        return (*finding_sentences(self.finding),)

    def __str__(self) -> str:
        return "\n".join(self.words)

    def __bool__(self) -> bool:
        raise Refused(Reason.UNDECIDED, "a program's conformance is neither true nor false", "`conforms`")

    def to_json(self) -> str:
        """One JSON object, as `ldproof conform --json` has it."""
        return json.dumps(conformance_as_json(self.finding), default=as_object, allow_nan=False)

    def _repr_html_(self) -> str:
        rows = [(str(number), each) for number, each in enumerate(self.differences[:SHOWN], start=1)]
        return html_table(self.words[0], rows) + f"<p>to repeat: {escape(self.how_to_repeat)}</p>"


COLUMNS = ("vectors", "agree", "differ", "known to fail", "unsupported")


def finding_sentences(found: ConformanceFinding) -> Iterator[str]:
    """The verdict first, then what it rests on."""
    yield f"{found.verdict}: {found.program.name} as {format_subject(found)}"
    yield from untestable_sentences(found)
    yield from ("", *(format_row(cells) for cells in vector_table(found))) if found.replayed else ()
    failures = found.new_failures
    if failures:
        yield ""
        yield from (
            f"{words}; the first is {format_failure(first)}" for words, first in group_differences(found)
        )
    yield from (f"{op}: {words}" for op, words in found.explanations.items())
    yield from (
        f"{name_of_vector(each.vector)} is known to fail, and does not" for each in found.fixed_failures
    )
    for name, fitted in found.fits.items():
        yield ""
        yield from (f"{name}: {words}" for words in fit_sentences(fitted))
    yield from wrong_biases(found)
    if found.biases and not any(each.biased for each in found.biases):
        yield f"its estimates of one person's reports are right on average, {len(found.biases)} times"
    yield from ("", *closing_sentences(found))


NUMBERS = re.compile(r" ?[0-9]+")


def group_differences(found: ConformanceFinding) -> Iterator[tuple[str, ReplayedVector]]:
    """Yield each group of vectors that differ in the same way: its size in words, and its first vector.

    They have the same kind, and the same member of their answers differs, or they have the same error, numbers aside.
    Where an op has an explanation, it explains all of a group or none.
    """
    grouped: dict[tuple[str, str, str, str], list[ReplayedVector]] = {}
    for each in found.new_failures:
        key = (each.vector.kind, *differing_part(each), covered_by_explanation(found, each))
        grouped.setdefault(key, []).append(each)
    for (kind, part, _, explained), alike in grouped.items():
        names = Counter(str(name_of_subject(each)) for each in alike)
        listed = ", ".join(f"{name} ({count:,})" for name, count in names.items())
        of = f" (of {listed})" if len(names) > 1 else ""
        yield f"{kind}, {part}: {len(alike):,} differ{'s' * (len(alike) == 1)}{of}{explained}", alike[0]


def differing_part(each: ReplayedVector) -> tuple[str, str]:
    """The member of an answer that differs; or "an error" and its text without numbers."""
    if each.vector.answer is not None and "error" in each.answer:
        return "an error", NUMBERS.sub("", str(each.answer["error"]))
    return ("" if each.difference is None else NUMBERS.sub("", each.difference.place.partition(",")[0])), ""


def covered_by_explanation(found: ConformanceFinding, each: ReplayedVector) -> str:
    """Whether the explanation of an op explains a difference too, in words; nothing where there is none."""
    explanation = found.explanations.get(str(each.vector.request["op"]))
    if explanation is None:
        return ""
    covered = name_of_vector(each.vector) in explanation.explains
    return ", as explained below" if covered else ", not explained below"


def wrong_biases(found: ConformanceFinding) -> Iterator[str]:
    """The first mean that is not the truth of each mechanism and its parameters, and how many there are."""
    grouped: dict[str, list[BiasCheck]] = {}
    for each in found.biases:
        if each.biased:
            grouped.setdefault(f"{each.name} {dict(each.parameters)}", []).append(each)
    for alike in grouped.values():
        more = len(alike) - 1
        yield format_bias(alike[0]) + f" (and {more:,} more such mean{'s' * (more > 1)})" * (more > 0)


def interleave_kinds(failures: Sequence[ReplayedVector]) -> list[ReplayedVector]:
    """The failures with kinds alternating: the first of each kind, then the second, and so on."""
    met: Counter[str] = Counter()
    turns = []
    for each in failures:
        met[each.vector.kind] += 1
        turns.append(met[each.vector.kind])
    return [each for _, each in sorted(zip(turns, failures, strict=True), key=lambda pair: pair[0])]


def format_subject(found: ConformanceFinding) -> str:
    """The name and the parameters that were tested."""
    return " ".join([found.asked.name, *format_assignments(found.asked.parameters or {})])


def vector_table(found: ConformanceFinding) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table: for each kind, how many vectors had each outcome; the header first."""
    yield COLUMNS
    known = {name_of_vector(each.vector) for each in found.known_failures}
    counts = Counter(
        (each.vector.kind, "known" if name_of_vector(each.vector) in known else str(each.outcome))
        for each in found.replayed
    )
    outcomes = (ReplayOutcome.AGREES, ReplayOutcome.DIFFERS, "known", ReplayOutcome.UNSUPPORTED)
    for kind in dict.fromkeys(each.vector.kind for each in found.replayed):
        yield (kind, *(str(counts[kind, str(each)]) for each in outcomes))


def format_row(cells: Sequence[str]) -> str:
    """A line of the table."""
    first, *others = cells
    return f"{first:10}" + "".join(
        f"  {cell:>{len(column)}}" for cell, column in zip(others, COLUMNS[1:], strict=True)
    )


def format_failure(each: ReplayedVector) -> str:
    """A vector, its first difference, and what the reference draws from the same coins."""
    drawn = about_draw(each.vector.beside)
    said = f"{each.difference}; the reference draws {drawn}" if drawn else str(each.difference)
    return f"{name_of_vector(each.vector)}: {said}; asked: {format_request(each.vector.request)}"


def format_request(asked: Message) -> str:
    """The request as a line that `ldproof oracle` answers."""
    return json.dumps(with_id(asked), default=as_object)


def with_id(asked: Message) -> dict[str, object]:
    """A request with an id, as each must have."""
    return {"id": 1, **asked}


def fit_sentences(fitted: LawFit) -> Iterator[str]:
    """The sentences on the draws."""
    sure = f"a program that draws from the law gets this verdict with a probability of at most {float(fitted.alpha):.6g}"
    if fitted.different:
        # Outputs that cannot come are not counted.
        draws = f"{fitted.draws:,} draws contradict" if fitted.draws else "the first draw contradicts"
        yield f"{draws} the exact law: {fitted.observation} ({sure})"
        if fitted.explanation:
            yield fitted.explanation
    elif not fitted.too_few:
        yield f"{fitted.draws:,} draws do not contradict the exact law; that is no proof. So many show {fitted.sees}"
    yield from unfitted_sentences(fitted)
    if fitted.constant:
        yield "one and the same output came every time"


def unfitted_sentences(fitted: LawFit) -> Iterator[str]:
    """The sentences on what the draws do not show; none if they contradict the law."""
    if fitted.too_few:
        yield (
            f"{fitted.draws:,} draws cannot show that an even chance is 0 or 1 instead; "
            f"--draws {fitted.needed}, or more, can"
        )
    elif not fitted.different:
        yield from fitted.left_out


def format_bias(each: BiasCheck) -> str:
    """A mean that is not the truth."""
    return (
        f"{each.name}: of input {each.secret} it estimates {each.mean:.6g} on average at place {each.place}, "
        f"and the truth is {each.truth}"
    )


def untestable_sentences(found: ConformanceFinding) -> Iterator[str]:
    """The sentences on the mechanisms whose draws could not be tested."""
    for name, given in found.refused.items():
        yield f"the draws of {name} were not tested where the program refuses them: {'; '.join(given)}"
    for name in found.untested:
        yield f"the draws of {name} could not be tested: their outputs are too many to list, and no part of them is known"


def untested_sentences(found: ConformanceFinding) -> Iterator[str]:
    """The sentences on the operations that were not tested."""
    if found.failed:
        yield f"no more was tested: {found.failed.what}; asked: {json.dumps(found.failed.request)}"
        return
    if not found.replayed:
        yield "no vectors were replayed: the program lists none that it can answer (`capabilities` in `describe`)"
    elif not any(each.vector.kind == "randomize" for each in found.replayed):
        yield "no draws were compared bit for bit: it draws from no given coins"
    if not found.fits:
        yield "no draws were tested against the law: it draws from no coins of its own, or outputs are too many to list"


def closing_sentences(found: ConformanceFinding) -> Iterator[str]:
    """The sentences on the operations that were not tested, and on the tolerance."""
    yield from untested_sentences(found)
    if found.verdict is ConformanceVerdict.CONFORMS:
        yield f"numbers were compared within {found.asked.ulps} ulps, fractions exactly"


def conformance_as_json(found: ConformanceFinding) -> dict[str, object]:
    """Everything, as a JSON object."""
    return {
        "verdict": str(found.verdict),
        "program": found.program.name,
        "name": found.asked.name,
        "parameters": None if found.asked.parameters is None else dict(found.asked.parameters),
        "ulps": found.asked.ulps,
        "alpha": number(found.asked.alpha),
        "vectors": {
            "agree": len(found.with_outcome(ReplayOutcome.AGREES)),
            "differ": len(found.new_failures),
            "known": len(found.known_failures),
            "unsupported": len(found.with_outcome(ReplayOutcome.UNSUPPORTED)),
        },
        "differences": [difference_as_json(each) for each in found.new_failures],
        "known_failures": [name_of_vector(each.vector) for each in found.known_failures],
        "fixed": [name_of_vector(each.vector) for each in found.fixed_failures],
        "explanations": [
            {"op": op, "words": each.words, "reproduces": each.reproduces, "of": each.of}
            for op, each in found.explanations.items()
        ],
        "laws": [fit_as_json(name, each) for name, each in found.fits.items()],
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
        "untested": [
            *untestable_sentences(found),
            *(f"{name}: {words}" for name, each in found.fits.items() for words in unfitted_sentences(each)),
            *untested_sentences(found),
        ],
        "failed": None if found.failed is None else failure_as_json(found.failed),
    }


def failure_as_json(failure: Refused) -> dict[str, object]:
    """Return a JSON object of a program's failure, with the request."""
    return {"reason": failure.reason, "what": failure.what, "request": failure.request}


def difference_as_json(each: ReplayedVector) -> dict[str, object]:
    """A vector, and its first difference."""
    where = each.difference
    return {
        "vector": name_of_vector(each.vector),
        "request": with_id(each.vector.request),
        "place": "" if where is None else where.place,
        "expected": "" if where is None else where.expected,
        "found": "" if where is None else where.found,
    }


def fit_as_json(name: str, fitted: LawFit) -> dict[str, object]:
    """The sentences on the draws of a mechanism."""
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
