"""ldproof: the executable ground truth for four ways of counting people without learning about any one of them.

    >>> import ldproof
    >>> report = ldproof.mechanism("shots.report", T=3, m=1, odds=3)
    >>> print(ldproof.law(report, "101")["100"])
    1/4 = 0.25
    >>> print(ldproof.audit(report.randomize, report, draws=300, seed=b"1"))  # doctest: +ELLIPSIS
    not refuted: 600 samples do not contradict the claim, shots.report T=3 m=1 odds=3; ...

What is named in `__all__`, with `ldproof.testing`, `ldproof.strategies` and the pytest plugin, is what is promised. All
of it is found on demand: to import this module costs nothing. Everything below it may change.
"""

import sys as _sys
import types as _types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ldproof.interface.auditing import audit
    from ldproof.interface.conforming import conform
    from ldproof.interface.explaining import explain
    from ldproof.interface.laws import law
    from ldproof.interface.mechanisms import Mechanism, mechanism
    from ldproof.interface.results import AuditResult, Certified, ConformResult, Counts, LawResult, Tight
    from ldproof.interface.values import evaluate
    from ldproof.rejections import Reason, Refused

    __version__: str
del TYPE_CHECKING

__all__ = [
    "AuditResult",
    "Certified",
    "ConformResult",
    "Counts",
    "LawResult",
    "Mechanism",
    "Reason",
    "Refused",
    "Tight",
    "__version__",
    "audit",
    "conform",
    "evaluate",
    "explain",
    "law",
    "mechanism",
]

_ROOMS = {
    "audit": "interface.auditing",
    "conform": "interface.conforming",
    "evaluate": "interface.values",
    "explain": "interface.explaining",
    "law": "interface.laws",
    "Mechanism": "interface.mechanisms",
    "mechanism": "interface.mechanisms",
    "Reason": "rejections",
    "Refused": "rejections",
}
"""Where each name is found; the others are results."""


class _Root(_types.ModuleType):
    """This module: its names stay what they are, also once modules of the same names (`audit`, `law`) are imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in __all__ and isinstance(value, _types.ModuleType)):
            super().__setattr__(name, value)


_sys.modules[__name__].__class__ = _Root


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
    from importlib import import_module as module  # noqa: PLC0415  (slow to import, as all below)

    if name == "__version__":
        found: object = module("importlib.metadata").version(__name__)
    else:
        found = getattr(module(f"{__name__}.{_ROOMS.get(name, 'interface.results')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__") and name not in __all__)]
