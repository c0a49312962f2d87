"""A solver's process ends even if nobody is left to kill it."""

import signal
import subprocess
import sys

import pytest

from ldproof_proofs.kernel.smt.child import reply
from ldproof_proofs.kernel.smt.protocol import Answer
from tests.proofs.kernel.smt.fakes import PATIENCE

CONFINED = "from ldproof_proofs.kernel.smt.child import confine, spend; confine(); spend(0.1)\n"


def status(source: str) -> int:
    command = (sys.executable, "-P", "-c", CONFINED + source)
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL, timeout=PATIENCE).returncode


def test_its_processor_time_is_limited() -> None:
    assert status("while True: pass") == -signal.SIGVTALRM


def test_time_that_is_given_anew_is_not_used_up() -> None:
    assert (
        status("for _ in range(20):\n    spend(0.2)\n    sum(range(10**6))\nspend(0)\nsum(range(3 * 10**7))")
        == 0
    )


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit what a process may address")
def test_its_memory_is_limited() -> None:
    assert status("bytearray(1 << 20)") == 0
    assert status("bytearray(3 << 30)") == 1


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_a_solver_that_is_not_installed_is_unknown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"ldproof_proofs.kernel.smt.with_{name}", raising=False)
    found = reply(name, "(check-sat)")
    assert found.answer is Answer.UNKNOWN
    assert name in found.reason
