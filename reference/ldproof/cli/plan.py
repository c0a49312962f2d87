"""`ldproof plan`: which mechanism, with which parameters, and how wrong it will be."""

from pathlib import Path
from typing import Annotated

import typer

from ldproof.cli.arguments import assignments
from ldproof.cli.endings import ending
from ldproof.cli.output import Status, say_json
from ldproof.cli.pictures import pencil
from ldproof.cli.plans import show_plan
from ldproof.cli.watching import telling
from ldproof.planning.plan import KINDS, AnyPlan, plan

EXAMPLES = (
    "ldproof plan count N=10000 T=100 epsilon=4 mu=1/5",
    "ldproof plan count N=10000 T=100 epsilon=4 rounds=all --json",
    "ldproof plan count T=100 epsilon=4 mu=1/5 alpha=0.05",
)


@ending
def plan_deployment(
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="What is planned: count.", autocompletion=lambda: [*KINDS])
    ],
    given: Annotated[
        list[str] | None, typer.Argument(metavar="key=value", help="What is known, as exact numbers.")
    ] = None,
    machine: Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it there, as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it there, as PNG.")] = None,
) -> Status:
    """Which mechanism, with which parameters, and how wrong it will be: exactly, or between two bounds.

    count: N= T= epsilon= or odds=, and beta= (1/20), mu= (the share of active people), theta= (the threshold of a
    heavy hitter), rounds= (first: one round with the share mu; worst: one round, whoever is active; all: the largest
    error over all rounds). With alpha= the error must be at most that; then one of N, T and the budget may be left out,
    and is what is asked for.
    """
    draw = pencil("ldproof.planning.pictures", {"svg": svg, "png": png})
    with telling() as tell:
        found: AnyPlan = plan(kind, tell, **assignments(given or ()))
    if machine:
        say_json(found.to_json())
    else:
        show_plan(found)
    draw(found)
    return Status.FINE
