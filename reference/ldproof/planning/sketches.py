"""`plan sketch`: which mechanism, width and number of rows has the least error within so many bits a report."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real, rational
from ldproof.parameters import (
    MOST_COLUMNS,
    MOST_PEOPLE,
    MOST_ROWS,
    SKETCHES,
    Between,
    Whole,
    Words,
    accept_parameters,
)
from ldproof.planning.deployment import (
    BETA,
    Size,
    Tell,
    as_float,
    budget_excess,
    check_noise_level,
    format_command,
    format_quantity,
    format_rounded_up,
    ignore_progress,
    is_surely_smaller,
    parse_whole_budget,
    rank_by_size,
    size_to_json,
)
from ldproof.probability import INFINITE
from ldproof.sketch.error import largest_error_within
from ldproof.sketch.formulas import flip_probabilities, private_rates
from ldproof.sketch.hashing import hash_family
from ldproof.sketch.mechanism import Reporting
from ldproof.sketch.plan import FIRST_PLACE, ROWS, TAKES_RATES, Rows, default_family
from ldproof.sketch.variance import mean_variance, report_model

# How often each item is held: a built-in profile of frequencies, or counts that are given.

ITEMS = Whole(1, 10**5)
"""The number of items of a profile."""

UNIT = 10**12
"""A weight of 1; others are rounded down to the next part of it."""

SHAPES = Words(("zipf", "uniform"))
"""The built-in profiles: item k is held by a share in proportion to 1/k, or all by the same."""


@dataclass(frozen=True)
class Profile:
    """The counts of all items."""

    source: str
    counts: tuple[int, ...]

    @cached_property
    def N(self) -> int:
        """The sum of all counts."""
        return sum(self.counts)

    @cached_property
    def squares(self) -> int:
        """The sum of the squares of all counts."""
        return sum(f * f for f in self.counts)

    @cached_property
    def holders(self) -> tuple[int, int]:
        """The least and the largest count."""
        return min(self.counts), max(self.counts)


def built_in_profile(N: int, items: int, shape: str) -> Profile:
    """Share out N people among items by the weights of a shape; the largest remainders are rounded up."""
    weights = [UNIT // (k if shape == "zipf" else 1) for k in range(1, items + 1)]
    total = sum(weights)
    counts = [N * each // total for each in weights]
    first = sorted(range(items), key=lambda k: (-(N * weights[k] % total), k))
    for k in first[: N - sum(counts)]:
        counts[k] += 1
    return Profile(f"built in: {items} items, {shape}", tuple(counts))


def profile_of_counts(counts: object) -> Profile:
    """Return a profile of given counts."""
    if not isinstance(counts, Sequence) or isinstance(counts, str) or not counts:
        raise Refused(Reason.NOT_A_LIST, "counts that are no list", "counts=[60, 30, 10]")
    size = ITEMS.accept("the number of items", len(counts))
    found = tuple(Whole(0, MOST_PEOPLE).accept("a count", each) for each in counts)
    if not 0 < sum(found) <= MOST_PEOPLE:
        raise Refused(Reason.OUT_OF_RANGE, f"counts of {sum(found)} people", f"1 to {MOST_PEOPLE} people")
    return Profile(f"given: {size} items", found)


# `plan sketch`: which mechanism, width and number of rows, within so many bits a report, has the least error.
#
# Every w and d that a sketch may have is covered, but for `MOST_SPLIT` and `MOST_CELLS`; so is every number of bits, as
# follows.
#
# A sampled row costs ceil(log2 d) bits, and both errors fall as d grows: at each t the bound has d g(x/d) with a convex
# g and g(0) = 0. Only one row has a bound of another form. So each width gets one row, and as many as the bits and
# the cells allow.
#
# Along the widths for one d the errors fall up to some width and grow from there on. They are sums of terms in w and in
# 1/(w - 1): the noise of k-ary randomized response grows with w, that of the best p and q where few items have nearly all
# people, and collisions fall. So the best width is the widest of those with the same bits, or where the errors turn.
# Of the bound this is not proved: it was so for 1,000 random questions whose other tables were computed one by one, and
# tests do the same. Hadamard's matrices have powers of two.
#
# Where all rows are reported, each number of them gets the best width of those that fit. Own hashes cost fewer bits for other
# widths than for powers of two: both are looked at.
#
# The mean squared error is the exact variance of the mean estimate, ideal hashes drawn too, averaged over all items. In
# f and in S it is affine, so it is the variance at their means.

MOST_SPLIT = 1 << 8
"""The most rows that are compared where a report is about all of them, as each has only so small a part of the budget."""

MOST_CELLS = 1 << 22
"""The most columns times rows that are compared, both rounded up to powers of two: 32 MB for whoever collects reports."""

BIT_ROWS = frozenset({"cms", "unary", "oue", "optimal"})
"""The mechanisms whose report has a bit for each column."""

BITS = Whole(1, 10**6)
"""The largest number of bits of a report."""

MOST_BITS = 1024
"""The default."""

REMEMBERED = 1 << 12
"""How many tables are kept, as one search after another looks at the same."""

RATE_BITS = 20
"""A plan rounds the best p and q to multiples of 2^-20, finer ones for many rows or a small budget."""

FINE_BITS = 64
"""The search for a width has 2^-64 in this place: coarser p and q make the errors uneven along the widths."""


@dataclass(frozen=True, slots=True, eq=False)
class Census:
    """A profile of counts, a person's budget, the bits of a report, and beta for all items at once."""

    profile: Profile
    whole: Budget
    bits: int
    beta: Fraction
    mechanism: str | None = None
    w: int | None = None
    d: int | None = None
    """What somebody has; None where it is to be chosen."""
    alpha: Fraction | None = None
    """What the bound on all errors may be at most, in people; None where there is no such limit."""

    @property
    def mechanisms(self) -> tuple[str, ...]:
        """The mechanisms that are compared."""
        return SKETCHES if self.mechanism is None else (self.mechanism,)

    @property
    def given(self) -> Mapping[str, str]:
        """What somebody has, as text."""
        named = {"mechanism": self.mechanism, "w": self.w, "d": self.d}
        return {name: str(each) for name, each in named.items() if each is not None}

    @property
    def is_single_table(self) -> bool:
        """Whether the mechanism and its size are given, so that nothing is compared."""
        one_row = self.mechanism is not None and ROWS.get(self.mechanism) is Rows.OWN
        return None not in (self.mechanism, self.w) and (self.d is not None or one_row)

    def to_json(self) -> dict[str, object]:
        """Return a JSON object."""
        return {
            "N": self.profile.N,
            "items": len(self.profile.counts),
            "profile": self.profile.source,
            self.whole.given: str(self.whole.value),
            "bits": self.bits,
            "beta": str(self.beta),
            **({} if self.mechanism is None else {"mechanism": self.mechanism}),
            **({} if self.w is None else {"w": self.w}),
            **({} if self.d is None else {"d": self.d}),
            **({} if self.alpha is None else {"alpha": str(self.alpha)}),
        }


@dataclass(frozen=True)
class SketchTable:
    """A mechanism with w columns and d rows; d is None if every user has their own hash."""

    asked: Census
    mechanism: str
    w: int
    d: int | None
    rate_bits: int = RATE_BITS
    """The fewest bits of p and q, where these are parameters."""

    @property
    def name(self) -> str:
        """The mechanism and its size."""
        rows = "" if self.d is None else f", d = {self.d}"
        return f"{self.mechanism}, w = {self.w}{rows}"

    @property
    def parameters(self) -> Mapping[str, str]:
        """The mechanism's parameters."""
        _, p, q = self.budget_or_rates
        rates = {} if p is None or q is None else {"p": str(p), "q": str(q)}
        rows = {} if self.d is None else {"d": str(self.d)}
        whole = self.asked.whole
        return {"w": str(self.w), **rows, **(rates or {whole.given: str(whole.value)})}

    @property
    def as_command(self) -> str:
        """The mechanism as the commands and `ldproof.mechanism` take it."""
        return format_command(f"sketch.{self.mechanism}", self.parameters)

    @cached_property
    def budget_or_rates(self) -> tuple[Budget | None, Fraction | None, Fraction | None]:
        """Its budget; for `TAKES_RATES`, p and q instead."""
        rows = self.d if self.d and ROWS.get(self.mechanism) is Rows.ALL else 1
        split = self.asked.whole.over(rows)
        if self.mechanism in TAKES_RATES:
            extra = int(1 / budget_excess(self.asked.whole)).bit_length() - RATE_BITS // 2
            bits = self.rate_bits + (rows - 1).bit_length() + max(0, extra)
            return None, *private_rates(*flip_probabilities("optimal", self.w, split), bits)
        return split, None, None

    @cached_property
    def reporting_model(self) -> Reporting:
        """The model of a report: which columns it supports, with which probabilities."""
        return report_model(self.mechanism, self.w, self.d, *self.budget_or_rates)

    @property
    def report_bits(self) -> int:
        """The bits of a report: its row or its own hash, and its content."""
        said = self.reporting_model.channel.bits
        match self.reporting_model.rows:
            case Rows.SAMPLED:
                return (self.reporting_model.d - 1).bit_length() + said
            case Rows.ALL:
                return self.reporting_model.d * said
            case Rows.OWN:
                ranges = hash_family(default_family(self.w), self.w).ranges
                return sum((each.stop - each.start - 1).bit_length() for each in ranges) + said

    @cached_property
    def mean_squared_error(self) -> Real:
        """The exact mean squared error over all items: the variance at the means of f and S."""
        profile = self.asked.profile
        items = len(profile.counts)
        f, S = rational(profile.N, items), profile.squares - rational(profile.squares, items)
        return mean_variance(self.reporting_model, profile.N, f, S, hash_family("ideal", self.w))

    @cached_property
    def error_bound(self) -> Real:
        """The bound on the error of all items at once, which fails with probability beta at most."""
        profile = self.asked.profile
        items = len(profile.counts)
        return largest_error_within(
            self.reporting_model, profile.N, items, profile.holders, self.w, self.asked.beta
        )

    def to_json(self) -> dict[str, object]:
        """Return a JSON object."""
        return {
            "name": self.name,
            "mechanism": self.mechanism,
            "parameters": dict(self.parameters),
            "family": default_family(self.w),
            "w": self.w,
            "d": self.d,
            "bits": self.report_bits,
            "mean_squared_error": size_to_json(self.mean_squared_error),
            "alpha": size_to_json(self.error_bound),
        }


@dataclass(frozen=True, slots=True)
class SketchPlan:
    """The best table of each mechanism, and the best of all within 2, 4, 8, ... bits."""

    asked: Census
    chosen: SketchTable
    """The table of the least mean squared error; if alpha is given, that of the fewest bits."""
    least_alpha: SketchTable
    """The table of the least bound on all errors."""
    rows: tuple[SketchTable, ...]
    trade_off: tuple[tuple[int, SketchTable], ...]
    refused: tuple[tuple[str, str], ...]
    """The mechanisms that do not fit, and why."""
    decides: str
    assumes: tuple[str, ...]

    @property
    def error(self) -> Real:
        """The mean squared error of the chosen table."""
        return self.chosen.mean_squared_error

    def to_json(self) -> dict[str, object]:
        """Return a JSON object."""
        return {
            "plan": "sketch",
            "asked": self.asked.to_json(),
            "chosen": self.chosen.to_json(),
            "least_alpha": self.least_alpha.to_json(),
            "decides": self.decides,
            "assumes": list(self.assumes),
            "rows": [each.to_json() for each in self.rows],
            "trade_off": [{"bits": bits, "best": table.to_json()} for bits, table in self.trade_off],
            "refused": [{"name": name, "why": why} for name, why in self.refused],
        }


def parse_census(
    N: object = None,
    items: object = None,
    profile: object = None,
    counts: object = None,
    bits: object = None,
    beta: object = None,
    mechanism: object = None,
    w: object = None,
    d: object = None,
    alpha: object = None,
    **given: object,
) -> Census:
    """Return a census from numbers or text, with one of `epsilon` and `odds`, and a built-in profile or counts."""
    whole = parse_whole_budget(given)
    check_noise_level(whole)
    risk = Fraction(accept_parameters({"beta": BETA if beta is None else beta})["beta"])
    has = {name: each for name, each in (("mechanism", mechanism), ("w", w), ("d", d)) if each is not None}
    known = accept_parameters(has, "sketch")
    default = BITS.high if "w" in known or "d" in known else MOST_BITS
    most = default if bits is None else BITS.accept("bits", bits)
    if counts is not None:
        if not (N is None and items is None and profile is None):
            raise Refused(Reason.UNKNOWN_PARAMETER, "N, items or profile beside counts", "either of both")
        found = profile_of_counts(counts)
    else:
        if N is None or items is None:
            raise Refused(Reason.MISSING, "N or items are missing", "N and items, or counts")
        people = int(accept_parameters({"N": N})["N"])
        shape = SHAPES.accept("profile", "zipf" if profile is None else profile)
        found = built_in_profile(people, ITEMS.accept("items", items), shape)
    return Census(
        found,
        whole,
        most,
        risk,
        str(known["mechanism"]) if "mechanism" in known else None,
        int(known["w"]) if "w" in known else None,
        int(known["d"]) if "d" in known else None,
        None if alpha is None else parse_sketch_alpha(alpha, found.N),
    )


def parse_sketch_alpha(alpha: object, N: int) -> Fraction:
    """A bound on errors in people; refused if it is N or more, as it says nothing."""
    return Between(Fraction(0), Fraction(N), open_low=True, open_high=True).accept("alpha, in people,", alpha)


def plan_sketch(asked: Census, tell: Tell = ignore_progress) -> SketchPlan:
    """Choose the table of the least mean squared error, among all mechanisms and all tables that fit.

    If alpha is given, choose the one with the fewest bits whose bound on all errors is at most that.
    """
    fewest = asked.bits if asked.alpha is None else fewest_bits_within(asked, asked.alpha, tell)
    check_tables_fit(asked, fewest)
    best: dict[str, SketchTable | None] = {}
    for mechanism in asked.mechanisms:
        tell(mechanism)
        best[mechanism] = best_table(asked, [mechanism], fewest, mean_squared_error)
    least = {mechanism: fewest_report_bits(asked, mechanism) for mechanism in asked.mechanisms}
    size = format_quantity(fewest, "bit")
    ranked = rank_by_size([each for each in best.values() if each is not None], mean_squared_error)
    found = best_table(asked, asked.mechanisms, fewest, largest_error_bound)
    surest = least_error_table([*ranked, *([] if found is None else [found])], largest_error_bound)
    trade = tuple(
        (limit, within)
        for limit in bit_limits(fewest)
        if (within := best_table(asked, asked.mechanisms, limit, mean_squared_error)) is not None
    )
    if asked.given:  # within most numbers of bits the best is the same
        trade = tuple(
            each for place, each in enumerate(trade) if not place or each[1] is not trade[place - 1][1]
        )
    given = " ".join(f"{name}={each}" for name, each in asked.given.items())
    return SketchPlan(
        asked,
        ranked[0] if asked.alpha is None else surest,
        surest,
        tuple(ranked),
        trade,
        tuple(
            (name, f"no table with {given}" if given else f"no table has {size}; the least is {least[name]}")
            for name, table in best.items()
            if table is None
        ),
        explain_sketch_choice(asked, ranked, surest),
        (
            f"the counts are these: {asked.profile.source}",
            "hashes are ideal and drawn after the items: the error is over their draw too",
            "estimates are the mean over rows",
            "time and memory are not compared: both grow with d at the collector, which keeps w d sums",
            *(
                ()
                if asked.w
                else ("along the widths the bound on all errors falls, then grows: tested, not proved",)
            ),
        ),
    )


def check_tables_fit(asked: Census, most: int) -> None:
    """Refuse if no table fits within so many bits."""
    if any(candidate_tables(asked, each, most, mean_squared_error) for each in asked.mechanisms):
        return
    least = min(fewest_report_bits(asked, each) for each in asked.mechanisms)
    if asked.w is not None or asked.d is not None:
        what = " and ".join(f"{name} = {each}" for name, each in asked.given.items())
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"no table has {what}, and {format_quantity(most, 'bit')} or fewer",
            f"other w and d: w a power of two for {', '.join(FIRST_PLACE)}, and no d where every person has a hash",
        )
    size = format_quantity(most, "bit")
    raise Refused(Reason.OUT_OF_RANGE, f"no report has {size} or fewer", f"{least} bits or more")


def best_table(
    asked: Census, mechanisms: Iterable[str], bits: int, error: Callable[[SketchTable], Size]
) -> SketchTable | None:
    """Return the table of the least error within so many bits, or None if no table fits."""
    tables = [table for each in mechanisms for table in candidate_tables(asked, each, bits, error)]
    return least_error_table(tables, error) if tables else None


def fewest_bits_within(asked: Census, alpha: Fraction, tell: Tell) -> int:
    """Return the fewest bits at which the bound on all errors of some table is at most alpha; refuse if none is."""

    def is_reached(mechanism: str, bits: int) -> bool:
        tables = candidate_tables(asked, mechanism, bits, largest_error_bound)
        return any(table.error_bound <= alpha for table in tables)

    check_tables_fit(asked, asked.bits)
    fewest = asked.bits + 1
    # Those whose reports are short first: then there is less to search in the others.
    for mechanism in sorted(asked.mechanisms, key=lambda name: name not in (*FIRST_PLACE, "kary")):
        tell(mechanism)
        if is_reached(mechanism, fewest - 1):
            low, fewest = 0, fewest - 1
            while fewest - low > 1:
                middle = (low + fewest) // 2
                low, fewest = (low, middle) if is_reached(mechanism, middle) else (middle, fewest)
    if fewest > asked.bits:
        surest = best_table(asked, asked.mechanisms, asked.bits, largest_error_bound)
        least = INFINITE if surest is None else surest.error_bound
        useful = is_surely_smaller(least, Real(asked.profile.N))
        given = " with " * bool(asked.given) + " ".join(
            f"{name}={each}" for name, each in asked.given.items()
        )
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"no report of {format_quantity(asked.bits, 'bit')} or fewer{given} has a bound of {alpha} people or less on "
            f"the errors of all items{describe_search(asked)}"
            + ("" if useful else f"; no bound is below N = {asked.profile.N}"),
            f"{format_rounded_up(least)} people or more" if useful else "more bits or a larger budget",
        )
    return fewest


def bit_limits(most: int) -> list[int]:
    """Return the numbers of bits, up to the largest, within which the best table is looked for."""
    powers = (1 << power for power in range(1, 20))
    return [*dict.fromkeys([*(each for each in powers if each <= most), most])]


def fewest_report_bits(asked: Census, mechanism: str) -> int:
    """Return the number of bits of a mechanism's smallest report; an own hash of 3 columns may be smaller than of 2."""
    if ROWS.get(mechanism) is Rows.OWN:
        return min(SketchTable(asked, mechanism, w, None).report_bits for w in (2, 3))
    return SketchTable(asked, mechanism, 2, 1).report_bits


def candidate_tables(
    asked: Census, mechanism: str, bits: int, error: Callable[[SketchTable], Size]
) -> list[SketchTable]:
    """Return tables of a mechanism within so many bits, among them the one of the least error."""
    tables = (
        sketch_table(asked, mechanism, w, d)
        for w, d in dict.fromkeys(candidate_dimensions(asked, mechanism, bits, error))
    )
    return [each for each in tables if each.report_bits <= bits]


@lru_cache(REMEMBERED)
def sketch_table(
    asked: Census, mechanism: str, w: int, d: int | None, rate_bits: int = RATE_BITS
) -> SketchTable:
    """Return a table, and remember it with the numbers that it has computed."""
    return SketchTable(asked, mechanism, w, d, rate_bits)


def candidate_dimensions(
    asked: Census, mechanism: str, bits: int, error: Callable[[SketchTable], Size]
) -> Iterator[tuple[int, int | None]]:
    """Yield the numbers of columns and rows of `candidate_tables`, and some that do not fit."""
    rows = ROWS.get(mechanism, Rows.SAMPLED)
    if rows is Rows.OWN:
        if asked.d is None:
            widths = own_hash_widths(asked, mechanism, bits, error) if asked.w is None else [asked.w]
            yield from ((w, None) for w in widths)
    elif rows is Rows.ALL:
        every = range(1, min(bits // (asked.w or 2), MOST_SPLIT) + 1) if asked.d is None else [asked.d]
        for d in every:
            if asked.w is not None:
                yield asked.w, d
            else:
                widest = min(bits // d, MOST_COLUMNS)
                yield from ((w, d) for w in best_widths(asked, mechanism, d, 2, widest, error))
    elif mechanism in BIT_ROWS and asked.w is None:
        for d in row_numbers() if asked.d is None else [asked.d]:
            widest = min(bits - (d - 1).bit_length(), MOST_COLUMNS, MOST_CELLS // round_up_to_power(d))
            yield from ((w, d) for w in best_widths(asked, mechanism, d, 2, widest, error))
    else:
        yield from sampled_dimensions(asked, mechanism, bits, error)


def sampled_dimensions(
    asked: Census, mechanism: str, bits: int, error: Callable[[SketchTable], Size]
) -> Iterator[tuple[int, int]]:
    """Yield each width, or the best one of each number of bits, with one row, and with as many as bits and cells allow."""
    for w in powers_of_two(MOST_COLUMNS) if asked.w is None else [asked.w]:
        if mechanism in FIRST_PLACE and w & (w - 1):
            continue
        spare = bits - sketch_table(asked, mechanism, w, 1).report_bits
        if spare < 0:
            continue
        most = MOST_CELLS // round_up_to_power(w)
        if asked.w is None and asked.d is not None and asked.d > most:
            continue
        for d in (1, min(most_rows(spare), most)) if asked.d is None else (asked.d,):
            yield w, d
            if mechanism == "kary" and asked.w is None:
                yield from ((each, d) for each in best_widths(asked, mechanism, d, w // 2 + 1, w, error))


def own_hash_widths(
    asked: Census, mechanism: str, bits: int, error: Callable[[SketchTable], Size]
) -> Iterator[int]:
    """Yield powers of two, and the best of the other widths, that fit if every report has a hash of its own."""
    yield from (w for w in powers_of_two(MOST_COLUMNS) if own_hash_bits(asked, mechanism, w) <= bits)
    spare = bits - own_hash_bits(asked, mechanism, 3)
    widest = 3 + spare if mechanism == "per_user" else (4 << max(spare, 0)) - 1
    if spare >= 0:
        for w in best_widths(asked, mechanism, None, 3, min(widest, MOST_COLUMNS), error):
            yield from (each for each in (w - 1, w, w + 1) if 2 < each <= MOST_COLUMNS)


@lru_cache(REMEMBERED)
def own_hash_bits(asked: Census, mechanism: str, w: int) -> int:
    """Return the bits of a report with its own hash into w columns."""
    return sketch_table(asked, mechanism, w, None).report_bits


def powers_of_two(most: int) -> list[int]:
    """Return 2, 4, 8, ... up to a number."""
    return [1 << power for power in range(1, most.bit_length())]


def round_up_to_power(number: int) -> int:
    """Return the least power of two that is no smaller."""
    return 1 << (number - 1).bit_length()


def most_rows(bits: int) -> int:
    """Return the most rows that so many bits can tell apart, and a sketch can have."""
    return min(1 << min(bits, MOST_ROWS.bit_length()), MOST_ROWS)


def row_numbers() -> list[int]:
    """Return the largest number of rows for each number of bits."""
    return [most_rows(bits) for bits in range(MOST_ROWS.bit_length() + 1)]


@lru_cache(REMEMBERED)
def best_widths(
    asked: Census, mechanism: str, d: int | None, low: int, high: int, error: Callable[[SketchTable], Size]
) -> list[int]:
    """Return the widest of these widths and, if it is narrower, the one from which on the error no longer falls."""

    def still_falls(w: int) -> bool:
        here, after = (error(sketch_table(asked, mechanism, each, d, FINE_BITS)) for each in (w, w + 1))
        return is_surely_smaller(after, here)

    if low >= high or still_falls(high - 1):
        return [high] if high >= low else []
    if not still_falls(low):
        return [low, high]
    upper = high
    while low < upper:
        middle = (low + upper) // 2
        low, upper = (middle + 1, upper) if still_falls(middle) else (low, middle)
    return [low, high]


def mean_squared_error(table: SketchTable) -> Size:
    """Return the mean squared error of a table."""
    return table.mean_squared_error


def largest_error_bound(table: SketchTable) -> Size:
    """Return the bound on all errors of a table."""
    return table.error_bound


def format_error_bound(table: SketchTable) -> str:
    """Format the bound on all errors of a table in people, if it says anything: no count is above N."""
    N = table.asked.profile.N
    return (
        format_rounded_up(table.error_bound)
        if is_surely_smaller(table.error_bound, Real(N))
        else f"none below N = {N}"
    )


def least_error_table(tables: Iterable[SketchTable], error: Callable[[SketchTable], Size]) -> SketchTable:
    """Return the table of the least error: floats leave a few, which certified numbers compare; ties go to fewer bits."""
    listed = sorted(tables, key=lambda table: (as_float(error(table)), table.report_bits))
    first, *others = listed
    for each in others:
        if as_float(error(each)) > as_float(error(first)) * (1 + 1e-9):
            break
        if is_surely_smaller(error(each), error(first)):
            first = each
    return first


def describe_search(asked: Census) -> str:
    """Describe how many columns and rows are compared, after a superlative; nothing if both are given."""
    kinds = {ROWS.get(each, Rows.SAMPLED) for each in asked.mechanisms}
    limits = [f"w up to {MOST_COLUMNS}"] if asked.w is None else []
    if asked.d is None and Rows.SAMPLED in kinds:
        mixed = f" ({MOST_SPLIT} where a report is about all rows)" if Rows.ALL in kinds else ""
        limits.append(f"d up to {MOST_ROWS}{mixed}")
    elif asked.d is None and Rows.ALL in kinds:
        limits.append(f"d up to {MOST_SPLIT}")
    found = " and ".join(limits)
    if limits and Rows.SAMPLED in kinds:
        found += f" (up to {MOST_CELLS} cells, if w and d are rounded up to powers of two)"
    return f" among tables of {found}" if limits else ""


def describe_given(asked: Census) -> str:
    """Say that a table is given, and what of it is not."""
    rates = ", with p and q by the budget" if asked.mechanism in TAKES_RATES else ""
    return f"as given{rates}; nothing else is compared"


def explain_sketch_choice(asked: Census, ranked: Sequence[SketchTable], surest: SketchTable) -> str:
    """Explain the choice in words."""
    if asked.alpha is not None:
        fewest = (
            f"{describe_given(asked)}. A"
            if asked.is_single_table
            else f"the fewest{describe_search(asked)} with which a"
        )
        said = (
            f"{surest.name}: a report of {format_quantity(surest.report_bits, 'bit')}, {fewest} bound on the errors of all {format_quantity(len(asked.profile.counts), 'item')} at once is at most {asked.alpha} people: "
            f"{format_rounded_up(surest.error_bound)} people but for a probability of {asked.beta}"
        )
        return f"{said}. Its mean squared error is {format_rounded_up(surest.mean_squared_error)} people squared."
    chosen, *others = ranked
    said = (
        f"{chosen.name}: a report of {format_quantity(chosen.report_bits, 'bit')}, and a mean squared error of "
        f"{format_rounded_up(chosen.mean_squared_error)} people squared"
    )
    if asked.is_single_table:
        bound = f"{format_rounded_up(chosen.error_bound)} people but for a probability of {asked.beta}"
        return f"{said}, {describe_given(asked)}. Its bound on all items at once is {bound}."
    said += f", the least within {format_quantity(asked.bits, 'bit')}{describe_search(asked)}"
    if others:
        said += f"; of the next, {others[0].name}, {format_rounded_up(others[0].mean_squared_error)}"
    items, N = format_quantity(len(asked.profile.counts), "item"), asked.profile.N
    if not is_surely_smaller(surest.error_bound, Real(N)):
        return f"{said}. No bound on the errors of all {items} at once is below N = {N}, so that none says anything."
    said += f". The least bound on all {items} at once among the same tables, {format_rounded_up(surest.error_bound)} people"
    return f"{said} but for a probability of {asked.beta}, is " + (
        "its own." if surest is chosen else f"that of {surest.name}."
    )
