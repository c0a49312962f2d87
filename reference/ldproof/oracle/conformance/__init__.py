"""Conformance: whether a program of somebody else's answers as the reference does.

- `replay` asks for vectors and compares: outputs of given coins bit for bit, fractions exactly, enclosures and floats
  within ulps, refusals by their reason. `mistakes` are known ones; `explained` names the one that reproduces the
  program's answers.
- `fit` draws from the program's own coins, and bets against the exact law of what comes out.
- `biases` adds up a collector's estimates over the exact law of the reports.
- `conform` does all of that as far as the program can, and gives a `Finding`.
"""

from ldproof.oracle.conformance.conforming import Asked, Finding, Verdict, conform

__all__ = ["Asked", "Finding", "Verdict", "conform"]
