"""A derivation as a reader gets it, and its name and title before it has run."""

from ldproof.numbers import Symbol
from ldproof.reporting.coin import contrast, lie, truth
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import Written, leads_to
from ldproof_proofs.kernel.relations import below
from ldproof_proofs.kernel.writing import typeset

x = Symbol("x")


@leads_to(contrast, "shots.thm-2")
def what_a_coin_tells(page: Page) -> None:
    """What a coin tells its states apart by."""
    page.about({"x": "the excess odds, above 0"}, {"x > 0": below(0, x)}, {"x": 2}, {"E_0": 1 + x})
    page.start(lambda: truth(x) - lie(x), "truth less lie: 50% & more")
    page.ends(contrast, lambda: contrast(x), "over one denominator")


def test_it_is_known_before_it_runs() -> None:
    assert isinstance(what_a_coin_tells, Written)
    assert what_a_coin_tells.title == "What a coin tells its states apart by"
    assert what_a_coin_tells.entries == ("shots.thm-2",)


def test_as_text() -> None:
    assert what_a_coin_tells.derived().main("text") == [
        "  (1) E_0/(2 + x) - 1/(2 + x)\n          truth less lie: 50% & more",
        "  (2) = x/(2 + x)   = reporting.contrast\n          over one denominator",
    ]


def test_as_markdown() -> None:
    text = what_a_coin_tells.derived().typeset("markdown")
    assert "### What a coin tells its states apart by" in text
    assert "2. $= \\frac{x}{2 + x}$ = `reporting.contrast`  \n   over one denominator" in text


def test_as_latex_it_has_no_sign_that_latex_would_take_for_its_own() -> None:
    text = what_a_coin_tells.derived().typeset("latex")
    assert "50\\% \\& more" in text
    assert "\\texttt{reporting.contrast}" in text


def test_as_mathml_and_as_data_of_which_it_is_set() -> None:
    derivation = what_a_coin_tells.derived()
    assert "<code>reporting.contrast</code><br>over one denominator</li>" in derivation.typeset("mathml")
    assert "50% &amp; more" in derivation.typeset("mathml")
    assert typeset(derivation.typeset("data"), "text") == derivation.typeset("text")
