"""Findings as GitHub shows them beside the code: a command to the runner in each line of standard output."""

from collections.abc import Iterable, Iterator

from ldproof.cli.results import Result

ESCAPED = {"%": "%25", "\r": "%0D", "\n": "%0A"}
"""What a message may not contain."""
ESCAPED_IN_PROPERTIES = ESCAPED | {":": "%3A", ",": "%2C"}


def annotations(results: Iterable[Result], otherwise: str) -> Iterator[str]:
    """A line for each result; one that nothing is wrong, if there is none."""
    none = True
    for each in results:
        none = False
        yield command(each.level, each.words, title=f"{each.rule}: {each.about}", **where(each))
    if none:
        yield command("notice", otherwise)


def where(result: Result) -> dict[str, str]:
    """The file and the line, if there are any in the checkout."""
    place = result.place
    if place is None or place.within is None:
        return {}
    return {"file": place.within, "line": str(place.line)}


def command(name: str, message: str, **properties: str) -> str:
    """A command of a workflow, with what means something in it escaped."""
    listed = ",".join(f"{key}={escaped(text, ESCAPED_IN_PROPERTIES)}" for key, text in properties.items())
    return f"::{name}{' ' * bool(listed)}{listed}::{escaped(message, ESCAPED)}"


def escaped(text: str, replaced: dict[str, str]) -> str:
    """A text with each such character as a code."""
    return "".join(replaced.get(each, each) for each in text)
