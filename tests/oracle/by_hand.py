"""What PROTOCOL.md says, worked out by somebody else: decimals of 650 digits, and every case looked at.

Nothing of ldproof is imported here.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod

getcontext().prec = 650

Given = Mapping[str, str]
BLOCK = 16
MANY = 5000
"""More tables are not looked at."""


def decimal(value: Fraction | int | str) -> Decimal:
    found = Fraction(value)
    return Decimal(found.numerator) / found.denominator


@cache
def natural_logarithm(value: Decimal) -> Decimal:
    return value.ln()


@cache
def exponential(value: Decimal) -> Decimal:
    return value.exp()


def epsilon(given: Given, reports: int = 1) -> Decimal:
    """One report's share of the budget."""
    if "report_odds" in given:
        return natural_logarithm(decimal(given["report_odds"]))
    if "odds" in given:
        return natural_logarithm(decimal(given["odds"])) / reports
    text = given["epsilon"]
    return (
        natural_logarithm(decimal(text[3:-1])) if text.startswith("ln(") else decimal(Fraction(text))
    ) / reports


def report_odds(given: Given, reports: int = 1) -> Decimal:
    """E, to the last digit where it is rational."""
    whole = given.get("report_odds") or given.get("odds") or ""
    if given.get("epsilon", "").startswith("ln("):
        whole = given["epsilon"][3:-1]
    if whole:
        value, degree = Fraction(whole), 1 if "report_odds" in given else reports
        top, bottom = root(value.numerator, degree), root(value.denominator, degree)
        if top and bottom:
            return decimal(Fraction(top, bottom))
    return exponential(epsilon(given, reports))


def root(value: int, degree: int) -> int:
    """The whole root, or 0."""
    found = round(value ** (1 / degree)) if value < 10**12 else 1
    return next((each for each in (found - 1, found, found + 1) if each > 0 and each**degree == value), 0)


@cache
def statistic(a: int, b: int, m1: int, m2: int) -> Fraction:
    c, d, N = m1 - a, m2 - b, m1 + m2
    if a + b in (0, N):
        return Fraction(0)
    expected = [(a, (a + b) * m1), (b, (a + b) * m2), (c, (c + d) * m1), (d, (c + d) * m2)]
    return sum(((seen - Fraction(part, N)) ** 2 / Fraction(part, N) for seen, part in expected), Fraction(0))


@cache
def norm(a: int, b: int, m1: int, m2: int, tau: Fraction) -> Decimal:
    N, s, h = m1 + m2, a + b, a * m2 - b * m1
    return decimal(Fraction(2 * s - N, N) ** 2 + Fraction(4 * h**2, m1 * m2 * N) / tau).sqrt()


@cache
def longest_step(m1: int, m2: int, tau: Fraction) -> Decimal:
    """Between tables that are one step apart."""
    return max(
        abs(norm(a, b, m1, m2, tau) - norm(c, d, m1, m2, tau))
        for a, b in everywhere(m1, m2)
        for c, d in ((a + 1, b), (a, b + 1))
        if c <= m1 and d <= m2
    )


def everywhere(m1: int, m2: int) -> list[tuple[int, int]]:
    return [*product(range(m1 + 1), range(m2 + 1))]


def steps(ones: list[tuple[int, int]], others: list[tuple[int, int]]) -> int:
    return min(abs(a - c) + abs(b - d) for a, b in ones for c, d in others)


def says_one(name: str, given: Given, a: int, b: int) -> Decimal:
    """The probability that a test answers 1."""
    (m1, m2), tau = whole(given, "m1", "m2"), Fraction(given["tau"])
    if name == "beta_optimal":
        return climbs(given, a, b)
    Y, chance = statistic(a, b, m1, m2), flips(name, given, a, b)
    return 1 - chance if tau < Y else chance


def flips(name: str, given: Given, a: int, b: int) -> Decimal:
    (m1, m2), tau = whole(given, "m1", "m2"), Fraction(given["tau"])
    N, M, m = m1 + m2, max(m1, m2), min(m1, m2)
    Y = statistic(a, b, m1, m2)
    if name == "optimal":
        E = report_odds(given)
        others = [cell for cell in everywhere(m1, m2) if (statistic(*cell, m1, m2) > tau) is not (tau < Y)]
        return Decimal(0) if not others else E ** -(steps([(a, b)], others) - 1) / (1 + E)
    if name.startswith("algorithm_1"):
        M = max(b, m2 - b) if name.endswith("y2") else M
        D = Fraction(4 * N, N + 2) if name.endswith("_f") else Fraction(N**2 * M, m1 * m2 * (M + 1))
        return exponential(-epsilon(given) * decimal(abs(Y - tau) / D)) / 2
    if name == "algorithm_2":
        D2 = decimal(4 * ((m1**2 + m2**2) * N + 2 * tau * m1 * m2) / (tau * m1 * m2 * N**2)).sqrt()
    elif name == "algorithm_2_tight":
        D2 = decimal(4 * (Fraction(M, m * N) / tau + Fraction(1, N**2))).sqrt()
    else:
        D2 = longest_step(m1, m2, tau)
    return exponential(-epsilon(given) * abs(norm(a, b, m1, m2, tau) - 1) / D2) / 2


def climbs(given: Given, a: int, b: int) -> Decimal:
    (m1, m2), tau, beta = whole(given, "m1", "m2"), Fraction(given["tau"]), Fraction(given["beta"])
    cells = everywhere(m1, m2)
    above = [cell for cell in cells if statistic(*cell, m1, m2) >= tau + beta]
    below = [cell for cell in cells if statistic(*cell, m1, m2) <= tau - beta]
    if not (above and below):
        return Decimal(int(bool(above)))
    L = steps(above, below)
    k = min(L, steps([(a, b)], below))
    return 1 - part(given, L - k, L) if 2 * k > L else part(given, k, L)


def part(given: Given, k: int, L: int) -> Decimal:
    if L % 2 == 0:
        return report_odds(given) ** (k - L // 2) / 2
    E = report_odds(given)
    return E ** -((L - 1) // 2 - k) / (1 + E)


def decide(chance: Decimal, coins: bytes) -> tuple[bool, int] | None:
    """One decision with decoys, and the bytes it takes; nothing where they do not suffice."""
    read = 0
    while True:
        block = coins[read : read + BLOCK]
        if len(block) < BLOCK:
            return None
        read += BLOCK
        digits = min(int(chance * Decimal(256) ** read), int(256**read) - 1)
        heard = int.from_bytes(coins[:read])
        if heard != digits and any(block[12:]):
            return heard < digits, read


def shape(name: str, given: Given) -> tuple[int, int, Decimal, Decimal]:
    """T, m, the odds of a report, and r."""
    T = int(given["T"])
    m = {"shots.report": int(given.get("m", 1)), "counting.borappor": T}.get(name, 1)
    return T, m, report_odds(given, m), decimal(given.get("r", "0"))


def rounds_law(name: str, given: Given, states: str) -> dict[str, Decimal]:
    """Over all choices of rounds and all bits in them."""
    T, m, E, r = shape(name, given)
    silent = name in ("counting.glance", "counting.harmony_published")
    dummy = {"-": Decimal(1)} if silent else {"1": r, "0": 1 - r}
    chosen = [*combinations(range(T), m)]
    found: dict[str, Decimal] = defaultdict(Decimal)
    for rounds in chosen:
        each = [
            {state: E / (E + 1), "10"[int(state)]: 1 / (E + 1)} if t in rounds else dummy
            for t, state in enumerate(states)
        ]
        for sent in product(*each):
            chances = [one[bit] for one, bit in zip(each, sent, strict=True)]
            found["".join(sent)] += prod(chances, start=Decimal(1)) / len(chosen)
    return {output: share for output, share in found.items() if share}


def rates(name: str, given: Given) -> tuple[Decimal, Decimal]:
    """p and q of a row of bits."""
    w, d = int(given["w"]), int(given.get("d", "1"))
    if name == "sketch.unary":
        return decimal(given["p"]), decimal(given["q"])
    E = report_odds(given, d if name == "sketch.all_rows" else 1)
    if name == "sketch.oue":
        return 1 / (1 + E), 1 / Decimal(2)
    squared = (w - 1 + E) / (E * ((w - 1) * E + 1)) if name == "sketch.optimal" else 1 / E
    t = squared.sqrt()
    return from_odds(t), from_odds(E * t)


def from_odds(odds: Decimal) -> Decimal:
    return odds / (1 + odds)


def contents(name: str, given: Given, column: int) -> Iterator[tuple[str, Decimal]]:
    """What is said of a column."""
    w = int(given["w"])
    if name == "sketch.kary":
        E = report_odds(given)
        for said in range(w):
            yield str(said), (E if said == column else 1) / (E + w - 1)
    elif name.startswith("sketch.hcms"):
        E, skip = report_odds(given), int(name.endswith("plus"))
        for place in range(skip, w):
            right = (place & column).bit_count() % 2
            for bit in (0, 1):
                yield f"{place},{bit}", (E if bit == right else 1) / ((E + 1) * (w - skip))
    else:
        p, q = rates(name, given)
        for bits in product((0, 1), repeat=w):
            ones = [q if place == column else p for place in range(w)]
            chances = [one if bit else 1 - one for one, bit in zip(ones, bits, strict=True)]
            yield ",".join(map(str, bits)), prod(chances, start=Decimal(1))


def sketch_law(name: str, given: Given, columns: str) -> dict[str, Decimal]:
    places = [int(each) for each in columns.split(",")]
    if name in ("sketch.per_user", "sketch.all_rows"):
        return {
            ";".join(said for said, _ in row): prod((chance for _, chance in row), start=Decimal(1))
            for row in product(*(contents(name, given, column) for column in places))
        }
    return {
        f"{row}:{said}": share / len(places)
        for row, column in enumerate(places)
        for said, share in contents(name, given, column)
    }


def law(name: str, given: Given, secret: str) -> Mapping[str, Decimal]:
    """The law of what comes out."""
    if name.startswith("chi2."):
        a, b = (int(each) for each in secret.split(","))
        one = says_one(name.partition(".")[2], given, a, b)
        return {answer: share for answer, share in (("0", 1 - one), ("1", one)) if share}
    return sketch_law(name, given, secret) if name.startswith("sketch.") else rounds_law(name, given, secret)


def estimated(name: str, given: Given, ones: int, bits: int) -> Decimal | None:
    """A round's estimate."""
    (T, m, E, r), N = shape(name, given), int(given["N"])
    if name == "counting.glance" and not bits:
        return None
    share = Decimal(ones) / (bits or 1)
    if name in ("counting.glance", "counting.borappor"):
        m, T = 1, 1
    elif name == "counting.harmony_published":
        r, share = Decimal("0.5"), (ones + Decimal(N - bits) / 2) / N
    told = Decimal(m) / T
    return (share - told / (E + 1) - (1 - told) * r) / (told * (E - 1) / (E + 1))


def supported(name: str, content: str, column: int) -> int:
    """How a report supports a column."""
    numbers = [int(each) for each in content.split(",")]
    if name == "sketch.kary":
        return int(numbers[0] == column)
    if name.startswith("sketch.hcms"):
        return -1 if ((numbers[0] & column).bit_count() + numbers[1]) % 2 else 1
    return numbers[column]


def held(name: str, given: Given, reports: list[str], columns: str) -> Decimal:
    """How many people hold an item."""
    w, d = int(given["w"]), int(given.get("d", "1"))
    c = decimal(given.get("collision", f"1/{w}"))
    estimator = given.get("estimator", "mean")
    if estimator == "minimum":
        c = Decimal(0)
    places = [int(each) for each in columns.split(",")] if columns else []
    own, every = name == "sketch.per_user", name == "sketch.all_rows"
    rows: list[list[int]] = [[] for _ in range(1 if own else d)]
    for number, report in enumerate(reports):
        row, _, content = report.rpartition(":")
        for place, each in enumerate(content.split(";"), int(row or 0)):
            rows[place].append(supported(name, each, places[number if own else place]))
    low, high = support_rates(name, given)
    if estimator == "mean":
        whole = unbiased([each for row in rows for each in row], low, high, c)
        return whole / d if every else whole
    single = sorted(unbiased(row, low, high, c) * (1 if own or every else d) for row in rows)
    if estimator == "minimum":
        return single[0]
    return (single[(len(single) - 1) // 2] + single[len(single) // 2]) / 2


def unbiased(supports: list[int], low: Decimal, high: Decimal, c: Decimal) -> Decimal:
    n, S = len(supports), sum(supports)
    return ((S - n * low) / (high - low) - n * c) / (1 - c)


def support_rates(name: str, given: Given) -> tuple[Decimal, Decimal]:
    """On average, of another column and of one's own."""
    w = int(given["w"])
    if name == "sketch.kary":
        E = report_odds(given)
        return 1 / (E + w - 1), E / (E + w - 1)
    if name.startswith("sketch.hcms"):
        E = report_odds(given)
        high = (E - 1) / (E + 1)
        return (high / (1 - w) if name.endswith("plus") else Decimal(0)), high
    return rates(name, given)


def read(text: str, given: Given) -> Decimal:
    """A closed form in decimals: each parameter is a number, and `excess` is E - 1."""
    reports = int(given.get("m", "1"))
    names = {name: decimal(value) for name, value in given.items() if name not in WAYS}
    if WAYS & given.keys():
        names["epsilon"] = epsilon(given, reports) * reports
        names["excess"] = report_odds(given, reports) - 1
    functions = {"exp": exponential, "log": Decimal.ln, "sqrt": Decimal.sqrt, "min": min, "D": Decimal}
    numbers = re.sub(r"(?<![\w^])(\d+)", r"D(\1)", text)
    return Decimal(eval(numbers.replace("^", "**"), {"__builtins__": {}}, {**names, **functions}))


WAYS = {"epsilon", "odds", "report_odds"}


def whole(given: Given, *names: str) -> list[int]:
    return [int(given[name]) for name in names]


def least_ones(given: Given) -> Decimal:
    """The first number of ones whose estimate is the threshold or more."""
    N, theta = int(given["N"]), decimal(given["theta"])
    for ones in range(-N, 100 * N):
        value = estimated("shots.report", given, ones, N)
        if value is not None and value >= theta - Decimal(10) ** -100:
            return Decimal(ones)
    raise AssertionError(given)


def sent_ones(given: Given, state: str) -> Decimal:
    """The probability of a 1 in a round from who is in this state."""
    T, m, E, r = shape("shots.report", given)
    told = Decimal(m) / T
    return told * (E if state == "1" else 1) / (E + 1) + (1 - told) * r


def detected(given: Given) -> Decimal:
    """Over all numbers of ones from active and from idle people."""
    N = int(given["N"])
    active = int(N * Fraction(given["phi"]))
    chances = [Decimal(1)]
    for person in range(N):
        one = sent_ones(given, "1" if person < active else "0")
        more, same = [Decimal(0), *chances], [*chances, Decimal(0)]
        chances = [one * before + (1 - one) * now for before, now in zip(more, same, strict=True)]
    return sum(chances[max(0, int(least_ones(given))) :], Decimal(0))


def apart(given: Given) -> Decimal | None:
    """Steps to the nearest table with the other decision, of all tables; of many people they are not looked at."""
    a, b, m1, m2 = whole(given, "a", "b", "m1", "m2")
    tau = Fraction(given["tau"])
    if m1 * m2 > MANY:
        return None
    here = statistic(a, b, m1, m2) > tau
    others = [cell for cell in everywhere(m1, m2) if (statistic(*cell, m1, m2) > tau) is not here]
    return Decimal(steps([(a, b)], others)) if others else None


def colliding(given: Given) -> Decimal | None:
    """The share of hashes under which two points share a column: the worst two of all; for families that can be listed."""
    w, P = int(given["w"]), int(given.get("P", "0"))
    match given.get("family", "ideal"):
        case "ideal":
            return 1 / Decimal(w)
        case "affine" | "textbook" as family if P:
            keys = [(a, b) for a in range(int(family == "textbook"), P) for b in range(P)]
            shared = [
                sum((a * x + b) % P % w == (a * y + b) % P % w for a, b in keys)
                for x in range(P)
                for y in range(x)
            ]
            assert len({*shared}) == 1
            return Decimal(shared[0]) / len(keys)
        case _:
            return None


def wrong(given: Given) -> Decimal | None:
    """How often a test does not say what it decides."""
    a, b, m1, m2 = whole(given, "a", "b", "m1", "m2")
    one = says_one(given["mechanism"], given, a, b)
    return 1 - one if statistic(a, b, m1, m2) > Fraction(given["tau"]) else one


@cache
def onto(N: int, T: int) -> int:
    """In how many ways N people can choose T rounds so that none is empty."""
    return int(T**N) - sum(comb(T, fewer) * onto(N, fewer) for fewer in range(1, T))


def left_empty(given: Given) -> Decimal | None:
    """How often some round is chosen by nobody; where there are few enough to count."""
    N, T = whole(given, "N", "T")
    return 1 - Decimal(onto(N, T)) / T**N if T <= 60 and N <= 500 else None


def odds(chance: Decimal) -> Decimal:
    return chance / (1 - chance)


def rows(given: Given) -> list[tuple[Fraction, Fraction]]:
    """What a row of two bits says, for each of two columns: the probabilities of all that can be said."""
    p, q = Fraction(given["p"]), Fraction(given["q"])
    chance = {1: (q, p), 0: (1 - q, 1 - p)}
    return [(chance[x][0] * chance[y][1], chance[x][1] * chance[y][0]) for x in (0, 1) for y in (0, 1)]


DEFINITIONS: Mapping[str, Callable[[Given], Decimal | None]] = {
    "chi2.statistic": lambda given: decimal(statistic(*whole(given, "a", "b", "m1", "m2"))),
    "chi2.distance": apart,
    "chi2.delta_integer": lambda given: longest_step(*whole(given, "m1", "m2"), Fraction(given["tau"])),
    "chi2.error": wrong,
    "shots.detection_threshold": least_ones,
    "shots.detection_probability": detected,
    "counting.empty_round": left_empty,
    "sketch.collision": colliding,
    "sketch.row_epsilon": lambda given: max(decimal(one / other) for one, other in rows(given)).ln(),
    "sketch.optimal_odds": lambda given: odds(rates("sketch.optimal", given)[0]),
}
"""Formulas that are worked out from what they are called."""
