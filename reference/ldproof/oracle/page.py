"""The tables of PROTOCOL.md, and the files that are written from what is known here."""

import json
from collections.abc import Mapping

from ldproof.catalogue import DECISIONS, ESTIMATES, MECHANISMS
from ldproof.catalogue.examples import EXAMPLES
from ldproof.catalogue.signatures import Request
from ldproof.catalogue.signatures import request as asked_of
from ldproof.domains import Schema
from ldproof.oracle.schema import OPS, protocol


def schema_text() -> str:
    """The schema of the protocol's messages, as it is shipped."""
    return json.dumps(protocol(), indent=2) + "\n"


def page(text: str) -> str:
    """The page with its tables as they are now: each is between two comments that name it."""
    for name, table in tables().items():
        start, end = f"<!-- {name} -->\n\n", f"\n<!-- end of {name} -->"
        before, found, rest = text.partition(start)
        _, closed, after = rest.partition(end)
        if not (found and closed):
            raise KeyError(name)
        text = f"{before}{start}{table}{end}{after}"
    return text


def tables() -> Mapping[str, str]:
    """Each by its name."""
    asked = {f"{op} asks": members(op) for op in OPS if OPS[op].asked}
    given = {f"{op} answers": answers(op) for op in OPS}
    return {**asked, **given, "mechanisms": mechanisms(), "other parameters": others()}


def members(op: str) -> str:
    """What a request has, beside `id` and `op`."""
    known = OPS[op]
    return rows(
        ("member", ""),
        *(
            (f"`{name}`{' (optional)' if name in known.optional else ''}", said(each))
            for name, each in known.asked.items()
        ),
    )


def answers(op: str) -> str:
    """What an answer has, beside `id`."""
    return rows(("member", ""), *((f"`{name}`", said(each)) for name, each in OPS[op].answered.items()))


def said(schema: Schema) -> str:
    """What a member is."""
    return str(schema["description"])


def mechanisms() -> str:
    """A row for each mechanism: its parameters with values for an example, an input, and an output that can come out."""
    return rows(
        ("mechanism", "parameters", "input", "output"),
        *(
            (
                f"`{name}`",
                example_text(each.parameters, asked_of(MECHANISMS[name])),
                f"`{each.input}`",
                f"`{each.output}`",
            )
            for name, each in EXAMPLES.items()
        ),
    )


def others() -> str:
    """What collectors and deciders are given beside a mechanism's own parameters."""
    found: dict[tuple[str, str], list[str]] = {}
    for op, things in (("estimate", ESTIMATES), ("decide", DECISIONS)):
        for name, construct in things.items():
            own, wanted = asked_of(MECHANISMS[name]), asked_of(construct)
            more = [each for each in wanted.names if each not in own.names]
            listed = ", ".join(
                f"`{each}`{f' (optional, {DEFAULTS[each]})' if each in wanted.optional else ''}"
                for each in more
            )
            found.setdefault((op, listed or "none"), []).append(name)
    return rows(
        ("op", "mechanisms", "more parameters"),
        *(
            (f"`{op}`", ", ".join(f"`{name}`" for name in names), listed)
            for (op, listed), names in found.items()
        ),
    )


def example_text(parameters: Mapping[str, str], wanted: Request) -> str:
    """Parameters with an example's values, and what may be missing."""
    text = f"`{' '.join(f'{name}={value}' for name, value in parameters.items())}`"
    return text + "".join(f" (`{name}` is optional, {DEFAULTS[name]})" for name in wanted.optional)


DEFAULTS = {"r": "0", "clipped": "no", "collision": "1/w", "estimator": "mean"}
"""What is meant where an optional parameter is missing."""


def rows(*cells: tuple[str, ...]) -> str:
    """A table, its heading first."""
    heading, *body = cells
    lines = [heading, ("---",) * len(heading), *body]
    return "".join(f"| {' | '.join(each)} |\n" for each in lines).replace("|  |", "| |")
