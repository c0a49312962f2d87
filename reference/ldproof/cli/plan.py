"""`ldproof plan`: which mechanism to deploy, with which parameters, and how wrong it will be."""

from collections.abc import Sequence
from pathlib import Path

import click

from ldproof.cli.arguments import complete_names, file_option, json_option
from ldproof.cli.main import ExampledCommand
from ldproof.cli.reproduce import read_text_lines
from ldproof.cli.text import Status, activity_spinner, end_with_status, picture_writer, say, show_table
from ldproof.errors import Refused
from ldproof.numbers.real import ConditionalNumber
from ldproof.parameters import parse_assignments
from ldproof.planning.association import AssociationPlan
from ldproof.planning.count import CounterRow, CountPlan
from ldproof.planning.deployment import Promise, format_rounded_down, format_rounded_up
from ldproof.planning.plan import KINDS, SEED, AnyPlan, SimulatedPromise
from ldproof.planning.report import plan_and_simulate
from ldproof.planning.requirement import Requirement
from ldproof.planning.sketches import SketchDesign, SketchPlan
from ldproof.sketch.plan import default_family


def show_plan(plan: AnyPlan) -> None:
    """Its table, what decides, and what that hangs on."""
    match plan:
        case CountPlan():
            show_count(plan)
        case Requirement():
            show_requirement(plan)
        case AssociationPlan():
            show_test(plan)
        case SketchPlan():
            show_sketch(plan)


def show_count(plan: CountPlan) -> None:
    """A row for every mechanism."""
    theta = plan.asked.theta is not None
    columns = [
        "mechanism",
        "one round",
        "all rounds",
        "deviation",
        "event epsilon",
        "bytes",
        "bound",
        "factor",
    ]
    show_table(
        *columns,
        *(["detection", "recall", "F"] if theta else []),
        rows=[(*mechanism_cells(row), *(detection_cells(row) if theta else ())) for row in plan.rows],
    )
    show_assumptions(plan)
    for row in plan.rows:
        if row.notes:
            say(f"{row.name}: {', '.join(row.notes)}.")
    say(f"Its parameters, as `ldproof law` takes them:\n{plan.chosen.as_command}")


def show_requirement(found: Requirement) -> None:
    """The plan at the answer, and what was decided around it."""
    show_count(found.plan)
    say(f"\n{found.unknown} = {found.answer} for alpha = {found.alpha}; {found.monotony}.")
    for at, error in found.missed:
        say(
            f"At {found.unknown} = {at} the least error that can be promised is {format_rounded_up(error, 6)}."
        )


def mechanism_cells(row: CounterRow) -> tuple[str, ...]:
    """A mechanism's cells; of its bounds the first."""
    bound = row.bounds[0] if row.bounds else None
    said, factor = "", ""
    if bound is not None and not isinstance(bound.value, Refused):
        times = row.bound_factor(bound)
        said = format_rounded_up(bound.value) + ("" if bound.holds else " (not met)")
        factor = "" if times is None else format_rounded_down(times)
    deviation = row.standard_deviation
    return (
        row.name,
        format_promise(row.one_round),
        format_promise(row.all_rounds),
        format_rounded_up(deviation),
        format_rounded_up(row.counter.event_epsilon),
        str(row.counter.messages),
        said,
        factor,
    )


def format_promise(promise: Promise) -> str:
    """A number, or both its ends."""
    if promise.is_exact:
        return format_rounded_up(promise.at_most)
    return f"{format_rounded_down(promise.at_least)} to {format_rounded_up(promise.at_most)}"


def detection_cells(row: CounterRow) -> tuple[str, ...]:
    """Return the cells of a row on how well heavy hitters are detected."""
    found = row.detections
    numbers = (found.at_mu, found.recall, found.f_measure)
    return tuple(
        ""
        if each is None
        else f"{format_rounded_down(each.value)} assuming {each.assumption}"
        if isinstance(each, ConditionalNumber)
        else format_rounded_down(each)
        for each in numbers
    )


def show_test(plan: AssociationPlan) -> None:
    """A row for every test, after what the numbers are not about."""
    for each in plan.warnings:
        say(f"Warning: {each}.")
    show_table(
        "test",
        "wrong",
        "false positives",
        "false negatives",
        "notes",
        rows=[
            (
                row.name,
                format_rounded_up(row.wrong_decisions),
                format_rounded_up(row.positives),
                format_rounded_up(row.negatives),
                ", ".join(row.notes),
            )
            for row in plan.rows
        ],
    )
    for name, why in plan.refused:
        say(f"{name}: {why}.")
    show_assumptions(plan)
    say(f"Its parameters for one variant, as `ldproof law` takes them:\n{plan.chosen.as_command}")
    if plan.without_data is not None:
        public = plan.without_data
        say(f"\nAdvice that depends on no data, for built-in tables: {public.decides}")
        say(f"Its parameters for one variant, as `ldproof law` takes them:\n{public.chosen.as_command}")


def show_sketch(plan: SketchPlan) -> None:
    """The best table of each mechanism, and what more bits gain."""
    columns = ("mechanism", "bits", "mean squared error", "bound on all")
    show_table(*columns, rows=[sketch_cells(table.name, table) for table in plan.rows])
    for name, why in plan.refused:
        say(f"{name}: {why}.")
    say("\nThe least mean squared error within so many bits:")
    show_table(
        "within",
        *columns,
        rows=[(str(bits), *sketch_cells(table.name, table)) for bits, table in plan.trade_off],
    )
    show_assumptions(plan)
    say(f"Its parameters, as `ldproof law` takes them:\n{plan.chosen.as_command}")
    say(
        f"Its hashes are of family={default_family(plan.chosen.w)}, which is for `ldproof.sketch.plan.draw_plan` in Python, "
        "and its default; the commands take no family."
    )


def show_runs(told: Sequence[SimulatedPromise]) -> None:
    """Print the means of runs beside the promised numbers."""
    if told:
        say("\nSimulated:")
        columns = ("mechanism", "what", "promised", "found", "standard error")
        show_table(
            *columns,
            rows=[
                (
                    each.name,
                    each.what,
                    *(f"{number:.4g}" for number in (each.promised, each.found, each.error)),
                )
                for each in told
            ],
        )


def sketch_cells(name: str, table: SketchDesign) -> tuple[str, ...]:
    """A table's cells."""
    return (
        name,
        str(table.report_bits),
        format_rounded_up(table.mean_squared_error),
        format_rounded_up(table.error_bound),
    )


def show_assumptions(plan: CountPlan | AssociationPlan | SketchPlan) -> None:
    """Print the reason of the choice, and its assumptions."""
    say(f"\n{plan.decides}")
    say(f"This hangs on: {'; '.join(plan.assumes)}.")


EXAMPLES = (
    "ldproof plan count N=10000 T=100 epsilon=4 mu=1/5",
    "ldproof plan count T=100 epsilon=4 mu=1/5 alpha=0.05",
    "ldproof plan count N=10000 T=100 epsilon=10 theta=4/5 --svg plan.svg",
    "ldproof plan count N=100 T=10 epsilon=10 mu=1/5 --runs 1000",
    "ldproof plan test m1=200 m2=200 variants=311 epsilon=31 level=1/20",
    "ldproof plan test m1=200 m2=200 epsilon=31 --table frequencies.csv",
    "ldproof plan sketch N=100000 items=1000 epsilon=4 bits=32",
)


@click.command("plan", cls=ExampledCommand, examples=EXAMPLES)
@click.argument(
    "kind",
    metavar="KIND",
    help="What is planned: count, test or sketch.",
    shell_complete=complete_names(lambda _: KINDS),
)
@click.argument(
    "given", metavar="[key=value]...", nargs=-1, help="What is known, as exact numbers: 1/20, 0.05 or 5%."
)
@file_option("--table", "For test: frequencies or genotypes, as CSV.")
@click.option("--runs", metavar="RUNS", help="Simulate what is promised so often, where mu= is known.")
@click.option("--seed", metavar="TEXT", default=SEED, help="What the simulations' coins are made from.")
@json_option()
@file_option("--svg", "Draw it there, as SVG.")
@file_option("--png", "Draw it there, as PNG.")
@end_with_status
def plan_deployment(
    *,
    kind: str,
    given: Sequence[str],
    table: Path | None,
    runs: str | None,
    seed: str,
    machine: bool,
    svg: Path | None,
    png: Path | None,
) -> Status:
    """Which mechanism, with which parameters, and how wrong it will be: exactly, or between two bounds.

    count, of active people in rounds: N= T= epsilon= or odds=, and beta= (1/20), mu= (the share of active people),
    theta= (the threshold of a heavy hitter), rounds= (first: one round with the share mu; worst: one round, whoever is
    active; all: the largest error over all rounds). With alpha= the error must be at most that; then one of N, T and
    the budget may be left out, and is what is asked for.

    test, of many variants by chi-squared: m1= m2= variants= epsilon= or odds= (of all tests together), and tau= or
    level= (1/20). With --table, instead of variants=: columns cases, controls (shares with the variant) and count, or
    people's genotypes with a column case, and rule= (bits, dominant, recessive).

    sketch, of items' counts: N= items= epsilon= or odds=, and profile= (zipf or uniform), bits= (a report has so many
    at most; 1024), beta= (1/20); or counts=[60,30,10] instead of N= and items=.
    """
    draw = picture_writer("ldproof.planning.pictures", {"svg": svg, "png": png})
    known: dict[str, object] = {**parse_assignments(given)}
    if table is not None:
        known["table"] = read_text_lines(table)
    with activity_spinner() as tell:
        found = plan_and_simulate(kind, known, runs, seed.encode(errors="surrogateescape"), tell)
    if machine:
        say(found.to_json())
    else:
        show_plan(found.plan)
        show_runs(found.simulated)
    draw(found.plan)
    return Status.FINE
