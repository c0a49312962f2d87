"""What is found of a clause of the contract: how it is broken, or why nobody looked."""

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from ldproof.codec.values import shortened
from ldproof.mechanisms import Space, every
from ldproof.rejections import Reason, Refused

Result = TypeVar("Result")


LONGEST = 60
"""Characters of somebody's value that are shown."""


class Clause(StrEnum):
    """What is asked of a mechanism."""

    PARAMETERS = "parameters"
    SPACES = "secrets and outputs"
    LAW = "likelihood"
    NEIGHBOURS = "neighbours"
    PRIVACY = "privacy"
    CLAIM = "budget"
    COINS = "coins"
    DRAWS = "randomize"


@dataclass(frozen=True, slots=True)
class Finding:
    """Of a clause, in words with a point."""

    clause: Clause
    words: str
    broken: bool = True
    """Whether it is; else it was not looked at."""

    def __str__(self) -> str:
        return f"{self.clause}: {'' if self.broken else 'not looked at: '}{self.words}"


class Fails(BaseException):
    """What a mechanism does where it should answer; what goes on after an `Exception` of its own does not after this."""


def asked(words: str, function: Callable[[], Result]) -> Result:
    """What a mechanism answers; `words` say what it was asked."""
    told = TOLD.get()
    told(words)
    try:
        return function()
    except Refused as refusal:
        if refusal.reason in (Reason.TOO_MANY_OUTCOMES, Reason.TAPE_EXHAUSTED):
            raise
        raise Fails(f"{words} is refused: {refusal}") from refusal
    except (KeyboardInterrupt, Fails):
        raise
    except BaseException as error:  # theirs, whatever it is
        raise Fails(f"{words} raises {type(error).__name__}: {error}") from error
    finally:
        told("")


def nobody(_words: str) -> None:
    """Is told."""


TOLD: ContextVar[Callable[[str], None]] = ContextVar("TOLD", default=nobody)
"""Who is told what is asked, and by an empty text that it is over."""


def listed(name: str, space: Callable[[], Space[Result]]) -> list[Result]:
    """All values of one of a mechanism's spaces."""
    return asked(f"listing the {name}", lambda: every(space()))


def of(clause: Clause, words: Callable[[], Iterator[str]]) -> Iterator[Finding]:
    """The findings of a clause; what cannot be listed is not looked at."""
    try:
        for each in words():
            yield Finding(clause, each)
    except Fails as failure:
        yield Finding(clause, str(failure))
    except Refused as refusal:
        yield Finding(clause, str(refusal), broken=refusal.reason is not Reason.TOO_MANY_OUTCOMES)


def said(thing: object) -> str:
    """A value of somebody's, in a line."""
    text = repr(thing)
    return text if len(text) <= LONGEST and text.isprintable() else shortened(text, LONGEST)
