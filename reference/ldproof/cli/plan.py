"""`ldproof plan`: which mechanism, with which parameters, and how wrong it will be."""

from pathlib import Path
from typing import Annotated

import typer

from ldproof.aes import SeededAesCoins
from ldproof.catalogue.arguments import assignments
from ldproof.cli.endings import ending
from ldproof.cli.output import Status, say_json
from ldproof.cli.pictures import pencil
from ldproof.cli.plans import show_plan, show_runs
from ldproof.cli.reproduce import read
from ldproof.cli.watching import telling
from ldproof.planning.plan import KINDS, SEED, AnyPlan, plan, simulated

EXAMPLES = (
    "ldproof plan count N=10000 T=100 epsilon=4 mu=1/5",
    "ldproof plan count T=100 epsilon=4 mu=1/5 alpha=0.05",
    "ldproof plan count N=10000 T=100 epsilon=10 theta=4/5 --svg plan.svg",
    "ldproof plan count N=100 T=10 epsilon=10 mu=1/5 --runs 1000",
    "ldproof plan test m1=200 m2=200 variants=311 epsilon=31 level=1/20",
    "ldproof plan test m1=200 m2=200 epsilon=31 --table frequencies.csv",
    "ldproof plan sketch N=100000 items=1000 epsilon=4 bits=32",
)


@ending
def plan_deployment(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="What is planned: count, test or sketch.", autocompletion=lambda: [*KINDS]
        ),
    ],
    given: Annotated[
        list[str] | None,
        typer.Argument(metavar="key=value", help="What is known, as exact numbers: 1/20, 0.05 or 5%."),
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="For test: frequencies or genotypes, as CSV.")
    ] = None,
    runs: Annotated[
        str | None,
        typer.Option(metavar="RUNS", help="Simulate what is promised so often, where mu= is known."),
    ] = None,
    seed: Annotated[str, typer.Option(help="What the simulations' coins are made from.")] = SEED,
    machine: Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it there, as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it there, as PNG.")] = None,
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
    draw = pencil("ldproof.planning.pictures", {"svg": svg, "png": png})
    known: dict[str, object] = {**assignments(given or ())}
    if table is not None:
        known["table"] = read(table)
    with telling() as tell:
        found: AnyPlan = plan(kind, tell, **known)
        told = (
            []
            if runs is None
            else simulated(found, runs, SeededAesCoins(seed.encode(errors="surrogateescape")), tell)
        )
    if machine:
        say_json(found.to_json() | ({"simulated": [each.to_json() for each in told]} if told else {}))
    else:
        show_plan(found)
        show_runs(told)
    draw(found)
    return Status.FINE
