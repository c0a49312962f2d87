"""Conformance: whether a program of somebody else's answers as the reference does.

- `replay_vectors` asks for vectors and compares: outputs of given coins bit for bit, fractions exactly, enclosures and
  floats within ulps, refusals by their reason. `mistakes` are known ones; `explain_differences` names the one that
  reproduces the program's answers.
- `fit_law` draws from the program's own coins, and bets against the exact law of what comes out.
- `bias_checks` adds up a collector's estimates over the exact law of the reports.
- `compare_program` does all of that as far as the program can, and gives a `ConformanceFinding`.
"""

from ldproof.oracle.conformance.conforming import (
    ConformanceFinding,
    ConformanceRequest,
    ConformanceVerdict,
    compare_program,
)

__all__ = ["ConformanceFinding", "ConformanceRequest", "ConformanceVerdict", "compare_program"]
