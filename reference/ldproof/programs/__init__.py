"""Programs of others, asked over their standard input and output; the protocol is in PROTOCOL.md.

- `Program(command, limits)` runs between entering and leaving; `randomize` gives `DrawnOutput`s.
- `count_draws(draws)` counts them by key, `parse_key(key)` reads a key.
- `parse_value(thing)` makes a `Value` of lists and the like, `canonical_text(value)` is its one text,
  `parse_canonical(text)` reads it.
"""

from ldproof.json_values import Value, canonical_text, parse_canonical, parse_value
from ldproof.programs.processes import SECONDS, TIMEOUT, Limits
from ldproof.programs.program import (
    Description,
    DrawnOutput,
    Parameters,
    Program,
    Tally,
    count_draws,
    is_constant_output,
    parse_key,
)

__all__ = [
    "SECONDS",
    "TIMEOUT",
    "Description",
    "DrawnOutput",
    "Limits",
    "Parameters",
    "Program",
    "Tally",
    "Value",
    "canonical_text",
    "count_draws",
    "is_constant_output",
    "parse_canonical",
    "parse_key",
    "parse_value",
]
