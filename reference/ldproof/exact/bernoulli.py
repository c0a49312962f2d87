"""Exact Bernoulli draws: is a uniform number U, whose base-256 digits are the coins, below the probability?

How coins are consumed is part of the specification. A decision has a table of probabilities, a secret that
picks one of them, and a rule. It reads blocks of `rule.length` bytes and stops after the first block at which

- what it has read so far differs from the digits, as many of them, of *every* probability in the table, and
- the block is no decoy: it does not end in `rule.decoy` zero bytes (where that is 0, there are no decoys).

The answer is whether what was read is below the digits of the secret's own probability, the first byte being
the most significant. All probabilities are compared, over all bytes. So the number of bytes read depends on
the coins and on the table, but not on the secret.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ldproof.coins import Coins
from ldproof.domains import whole
from ldproof.exact.digits import Digits
from ldproof.rejections import Reason, Refused


@dataclass(frozen=True, slots=True)
class Rule:
    """How many bytes a block has, and how many zero bytes end a decoy (0: there are no decoys)."""

    length: int
    decoy: int = 0

    def __post_init__(self) -> None:
        for name in ("length", "decoy"):
            object.__setattr__(self, name, whole(name, getattr(self, name)))
        if self.length < 1 or not 0 <= self.decoy <= self.length:
            raise Refused(Reason.OUT_OF_RANGE, f"{self} is no rule", "length >= 1 and 0 <= decoy <= length")


LAZY = Rule(length=1)
"""For simulations and collectors: one byte decides 255 times in 256."""

BLOCKS = Rule(length=16)
"""For a coin that depends on nobody's secret: a second block is read with probability 2^-128."""

# Why decoys: a tie alone would speak. Let odds be 3, the table 1/4 = (64)(0)(0)... and 3/4 = (192)(0)(0)...
# After a tie with either, U is at least 1/4: a secret that picks 1/4 never says yes after two blocks, one
# that picks 3/4 may. Decoys come from all over [0, 1) and outnumber the ties 2^96 to 1, so that among those
# who read on the odds are, to that accuracy, what they are for everybody (`consumption.drift`).
BY_SECRET = Rule(length=16, decoy=4)
"""For a person's client: a second block is read with probability 2^-32, and then reveals next to nothing."""


def bernoulli(probability: Digits, coins: Coins, rule: Rule = BLOCKS) -> bool:
    """True with exactly this probability."""
    return by_secret((probability,), 0, coins, rule)


def by_secret(table: Sequence[Digits], secret: int, coins: Coins, rule: Rule = BY_SECRET) -> bool:
    """True with exactly the probability that the table has at the secret."""
    if type(secret) is not int or not 0 <= secret < len(table):  # which one it is is nobody's business
        raise Refused(Reason.OUT_OF_RANGE, "a secret without a probability", f"0 to {len(table) - 1}")
    read = b""
    while True:
        block = coins.read(rule.length)
        read += block
        drawn = int.from_bytes(read)
        gaps = [drawn - int.from_bytes(probability.prefix(len(read))) for probability in table]
        decoy = rule.decoy > 0 and not any(block[-rule.decoy :])
        if all(gaps) and not decoy:  # nobody ties
            return gaps[secret] < 0
