"""`ldproof explain`, on a small ledger."""

import pytest

from tests.reference.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("ledger")


def test_text(run: Run) -> None:
    result = run("explain", "shots.thm-4")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "shots.thm-4 (Theorem 4)",
        "",
        "printed  x | y is at most 100% [sic]",
        "verdict  holds (proved given [Hoeffding])",
        "",
        "And it is tight.  [proved given [Hoeffding]]",
        "",
        "theorem shots.thm-4.upper: proved given [Hoeffding]",
        "",
        "  x <= y",
        "",
        "  x",
        "    <= y   [by text]",
        "",
        "assumes  Hoeffding",
        "uses     nothing",
        "used by  shots.thm-5",
        "models   x stands for a share",
        "anchors  shots.p",
        "",
        "As it was proved for this release; to replay the certificates: ldproof prove --check shots.thm-4",
    ]


def test_markdown(run: Run) -> None:
    result = run("explain", "shots.thm-5", "--format", "markdown")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "## shots.thm-5",
        "",
        "*Theorem 4*",
        "",
        "- **printed**: x | y is at most 100% [sic]",
        "- **verdict**: refuted (proved given [Hoeffding])",
        "",
        "And it is tight. *[proved given [Hoeffding]]*",
        "",
        "### shots.thm-5.upper",
        "",
        "*proved given [Hoeffding]*",
        "",
        "$x \\le y$",
        "",
        "x\\",
        "<= y   [by markdown]",
        "",
        "- **assumes**: Hoeffding",
        "- **uses**: shots.thm-4",
        "- **used by**: nothing",
        "- **models**: x stands for a share",
        "- **anchors**: shots.p",
        "",
        "As it was proved for this release; to replay the certificates: ldproof prove --check shots.thm-5",
    ]


def test_latex(run: Run) -> None:
    result = run("explain", "shots.thm-4", "--format", "latex")
    assert result.exit_code == 0
    assert "\\section*{shots.thm-4}" in result.stdout
    assert "\\item[printed] x | y is at most 100\\% [sic]" in result.stdout
    assert "\\(x \\le y\\)" in result.stdout
    assert "x\\\\\n<= y   [by latex]" in result.stdout


def test_a_claim_that_is_not_there(run: Run) -> None:
    result = run("explain", "thm-4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "ldproof: there is no claim 'thm-4' (unknown-name); accepted: shots.thm-4\n"
