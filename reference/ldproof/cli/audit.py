"""`ldproof audit`: whether a program keeps the privacy that it claims."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ldproof.audit import AuditState, Claim, Pair, claim, pairs
from ldproof.audit.claim import BLACK_BOX, among, neighbourhood
from ldproof.audit.fixed_sample import audit as take
from ldproof.audit.samples import meant
from ldproof.catalogue.arguments import assignments, numeral
from ldproof.cli.annotations import annotations
from ldproof.cli.audit_request import PAIRS, WORKERS, Request
from ldproof.cli.audits import RULES, TOOL, as_junit, results
from ldproof.cli.completion import mechanism_keys, mechanism_names
from ldproof.cli.endings import ending
from ldproof.cli.inputs import inputs_at
from ldproof.cli.output import Status, say, say_json, words_may_be_lost
from ldproof.cli.passthrough import END, TWOFOLD
from ldproof.cli.pictures import pencil
from ldproof.cli.places import Place, place_of
from ldproof.cli.sarif import sarif
from ldproof.cli.verdicts import tabulate
from ldproof.cli.watching import sequential
from ldproof.domains import CHANCE
from ldproof.mechanisms import Level, json_of
from ldproof.programs import TIMEOUT, Value, parsed
from ldproof.rejections import Reason, Refused
from ldproof.rendering.audits import as_json
from ldproof.rendering.findings import Finding, of_course, of_outcome
from ldproof.rendering.verdicts import sentences

ALPHA = "0.05"


class Form(StrEnum):
    """How the outcome is written."""

    TABLE = "table"
    JSON = "json"
    JUNIT = "junit"
    SARIF = "sarif"
    GITHUB = "github"


EXAMPLES = (
    "ldproof audit shots.report T=3 m=1 r=0 epsilon=1 -- ./answers",
    "ldproof audit shots.report T=3 m=1 r=0 epsilon=1 --level event --pair 000 001 -- python3 answers.py --times 1.2",
    "ldproof audit black-box odds=3 --pair 0 1 --state 0-1.state --svg 0-1.svg -- ./answers",
    "ldproof audit black-box epsilon=1 --pair '[0,1]' '[1,0]' --pair '[0,0]' '[0,1]' --python mine:report",
    "ldproof audit black-box epsilon=1 --pair yes no --counts counts.csv --format junit",
    "ldproof audit black-box epsilon=1 --pair 0 1 --format sarif --place answers.go:20 -- ./answers",
)


@ending
def audit(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="MECHANISM",
            help=f"What the program claims to be, as `system.mechanism`, or {BLACK_BOX}.",
            autocompletion=lambda incomplete: [*mechanism_names(incomplete), BLACK_BOX],
        ),
    ],
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="key=value",
            help="Its parameters, as exact numbers; the budget is what it claims.",
            autocompletion=mechanism_keys,
        ),
    ] = None,
    pair: Annotated[
        list[str] | None,
        typer.Option(
            TWOFOLD, metavar="X Y", help="Two inputs to tell apart, as text or JSON; may be given again."
        ),
    ] = None,
    inputs: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Inputs to tell apart, all pairs of them: a JSON list, a file with one in a line, or a function MODULE:FUNCTION that gives them.",
        ),
    ] = None,
    level: Annotated[
        Level, typer.Option(help="Whether two people differ in everything or in one round.")
    ] = "user",
    alpha: Annotated[
        str, typer.Option(help="How often a program that keeps its claim may be called violated.")
    ] = ALPHA,
    most: Annotated[
        str | None,
        typer.Option(
            "--pairs", help="Pairs of draws, at most, from all inputs together.", show_default=PAIRS
        ),
    ] = None,
    throughout: Annotated[
        bool, typer.Option("--throughout", help="Draw as many even after the verdict, for a better bound.")
    ] = False,
    state: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save there after every batch, and go on from there.")
    ] = None,
    workers: Annotated[
        str | None,
        typer.Option(help="How many draw at once, each with coins of its own.", show_default=WORKERS),
    ] = None,
    executor: Annotated[
        str | None,
        typer.Option(
            metavar="MODULE:FUNCTION",
            help="Draw on the executor of concurrent.futures, or the client of Dask, that this function gives.",
        ),
    ] = None,
    timeout: Annotated[
        str | None,
        typer.Option(help="The seconds that COMMAND, or a call of FUNCTION, may take.", show_default=TIMEOUT),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="What the `coins` are made from that FUNCTION takes.")
    ] = None,
    failures: Annotated[
        bool,
        typer.Option(
            "--failures-are-outputs",
            help="Count a failure as an output, and go on: whether it fails may tell the input.",
        ),
    ] = False,
    python: Annotated[
        str | None,
        typer.Option(metavar="MODULE:FUNCTION", help="Draw from a function of an input."),
    ] = None,
    counts: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Take samples from CSV or Parquet files with columns input, output, count; - is standard input.",
        ),
    ] = None,
    samples: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Take samples from CSV or Parquet files with columns input, output; - is standard input.",
        ),
    ] = None,
    input_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of inputs.", show_default="input")
    ] = None,
    output_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of outputs.", show_default="output")
    ] = None,
    count_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of counts.", show_default="count")
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(metavar="SQL", help="Take rows where this holds, of columns other than the outputs."),
    ] = None,
    show_query: Annotated[
        bool, typer.Option("--show-query", help="Write the SQL query that counts the samples, and end.")
    ] = False,
    form: Annotated[Form, typer.Option("--format", help="How the outcome is written.")] = Form.TABLE,
    place: Annotated[
        str | None,
        typer.Option(
            metavar="FILE[:LINE]",
            help="Where sarif and github show a finding, if not where samples come from.",
        ),
    ] = None,
    machine: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw evidence against samples there, as SVG.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw evidence against samples there, as PNG.")
    ] = None,
) -> Status:
    """Whether a program keeps the privacy that it claims.

    The samples come from a program that speaks the protocol of PROTOCOL.md (all that follows the first `--` is its
    own), from a function of Python, or from a file, which may be packed by gzip. Each output is to be a new person's: independent of all others.

    FUNCTION is given an input, and those of the parameters that it names, as texts; it returns an output. If it names
    `coins`, it gets random bytes by `coins.read(8)`; how many it reads for an output is looked at with that. If its first
    parameter is called `inputs`, it is given an array of NumPy with many inputs, and returns a list of as many outputs,
    or an array, which means its `tolist()` and is counted at once: that is by far the fastest. If it names `count`, it
    returns so many outputs for one input, in a list or an array.

    Each draw has the input that a fair coin picks, so that a public clock or counter, of calls or of outputs, is no leak;
    a `count` is 1 then. With `delta=` beside its budget, a claim may be exceeded by that probability.

    The verdict is `violated`, `not independent` where the claim is refuted and a test finds that draws depend on each
    other, or `not refuted`; the last is no proof, and says nothing of whether the outputs are
    right, which `ldproof conform` tests. An audit may be watched, stopped and continued at will: that makes its verdict no less certain.
    """
    if machine and form not in {Form.TABLE, Form.JSON}:
        raise typer.BadParameter("--json is a format, and --format names one too")
    asked = claim(name, assignments(given or ()), level)
    request = Request(
        asked,
        chosen(asked, twos(pair or (), asked), inputs, drawn=not (counts or samples)),
        CHANCE.accept("alpha", numeral(alpha)),
        (*context.args,),
        python,
        counts,
        samples,
        most,
        throughout,
        state,
        workers,
        timeout,
        seed,
        failures,
        svg,
        png,
        executor,
        input_column,
        output_column,
        count_column,
        where,
        show_query,
    )
    return conclude(request, Form.JSON if machine else form, None if place is None else place_of(place))


def conclude(request: Request, form: Form, place: Place | None) -> Status:
    """Audit what is asked for, and say what came of it."""
    plan, place = request.plan, place or request.place
    if request.file:
        if request.show_query:
            say(request.files.query())
            return Status.FINE
        table = request.files.read(plan)
        return write_finding(of_outcome(plan, take(plan, table), table, request.subject), form, place)
    draw: Callable[[AuditState], None] = pencil(
        "ldproof.audit.pictures", {"svg": request.svg, "png": request.png}
    )
    state = sequential(plan, request.source, request.hands, request.seed, request.state, request.executor)
    try:
        draw(state)
    finally:  # neither is lost with the other: not the pictures where nobody reads on, nor the words where they fail
        status = write_finding(of_course(state, request.subject), form, place)
    return status


def chosen(
    asked: Claim, given: list[tuple[Value, Value]], inputs: str | None, *, drawn: bool
) -> tuple[Pair, ...]:
    """The pairs that are given, all of the inputs that are, or the mechanism's own neighbourhood where one can draw."""
    if given and inputs is not None:
        raise Refused(Reason.REPEATED, f"{TWOFOLD} and --inputs", "one of the two")
    if inputs is not None:
        return among(asked, inputs_at(inputs, reader(asked)))
    return neighbourhood(asked) if drawn and not given else pairs(asked, given)


def twos(words: Sequence[str], asked: Claim) -> list[tuple[Value, Value]]:
    """The pairs of inputs, one after the other: texts for a mechanism, otherwise JSON where they are."""
    if len(words) % 2 or any(each.startswith(END) for each in words):
        raise Refused(
            Reason.MISSING,
            f"{TWOFOLD} {' '.join(words[-2:])} has no two inputs",
            f"two inputs, as in {TWOFOLD} X Y",
        )
    read = reader(asked)
    return [(read(one), read(other)) for one, other in zip(words[::2], words[1::2], strict=True)]


def reader(asked: Claim) -> Callable[[str], Value]:
    """What an input's text means: a mechanism's own, otherwise JSON where it is."""
    return given_value if asked.mechanism is None else partial(json_of, asked.mechanism.secrets)


def given_value(text: str) -> Value:
    """The JSON value that a text is, or else the text; what begins as JSON must be JSON."""
    return parsed(text) if text.startswith(tuple('[{"')) else meant(text)


def write_finding(found: Finding, form: Form, place: Place | None) -> Status:
    """Write the outcome; the status with which that ends."""
    with words_may_be_lost():
        match form:
            case Form.TABLE:
                tabulate(found)
            case Form.JSON:
                say_json(as_json(found))
            case Form.JUNIT:
                say(as_junit(found))
            case Form.SARIF:
                say_json(sarif(TOOL, RULES, results(found, place), sentences(found)))
            case Form.GITHUB:
                for line in annotations(results(found, place), next(sentences(found))):
                    say(line)
    return Status.FINDING if found.violated else Status.FINE
