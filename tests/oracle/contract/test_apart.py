"""A mechanism that never answers, or takes its process with it, is named; what is found is found apart as well."""

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
from tests.oracle.contract.specimens import Kary, SumsToMore, drawing
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


def clinging() -> int:
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001  (that is what is tried)
            pass


def powers() -> object:
    """One step of the interpreter, in which no signal and no thread is heard."""
    return 9**9**9


def of(answer: Callable[[], object]) -> Kary:
    """A mechanism that does this before it draws for another secret than 0."""
    return drawing(lambda self, secret, coins: (secret and answer(), Kary.randomize(self, secret, coins))[1])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (clinging, Reason.PROGRAM_TIMED_OUT),
        (powers, Reason.PROGRAM_TIMED_OUT),
        (partial(sleep, 1000), Reason.PROGRAM_TIMED_OUT),
        (partial(os._exit, 0), Reason.PROGRAM_ENDED),
        (partial(signal.raise_signal, signal.SIGKILL), Reason.PROGRAM_ENDED),
    ],
)
def test_a_mechanism_that_never_answers_or_ends_its_process_is_named(
    answer: Callable[[], object], reason: Reason
) -> None:
    began = monotonic()
    with refused(reason) as caught:
        list(isolated_findings(partial(findings, of(answer)), SECONDS))
    assert caught.value.what.startswith("randomize(1) on the coins 01010101")
    assert monotonic() - began < 30


def test_the_same_is_found() -> None:
    made = SumsToMore()
    assert [*isolated_findings(partial(findings, made), 60)] == [*findings(made)]


@slow
def test_what_it_prints_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    assert [*isolated_findings(partial(findings, of(partial(os.write, 1, b"mine"))), 60)] == []
    out, err = capfd.readouterr()
    assert "mine" not in out
    assert "mine" in err


def test_it_does_not_outlive_who_asked(tmp_path: Path) -> None:
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
