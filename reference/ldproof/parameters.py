"""Each parameter's domain, said once: validation, command line, schemas and test strategies read it."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral
from operator import index
from re import compile as pattern
from typing import TypeAlias, TypeGuard

from ldproof.errors import Reason, Refused, quote_given
from ldproof.names import suggest_correction

Schema: TypeAlias = dict[str, object]
"""A JSON Schema."""

RATIONAL = r"-?[0-9]+(/0*[1-9][0-9]*|(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?)"
"""How an exact number is written: `3`, `-1/2`, `0.5`, `1e-9`."""

NUMBER = "an exact number such as 3, 1/2, 0.5 or ln(3)"
"""What is accepted where nothing else is said."""

LONGEST = 1000
"""No number of interest takes more characters; Python itself refuses to read some thousands of digits."""

_rational = pattern(RATIONAL)
_logarithm = pattern(rf"ln\(\s*(?P<argument>{RATIONAL})\s*\)")


@dataclass(frozen=True, slots=True)
class Logarithm:
    """The natural logarithm of a fraction above 0, kept as what it is."""

    argument: Fraction

    def __str__(self) -> str:
        return f"ln({self.argument})"


def parse_exact(name: str, value: object, accepted: str = NUMBER) -> Fraction | Logarithm:
    """A Fraction or a Logarithm from a number or text; a decimal as written. Floats and other values are refused."""
    match value:
        case bool():
            pass
        case int() | Fraction() if (number := plain_fraction(value)) is not None:
            if number.numerator.bit_length() + number.denominator.bit_length() > LONGEST * 4:
                raise Refused(Reason.TOO_LARGE, f"{name} is too long a number", f"at most {LONGEST} digits")
            return number
        case Integral():  # an array's; its durations call themselves whole numbers too
            with suppress(TypeError):
                return parse_exact(name, index(value), accepted)
        case Decimal() if value.is_finite():
            if abs(value.adjusted()) + len(value.as_tuple().digits) > LONGEST:
                raise Refused(Reason.TOO_LARGE, f"{name} is too long a number", f"at most {LONGEST} digits")
            return Fraction(value)
        case Logarithm():
            return value
        case float():
            raise Refused(
                Reason.NOT_EXACT,
                f"{name} = {quote_given(value)} is a float",
                'an int, a Fraction, or the number as text, as in "0.1"',
            )
        case str():
            text = value.strip()
            if len(text) > LONGEST:
                raise Refused(
                    Reason.TOO_LARGE, f"{name} has {len(text)} characters", f"at most {LONGEST} characters"
                )
            if _rational.fullmatch(text):
                return Fraction(text)
            if (found := _logarithm.fullmatch(text)) and (argument := Fraction(found["argument"])) > 0:
                return Logarithm(argument)
        case _:
            pass
    raise Refused(Reason.NOT_A_NUMBER, f"{name} = {quote_given(value)} is not a number", accepted)


def plain_fraction(value: int | Fraction) -> Fraction | None:
    """An int or Fraction, also of a subclass, as a plain Fraction; None if it only claims to be one."""
    if type(value) is Fraction:
        return value
    with suppress(TypeError, AttributeError):
        if isinstance(value, int):
            return Fraction(*int.as_integer_ratio(value))
        return Fraction(*Fraction.as_integer_ratio(value))
    return None


def format_given(value: object, number: Fraction | int | Logarithm) -> str:
    """A number for a refusal: as it was written if it was text, otherwise its value."""
    return value if type(value) is str else quote_given(number, LONGEST, str)


def parse_whole(name: str, value: object, accepted: str = "a whole number") -> int:
    """A whole number as a plain int; refused if it is not whole."""
    if type(value) is int and value.bit_length() <= LONGEST * 4:
        return value
    number = parse_exact(name, value, accepted)
    if isinstance(number, Logarithm) or number.denominator != 1:
        raise Refused(
            Reason.NOT_A_WHOLE_NUMBER, f"{name} = {format_given(value, number)} is not whole", accepted
        )
    return number.numerator


def format_bound(bound: int | Fraction) -> str:
    """A bound as text: powers of ten above a million, and their inverses, as 10^k."""
    text = str(bound)
    if text.startswith("1/") and len(text) > 8:
        return format_bound(Fraction(bound).denominator).replace("^", "^-")
    return f"10^{len(text) - 1}" if len(text) > 6 and text.rstrip("0") == "1" else text


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole numbers from `low` to `high`."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"a whole number from {format_bound(self.low)} to {format_bound(self.high)}"

    def accept(self, name: str, value: object) -> int:
        """The value as an int; refused if it is not whole or not from `low` to `high`."""
        if type(value) is int and self.low <= value <= self.high:
            return value
        number = parse_whole(name, value, str(self))
        if number > self.high:
            raise Refused(Reason.TOO_LARGE, f"{name} = {format_given(value, number)} is too large", str(self))
        if number < self.low:
            raise Refused(
                Reason.OUT_OF_RANGE, f"{name} = {format_given(value, number)} is out of range", str(self)
            )
        return number

    def schema(self) -> Schema:
        """The JSON Schema of an accepted value."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Between:
    """The fractions from `low` to `high`, an end that is `open` left out."""

    low: Fraction
    high: Fraction
    open_low: bool = False
    open_high: bool = False

    def __str__(self) -> str:
        below, above = "<" if self.open_low else "<=", "<" if self.open_high else "<="
        return f"an exact number with {format_bound(self.low)} {below} it {above} {format_bound(self.high)}"

    def accept(self, name: str, value: object) -> Fraction:
        """The value as a Fraction; refused if it is a logarithm or not between `low` and `high`."""
        number = parse_exact(name, value)
        if isinstance(number, Logarithm):
            raise Refused(
                Reason.NOT_A_NUMBER, f"{name} = {format_given(value, number)} is not a fraction", str(self)
            )
        self.check_bounds(name, value, number)
        return number

    def check_bounds(self, name: str, value: object, number: Fraction) -> None:
        """Refuse `number` if it is not between `low` and `high`; `name` and `value` are what the refusal quotes."""
        too_large = number > self.high or (self.open_high and number == self.high)
        too_small = number < self.low or (self.open_low and number == self.low)
        if too_large or too_small:
            raise Refused(
                Reason.OUT_OF_RANGE, f"{name} = {format_given(value, number)} is out of range", str(self)
            )

    def schema(self) -> Schema:
        """The JSON Schema of an accepted value, as text that keeps it exact."""
        return {"type": "string", "pattern": f"^{RATIONAL}$", "description": str(self)}


@dataclass(frozen=True, slots=True)
class Words:
    """A few words, one of which is meant; `system.word`, with this system, means the word too."""

    words: tuple[str, ...]
    system: str = ""

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}"

    def accept(self, name: str, value: object) -> str:
        """The word without blanks around it; refused if it is none of `words`."""
        if not isinstance(value, str):
            raise Refused(Reason.NOT_A_WORD, f"{name} = {quote_given(value)} is not a word", str(self))
        word = str.strip(value)
        if self.system:
            word = word.removeprefix(f"{self.system}.")
        if word not in self.words:
            near = suggest_correction(word, self.words)
            raise Refused(Reason.UNKNOWN_NAME, f"{name} = {near} is unknown", str(self))
        return word

    def schema(self) -> Schema:
        """The JSON Schema of an accepted value."""
        return {"type": "string", "enum": list(self.words)}


Domain: TypeAlias = Whole | Between | Words


def is_domain(thing: object) -> TypeGuard[Domain]:
    """Whether an object is a domain of parameters."""
    return isinstance(thing, Whole | Between | Words)


LARGEST = Fraction(10**6)
"""No budget and no ratio of interest is larger; what is larger is a slip of the keyboard."""

UNIT = Between(Fraction(0), Fraction(1))
PROPER = Between(Fraction(0), Fraction(1), open_low=True, open_high=True)
CHANCE = Between(Fraction(1, 10**300), Fraction(1), open_high=True)
"""How probably a right program may be called wrong; the shares of a smaller chance are no floats any more."""
POSITIVE = Between(Fraction(0), LARGEST, open_low=True)
ABOVE_ONE = Between(Fraction(1), Fraction(10**300), open_low=True)

MOST_ROUNDS = 10**6
"""The most rounds."""

MOST_PEOPLE = 10**9
"""What has more is no group of people."""

MOST_COLUMNS, MOST_ROWS = 1 << 20, 10**6
"""The most columns and rows of a sketch."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its domain, its meaning, and a parameter, if any, that it must be `at_most` or `below`."""

    domain: Domain
    meaning: str
    at_most: str = ""
    below: str = ""

    @property
    def bounded_by(self) -> str:
        """The parameter that bounds this one; empty if there is none."""
        return self.at_most or self.below


SKETCHES = (
    "cms",
    "unary",
    "oue",
    "optimal",
    "hcms",
    "hcms_plus",
    "count_sketch",
    "kary",
    "per_user",
    "local_hash",
    "all_rows",
    "unary_all_rows",
)
"""The mechanisms of the Count-Min Sketch."""

PARAMETERS: Mapping[str, Parameter] = {
    "N": Parameter(Whole(1, MOST_PEOPLE), "the number of people"),
    "ones": Parameter(Whole(0, MOST_PEOPLE), "how many of the reports are 1", "N"),
    "T": Parameter(Whole(1, MOST_ROUNDS), "the number of rounds"),
    "m": Parameter(Whole(1, 10**6), "in how many of the rounds a person reports", "T"),
    "d": Parameter(Whole(1, MOST_ROWS), "the number of rows (hashes) of the sketch", "T"),
    "shots.d": Parameter(Whole(1, 10**6), "in how many rounds two people differ", "T"),
    "r": Parameter(UNIT, "the probability that a dummy is 1"),
    "phi": Parameter(UNIT, "the share of people who are active"),
    "mu": Parameter(UNIT, "the share of people who are active"),
    "fill": Parameter(UNIT, "what a person counts as who does not report"),
    "M": Parameter(Whole(0, 10**9), "how many people are always active", "N"),
    "theta": Parameter(
        Between(Fraction(0), Fraction(1), open_low=True), "the share of active people that is to be detected"
    ),
    "alpha": Parameter(POSITIVE, "how far an estimate may be off"),
    "beta": Parameter(PROPER, "the probability with which it may be further off"),
    "x": Parameter(POSITIVE, "m / epsilon"),
    "epsilon": Parameter(POSITIVE, "the privacy budget of a person"),
    "odds": Parameter(ABOVE_ONE, "the privacy budget as e^epsilon"),
    "report_odds": Parameter(ABOVE_ONE, "the privacy budget of one report, as e^(epsilon/m)"),
    "kept_odds": Parameter(
        ABOVE_ONE, "the odds of what is kept; they bound the odds of all rounds if the state never changes"
    ),
    "first_odds": Parameter(
        ABOVE_ONE,
        "the odds of the first report",
        below="kept_odds",
    ),
    "permanent": Parameter(
        Words(("symmetric", "optimized")),
        "how a state is randomized once: as L-GRR does, or as L-OSUE, where the tight odds of the first report are "
        "(first_odds + 1)/2",
    ),
    "changes": Parameter(
        Whole(1, 1000), "the most changes of a person's state; a first state of 1 counts as one", "T"
    ),
    "sign_odds": Parameter(ABOVE_ONE, "the odds that a sign is not flipped"),
    "fewest_flips": Parameter(
        Whole(0, 1000), "the fewest flips that are kept; rows with fewer are replaced", "most_flips"
    ),
    "most_flips": Parameter(
        Whole(0, 1000), "the most flips that are kept; rows with more are replaced", "changes"
    ),
    "bit_odds": Parameter(
        ABOVE_ONE, "the odds that a kept bit is right; their square bounds those of a row of bits"
    ),
    "t": Parameter(Whole(1, 10**6), "a round", "T"),
    "target_odds": Parameter(
        Between(Fraction(1), Fraction(10**300)), "the odds that a change in one round is to keep, up to delta"
    ),
    "digits": Parameter(Whole(1, 4000), "how many digits an irrational value gets"),
    "m1": Parameter(Whole(1, 10**9), "the number of cases"),
    "m2": Parameter(Whole(1, 10**9), "the number of controls"),
    "a": Parameter(Whole(0, 10**9), "how many cases have the variant", "m1"),
    "b": Parameter(Whole(0, 10**9), "how many controls have the variant", "m2"),
    "tau": Parameter(POSITIVE, "the threshold above which the statistic is significant"),
    "w0": Parameter(
        Between(Fraction(0), Fraction(1), open_low=True),
        "the least 4 s (N - s) / N^2 of a table, s being how many of N people have the variant",
    ),
    "rate": Parameter(UNIT, "the probability with which a person has the variant, case or control"),
    "level": Parameter(PROPER, "the probability of a larger statistic by chance"),
    "chi2.beta": Parameter(POSITIVE, "how far from tau a statistic is whose decision counts"),
    "chi2.mechanism": Parameter(
        Words(
            (
                "algorithm_1_f",
                "algorithm_1_y1",
                "algorithm_1_y2",
                "algorithm_2",
                "algorithm_2_tight",
                "algorithm_2_integer",
                "optimal",
                "beta_optimal",
            ),
            "chi2",
        ),
        "the mechanism that is used",
    ),
    "f": Parameter(Whole(0, 10**9), "how many people hold the item", "N"),
    "S": Parameter(Whole(0, 10**18), "the sum of the squares of the other items' counts"),
    "delta": Parameter(PROPER, "the probability with which the estimate may be further off"),
    "w": Parameter(Whole(2, MOST_COLUMNS), "the number of columns"),
    "counting.w": Parameter(Whole(2, MOST_COLUMNS), "the number of cells"),
    "counting.d": Parameter(
        Whole(1, MOST_ROWS), "the number of drawn cells, about each of which a person keeps bits", "w"
    ),
    "p": Parameter(PROPER, "the probability that a bit is 1 whose column is not the item's", below="q"),
    "q": Parameter(PROPER, "the probability that the bit of the item's column is 1"),
    "P": Parameter(Whole(2, (1 << 64) - 1), "the prime of the hashes"),
    "sketch.family": Parameter(
        Words(("ideal", "affine", "textbook", "quadratic", "polynomial")), "the hash functions"
    ),
    "sketch.mechanism": Parameter(
        Words(SKETCHES, "sketch"),
        "the mechanism that is used",
    ),
    "clipped": Parameter(Words(("no", "yes")), "whether an estimate below 0 or above 1 is moved there"),
    "sketch.collision": Parameter(
        Between(Fraction(0), Fraction(1), open_high=True),
        "the probability that two different items share a column",
    ),
    "sketch.estimator": Parameter(Words(("mean", "median", "minimum")), "how the rows are combined"),
    "runs": Parameter(Whole(0, 10**6), "the number of simulations"),
}
"""Every parameter by its name in the sources; `system.name` where a system means something of its own by it."""


def accept_parameters(
    given: Mapping[str, object], system: str = "", own: Mapping[str, Domain] | None = None
) -> dict[str, int | Fraction | str]:
    """A system's parameters, each accepted by its domain; refused also where one violates its bound by another."""
    others = own or {}
    values = {
        name: (others.get(name) or parameter_domain(name, system)).accept(name, value)
        for name, value in given.items()
    }
    known = [name for name in values if name not in others]  # in order, so that one refusal is like the other
    for small in known:
        parameter = parameter_named(small, system)
        large = parameter.bounded_by
        if large not in known:
            continue
        left = Fraction(values[large]) - Fraction(values[small])
        if left < 0 or (not left and parameter.below):
            words, sign = ("is not below", "<") if parameter.below else ("exceeds", "<=")
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"{small} = {values[small]} {words} {large} = {values[large]}",
                f"{small} {sign} {large}",
            )
    return values


def validate_fields(made: object, *names: str, system: str = "", **others: Domain | type) -> None:
    """Validate and normalise a frozen dataclass's fields: `names` as parameters, `others` by a domain or a type."""
    found: dict[str, object] = {**accept_parameters({name: getattr(made, name) for name in names}, system)}
    for name, other in others.items():
        found[name] = value = getattr(made, name)
        if not isinstance(other, type):
            found[name] = other.accept(name, value)
        elif not isinstance(value, other):
            raise Refused(Reason.NOT_A_VALUE, f"{name} is no {other.__name__}", f"a {other.__name__}")
    for name, value in found.items():
        object.__setattr__(made, name, value)


def count_people(N: int, name: str, share: Fraction) -> int:
    """`N * share` as an int; refused if that is not whole."""
    if (N * share).denominator != 1:
        raise Refused(
            Reason.NOT_A_WHOLE_NUMBER,
            f"{name} = {share} of N = {N} people is no number of people",
            f"{name} a multiple of 1/{N}",
        )
    return int(N * share)


def parameter_named(name: str, system: str = "") -> Parameter:
    """The parameter of a name in a system; refused if there is none."""
    found = PARAMETERS.get(f"{system}.{name}") or PARAMETERS.get(name)
    if found is None:
        known = ", ".join(each for each in PARAMETERS if "." not in each)
        raise Refused(Reason.UNKNOWN_PARAMETER, f"there is no parameter {name!r}", known)
    return found


def parameter_domain(name: str, system: str = "") -> Domain:
    """The domain of a parameter, in a system; refused if there is no such parameter."""
    return parameter_named(name, system).domain


# What is written on the command line: `key=value`, the value left as text for its domain to read.
#
# A person there may leave out the 0 of 0.05, and write 5% for it; what programs say to each other has one grammar.

Written: TypeAlias = str | list[str]
"""A value as it was written: one, or a list in brackets."""

_headless = pattern(r"(-?)(\.[0-9][^.]*)")
_percent = pattern(rf"({RATIONAL})\s*%")


def parse_assignments(words: Iterable[str]) -> dict[str, Written]:
    """The values of `key=value` words by their keys; refused where a word has no `=` or a key is repeated."""
    values: dict[str, Written] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise Refused(Reason.MISSING, f"{word!r} has no value", "key=value")
        if key in values:
            raise Refused(Reason.REPEATED, f"{key!r} is given twice", "each key once")
        values[key] = parse_argument(value)
    return values


def parse_argument(value: str) -> Written:
    """A value as text, or the list of values of `[a, b, ...]`."""
    if not (value.startswith("[") and value.endswith("]")):
        return complete_numeral(value)
    inside = value[1:-1].strip()
    return [complete_numeral(each.strip()) for each in inside.split(",")] if inside else []


def format_assignments(parameters: Mapping[str, Written]) -> list[str]:
    """The words `key=value` from which `parse_assignments` reads these parameters."""
    return [
        f"{key}={value if isinstance(value, str) else '[' + ','.join(value) + ']'}"
        for key, value in parameters.items()
    ]


def complete_numeral(text: str) -> str:
    """A number in the grammar of `RATIONAL`, from one that leaves out a 0 or is a percentage; other text as it is."""
    full = f"{bare[1]}0{bare[2]}" if (bare := _headless.fullmatch(text)) else text
    percent = _percent.fullmatch(full)
    return str(Fraction(percent[1]) / 100) if percent else full
