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
    help="List the formulas, those of a system or one, and what their parameters are.",
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
    help="What the person has to report; without it, only the tight epsilon.",
)
@click.option("--output", metavar="Y", help="Only the likelihood of this output; NULL is a -.")
@digits_option()
@json_option()
@end_with_status
def law(**given: Any) -> Status:
    """Print the exact law of a report, and the tight epsilon.

    At user level the two may differ in everything, at event level in one round.
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
@click.option("--runs", metavar="RUNS", help="Simulate what is promised so often, where mu= is known.")
@click.option(
    "--seed", metavar="TEXT", default=defaults.SEED, help="What the simulations' coins are made from."
)
@json_option()
@file_option("--svg", "Draw it there, as SVG.")
@file_option("--png", "Draw it there, as PNG.")
@end_with_status
def plan_deployment(**given: Any) -> Status:
    """Choose a mechanism: how wrong will each one be?

    count, of active people in rounds: N= T= epsilon= or odds=, and beta= (1/20), mu= (the share of active people),
    theta= (the threshold of a heavy hitter), rounds= (first: one round with the share mu; worst: one round, whoever is
    active; all: the largest error over all rounds). With alpha= the error must be at most that; then one of N, T and
    the budget may be left out, and is what is asked for. Errors are shares of N, which may be up to 10^9: of more than
    10^5 people those of reports in every round are exact if mu is known, and all others are between certified bounds.

    How wrong is what you have: mechanism= (report, glance, m_glance, harmony, harmony_published or borappor), m= and
    r=, of which m= alone means report. Nothing else is compared then.

    test, of many variants by chi-squared: m1= m2= variants= epsilon= or odds= (of all tests together), and tau= or
    level= (1/20). With --table, instead of variants=: columns cases, controls (shares with the variant) and count, or
    people's genotypes with a column case, and rule= (bits, dominant, recessive). A decision is wrong there if it differs from
    the one without noise; `ldproof test` tells size and power.

    sketch, of items' counts: N= items= epsilon= or odds=, and profile= (zipf or uniform), bits= (a report has so many
    at most; 1024), beta= (1/20); or counts=[60,30,10] instead of N= and items=. mechanism=, w= and d= are what you
    have. With alpha=, in people, the report with the fewest bits is asked for whose bound on the errors of all items is
    at most that.
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

    A sketch is named by a mechanism (cms, oue, optimal, hcms, hcms_plus, count_sketch, kary, per_user, local_hash,
    all_rows, unary, unary_all_rows) and its parameters: w= columns, d= rows, epsilon= or odds=, and seed=, from which its
    public hashes are drawn. The same words are the same sketch for everybody. With length= a person reports a prefix of a
    text, of one of 8 length/step lengths.
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
    return one(file_option("--items", "Items, one in a line; - is standard input.")(numbers_option(command)))


def numbers_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option by which items are whole numbers."""
    return click.option("--numbers", is_flag=True, help="Items are whole numbers, and not texts.")(command)


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
    """Draw a person's report of each item, exactly and by the system's coins.

    This is what a person's device does: nothing but the reports may leave it.
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
    "Reports, one in a line, as text or JSON; - is standard input, and the default. Or Parquet files.",
)
@file_option("--table", "Counts: for each row a line with the number of its reports and its w sums, as CSV.")
@file_option("--candidates", "The items that will be asked for, where every report has a hash of its own.")
@numbers_option
@click.option(
    "--state", metavar="FILE", type=FILE, required=True, help="Save there, and go on from what is there."
)
@json_option()
@end_with_status
def sketch_collect(**given: Any) -> Status:
    """Add reports, or a table of counts, to what a collector has saved.

    A line that is no report of this sketch is left out. Parquet files are counted by DuckDB (`ldproof[data]`), and added
    all or none: a path that ends with .parquet, or a pattern, of files with a column row, and column (kary) or place and
    sign (hcms, hcms_plus, count_sketch).

    Exit status: 0 everything was added; 1 lines were left out, and the first of them is named; 2 the request is wrong, and
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
@click.argument("states", metavar="STATE...", nargs=-1, required=True, type=FILE, help="What was collected.")
@item_options
@click.option(
    "--delta",
    metavar="P",
    default=defaults.SKETCH_DELTA,
    help="How probably any interval may miss its count.",
)
@click.option("--top", metavar="K", help="Only the K largest, and how wrong that choice can be.")
@click.option(
    "--heavy", metavar="SHARE", help="Instead of a list: the texts that this share of people may hold."
)
@click.option(
    "--estimates",
    type=click.Choice(defaults.ESTIMATES),
    default=defaults.UNBIASED,
    help="consistent: none below 0, and together at most all people; complete: together all people.",
)
@json_option()
@end_with_status
def sketch_query(**given: Any) -> Status:
    """How many people hold each item of a list, with intervals that all hold at once but for a probability of delta.

    Several states of the same sketch, such as those of windows, are added up. The list must not depend on the hashes.

    With length= (and step=8) among its parameters a sketch is of prefixes of texts of so many bytes, and --heavy finds
    without a list which texts are held by a share of the people or more: none of these is missing.
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

    a= of m1= cases and b= of m2= controls have the variant, and epsilon= or odds= is the budget of each person. Who is a case
    is public. With several variants, a=[...] b=[...] or --table, the budget is split evenly over them. A table has columns a,
    b and, if you like, variant; or people's genotypes with a column case, and rule= (bits, dominant, recessive).

    The answer is drawn from the operating system's randomness: a second run spends the budget again. What is printed depends
    on a and b through that draw alone.

    level= (1/20) is the probability of a false positive, at most, whatever the carrier rate. mechanism= is noisy_distance:
    how many people's variants must change before the statistic passes tau= (the level's quantile), with two-sided geometric
    noise, is compared with a calibrated number; optimal: the same noise, compared with 0 at a calibrated tau, which is
    `chi2.optimal`; algorithm_1_f or algorithm_1_y1: the statistic with Laplace noise, at a calibrated tau. The default is the
    first or the second, whichever has more power on average over all rates. With rates=[CASES,CONTROLS] the power there is
    told.
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
@parameters_argument("Its parameters, as exact numbers; the budget is what it claims.")
@click.option(
    "--pair",
    "pairs_given",
    metavar="X Y",
    nargs=2,
    multiple=True,
    help="Two inputs to tell apart, as text or JSON; may be given again.",
)
@click.option(
    "--inputs",
    metavar="LIST",
    help="Inputs to tell apart, all pairs of them: a JSON list, a file with one in a line, or a function MODULE:FUNCTION that gives them. With --neighbours, also a table in a CSV or Parquet file, which is one data set, or a strategy of Hypothesis.",
)
@click.option(
    "--neighbours",
    type=click.Choice(("substitute", "add-remove")),
    help="The inputs are data sets, lists of records; neighbours differ in one record, or one has one more. Pairs of them are made, and the pair that breaks the claim is made small.",
)
@click.option(
    "--records",
    metavar="LIST",
    help="The records that may be added or put in the place of others, as --inputs has inputs; without it, those of the data sets and unusual ones.",
)
@click.option(
    "--round",
    "places",
    metavar="N",
    help="Round the numbers in outputs to N decimal places: what is violated then is no leak in low bits of floats.",
)
@click.option("--grid", metavar="G", help="Round the numbers in outputs to multiples of G.")
@click.option(
    "--level",
    type=click.Choice(("user", "event")),
    default="user",
    help="Whether two people differ in everything or in one round.",
)
@click.option(
    "--alpha",
    metavar="P",
    default=defaults.AUDIT_ALPHA,
    help="How often a program that keeps its claim may be called violated.",
)
@click.option(
    "--pairs",
    "most",
    metavar="N",
    help="Pairs of draws, at most, from all inputs together. By default an audit ends once an event of probability 0.2"
    f" would have shown that is 1.5 times as likely as the claim allows, or after {defaults.AUDIT_DRAWS:,} pairs.",
)
@click.option("--budget", metavar="TIME", help="Draw for so long instead, as 10s or 2m.")
@click.option("--throughout", is_flag=True, help="Draw as many even after the verdict, for a better bound.")
@click.option(
    "--profile",
    is_flag=True,
    help="Draw as many, and write lower bounds on delta for many epsilons, on rho and on mu.",
)
@file_option("--state", "Save there after every batch, and go on from there.")
@click.option(
    "--release",
    metavar="NAME",
    help="The release of the program: a new one is audited on its own, and with those before it in --state FILE.",
)
@click.option(
    "--workers", metavar="N", default="1", help="How many draw at once, each with coins of its own."
)
@click.option(
    "--executor",
    metavar="MODULE:FUNCTION",
    help="Draw on the executor of concurrent.futures, or the client of Dask, that this function gives.",
)
@click.option(
    "--timeout",
    metavar="SECONDS",
    default=defaults.TIMEOUT,
    help="The seconds that COMMAND, or a call of FUNCTION, may take.",
)
@click.option("--seed", metavar="TEXT", help="What the `coins` are made from that FUNCTION takes.")
@click.option(
    "--failures-are-outputs",
    "failures",
    is_flag=True,
    help="Count a failure as an output, and go on: whether it fails may tell the input.",
)
@click.option("--python", metavar="MODULE:FUNCTION", help="Draw from a function of an input.")
@file_option(
    "--counts",
    "Take samples from CSV or Parquet files with columns input, output, count; - is standard input.",
)
@file_option(
    "--samples", "Take samples from CSV or Parquet files with columns input, output; - is standard input."
)
@click.option("--input-column", metavar="NAME", default="input", help="The column of inputs.")
@click.option("--output-column", metavar="NAME", default="output", help="The column of outputs.")
@click.option("--count-column", metavar="NAME", default="count", help="The column of counts.")
@click.option("--where", metavar="SQL", help="Take rows where this holds, of columns other than the outputs.")
@click.option("--show-query", is_flag=True, help="Write the SQL query that counts the samples, and end.")
@format_option(AUDIT_FORMS, "table")
@click.option(
    "--place",
    metavar="FILE[:LINE]",
    help="Where sarif and github show a finding, if not where samples come from.",
)
@json_option("The same as --format json.")
@file_option("--svg", "Draw evidence against samples there, as SVG.")
@file_option("--png", "Draw evidence against samples there, as PNG.")
@click.pass_context
@end_with_status
def audit(context: click.Context, /, **given: Any) -> Status:
    """Test whether a program keeps the privacy it claims.

    The samples come from a program that speaks the protocol of PROTOCOL.md (all that follows the first `--` is its
    own), from a function of Python, or from a file, which may be packed by gzip. Each output is to be a new person's: independent of all others.

    FUNCTION is given an input, and those of the parameters that it names, as texts; it returns an output. If it names
    `coins`, it gets random bytes by `coins.read(8)`; how many it reads for an output is looked at with that. If its first
    parameter is called `inputs`, it is given an array of NumPy with many inputs, and returns a list of as many outputs,
    or an array, which means its `tolist()` and is counted at once: that is by far the fastest. But the one dtype of an array
    may hide a defect, or make one: audit the function of one input as well. If it names `count`, it returns so many
    outputs for one input, in a list or an array.

    Each draw has the input that a fair coin picks, so that a public clock or counter, of calls or of outputs, is no leak;
    a `count` is 1 then. With `delta=` beside its budget, a claim may be exceeded by that probability.

    A black box claims `epsilon` or `odds`, with `delta` or without; or `rho` (zCDP), `gdp` (the mu of Gaussian DP), `renyi`
    (ORDER:EPSILON,..., such as 2:1/2,8:2) or `f` (a trade-off curve: X:Y,... of straight lines, such as 0:1,1/4:1/4,1:0,
    or a convex formula, such as 'max(0, 1 - 3*alpha, (1 - alpha)/3)').

    The verdict is `violated`, `not independent` where the claim is refuted and a test finds that draws depend on each
    other, or `not refuted`; the last is no proof, and says nothing of whether the outputs are
    right, which `ldproof conform` tests. An audit may be watched, stopped and continued at will: that makes its verdict no less certain.

    With --release, --state FILE keeps what earlier releases have shown. Each is audited from a new start; evidence of several
    adds up, and `violated together` names those of which at least one breaks the claim. All releases share alpha.
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
@mechanism_argument(
    f"What is held against the reference, as `sketch.cms` or `cms`; a formula, or {defaults.ALL}."
)
@parameters_argument("Parameters: everything is asked at these alone, and not the vectors that are shipped.")
@click.option("--python", metavar="MODULE:FUNCTION", help="Ask a function of an input.")
@click.option(
    "--ulps",
    metavar="N",
    default=str(defaults.ULPS),
    help="By how many units in the last place a number may be off.",
)
@click.option(
    "--alpha",
    metavar="P",
    default=defaults.CONFORM_ALPHA,
    help="How often a program that draws from the law may be said not to.",
)
@click.option(
    "--draws",
    metavar="N",
    default=str(defaults.CONFORM_DRAWS),
    help="How many outputs a program draws of a mechanism by its own coins, at most; one with each input at least.",
)
@click.option(
    "--known-failures",
    "known",
    metavar="FILE",
    type=FILE,
    help="Vectors that are known to fail, kind/id, one a line: one that passes fails the run.",
)
@click.option(
    "--timeout", metavar="SECONDS", default=defaults.TIMEOUT, help="The seconds that an answer may take."
)
@format_option(CONFORM_FORMS, "text")
@json_option("The same as --format json.")
@click.option(
    "--place",
    metavar="FILE[:LINE]",
    help="Where sarif and github show a difference, if not at what is asked.",
)
@file_option("--badge", "Write a badge there, as shields.io reads it.")
@end_with_status
def conform_program(**given: Any) -> Status:
    """Compare a program with the reference, by vectors and draws.

    COMMAND speaks the protocol of PROTOCOL.md. It is asked for what it says that it can do: vectors are replayed, outputs
    of given coins bit for bit, fractions exactly, other numbers within ulps, refusals by their reason if it gives any.
    What it draws from its own coins is tested against the exact law, however long one watches.

    FUNCTION is given an input, and those of the parameters that it names, as texts; it returns an output. If it names
    `coins`, it gets random bytes by `coins.read(8)`, and the vectors are replayed with these.

    Exit status: 0 it conforms, as far as it was tested; 1 it differs; 2 the request is wrong; 3 nothing could be tested,
    or the program failed.
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
    "--timeout", metavar="SECONDS", default=defaults.TIMEOUT, help="The seconds that an answer may take."
)
@json_option()
@end_with_status
def check(**given: Any) -> Status:
    """Test whether a mechanism of yours keeps the contract.

    An entry point of your package names it; ours can be tested, too. Its values are written and read back, its likelihoods added up, its privacy compared with the largest ratio there is
    and with its budget, and its draws with its likelihoods. What is broken is said with a point at which it is.

    Exit status: 0 nothing is broken, as far as it was looked at; 1 something is; 2 the request is wrong;
    3 an answer takes too long, or ends the process.
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
    help="Where to write them; made, if it is not there.",
)
@mechanism_argument("Only this one's, at the parameters that follow.", required=False)
@parameters_argument()
@end_with_status
def vectors(**given: Any) -> Status:
    """Print where the test vectors lie, or write them again.

    They are requests of the protocol with the reference's answers: PROTOCOL.md says what they mean.
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
    help="How many runs each simulated mean is of; 0 simulates nothing.",
)
@click.option(
    "--seed", metavar="TEXT", default=defaults.SEED, help="What the simulations' coins are made from."
)
@json_option()
@click.option("--list", "listing", is_flag=True, help="List the figures.")
@file_option("--table", "A table of your own, as CSV, for figures of tables.")
@click.option(
    "--rule",
    metavar="RULE",
    default=defaults.RULE,
    help="How a genotype becomes a bit: bits, dominant, recessive.",
)
@file_option("--svg", "Draw them there, as SVG.", metavar="DIR")
@file_option("--png", "Draw them there, as PNG.", metavar="DIR")
@end_with_status
def reproduce_figures(**given: Any) -> Status:
    """Repeat a paper's experiments: exact, simulated, printed."""
    from ldproof.cli import reproduce  # noqa: PLC0415

    return reproduce.reproduce_figures(**given)
