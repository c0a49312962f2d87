"""The contract of a mechanism, held against one: what it says of itself, its law, its privacy, and what it draws.

    from ldproof.oracle.contract import findings

    for each in findings(mechanism):  # what is broken, and what was not looked at
        print(each)

Whatever can be listed is looked at completely, in fractions where these are fractions and else in balls. Draws are
enumerated where a tape of some bytes decides them, and otherwise tested by bets against the law: a right mechanism is
said to be wrong with a probability of at most 10^-9.
"""

from ldproof.oracle.contract.checking import findings
from ldproof.oracle.contract.clauses import Clause, Finding

__all__ = ["Clause", "Finding", "findings"]
