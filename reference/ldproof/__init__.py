"""ldproof: test whether code keeps the epsilon it claims, ask what is right, and see what is proved.

    >>> import ldproof
    >>> report = ldproof.mechanism("shots.report", T=3, m=1, odds=3)
    >>> print(ldproof.law(report, "101")["100"])
    1/4 = 0.25
    >>> print(ldproof.audit(report.randomize, report, draws=300, seed=b"1"))  # doctest: +ELLIPSIS
    not refuted: 600 samples of ... do not contradict the claim, shots.report T=3 m=1 odds=3; ...

What is named in `__all__`, with `ldproof.testing`, `ldproof.strategies` and the pytest plugin, is what is promised. All
of it is found on demand: to import this module costs nothing. Everything below it may change.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ldproof.api.auditing import audit
    from ldproof.api.conforming import conform
    from ldproof.api.mechanisms import Mechanism, evaluate, explain, law, mechanism
    from ldproof.api.plans import plan
    from ldproof.api.private_tests import test
    from ldproof.api.sketches import (
        PrefixCounts,
        PrefixSketch,
        PrivateSketch,
        SketchCounts,
        SketchResult,
        prefix_sketch,
        private_sketch,
    )
    from ldproof.auditor.report import AuditResult, Counts
    from ldproof.errors import Reason, Refused
    from ldproof.oracle.conformance.report import ConformResult
    from ldproof.planning.private_test import PrivateTestResult
    from ldproof.planning.report import PlanResult
    from ldproof.results import Certified, LawResult, Tight

    __version__: str

__all__ = [
    "AuditResult",
    "Certified",
    "ConformResult",
    "Counts",
    "LawResult",
    "Mechanism",
    "PlanResult",
    "PrefixCounts",
    "PrefixSketch",
    "PrivateSketch",
    "PrivateTestResult",
    "Reason",
    "Refused",
    "SketchCounts",
    "SketchResult",
    "Tight",
    "__version__",
    "audit",
    "conform",
    "evaluate",
    "explain",
    "law",
    "mechanism",
    "plan",
    "prefix_sketch",
    "private_sketch",
    "test",
]

_MODULES = {
    "api.auditing": ("audit",),
    "api.conforming": ("conform",),
    "api.mechanisms": ("Mechanism", "evaluate", "explain", "law", "mechanism"),
    "api.plans": ("plan",),
    "api.private_tests": ("test",),
    "api.sketches": (
        "PrefixCounts",
        "PrefixSketch",
        "PrivateSketch",
        "SketchCounts",
        "SketchResult",
        "prefix_sketch",
        "private_sketch",
    ),
    "auditor.report": ("AuditResult", "Counts"),
    "errors": ("Reason", "Refused"),
    "oracle.conformance.report": ("ConformResult",),
    "planning.private_test": ("PrivateTestResult",),
    "planning.report": ("PlanResult",),
    "results": ("Certified", "LawResult", "Tight"),
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}


if not TYPE_CHECKING:  # a checker shall refuse other names

    def __getattr__(name: str) -> object:
        from importlib import import_module  # noqa: PLC0415  (whoever imports `ldproof` alone does without)

        if name == "__version__":
            found: object = import_module("importlib.metadata").version(__name__)
        elif name in _PLACES:
            found = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__") and name not in __all__)]


del TYPE_CHECKING
