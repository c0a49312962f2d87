"""The private sketches as an auditor sees them: one person's report, given the public hashes.

Of the item a report depends on no more than its columns under the public hashes. So the secret is the columns,
one for each row; where every report has its own public hash, the one column there. Any columns are possible.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from operator import mul

from ldproof.budget import Budget
from ldproof.coins import Coins
from ldproof.domains import accept
from ldproof.exact import uniform
from ldproof.mechanisms import Level, Privacy, level_of
from ldproof.numbers import Real
from ldproof.sketch.channels import Channel
from ldproof.sketch.plan import ROWS, Rows, channel
from ldproof.sketch.spaces import Columns, Reports, Said, Secrets

REMEMBERED = 1 << 12
"""How many products of probabilities are kept, as many reports have the same."""


@dataclass(frozen=True, slots=True)
class Reporting:
    """One report."""

    rows: Rows
    d: int
    """How many columns a secret has."""
    channel: Channel
    budget: Budget

    @property
    def secrets(self) -> Secrets:
        """An item's columns."""
        return Secrets(self.channel.width, self.d)

    @property
    def outputs(self) -> Reports:
        """A row, where one is sampled, and what is said of it, or of all rows."""
        return Reports(self.rows, self.d, self.channel)

    def likelihood(self, secret: Columns, output: Said) -> Real:
        """The probability of a report."""
        columns, (row, contents) = self.secrets.columns(secret), self.outputs.placed(output)
        shares = [] if row is None else [Real(Fraction(1, self.d))]
        told = columns if row is None else (columns[row],)
        pairs = zip(told, contents, strict=True)
        shares += [self.channel.likelihood(column, content) for column, content in pairs]
        return multiplied(tuple(shares))

    def randomize(self, secret: Columns, coins: Coins) -> Said:
        """Draw a report, exactly, as the client does."""
        columns = self.secrets.columns(secret)
        if self.rows is Rows.SAMPLED:
            row = uniform(self.d, coins)
            return row, (self.channel.say(columns[row], coins),)
        return None, tuple(self.channel.say(column, coins) for column in columns)

    def neighbours(self, level: Level, one: Columns, other: Columns) -> bool:
        """Any two items, at both levels: an item is all that a person has."""
        level_of(level)
        return self.secrets.columns(one) != self.secrets.columns(other)

    def privacy(self, level: Level) -> Privacy[Columns, Said]:
        """The whole budget: a sampled row's, or that of all rows, if the columns differ in all.

        Column 0 in every row is told from column 1 where every row told of speaks for column 0.
        """
        level_of(level)
        return Privacy(
            self.budget.odds(),
            (0,) * self.d,
            (1,) * self.d,
            lambda output: all(map(self.channel.telling, output[1])),
            "every row told of speaks for column 0",
        )


def reporting(word: str, w: object, d: object, **noise: object) -> Reporting:
    """The mechanism from numbers or text, with the budget, or `p` and `q` of `unary`."""
    accepted = accept({"w": w, "d": d}, "sketch")
    width, hashes = int(accepted["w"]), int(accepted["d"])
    rows = ROWS.get(word, Rows.SAMPLED)
    said, spent = channel(word, width, hashes if rows is Rows.ALL else 1, **noise)
    return Reporting(rows, hashes, said, spent)


def unary(w: object, d: object, p: object, q: object) -> Reporting:
    """The constructor of the mechanism whose probabilities are given."""
    return reporting("unary", w, d, p=p, q=q)


def per_user(w: object, **given: object) -> Reporting:
    """The constructor of the one in which every report has a hash of its own."""
    return reporting("per_user", w, 1, **given)


def by_budget(word: str) -> Callable[..., Reporting]:
    """The constructor of one of the others."""

    def construct(w: object, d: object, **given: object) -> Reporting:
        return reporting(word, w, d, **given)

    return construct


MECHANISMS: Mapping[str, Callable[..., Reporting]] = {
    "unary": unary,
    "per_user": per_user,
    **{word: by_budget(word) for word in ("cms", "oue", "optimal", "hcms", "hcms_plus", "kary", "all_rows")},
}
"""Their constructors by name."""


@lru_cache(REMEMBERED)
def multiplied(factors: tuple[Real, ...]) -> Real:
    """All of them multiplied; there is at least one."""
    return reduce(mul, factors)
