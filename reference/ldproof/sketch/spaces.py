"""What a person has under the public hashes, and what can be said of it: spaces that are written as text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ldproof.codec.values import digits
from ldproof.domains import Schema
from ldproof.mechanisms import text_of
from ldproof.rejections import Reason, Refused, quoted
from ldproof.rows import listed
from ldproof.sketch.channels import Channel, Content
from ldproof.sketch.channels.channel import column_of
from ldproof.sketch.plan import Rows

Columns = tuple[int, ...]
Said = tuple[int | None, tuple[Content, ...]]
"""A row, where one is sampled; and what is said of it, or of all rows."""

FEW = 1 << 16
"""So many values can be listed."""

NUMBERS = "[0-9]{1,7}(,[0-9]{1,7})*"
"""How whole numbers are written."""
WHOLE_NUMBERS = re.compile(NUMBERS)


@dataclass(frozen=True, slots=True)
class Secrets:
    """The columns of items, one for each hash."""

    width: int
    d: int

    @property
    def schema(self) -> Schema:
        """Columns, separated by commas."""
        return {"type": "string", "pattern": f"^{NUMBERS}$"}

    def __iter__(self) -> Iterator[Columns]:
        listable(self.width, self.d, 1, f"{self.d} rows of width {self.width} have too many columns")
        return product(range(self.width), repeat=self.d)

    def read(self, thing: object) -> Columns:
        """Columns, separated by commas."""
        return self.columns(numbers(text_of(thing)))

    def write(self, value: Columns) -> str:
        """What `read` reads."""
        return ",".join(map(str, self.columns(value)))

    def columns(self, value: object) -> Columns:
        """Columns from anything that is a row of them."""
        found = listed("a secret", value)
        if len(found) != self.d:
            raise Refused(Reason.WRONG_LENGTH, f"a secret of {len(found)} columns", f"{self.d} columns")
        return tuple(column_of(self.width, column) for column in found)


@dataclass(frozen=True, slots=True)
class Reports:
    """What can be said by a channel, of a sampled row or of all."""

    rows: Rows
    d: int
    channel: Channel

    @property
    def sampled(self) -> bool:
        """Whether a report is of one row among those that are shared."""
        return self.rows is Rows.SAMPLED

    @property
    def told(self) -> int:
        """Of how many rows a report is."""
        return 1 if self.sampled else self.d

    @property
    def schema(self) -> Schema:
        """Numbers separated by commas, rows separated by semicolons; with `row:` before a sampled one."""
        row = "[0-9]{1,7}:" if self.sampled else ""
        return {"type": "string", "pattern": f"^{row}{NUMBERS}(;{NUMBERS})*$"}

    def __iter__(self) -> Iterator[Said]:
        listable(
            self.channel.outcomes,
            self.told,
            self.d if self.sampled else 1,
            f"{self.d} rows of width {self.channel.width} have too many reports",
        )
        if self.sampled:
            return ((row, (content,)) for row in range(self.d) for content in self.channel.outputs())
        return ((None, contents) for contents in product(self.channel.outputs(), repeat=self.d))

    def read(self, thing: object) -> Said:
        """Numbers separated by commas, rows separated by semicolons; with `row:` before a sampled one."""
        row: int | None = None
        text = written = text_of(thing)
        if self.sampled:
            place, colon, written = text.partition(":")
            found = numbers(place)
            if not colon or len(found) != 1 or found[0] >= self.d:
                raise Refused(
                    Reason.OUT_OF_RANGE,
                    f"{quoted(text)} is of no row",
                    f"row:content, with a row from 0 to {self.d - 1}",
                )
            row = found[0]
        return self.said((row, tuple(map(numbers, written.split(";")))))

    def write(self, value: Said) -> str:
        """What `read` reads."""
        row, contents = self.said(value)
        return ("" if row is None else f"{row}:") + ";".join(",".join(map(str, each)) for each in contents)

    def said(self, value: Said) -> Said:
        """A row where one is sampled, and a content that can be said for each row told of."""
        for content in self.placed(value)[1]:
            self.channel.check(content)
        return value

    def placed(self, value: Said) -> Said:
        """A row where one is sampled, and something for each row told of, be it what can be said or not."""
        given: object = value
        if not isinstance(given, tuple) or len(given) != 2 or not isinstance(given[1], tuple):
            raise Refused(
                Reason.NOT_A_REPORT, "an output of no such form", "a row or None, and a tuple of contents"
            )
        row, contents = value
        if not (type(row) is int and 0 <= row < self.d if self.sampled else row is None):
            accepted = f"a row from 0 to {self.d - 1}" if self.sampled else "None, as all rows are told of"
            raise Refused(Reason.OUT_OF_RANGE, f"an output of the row {quoted(row)}", accepted)
        if len(contents) != self.told:
            raise Refused(Reason.WRONG_LENGTH, f"an output of {len(contents)} rows", f"{self.told} rows")
        return value


def listable(values: int, places: int, times: int, what: str) -> None:
    """Refuse to list more than anybody reads: so many values in so many places, so many times."""
    # Their bits come first, as the number itself may be too long to be worked out.
    size = (values.bit_length() - 1) * places
    if size >= FEW.bit_length() or values**places * times > FEW:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES, what, f"at most {FEW} of them, or one whose likelihood is asked"
        )


def numbers(text: str) -> tuple[int, ...]:
    """Whole numbers, separated by commas."""
    if (found := digits(text)) is not None:
        return found
    if not WHOLE_NUMBERS.fullmatch(text):
        raise Refused(
            Reason.NOT_A_NUMBER,
            f"a text of {len(text)} characters is not whole numbers",
            "digits, separated by commas",
        )
    return tuple(map(int, text.split(",")))
