"""What is said where the proofs are not installed."""

import sys

import pytest

from ldproof.cli.ledger import installed
from ldproof.rejections import Reason, Refused
from tests.reference.cli.conftest import Run


@pytest.mark.parametrize("command", [["prove"], ["explain", "shots.thm-4"]])
def test_no_proofs(run: Run, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    for name in [name for name in sys.modules if name.startswith("ldproof_proofs.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ldproof_proofs", None)
    result = run(*command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "ldproof: ldproof_proofs is not installed (not-installed); accepted: pip install 'ldproof[proofs]'\n"
    )


def test_no_solvers() -> None:
    with pytest.raises(Refused) as refused, installed():
        raise ModuleNotFoundError(name="cvc5")
    assert refused.value.reason is Reason.NOT_INSTALLED


def test_a_module_of_ours_that_is_missing_is_our_error() -> None:
    with pytest.raises(ModuleNotFoundError), installed():
        raise ModuleNotFoundError(name="ldproof_proofs.ledger")
