"""`ldproof plan`: which mechanism to deploy, with which parameters, and how wrong it will be."""

from collections.abc import Sequence
from pathlib import Path

from ldproof.cli.text import Status, activity_spinner, picture_writer, read_text_lines, say, show_table
from ldproof.errors import Refused
from ldproof.numbers.real import ConditionalNumber
from ldproof.parameters import parse_assignments
from ldproof.planning.association import AssociationPlan
from ldproof.planning.count import CounterRow, CountPlan
from ldproof.planning.deployment import Promise, format_rounded_down, format_rounded_up
from ldproof.planning.plan import AnyPlan, SimulatedPromise
from ldproof.planning.report import plan_and_simulate
from ldproof.planning.requirement import Requirement
from ldproof.planning.sketches import SketchPlan, SketchTable, describe_search, format_error_bound
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
        "one round (share)",
        "all rounds (share)",
        "deviation (share)",
        "event epsilon",
        "bytes",
        "bound (share)",
        "factor",
    ]
    show_table(
        *columns,
        *(["detection (chance)", "recall (share)", "F"] if theta else []),
        rows=[(*mechanism_cells(row), *(detection_cells(row) if theta else ())) for row in plan.rows],
    )
    show_assumptions(plan)
    for row in plan.rows:
        if row.notes:
            say(f"{row.name}: {', '.join(row.notes)}.")
    say(f"Its parameters, for `ldproof law`:\n{plan.chosen.as_command}")


def show_requirement(found: Requirement) -> None:
    """The plan at the answer, and what was decided around it."""
    show_count(found.plan)
    say(f"\n{found.unknown} = {found.answer} for alpha = {found.alpha}; {found.monotony}.")
    for at, error in found.missed:
        say(f"At {found.unknown} = {at} the least error that was found is {format_rounded_up(error, 6)}.")


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
        "wrong (variants)",
        "false positives (variants)",
        "false negatives (variants)",
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
    say(f"Its parameters for one variant, for `ldproof law`:\n{plan.chosen.as_command}")
    if plan.without_data is not None:
        public = plan.without_data
        say(f"\nAdvice that depends on no data, for built-in tables: {public.decides}")
        say(f"Its parameters for one variant, for `ldproof law`:\n{public.chosen.as_command}")


def show_sketch(plan: SketchPlan) -> None:
    """The best table of each mechanism, and what more bits gain."""
    columns = ("mechanism", "bits", "mean squared error (people^2)", "bound on all (people)")
    show_table(*columns, rows=[sketch_cells(table.name, table) for table in plan.rows])
    for name, why in plan.refused:
        say(f"{name}: {why}.")
    say(f"\nThe least mean squared error within so many bits{describe_search(plan.asked)}:")
    show_table(
        "within (bits)",
        *columns,
        rows=[(str(bits), *sketch_cells(table.name, table)) for bits, table in plan.trade_off],
    )
    show_assumptions(plan)
    say(f"Its parameters, for `ldproof law`:\n{plan.chosen.as_command}")
    say(
        f"Its hashes are of family={default_family(plan.chosen.w)}, the default of `ldproof sketch`, which takes family=; "
        "`ldproof law` does not."
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


def sketch_cells(name: str, table: SketchTable) -> tuple[str, ...]:
    """A table's cells."""
    return (
        name,
        str(table.report_bits),
        format_rounded_up(table.mean_squared_error),
        format_error_bound(table),
    )


def show_assumptions(plan: CountPlan | AssociationPlan | SketchPlan) -> None:
    """Print the reason of the choice, and its assumptions."""
    say(f"\n{plan.decides}")
    say(f"Assumed: {'; '.join(plan.assumes)}.")


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
    """Make a plan and print it."""
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
