"""`python -m tests.drivers.bench.sessions [SUITES]`: how often the plugin fails a suite in which everything is right.

Each suite has three tests, each of which audits one or two randomizers that keep their claim exactly: randomized response
at the claimed odds, the hardest case there is. A suite is a false alarm if any of its audits is.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from ldproof.evidence.fixed import lower_bound
from ldproof.testing import Violated
from ldproof.testing.session import SessionAuditor, Spending
from ldproof.testing.sharing import Equal

ALPHA = Fraction(1, 20)
TESTS = 3
DRAWS = 200
CONFIDENCE = Fraction(1, 200)
"""On either side."""


@dataclass(frozen=True)
class Named:
    """A test by its name."""

    nodeid: str
    user_properties: list[tuple[str, object]] = field(default_factory=list)


def response(bit: int) -> int:
    """The truth three times in four: odds of 3, exactly."""
    return bit if random.getrandbits(2) else 1 - bit


def alarms(suites: int, seed: str, tests: int = TESTS, draws: int = DRAWS) -> Iterator[bool]:
    """Of each suite, whether any of its audits failed."""
    names = [f"test_{number}" for number in range(tests)]
    for suite in range(suites):
        spending = Spending(Equal(ALPHA, frozenset(names)), f"{seed} {suite}", Counter())
        yield any(failed(spending, name, audit, draws) for name in names for audit in range(1 + suite % 2))


def failed(spending: Spending, name: str, audit: int, draws: int) -> bool:
    """Whether an audit fails."""
    try:
        SessionAuditor(spending, Named(name))(response, "odds=3", pairs=[(0, 1)], draws=draws)
    except Violated:
        return True
    return False


def main() -> None:
    """Count them, with an exact confidence interval."""
    suites = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    count = sum(alarms(suites, "sessions"))
    low = lower_bound(count, suites, CONFIDENCE)
    high = 1 - lower_bound(suites - count, suites, CONFIDENCE)
    print(f"{count} of {suites} suites, each of {TESTS} tests, fail at alpha = {float(ALPHA)};")
    print(f"99% interval of the probability: {float(low):.4f} to {float(high):.4f}")


if __name__ == "__main__":
    main()
