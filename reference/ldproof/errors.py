"""Why an input is refused: one exception, one language-neutral reason."""

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar

Given = TypeVar("Given")
Meaning = TypeVar("Meaning")


class Reason(StrEnum):
    """The name of a refusal; the same in every language and in every test vector."""

    NOT_A_NUMBER = "not-a-number"
    NOT_A_WHOLE_NUMBER = "not-a-whole-number"
    NOT_A_LIST = "not-a-list"
    NOT_EXACT = "not-exact"
    NOT_A_WORD = "not-a-word"
    OUT_OF_RANGE = "out-of-range"
    TOO_LARGE = "too-large"
    MISSING = "missing"
    NOT_INSTALLED = "not-installed"
    UNAVAILABLE = "unavailable"
    UNKNOWN_NAME = "unknown-name"
    UNKNOWN_PARAMETER = "unknown-parameter"
    REPEATED = "repeated"
    BUDGET_NOT_UNIQUE = "budget-not-unique"
    IRRATIONAL = "irrational"
    UNDECIDED = "undecided"
    OVERFLOW = "overflow"
    DIVISION_BY_ZERO = "division-by-zero"
    TAPE_EXHAUSTED = "tape-exhausted"
    OUT_OF_ORDER = "out-of-order"
    NOT_AN_ITEM = "not-an-item"
    NOT_A_REPORT = "not-a-report"
    WRONG_VERSION = "wrong-version"
    WRONG_COUNT = "wrong-count"
    WRONG_LENGTH = "wrong-length"
    DAMAGED_STATE = "damaged-state"
    NOT_A_LAW = "not-a-law"
    TOO_MANY_OUTCOMES = "too-many-outcomes"
    TOO_FEW_PEOPLE = "too-few-people"
    NO_SUCH_PLACE = "no-such-place"
    NOT_A_VALUE = "not-a-value"
    NO_SUCH_PROGRAM = "no-such-program"
    PROGRAM_ENDED = "program-ended"
    PROGRAM_TIMED_OUT = "program-timed-out"
    PROGRAM_REFUSED = "program-refused"
    NOT_AN_ANSWER = "not-an-answer"
    NOT_A_REQUEST = "not-a-request"
    UNSUPPORTED = "unsupported"
    WORKER_LOST = "worker-lost"
    FOREIGN_STATE = "foreign-state"
    IN_USE = "in-use"
    NOT_A_TABLE = "not-a-table"


OTHERS_FAULT = frozenset(
    {
        Reason.PROGRAM_ENDED,
        Reason.PROGRAM_TIMED_OUT,
        Reason.PROGRAM_REFUSED,
        Reason.NOT_AN_ANSWER,
        Reason.UNSUPPORTED,
        Reason.WORKER_LOST,
    }
)
"""Refusals that are no fault of the request: the program that was asked fell short."""


class Refused(ValueError):  # noqa: N818  (a refusal is an answer, not an error of ours)
    """An input that is refused: what was given, and what would be accepted; the request, if a program failed at one."""

    def __init__(
        self, reason: Reason, what: str, accepted: str, request: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(reason, what, accepted)
        self.request = request
        self.reason = reason
        self.what = what
        self.accepted = accepted

    def __str__(self) -> str:
        asked = "" if self.request is None else f"; asked: {json.dumps(self.request)}"
        return f"{self.what} ({self.reason}); accepted: {self.accepted}{asked}"


def not_installed_refusal(package: str, extra: str) -> Refused:
    """Return the refusal of what needs a package that comes with an extra of ldproof."""
    accepted = f"in the folder of ldproof's source: pip install '.[{extra}]'"
    return Refused(Reason.NOT_INSTALLED, f"{package} is not installed", accepted)


def type_phrase(value: object) -> str:
    """The type of a value with its article, for a refusal: "an int", "a uint8", "an object" of JSON."""
    name = {"Members": "object"}.get(type(value).__name__, type(value).__name__)
    return f"{'an' if name.lower().startswith(tuple('aeio')) else 'a'} {name}"


def quote_given(value: object, most: int = 80, write: Callable[[object], str] = repr) -> str:
    """The text of a value for a refusal, cut after `most` characters; "a <type>" if it cannot be written."""
    try:
        text = write(value)
    except Exception:  # noqa: BLE001  (what others' objects say of themselves, or numbers too long to be written)
        text = type_phrase(value)
    return text if len(text) <= most else f"{text[:most]}..."


class Terminated(SystemExit):
    """Somebody has asked this process to end; whatever runs meanwhile, also a package's code, is not at fault."""


def read_or_name_place(where: Callable[[], str], read: Callable[[Given], Meaning], given: Given) -> Meaning:
    """Return what is read; add the place to a refusal."""
    try:
        return read(given)
    except Refused as refusal:
        raise Refused(refusal.reason, f"{where()}: {refusal.what}", refusal.accepted) from refusal
