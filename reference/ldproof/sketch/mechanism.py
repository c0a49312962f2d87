"""The private sketches as mechanisms: one person's report, given the public hashes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import product
from operator import mul
from typing import Annotated

import numpy as np

from ldproof.budget import Budget
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused, quote_given
from ldproof.mechanisms import Level, Privacy, parse_level, parse_text
from ldproof.numbers import Real
from ldproof.parameters import Schema, Whole, accept_parameters
from ldproof.rows import NUMBERS, check_listable, list_row, parse_numbers
from ldproof.sampling import draw_uniform
from ldproof.sketch.channels import Channel, Content, column_of
from ldproof.sketch.fields import Item, item_point
from ldproof.sketch.hashing import Key, draw_key
from ldproof.sketch.plan import ROWS, TAKES_RATES, Plan, Rows, channel_and_budget

# What a person has under the public hashes, and what can be said of it: spaces that are written as text.

Columns = tuple[int, ...]
Said = tuple[int | None, tuple[Content, ...]]
"""A row, where one is sampled; and what is said of it, or of all rows."""


@dataclass(frozen=True, slots=True)
class InputColumns:
    """The space of an item's columns, one for each of d hashes."""

    width: int
    d: int

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a text of numbers, separated by commas."""
        return {"type": "string", "pattern": f"^{NUMBERS}$"}

    def __iter__(self) -> Iterator[Columns]:
        check_listable(
            self.width, self.d, 1, f"{self.d} rows of width {self.width} have too many inputs to list"
        )
        return product(range(self.width), repeat=self.d)

    def read(self, thing: object) -> Columns:
        """The columns of a text of numbers, separated by commas."""
        return self.columns(parse_numbers(parse_text(thing)))

    def write(self, value: Columns) -> str:
        """The text that `read` reads."""
        return ",".join(map(str, self.columns(value)))

    def columns(self, value: object) -> Columns:
        """A tuple of d columns from any row of them; refused otherwise."""
        found = list_row("a secret", value)
        if len(found) != self.d:
            raise Refused(Reason.WRONG_LENGTH, f"a secret of {len(found)} columns", f"{self.d} columns")
        return tuple(column_of(self.width, column) for column in found)


@dataclass(frozen=True, slots=True)
class Reports:
    """The space of a report's content: about one sampled row of d, or about all of them."""

    rows: Rows
    d: int
    channel: Channel

    @property
    def sampled(self) -> bool:
        """Whether a report is of one row among those that are shared."""
        return self.rows is Rows.SAMPLED

    @property
    def row_count(self) -> int:
        """The number of rows that a report is about."""
        return 1 if self.sampled else self.d

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a text.

        Numbers are separated by commas, rows by semicolons, and `row:` stands before a sampled one.
        """
        row = "[0-9]{1,7}:" if self.sampled else ""
        return {"type": "string", "pattern": f"^{row}{NUMBERS}(;{NUMBERS})*$"}

    def __iter__(self) -> Iterator[Said]:
        check_listable(
            self.channel.content_count,
            self.row_count,
            self.d if self.sampled else 1,
            f"{self.d} rows of width {self.channel.width} have too many reports to list",
        )
        if self.sampled:
            return ((row, (content,)) for row in range(self.d) for content in self.channel.list_contents())
        return ((None, contents) for contents in product(self.channel.list_contents(), repeat=self.d))

    def read(self, thing: object) -> Said:
        """The output of a text, in which `,` separates numbers, `;` rows, and `row:` begins a sampled one."""
        row: int | None = None
        text = written = parse_text(thing)
        if self.sampled:
            place, colon, written = text.partition(":")
            found = parse_numbers(place)
            if not colon or len(found) != 1 or found[0] >= self.d:
                raise Refused(
                    Reason.OUT_OF_RANGE,
                    f"{quote_given(text)} is of no row",
                    f"row:content, with a row from 0 to {self.d - 1}",
                )
            row = found[0]
        return self.validate_output((row, tuple(map(parse_numbers, written.split(";")))))

    def write(self, value: Said) -> str:
        """The text that `read` reads."""
        row, contents = self.validate_output(value)
        return ("" if row is None else f"{row}:") + ";".join(",".join(map(str, each)) for each in contents)

    def validate_output(self, value: Said) -> Said:
        """The output as it is; refused unless it has a row if one is sampled, and possible contents."""
        given: object = value
        if not isinstance(given, tuple) or len(given) != 2 or not isinstance(given[1], tuple):
            raise Refused(
                Reason.NOT_A_REPORT, "an output of no such form", "a row or None, and a tuple of contents"
            )
        row, contents = value
        if not (type(row) is int and 0 <= row < self.d if self.sampled else row is None):
            accepted = f"a row from 0 to {self.d - 1}" if self.sampled else "None, as all rows are told of"
            raise Refused(Reason.OUT_OF_RANGE, f"an output of the row {quote_given(row)}", accepted)
        if len(contents) != self.row_count:
            raise Refused(Reason.WRONG_LENGTH, f"an output of {len(contents)} rows", f"{self.row_count} rows")
        for content in contents:
            self.channel.check_content(content)
        return value


# One person's report: the hash it is about, which is public, and what is said of the item's column there.

VERSION = 1


@dataclass(frozen=True, slots=True)
class Report:
    """What a person sends: which hashes it is about, and what it says of each."""

    place: tuple[Annotated[int, Whole(0, (1 << 256) - 1)], ...]
    """The row; of a hash of one's own, its key; nothing, where all rows are told of."""
    contents: tuple[Content, ...]
    """What is said of each of these hashes."""
    version: int = VERSION


def randomize_item(plan: Plan, item: Item, coins: Coins) -> Report:
    """Draw a person's report of an item exactly; which hash it is about is drawn first, and tells nothing of the item.

    Nor does the number of bytes read, as every channel reads as many whatever the column is.
    """
    where = np.array([item_point(item, plan.family.size)], np.uint64)
    place: Key = ()
    keys = plan.keys
    if plan.rows is Rows.OWN:
        place = draw_key(plan.family, coins)
        keys = (place,)
    elif plan.rows is Rows.SAMPLED:
        place = (draw_uniform(plan.d, coins),)
        keys = (plan.keys[place[0]],)
    columns = [int(plan.family.columns(key, where)[0]) for key in keys]
    return Report(place, tuple(plan.channel.draw_content(column, coins) for column in columns))


# The private sketches as an auditor sees them: one person's report, given the public hashes.
#
# Of the item a report depends on no more than its columns under the public hashes. So the secret is the columns,
# one for each row; where every report has its own public hash, the one column there. Any columns are possible.

REMEMBERED = 1 << 12
"""How many products of probabilities are kept, as many reports have the same."""


@dataclass(frozen=True, slots=True)
class Reporting:
    """A private sketch as an auditor sees it: one report, given the public hashes."""

    rows: Rows
    d: int
    """How many columns a secret has."""
    channel: Channel
    budget: Budget

    @property
    def secrets(self) -> InputColumns:
        """The space of an item's columns."""
        return InputColumns(self.channel.width, self.d)

    @property
    def outputs(self) -> Reports:
        """The space of reports: a row, where one is sampled, and the contents."""
        return Reports(self.rows, self.d, self.channel)

    def likelihood(self, secret: Columns, output: Said) -> Real:
        """The probability of a report, given the columns."""
        columns, (row, contents) = self.secrets.columns(secret), self.outputs.validate_output(output)
        shares = [] if row is None else [Real(Fraction(1, self.d))]
        told = columns if row is None else (columns[row],)
        pairs = zip(told, contents, strict=True)
        shares += [self.channel.likelihood(column, content) for column, content in pairs]
        return real_product(tuple(shares))

    def randomize(self, secret: Columns, coins: Coins) -> Said:
        """Draw a report exactly, as the client does."""
        columns = self.secrets.columns(secret)
        if self.rows is Rows.SAMPLED:
            row = draw_uniform(self.d, coins)
            return row, (self.channel.draw_content(columns[row], coins),)
        return None, tuple(self.channel.draw_content(column, coins) for column in columns)

    def neighbours(self, level: Level, one: Columns, other: Columns) -> bool:
        """Whether the columns differ, at both levels: an item is all that a person has."""
        parse_level(level)
        return self.secrets.columns(one) != self.secrets.columns(other)

    def privacy(self, level: Level) -> Privacy[Columns, Said]:
        """The whole budget: a sampled row's, or that of all rows, if the columns differ in all.

        That every reported row favours column 0 attains the odds between column 0 and the farthest column.
        """
        parse_level(level)
        return Privacy(
            self.budget.odds(),
            (0,) * self.d,
            (self.channel.farthest_column,) * self.d,
            lambda output: all(map(self.channel.favours_first, output[1])),
            "every reported row favours column 0",
        )


def reporting_mechanism(word: str, w: object, d: object, **noise: object) -> Reporting:
    """The mechanism of a name, from numbers or text, with the budget, or with p and q for `TAKES_RATES`."""
    accepted = accept_parameters({"w": w, "d": d}, "sketch")
    width, hashes = int(accepted["w"]), int(accepted["d"])
    rows = ROWS.get(word, Rows.SAMPLED)
    said, spent = channel_and_budget(word, width, hashes if rows is Rows.ALL else 1, **noise)
    return Reporting(rows, hashes, said, spent)


def mechanism_from_rates(word: str, w: object, d: object, p: object, q: object) -> Reporting:
    """The mechanism of a name that is given p and q."""
    return reporting_mechanism(word, w, d, p=p, q=q)


def own_hash_mechanism(word: str, w: object, **given: object) -> Reporting:
    """The mechanism of a name with which every report has a hash of its own."""
    return reporting_mechanism(word, w, 1, **given)


MECHANISMS: Mapping[str, Callable[..., Reporting]] = {
    **{word: partial(mechanism_from_rates, word) for word in TAKES_RATES},
    **{word: partial(own_hash_mechanism, word) for word, rows in ROWS.items() if rows is Rows.OWN},
    **{
        word: partial(reporting_mechanism, word)
        for word in ("cms", "oue", "optimal", "hcms", "hcms_plus", "count_sketch", "kary", "all_rows")
    },
}
"""Their constructors by name."""


@lru_cache(REMEMBERED)
def real_product(factors: tuple[Real, ...]) -> Real:
    """The product of one or more numbers, cached."""
    return reduce(mul, factors)
