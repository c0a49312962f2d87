"""A solver's process: `python -m ldproof_proofs.kernel.smt.child z3|cvc5` replies to each line of standard input."""

import resource
import signal
import sys
from contextlib import suppress

from ldproof_proofs.kernel.smt.protocol import Answer, Reply, asked, line

MOST_MEMORY = 2 << 30
"""The most bytes that a solver may address."""


def main(name: str) -> None:
    """Read scripts, write replies."""
    confine()
    for text in sys.stdin:
        script, seconds = asked(text)
        spend(seconds)
        found = reply(name, script)
        spend(0)
        sys.stdout.write(line(found, script) + "\n")
        sys.stdout.flush()


def confine() -> None:
    """Have the system keep this process small."""
    for limit, most in ((resource.RLIMIT_AS, MOST_MEMORY), (resource.RLIMIT_CORE, 0)):
        # Where a system cannot keep a limit, or has a lower one, the others remain.
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))


def spend(seconds: float) -> None:
    """Have the system end this process after so much more of its own processor time, or not if it is 0."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def reply(name: str, script: str) -> Reply:
    """A solver's reply."""
    # Each process loads its own solver only: it takes longer than most questions.
    try:
        if name == "z3":
            from ldproof_proofs.kernel.smt.with_z3 import reply  # noqa: PLC0415
        else:
            from ldproof_proofs.kernel.smt.with_cvc5 import reply  # noqa: PLC0415
    except ImportError as error:
        return Reply(Answer.UNKNOWN, reason=str(error))
    return reply(script)


if __name__ == "__main__":
    main(sys.argv[1])
