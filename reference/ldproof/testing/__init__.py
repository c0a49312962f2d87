"""What other people's test suites assert: privacy, conformance, a law, and that an estimator has no bias.

    >>> from ldproof.testing import assert_law
    >>> from random import Random
    >>> die = Random(1)
    >>> found = assert_law(lambda: die.randint(1, 6), {face: "1/6" for face in range(1, 7)})
    >>> assert_law(lambda: die.randint(1, 5), {face: "1/6" for face in range(1, 7)})
    Traceback (most recent call last):
        ...
    ldproof.testing.assertions.Violated: ...

Each gives back what it has found. An assertion fails by chance with a probability of at most `alpha`, 10^-6 if nothing
else is said; `assert_unbiased` and the vectors of `assert_conforms` leave nothing to chance. Where a suite has many, the
fixture `ldproof_audit` of the pytest plugin spends one alpha for all of them.
"""

from ldproof.testing.assertions import Violated, assert_conforms, assert_law, assert_private, assert_unbiased

__all__ = ["Violated", "assert_conforms", "assert_law", "assert_private", "assert_unbiased"]
"""What is promised here."""
