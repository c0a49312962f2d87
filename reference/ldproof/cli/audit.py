"""`ldproof audit`: whether a program keeps the privacy that it claims."""

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import chain
from math import inf
from pathlib import Path
from shlex import join
from time import perf_counter
from typing import NoReturn

import click
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

from ldproof.auditor import AuditPlan, AuditState, Claim, parse_claim
from ldproof.auditor.claim import Neighbours, pairs_to_draw, refuse_option_keys
from ldproof.auditor.datasets import select_neighbours
from ldproof.auditor.draw.executor import Pool, executor_at
from ldproof.auditor.draw.sources import (
    FAILURES,
    CommandSource,
    FailuresAreOutputs,
    FunctionSource,
    Source,
)
from ldproof.auditor.learn.events import WORST
from ldproof.auditor.releases import parse_release
from ldproof.auditor.report import (
    PLACES,
    UNITS,
    AuditResult,
    Sighting,
    SmallestPair,
    StatedClaim,
    describe_counts,
    evidence_share,
    format_input,
    format_percent,
    format_shown_input,
    report_sentences,
    result_of_draws,
    round_down,
    shorten_input,
    telling_sightings,
)
from ldproof.auditor.rounding import parse_grid
from ldproof.auditor.samples import Columns, parse_input, read_inputs, read_records
from ldproof.auditor.shrinking import PairShrinker
from ldproof.auditor.state_file import run_audit
from ldproof.cli.arguments import (
    select_form,
)
from ldproof.cli.ci import (
    CheckRule,
    Place,
    Problem,
    ReportedCase,
    Severity,
    github_annotations,
    junit_xml,
    parse_source_line,
    place_of_command,
    place_of_function,
    sarif_log,
)
from ldproof.cli.main import END
from ldproof.cli.text import (
    Status,
    ignore_lost_words,
    picture_writer,
    say,
    say_json,
    show_table,
    terminal_progress,
    write_complaint,
)
from ldproof.errors import Reason, Refused, Terminated
from ldproof.mechanisms import Level, json_from_text
from ldproof.parameters import CHANCE, POSITIVE, Whole, complete_numeral, parse_assignments
from ldproof.programs import SECONDS, Limits, Value, parse_canonical

# Where the samples of an audit are to come from: exactly one place, and only the options that mean something there.


class Origin(StrEnum):
    """The places, as they are written."""

    COMMAND = "-- COMMAND"
    PYTHON = "--python"
    COUNTS = "--counts"
    SAMPLES = "--samples"


DRAWN = (
    "--pairs",
    "--records",
    "--budget",
    "--profile",
    "--throughout",
    "--state",
    "--release",
    "--workers",
    "--executor",
    "--timeout",
    "--failures-are-outputs",
    "--svg",
    "--png",
)
"""The options where samples are drawn, and evidence grows with them."""
READ = ("--input-column", "--output-column", "--where", "--show-query")
"""The options where they are read."""

OPTIONS: Mapping[Origin, tuple[str, ...]] = {
    Origin.COMMAND: DRAWN,
    Origin.PYTHON: (*DRAWN, "--seed"),
    Origin.COUNTS: (*READ, "--count-column"),
    Origin.SAMPLES: READ,
}
"""The options that each place takes, of those that not every place does."""
PARTIAL = frozenset(chain(*OPTIONS.values()))
COLUMNS = frozenset({"--input-column", "--output-column", "--count-column", "--where"})
"""The options of a file whose columns have other names than usual, or of which some rows are meant."""


def given_options(context: click.Context) -> list[str]:
    """The options that stand on the command line."""
    return [
        each.opts[0]
        for each in context.command.params
        if context.get_parameter_source(str(each.name)) is click.ParameterSource.COMMANDLINE
    ]


def sample_origin(named: Mapping[Origin, object], options: Sequence[str]) -> Origin:
    """The one place that is named; refuses none or several, and options that mean nothing there."""
    found = [each for each, value in named.items() if value]
    if len(found) != 1:
        raise Refused(
            Reason.REPEATED if found else Reason.MISSING,
            f"samples come from {' and from '.join(found)}"
            if found
            else "nothing to draw samples from is named",
            f"exactly one of {', '.join(Origin)}",
        )
    (only,) = found
    if unfit := [each for each in options if each in PARTIAL and each not in OPTIONS[only]]:
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            f"{only} has no use for {' and '.join(unfit)}",
            f"{', '.join(OPTIONS[only])}, and what concerns the claim and the answer, as --pair, --level, --alpha",
        )
    return only


# Drawing on a terminal: progress, and what is said when it is stopped.

ENDINGS = tuple(each for each in signal.Signals if each.name in {"SIGTERM", "SIGHUP"})
"""The signals by which a process is asked to end; a terminal that is closed sends the second."""


def draw_until_verdict(
    plan: AuditPlan,
    source: Source,
    workers: int,
    seed: str | None,
    state: Path | None,
    lent: str | None,
    ends: float,
) -> tuple[AuditState, SmallestPair | None]:
    """Draw until there is a verdict, or nothing left to draw; then look for the smallest pair that breaks the claim."""
    # A function that prints must not do so into our answer, and one that crashes must not take us with it.
    inner = source.inner if isinstance(source, FailuresAreOutputs) else source
    apart = workers > 1 or isinstance(inner, FunctionSource)
    if lent is not None:
        hands: AbstractContextManager[Executor | None] = executor_at(lent)
    else:
        hands = Pool(workers) if apart else nullcontext()
    with announce_interruption(state), audit_progress(plan) as watch, hands as executor:
        coins = None if seed is None else seed.encode(errors="surrogateescape")
        lost, shrinker = LostDraws(), PairShrinker(source, executor, coins, ends)

        def watch_both(course: AuditState) -> None:
            watch(course)
            shrinker.watch_state(course)

        try:
            course = run_audit(
                plan,
                source,
                executor=executor,
                seed=coins,
                state=state,
                watch=watch_both,
                ends=ends,
                losing=lost.count_loss,
            )
        except Refused as refusal:
            if refusal.reason in FAILURES and inner is source:
                advice = ", or --failures-are-outputs"
            elif refusal.reason is Reason.WORKER_LOST and isinstance(inner, FunctionSource):
                served = join(("python", "-m", "ldproof.serve", inner.place, plan.claim.name))
                advice = f"; to count the end of a process as an output, audit a command: --failures-are-outputs -- {served}"
            else:
                raise
            raise Refused(refusal.reason, refusal.what, f"{refusal.accepted}{advice}") from refusal
    lost.write_losses()
    return course, shrinker.smallest


@dataclass(slots=True)
class LostDraws:
    """How often draws were lost with the processes that made them."""

    times: int = 0

    def count_loss(self) -> None:
        """Count draws that were lost once more."""
        self.times += 1

    def write_losses(self) -> None:
        """Write how often draws were lost; the verdict is about the draws that replaced them."""
        if self.times:
            write_complaint(
                f"ldproof: processes that drew were lost {self.times} time{'s' * (self.times > 1)}, and other draws were"
                " made: if FUNCTION has killed them, whether it does may tell the input, which only an audit of a COMMAND"
                " sees"
            )


@contextmanager
def audit_progress(plan: AuditPlan) -> Iterator[Callable[[AuditState], None]]:
    """On a terminal, show how far an audit is after every batch."""
    columns = BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with terminal_progress(*columns) as progress:
        task = progress.add_task("", total=plan.most)
        yield lambda course: progress.update(
            task, completed=course.pairs_drawn, description=format_progress(course)
        )


def format_progress(course: AuditState) -> str:
    """Return the line on an audit's progress."""
    share = format_percent(evidence_share(course.bets.portfolio.logarithm(), course.plan.release_alpha))
    bound = course.lower_bound()
    unit = UNITS[course.plan.claim.notion]
    known = "" if bound is None else f", {unit} at least {round_down(bound, PLACES)}"
    return f"{course.pairs_drawn:,} pairs of draws, evidence {share}{known}"


@contextmanager
def announce_interruption(state: Path | None) -> Iterator[None]:
    """Say what is kept, where somebody interrupts; whoever is terminated puts everything away first."""
    try:
        with end_by_exception():
            yield
    except KeyboardInterrupt:
        if state is None:
            write_complaint(
                "ldproof: stopped, and nothing is kept; with --state FILE the same command would go on"
            )
        elif not state.exists():
            write_complaint("ldproof: stopped during the first batch, and nothing is kept")
        else:
            write_complaint(
                f"ldproof: stopped; the same command goes on from {state}, all but the last batch kept"
            )
        raise


@contextmanager
def end_by_exception() -> Iterator[None]:
    """A request to end, or a terminal that is closed, ends this process by an exception: locks and programs are put away."""
    before = {each: signal.getsignal(each) or signal.SIG_DFL for each in ENDINGS}
    for each in ENDINGS:
        if before[each] is not signal.SIG_IGN:  # as under nohup
            signal.signal(each, raise_terminated)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def raise_terminated(number: int, _: object) -> NoReturn:
    """End as a shell reports it. Whoever asks again is not heard while everything is put away."""
    for each in ENDINGS:
        signal.signal(each, signal.SIG_IGN)
    raise Terminated(128 + number)


# The outcome of an audit for other programs: JUnit's XML, and results as code hosts show them.

TOOL = "ldproof audit"
RULES: Mapping[str, CheckRule] = {
    "privacy": CheckRule(
        "A program keeps the privacy that it claims.",
        "An output was seen so much more often with one input than with another that the claim is refuted.",
    ),
    "constant": CheckRule(
        "A program reports something.",
        "The same output came every time: privacy is kept, and nothing is reported. Is it the program that was meant?",
    ),
    "unreadable": CheckRule(
        "What a program gives is an output of the mechanism that it claims to be.",
        "Some samples are no output of the mechanism; they count as one more output.",
    ),
}


def audit_as_junit(found: AuditResult) -> str:
    """One test case for each pair of inputs; the one that shows most fails for all if the claim is violated."""
    failed = next((each.pair for each in found.sightings), 0) if found.violated else None
    cases = []
    for index, pair in enumerate(found.pairs):
        one, other = (format_input(found.stated, each) for each in pair.both_inputs())
        seen = [
            describe_counts(found, each, full=True) for each in telling_sightings(found) if each.pair == index
        ]
        cases.append(
            ReportedCase(
                found.subject,
                f"{one} and {other}",
                "\n".join([str(found.verdict), *seen]),
                (found.words[1], str(found)) if index == failed else None,
            )
        )
    return junit_xml(TOOL, found.title, cases)


def audit_problems(found: AuditResult, place: Place | None) -> Iterator[Problem]:
    """Yield the problems that an audit has found."""
    subject = found.title
    if found.violated:
        yield Problem("privacy", subject, str(found), place)
    if found.constant:
        words = "only one output was ever seen: privacy is trivially kept, and nothing is reported"
        yield Problem("constant", subject, words, place, Severity.WARNING)
    if found.unreadable:
        words = f"{found.unreadable:,} of the samples are no output of {found.stated.name}"
        yield Problem("unreadable", subject, words, place, Severity.WARNING)


# The outcome of an audit on a terminal: its sentences, and a table of what was seen.

SHOWN = 10
"""So many events are in the table; JSON has them all."""
WIDE = 60
"""So many characters of an event are in the table; what is longer is below it."""


def show_finding(found: AuditResult) -> None:
    """The verdict, what it rests on, what it does not say, and the events."""
    full = not sys.stdout.isatty()
    for line in report_sentences(found, full=full):
        say(line)
    telling = telling_sightings(found)
    shown = telling if full else telling[:SHOWN]
    if shown:
        say("")
        columns = ("event", "input", "happens in", "input", "happens in", "evidence")
        long = [each.in_full for each in shown if full and len(each.in_full) > WIDE]
        notes = {event: f"[{place}]" for place, event in enumerate(dict.fromkeys(long), 1)}
        rows = [sighting_cells(found.stated, each, notes, full=full) for each in shown]
        width = len(columns) - (found.evidence is None)
        show_table(*columns[:width], rows=[each[:width] for each in rows])
        for event, note in notes.items():
            say(f"{note} {event}")
        if found.stated.foreseen and any(each.event == str(WORST) for each in shown):
            say(f"{WORST}: {found.stated.foreseen}")
    if more := len(telling) - len(shown):
        say(f"and {more} more, which --json writes out")
    if silent := len(found.sightings) - len(telling):
        say(f"and {silent} more that --json writes out, which show nothing of the verdict")


def sighting_cells(
    claim: StatedClaim, seen: Sighting, notes: Mapping[str, str], *, full: bool
) -> tuple[str, ...]:
    """What was seen of an event, as the cells of a table; the beginning of an event that has a note below the table."""
    begins = f"{seen.in_full[:WIDE]}... {notes[seen.in_full]}" if seen.in_full in notes else seen.in_full
    one, other = (format_shown_input(claim, each, full=full) for each in (seen.likely, seen.unlikely))
    counted = seen.counted
    return (
        begins if full else shorten_input(seen.event),
        one,
        f"{counted.likely:,}/{counted.likely_samples:,}",
        other,
        f"{counted.unlikely:,}/{counted.unlikely_samples:,}",
        "" if seen.evidence is None else f"{seen.evidence:.2f}",
    )


WORKING = Whole(1, 256)
"""How many may draw at once."""

FORMS: Mapping[str, Callable[[AuditResult, Place | None], None]] = {
    "table": lambda found, _: show_finding(found),
    "json": lambda found, _: say(found.to_json()),
    "junit": lambda found, _: say(audit_as_junit(found)),
    "sarif": lambda found, place: say_json(sarif_log(TOOL, RULES, audit_problems(found, place), found.words)),
    "github": lambda found, place: say(
        "\n".join(github_annotations(audit_problems(found, place), found.words[0]))
    ),
}
"""How the outcome is written, in each form."""


def write_finding(found: AuditResult, form: str, place: Place | None) -> Status:
    """Write the outcome; the status with which that ends."""
    with ignore_lost_words():
        FORMS[form](found, place)
    return Status.FINDING if found.violated else Status.FINE


def audit(
    context: click.Context,
    *,
    program: Sequence[str],
    name: str,
    given: Sequence[str],
    pairs_given: Sequence[tuple[str, str]],
    inputs: str | None,
    neighbours: str | None,
    records: str | None,
    places: str | None,
    grid: str | None,
    level: Level,
    alpha: str,
    most: str | None,
    budget: str | None,
    throughout: bool,
    profile: bool,
    state: Path | None,
    release: str | None,
    workers: str,
    executor: str | None,
    timeout: str,
    seed: str | None,
    failures: bool,
    python: str | None,
    counts: Path | None,
    samples: Path | None,
    input_column: str,
    output_column: str,
    count_column: str,
    where: str | None,
    show_query: bool,
    form: str,
    place: str | None,
    machine: bool,
    svg: Path | None,
    png: Path | None,
) -> Status:
    """Audit a program, and write what was found."""
    form = select_form(form, machine=machine, first="table")
    known = parse_assignments(given)
    asked = parse_claim(name, known, level)
    if asked.mechanism is None:
        named = [
            each.opts[0].removeprefix("--")
            for each in context.command.params
            if isinstance(each, click.Option)
        ]
        refuse_option_keys(known, named, "an option", "--{} {}")
    if neighbours is not None:
        asked = replace(asked, neighbours=Neighbours(neighbours))
    options, file = given_options(context), counts or samples
    if pairs_given and inputs is not None:
        raise Refused(Reason.REPEATED, "--pair and --inputs", "one of the two")
    read = command_input_reader(asked)
    pairs = select_neighbours(
        asked,
        parse_input_pairs(pairs_given, read),
        None if inputs is None else read_inputs(inputs, read, datasets=neighbours is not None),
        drawn=file is None,
        records=None if records is None else read_records(records, read),
    )
    chance = CHANCE.accept("alpha", complete_numeral(alpha))
    origin = sample_origin(dict(zip(Origin, (program, python, counts, samples), strict=True)), options)
    plan = AuditPlan(
        asked,
        pairs,
        chance,
        pairs_to_draw("pairs", most, timed=budget is not None),
        throughout or profile,
        parse_grid(grid, places),
        until_promised=most is None and budget is None and not (throughout or profile),
        release=parse_release(release, has_state=state is not None, prefix="--"),
    )
    limit = inf if budget is None else parse_seconds(budget)
    shown = None if place is None else parse_source_line(place)
    if file is not None:
        from ldproof.auditor.database import Files  # noqa: PLC0415  (draws do without)
        from ldproof.auditor.fixed_sample import audit_samples  # noqa: PLC0415

        often = count_column if origin is Origin.COUNTS else None
        columns = Columns(input_column, output_column, often, not COLUMNS.isdisjoint(options))
        files = Files(file, columns, where)
        if show_query:
            say(files.grouped_counts_query())
            return Status.FINE
        taken = audit_samples(plan, files.read_table(plan), str(file))
        return write_finding(taken, form, shown or place_of_command([str(file)]))
    draw: Callable[[AuditState], None] = picture_writer("ldproof.auditor.pictures", {"svg": svg, "png": png})
    if {"--workers", "--executor"} <= {*options}:
        raise Refused(Reason.REPEATED, "--workers and --executor", "one of the two")
    seconds = float(SECONDS.accept("timeout", complete_numeral(timeout)))
    source: Source = (
        CommandSource((*program,), asked.name, asked.parameters, Limits(seconds=seconds))
        if python is None
        else FunctionSource(python, asked.parameters, seconds)
    )
    course, smallest = draw_until_verdict(
        plan,
        FailuresAreOutputs(source) if failures else source,
        WORKING.accept("workers", workers),
        seed,
        state,
        executor,
        perf_counter() + limit,
    )
    shown = shown or (place_of_command(program) if python is None else place_of_function(python))
    try:
        draw(course)
    finally:  # neither is lost with the other: not the pictures where nobody reads on, nor the words where they fail
        found = result_of_draws(course, python or join(program), profile=profile)
        status = write_finding(replace(found, smallest=smallest), form, shown)
    return status


def parse_seconds(budget: str) -> float:
    """The seconds in a time such as 10s or 2m; refuses any other."""
    number, unit = (budget[:-1], budget[-1]) if budget[-1:] in SECONDS_OF else (budget, "s")
    try:
        counted = POSITIVE.accept("budget", complete_numeral(number))
        return float(SECONDS.accept("budget", counted * SECONDS_OF[unit]))
    except Refused as refusal:
        raise Refused(refusal.reason, refusal.what, "a time up to a day, as 10s, 2m or 1h") from refusal


SECONDS_OF = {"s": 1, "m": 60, "h": 3600}
"""The units of a time."""


def parse_input_pairs(
    given: Sequence[tuple[str, str]], read: Callable[[str], Value]
) -> list[tuple[Value, Value]]:
    """The pairs of inputs; refuses options in the place of inputs."""
    for pair in given:
        if any(each.startswith(END) for each in pair):
            raise Refused(
                Reason.MISSING, f"--pair {' '.join(pair)} has no two inputs", "two inputs, as in --pair X Y"
            )
    return [(read(one), read(other)) for one, other in given]


def command_input_reader(asked: Claim) -> Callable[[str], Value]:
    """Return the function that reads an input's text: by the mechanism, or else as JSON or plain text."""
    return given_value if asked.mechanism is None else partial(json_from_text, asked.mechanism.secrets)


def given_value(text: str) -> Value:
    """The JSON value that a text is, or else the text; what begins as JSON must be JSON."""
    return parse_canonical(text) if text.startswith(tuple('[{"')) else parse_input(text)
