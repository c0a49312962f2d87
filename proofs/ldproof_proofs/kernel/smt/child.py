"""A solver's process: `python -m ldproof_proofs.kernel.smt.child z3|cvc5 SECONDS` replies to standard input."""

import resource
import sys
from contextlib import suppress
from math import ceil

from ldproof_proofs.kernel.smt.protocol import Answer, Reply, line

MOST_MEMORY = 2 << 30
"""The most bytes that a solver may address."""

OWN_SHARE = 0.9
"""The part of its time after which a solver should stop by itself; at the end of it, it is killed."""


def main(name: str, seconds: float) -> None:
    """Read a script, write a reply."""
    confine(seconds)
    script = sys.stdin.buffer.read().decode()
    sys.stdout.write(line(reply(name, script, OWN_SHARE * seconds)) + "\n")


def confine(seconds: float) -> None:
    """Have the system end this process if the solver forgets its own limits and nobody is left to kill it."""
    for limit, most in (
        (resource.RLIMIT_CPU, ceil(seconds) + 1),
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CORE, 0),
    ):
        # Where a system cannot keep a limit, or has a lower one, the others remain.
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))


def reply(name: str, script: str, seconds: float) -> Reply:
    """A solver's reply."""
    # Each process loads its own solver only: it takes longer than most questions.
    try:
        if name == "z3":
            from ldproof_proofs.kernel.smt.with_z3 import reply  # noqa: PLC0415
        else:
            from ldproof_proofs.kernel.smt.with_cvc5 import reply  # noqa: PLC0415
    except ImportError as error:
        return Reply(Answer.UNKNOWN, reason=str(error))
    return reply(script, seconds)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
