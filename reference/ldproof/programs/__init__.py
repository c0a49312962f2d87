"""Programs of others, asked over their standard input and output; the protocol is in PROTOCOL.md.

- `Program(command, limits)` runs between entering and leaving; `randomize` gives `Seen`s.
- `tally(draws)` counts them by key, `seen(key)` reads a key.
- `value(thing)` makes a `Value` of lists and the like, `canonical(value)` is its one text, `parsed(text)` reads it.
"""

from ldproof.json_values import Value, canonical, parsed, value
from ldproof.programs.messages import Description, Parameters, Seen, Tally, constant, seen, tally
from ldproof.programs.processes import SECONDS, TIMEOUT, Limits
from ldproof.programs.program import Program

__all__ = [
    "SECONDS",
    "TIMEOUT",
    "Description",
    "Limits",
    "Parameters",
    "Program",
    "Seen",
    "Tally",
    "Value",
    "canonical",
    "constant",
    "parsed",
    "seen",
    "tally",
    "value",
]
