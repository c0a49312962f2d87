"""`python -m tests.audit.targets.served`: a program that speaks the protocol and answers like `leaning`.

With an argument it does not say that it takes several inputs at once.
"""

import sys

from ldproof.programs import Parameters, Value
from ldproof.programs.serving import Draw, answer_draw_request, answer_stdin, serve
from tests.audit.targets.answers import leaning


def draws(mechanism: str, parameters: Parameters, given: Value) -> Draw:
    """Return bits that are 1 with probability 1/2 for input 0, and 3/4 for input 1."""
    return lambda coins: leaning(int(str(given)), coins)


if __name__ == "__main__":
    if sys.argv[1:]:
        answer_stdin(
            lambda request: {
                **answer_draw_request(request, "leaning", ["leaning"], draws),
                "capabilities": {},
            }
        )
    else:
        serve("leaning", ["leaning"], draws)
