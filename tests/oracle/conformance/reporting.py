"""The client in plain Python that was written from PROTOCOL.md alone; `--slip NAME` adds a mistake to m-shot reporting.

With `--alone` it draws only from coins of its own.
"""

from argparse import ArgumentParser
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "conformance/clients/client.py"

CHOSEN, SENT = "chosen = coins.subset(m, T)\n    return", '"01"[coins.decision(truth[state]'
SLIPS = {
    "none": (SENT, SENT),
    "zero": (SENT, SENT.replace("01", "00")),
    "no-r": (CHOSEN, f"r = table[2] = Fraction(0)\n    {CHOSEN}"),
    "first-rounds": (CHOSEN, CHOSEN.replace("coins.subset(m, T)", "range(len(coins.subset(m, T)))")),
    "inverted": (SENT, SENT.replace("01", "10")),
    "late-rounds": (
        CHOSEN,
        f"blocks = coins.read(16 * T)\n    {CHOSEN.replace('return', 'coins = Coins(blocks)')}\n    return",
    ),
    "greedy": ("states(secret, T), Budget(parameters, m)", "states(secret, T), Budget(parameters)"),
    "sum": ('clipped == "yes" else estimate)', 'clipped == "yes" else estimate * N)'),
    "shifted": ('clipped == "yes" else estimate)', 'clipped == "yes" else estimate + Fraction(1, 1000))'),
    "one-bit": (SENT, SENT.replace("[", "[(t == 2) ^ ", 1)),
}
"""A text in the client's source, and what takes its place."""


def replaced_once(source: str, before: str, after: str) -> str:
    """Replace a text that occurs exactly once in the source; raise ValueError if it does not."""
    if source.count(before) != 1:
        raise ValueError(before)
    return source.replace(before, after)


def run_client() -> None:
    parser = ArgumentParser()
    parser.add_argument("--slip", choices=SLIPS, default="none")
    parser.add_argument("--alone", action="store_true")
    asked = parser.parse_args()
    source = replaced_once(CLIENT.read_text(encoding="utf-8"), *SLIPS[asked.slip])
    source = replaced_once(source, '"plain Python"', f'"reporting, {asked.slip}"')
    if asked.alone:
        source = replaced_once(source, '        "coins": [*RANDOMIZE],\n', "")
    exec(compile(source, CLIENT, "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    run_client()
