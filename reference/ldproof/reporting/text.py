"""States and transcripts as text: one character per round."""

from ldproof.rejections import Reason, Refused

NULL = "-"
"""How a round without a report is written."""


def read(text: str, T: int) -> tuple[int, ...]:
    """One digit 0 or 1 per round."""
    return tuple(map(int, _checked(text, T, "01", "digits 0 or 1")))


def read_with_null(text: str, T: int) -> tuple[int | None, ...]:
    """One digit 0 or 1 per round, or the sign of NULL in a round without a report."""
    checked = _checked(text, T, "01" + NULL, f"characters: the digits 0 and 1, and {NULL} for NULL")
    return tuple(None if each == NULL else int(each) for each in checked)


def format_rounds(rounds: tuple[int | None, ...]) -> str:
    """What `read` and `read_with_null` read."""
    return "".join(NULL if each is None else str(each) for each in rounds)


def _checked(text: str, T: int, alphabet: str, accepted: str) -> str:
    if len(text) != T or set(text) - set(alphabet):
        raise Refused(
            Reason.WRONG_LENGTH if len(text) != T else Reason.OUT_OF_RANGE,
            f"{text!r} is not one of {', '.join(alphabet)} per round",
            f"{T} {accepted}",
        )
    return text
