"""`plan sketch`: which mechanism, width and number of rows has the least error within so many bits a report."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real, rational
from ldproof.parameters import MOST_PEOPLE, Whole, Words, accept_parameters
from ldproof.planning.deployment import (
    BETA,
    Size,
    Tell,
    as_float,
    check_noise_level,
    format_quantity,
    format_rounded_up,
    ignore_progress,
    is_surely_smaller,
    json_of,
    parse_whole_budget,
)
from ldproof.sketch.error import largest_error
from ldproof.sketch.formulas import flip_probabilities, private_rates
from ldproof.sketch.hashing import hash_family
from ldproof.sketch.mechanism import Reporting
from ldproof.sketch.plan import Rows, default_family
from ldproof.sketch.variance import mean_variance, report_model

# How often each item is held: a built-in profile of frequencies, or counts that are given.

ITEMS = Whole(1, 10**5)
"""How many items a profile may have."""

UNIT = 10**12
"""A weight of 1; others are rounded down to the next part of it."""

SHAPES = Words(("zipf", "uniform"))
"""The built-in profiles: item k is held by a share in proportion to 1/k, or all by the same."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The counts of all items, which make N."""

    source: str
    counts: tuple[int, ...]

    @property
    def N(self) -> int:
        """How many people hold something."""
        return sum(self.counts)

    @property
    def squares(self) -> int:
        """The sum of the squares of all counts."""
        return sum(count * count for count in self.counts)

    @property
    def mean_count(self) -> Fraction:
        """The mean of f over all items."""
        return rational(self.N, len(self.counts))

    @property
    def mean_others(self) -> Fraction:
        """The mean over all items of S, the sum of the squares of the other counts."""
        return self.squares - rational(self.squares, len(self.counts))


def built_in(N: int, items: int, shape: str) -> Profile:
    """So many people, shared out among items: whole numbers, the largest remainders rounded up."""
    weights = [UNIT // (k if shape == "zipf" else 1) for k in range(1, items + 1)]
    total = sum(weights)
    counts = [N * each // total for each in weights]
    first = sorted(range(items), key=lambda k: (-(N * weights[k] % total), k))
    for k in first[: N - sum(counts)]:
        counts[k] += 1
    return Profile(f"built in: {items} items, {shape}", tuple(counts))


def profile_of_counts(counts: object) -> Profile:
    """Counts as they are."""
    if not isinstance(counts, Sequence) or isinstance(counts, str) or not counts:
        raise Refused(Reason.NOT_A_LIST, "counts that are no list", "counts=[60, 30, 10]")
    size = ITEMS.accept("the number of items", len(counts))
    found = tuple(Whole(0, MOST_PEOPLE).accept("a count", each) for each in counts)
    if not 0 < sum(found) <= MOST_PEOPLE:
        raise Refused(Reason.OUT_OF_RANGE, f"counts of {sum(found)} people", f"1 to {MOST_PEOPLE} people")
    return Profile(f"given: {size} items", found)


# `plan sketch`: which mechanism, width and number of rows, within so many bits a report, has the least error.
#
# Of rows that are sampled the number is a power of two, as others cost as many bits as the next one, which is better. A
# row of bits gets all bits that its number leaves, as more columns are better. The errors of k-ary randomized response
# are convex in the width, being sums of w - 1, of 1/(w - 1) and of its square: the best width is where they begin to
# grow, or the largest that fits. Hadamard's matrices and the hashes of people's own have powers of two. Where all rows
# are told of, each number of them gets the widest rows that fit. The mean squared error is the exact variance of the
# mean estimate, ideal hashes drawn too, averaged over all items. In f and in S it is linear, and the mean of the
# estimates of an item is its count: so three exact variances give it.

MECHANISMS = ("cms", "unary", "oue", "optimal", "hcms", "hcms_plus", "kary", "per_user", "all_rows")
"""All nine."""

MOST_WIDTH, MOST_ROWS = 12, 10
"""The largest power of two of columns, and of rows."""

BIT_ROWS = frozenset({"cms", "unary", "oue", "optimal"})
"""The mechanisms that say a column by a bit for each."""

BITS = Whole(1, 10**6)
"""How many bits a report may have."""

MOST_BITS = 1024
"""Where nothing else is said."""

RATE_BITS = 20
"""`unary` gets the best rates as multiples of 2^-20, rounded so that they cost no more."""


@dataclass(frozen=True, slots=True)
class Census:
    """A profile of counts, a person's budget, the bits of a report, and beta for all items at once."""

    profile: Profile
    whole: Budget
    bits: int
    beta: Fraction

    def to_json(self) -> dict[str, object]:
        """What was asked."""
        return {
            "N": self.profile.N,
            "items": len(self.profile.counts),
            "profile": self.profile.source,
            self.whole.given: str(self.whole.value),
            "bits": self.bits,
            "beta": str(self.beta),
        }


@dataclass(frozen=True)
class Table:
    """A mechanism with w columns and d rows, which one with hashes of people's own does without."""

    asked: Census
    mechanism: str
    w: int
    d: int | None

    @property
    def name(self) -> str:
        """In words."""
        rows = "" if self.d is None else f", d = {self.d}"
        return f"{self.mechanism}, w = {self.w}{rows}"

    @property
    def parameters(self) -> dict[str, str]:
        """What the mechanism of this name is made with."""
        _, p, q = self.noise
        rates = {} if p is None or q is None else {"p": str(p), "q": str(q)}
        rows = {} if self.d is None else {"d": str(self.d)}
        whole = self.asked.whole
        return {"w": str(self.w), **rows, **(rates or {whole.given: str(whole.value)})}

    @property
    def as_command(self) -> str:
        """The mechanism as the commands and `ldproof.mechanism` take it."""
        return " ".join(
            [f"sketch.{self.mechanism}", *(f"{key}={each}" for key, each in self.parameters.items())]
        )

    @cached_property
    def noise(self) -> tuple[Budget | None, Fraction | None, Fraction | None]:
        """Its budget; of `unary` instead its rates."""
        whole = self.asked.whole
        if self.mechanism == "unary":
            return None, *private_rates(*flip_probabilities("optimal", self.w, whole), RATE_BITS)
        return (whole.over(self.d) if self.mechanism == "all_rows" and self.d else whole), None, None

    @cached_property
    def heard(self) -> Reporting:
        """How a report says a column."""
        return report_model(self.mechanism, self.w, self.d, *self.noise)

    @property
    def bits(self) -> int:
        """Of a report: its row or its own hash, and what is said."""
        said = self.heard.channel.bits
        match self.heard.rows:
            case Rows.SAMPLED:
                return (self.heard.d - 1).bit_length() + said
            case Rows.ALL:
                return self.heard.d * said
            case Rows.OWN:
                ranges = hash_family("quadratic", self.w, None).ranges
                return sum((each.stop - each.start - 1).bit_length() for each in ranges) + said

    @cached_property
    def mean_squared_error(self) -> Real:
        """Exactly: from an item that nobody holds beside others held by one each, and what f and S add."""
        profile = self.asked.profile
        N = profile.N
        nobody = self._variance(0, N)
        if N == 1:
            return nobody + (self._variance(1, 0) - nobody) * profile.mean_count
        by_square = (self._variance(0, N * N) - nobody) / (N * N - N)
        by_count = (self._variance(N, 0) - nobody) / N + by_square
        return nobody + by_count * profile.mean_count + by_square * (profile.mean_others - N)

    @cached_property
    def alpha(self) -> Real:
        """The bound on the error of all items at once, which fails with probability beta at most."""
        counts = self.asked.profile.counts
        return largest_error(self.heard, counts, self.w, self.asked.beta)

    def _variance(self, f: int, S: int) -> Real:
        return mean_variance(self.heard, self.asked.profile.N, f, S, hash_family("ideal", self.w))

    def to_json(self) -> dict[str, object]:
        """As a JSON object."""
        return {
            "name": self.name,
            "mechanism": self.mechanism,
            "parameters": self.parameters,
            "family": default_family(self.w),
            "w": self.w,
            "d": self.d,
            "bits": self.bits,
            "mean_squared_error": json_of(self.mean_squared_error),
            "alpha": json_of(self.alpha),
        }


@dataclass(frozen=True, slots=True)
class SketchPlan:
    """What was asked, the best table of each mechanism, and the best of all within 8, 16, 32, ... bits."""

    asked: Census
    chosen: Table
    """The least mean squared error."""
    least_alpha: Table
    rows: tuple[Table, ...]
    trade_off: tuple[tuple[int, Table], ...]
    refused: tuple[tuple[str, str], ...]
    """The mechanisms that do not fit, and why."""
    decides: str
    assumes: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """As a JSON object."""
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
    **given: object,
) -> Census:
    """What is asked from numbers or text, with exactly one of `epsilon` and `odds`: a built-in profile, or counts."""
    whole = parse_whole_budget(given)
    check_noise_level(whole)
    risk = Fraction(accept_parameters({"beta": BETA if beta is None else beta})["beta"])
    most = MOST_BITS if bits is None else BITS.accept("bits", bits)
    if counts is not None:
        if not (N is None and items is None and profile is None):
            raise Refused(Reason.UNKNOWN_PARAMETER, "N, items or profile beside counts", "either of both")
        found = profile_of_counts(counts)
    else:
        if N is None or items is None:
            raise Refused(Reason.MISSING, "N or items are missing", "N and items, or counts")
        people = int(accept_parameters({"N": N})["N"])
        shape = SHAPES.accept("profile", "zipf" if profile is None else profile)
        found = built_in(people, ITEMS.accept("items", items), shape)
    return Census(found, whole, most, risk)


def plan_sketch(asked: Census, tell: Tell = ignore_progress) -> SketchPlan:
    """All mechanisms with all tables that fit; the least exact mean squared error is chosen."""
    fitting: list[Table] = []
    refused: list[tuple[str, str]] = []
    for mechanism in MECHANISMS:
        tell(mechanism)
        mine = [each for each in candidate_tables(asked, mechanism) if each.bits <= asked.bits]
        fitting += mine
        if not mine:
            refused.append(
                (
                    mechanism,
                    f"no table has {format_quantity(asked.bits, 'bit')}; the least is {fewest_report_bits(asked, mechanism)}",
                )
            )
    if not fitting:
        needed = min(fewest_report_bits(asked, mechanism) for mechanism in MECHANISMS)
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"no report has {format_quantity(asked.bits, 'bit')} or fewer",
            f"{needed} bits or more",
        )
    rows = [
        least_error_table((each for each in fitting if each.mechanism == name), mean_squared_error)
        for name in MECHANISMS
        if name not in dict(refused)
    ]
    ranked = tuple(sorted(rows, key=lambda table: as_float(table.mean_squared_error)))
    chosen = least_error_table(ranked, mean_squared_error)
    surest = least_error_table(fitting, surest_alpha)
    trade = tuple(
        (limit, least_error_table(within, mean_squared_error))
        for limit in bit_limits(asked)
        if (within := [each for each in fitting if each.bits <= limit])
    )
    said = explain_decision(asked, chosen, ranked, surest)
    return SketchPlan(asked, chosen, surest, ranked, trade, tuple(refused), said, list_assumptions(asked))


def bit_limits(asked: Census) -> list[int]:
    """Within how many bits the best table is looked for."""
    powers = (1 << power for power in range(1, 20))
    return [*dict.fromkeys([*(each for each in powers if each <= asked.bits), asked.bits])]


def fewest_report_bits(asked: Census, mechanism: str) -> int:
    """How many bits a mechanism's smallest report has."""
    return Table(asked, mechanism, 2, None if mechanism == "per_user" else 1).bits


def candidate_tables(asked: Census, mechanism: str) -> Iterator[Table]:
    """The tables of a mechanism that may be the best within some number of bits."""
    for w, d in dict.fromkeys(candidate_sizes(asked, mechanism)):
        yield Table(asked, mechanism, w, d)


def candidate_sizes(asked: Census, mechanism: str) -> Iterator[tuple[int, int | None]]:
    """Their columns and rows."""
    widest = 1 << MOST_WIDTH
    powers = [1 << power for power in range(1, MOST_WIDTH + 1)]
    if mechanism == "per_user":
        yield from ((w, None) for w in powers)
    elif mechanism == "all_rows":
        for limit in bit_limits(asked):
            yield from ((min(limit // d, widest), d) for d in range(1, min(limit // 2, 1 << MOST_ROWS) + 1))
    else:
        for power in range(MOST_ROWS + 1):
            d = 1 << power
            if mechanism in BIT_ROWS:
                yield from (
                    (min(limit - power, widest), d) for limit in bit_limits(asked) if limit - power >= 2
                )
            else:
                yield from ((w, d) for w in powers)
            if mechanism == "kary":
                yield from (
                    (turning_width(asked, d, error), d) for error in (mean_squared_error, surest_alpha)
                )


def turning_width(asked: Census, d: int, error: Callable[[Table], Size]) -> int:
    """From which width on the error of k-ary randomized response does not fall any more."""

    def size_at(w: int) -> Size:
        return error(Table(asked, "kary", w, d))

    low, high = 2, 1 << MOST_WIDTH
    while low < high:
        middle = (low + high) // 2
        low, high = (
            (middle + 1, high) if is_surely_smaller(size_at(middle + 1), size_at(middle)) else (low, middle)
        )
    return low


def mean_squared_error(table: Table) -> Size:
    """What the best sketch has the least of."""
    return table.mean_squared_error


def surest_alpha(table: Table) -> Size:
    """What the surest sketch has the least of."""
    return table.alpha


def least_error_table(tables: Iterable[Table], error: Callable[[Table], Size]) -> Table:
    """The least error: floats leave a few, which are told apart; the first of those that tie."""
    listed = sorted(tables, key=lambda table: (as_float(error(table)), table.bits))
    first, *others = listed
    for each in others:
        if as_float(error(each)) > as_float(error(first)) * (1 + 1e-9):
            break
        if is_surely_smaller(error(each), error(first)):
            first = each
    return first


def explain_decision(asked: Census, chosen: Table, ranked: Sequence[Table], surest: Table) -> str:
    """What decides, in words."""
    others = [each for each in ranked if each is not chosen]
    said = (
        f"{chosen.name}: a report of {format_quantity(chosen.bits, 'bit')}, and a mean squared error of "
        f"{format_rounded_up(chosen.mean_squared_error)} people squared"
    )
    if others:
        said += f"; of the next, {others[0].name}, {format_rounded_up(others[0].mean_squared_error)}"
    said += f". The least bound on all {len(asked.profile.counts)} items at once, {format_rounded_up(surest.alpha)} people"
    said += f" but for a probability of {asked.beta}, is " + (
        "its own." if surest is chosen else f"that of {surest.name}."
    )
    if not is_surely_smaller(surest.alpha, Real(asked.profile.N)):
        said += " That says nothing of so few people."
    return said


def list_assumptions(asked: Census) -> tuple[str, ...]:
    """What the numbers hang on."""
    return (
        f"the counts are these: {asked.profile.source}",
        "hashes are ideal and drawn after the items: the error is over their draw too",
        "estimates are the mean over rows",
    )
