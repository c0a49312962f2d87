"""`mechanism`, `law`, `evaluate` and `explain`: what they give, beside the command line's own answers."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from click.testing import CliRunner

from ldproof import Certified, Reason, evaluate, explain, law, mechanism
from ldproof.cli.main import app
from ldproof.coins import SeededCoins
from ldproof.numbers import Enclosure
from ldproof.registry import EXAMPLES
from tests.reference.refusals import refused


def run_json(*words: str) -> object:
    """Return a command's answer as JSON."""
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
def test_value_is_that_of_the_command(name: str, parameters: dict[str, object]) -> None:
    call: Callable[..., object] = evaluate
    found = call(name, **parameters)
    assert isinstance(found, Certified)
    words = (f"{key}={each}" for key, each in parameters.items())
    assert {"name": name, **json.loads(found.to_json())} == run_json("eval", name, *words)
    assert found.lower <= Decimal(str(float(found))) * (1 + Decimal("1e-15"))
    assert Fraction(found.lower) <= Fraction(found.upper)
    if found.exact is not None:
        assert Fraction(found.lower) <= found.exact <= Fraction(found.upper)
    with pytest.raises(FrozenInstanceError):
        setattr(found, "lower", Decimal(0))  # noqa: B010


def test_digits_bound_the_relative_width() -> None:
    found = evaluate("shots.p", T=100, m=6, r=0, epsilon=1, digits=50)
    assert isinstance(found, Certified)
    assert 0 < (found.upper - found.lower) / found.lower <= Decimal("1e-50")


@pytest.mark.parametrize("name", ["counting.condition_2", "counting.condition_natural"])
def test_condition_is_that_of_the_command(name: str) -> None:
    given = {"N": 30, "T": 2, "mu": "1/2", "beta": "1/10", "epsilon": "1/10"}
    call: Callable[..., object] = evaluate
    found = call(name, **given)
    assert type(found) is bool
    words = (f"{key}={each}" for key, each in given.items())
    assert run_json("eval", name, *words) == {"name": name, "holds": found}


def test_law_is_that_of_the_command() -> None:
    report = mechanism("shots.report", T=3, m=1, r="1/2", epsilon="ln(3)")
    found = law(report, "101")
    words = ("law", "shots.report", "T=3", "m=1", "r=1/2", "epsilon=ln(3)", "--input", "101")
    assert json.loads(found.to_json()) == run_json(*words)
    assert sum(share.exact or 0 for share in found.values()) == 1
    assert len(found) == 8
    one = law(report, "101", output="011")
    assert dict(one) == {"011": found["011"]}
    assert found.user
    assert found.user.odds.exact == 3
    rows = mechanism("sketch.kary", w=4, d=2, odds=3)
    assert law(rows, "2,0").input == "2,0"
    with refused(Reason.NOT_A_VALUE):
        law(rows, (2, 0))


def test_every_mechanism_draws_and_has_a_law() -> None:
    for name, example in EXAMPLES.items():
        made, again = (mechanism(name, **example.parameters) for _ in range(2))
        assert str(made).startswith(name)
        drawn = made.randomize(example.input, SeededCoins(b"a seed"))
        assert float(law(made, example.input, output=drawn)[str(drawn)]) > 0
        assert (made, hash(made)) == (again, hash(again))


def test_parameters_in_any_form() -> None:
    """As whole numbers of an array's type, fractions, decimals, texts, or what was evaluated."""
    odds = Certified(Fraction(3))
    made = [
        mechanism("shots.report", T=each, m=np.int64(1), r=Decimal("0.5"), odds=odds)
        for each in (3, "3", " 3 ", Fraction(3), Decimal(3), np.int8(3))
    ]
    assert {str(each) for each in made} == {"shots.report T=3 m=1 r=1/2 odds=3"}
    other = Certified(Enclosure(Decimal(1), Decimal(2)))
    with refused(Reason.IRRATIONAL):
        mechanism("shots.report", T=3, m=1, odds=other)


def test_explanation_is_that_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the proofs there is none."""
    for name in ("shots.thm-4", "shots.p", "counting.glance"):
        command = CliRunner().invoke(app, ["explain", name], env={"COLUMNS": "100"})
        assert explain(name) + "\n" == command.stdout
    machine = CliRunner().invoke(app, ["explain", "shots.thm-4", "--format", "json"])
    assert explain("shots.thm-4", form="json") + "\n" == machine.stdout
    assert len(explain("shots.thm-4", proof=True)) > len(explain("shots.thm-4"))
    assert explain("shots.thm-4", form="markdown").startswith("#")
    monkeypatch.setattr("ldproof.api.mechanisms.entry_points", lambda **_: ())
    with refused(Reason.NOT_INSTALLED):
        explain("shots.thm-4")
