"""The private sketches as an auditor sees them: one person's report, given the public hashes.

Of the item a report depends on no more than its columns under the public hashes. So the secret is the columns,
one for each row; where every report has its own public hash, the one column there. Any columns are possible.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from operator import mul

from ldproof.arrays import listed
from ldproof.budget import Budget
from ldproof.coins import Coins
from ldproof.domains import accept
from ldproof.exact import uniform
from ldproof.law import Law, law
from ldproof.numbers import Real
from ldproof.randomizer import Worst, rational
from ldproof.rejections import Reason, Refused
from ldproof.sketch.channels import Channel, Content
from ldproof.sketch.channels.channel import column_of
from ldproof.sketch.plan import ROWS, Rows, channel

Columns = tuple[int, ...]
Said = tuple[int | None, tuple[Content, ...]]
"""A row, where one is sampled; and what is said of it, or of all rows."""

FEW = 1 << 16
"""So many outputs can be listed."""

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

    def likelihood(self, secret: Columns, output: Said) -> Real:
        """The probability of a report."""
        columns, (row, contents) = self._columns(secret), self._said(output)
        shares = [] if row is None else [Real(Fraction(1, self.d))]
        told = columns if row is None else (columns[row],)
        pairs = zip(told, contents, strict=True)
        shares += [self.channel.likelihood(column, content) for column, content in pairs]
        return multiplied(tuple(shares))

    def randomize(self, secret: Columns, coins: Coins) -> Said:
        """Draw a report, exactly, as the client does."""
        columns = self._columns(secret)
        if self.rows is Rows.SAMPLED:
            row = uniform(self.d, coins)
            return row, (self.channel.say(columns[row], coins),)
        return None, tuple(self.channel.say(column, coins) for column in columns)

    def user_odds(self) -> Real:
        """The whole budget: a sampled row's, or that of all rows, if the columns differ in all."""
        return self.budget.odds()

    def event_odds(self) -> Real:
        """The user's odds: an item is all that a person has."""
        return self.budget.odds()

    def user_epsilon(self) -> Real:
        """Its logarithm."""
        return self.budget.epsilon()

    def event_epsilon(self) -> Real:
        """The user's epsilon: an item is all that a person has."""
        return self.budget.epsilon()

    def worst(self) -> Worst[Columns, Said]:
        """Column 0 in every row against column 1, and that every row told of speaks for column 0."""
        return Worst((0,) * self.d, (1,) * self.d, lambda output: all(map(self.channel.telling, output[1])))

    def event_worst(self) -> Worst[Columns, Said]:
        """The user's worst pair and event: an item is all that a person has."""
        return self.worst()

    def outputs(self) -> Iterator[Said]:
        """All reports, in order."""
        sampled = self.rows is Rows.SAMPLED
        told = 1 if sampled else self.d
        # Their bits come first, as the number itself may be too long to be worked out.
        size = (self.channel.outcomes.bit_length() - 1) * told
        if size >= FEW.bit_length() or self.channel.outcomes**told * (self.d if sampled else 1) > FEW:
            raise Refused(
                Reason.TOO_MANY_OUTCOMES,
                f"{self.d} rows of width {self.channel.width} have too many reports",
                f"at most {FEW} reports, or one whose likelihood is asked",
            )
        if sampled:
            return ((row, (content,)) for row in range(self.d) for content in self.channel.outputs())
        return ((None, contents) for contents in product(self.channel.outputs(), repeat=self.d))

    def law(self, secret: Columns) -> Law[Said]:
        """The law of the report."""
        return law((output, rational(self.likelihood(secret, output))) for output in self.outputs())

    def user_neighbours(self, one: Columns, other: Columns) -> bool:
        """Any two items."""
        return self._columns(one) != self._columns(other)

    def event_neighbours(self, one: Columns, other: Columns) -> bool:
        """The user's neighbours: an item is all that a person has."""
        return self.user_neighbours(one, other)

    def read_secret(self, text: str) -> Columns:
        """Columns, separated by commas."""
        return self._columns(_numbers(text))

    def write_secret(self, secret: Columns) -> str:
        """What `read_secret` reads."""
        return ",".join(map(str, self._columns(secret)))

    def read_output(self, text: str) -> Said:
        """Numbers separated by commas, rows separated by semicolons; with `row:` before a sampled one."""
        row: int | None = None
        written = text
        if self.rows is Rows.SAMPLED:
            place, colon, written = text.partition(":")
            numbers = _numbers(place)
            if not colon or len(numbers) != 1 or numbers[0] >= self.d:
                raise Refused(
                    Reason.OUT_OF_RANGE,
                    f"{text!r} is of no row",
                    f"row:content, with a row from 0 to {self.d - 1}",
                )
            row = numbers[0]
        contents = tuple(map(_numbers, written.split(";")))
        return self._said((row, contents))

    def write_output(self, output: Said) -> str:
        """What `read_output` reads."""
        row, contents = self._said(output)
        return ("" if row is None else f"{row}:") + ";".join(",".join(map(str, each)) for each in contents)

    def _columns(self, secret: object) -> Columns:
        """A secret: a column for each hash."""
        columns = listed("a secret", secret)
        if len(columns) != self.d:
            raise Refused(Reason.WRONG_LENGTH, f"a secret of {len(columns)} columns", f"{self.d} columns")
        return tuple(column_of(self.channel.width, column) for column in columns)

    def _said(self, output: Said) -> Said:
        """An output: a row where one is sampled, and a content that can be said for each row told of."""
        given: object = output
        if not isinstance(given, tuple) or len(given) != 2 or not isinstance(given[1], tuple):
            raise Refused(
                Reason.NOT_A_REPORT, "an output of no such form", "a row or None, and a tuple of contents"
            )
        row, contents = output
        sampled = self.rows is Rows.SAMPLED
        if not (type(row) is int and 0 <= row < self.d if sampled else row is None):
            accepted = f"a row from 0 to {self.d - 1}" if sampled else "None, as all rows are told of"
            raise Refused(Reason.OUT_OF_RANGE, f"an output of the row {row!r}", accepted)
        told = 1 if sampled else self.d
        if len(contents) != told:
            raise Refused(Reason.WRONG_LENGTH, f"an output of {len(contents)} rows", f"{told} rows")
        for content in contents:
            self.channel.check(content)
        return output


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


def _numbers(text: str) -> tuple[int, ...]:
    numbers = text.split(",")
    if not all(each.isascii() and each.isdigit() and len(each) < 8 for each in numbers):
        raise Refused(Reason.NOT_A_NUMBER, f"{text!r} is not whole numbers", "digits, separated by commas")
    return tuple(map(int, numbers))


@lru_cache(REMEMBERED)
def multiplied(factors: tuple[Real, ...]) -> Real:
    """All of them multiplied; there is at least one."""
    return reduce(mul, factors)
