"""Hypothesis strategies for whoever implements one of the mechanisms, or audits one of their own.

- `parameters(name)` and `mechanisms(name)` draw what a mechanism may be given, by the domains of its parameters.
- `inputs(mechanism)`, `outputs(mechanism)` and `neighbours(mechanism, level)` draw from its spaces, as text.
- `streams(T)`, `tables(m1, m2)` and `sketches(w, d)` draw such inputs by their sizes; `coins()` what is drawn from.
- `ClientMachine` and `CollectorMachine` are rule-based state machines for what works round by round: subclass one.

All of them shrink to the smallest case: fewest rounds and people, the simplest budget, zeros, no coins.
"""

from ldproof.errors import not_installed_refusal

try:
    import hypothesis  # noqa: F401  (it is asked for by name where it is missing)
except ModuleNotFoundError as missing:
    if missing.name != "hypothesis":
        raise
    raise not_installed_refusal("hypothesis", "testing") from None

from ldproof.strategies.inputs import (
    DrawnCoins,
    coins,
    inputs,
    mechanisms,
    neighbours,
    outputs,
    parameters,
    sketches,
    streams,
    tables,
)
from ldproof.strategies.machines import ClientMachine, CollectorMachine

__all__ = [
    "ClientMachine",
    "CollectorMachine",
    "DrawnCoins",
    "coins",
    "inputs",
    "mechanisms",
    "neighbours",
    "outputs",
    "parameters",
    "sketches",
    "streams",
    "tables",
]
"""What is promised here."""
