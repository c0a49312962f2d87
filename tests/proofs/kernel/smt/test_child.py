"""A solver's process ends even if nobody is left to kill it."""

import signal
import subprocess
import sys

import pytest

from ldproof_proofs.kernel.smt.child import reply
from ldproof_proofs.kernel.smt.protocol import Answer
from tests.proofs.kernel.smt.fakes import PATIENCE

CONFINED = "from ldproof_proofs.kernel.smt.child import confine; confine(0)\n"


def status(source: str) -> int:
    command = (sys.executable, "-P", "-c", CONFINED + source)
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL, timeout=PATIENCE).returncode


def test_its_processor_time_is_limited() -> None:
    assert status("while True: pass") in (-signal.SIGXCPU, -signal.SIGKILL)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit what a process may address")
def test_its_memory_is_limited() -> None:
    assert status("bytearray(1 << 20)") == 0
    assert status("bytearray(3 << 30)") == 1


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_a_solver_that_is_not_installed_is_unknown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"ldproof_proofs.kernel.smt.with_{name}", raising=False)
    found = reply(name, "(check-sat)", 1)
    assert found.answer is Answer.UNKNOWN
    assert name in found.reason
