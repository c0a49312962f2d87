"""A Count-Min Sketch with local privacy to be used: what is public, a person's report, a collector, and what it finds."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from math import ceil
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from ldproof.api.mechanisms import CompleteCoins, as_text, list_things, parse_name_text
from ldproof.coins import Coins, SeededCoins, SystemCoins
from ldproof.defaults import COMPLETE, ESTIMATES, SKETCH_DELTA, UNBIASED
from ldproof.errors import Reason, Refused, quote_given
from ldproof.numbers import Enclosure, Real, enclose
from ldproof.parameters import Whole, Words, format_assignments, parameter_domain
from ldproof.results import Certified, html_table
from ldproof.serialization import damaged_state_refusal, open_saved, restore_state, save_state
from ldproof.sketch.collector import (
    ITEM_KINDS,
    MOST,
    SketchCollector,
    empty_collector,
    level_report,
    merge_collectors,
    save_collector,
)
from ldproof.sketch.consistency import CountInterval, consistent_estimates, count_intervals, largest_counts
from ldproof.sketch.fields import Item
from ldproof.sketch.mechanism import Report, randomize_item
from ldproof.sketch.plan import Plan, Rows, draw_plan
from ldproof.sketch.prefixes import heavy_hitters
from ldproof.sketch.received import (
    open_collector,
    parse_report,
    receive_arrays,
    receive_table,
    write_report,
    write_report_json,
)

# What is public, and a person's report.


def private_sketch(
    mechanism: str,
    /,
    *,
    w: object = None,
    d: object = None,
    seed: str | None = None,
    family: object = None,
    P: object = None,
    **noise: object,
) -> "PrivateSketch":
    """A sketch of w columns and d rows (hashes) with a mechanism and a budget, all of it public before the first report.

    The mechanism is `hcms_plus`, `oue`, `kary` or another of `sketch.`, and the budget one of `epsilon` and `odds`. The
    same words with the same `seed` are the same sketch everywhere; without a seed a fresh one is drawn. Whoever chooses
    items after the seed is known has no promise of intervals.

    >>> made = private_sketch("hcms_plus", w=256, d=64, epsilon=4, seed="2026")
    >>> print(made)
    hcms_plus w=256 d=64 epsilon=4 seed=2026
    >>> made.bits
    15
    """
    given = {"w": w, "d": d, "family": family, "P": P, **noise}
    words, (plan,) = draw_plans(mechanism, seed, given)
    return PrivateSketch(words, plan)


def draw_plans(
    mechanism: object,
    seed: str | None,
    given: Mapping[str, object],
    prefixes: Mapping[str, int] | None = None,
) -> tuple[str, tuple[Plan, ...]]:
    """Return the words that name a sketch, and its plans, whose hashes are drawn one after another from the seed.

    There is one plan, or one for each level of prefixes.
    """
    word = parse_name_text("a mechanism", mechanism).removeprefix("sketch.")
    drawn = SystemCoins().read(16).hex() if seed is None else parse_name_text("a seed", seed)
    known = {name: as_text(name, each) for name, each in given.items() if each is not None}
    if "w" not in known:
        raise Refused(Reason.MISSING, f"{word} is given no w", "w, the number of columns")
    sizes = {name: str(each) for name, each in (prefixes or {}).items()}
    levels = 8 * prefixes["length"] // prefixes["step"] if prefixes else 1
    coins, asked = SeededCoins(drawn.encode(errors="surrogatepass")), {"d": None, **known}
    plans = tuple(draw_plan(word, coins=coins, **asked) for _ in range(levels))
    return " ".join((word, *format_assignments({**known, **sizes, "seed": drawn}))), plans


@dataclass(frozen=True, slots=True)
class PrivateSketch:
    """Everything that is public before the first report: the mechanism, its hashes, and the budget of a report."""

    words: str
    """The words by which the commands name it."""
    plan: Plan = field(repr=False)

    @property
    def bits(self) -> int:
        """The number of bits of a report."""
        return self.plan.bits

    def __str__(self) -> str:
        return self.words

    def report(self, item: Item, coins: Coins | None = None, *, form: str = "text") -> str:
        """Draw a person's report of an item (bytes, text, or a whole number), as one line.

        It is drawn exactly, from the operating system's randomness if no other coins are given. How many bytes are read
        tells nothing of the item, and no refusal quotes it.
        """
        return format_report(randomize_item(self.plan, item, person_coins(coins)), form)

    def collector(self, candidates: Iterable[Item] = (), *, kind: str | None = None) -> "SketchCounts":
        """A collector without reports. It needs candidates where every report has a hash of its own.

        With the kind of people's items (`texts`, `numbers` or `bytes`), items of another kind are refused by its queries,
        and collectors of another kind by its `merge`.
        """
        known = "" if kind is None else Words(tuple(ITEM_KINDS)).accept("kind", kind)
        return SketchCounts(empty_collector(self.plan, parse_items(candidates), known))


def person_coins(coins: Coins | None) -> Coins:
    """The coins of a person, the operating system's if none are given."""
    return SystemCoins() if coins is None else CompleteCoins(coins)


def format_report(report: Report, form: object) -> str:
    """A report as one line of text or JSON."""
    word = Words(("text", "json")).accept("form", form)
    return write_report(report) if word == "text" else write_report_json(report)


def parse_items(items: object) -> list[Item]:
    """Return items in a list. Raise `Refused` unless each is bytes, text or a whole number."""
    return [accept_item(each) for each in list_things("items", items, "a list of items")]


def accept_item(item: object) -> Item:
    """Return an item. Raise `Refused` if it is none."""
    if isinstance(item, bytes | str | int) and not isinstance(item, bool):
        return item
    raise Refused(Reason.NOT_AN_ITEM, f"{quote_given(item)}", "bytes, text or a whole number")


# A collector.


@dataclass(frozen=True, slots=True)
class SketchCounts:
    """The sums of the reports that a collector has received; merged, saved and restored as often as one likes."""

    kept: SketchCollector = field(repr=False)

    @classmethod
    def restore(cls, text: str) -> "SketchCounts":
        """The collector that was saved. Raise `Refused` for a text of another version, or that was not saved."""
        return cls(open_collector(text))

    def save(self) -> str:
        """All that the collector has, the sketch included, as text; it contains sums and no single report."""
        return save_collector(self.kept)

    @property
    def reporters(self) -> int:
        """The number of people who have reported."""
        return int(self.kept.reporters.sum()) // (
            len(self.kept.reporters) if self.kept.plan.rows is Rows.ALL else 1
        )

    def receive(self, report: str) -> None:
        """Add one report, a line of text or JSON. Raise `Refused`, and change nothing, if it is none of this sketch."""
        self.kept.receive(parse_report(report))

    def receive_arrays(self, rows: ArrayLike, contents: ArrayLike, counts: ArrayLike | None = None) -> None:
        """Add many reports about one row each: the rows, and a line of numbers for each report, each once or `counts` times.

        The numbers are the column (`kary`), the place and the sign (`hcms`, `hcms_plus`, `count_sketch`), or w bits
        (`cms`, `oue`, `optimal`, `unary`).
        """
        receive_arrays(self.kept, rows, contents, counts)

    def receive_files(self, path: str | PathLike[str]) -> None:
        """Add the reports in Parquet files, a path or a pattern of them, which DuckDB counts: it takes little memory.

        A report has a column `row`, and `column` (`kary`) or `place` and `sign` (`hcms`, `hcms_plus`, `count_sketch`). Raise
        `Refused`, and change nothing, if one of them is none of this sketch, or for a mechanism whose reports have more
        numbers.
        """
        from ldproof.auditor.database import COUNTED, count_rows  # noqa: PLC0415  (most sketches do without)

        plan = self.kept.plan
        names = plan.channel.number_names
        if not names or plan.rows is not Rows.SAMPLED:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"files of {plan.mechanism} reports",
                "reports of kary, hcms, hcms_plus or count_sketch; of others a table of counts",
            )
        ranges = zip(("row", *names), (range(plan.d), *plan.channel.ranges), strict=True)
        found = count_rows(Path(path), dict(ranges))
        contents = np.ma.column_stack([found[name] for name in names])
        receive_arrays(self.kept, found["row"], contents, found[COUNTED])

    def receive_table(self, reporters: ArrayLike, sums: ArrayLike) -> None:
        """Add a d x w table of counts, which others have added up, and for each row the number of its reports.

        A cell is the number of ones (of bits), of reports (of columns), or the sum of signs (of Hadamard places).
        """
        receive_table(self.kept, reporters, sums)

    def merge(self, *others: "SketchCounts") -> "SketchCounts":
        """A collector of the reports of all, such as of several windows. Raise `Refused` if the sketches differ.

        A person who reports in several windows counts in each, and spends the budget in each.
        """
        return SketchCounts(reduce(merge_collectors, (each.kept for each in others), self.kept))

    def query(
        self, items: Iterable[Item], *, delta: object = SKETCH_DELTA, estimates: str = UNBIASED
    ) -> "SketchResult":
        """How many people hold each item of a list that was chosen before the hashes were drawn.

        With probability at least 1 - delta, all intervals hold their items' counts. Estimates are unbiased; or
        consistent, which is none below 0 and all together at most the number of people; or that number, where the list
        is complete. Intervals are the same in all cases. An estimate may lie outside its interval, for example
        below 0, or if `complete` is said of a list that lacks items.
        """
        listed = parse_items(items)
        hits, kind = self.kept.hits(listed), Words(ESTIMATES).accept("estimates", estimates)
        found = count_intervals(hits, delta)
        if kind != UNBIASED:
            nearest = consistent_estimates(hits, complete=kind == COMPLETE)
            found = [replace(each, estimate=one) for each, one in zip(found, nearest, strict=True)]
        return sketch_result(self.reporters, delta, listed, found)

    def top(self, items: Iterable[Item], k: object, *, delta: object = SKETCH_DELTA) -> "SketchResult":
        """The k items of a list with the largest estimates, and how wrong that choice can be.

        With probability at least 1 - delta, all intervals hold their items' counts, and no item of the list that is left
        out has more than `error` people more than any of the k.
        """
        listed = parse_items(items)
        found = largest_counts(self.kept.hits(listed), k, delta)
        chosen = [listed[place] for place in found.places]
        return sketch_result(self.reporters, delta, chosen, found.intervals, found.error)


# Heavy hitters without a list.


PREFIX_SIZES = {"length": Whole(1, 64), "step": Whole(1, 12)}
"""The bytes of a text, and the bits that a level adds."""


def prefix_sketch(
    mechanism: str,
    /,
    *,
    length: object,
    step: object = 8,
    w: object = None,
    d: object = None,
    seed: str | None = None,
    family: object = None,
    P: object = None,
    **noise: object,
) -> "PrefixSketch":
    """A sketch for each length of prefixes of texts of `length` bytes, to find the texts that many people hold.

    A person reports at one level, which is drawn uniformly and is public, the first `step` bits for each level, with the
    whole budget. So people are shared out among 8 length/step levels. The mechanism is one that reports about one row.

    >>> made = prefix_sketch("hcms_plus", length=2, step=4, w=256, d=16, epsilon=4, seed="2026")
    >>> print(made, len(made.plans))
    hcms_plus w=256 d=16 epsilon=4 length=2 step=4 seed=2026 4
    """
    size, bits = (
        PREFIX_SIZES[name].accept(name, each) for name, each in (("length", length), ("step", step))
    )
    if 8 * size % bits:
        raise Refused(Reason.OUT_OF_RANGE, f"steps of {bits} in {8 * size} bits", f"a divisor of {8 * size}")
    given = {"w": w, "d": d, "family": family, "P": P, **noise}
    words, plans = draw_plans(mechanism, seed, given, {"length": size, "step": bits})
    if plans[0].rows is not Rows.SAMPLED:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"{plans[0].mechanism} for prefixes",
            "a mechanism that reports about one row of several, such as hcms_plus",
        )
    return PrefixSketch(words, plans, bits)


@dataclass(frozen=True, slots=True)
class PrefixSketch:
    """Everything that is public before the first report: the plan of each level, and the bits that a level adds."""

    words: str
    """The words by which the commands name it."""
    plans: tuple[Plan, ...] = field(repr=False)
    step: int

    def __str__(self) -> str:
        return self.words

    @property
    def length(self) -> int:
        """The number of bytes that are told apart."""
        return self.step * len(self.plans) // 8

    def report(self, item: str | bytes, coins: Coins | None = None) -> str:
        """Draw a person's report of a text, as one line: the level, a slash, and the report at that level.

        A text counts as its first `length` bytes in UTF-8; one with a NUL in it is refused.
        """
        tossed = person_coins(coins)
        level, said = level_report(self.plans, parse_prefix(item, self.length), tossed, self.step)
        return f"{level}/{write_report(said)}"

    def collector(self) -> "PrefixCounts":
        """A collector without reports."""
        return PrefixCounts(tuple(map(empty_collector, self.plans)), self.step)


def parse_prefix(item: object, length: int) -> int:
    """Return a text's first bytes as a number, the first byte most significant. A refusal does not quote it."""
    text = item if isinstance(item, bytes) else item_bytes(item)
    if b"\0" in text:
        raise Refused(Reason.NOT_AN_ITEM, "the item has a NUL in it", "text or bytes without NUL")
    return int.from_bytes(text[:length].ljust(length, b"\0"))


def item_bytes(item: object) -> bytes:
    """Return a text in UTF-8. A refusal does not quote it."""
    if isinstance(item, str):
        with suppress(UnicodeEncodeError):
            return item.encode()
    raise Refused(
        Reason.NOT_AN_ITEM,
        "an item that is neither bytes nor text with UTF-8",
        "bytes, or text that UTF-8 can write",
    )


@dataclass(frozen=True, slots=True)
class SavedLevels:
    """The state of a collector of prefixes: that of each level."""

    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrefixCounts:
    """The sums of the reports at each level; merged, saved and restored as often as one likes."""

    levels: tuple[SketchCollector, ...] = field(repr=False)
    step: int

    @classmethod
    def restore(cls, text: str) -> "PrefixCounts":
        """The collector that was saved. Raise `Refused` for a text of another version, or that was not saved."""
        given = open_saved(text).parameters.get("step")
        if given is None:
            raise Refused(
                Reason.FOREIGN_STATE,
                "the state is of a sketch without prefixes",
                "--items without --heavy, or `SketchCounts`",
            )
        step = PREFIX_SIZES["step"].accept("step", given)
        saved = restore_state(SavedLevels, {"step": str(step)}, text)
        levels = tuple(map(open_collector, saved.levels))
        if not levels or step * len(levels) % 8 or any(each.plan.rows is not Rows.SAMPLED for each in levels):
            raise damaged_state_refusal("its levels are not those of prefixes")
        return cls(levels, step)

    def save(self) -> str:
        """All that the collector has, the sketch included, as text; it contains sums and no single report."""
        return save_state({"step": str(self.step)}, SavedLevels(tuple(map(save_collector, self.levels))))

    @property
    def reporters(self) -> int:
        """The number of people who have reported."""
        return sum(int(each.reporters.sum()) for each in self.levels)

    def receive(self, report: str) -> None:
        """Add one report, a line. Raise `Refused`, and change nothing, if it is none of this sketch."""
        level, slash, line = parse_name_text("a report", report).partition("/")
        if not slash:
            raise Refused(
                Reason.NOT_A_REPORT, f"{quote_given(report)} has no level", "LEVEL/REPORT, as 1/3:7"
            )
        self.levels[Whole(1, len(self.levels)).accept("the level", level) - 1].receive(parse_report(line))

    def merge(self, *others: "PrefixCounts") -> "PrefixCounts":
        """A collector of the reports of all. Raise `Refused` if the sketches differ."""
        if {(each.step, len(each.levels)) for each in others} - {(self.step, len(self.levels))}:
            raise Refused(
                Reason.OUT_OF_RANGE,
                "two collectors of different levels",
                f"collectors of length={self.step * len(self.levels) // 8} step={self.step}",
            )
        rows = zip(self.levels, *(each.levels for each in others), strict=True)
        return PrefixCounts(tuple(reduce(merge_collectors, row) for row in rows), self.step)

    def heavy_hitters(
        self, theta: object, *, delta: object = SKETCH_DELTA, tell: Callable[[str], None] = lambda _: None
    ) -> "SketchResult":
        """The texts that a share theta of the people holds, or may hold, with intervals; the largest estimate first.

        With probability at least 1 - delta, no text with so many holders is missing, and all intervals hold: so nothing
        that is listed has fewer holders than its `lower`. What is no UTF-8, as a text that was cut off, comes as bytes.
        """
        found = heavy_hitters(self.levels, self.step, theta, delta, tell)
        size = self.step * len(self.levels) // 8
        texts = [decode_text(each.to_bytes(size).rstrip(b"\0")) for each in found]
        share = Fraction(parameter_domain("theta").accept("theta", theta))
        return sketch_result(
            self.reporters, delta, texts, found.values(), threshold=ceil(share * self.reporters)
        )


def decode_text(content: bytes) -> Item:
    """Return the text of bytes in UTF-8, or else the bytes."""
    with suppress(UnicodeDecodeError):
        return content.decode()
    return content


# What is found.


@dataclass(frozen=True, slots=True)
class ItemCount:
    """How many people hold an item: an estimate, and the least and the largest count in its confidence interval."""

    lower: int
    estimate: Certified
    upper: int

    @property
    def rounded(self) -> str:
        """The estimate to one place, for people."""
        return f"{round(float(self.estimate), 1) + 0.0:.1f}"

    def __str__(self) -> str:
        return f"{self.rounded} ({self.lower} to {self.upper})"

    def members(self) -> dict[str, object]:
        """The members of its JSON object."""
        return {"lower": self.lower, "estimate": self.estimate.members(), "upper": self.upper}


@dataclass(frozen=True, slots=True)
class SketchResult(Mapping[Item, ItemCount]):
    """Items with their counts; all intervals hold at once, except with probability delta."""

    reporters: int
    delta: Fraction
    counts: Mapping[Item, ItemCount]
    error: int | None = None
    """No item that is left out has more than so many people more than one of these; of the largest alone."""
    threshold: int | None = None
    """Every item that so many people hold is listed; of heavy hitters alone."""

    def __getitem__(self, item: Item) -> ItemCount:
        return self.counts[item]

    def __iter__(self) -> Iterator[Item]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def promise(self) -> str:
        """What holds, and how probably."""
        left_out = ""
        if self.error is not None:
            left_out = f", and no unlisted item has over {self.error} people more than a listed one"
        if self.threshold is not None:
            left_out = f", and no text left out has {self.threshold} holders"
        return f"{self.reporters} reports; all intervals hold{left_out}, with probability {1 - self.delta}"

    def __str__(self) -> str:
        return "\n".join((*(f"{item!s}: {count}" for item, count in self.items()), self.promise))

    def to_json(self) -> str:
        """One JSON object, as `ldproof sketch query --json` has it."""
        items = [
            {**({"hex": each.hex()} if isinstance(each, bytes) else {"item": each}), **count.members()}
            for each, count in self.items()
        ]
        known = {"error": self.error, "threshold": self.threshold}
        more = {name: each for name, each in known.items() if each is not None}
        return json.dumps({"reporters": self.reporters, "delta": str(self.delta), "items": items, **more})

    def _repr_html_(self) -> str:
        return html_table(self.promise, [(str(item), str(count)) for item, count in self.items()])


def sketch_result(
    reporters: int,
    delta: object,
    items: Iterable[Item],
    found: Iterable[CountInterval],
    error: int | None = None,
    threshold: int | None = None,
) -> SketchResult:
    """Return the result of a query."""
    counts = {
        item: ItemCount(each.lower, certify_estimate(each.estimate), each.upper)
        for item, each in zip(items, found, strict=True)
    }
    risk = Fraction(parameter_domain("delta").accept("delta", delta))
    return SketchResult(reporters, risk, counts, error, threshold)


def certify_estimate(estimate: Real) -> Certified:
    """Return an estimate exactly, or between two decimals at most 10^-8 apart.

    An irrational formula may be 0, which no number of digits shows: so the digits are those of a number far from 0.
    """
    if estimate.exact is not None:
        return Certified(estimate.exact)
    around, far = enclose(estimate + MOST, 24), Decimal(MOST)
    return Certified(Enclosure(around.lower - far, around.upper - far))
