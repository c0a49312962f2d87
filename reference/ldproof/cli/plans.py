"""What is said of a plan on a terminal."""

from collections.abc import Sequence
from functools import singledispatch

from ldproof.cli.columns import show
from ldproof.cli.output import say
from ldproof.numbers.assuming import Assuming
from ldproof.planning.association import AssociationPlan
from ldproof.planning.count import CountPlan, Row
from ldproof.planning.deployment import Promise, ceiling, floor
from ldproof.planning.plan import AnyPlan, Simulated
from ldproof.planning.requirement import Requirement
from ldproof.planning.sketches import SketchPlan, Table
from ldproof.rejections import Refused
from ldproof.sketch.plan import default_family


@singledispatch
def show_plan(plan: AnyPlan) -> None:
    """Its table, what decides, and what that hangs on."""
    raise TypeError(f"no plan: {plan!r}")


@show_plan.register
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
    show(
        *columns,
        *(["detection", "recall", "F"] if theta else []),
        rows=[(*cells(row), *(detections(row) if theta else ())) for row in plan.rows],
    )
    said_of(plan)
    for row in plan.rows:
        if row.notes:
            say(f"{row.name}: {', '.join(row.notes)}.")
    say(f"Its parameters: {plan.chosen.as_command}.")


@show_plan.register
def show_requirement(found: Requirement) -> None:
    """The plan at the answer, and what was decided around it."""
    show_count(found.plan)
    say(f"\n{found.unknown} = {found.answer} for alpha = {found.alpha}; {found.monotony}.")
    for at, error in found.missed:
        say(f"At {found.unknown} = {at} the least error that can be promised is {ceiling(error, 6)}.")


def cells(row: Row) -> tuple[str, ...]:
    """A mechanism's cells; of its bounds the first."""
    bound = row.bounds[0] if row.bounds else None
    said, factor = "", ""
    if bound is not None and not isinstance(bound.value, Refused):
        times = row.factor(bound)
        said = ceiling(bound.value) + ("" if bound.holds else " (not met)")
        factor = "" if times is None else floor(times)
    deviation = row.deviation
    return (
        row.name,
        between(row.one_round),
        between(row.all_rounds),
        ceiling(deviation),
        ceiling(row.counter.event),
        str(row.counter.messages),
        said,
        factor,
    )


def between(promise: Promise) -> str:
    """A number, or both its ends."""
    if promise.exact:
        return ceiling(promise.at_most)
    return f"{floor(promise.at_least)} to {ceiling(promise.at_most)}"


def detections(row: Row) -> tuple[str, ...]:
    """How well heavy hitters are found."""
    found = row.detections
    numbers = (found.at_mu, found.recall, found.f_measure)
    return tuple(
        ""
        if each is None
        else f"{floor(each.value)} assuming {each.assumption}"
        if isinstance(each, Assuming)
        else floor(each)
        for each in numbers
    )


@show_plan.register
def show_test(plan: AssociationPlan) -> None:
    """A row for every test, after what the numbers are not about."""
    for each in plan.warnings:
        say(f"Warning: {each}.")
    show(
        "test",
        "wrong",
        "false positives",
        "false negatives",
        "notes",
        rows=[
            (row.name, ceiling(row.all), ceiling(row.positives), ceiling(row.negatives), ", ".join(row.notes))
            for row in plan.rows
        ],
    )
    for name, why in plan.refused:
        say(f"{name}: {why}.")
    said_of(plan)
    say(f"Its parameters, for one variant: {plan.chosen.as_command}.")
    if plan.without_data is not None:
        public = plan.without_data
        say(f"\nAdvice that depends on no data, for built-in tables: {public.decides}")
        say(f"Its parameters, for one variant: {public.chosen.as_command}.")


@show_plan.register
def show_sketch(plan: SketchPlan) -> None:
    """The best table of each mechanism, and what more bits gain."""
    columns = ("mechanism", "bits", "mean squared error", "bound on all")
    show(*columns, rows=[sketched(table.name, table) for table in plan.rows])
    for name, why in plan.refused:
        say(f"{name}: {why}.")
    say("\nThe least mean squared error within so many bits:")
    show(
        "within", *columns, rows=[(str(bits), *sketched(table.name, table)) for bits, table in plan.trade_off]
    )
    said_of(plan)
    chosen = plan.chosen
    say(f"Its parameters: {chosen.as_command}; its hashes: family={default_family(chosen.w)}.")


def show_runs(told: Sequence[Simulated]) -> None:
    """What runs gave beside what is promised."""
    if told:
        say("\nSimulated:")
        columns = ("mechanism", "what", "promised", "found", "standard error")
        show(
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


def sketched(name: str, table: Table) -> tuple[str, ...]:
    """A table's cells."""
    return name, str(table.bits), ceiling(table.mean_squared_error), ceiling(table.alpha)


def said_of(plan: CountPlan | AssociationPlan | SketchPlan) -> None:
    """What decides, and what that hangs on."""
    say(f"\n{plan.decides}")
    say(f"This hangs on: {'; '.join(plan.assumes)}.")
