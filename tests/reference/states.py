"""Saved texts with something else in them."""

import json


def state(text: str) -> dict[str, object]:
    """The entries of the state in a text."""
    found: dict[str, object] = json.loads(text)["state"]
    return found


def with_state(text: str, **entries: object) -> str:
    """The text with other entries of the state, or with more."""
    return json.dumps({**json.loads(text), "state": {**state(text), **entries}})


def with_parameters(text: str, **entries: object) -> str:
    """The text of a state that belongs elsewhere."""
    whole = json.loads(text)
    return json.dumps({**whole, "parameters": {**whole["parameters"], **entries}})


def with_less(text: str) -> list[str]:
    """The text without each of its entries in turn."""
    whole, inner = json.loads(text), state(text)
    return [
        *(json.dumps({other: whole[other] for other in whole if other != name}) for name in whole),
        *(
            json.dumps({**whole, "state": {other: inner[other] for other in inner if other != name}})
            for name in inner
        ),
    ]


def no_states(text: str) -> list[str]:
    """What is no text of a state, whatever it is a state of; the text is of a good one."""
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
