"""ldproof: the executable ground truth for four ways of counting people without learning about any one of them.

    >>> import ldproof
    >>> report = ldproof.mechanism("shots.report", T=3, m=1, odds=3)
    >>> print(ldproof.law(report, "101")["100"])
    1/4 = 0.25
    >>> print(ldproof.audit(report.randomize, report, draws=300, seed=b"1"))  # doctest: +ELLIPSIS
    not refuted: 600 samples of ... do not contradict the claim, shots.report T=3 m=1 odds=3; ...

What is named in `__all__`, with `ldproof.testing`, `ldproof.strategies` and the pytest plugin, is what is promised. All
of it is found on demand: to import this module costs nothing. Everything below it may change.
"""

import sys as _sys

from ldproof.interface.root import Root as _Root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ldproof.errors import Reason, Refused
    from ldproof.interface.auditing import audit
    from ldproof.interface.conforming import conform
    from ldproof.interface.mechanisms import Mechanism, evaluate, explain, law, mechanism
    from ldproof.interface.plans import plan
    from ldproof.interface.results import (
        AuditResult,
        Certified,
        ConformResult,
        Counts,
        LawResult,
        PlanResult,
        Tight,
    )

    __version__: str

__all__ = [
    "AuditResult",
    "Certified",
    "ConformResult",
    "Counts",
    "LawResult",
    "Mechanism",
    "PlanResult",
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
    "plan",
]

_sys.modules[__name__].__class__ = _Root

del TYPE_CHECKING
