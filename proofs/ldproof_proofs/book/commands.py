"""The commands about proofs, which `ldproof` finds as entry points, with their parameters and help.

Nothing that proves is imported to name or to describe them.
"""

from collections.abc import Iterable
from typing import Any

import click

from ldproof.cli.arguments import FILE, complete_names, file_option, format_option
from ldproof.cli.main import Entry, ExampledCommand
from ldproof.cli.text import Status, end_with_status
from ldproof_proofs.chapters import CHAPTERS

PROVE = Entry(
    "ldproof_proofs.book.commands",
    "prove",
    "Prove every claim, with its verdict and its evidence.",
)
EXPLAIN = Entry(
    "ldproof_proofs.book.commands",
    "explain",
    "Explain a claim, a formula, a mechanism or a chapter.",
)
BOOK = Entry(
    "ldproof_proofs.book.commands",
    "book",
    "Write the claims, and why they hold, as pages.",
)

PROVE_FORMS = ("table", "json", "junit", "markdown", "sarif", "github")
EXPLAIN_FORMS = ("text", "markdown", "latex", "json")
"""How the outcomes of `prove` and of `explain` may be written."""


def known_claims(_: str) -> Iterable[str]:
    """The names of the claims, for a shell to complete."""
    from ldproof_proofs.book.explained import claim_names  # noqa: PLC0415

    return claim_names()


def known_names(_: str) -> Iterable[str]:
    """The names of everything that can be explained, for a shell to complete."""
    from ldproof_proofs.book.explain import names  # noqa: PLC0415

    return names()


@click.command(
    "prove",
    cls=ExampledCommand,
    examples=(
        "ldproof prove",
        "ldproof prove shots --no-solvers",
        "ldproof prove shots.thm-4 --format json",
        "ldproof prove --check",
        "ldproof prove shots.thm-4 --afresh",
        "ldproof prove --export objects",
        "ldproof prove --coq proofs",
    ),
)
@click.argument(
    "wanted",
    metavar="[CLAIM|SYSTEM]...",
    nargs=-1,
    help="What to prove; everything if nothing is named.",
    shell_complete=complete_names(known_claims),
)
@click.option("--check", is_flag=True, help="Only replay the stored certificates: no search, no solver.")
@format_option(PROVE_FORMS, "table")
@file_option("--smt2", "Write the solvers' questions there.", metavar="DIR")
@file_option(
    "--export",
    "Replay the stored certificates, and write every theorem as an object for proofs/checker/check.py.",
    metavar="DIR",
)
@file_option(
    "--coq",
    "Replay the stored certificates, and write every theorem as a proof for Coq, which `make coq` checks.",
    metavar="DIR",
)
@click.option(
    "--afresh",
    is_flag=True,
    help="Ask the solvers all questions again; their answers must be the same.",
)
@click.option("--no-solvers", is_flag=True, help="Do without the solvers' second opinions.")
@click.option(
    "--store",
    "kept",
    metavar="DIR",
    type=FILE,
    help="Where the certificates of your own ledger are written or read, instead of beside its module.",
)
@end_with_status
def prove(**given: Any) -> Status:
    """Prove every claim, with its verdict and its evidence.

    Certificates are searched for again and replayed, on all processors. Each claim gets a line as soon as it is decided.

    Solvers give second opinions. Their answers are stored by the text of the question and the solver's exact version. A
    question that is not stored is asked; with --afresh all are, which takes minutes. If no answer is stored at all,
    solvers are asked only with --afresh.

    SYSTEM may be a ledger that an entry point of your package names.
    """
    from ldproof_proofs.book import prove  # noqa: PLC0415

    return prove.prove(**given)


@click.command(
    "explain",
    cls=ExampledCommand,
    examples=(
        "ldproof explain unbiasedness",
        "ldproof explain merit --format latex",
        "ldproof explain shots.thm-4",
        "ldproof explain shots.thm-4 --proof",
        "ldproof explain shots.p",
        "ldproof explain counting.glance --format markdown",
        "ldproof explain --list",
    ),
)
@click.argument(
    "name",
    metavar="[CHAPTER|CLAIM|FORMULA|MECHANISM]",
    required=False,
    help=f"Its name, as `--list` has it. The chapters are {', '.join(CHAPTERS)}.",
    shell_complete=complete_names(known_names),
)
@click.option(
    "--proof",
    is_flag=True,
    help="Unfold everything: derivations, and every theorem below a claim, lemmas first.",
)
@format_option(EXPLAIN_FORMS, "text", "How it is written; latex gives a whole document.")
@click.option("--list", "listing", is_flag=True, help="List what can be explained.")
@end_with_status
def explain(**given: Any) -> Status:
    """Explain a claim, a formula, a mechanism or a chapter.

    Nothing is proved here: `ldproof prove --check CLAIM` replays the certificates.
    """
    from ldproof_proofs.book import explain  # noqa: PLC0415

    return explain.explain(**given)


@click.command(
    "book",
    cls=ExampledCommand,
    examples=(
        "ldproof book pages",
        "ldproof book pages && xdg-open pages/index.html",
    ),
)
@click.argument("folder", metavar="DIR", type=FILE, help="The folder of the pages.")
@end_with_status
def book(**given: Any) -> Status:
    """Write the claims, and why they hold, as pages.

    DIR is new, empty, or holds a book, which is replaced.
    """
    from ldproof_proofs.book import site  # noqa: PLC0415

    return site.book(**given)
