"""A mechanism that never answers, or ends its process, is named; findings in a process of its own are the same."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import pytest

from ldproof.errors import Reason
from ldproof.oracle.contract import findings
from ldproof.oracle.contract.checking import isolated_findings
from tests.oracle.contract.specimens import Kary, SumsToMore, with_draws
from tests.reference.refusals import refused
from tests.tiers import slow

SECONDS = 0.5
ORPHAN = """
import os, sys, time
from functools import partial
from pathlib import Path
from ldproof.oracle.contract import findings
from ldproof.oracle.contract.checking import isolated_findings as apart
from tests.oracle.contract.specimens import Kary

class Waiting(Kary):
    def randomize(self, secret, coins):
        Path(sys.argv[1]).write_text(str(os.getpid()))
        while True:
            time.sleep(0.01)

list(apart(partial(findings, Waiting()), 1000))
"""


def draw_forever() -> int:
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001  (that is what is tried)
            pass


def compute_uninterruptibly() -> object:
    """Run one step of the interpreter, in which no signal and no thread is served."""
    return 9**9**9


def mechanism_with_fault(answer: Callable[[], object]) -> Kary:
    """Return a mechanism that does this before it draws for another secret than 0."""
    return with_draws(
        lambda self, secret, coins: (secret and answer(), Kary.randomize(self, secret, coins))[1]
    )


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (draw_forever, Reason.PROGRAM_TIMED_OUT),
        (compute_uninterruptibly, Reason.PROGRAM_TIMED_OUT),
        (partial(sleep, 1000), Reason.PROGRAM_TIMED_OUT),
        (partial(os._exit, 0), Reason.PROGRAM_ENDED),
        (partial(signal.raise_signal, signal.SIGKILL), Reason.PROGRAM_ENDED),
    ],
)
def test_hanging_or_crashing_mechanism_is_named(answer: Callable[[], object], reason: Reason) -> None:
    began = monotonic()
    with refused(reason) as caught:
        list(isolated_findings(partial(findings, mechanism_with_fault(answer)), SECONDS))
    assert caught.value.what.startswith("randomize(1) on the coins 01010101")
    assert monotonic() - began < 30


def test_findings_are_the_same_in_a_process_of_its_own() -> None:
    made = SumsToMore()
    assert [*isolated_findings(partial(findings, made), 60)] == [*findings(made)]


@slow
def test_output_of_the_mechanism_is_not_an_answer(capfd: pytest.CaptureFixture[str]) -> None:
    assert [
        *isolated_findings(partial(findings, mechanism_with_fault(partial(os.write, 1, b"mine"))), 60)
    ] == []
    out, err = capfd.readouterr()
    assert "mine" not in out
    assert "mine" in err


def test_process_ends_with_its_parent(tmp_path: Path) -> None:
    place = tmp_path / "pid"
    with subprocess.Popen(
        [sys.executable, "-c", ORPHAN, str(place)], cwd=Path(__file__).parents[3]
    ) as asking:
        while not (place.exists() and place.read_text(encoding="utf-8")):
            sleep(0.05)
        asking.kill()
    child, until = Path("/proc") / place.read_text(encoding="utf-8"), monotonic() + 30
    if child.parent.exists():
        while child.exists() and "State:\tZ" not in (child / "status").read_text(encoding="utf-8"):
            assert monotonic() < until
            sleep(0.05)
