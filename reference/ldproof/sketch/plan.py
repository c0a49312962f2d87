"""What everybody knows before the first report: the mechanism, its hashes and how a column is said."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.budget import Budget, parse_budget
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real
from ldproof.parameters import accept_parameters, validate_fields
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary
from ldproof.sketch.fields import Item, item_points
from ldproof.sketch.formulas import flip_probabilities, row_odds
from ldproof.sketch.hashing import Family, Key, Polynomial, Quadratic, draw_key, hash_family, is_key


class Rows(StrEnum):
    """Which hashes a report is about."""

    SAMPLED = "sampled"
    """One of d public ones, drawn for each report."""
    ALL = "all"
    """All d public ones."""
    OWN = "own"
    """One that nobody else has: it is drawn for each report, and public too."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is public before the first report: the mechanism, its hashes, its channel and its budget."""

    mechanism: str
    rows: Rows
    family: Family
    keys: tuple[Key, ...]
    """The hash of each row; none, where every report has its own."""
    channel: Channel
    budget: Budget
    """What a report costs; of those in `TAKES_RATES`, the odds that their probabilities have."""

    def __post_init__(self) -> None:
        validate_fields(self, rows=Rows, keys=tuple, budget=Budget)
        if not all(is_key(self.family, key) for key in self.keys):
            raise Refused(Reason.OUT_OF_RANGE, "a plan with a key that is none", "keys of the family")

    @property
    def d(self) -> int:
        """The number of hashes that everybody shares; 0 if every report has its own."""
        return len(self.keys)

    @property
    def bits(self) -> int:
        """The number of bits of a report: of its row or its own hash, and of its content."""
        match self.rows:
            case Rows.SAMPLED:
                return (self.d - 1).bit_length() + self.channel.bits
            case Rows.ALL:
                return self.d * self.channel.bits
            case Rows.OWN:
                sizes = [(each.stop - each.start - 1).bit_length() for each in self.family.ranges]
                return sum(sizes) + self.channel.bits

    def columns(self, items: Sequence[Item]) -> Int64Array:
        """The columns of items, a row for each shared hash and a column for each item; refused if items repeat."""
        where = item_points(items, self.family.size)
        return np.array([self.family.columns(key, where) for key in self.keys], np.int64).reshape(
            self.d, len(items)
        )

    def text(self) -> dict[str, str]:
        """The whole plan as text, exactly, by names."""
        return {
            "mechanism": self.mechanism,
            "family": self.family.word,
            "width": str(self.family.width),
            "points": str(self.family.size),
            "hashes": " ".join(",".join(map(str, key)) for key in self.keys),
            self.budget.given: str(self.budget.value),
            **(
                {"p": str(self.channel.low), "q": str(self.channel.high)}
                if self.mechanism in TAKES_RATES
                else {}
            ),
        }


ROWS = {
    "all_rows": Rows.ALL,
    "unary_all_rows": Rows.ALL,
    "per_user": Rows.OWN,
    "local_hash": Rows.OWN,
}
"""The mechanisms that do not sample a row."""

FIRST_PLACE: Mapping[str, Callable[[int], int]] = {
    "hcms": lambda _: 0,
    "hcms_plus": lambda _: 1,
    "count_sketch": lambda w: w // 2,
}
"""The mechanisms that report a place of a Hadamard matrix, and how many places come before the first that is used."""

TAKES_RATES = ("unary", "unary_all_rows")
"""The mechanisms that are given p and q, and no budget."""


def draw_plan(
    mechanism: object,
    w: object,
    d: object,
    coins: Coins,
    family: object = None,
    P: object = None,
    **noise: object,
) -> Plan:
    """A plan with fresh public hashes, and the mechanism's noise: `p` and `q` for `TAKES_RATES`, otherwise the budget.

    If no `family` is named, hashes are quadratic where the width is a power of two, and else polynomial. If reports are
    about all rows, the budget is split over them, and p and q are those of each row. If every report has its own hash, d
    is `None`, or ignored.
    """
    accepted = accept_parameters({"mechanism": mechanism} | ({} if d is None else {"d": d}), "sketch")
    word = str(accepted["mechanism"])
    rows, count = rows_of(word, int(accepted["d"]) if "d" in accepted else None)
    chosen = hash_family(default_family(w) if family is None else family, w, P)
    said, spent = channel_and_budget(word, chosen.width, count if rows is Rows.ALL else 1, **noise)
    check_signs(said, chosen)
    shared = 0 if rows is Rows.OWN else count
    return Plan(word, rows, chosen, tuple(draw_key(chosen, coins) for _ in range(shared)), said, spent)


def check_signs(channel: Channel, family: Family) -> None:
    """Refuse columns with signs whose hashes are not uniform: what collides would not cancel out on average."""
    if channel.has_signed_columns and family.collision != Fraction(1, family.width):
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"columns with signs and family={family.word}, whose columns are not uniform",
            "family=quadratic or family=ideal",
        )


def default_family(w: object) -> str:
    """The name of the default family for a width, `quadratic` for powers of two and otherwise `polynomial`."""
    width = int(accept_parameters({"w": w}, "sketch")["w"])
    return Polynomial.word if width & (width - 1) else Quadratic.word


def rows_of(word: str, d: int | None) -> tuple[Rows, int]:
    """Which hashes a mechanism's reports are about, and their number: d, or 1 if every report has its own."""
    rows = ROWS.get(word, Rows.SAMPLED)
    if rows is Rows.OWN:
        return rows, 1
    if d is None:
        raise Refused(Reason.MISSING, f"{word} is given no d", "d, the number of rows")
    return rows, d


def channel_and_budget(word: str, w: int, rows: int, **noise: object) -> tuple[Channel, Budget]:
    """The channel of a mechanism that reports about `rows` rows, and the budget that a report costs."""
    if word in TAKES_RATES:
        return unary_channel(word, w, rows, noise)
    whole = parse_budget(rows, **noise)
    return channel_for_budget(word, w, whole), whole


def channel_for_budget(word: str, w: int, whole: Budget) -> Channel:
    """The channel of a mechanism at one report's share of a budget."""
    if word in FIRST_PLACE:
        return Hadamard(w, FIRST_PLACE[word](w), whole.report_excess())
    if word in {"kary", "local_hash"}:
        return Kary(w, whole.report_excess())
    return Unary(w, *flip_probabilities(word, w, whole))


def unary_channel(word: str, w: int, rows: int, noise: Mapping[str, object]) -> tuple[Unary, Budget]:
    """The channel of a mechanism from its p and q, and its budget: each row's odds are q (1 - p) / (p (1 - q))."""
    if noise.keys() != {"p", "q"}:
        raise Refused(Reason.MISSING, f"{word} is given {' and '.join(noise) or 'nothing'}", "p and q")
    given = accept_parameters(noise)
    low, high = Fraction(given["p"]), Fraction(given["q"])
    given_as = "odds" if rows == 1 else "report_odds"
    return Unary(w, Real(low), Real(high)), Budget(rows, given_as, row_odds(low, high))
