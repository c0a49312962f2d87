"""A derivation as a reader gets it, and its name and title before it has run."""

from ldproof.numbers import Symbol
from ldproof.reporting.coin import contrast, lie, truth
from ldproof_proofs.kernel.derivations.lines import together
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import Written, leads_to
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import typeset
from tests.proofs.kernel.making import facts

x = Symbol("x")


@leads_to(contrast, "shots.thm-2")
def what_a_coin_tells(page: Page) -> None:
    """What a coin tells its states apart by."""
    page.about({"x": "the excess odds, above 0"}, facts("x > 0"), {"x": 2}, {"E_0": 1 + x})
    page.start(lambda: truth(x) - lie(x), "truth less lie: 50% & more")
    page.ends(contrast, lambda: contrast(x), "over one denominator")


def test_it_is_known_before_it_runs() -> None:
    assert isinstance(what_a_coin_tells, Written)
    assert what_a_coin_tells.title == "What a coin tells its states apart by"
    assert what_a_coin_tells.entries == ("shots.thm-2",)


def typeset_lines(style: Style) -> list[str]:
    return [typeset(line, style) for line in what_a_coin_tells.derived().main()]


def test_as_text() -> None:
    assert typeset_lines("text") == [
        "  (1) E_0/(2 + x) - 1/(2 + x)\n          truth less lie: 50% & more",
        "  (2) = x/(2 + x)   = reporting.contrast\n          over one denominator",
    ]


def test_as_markdown() -> None:
    assert "(2) $= \\frac{x}{2 + x}$   = reporting.contrast" in typeset_lines("markdown")[1]


def test_in_latex_and_mathml_it_has_no_sign_that_these_would_take_for_their_own() -> None:
    assert "50\\% \\& more" in typeset_lines("latex")[0]
    assert "50% &amp; more" in typeset_lines("mathml")[0]


def test_its_symbols_mean_something() -> None:
    about = [typeset(each, "text") for each in what_a_coin_tells.derived().about()]
    assert about == ["x: the excess odds, above 0", "given 0 < x", "with E_0 = 1 + x"]


def test_what_is_given_goes_on_where_it_can() -> None:
    """An order is chained with the next one, whatever stands between them, and an equation never."""
    x, y, m, T = map(Symbol, ("x", "y", "m", "T"))
    given = [at_most(1, m), below(0, x), at_most(m, T), equal(y, x), below(x, 1), equal(T, y)]
    said = [typeset(each, "text") for each in together(given, {"z": T + 1})]
    assert said == ["1 <= m <= T", "0 < x < 1", "y = x", "T = y"]
    (named,) = together([below(0, T + 1)], {"z": T + 1})
    assert typeset(named, "text") == "0 < z"
