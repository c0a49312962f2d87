"""`mechanism`, `law`, `evaluate` and `explain`: what they give, beside the command line's own answers."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from importlib.metadata import version

import numpy as np
import pytest
from typer.testing import CliRunner

import ldproof
from ldproof import Certified, Reason, evaluate, explain, law, mechanism
from ldproof.catalogue.examples import EXAMPLES
from ldproof.cli.main import app
from ldproof.coins import SeededCoins
from tests.reference.refusals import refused


def told(*words: str) -> object:
    """What a command answers, as JSON."""
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.stderr
    found: object = json.loads(result.stdout)
    return found


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("shots.p", {"T": 100, "m": 6, "r": Fraction(1, 10), "epsilon": "1/2"}),
        ("shots.p", {"T": 100, "m": 6, "r": "0", "odds": Decimal(3)}),
        ("counting.harmony_variance", {"N": 9, "T": 8, "mu": "1/2", "epsilon": "ln(3)"}),
        ("chi2.statistic", {"a": 5, "b": 0, "m1": 50, "m2": 50}),
    ],
)
def test_a_value_is_the_commands(name: str, parameters: dict[str, object]) -> None:
    call: Callable[..., object] = evaluate
    found = call(name, **parameters)
    assert isinstance(found, Certified)
    words = (f"{key}={each}" for key, each in parameters.items())
    assert {"name": name, **json.loads(found.to_json())} == told("eval", name, *words)
    assert found.lower <= Decimal(str(float(found))) * (1 + Decimal("1e-15"))
    assert Fraction(found.lower) <= Fraction(found.upper)
    if found.exact is not None:
        assert Fraction(found.lower) <= found.exact <= Fraction(found.upper)
    with pytest.raises(FrozenInstanceError):
        setattr(found, "lower", Decimal(0))  # noqa: B010


def test_so_many_digits() -> None:
    found = evaluate("shots.p", T=100, m=6, r=0, epsilon=1, digits=50)
    assert isinstance(found, Certified)
    assert 0 < (found.upper - found.lower) / found.lower <= Decimal("1e-50")


@pytest.mark.parametrize("name", ["counting.condition_2", "counting.condition_natural"])
def test_a_condition_holds_or_does_not(name: str) -> None:
    given = {"N": 30, "T": 2, "mu": "1/2", "beta": "1/10", "epsilon": "1/10"}
    call: Callable[..., object] = evaluate
    found = call(name, **given)
    assert type(found) is bool
    words = (f"{key}={each}" for key, each in given.items())
    assert told("eval", name, *words) == {"name": name, "holds": found}


def test_a_law_is_the_commands() -> None:
    report = mechanism("shots.report", T=3, m=1, r="1/2", epsilon="ln(3)")
    found = law(report, "101")
    words = ("law", "shots.report", "T=3", "m=1", "r=1/2", "epsilon=ln(3)", "--input", "101")
    assert json.loads(found.to_json()) == told(*words)
    assert sum(share.exact or 0 for share in found.values()) == 1
    assert len(found) == 8
    one = law(report, "101", output="011")
    assert dict(one) == {"011": found["011"]}
    assert found.user.odds.exact == 3


def test_inputs_as_text_and_as_what_they_are() -> None:
    """A sketch's columns are text; another's secrets may be numbers."""
    rows = mechanism("sketch.kary", w=4, d=2, odds=3)
    assert law(rows, "2,0").input == "2,0"
    with refused(Reason.NOT_A_VALUE):
        law(rows, (2, 0))


@pytest.mark.parametrize("name", [*EXAMPLES])
def test_every_mechanism_draws_and_has_a_law(name: str) -> None:
    example = EXAMPLES[name]
    made = mechanism(name, **example.parameters)
    assert str(made).startswith(name)
    drawn = made.randomize(example.input, SeededCoins(b"a seed"))
    found = law(made, example.input, output=drawn)[str(drawn)]
    assert float(found) > 0
    assert hash(made) == hash(mechanism(name, **example.parameters))
    assert made == mechanism(name, **example.parameters)


def test_parameters_in_any_form() -> None:
    """As whole numbers of an array's type, fractions, decimals, texts, or what was evaluated."""
    odds = Certified(Decimal(3), Decimal(3), Fraction(3))
    made = [
        mechanism("shots.report", T=each, m=np.int64(1), r=Decimal("0.5"), odds=odds)
        for each in (3, "3", " 3 ", Fraction(3), Decimal(3), np.int8(3))
    ]
    assert {str(each) for each in made} == {"shots.report T=3 m=1 r=1/2 odds=3"}
    other = Certified(Decimal(1), Decimal(2))
    with refused(Reason.IRRATIONAL):
        mechanism("shots.report", T=3, m=1, odds=other)


def test_an_explanation_is_the_commands() -> None:
    for words in (("shots.thm-4",), ("shots.p",), ("counting.glance",)):
        assert (
            explain(*words) + "\n"
            == CliRunner().invoke(app, ["explain", *words], env={"COLUMNS": "100"}).stdout
        )
    machine = CliRunner().invoke(app, ["explain", "shots.thm-4", "--format", "json"])
    assert explain("shots.thm-4", form="json") + "\n" == machine.stdout
    assert len(explain("shots.thm-4", proof=True)) > len(explain("shots.thm-4"))
    assert explain("shots.thm-4", form="markdown").startswith("#")


def test_an_explanation_without_the_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ldproof.interface.explaining.entry_points", lambda **_: ())
    with refused(Reason.NOT_INSTALLED):
        explain("shots.thm-4")


def test_the_version() -> None:
    assert ldproof.__version__ == version("ldproof")


@pytest.mark.parametrize(
    ("call", "given", "options", "reason"),
    [
        ("evaluate", ("shots.q2",), {}, Reason.UNKNOWN_NAME),
        ("evaluate", (3,), {}, Reason.NOT_A_WORD),
        ("evaluate", ("shots.p",), {}, Reason.MISSING),
        ("evaluate", ("shots.p",), {"T": 3, "m": 1, "r": 0.5, "odds": 3}, Reason.NOT_EXACT),
        ("evaluate", ("shots.p",), {"T": 3, "m": 1, "r": 0, "odds": 3, "digits": 0}, Reason.OUT_OF_RANGE),
        ("mechanism", ("shots.raport",), {}, Reason.UNKNOWN_NAME),
        ("mechanism", (3,), {}, Reason.NOT_A_WORD),
        ("mechanism", ("shots.report",), {"T": 3, "m": 1, "odds": 3.0}, Reason.NOT_EXACT),
        ("mechanism", ("shots.report",), {"T": 3, "m": 4, "odds": 3}, Reason.OUT_OF_RANGE),
        ("mechanism", ("shots.report",), {"T": 3, "m": 1}, Reason.BUDGET_NOT_UNIQUE),
        ("mechanism", ("shots.report",), {"T": [1], "m": 1, "odds": 3}, Reason.NOT_A_NUMBER),
        ("law", ("shots.report", "101"), {}, Reason.MISSING),
        ("law", (3, "101"), {}, Reason.NOT_A_WORD),
        ("explain", ("shots.thm-44",), {}, Reason.UNKNOWN_NAME),
        ("explain", ("shots.thm-4",), {"form": "html"}, Reason.UNKNOWN_NAME),
        ("explain", ("shots.thm-4",), {"form": 3}, Reason.NOT_A_WORD),
        ("explain", (b"shots.thm-4",), {}, Reason.NOT_A_WORD),
    ],
)
def test_what_is_refused(
    call: str, given: tuple[object, ...], options: dict[str, object], reason: Reason
) -> None:
    function: Callable[..., object] = getattr(ldproof, call)
    with refused(reason):
        function(*given, **options)
