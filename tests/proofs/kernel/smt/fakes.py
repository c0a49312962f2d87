"""Solvers that are none: each does one thing that a broken solver might do."""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from time import monotonic, sleep

from ldproof_proofs.kernel.smt.protocol import Answer, Reply
from ldproof_proofs.kernel.smt.solvers import Solver

PATIENCE = 600.0
"""How long a test waits for what happens unless something is broken: however busy the machine is."""


def fake(source: str, *arguments: str, name: str = "fake") -> Solver:
    """A solver that runs Python code; `sys.argv` has its arguments."""
    return Solver(name, (sys.executable, "-S", "-c", source, *arguments))


def answering(change: str, before: str = "", after: str = "") -> str:
    """The source of a solver that replies `unknown` to every question, changed by Python code."""
    return f"""
import hashlib, json, os, pathlib, signal, sys, time
{before}
for number, line in enumerate(sys.stdin):
    script, seconds = json.loads(line)
    about = hashlib.sha256(script.encode()).hexdigest()
    reply = {{"about": about, "answer": "unknown", "version": "", "model": {{}}, "reason": ""}}
    {change}
    print(json.dumps(reply), flush=True)
    {after}
"""


REPLYING = answering("reply |= json.loads(sys.argv[1])")
"""Replies to every question in the same way."""


def saying(
    answer: Answer, model: Mapping[str, str] | None = None, name: str = "liar", reason: str = ""
) -> Solver:
    """A solver that answers every question in the same way."""
    return fake(REPLYING, json.dumps(asdict(Reply(answer, "0", model or {}, reason))), name=name)


HOLDING = """
import fcntl, os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
held = open(sys.argv[1], "w")
fcntl.flock(held, fcntl.LOCK_EX)
held.write("held")
held.flush()
"""
"""Whoever runs this, and every process it forks, holds a lock while it lives."""

SILENT = f"{HOLDING}\nwhile True: time.sleep(1000)"

ABANDONING = f"""{HOLDING}
if os.fork():
    print(sys.argv[2], flush=True)
else:
    while True: time.sleep(1000)
"""
"""Says a line and ends; its child stays, with the line's other end in its hand."""


def released(path: Path) -> bool:
    """Whether nobody holds the lock any more: killed processes need a moment to go."""
    with path.open() as held:
        end = monotonic() + PATIENCE
        while monotonic() < end:
            try:
                flock(held, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                sleep(0.01)
            else:
                return True
    return False
