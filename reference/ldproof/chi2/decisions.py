"""What the tests decide without noise, of tables that are given as JSON: whether the statistic exceeds tau."""

from collections.abc import Callable, Mapping
from functools import wraps

from ldproof.chi2.mechanism import MECHANISMS, ChiSquared
from ldproof.rejections import Reason, Refused

Received = Mapping[str, object]


def deciding(construct: Callable[..., ChiSquared]) -> Callable[..., Callable[[Received], list[str]]]:
    """The decisions of a mechanism, made with the same parameters."""

    @wraps(construct)
    def made(*plain: object, **named: object) -> Callable[[Received], list[str]]:
        known = construct(*plain, **named)
        return lambda received: decisions(known, received)

    return made


def decisions(known: ChiSquared, received: Received) -> list[str]:
    """1 for each table whose statistic exceeds tau, and 0 for each other one."""
    match received:
        case {"tables": list(written)}:
            return [str(int(known.secrets.read(text).significant(known.test.tau))) for text in written]
        case _:
            raise Refused(Reason.MISSING, "no list of tables", "tables, each as a,b")


DECISIONS = {name: deciding(construct) for name, construct in MECHANISMS.items()}
"""By mechanism."""
