"""An independent implementation of PROTOCOL.md, in decimals of 650 digits and by enumeration.

It imports nothing of ldproof.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from operator import mul

getcontext().prec = 650

Given = Mapping[str, str]
BLOCK = 16
SMALL = Decimal(10) ** -300
"""What a decimal may be too small by, where the number is a fraction of a power of two."""
GLANCE = ("counting.glance", "counting.m_glance")
OWN = ("sketch.per_user", "sketch.local_hash")
"""Each report has a hash of its own."""
EVERY = ("sketch.all_rows", "sketch.unary_all_rows")
"""Each report is about every row."""
RATED = ("sketch.unary", "sketch.unary_all_rows")
"""They are given p and q."""
FIRST_PLACE: Mapping[str, Callable[[int], int]] = {
    "sketch.hcms": lambda _: 0,
    "sketch.hcms_plus": lambda _: 1,
    "sketch.count_sketch": lambda w: w // 2,
}
"""A report is a place and a sign; this is the least place, at a width."""
KARY = ("sketch.kary", "sketch.local_hash")
SILENT = (*GLANCE, "counting.harmony_published")
"""Rounds without a report send nothing."""
MANY = 5000
"""More tables are not looked at."""


def to_decimal(value: Fraction | int | str) -> Decimal:
    found = Fraction(value)
    return Decimal(found.numerator) / found.denominator


@cache
def natural_logarithm(value: Decimal) -> Decimal:
    return value.ln()


@cache
def exact_exponential(value: Decimal) -> Decimal:
    return value.exp()


def report_epsilon(given: Given, reports: int = 1) -> Decimal:
    """Return one report's share of the budget."""
    if "report_odds" in given:
        return natural_logarithm(to_decimal(given["report_odds"]))
    if "odds" in given:
        return natural_logarithm(to_decimal(given["odds"])) / reports
    text = given["epsilon"]
    return (
        natural_logarithm(to_decimal(text[3:-1])) if text.startswith("ln(") else to_decimal(Fraction(text))
    ) / reports


def report_odds(given: Given, reports: int = 1) -> Decimal:
    """Return E, exactly if it is rational."""
    whole = given.get("report_odds") or given.get("odds") or ""
    if given.get("epsilon", "").startswith("ln("):
        whole = given["epsilon"][3:-1]
    if whole:
        value, degree = Fraction(whole), 1 if "report_odds" in given else reports
        top, bottom = whole_root(value.numerator, degree), whole_root(value.denominator, degree)
        if top and bottom:
            return to_decimal(Fraction(top, bottom))
    return exact_exponential(report_epsilon(given, reports))


def whole_root(value: int, degree: int) -> int:
    """Return the whole root, or 0 if there is none."""
    found = round(value ** (1 / degree)) if value < 10**12 else 1
    return next((each for each in (found - 1, found, found + 1) if each > 0 and each**degree == value), 0)


@cache
def chi2_statistic(a: int, b: int, m1: int, m2: int) -> Fraction:
    c, d, N = m1 - a, m2 - b, m1 + m2
    if a + b in (0, N):
        return Fraction(0)
    expected = [(a, (a + b) * m1), (b, (a + b) * m2), (c, (c + d) * m1), (d, (c + d) * m2)]
    return sum(((seen - Fraction(part, N)) ** 2 / Fraction(part, N) for seen, part in expected), Fraction(0))


@cache
def table_norm(a: int, b: int, m1: int, m2: int, tau: Fraction) -> Decimal:
    N, s, h = m1 + m2, a + b, a * m2 - b * m1
    return to_decimal(Fraction(2 * s - N, N) ** 2 + Fraction(4 * h**2, m1 * m2 * N) / tau).sqrt()


@cache
def longest_step(m1: int, m2: int, tau: Fraction) -> Decimal:
    """Return the largest difference between neighbouring tables."""
    return max(
        abs(table_norm(a, b, m1, m2, tau) - table_norm(c, d, m1, m2, tau))
        for a, b in all_tables(m1, m2)
        for c, d in ((a + 1, b), (a, b + 1))
        if c <= m1 and d <= m2
    )


def all_tables(m1: int, m2: int) -> list[tuple[int, int]]:
    return [*product(range(m1 + 1), range(m2 + 1))]


def count_steps(ones: list[tuple[int, int]], others: list[tuple[int, int]]) -> int:
    return min(abs(a - c) + abs(b - d) for a, b in ones for c, d in others)


def says_one(name: str, given: Given, a: int, b: int) -> Decimal:
    """Return the probability that a test answers 1."""
    (m1, m2), tau = whole_number(given, "m1", "m2"), Fraction(given["tau"])
    if name == "beta_optimal":
        return probability_of_one(given, a, b)
    Y, chance = chi2_statistic(a, b, m1, m2), flip_probability(name, given, a, b)
    return 1 - chance if tau < Y else chance


def flip_probability(name: str, given: Given, a: int, b: int) -> Decimal:
    (m1, m2), tau = whole_number(given, "m1", "m2"), Fraction(given["tau"])
    N, M, m = m1 + m2, max(m1, m2), min(m1, m2)
    Y = chi2_statistic(a, b, m1, m2)
    if name == "optimal":
        E = report_odds(given)
        others = [
            cell for cell in all_tables(m1, m2) if (chi2_statistic(*cell, m1, m2) > tau) is not (tau < Y)
        ]
        return Decimal(0) if not others else E ** -(count_steps([(a, b)], others) - 1) / (1 + E)
    if name.startswith("algorithm_1"):
        M = max(b, m2 - b) if name.endswith("y2") else M
        D = Fraction(4 * N, N + 2) if name.endswith("_f") else Fraction(N**2 * M, m1 * m2 * (M + 1))
        return exact_exponential(-report_epsilon(given) * to_decimal(abs(Y - tau) / D)) / 2
    if name == "algorithm_2":
        D2 = to_decimal(4 * ((m1**2 + m2**2) * N + 2 * tau * m1 * m2) / (tau * m1 * m2 * N**2)).sqrt()
    elif name == "algorithm_2_tight":
        D2 = to_decimal(4 * (Fraction(M, m * N) / tau + Fraction(1, N**2))).sqrt()
    else:
        D2 = longest_step(m1, m2, tau)
    return exact_exponential(-report_epsilon(given) * abs(table_norm(a, b, m1, m2, tau) - 1) / D2) / 2


def probability_of_one(given: Given, a: int, b: int) -> Decimal:
    (m1, m2), tau, beta = whole_number(given, "m1", "m2"), Fraction(given["tau"]), Fraction(given["beta"])
    cells = all_tables(m1, m2)
    above = [cell for cell in cells if chi2_statistic(*cell, m1, m2) >= tau + beta]
    below = [cell for cell in cells if chi2_statistic(*cell, m1, m2) <= tau - beta]
    if not (above and below):
        return Decimal(int(bool(above)))
    L = count_steps(above, below)
    k = min(L, count_steps([(a, b)], below))
    return 1 - part(given, L - k, L) if 2 * k > L else part(given, k, L)


def part(given: Given, k: int, L: int) -> Decimal:
    if L % 2 == 0:
        return report_odds(given) ** (k - L // 2) / 2
    E = report_odds(given)
    return E ** -((L - 1) // 2 - k) / (1 + E)


def draw_decision(chance: Decimal, coins: bytes) -> tuple[bool, int] | None:
    """Draw one decision with decoys, and count its bytes; return None if the coins do not suffice."""
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


class Coins:
    """Bytes that are read in order, with the rules of PROTOCOL.md."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def read(self, count: int) -> bytes:
        if self.at + count > len(self.content):
            raise EOFError
        self.at += count
        return self.content[self.at - count : self.at]

    def below(self, n: int) -> int:
        k = next(count for count in range(1, 40) if 256 ** (count - 1) > n - 1)
        while (found := int.from_bytes(self.read(k))) >= 256**k - 256**k % n:
            pass
        return found % n

    def rounds(self, m: int, T: int) -> list[int]:
        chosen: set[int] = set()
        for j in range(T - m, T):
            x = self.below(j + 1)
            chosen.add(j if x in chosen else x)
        return sorted(x + 1 for x in chosen)

    def decisions(self, own: Sequence[Decimal], table: Sequence[Decimal], *, decoys: bool) -> list[bool]:
        """Draw decisions side by side, each with its own probability of the table."""
        heard, open_places, said = [b""] * len(own), [*range(len(own))], [False] * len(own)
        while open_places:
            for place in open_places:
                heard[place] += self.read(BLOCK)
            length = len(heard[open_places[0]])
            digits = {p: digits_of(p, length) for p in {*table}}
            for place in [*open_places]:
                if heard[place] not in digits.values() and not (decoys and heard[place].endswith(bytes(4))):
                    said[place] = heard[place] < digits[own[place]]
                    open_places.remove(place)
        return said


def digits_of(p: Decimal, length: int) -> bytes:
    """The first base-256 digits of a probability."""
    end = 1 << 8 * length
    return min(int(p * end + SMALL), end - 1).to_bytes(length)


def shots_parameters(name: str, given: Given) -> tuple[int, int, Decimal, Decimal]:
    """Return T, m, the odds of a report, and r."""
    T = int(given["T"])
    m = T if name == "counting.borappor" else int(given.get("m", 1))
    return T, m, report_odds(given, m), to_decimal(given.get("r", "0"))


def rounds_law(name: str, given: Given, states: str) -> dict[str, Decimal]:
    """Return the law of a transcript, over all choices of rounds and all bits in them."""
    T, m, E, r = shots_parameters(name, given)
    silent = name in SILENT
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


def memoized_rates(given: Given, odds: str) -> tuple[Decimal, Decimal]:
    """Return the probability of a 1 in the states 0 and 1: what is kept for `kept_odds`, a report for `first_odds`."""
    E = to_decimal(given[odds])
    return 1 / (E + 1), E / (E + 1) if given.get("permanent", "symmetric") == "symmetric" else Decimal("0.5")


def memoized_law(given: Given, states: str) -> dict[str, Decimal]:
    """Return the law of a transcript, over both kept bits and all flips."""
    K, F, one = (
        to_decimal(given["kept_odds"]),
        to_decimal(given["first_odds"]),
        memoized_rates(given, "kept_odds"),
    )
    A = (K * F - 1) / (K - F)
    found: dict[str, Decimal] = defaultdict(Decimal)
    for kept in product((0, 1), repeat=2):
        share = prod((p if bit else 1 - p for p, bit in zip(one, kept, strict=True)), start=Decimal(1))
        for sent in product("01", repeat=len(states)):
            true = [int(bit) == kept[int(state)] for bit, state in zip(sent, states, strict=True)]
            found["".join(sent)] += share * prod(
                ((A if each else 1) / (A + 1) for each in true), start=Decimal(1)
            )
    return found


def loloha_odds(given: Given) -> tuple[Decimal, Decimal, Decimal]:
    """Return the odds K, F and A: A is the one with which the first report has the odds F."""
    K, F = (to_decimal(given[each]) for each in ("kept_odds", "first_odds"))
    return K, F, (K * F - 1 + (int(given["w"]) - 2) * (F - 1)) / (K - F)


def loloha_law(given: Given, cells: str) -> dict[str, Decimal]:
    """Return the law of a transcript, over all that may be kept for the cells and all reports."""
    (K, _, A), w, places = loloha_odds(given), int(given["w"]), cells.split(",")
    named = sorted({*places})
    found: dict[str, Decimal] = defaultdict(Decimal)
    for kept in product(map(str, range(w)), repeat=len(named)):
        memo = dict(zip(named, kept, strict=True))
        share = prod((K if cell == memo[cell] else Decimal(1) for cell in named), start=Decimal(1))
        for sent in product(map(str, range(w)), repeat=len(places)):
            chances = (
                A if said == memo[cell] else Decimal(1) for said, cell in zip(sent, places, strict=True)
            )
            found[",".join(sent)] += share * prod(chances, start=Decimal(1))
    whole = sum(found.values())
    return {sent: share / whole for sent, share in found.items()}


def loloha_rates(given: Given) -> tuple[Decimal, Decimal]:
    """Return the probability that a report is the cell of a value: of another value, over all hashes; and its own."""
    E, w = to_decimal(given["first_odds"]), int(given["w"])
    own, other = E / (E + w - 1), 1 / (E + w - 1)
    return own / w + other * (w - 1) / w, own


def d_bit_flip_law(given: Given, cells: str) -> dict[str, Decimal]:
    """Return the law of a transcript, over the drawn cells and the rows of bits that are kept for each cell."""
    B, w, d, places = to_decimal(given["bit_odds"]), int(given["w"]), int(given["d"]), cells.split(",")
    named, found = sorted({*places}), {}
    for drawn in combinations(map(str, range(w)), d):
        for kept in product(product("01", repeat=d), repeat=len(named)):
            memo = dict(zip(named, kept, strict=True))
            right = sum(
                (bit == "1") == (cell == own)
                for cell in named
                for own, bit in zip(drawn, memo[cell], strict=True)
            )
            sent = f"{','.join(drawn)}:{';'.join(','.join(memo[cell]) for cell in places)}"
            found[sent] = B**right / (B + 1) ** (d * len(named)) / comb(w, d)
    return found


def d_bit_flip_estimate(given: Given, ones: int, bits: int) -> Decimal:
    """Return the published estimate: each bit as its unbiased value, w/d times, over everybody."""
    B = to_decimal(given["bit_odds"])
    one, zero = B / (B - 1), -1 / (B - 1)
    return (ones * one + (bits - ones) * zero) * int(given["w"]) / int(given["d"]) / int(given["N"])


def replacing_rows(given: Given) -> list[str]:
    """Return the rows of flips that replace others, in order."""
    k, fewest, most = (int(given[each]) for each in ("changes", "fewest_flips", "most_flips"))
    rows = ["".join(each) for each in product("01", repeat=k)]
    return sorted(
        (each for each in rows if not fewest <= each.count("1") <= most), key=lambda row: row.count("1")
    )


def flips_law(given: Given) -> dict[str, Decimal]:
    """Return the law of the row of flips: each that is replaced becomes each other one that would be."""
    k, S, rows = int(given["changes"]), to_decimal(given["sign_odds"]), replacing_rows(given)
    found: dict[str, Decimal] = defaultdict(Decimal)
    for row in map("".join, product("01", repeat=k)):
        share = S ** row.count("0") / (S + 1) ** k
        for other in rows if row in rows else [row]:
            found[other] += share / (len(rows) if row in rows else 1)
    return found


def flips_mean(given: Given) -> Decimal:
    """Return g, from the first of the signs."""
    return sum(((1 if row[0] == "0" else -1) * share for row, share in flips_law(given).items()), Decimal(0))


def future_rand_law(given: Given, states: str) -> dict[str, Decimal]:
    """Return the law of a transcript, over levels, rows of flips and uniform bits."""
    T, flips = len(states), flips_law(given)
    found: dict[str, Decimal] = defaultdict(Decimal)
    for h in range(T.bit_length()):
        ends = states[2**h - 1 :: 2**h]
        pairs = [(before, after) for before, after in zip("0" + ends, ends, strict=False)]
        same = [before == after for before, after in pairs]
        for row, share in flips.items():
            for uniform in product("01", repeat=sum(same)):
                noise, filled, sent = iter(row), iter(uniform), ""
                for (_, after), equal in zip(pairs, same, strict=True):
                    bit = next(filled) if equal else str(int(after) ^ int(next(noise)))
                    sent += "-" * (2**h - 1) + bit
                found[sent] += share / T.bit_length() / 2 ** sum(same)
    return found


def future_rand_estimates(given: Given, reports: Sequence[str]) -> list[Decimal]:
    """Return the estimate of each round: each person's sign of the block at her level, of those that end with the round."""
    T, N, g = int(given["T"]), int(given["N"]), flips_mean(given)
    people = ["".join(each) for each in zip(*reports, strict=True)]
    found = []
    for t in range(1, len(reports) + 1):
        total = 0
        for sent in people:
            width = T - len(sent.lstrip("-")) - (T - len(sent)) + 1
            last = t // width * width
            # The blocks of the binary number t: of this width there is one if t has that digit.
            if t // width % 2 and last <= len(sent) and sent[last - 1] != "-":
                total += 1 if sent[last - 1] == "1" else -1
        found.append(T.bit_length() * Decimal(total) / N / g)
    return found


def transcript_likelihood(name: str, given: Given, states: str, sent: str) -> Decimal:
    """Return the probability of one transcript, where choices are too many to enumerate.

    Of the product over rounds of (dummy's chance + x report's chance), the coefficient of x^m sums over all choices.
    """
    T, m, E, r = shots_parameters(name, given)
    silent = name in SILENT
    sums = [Decimal(1)] + [Decimal(0)] * m
    for state, bit in zip(states, sent, strict=True):
        report = Decimal(0) if bit == "-" else (E if bit == state else 1) / (E + 1)
        dummy = Decimal(int(bit == "-")) if silent else r if bit == "1" else 1 - r
        sums = [dummy * sums[0], *(dummy * sums[k] + report * sums[k - 1] for k in range(1, m + 1))]
    return sums[m] / comb(T, m)


def bits_likelihood(name: str, given: Given, columns: str, output: str) -> Decimal:
    """Return the probability of a report of a bit for each column, in one row or in all."""
    p, q = bit_rates(name, given)
    places = [int(each) for each in columns.split(",")]
    row, _, contents = output.rpartition(":")
    told = [places[int(row)]] if row else places
    chance = 1 / Decimal(len(places)) if row else Decimal(1)
    for column, content in zip(told, contents.split(";"), strict=True):
        for place, bit in enumerate(content.split(",")):
            one = q if place == column else p
            chance *= one if bit == "1" else 1 - one
    return chance


def bit_rates(name: str, given: Given) -> tuple[Decimal, Decimal]:
    """Return p and q of a row of bits."""
    w, d = int(given["w"]), int(given.get("d", "1"))
    if name in RATED:
        return to_decimal(given["p"]), to_decimal(given["q"])
    E = report_odds(given, d if name == "sketch.all_rows" else 1)
    if name == "sketch.oue":
        return 1 / (1 + E), 1 / Decimal(2)
    squared = (w - 1 + E) / (E * ((w - 1) * E + 1)) if name == "sketch.optimal" else 1 / E
    t = squared.sqrt()
    return from_odds(t), from_odds(E * t)


def from_odds(odds: Decimal) -> Decimal:
    return odds / (1 + odds)


def content_law(name: str, given: Given, column: int) -> Iterator[tuple[str, Decimal]]:
    """Return the law of the content for a column."""
    w = int(given["w"])
    if name in KARY:
        E = report_odds(given)
        for said in range(w):
            yield str(said), (E if said == column else 1) / (E + w - 1)
    elif name in FIRST_PLACE:
        E, skip = report_odds(given), FIRST_PLACE[name](w)
        for place in range(skip, w):
            right = (place & column).bit_count() % 2
            for bit in (0, 1):
                yield f"{place},{bit}", (E if bit == right else 1) / ((E + 1) * (w - skip))
    else:
        p, q = bit_rates(name, given)
        for bits in product((0, 1), repeat=w):
            ones = [q if place == column else p for place in range(w)]
            chances = [one if bit else 1 - one for one, bit in zip(ones, bits, strict=True)]
            yield ",".join(map(str, bits)), prod(chances, start=Decimal(1))


def sketch_law(name: str, given: Given, columns: str) -> dict[str, Decimal]:
    places = [int(each) for each in columns.split(",")]
    if name in OWN or name in EVERY:
        return {
            ";".join(said for said, _ in row): prod((chance for _, chance in row), start=Decimal(1))
            for row in product(*(content_law(name, given, column) for column in places))
        }
    return {
        f"{row}:{said}": share / len(places)
        for row, column in enumerate(places)
        for said, share in content_law(name, given, column)
    }


def output_law(name: str, given: Given, secret: str) -> Mapping[str, Decimal]:
    """Return the law of the output."""
    if name.startswith("chi2."):
        a, b = (int(each) for each in secret.split(","))
        one = says_one(name.partition(".")[2], given, a, b)
        return {answer: share for answer, share in (("0", 1 - one), ("1", one)) if share}
    if name == "counting.memoized":
        return memoized_law(given, secret)
    if name == "counting.loloha":
        return loloha_law(given, secret)
    if name == "counting.d_bit_flip":
        return d_bit_flip_law(given, secret)
    if name == "counting.future_rand":
        return future_rand_law(given, secret)
    return sketch_law(name, given, secret) if name.startswith("sketch.") else rounds_law(name, given, secret)


def round_estimate(name: str, given: Given, ones: int, bits: int) -> Decimal | None:
    """Return a round's estimate."""
    if name == "counting.d_bit_flip":
        return d_bit_flip_estimate(given, ones, bits)
    if name in ("counting.memoized", "counting.loloha"):
        low, high = loloha_rates(given) if name == "counting.loloha" else memoized_rates(given, "first_odds")
        return (Decimal(ones) / bits - low) / (high - low)
    (T, m, E, r), N = shots_parameters(name, given), int(given["N"])
    if name in GLANCE and not bits:
        return None
    share = Decimal(ones) / (bits or 1)
    if name in (*GLANCE, "counting.borappor"):
        m, T = 1, 1
    elif name == "counting.harmony_published":
        r, share = Decimal("0.5"), (ones + Decimal(N - bits) / 2) / N
    told = Decimal(m) / T
    return (share - told / (E + 1) - (1 - told) * r) / (told * (E - 1) / (E + 1))


def column_support(name: str, content: str, column: int) -> int:
    """Return how a report supports a column."""
    numbers = [int(each) for each in content.split(",")]
    if name in KARY:
        return int(numbers[0] == column)
    if name in FIRST_PLACE:
        return -1 if ((numbers[0] & column).bit_count() + numbers[1]) % 2 else 1
    return numbers[column]


def estimated_holders(name: str, given: Given, reports: list[str], columns: str) -> Decimal:
    """Return the estimated number of people who hold an item."""
    w, d = int(given["w"]), int(given.get("d", "1"))
    c = to_decimal(given.get("collision", f"1/{w}"))
    estimator = given.get("estimator", "mean")
    if estimator == "minimum":
        c = Decimal(0)
    places = [int(each) for each in columns.split(",")] if columns else []
    own, every = name in OWN, name in EVERY
    rows: list[list[int]] = [[] for _ in range(1 if own else d)]
    for number, report in enumerate(reports):
        row, _, content = report.rpartition(":")
        for place, each in enumerate(content.split(";"), int(row or 0)):
            rows[place].append(column_support(name, each, places[number if own else place]))
    low, high = support_rates(name, given)
    if estimator == "mean":
        whole = debias([each for row in rows for each in row], low, high, c)
        return whole / d if every else whole
    single = sorted(debias(row, low, high, c) * (1 if own or every else d) for row in rows)
    if estimator == "minimum":
        return single[0]
    return (single[(len(single) - 1) // 2] + single[len(single) // 2]) / 2


def debias(supports: list[int], low: Decimal, high: Decimal, c: Decimal) -> Decimal:
    n, S = len(supports), sum(supports)
    return ((S - n * low) / (high - low) - n * c) / (1 - c)


def support_rates(name: str, given: Given) -> tuple[Decimal, Decimal]:
    """Return the mean support of any other column, and of one's own."""
    w = int(given["w"])
    if name in KARY:
        E = report_odds(given)
        return 1 / (E + w - 1), E / (E + w - 1)
    if name in FIRST_PLACE:
        E = report_odds(given)
        high = (E - 1) / (E + 1)
        return (high / (1 - w) if FIRST_PLACE[name](w) else Decimal(0)), high
    return bit_rates(name, given)


def evaluate_form(text: str, given: Given) -> Decimal:
    """Evaluate a closed form in decimals; each parameter is a number, and `excess` is E - 1."""
    reports = int(given.get("m", "1"))
    names = {name: to_decimal(value) for name, value in given.items() if name not in WAYS}
    if WAYS & given.keys():
        names["epsilon"] = report_epsilon(given, reports) * reports
        names["excess"] = report_odds(given, reports) - 1
    functions = {"exp": exact_exponential, "log": Decimal.ln, "sqrt": Decimal.sqrt, "min": min, "D": Decimal}
    numbers = re.sub(r"(?<![\w^])(\d+)", r"D(\1)", text)
    return Decimal(eval(numbers.replace("^", "**"), {"__builtins__": {}}, {**names, **functions}))


WAYS = {"epsilon", "odds", "report_odds"}


def whole_number(given: Given, *names: str) -> list[int]:
    return [int(given[name]) for name in names]


def least_ones(given: Given) -> Decimal:
    """Return the least number of ones whose estimate reaches the threshold."""
    N, theta = int(given["N"]), to_decimal(given["theta"])
    for ones in range(-N, 100 * N):
        value = round_estimate("shots.report", given, ones, N)
        if value is not None and value >= theta - Decimal(10) ** -100:
            return Decimal(ones)
    raise AssertionError(given)


def sent_ones(given: Given, state: str) -> Decimal:
    """Return the probability of a 1 in a round, for a person in this state."""
    T, m, E, r = shots_parameters("shots.report", given)
    told = Decimal(m) / T
    return told * (E if state == "1" else 1) / (E + 1) + (1 - told) * r


def detection_probability(given: Given) -> Decimal:
    """Return the probability of a detection, over all numbers of ones from active and from idle people."""
    N = int(given["N"])
    active = int(N * Fraction(given["phi"]))
    chances = [Decimal(1)]
    for person in range(N):
        one = sent_ones(given, "1" if person < active else "0")
        more, same = [Decimal(0), *chances], [*chances, Decimal(0)]
        chances = [one * before + (1 - one) * now for before, now in zip(more, same, strict=True)]
    return sum(chances[max(0, int(least_ones(given))) :], Decimal(0))


def steps_to_other_decision(given: Given) -> Decimal | None:
    """Return the steps from a table to the nearest one with the other decision; None for many people."""
    a, b, m1, m2 = whole_number(given, "a", "b", "m1", "m2")
    tau = Fraction(given["tau"])
    if m1 * m2 > MANY:
        return None
    here = chi2_statistic(a, b, m1, m2) > tau
    others = [cell for cell in all_tables(m1, m2) if (chi2_statistic(*cell, m1, m2) > tau) is not here]
    return Decimal(count_steps([(a, b)], others)) if others else None


def collision_rate(given: Given) -> Decimal | None:
    """Return the largest share of hashes under which two points share a column, for families that can be listed."""
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


def error_probability(given: Given) -> Decimal | None:
    """Return the probability that a test's answer differs from its decision."""
    a, b, m1, m2 = whole_number(given, "a", "b", "m1", "m2")
    one = says_one(given["mechanism"], given, a, b)
    return 1 - one if chi2_statistic(a, b, m1, m2) > Fraction(given["tau"]) else one


def significance_rate(given: Given) -> Decimal:
    """Return the probability that a test answers 1, summed over all tables."""
    (m1, m2), rate = whole_number(given, "m1", "m2"), Fraction(given["rate"])
    chances = {
        (a, b): comb(m1, a) * comb(m2, b) * rate ** (a + b) * (1 - rate) ** (m1 + m2 - a - b)
        for a, b in all_tables(m1, m2)
    }
    return sum(
        (to_decimal(chance) * says_one(given["mechanism"], given, *cell) for cell, chance in chances.items()),
        Decimal(0),
    )


@cache
def surjections(N: int, T: int) -> int:
    """Return the number of ways in which N people can choose T rounds so that none is empty."""
    return int(T**N) - sum(comb(T, fewer) * surjections(N, fewer) for fewer in range(1, T))


def left_empty(given: Given) -> Decimal | None:
    """Return the probability that some round is chosen by nobody, if there are few enough people to enumerate."""
    N, T = whole_number(given, "N", "T")
    return 1 - Decimal(surjections(N, T)) / T**N if T <= 60 and N <= 500 else None


def memoized_variance(given: Given) -> Decimal:
    """Return the variance of the mean of independent reports, over the share of active people."""
    return bits_variance(given, *memoized_rates(given, "first_odds"))


def bits_variance(given: Given, low: Decimal, high: Decimal) -> Decimal:
    """Return it if 1 is sent with the probabilities `high` and `low`."""
    mu = to_decimal(given["mu"])
    spread = mu * (high - high**2) + (1 - mu) * (low - low**2)
    return spread / (high - low) ** 2 / int(given["N"])


def trend_sensitivity(given: Given) -> Decimal | None:
    """Return the largest step of N times the squared correlation of genotype and group, in small groups."""
    m1, m2 = whole_number(given, "m1", "m2")
    if m1 + m2 > 7:
        return None
    groups = (combinations_with_replacement(range(3), size) for size in (m1, m2))
    found = Fraction(0)
    for cases, controls in product(*groups):
        people = cases + controls
        for person, new in product(range(m1 + m2), range(3)):
            changed = (*people[:person], new, *people[person + 1 :])
            found = max(found, abs(trend(people, m1) - trend(changed, m1)))
    return to_decimal(found)


@cache
def trend(people: tuple[int, ...], m1: int) -> Fraction:
    """Return the trend statistic of people with these genotypes, the first m1 of whom are cases."""
    N, case = len(people), [int(place < m1) for place in range(len(people))]
    joint = N * sum(map(mul, people, case)) - sum(people) * m1
    spreads = [N * sum(each**2 for each in row) - sum(row) ** 2 for row in (people, case)]
    return Fraction(N * joint**2, spreads[0] * spreads[1]) if spreads[0] else Fraction(0)


def d_bit_flip_variance(given: Given) -> Decimal:
    """Return the variance of the mean of everybody's estimate, over drawn cells and the bit about the first cell."""
    B, mu, alone = to_decimal(given["bit_odds"]), to_decimal(given["mu"]), {**given, "N": "1"}
    drawn, spread = Decimal(int(given["d"])) / int(given["w"]), Decimal(0)
    for state, share in ((0, 1 - mu), (1, mu)):
        one = (B if state else 1) / (B + 1)
        for chance, sent in ((1 - drawn, (0, 0)), (drawn * one, (1, 1)), (drawn * (1 - one), (0, 1))):
            spread += share * chance * (d_bit_flip_estimate(alone, *sent) - state) ** 2
    return spread / int(given["N"])


def future_rand_variance(given: Given) -> Decimal:
    """Return the variance of the mean of everybody's estimate, over the transcripts of a state that stays as it is."""
    T, t, mu = int(given["T"]), int(given["t"]), to_decimal(given["mu"])
    spread = Decimal(0)
    for state, share in (("0", 1 - mu), ("1", mu)):
        for sent, chance in future_rand_law(given, state * T).items():
            estimate = future_rand_estimates({**given, "N": "1"}, [*sent])[t - 1]
            spread += share * chance * (estimate - int(state)) ** 2
    return spread / int(given["N"])


def largest_odds(chance: Decimal) -> Decimal:
    return chance / (1 - chance)


def row_laws(given: Given) -> list[tuple[Fraction, Fraction]]:
    """Return the probabilities of the contents of a row of two bits, for each of two columns."""
    p, q = Fraction(given["p"]), Fraction(given["q"])
    chance = {1: (q, p), 0: (1 - q, 1 - p)}
    return [(chance[x][0] * chance[y][1], chance[x][1] * chance[y][0]) for x in (0, 1) for y in (0, 1)]


DEFINITIONS: Mapping[str, Callable[[Given], Decimal | None]] = {
    "chi2.statistic": lambda given: to_decimal(chi2_statistic(*whole_number(given, "a", "b", "m1", "m2"))),
    "chi2.distance": steps_to_other_decision,
    "chi2.delta_integer": lambda given: longest_step(
        *whole_number(given, "m1", "m2"), Fraction(given["tau"])
    ),
    "chi2.error": error_probability,
    "chi2.size": significance_rate,
    "shots.detection_threshold": least_ones,
    "shots.detection_probability": detection_probability,
    "counting.empty_round": left_empty,
    "counting.memoized_variance": memoized_variance,
    "counting.loloha_variance": lambda given: bits_variance(given, *loloha_rates(given)),
    "counting.d_bit_flip_variance": d_bit_flip_variance,
    "counting.future_rand_variance": future_rand_variance,
    "chi2.trend_sensitivity": trend_sensitivity,
    "sketch.collision": collision_rate,
    "sketch.row_epsilon": lambda given: max(to_decimal(one / other) for one, other in row_laws(given)).ln(),
    "sketch.optimal_odds": lambda given: largest_odds(bit_rates("sketch.optimal", given)[0]),
}
"""Formulas that are worked out from what they are called."""
