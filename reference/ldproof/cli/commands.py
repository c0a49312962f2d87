"""The commands' parameters and help.

A command's work is in another module, which is imported when the command runs: help and the completion of words do
without.
"""

from collections.abc import Callable, Iterable
from typing import Any

import click

from ldproof import defaults
from ldproof.cli.arguments import (
    FILE,
    complete_names,
    digits_option,
    file_option,
    format_option,
    formula_argument,
    formula_request,
    json_option,
    mechanism_argument,
    parameters_argument,
)
from ldproof.cli.main import ExampledCommand, ExampledGroup, ProgramCommand
from ldproof.cli.text import Status, end_with_status

AUDIT_FORMS = ("table", "json", "junit", "sarif", "github")
CONFORM_FORMS = ("text", "json", "junit", "sarif", "markdown", "github")
"""How the outcomes of an audit and of a comparison with the reference may be written."""
TEST_FORMS = ("text", "json", "csv")
"""How private answers may be written."""


def figure_names(_: str) -> Iterable[str]:
    """The names of the figures that are reproduced."""
    from ldproof.experiments.registry import FIGURES  # noqa: PLC0415

    return FIGURES


def sketch_names(_: str) -> Iterable[str]:
    """The names of the mechanisms of sketches."""
    from ldproof.parameters import SKETCHES  # noqa: PLC0415

    return SKETCHES


@click.command(
    "eval",
    cls=ExampledCommand,
    examples=(
        "ldproof eval shots.p T=100 m=6 r=0 epsilon=1/2",
        "ldproof eval shots.p T=100 m=6 r=0 'epsilon=ln(3)' --digits 50 --json",
        "ldproof eval shots.event_odds T=4 m=2 r=1/2 odds=9",
        "ldproof eval --list",
        "ldproof eval --list shots.p",
    ),
)
@formula_argument("The formula, as `system.formula`.")
@parameters_argument(request_of=formula_request)
@digits_option()
@json_option()
@click.option(
    "--list",
    "listing",
    is_flag=True,
    help="List all formulas, those of a system, or one, with their parameters.",
)
@end_with_status
def evaluate(**given: Any) -> Status:
    """Evaluate a formula or bound, exactly or enclosed."""
    from ldproof.cli import evaluate  # noqa: PLC0415

    return evaluate.evaluate(**given)


@click.command(
    "law",
    cls=ExampledCommand,
    examples=(
        "ldproof law shots.report T=3 m=1 r=0 odds=3 --input 101",
        "ldproof law shots.report T=3 m=1 r=1/2 epsilon=1 --input 101 --output 011 --json",
        "ldproof law shots.report T=100 m=6 r=1/10 epsilon=1",
        "ldproof law counting.glance T=3 odds=3 --input 101 --output -0-",
    ),
)
@mechanism_argument()
@parameters_argument()
@click.option(
    "--input",
    "secret",
    metavar="X",
    help="The input; without it, print only the tight epsilon.",
)
@click.option("--output", metavar="Y", help="Print only the likelihood of this output; write - for NULL.")
@digits_option()
@json_option()
@end_with_status
def law(**given: Any) -> Status:
    """Print the exact law of a report, and the tight epsilon.

    At user level neighbouring inputs may differ in every round, at event level in one.
    """
    from ldproof.cli import evaluate  # noqa: PLC0415

    return evaluate.law(**given)


@click.command(
    "plan",
    cls=ExampledCommand,
    examples=(
        "ldproof plan count N=10000 T=100 epsilon=4 mu=1/5",
        "ldproof plan count T=100 epsilon=4 mu=1/5 alpha=0.05",
        "ldproof plan count N=10000 T=100 epsilon=10 theta=4/5 --svg plan.svg",
        "ldproof plan count N=100 T=10 epsilon=10 mu=1/5 --runs 1000",
        "ldproof plan count N=5000000 T=365 epsilon=4 m=7 r=0",
        "ldproof plan test m1=200 m2=200 variants=311 epsilon=31 level=1/20",
        "ldproof plan test m1=200 m2=200 epsilon=31 --table frequencies.csv",
        "ldproof plan sketch N=100000 items=1000 epsilon=4 bits=32",
        "ldproof plan sketch N=100000 items=1000 epsilon=4 w=256 d=16 mechanism=oue",
        "ldproof plan sketch N=100000 items=1000 epsilon=4 alpha=2000",
    ),
)
@click.argument(
    "kind",
    metavar="KIND",
    help="What is planned: count, test or sketch.",
    shell_complete=complete_names(lambda _: ("count", "test", "sketch")),
)
@click.argument(
    "given", metavar="[key=value]...", nargs=-1, help="What is known, as exact numbers: 1/20, 0.05 or 5%."
)
@file_option("--table", "For test: frequencies or genotypes, as CSV.")
@click.option("--runs", metavar="RUNS", help="Check the error by this many simulations; needs mu=.")
@click.option("--seed", metavar="TEXT", default=defaults.SEED, help="The seed of the simulations.")
@json_option()
@file_option("--svg", "Draw the errors there, as SVG.")
@file_option("--png", "Draw the errors there, as PNG.")
@end_with_status
def plan_deployment(**given: Any) -> Status:
    """Choose a mechanism by its error.

    count estimates the number of active users in each round. It needs N= (users), T= (rounds), and epsilon= or
    odds=. Optional: beta= (the probability of a larger error; 1/20), mu= (the share of active users), theta= (the
    threshold of a heavy hitter, which adds detection and the m and r of the largest F-measure), and rounds= (first: one
    round with the share mu; worst: any one round; all: the largest error over all rounds). With alpha=, the largest error allowed, leave out one of N, T and the budget:
    the answer is its value. Errors are shares of N, which is at most 10^9. Above 10^5 users, the error of reports
    in every round is exact if mu is known, and all others lie between certified bounds, as FutureRand's always do.

    For the error of a mechanism that you have, add mechanism= (report, glance, m_glance, harmony,
    harmony_published, borappor, memoized or future_rand), m= and r=; m= alone means report. Nothing else is
    compared then. future_rand needs changes=, the most changes of a user's state (a first state of 1 counts as
    one). Without mechanism=, changes= adds FutureRand to the comparison.

    test runs chi-squared tests of many variants. It needs m1=, m2=, variants=, epsilon= or odds= (of all tests
    together), and tau= or level= (1/20). --table replaces variants=. Its columns are cases, controls (shares with
    the variant) and count, or genotypes with a column case, and rule= (bits, dominant, recessive). A decision is
    wrong here if it differs from the one without noise; `ldproof test` gives size and power.

    sketch counts items. It needs N=, items=, and epsilon= or odds=; or counts=[60,30,10] instead of N= and items=.
    Optional: profile= (zipf or uniform), bits= (the most bits in a report; 1024) and beta= (1/20). Give
    mechanism=, w= and d= for a sketch that you have. With alpha=, a number of users, the answer is the report with
    the fewest bits whose bound on the errors of all items is at most alpha. The search covers tables of up to 1048576
    columns, 1000000 rows (256 if a report is about all of them) and 4194304 cells.
    """
    from ldproof.cli import plan  # noqa: PLC0415

    return plan.plan_deployment(**given)


SKETCH = "hcms_plus w=256 d=64 epsilon=4 seed=2026"
"""The sketch of the examples."""


@click.group(
    "sketch",
    cls=ExampledGroup,
    examples=(
        f"ldproof sketch report {SKETCH} --items words.txt > reports.txt",
        f"ldproof sketch collect {SKETCH} --reports reports.txt --state monday.json",
        "ldproof sketch query monday.json tuesday.json --items candidates.txt --top 10",
    ),
)
def sketch() -> None:
    """Count items privately: report, collect and query.

    A sketch is a mechanism (cms, oue, optimal, hcms, hcms_plus, count_sketch, kary, per_user, local_hash, all_rows, unary,
    unary_all_rows) with its parameters: w= columns, d= rows, epsilon= or odds=, and seed=, which determines its public
    hashes. The same words are the same sketch everywhere. With length= a user reports a prefix of a text: one of 8
    length/step lengths, drawn at random.
    """


def sketch_arguments(command: Callable[..., None]) -> Callable[..., None]:
    """Add the arguments that name a sketch."""
    named = click.argument(
        "name",
        metavar="MECHANISM",
        help="The mechanism, such as hcms_plus.",
        shell_complete=complete_names(sketch_names),
    )
    given = click.argument(
        "given", metavar="[key=value]...", nargs=-1, help="w=, d=, seed=, and epsilon= or odds=."
    )
    return named(given(command))


def item_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that give items."""
    one = click.option("--item", metavar="X", multiple=True, help="An item; may be given again.")
    return one(
        file_option(
            "--items", "Items, one in a line (an empty line is the empty text); - is standard input."
        )(numbers_option(command))
    )


def numbers_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option by which items are whole numbers."""
    return click.option("--numbers", is_flag=True, help="Items are whole numbers, not texts.")(command)


@sketch.command(
    "report",
    cls=ExampledCommand,
    examples=(
        f"ldproof sketch report {SKETCH} --item duck",
        f"ldproof sketch report {SKETCH} --items words.txt --format json > reports.jsonl",
    ),
)
@sketch_arguments
@item_options
@format_option(("text", "json"), "text", "How a report is written, on one line.")
@end_with_status
def sketch_report(**given: Any) -> Status:
    """Draw a user's report of each item.

    The draw is exact, from the operating system's randomness. This is the client: only the report may leave it.
    """
    from ldproof.cli import sketch  # noqa: PLC0415

    return sketch.print_reports(**given)


@sketch.command(
    "collect",
    cls=ExampledCommand,
    examples=(
        f"ldproof sketch collect {SKETCH} --reports reports.txt --state monday.json",
        f"ldproof sketch collect {SKETCH} --table counts.csv --state monday.json --json",
    ),
)
@sketch_arguments
@file_option(
    "--reports",
    "Reports, as text or JSON, one a line, or Parquet files; by default, and for -, standard input.",
)
@file_option(
    "--table", "Counts as CSV: a line for each row of the sketch, with its number of reports and its w sums."
)
@file_option("--candidates", "The items to query, one a line; needed if every report has its own hash.")
@numbers_option
@click.option(
    "--state", metavar="FILE", type=FILE, required=True, help="The collector's state: continued if it exists."
)
@json_option()
@end_with_status
def sketch_collect(**given: Any) -> Status:
    """Add reports, or a table of counts, to what a collector has saved.

    Reports do not tell texts from whole numbers. The state records which they are (--numbers: whole numbers), and
    queries for the other kind are refused. A line that is no report of this sketch is skipped.

    DuckDB (the extra `data`) counts Parquet files: a path that ends with .parquet, or a pattern. They have a column
    row, and column (kary) or place and sign (hcms, hcms_plus, count_sketch; a sign of 0 is +1, and 1 is -1). All of
    them are added, or none.

    Exit status: 0 everything was added; 1 lines were skipped, and the first is named; 2 the request is wrong, and
    nothing was saved.
    """
    from ldproof.cli import sketch  # noqa: PLC0415

    return sketch.collect_reports(**given)


@sketch.command(
    "query",
    cls=ExampledCommand,
    examples=(
        "ldproof sketch query monday.json --items candidates.txt --delta 1/100",
        "ldproof sketch query monday.json tuesday.json --items candidates.txt --top 10 --json",
        "ldproof sketch query monday.json --items all.txt --estimates complete",
        "ldproof sketch query words.json --heavy 1/50",
    ),
)
@click.argument(
    "states", metavar="STATE...", nargs=-1, required=True, type=FILE, help="A state that `collect` wrote."
)
@item_options
@click.option(
    "--delta",
    metavar="P",
    default=defaults.SKETCH_DELTA,
    help="The probability that some interval misses its count.",
)
@click.option("--top", metavar="K", help="Print only the K largest, and the error of that choice.")
@click.option(
    "--heavy", metavar="SHARE", help="Without a list: find the texts that this share of users holds."
)
@click.option(
    "--estimates",
    type=click.Choice(defaults.ESTIMATES),
    default=defaults.UNBIASED,
    help="consistent: no estimate below 0, and their sum at most the number of users; complete: their sum that number. "
    "An estimate may lie outside its interval, for example below 0, or if complete is said of a list that lacks items.",
)
@json_option()
@end_with_status
def sketch_query(**given: Any) -> Status:
    """Estimate how many users hold each item, with intervals.

    All intervals hold at once with probability 1 - delta. States of the same sketch are added up. The list must
    not depend on the hashes.

    A sketch with length= (and step=8) among its parameters is of prefixes of texts, of that many bytes. --heavy
    then finds every text that a share of the users holds, without a list.
    """
    from ldproof.cli import sketch  # noqa: PLC0415

    return sketch.print_counts(**given)


@click.command(
    "test",
    cls=ExampledCommand,
    examples=(
        "ldproof test a=126 b=100 m1=161 m2=161 epsilon=1",
        "ldproof test a=126 b=100 m1=161 m2=161 epsilon=1 level=1% rates=[4/5,3/5] --json",
        "ldproof test a=126 b=100 m1=161 m2=161 epsilon=1 mechanism=optimal",
        "ldproof test m1=161 m2=161 epsilon=10 --table variants.csv --format csv",
    ),
)
@click.argument(
    "given",
    metavar="[key=value]...",
    nargs=-1,
    help="The table and the budget, as exact numbers: 1/20, 0.05 or 5%.",
)
@file_option("--table", "Variants as CSV: columns variant, a, b; or case and genotypes.")
@format_option(TEST_FORMS, "text")
@json_option("The same as --format json.")
@end_with_status
def run_private_test(**given: Any) -> Status:
    """Test case-control tables privately, with size and power.

    a= of m1= cases and b= of m2= controls have the variant, and epsilon= or odds= is the budget of each person.
    Who is a case is public. With several variants, a=[...] b=[...] or --table, the budget is split evenly over
    them. A table has columns a, b and, optionally, variant; or genotypes with a column case, and rule= (bits,
    dominant, recessive).

    The answer is drawn from the operating system's randomness: a second run spends the budget again. The output
    depends on a and b only through that draw.

    level= (1/20) bounds the probability of a false positive at every carrier rate. mechanism= is one of:
    noisy_distance, which adds two-sided geometric noise to the number of people whose variants must change before
    the statistic passes tau= (the level's quantile), and compares it with a critical value; optimal
    (`chi2.optimal`), which has the same noise, and compares with 0 at a calibrated tau; algorithm_1_f and
    algorithm_1_y1, the statistic with Laplace noise at a calibrated tau. The default is noisy_distance or optimal,
    whichever has more power on average over all rates. rates=[CASES,CONTROLS] also prints the power at these
    rates.
    """
    from ldproof.cli import private_test  # noqa: PLC0415

    return private_test.run_private_test(**given)


@click.command(
    "audit",
    cls=ProgramCommand,
    examples=(
        "ldproof audit shots.report T=3 m=1 r=0 epsilon=1 -- ./answers",
        "ldproof audit shots.report T=3 m=1 r=0 epsilon=1 --level event --pair 000 001 -- python3 answers.py --times 1.2",
        "ldproof audit black-box odds=3 --pair 0 1 --state 0-1.state --svg 0-1.svg -- ./answers",
        "ldproof audit black-box epsilon=1 --pair '[0,1]' '[1,0]' --pair '[0,0]' '[0,1]' --python mine:report",
        "ldproof audit black-box gdp=1 --pair '[0,1]' '[1,0]' --python mine:report",
        "ldproof audit black-box epsilon=1 --neighbours add-remove --inputs people.csv --python mine:mean",
        "ldproof audit black-box renyi=2:1/2,8:2 --pair yes no --counts counts.csv",
        "ldproof audit black-box f='max(0, 1 - 3*alpha, (1 - alpha)/3)' --pair yes no --counts counts.csv",
        "ldproof audit black-box epsilon=1 --pair yes no --counts counts.csv --format junit",
        "ldproof audit black-box epsilon=1 --pair 0 1 --format sarif --place answers.go:20 -- ./answers",
    ),
)
@mechanism_argument(
    f"What the program claims to be, as `sketch.cms` or `cms`, or {defaults.BLACK_BOX}.",
    others=(defaults.BLACK_BOX,),
)
@parameters_argument("Its parameters, as exact numbers; the budget is the claim.")
@click.option(
    "--pair",
    "pairs_given",
    metavar="X Y",
    nargs=2,
    multiple=True,
    help="Two neighbouring inputs, as text or JSON; may be given again.",
)
@click.option(
    "--inputs",
    metavar="LIST",
    help="Test all pairs of these inputs: a JSON list, a file with one a line, or a function MODULE:FUNCTION that returns them. With --neighbours, also a CSV or Parquet file, which is one data set, or a Hypothesis strategy.",
)
@click.option(
    "--neighbours",
    type=click.Choice(("substitute", "add-remove")),
    help="The inputs are data sets (lists of records), and neighbours differ in one record, or one of them has one more. Pairs of neighbours are generated, and a pair that breaks the claim is shrunk.",
)
@click.option(
    "--records",
    metavar="LIST",
    help="The records that may be added or substituted, given as for --inputs; by default those of the data sets, and unusual ones.",
)
@click.option(
    "--round",
    "places",
    metavar="N",
    help="Round the numbers in outputs to N decimal places; a violation is then no leak in the low bits of floats.",
)
@click.option("--grid", metavar="G", help="Round the numbers in outputs to multiples of G.")
@click.option(
    "--level",
    type=click.Choice(("user", "event")),
    default="user",
    help="Neighbouring inputs differ in every round (user) or in one (event).",
)
@click.option(
    "--alpha",
    metavar="P",
    default=defaults.AUDIT_ALPHA,
    help="The largest probability of calling a program that keeps its claim violated.",
)
@click.option(
    "--pairs",
    "most",
    metavar="N",
    help="The most pairs of draws, from all inputs together. By default an audit ends once it would have shown an event of"
    f" probability 0.2 that is 1.5 times as likely as the claim allows, or after {defaults.AUDIT_DRAWS:,} pairs.",
)
@click.option("--budget", metavar="TIME", help="Draw for this long instead, such as 10s or 2m.")
@click.option(
    "--throughout", is_flag=True, help="Go on drawing after the verdict, for a tighter bound on epsilon."
)
@click.option(
    "--profile",
    is_flag=True,
    help="Like --throughout, with lower bounds on delta for many epsilons, on rho and on mu.",
)
@file_option("--state", "Save the evidence there after every batch; continue from it if it exists.")
@click.option(
    "--release",
    metavar="NAME",
    help="The release of the program. A new one is audited by itself, and together with the earlier ones in --state FILE.",
)
@click.option(
    "--workers", metavar="N", default="1", help="The number of processes that draw, each with its own coins."
)
@click.option(
    "--executor",
    metavar="MODULE:FUNCTION",
    help="Draw on the concurrent.futures executor or the Dask client that this function returns.",
)
@click.option(
    "--timeout",
    metavar="SECONDS",
    default=defaults.TIMEOUT,
    help="The most seconds for an answer of COMMAND, or a call of FUNCTION.",
)
@click.option("--seed", metavar="TEXT", help="The seed of the `coins` that FUNCTION takes.")
@click.option(
    "--failures-are-outputs",
    "failures",
    is_flag=True,
    help="Count a failure as an output, and go on: failing may reveal the input.",
)
@click.option("--python", metavar="MODULE:FUNCTION", help="Draw from this Python function.")
@file_option(
    "--counts",
    "Read samples from CSV or Parquet files with columns input, output, count; - is standard input.",
)
@file_option(
    "--samples", "Read samples from CSV or Parquet files with columns input, output; - is standard input."
)
@click.option("--input-column", metavar="NAME", default="input", help="The column of inputs.")
@click.option("--output-column", metavar="NAME", default="output", help="The column of outputs.")
@click.option("--count-column", metavar="NAME", default="count", help="The column of counts.")
@click.option(
    "--where",
    metavar="SQL",
    help="Read only rows for which this holds; it may not name the column of outputs.",
)
@click.option("--show-query", is_flag=True, help="Print the SQL query that counts the samples, and stop.")
@format_option(AUDIT_FORMS, "table")
@click.option(
    "--place",
    metavar="FILE[:LINE]",
    help="Where sarif and github show a finding; by default, where the samples come from.",
)
@json_option("The same as --format json.")
@file_option("--svg", "Plot the evidence by the number of samples there, as SVG.")
@file_option("--png", "Plot the evidence by the number of samples there, as PNG.")
@click.pass_context
@end_with_status
def audit(context: click.Context, /, **given: Any) -> Status:
    """Test whether a program keeps the privacy it claims.

    Samples come from a program that speaks the protocol of PROTOCOL.md (its words follow the first `--`), from a
    Python function, or from a file, also packed by gzip. Outputs must be independent, as of different users.

    FUNCTION takes an input and returns an output. Other parameters that it names are those of the claim, as texts.
    If it names `coins`, it draws random bytes by `coins.read(8)`; the number of bytes that it reads counts as part
    of the output (a side channel).

    If its first parameter is called `inputs`, it takes a NumPy array of many inputs. It returns one output for
    each, as a list or as an array, which is fastest. But the one dtype of an array can hide a defect, or make one:
    audit the function of one input as well. If it names `count`, it returns that many outputs for one input, as a
    list or an array.

    A fair coin picks the input of each draw, so that a public clock or counter is no leak. `count` is 1 then.

    A black box claims `epsilon` or `odds` (e^epsilon), optionally with `delta`; or `rho` (zCDP), `gdp` (the mu of
    Gaussian DP), `renyi` (ORDER:EPSILON,..., such as 2:1/2,8:2) or `f` (a trade-off curve: points X:Y,... joined
    by straight lines, such as 0:1,1/4:1/4,1:0, or a convex formula, such as 'max(0, 1 - 3*alpha, (1 - alpha)/3)').
    A mechanism's claim may have a `delta`, too.

    The verdict is `violated`; `not independent`, if the claim is refuted and the draws depend on each other; or
    `not refuted`, which is no proof. `ldproof conform` tests whether the outputs are right. You may watch, stop
    and continue an audit: its verdict remains as certain.

    With --release, --state FILE keeps the evidence of earlier releases. Each release is audited from a new start,
    and all of them share alpha. `violated together` names releases of which at least one breaks the claim.
    """
    from ldproof.cli import audit  # noqa: PLC0415

    return audit.audit(context, **given)


@click.command(
    "conform",
    cls=ProgramCommand,
    examples=(
        "ldproof conform shots.report -- ./reporting",
        "ldproof conform shots.report T=100 m=6 r=1/10 epsilon=1 --format junit -- node reporting.js",
        "ldproof conform all --known-failures failing.txt --badge badge.json -- ./everything",
        "ldproof conform counting.glance T=3 odds=3 --python mine:report",
        "ldproof conform shots.report -- ldproof oracle",
    ),
)
@mechanism_argument(f"The mechanism, as `sketch.cms` or `cms`; a formula, or {defaults.ALL}.")
@parameters_argument("Its parameters, as exact numbers; without them, the shipped vectors are replayed.")
@click.option("--python", metavar="MODULE:FUNCTION", help="Compare this Python function.")
@click.option(
    "--ulps",
    metavar="N",
    default=str(defaults.ULPS),
    help="The largest error of a number, in units in the last place.",
)
@click.option(
    "--alpha",
    metavar="P",
    default=defaults.CONFORM_ALPHA,
    help="The largest probability of calling a program that draws from the law different.",
)
@click.option(
    "--draws",
    metavar="N",
    default=str(defaults.CONFORM_DRAWS),
    help="The most draws from a mechanism by the program's own coins; each input has one at least.",
)
@click.option(
    "--known-failures",
    "known",
    metavar="FILE",
    type=FILE,
    help="Vectors that are known to fail, kind/id, one a line; if one of them passes, the run fails.",
)
@click.option(
    "--timeout", metavar="SECONDS", default=defaults.TIMEOUT, help="The most seconds for an answer."
)
@format_option(CONFORM_FORMS, "text")
@json_option("The same as --format json.")
@click.option(
    "--place",
    metavar="FILE[:LINE]",
    help="Where sarif and github show a difference; by default, at the program.",
)
@file_option("--badge", "Write a badge there, as JSON for shields.io.")
@end_with_status
def conform_program(**given: Any) -> Status:
    """Compare a program with the reference, by vectors and draws.

    COMMAND speaks the protocol of PROTOCOL.md, and is asked for what it says that it supports. Vectors are
    replayed: outputs of given coins are compared bit for bit, fractions exactly, other numbers within --ulps, and
    refusals by their reason if one is given. Draws from its own coins are tested against the exact law, by a test
    that may be stopped at any time.

    FUNCTION takes an input and returns an output. Other parameters that it names are those of the mechanism, as
    texts. If it names `coins`, it draws random bytes by `coins.read(8)`, and the vectors are replayed with these.

    Exit status: 0 it conforms in all that was tested; 1 it differs; 2 the request is wrong; 3 nothing could be
    tested, or the program failed.
    """
    from ldproof.cli import conform  # noqa: PLC0415

    return conform.conform_program(**given)


@click.command(
    "check",
    cls=ExampledCommand,
    examples=(
        "ldproof check shots.report T=3 m=1 r=0 odds=3",
        "ldproof check theirs.kary k=5 odds=3 --json",
    ),
)
@mechanism_argument()
@parameters_argument()
@click.option(
    "--timeout", metavar="SECONDS", default=defaults.TIMEOUT, help="The most seconds for an answer."
)
@json_option()
@end_with_status
def check(**given: Any) -> Status:
    """Test whether a mechanism of yours keeps the contract.

    MECHANISM is one that an entry point of your package names, or a built-in one. Its values are written and read
    back. Its likelihoods must add up to 1. Its privacy is compared with the largest likelihood ratio and with its
    budget, and its draws with its likelihoods. A violation is reported with an example.

    Exit status: 0 no violation was found; 1 one was; 2 the request is wrong; 3 an answer takes too long, or ends
    the process.
    """
    from ldproof.cli import check  # noqa: PLC0415

    return check.check(**given)


@click.command(
    "vectors",
    cls=ExampledCommand,
    examples=(
        "ldproof vectors",
        "ldproof vectors somewhere",
        "ldproof vectors somewhere shots.report T=5 m=2 r=1/4 odds=81",
    ),
)
@click.argument(
    "folder",
    metavar="[DIR]",
    required=False,
    type=FILE,
    help="Write the vectors there; the folder is created if needed.",
)
@mechanism_argument("Only the vectors of this mechanism, at the parameters that follow.", required=False)
@parameters_argument()
@end_with_status
def vectors(**given: Any) -> Status:
    """Print the folder of the test vectors, or write vectors.

    Vectors are requests with the reference's answers; PROTOCOL.md describes them.
    """
    from ldproof.cli import vectors  # noqa: PLC0415

    return vectors.vectors(**given)


@click.command(
    "reproduce",
    cls=ExampledCommand,
    examples=(
        "ldproof reproduce --list",
        "ldproof reproduce shots.fig-2b --runs 10",
        "ldproof reproduce shots.fig-2a shots.fig-2c --runs 0 --json",
        "ldproof reproduce shots.fig-2f --seed again --svg pictures",
        "ldproof reproduce shots.fig-2 --runs 0 --png pictures",
        "ldproof reproduce chi2.fig-3 --table study.csv --rule dominant",
    ),
)
@click.argument(
    "wanted",
    metavar="[FIGURE]...",
    nargs=-1,
    help="What to reproduce; every figure if nothing is named.",
    shell_complete=complete_names(figure_names),
)
@click.option(
    "--runs",
    metavar="RUNS",
    default=defaults.RUNS,
    help="The runs behind each simulated mean; 0 simulates nothing.",
)
@click.option("--seed", metavar="TEXT", default=defaults.SEED, help="The seed of the simulations.")
@json_option()
@click.option("--list", "listing", is_flag=True, help="List the figures.")
@file_option("--table", "Your own table, as CSV, for the figures that use one.")
@click.option(
    "--rule",
    metavar="RULE",
    default=defaults.RULE,
    help="How a genotype becomes a bit: bits, dominant or recessive.",
)
@file_option("--svg", "Draw the figures there, as SVG.", metavar="DIR")
@file_option("--png", "Draw the figures there, as PNG.", metavar="DIR")
@end_with_status
def reproduce_figures(**given: Any) -> Status:
    """Repeat a paper's experiments: exact, simulated, printed."""
    from ldproof.cli import reproduce  # noqa: PLC0415

    return reproduce.reproduce_figures(**given)
