"""Mutants that no vector can tell apart, as nothing that can be asked is answered otherwise: how many on a line, and why."""

from tests.drivers.mutation.equivalent import EQUIVALENT as PROVED
from tests.drivers.mutation.equivalent import HAIR, MEETING, SCALED

LENGTH = (
    "how long fractions may be: it says whether a number is a fraction or enclosed, and here that is not seen"
)

GUESSED = "a float's guess, or whether it is sure of it: where it is not, certified tails find the last rank"

WIDER = "more candidates, or the same; certified tails choose among them"

IRRATIONAL = "a request's threshold is a fraction"

LIKELY = "any number will do to begin with: from there on, all that are likely are reached"

REST = "what is left out is less than the rounding of the sum to which it is added"

SPARE = "how much is looked at or left out: what is left out is less than the digits that are asked for either way"

WIDTH = "another width that is even, beyond which hardly anything is, or nothing"

READ = "either way of reading a number gives the same"

SYSTEM = "any of the numbers says which number system it is"

PLANNED = "a request is about whoever is active; of a single law it is plans that ask"

ROOT = "any bracket around the root"

EQUIVALENT: dict[str, dict[str, tuple[int, str]]] = {
    **PROVED,
    "exact.bernoulli": {
        "decoy = rule.decoy > 0 and not any(block[-rule.decoy :])": (
            1,
            "a decoy ends in four zeros or in none",
        ),
        "return gaps[secret] < 0": (2, "no gap is 0 where nobody ties"),
    },
    "shots.parameters": {
        "def parameters(T: object, m: object, r: object = 0, **given: object) -> Parameters:": (
            2,
            "whoever calls it says what r is",
        ),
    },
    "shots.choice": {
        **PROVED["shots.choice"],
        "low, high = Fraction(1741, 1000 * (m + 1)), Fraction(1742, 1000 * m)": (
            7,
            "a bracket of the same root, or near it: Newton's steps end there",
        ),
    },
    "shots.distance": {
        "if excess.exact is not None and min(d, m) ** 2 * bit_size(r, excess.exact) <= MOST_BITS:": (
            5,
            LENGTH,
        ),
        "return max(0, m - (T - d))": (1, "the weight of one report less than none is 0"),
        "return most if r in {0, 1} or most == fewest(d, m, T) else 0": (
            2,
            "the sum over all numbers of reports says the same",
        ),
        "weights = [like(r, 1)]": (1, "only quotients of weights are used"),
    },
    "shots.amplification": {
        **PROVED.get("shots.amplification", {}),
        "short = excess.exact is not None and T**3 * bit_size(r, target_odds, excess.exact) <= MOST_BITS": (
            5,
            LENGTH,
        ),
    },
    "shots.detection": {
        **PROVED.get("shots.detection", {}),
        "return settle(shots, MOST_BITS // N**2, found)": (3, LENGTH),
        "return lift(number, excess, exactly=excess.exact is not None and common(shots, excess.exact) <= bits)": (
            1,
            LENGTH,
        ),
        "return int(one + zero).bit_length()": (1, LENGTH),
    },
    "shots.expectations": {
        **PROVED.get("shots.expectations", {}),
        "return settle(shots, MOST_BITS // (N * shots.T), found)": (1, LENGTH),
        "stretch = T // common * max(d for d in range(1, isqrt(common) + 1) if common % d == 0)": (
            1,
            "any common divisor makes a stretch",
        ),
        "system = hits[0]": (1, SYSTEM),
    },
    "shots.mixtures": {
        **PROVED["shots.mixtures"],
        "if high - low <= TOGETHER:": (1, "a stretch as long is taken whole, or in halves"),
    },
    "shots.inversion": {
        **PROVED["shots.inversion"],
        "if len(found) == 1 and even(shots, N, found[0][1]):": (4, PLANNED),
        "return Real(abs(rational(1, 2) - rational(found[0][0], N)))": (9, PLANNED),
        "rows, guesses = likely_ranks(each, centres, within(mean, record - 2 * NEAR), float(tail))": (
            3,
            "a search that begins earlier ends at the same rank",
        ),
        "found: Int64Array = np.maximum(between, 0).astype(np.int64)": (
            1,
            "a search that begins earlier ends at the same rank",
        ),
        "low, step = np.where(rising, low + step, low), np.where(rising, 2 * step, step)": (2, GUESSED),
        "for place in np.flatnonzero(np.abs(2 * mean - np.round(2 * mean)) < NEAR):": (
            8,
            "where floats take a whole or a half mean for one beside it, two numbers as far come in another order",
        ),
        "between = np.floor(mean + distance) - np.ceil(mean - distance) + 1": (
            4,
            "a search that begins earlier ends at the same rank",
        ),
        "rows = rows[chances(crowd, centres, rows, rank) >= tail * (1 - DOUBT)]": (2, HAIR),
        "while (rising := chances(crowd, centres, rows, low + step) > tail).any():": (1, GUESSED),
        "while (step > 1).any():": (1, GUESSED),
        "step = np.maximum(step // 2, 1)": (3, GUESSED),
        "low = np.where(chances(crowd, centres, rows, low + step) > tail, low + step, low)": (3, GUESSED),
        "last = chances(crowd, centres, rows, rank + 1) < tail * (1 - DOUBT)": (4, GUESSED),
        "guess -= 1": (1, "a step too far down is taken back"),
        "reached = (rank == 0) | (chances(crowd, centres, rows, rank) > tail * (1 + DOUBT))": (3, GUESSED),
    },
    "shots.mechanism": {
        'f"{1 - dummy} in the first round" + (f" and {dummy} in the others" if telling else ""),': (
            4,
            "words",
        ),
    },
    "counting.collector": {
        '{n for n, report in enumerate(listed("the reports", reports), start=1) if report is not None}': (
            2,
            "a person's number is in the words of a refusal alone",
        ),
    },
    "counting.law": {
        **PROVED["counting.law"],
        "like(excess, 0) if sent is None else coin.spoken(excess, state, sent),": (
            2,
            "there is one report, and a round in which one is seen cannot be silent",
        ),
    },
    "counting.mechanism": {
        "return like(excess, 0)": (2, "a text with NULL in it is refused where none is sent"),
        '"1 in some round" if harmony else "0 in no round",': (1, "words"),
    },
    "exact.digits": {
        "if count > len(self._known):": (1, "what is known already is found once more"),
        "return isinstance(other, Digits) and self._value == other._value": (
            1,
            "which numbers are equal decides which tables are remembered, and nothing else",
        ),
    },
    "reporting.tally": {
        "if len(found := in_bytes(said)) == (ones := found.count(1)) + found.count(0):": (
            6,
            "what is not counted so is counted one by one",
        ),
        "return 0": (2, "what can be counted at once has no NULL in it"),
        "return sum(told(each, person, t, silence=silence) for person, each in enumerate(row, start=1)), len(said)": (
            2,
            "a person's number is in the words of a refusal alone",
        ),
        '"0, 1 or NULL" if silence else "0 or 1",': (1, "words"),
    },
    "reporting.transcript": {
        **PROVED["reporting.transcript"],
        "return [like(system, int(k == 0)) for k in range(m + 1)]": (1, "a weight more, which is not read"),
    },
    "sketch.collector": {
        "return len(place) == 1 and type(place[0]) is int and 0 <= place[0] < d": (
            4,
            "a row that there is not is refused where the report is read",
        ),
        'well_placed, accepted = _is_row(report.place, self.plan.d), f"one row from 0 to {self.plan.d - 1}"': (
            3,
            "words",
        ),
    },
    "chi2.gap": {
        "return _ends(left, left >= 0, right, right <= self.m1)": (
            3,
            "its image with all variants flipped is there, and has the same reach",
        ),
    },
    "chi2.regions": {
        **PROVED["chi2.regions"],
        "doubtful = ~even & (np.abs(left - right) <= DOUBT * (left + right))": (1, HAIR),
        "found |= even & (spread > 0)": (3, "a closed region begins above 0"),
        "return side > 0 or (self.closed and side == 0 and 0 < a + b < self.m1 + self.m2)": (
            5,
            "who is asked about differs in shares; and of a table at the edge, the image with all variants flipped is there",
        ),
    },
    "chi2.tables": {
        "if not plain or not (0 <= self.a <= self.m1 <= MOST_PEOPLE and 0 <= self.b <= self.m2 <= MOST_PEOPLE):": (
            10,
            "what is not seen to be right at once is looked at in the other way",
        ),
        "inside = 0 < self.a + self.b < self.m1 + self.m2": (6, IRRATIONAL),
        "return inside and lift(beyond_ellipse, self.a, self.b, self.m1, self.m2, tau) > 0": (3, IRRATIONAL),
    },
    "chi2.distance": {
        "far *= 2": (1, "any growth finds a distance to search below"),
        **{line: why for line, why in PROVED["chi2.distance"].items() if line != "far *= 2"},
    },
    "chi2.mechanism": {
        "if self.odds(other) > self.odds(first):": (
            1,
            "of two calls with the same odds, either attains them",
        ),
        "if odds >= most * (1 - NEAR)": (1, HAIR),
    },
    "counting.bounds": {
        **PROVED["counting.bounds"],
        'raise too_few(N, f"T ln(4T/beta), which asks for {floor(people) + 1}", others)': (3, "words"),
    },
    "counting.inversion": {
        "if by_distance(ordered[low], ordered[high]) == 0:": (2, "of rates as far, any will do"),
        "most = steps.most[first] if first == last else steps.least[first - 1] if first else np.inf": (
            3,
            WIDER,
        ),
        "first = int(np.count_nonzero(steps.chances < float(tail) * (1 - DOUBT)))": (2, WIDER),
        "last = int(np.count_nonzero(steps.chances[:-1] <= float(tail) * (1 + DOUBT)))  # the last chance is 1": (
            2,
            WIDER,
        ),
        "apart = np.flatnonzero(distances[:-1] - distances[1:] > NEAR)": (
            3,
            "of two that are near, the nearer has the chance of both, and the stretch begins beside it",
        ),
        "firsts, lasts = np.append([0], apart + 1), np.append(apart, [len(distances) - 1])": (1, WIDER),
        "k = np.arange(N if T == 1 else int(around.fill is None), N + 1)": (2, WIDER),
        "for low, high in ((mean - most, mean - least), (mean + least, mean + most)):": (2, WIDER),
        "first = np.ceil(np.maximum(0.0, start + slope * low) - NEAR * N)": (
            1,
            "a smaller allowance for floats' errors, which are smaller still",
        ),
        "last = np.floor(np.minimum(k, start + slope * high) + NEAR * N)": (
            1,
            "a smaller allowance for floats' errors, which are smaller still",
        ),
        "for ones in range(max(0, int(one)), min(reporters, int(other)) + 1)": (2, WIDER),
        "return distances[one].compared(distances[other]) if one != other else 0": (
            2,
            "none is there twice",
        ),
        "place = (low + high + 1) // 2": (1, "any place above the low one"),
        "low, high = (reached, mirror) if mean > reached else (mirror, reached)": (
            1,
            "a rate at the mean has been told before",
        ),
    },
    "counting.joint": {
        **PROVED["counting.joint"],
        "others = T * (actives.others / actives.total() + idles.others / idles.total())": (3, REST),
        "return ways * power_coefficient(terms, T, M, K) + others": (1, REST),
        "for A in range(1, numbers.last + 1):": (1, "a weight more, which is not read"),
        "return (like(system, -people) / T).exp()": (2, SCALED),
    },
    "counting.masses": {
        "kept = np.flatnonzero(weights >= dust)": (1, HAIR),
        "if A_share * B_share >= dust:": (2, "more is kept, or what is just dust is not"),
        "kept = np.flatnonzero(row >= dust)": (1, HAIR),
        "likeliest = min(count, int((count + 1) * one))": (2, LIKELY),
        "return Masses(int(kept[0]), weights[kept[0] : kept[-1] + 1])": (1, "one mass more, which is dust"),
        "row = rows[A + B] if A + B in rows else rows.setdefault(A + B, np.zeros(A + B + 1))": (
            1,
            "a place more, at which nothing is",
        ),
        "yield k, Masses(int(kept[0]), row[kept[0] : kept[-1] + 1])": (1, "one mass more, which is dust"),
    },
    "counting.one_sided": {
        "if N * (exact.denominator.bit_length() - 1) <= most.denominator.bit_length():": (
            2,
            "it only says how two numbers are compared that differ: a power that is the chance has one bit more",
        ),
        "return N * log(rate) < log(limit)": (2, "these two are never equal"),
    },
    "counting.tail": {
        **PROVED["counting.tail"],
        "total = actives.others / actives.total() + idles.others / idles.total()": (3, REST),
        "few_idles = idles.last < actives.last": (1, "of as many either may be counted"),
        "for k in range(actives.first + idles.first, actives.last + idles.last + 1):": (
            2,
            "no more people report than all, and no fewer than those that are likely",
        ),
        "return N * (T * one.denominator).bit_length() <= MOST_BITS": (2, LENGTH),
    },
    "characteristic": {
        "return first * self.p * (1 - self.p) + (self.count - first) * self.q * (1 - self.q)": (7, SPARE),
        "bounds = (bernstein(count, chance * (1 - chance), ball(1), each) for chance in (self.p, self.q))": (
            4,
            SPARE,
        ),
        "variance = self.count * max(float(chance * (1 - chance)) for chance in (self.p, self.q))": (
            4,
            SPARE,
        ),
        "exponent = (bits() + 2) * log(2)": (5, SPARE),
        "return ceil(exponent / 3 + sqrt(exponent**2 / 9 + 2 * exponent * variance))": (13, SPARE),
        "return 1 if mean - cutoff >= least else 0 if mean + cutoff < least else None": (2, HAIR),
        "tiny, last = ball(Fraction(1, 2 ** bits())), offsets[-1]": (4, SPARE),
        "left_out = sum(((-2 * variance * sine**2).exp() for variance in variances), ball(0)) / (2 * sine)": (
            10,
            SPARE,
        ),
        "if left and left_out < tiny:": (1, SPARE),
        "error += left_out": (1, SPARE),
        "everything = max(least, self.count + 1 - least)": (2, WIDTH),
        "distances = [abs(self.mean(end) - least) + cutoff for end in ends]": (1, SPARE),
        "width = max(ceil(float(each)) for each in distances) + 1": (3, SPARE),
        "if width < everything and all(each <= width for each in distances):": (2, WIDTH),
        "return width + width % 2, self.beyond(cutoff)": (1, SPARE),
    },
    "exact.population": {
        'signed = places.dtype.kind == "i"': (1, "secrets that are told with reports are never below 0"),
        "size = max(1, PIECE // rule.length)": (3, "how many are decided at a time"),
        "if rule == LAZY and len(table) <= 2:": (
            3,
            "either way of comparing the first bytes decides the same",
        ),
        "if len(digits) > 1:": (2, "with one probability, all have it"),
        "more = ties[0] if len(ties) == 1 else reduce(partial(np.logical_or, out=spare), ties)": (
            3,
            "each report is drawn from two probabilities",
        ),
        "return secrets.astype(np.uint8, copy=False) if kinds <= 256 else secrets": (
            4,
            "how many bytes a secret takes",
        ),
    },
    "budget": {
        "rational(self.value) if type(self.value) in (int, *FRACTIONS) else exactly(self.given, self.value)": (
            1,
            READ,
        ),
        'least = 0 if self.given == "epsilon" else 1': (
            2,
            "a budget below the least is refused where it is read",
        ),
        "if root is not None and bit_size(root) * abs(share.numerator) <= MOST_BITS:": (2, LENGTH),
        "number = value if isinstance(value, Fraction) and type(value) in FRACTIONS else exactly(name, value)": (
            1,
            READ,
        ),
        "def budget(reports: int = 1, **given: object) -> Budget:": (2, "whoever calls it says how many"),
        "if degree > value.bit_length():": (1, "between 1 and 2 there is no whole root"),
        "low, high = 1, 1 << (value.bit_length() // degree + 1)": (3, ROOT),
        "middle = (low + high + 1) // 2": (1, ROOT),
    },
    "sketch.spaces": {
        'row = "[0-9]{1,7}:" if self.sampled else ""': (1, "words of a schema, which no answer has"),
        "row = found[0]": (1, "one number is read there"),
        "if not (type(row) is int and 0 <= row < self.d if self.sampled else row is None):": (
            2,
            "a row that there is not is refused where it is read",
        ),
        'accepted = f"a row from 0 to {self.d - 1}" if self.sampled else "None, as all rows are told of"': (
            4,
            "words",
        ),
    },
    "tails": {
        **PROVED["tails"],
        "wanted = count + 1 if last is None else last + 1": (3, "in an answer it is always said up to where"),
        "odd, even = first[0] * second[1], second[0] * first[1]": (4, MEETING),
        "turn = float((odd * ones + even * (count - ones)) / (odd + even))": (4, MEETING),
        "return 2 * exp(-count * distance**2 / (2 * variance + 2 * width * distance / 3))": (
            1,
            "the width is 1 where it is asked for",
        ),
        "return [like(first[0], int(least < 1)) * (second[0] + second[1]) ** count] * (last + 1)": (
            1,
            SYSTEM,
        ),
        "before, now = like(one, 0), exactly_weighed(count, ones, second)": (
            2,
            "it is multiplied by k = 0",
        ),
    },
    "counting.reporters": {
        **PROVED["counting.reporters"],
        "if ratio < 1 and weight / (1 - ratio) < total.rad():": (7, REST),
        "others += weight / (1 - ratio)": (5, REST),
        "return ReporterWeights(N, [ball(1)], ball(0))": (
            1,
            "one weight alone is all of them, whatever it is",
        ),
        "total, others = ball(1), ball(0)": (2, "nothing but its rounding is asked for"),
        "likeliest = (N + 1) // T": (4, LIKELY),
        "total += weight": (1, "nothing but its rounding is asked for"),
    },
    "sketch.channels.channel": {
        "if type(column) is int and 0 <= column < width:": (
            3,
            "a column below 0 is refused where it is read, and 0 is taken below, if not here",
        ),
        "if 0 <= (found := index(column)) < width:": (3, "a column that there is was taken above"),
        'raise Refused(Reason.OUT_OF_RANGE, "there is no such column", f"a whole number from 0 to {width - 1}")': (
            3,
            "words",
        ),
    },
    "sketch.hashing.items": {
        "if 0 <= number < size:": (2, "a request's items are numbered from 0 to the last"),
        'raise Refused(Reason.OUT_OF_RANGE, "the item is no point", f"0 to {size - 1}")': (3, "words"),
        r'return _digest(b"\x00" + item, size)': (1, "a request's items are numbers"),
        r'return _digest(b"\x01" + _utf8(item), size)': (1, "a request's items are numbers"),
    },
    "sketch.hashing.told": {
        'settle(self, "collision", system="sketch", width=WIDTH, size=Whole(0, 10**6))': (
            1,
            "no list has fewer items than none",
        ),
    },
    "sketch.channels.hadamard": {
        'settle(self, width=DOMAINS["w"], skip=Whole(0, 1))': (2, "bounds of what nobody gives but we"),
        "pairs = values.reshape(*sums.shape[:-1], -1, 2, half)": (
            4,
            "rows may be one axis with the pairs, or two: what is in memory is the same",
        ),
        "values = np.stack((first + second, first - second), axis=-2).reshape(sums.shape)": (
            1,
            "the same axis, from the other end",
        ),
    },
    "chi2.accuracy": {
        "statistic = np.divide(slant**2 * N, weight * even, out=np.zeros_like(weight), where=weight > 0)": (
            1,
            "of one case and one control, all tables are candidates then, which are told apart exactly",
        ),
        "off: Array = np.abs(statistic - float(gap.tau)) / float(gap.tau)": (
            1,
            "the order of the tables is the same",
        ),
    },
    "sketch.counts": {
        "rate = p + (q - p) * k / d": (1, "a request is about one row"),
        "weight = like(p, comb(d, k) * (w - 1) ** (d - k)) / w**d": (1, "a request is about one row"),
    },
    "sketch.orders": {
        "sums = [like(row[0], 0)]": (1, SYSTEM),
    },
    "sketch.estimators": {
        "if isinstance(numbers[0], Fraction):": (1, "all of them are of one number system"),
    },
}

ASIDE: dict[str, tuple[str, ...]] = {
    "budget": ("way_schema",),
    "counting.tail": ("failure_of_each", "padded"),
    "exact.digits": ("bits", "above"),
    "exact.population": ("bernoullis",),
    "exact.subsets": ("uniforms", "subsets", "members", "_numbers"),
    "sketch.hashing.binary": ("linear", "times", "doubled"),
    "sketch.hashing.families": ("draw", "_modulo", "ranges", "columns", "_column", "independence"),
    "sketch.hashing.items": ("_digest",),
    "sketch.hashing.told": ("independence",),
    "sketch.intervals": ("intervals", "deviation_of_few", "_interval", "_lower", "_upper"),
    "sketch.orders": ("minimum", "median", "both"),
    "sketch.plan": ("plan", "bits", "text"),
    "sketch.spaces": ("__iter__",),
    "tails": ("hoeffding", "chernoff_divergence", "at_least", "threshold"),
    "chi2.curator": ("share_out", "total"),
    "chi2.formulas": ("four_cells",),
    "counting.variance": ("given_reporters",),
    "shots.expectations": ("__call__", "__pow__"),
    "shots.law": ("transcripts",),
    "shots.mixtures": ("crowd",),
    "counting.law": (
        "transcripts",
        "transcripts_every_round",
        "received",
        "hypergeometric",
        "ones",
        "glance",
        "harmony",
        "borappor",
    ),
    "shots.collector": ("save", "restore", "_parameters"),
    "counting.collector": ("save", "restore", "_parameters"),
    "sketch.collector": ("save", "restore", "_parameters", "merged"),
    "sketch.channels.unary": ("contents", "crowds", "possible", "outcomes"),
    "sketch.channels.kary": ("contents", "crowds", "possible", "bits"),
    "sketch.channels.hadamard": ("contents", "crowds", "_signs", "possible", "bits", "outcomes"),
    "sketch.formulas": ("private_rates",),
    "sketch.mechanism": ("neighbours",),
    "sketch.estimators": ("N",),
}
"""The functions of a module that no request reaches: whole populations, saved state, the size of a report, simulated runs, hashes, intervals, plans, what only proofs look at."""
