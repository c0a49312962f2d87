"""Saved texts with something else in them."""

import json


def state_entries(text: str) -> dict[str, object]:
    """Return the entries of the state in a text."""
    found: dict[str, object] = json.loads(text)["state"]
    return found


def with_state(text: str, **entries: object) -> str:
    """Return the text with entries of the state replaced or added."""
    return json.dumps({**json.loads(text), "state": {**state_entries(text), **entries}})


def with_parameters(text: str, **entries: object) -> str:
    """Return the text of a state with other parameters."""
    whole = json.loads(text)
    return json.dumps({**whole, "parameters": {**whole["parameters"], **entries}})


def with_less(text: str) -> list[str]:
    """Return the texts without one of its entries each."""
    whole, inner = json.loads(text), state_entries(text)
    return [
        *(json.dumps({other: whole[other] for other in whole if other != name}) for name in whole),
        *(
            json.dumps({**whole, "state": {other: inner[other] for other in inner if other != name}})
            for name in inner
        ),
    ]


def no_states(text: str) -> list[str]:
    """Return texts that are no saved state, made from the text of a valid one."""
    return [
        "",
        "{",
        "[]",
        "null",
        "[" * 100_000,
        '{"version": ' + "1" * 5000 + "}",
        text[:-1],
        text + "x",
        text[:-1] + ', "version": 2}',
        text.replace('"state": {', '"state": {"more": 1, '),
        text.replace('"parameters": {', '"more": 1, "parameters": {'),
        text.replace('"parameters": {', '"parameters": {"more": 1, '),
        text.replace('"version": 2', '"version": true'),
        text.replace('"version": 2', '"version": 2.0'),
        text.replace('"version": 2', '"version": NaN'),
        *with_less(text),
    ]
