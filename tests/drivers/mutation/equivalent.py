"""Mutants that compute the same: how many on a line, and why. The proofs cannot kill them, and need not."""

NEVER_0 = "a sign that is decided is 1 or -1, as no ball around these numbers loses its radius"
GUESS = (
    "floats only guess a rank; where they are in doubt, certified tails move it up or down until it is right"
)
HAIR = "a float that is exactly on the border of being near or in doubt"
EARLIER = "whoever asks from an earlier rank on asks more often, and ends at the same one"
WIDER = "the distances are widened already, by more than floats are off in the cases"
MORE = "more rates are asked, and the farthest that is reached is found among them"
LENGTH = (
    "how long fractions may be: it says whether a number is a fraction or enclosed, and here that is not seen"
)

NOT_REACHED = "rates that do not occur are not chosen: as far as they, no other rates are reached than from the next that occurs"

SCALED = "everybody's weights have this factor, and its inverse is multiplied again"

STOPS = (
    "it only says where to stop: what is left is counted, and a wider ball is asked for again with more bits"
)

WIDE = "a wide ball is asked for again with more bits, and the sum finds it"

MEETING = "only where the runs from both ends meet: anywhere, the weights are the same"

EQUIVALENT: dict[str, dict[str, tuple[int, str]]] = {
    "chi2.law": {
        "scale = (1 if norm > 1 else -1) / (far - near)": (1, "on the circle the sum is 0 with either sign")
    },
    "chi2.regions": {
        "found: Bits = left > right": (1, "where both are equal, fractions decide"),
        "found |= even & (spread > 0)": (
            1,
            "it is 1 only of 2 people of whom 1 has the variant, and then the groups' shares differ",
        ),
        "doubtful = ~even & (np.abs(left - right) <= DOUBT * (left + right))": (1, HAIR),
    },
    "chi2.significance": {"if not 0 < chance < 1:": (4, "it only says when to refuse")},
    "chi2.distance": {
        "far = 1": (1, "any start finds a distance to search below"),
        "far *= 2": (1, "any growth finds a distance to search below"),
    },
    "chi2.rows": {
        "flipped = a * region.m2 < b * region.m1": (1, "tables with equal shares are not significant")
    },
    "chi2.way_out": {
        "few = min(region.m1, region.m2) <= MOST_ROWS": (1, "it only says when rows are quicker"),
        "closer = about < nearest": (1, "one table more, whose way is no shorter"),
    },
    "chi2.sensitivities": {
        "cells = rational(low if tau < m1 + m2 else m2 - low), rational(m1), rational(m2), tau": (
            1,
            "at tau = N |T| does not lean: both rows' steps are as long",
        )
    },
    "counting.best": {
        "order = variances[which].compared(variances[winners[0]])": (1, "all winners have the same variance"),
        "return 1 - 2 * c0 / (c1 + signed) if along > 0 else 1 + (signed - c1) / (2 * c2)": (
            2,
            "where c1 is 0 both formulas are right",
        ),
    },
    "counting.bounds": {
        "return all(side in (0, 1) or distant(side, distance, enough) for side in (mu, 1 - mu))": (
            2,
            "from 1 every step leads out of (0, 1), and that counts as infinite too",
        ),
        "return distance >= 1 - mu or lift(divergence, mu + distance, mu) >= enough": (2, NEVER_0),
        "if people > N:": (1, NEVER_0),
    },
    "counting.law": {
        "(like(excess, 0), coin.spoken(excess, state, bit)) for state, bit in zip(states, seen, strict=True)": (
            2,
            "no round is silent",
        ),
        "drawn = range(max(0, k - (N - active)), min(k, active) + 1)": (
            1,
            "there are no ways to choose more people than there are",
        ),
    },
    "counting.inversion": {
        "if by_distance(ordered[low], ordered[high]) == 0:": (1, "the nearest is not the farthest of them"),
        "return distances[one].compared(distances[other]) if one != other else 0": (
            2,
            "a rate is compared with itself where it is alone, and then it is chosen whatever is said",
        ),
        "place = (low + high + 1) // 2": (1, "any place between the ends halves too"),
        "first = int(np.count_nonzero(chances < float(tail) * (1 - DOUBT)))": (2, MORE),
        "last = int(np.count_nonzero(chances[:-1] <= float(tail) * (1 + DOUBT)))  # the last chance is 1": (
            2,
            MORE,
        ),
        "found |= {exact_rate(around, reporters, ones) for ones in range(int(one), int(other) + 1)}": (
            1,
            MORE,
        ),
        "k = np.arange(N if T == 1 else int(around.fill is None), N + 1)": (2, NOT_REACHED),
        "for low, high in ((mean - most, mean - least), (mean + least, mean + most)):": (2, NOT_REACHED),
        "first = np.ceil(np.maximum(0.0, start + slope * low) - NEAR * N)": (1, WIDER),
        "last = np.floor(np.minimum(k, start + slope * high) + NEAR * N)": (1, WIDER),
        "low, high = (reached, mirror) if mean > reached else (mirror, reached)": (
            1,
            "the mean itself is its own mirror, and never comes here",
        ),
    },
    "counting.joint": {
        "for A in range(1, numbers.last + 1):": (1, "a weight more is never looked up"),
        "terms = (2 * M + 1) * (N - M + 1)": (10, "it only says when to refuse"),
        "terms = [like(excess, 0)] * ((2 * M + 1) * (K + 1))": (3, "more terms that are 0"),
        "return (like(system, -people) / T).exp()": (1, SCALED),
        "return Fraction(1)": (1, SCALED),
        "for each in range(1, people + 1):": (1, "the last factor is people/people"),
    },
    "counting.tail": {
        "few_idles = idles.last < actives.last": (
            1,
            "where there are as many, either may be looked at first",
        ),
        "actives, idles = (ReporterWeights(0, [ball(1)] * (last + 1), ball(0)) for last in lasts)": (
            4,
            "it is only asked which numbers there are",
        ),
        "failing = [[ball(0)] * (lasts[1] + 1) for _ in range(lasts[0] + 1)]": (2, "every place is filled"),
        "for A, B, failed in rounds[0].failures(actives, idles, excess):": (1, "all rounds fail alike"),
        "return 0, 1": (2, "nobody sends no more than 0 ones"),
        "low < 0 and high > k for k in (int(self.fill is None), self.N) for low, high in (self.fine(k),)": (
            1,
            "then the sum finds that it never fails",
        ),
        "some.others / some.total() + rest.others / rest.total(),": (
            2,
            "no total is less than 1, so that a ball with 0 in it is wider times the total",
        ),
        "for k in range(actives.first + idles.first, actives.last + idles.last + 1):": (
            2,
            "no more people report than all",
        ),
        "return N * (T * one.denominator).bit_length() <= MOST_BITS": (1, LENGTH),
    },
    "counting.reporters": {
        "return N * T.bit_length() <= MOST_BITS": (2, LENGTH),
        "return lift(Power(N), stays, exactly=short(N, T) or T == 1)": (3, LENGTH),
        "likeliest = (N + 1) // T": (1, "where it differs both numbers are as likely"),
        "total, others = ball(1), ball(0)": (2, STOPS),
        "total += weight": (1, STOPS),
        "if ratio < 1 and weight / (1 - ratio) < total.rad():": (7, STOPS),
        "if most.contains(1):  # at this precision": (2, "the sum finds it too, with more bits"),
        "return most.union(ball(1))": (2, WIDE),
        "if term < total.rad():": (1, STOPS),
        "return total + term.union(-term)": (
            2,
            "the ball lies alike around 0, and what is left is less than its radius",
        ),
        "most = 1 - (1 - nobody(N, T)()) ** T": (
            5,
            "where it is not used the sum finds it too, and it is where the power is less than the rounding of 1",
        ),
    },
    "reporting.transcript": {
        "row = start(rounds[0][0], m)": (3, "any of the numbers says which number system it is")
    },
    "shots.alphas": {"return alpha < lift(largest_alpha, m, T, r, budget.report_excess())": (1, NEVER_0)},
    "shots.amplification": {
        "if lift(event_odds, m, T, r, excess) <= target_odds:": (
            1,
            "at the tight odds delta is 0 either way",
        ),
        "most = like(excess, 0)": (1, "a divergence is at least 0"),
        "for right in range(active + 1):": (1, "there is no way to choose more rounds than there are"),
        "for wrong in range(idle + 1):": (1, "there is no way to choose more rounds than there are"),
        "(active - right, 1, 0),": (1, "bits are only asked whether they are the same"),
        "(wrong, 0, 1),": (2, "bits are only asked whether they are the same"),
        "for each in (state, 1 - state)": (
            1,
            "2 is not 1 either, and from state 1 only a seen 1 adds to the divergence",
        ),
    },
    "shots.choice": {
        "return 1 + bisect_left(range(1, T), 1, key=lambda m: -advantage(m, epsilon))": (
            1,
            "an advantage is 1 or -1, never 0",
        ),
        "low, high = Fraction(1741, 1000 * (m + 1)), Fraction(1742, 1000 * m)": (
            4,
            "a wider bracket of the same root",
        ),
        "return tie(exp(Real(v)), m) > 0": (1, NEVER_0),
        "return worst(m, T, epsilon) < worst(other, T, epsilon)": (1, NEVER_0),
        "return lift(worst_variance, 1, m, T, 0, expm1(epsilon / m))": (
            2,
            "variances are compared for equally many people, and r = 1 is as good as r = 0",
        ),
        "return [int(each) for each in m[scaled <= scaled.min() * (1 + 1e-6)]]": (
            2,
            "more candidates for the certified comparison, or the same",
        ),
    },
    "shots.detection": {
        "return detected(shots, N, least, [active], excess)[0]": (2, "the last of one is the first")
    },
    "shots.expectations": {
        "stretch = T // common * max(d for d in range(1, isqrt(common) + 1) if common % d == 0)": (
            1,
            "all stretches are right, and it only says how long they are",
        ),
        "system = hits[0]": (2, "any of the numbers says which number system it is"),
    },
    "shots.inversion": {
        "largest = like(excess, 0)": (1, "an error is at least 0"),
        "rows, guesses = likely_ranks(each, centres, within(mean, record - 2 * NEAR), float(tail))": (
            3,
            EARLIER,
        ),
        "if distance > record - NEAR:": (1, HAIR),
        "return [(active, ones) for distance, active, ones in found if distance > record - NEAR]": (1, HAIR),
        "return settle(shots, MOST_BITS // N**2, both)": (3, LENGTH),
        "for place in np.flatnonzero(np.abs(2 * mean - np.round(2 * mean)) < NEAR):": (1, HAIR),
        "between = np.floor(mean + distance) - np.ceil(mean - distance) + 1": (4, EARLIER),
        "found: Int64Array = np.maximum(between, 0).astype(np.int64)": (1, EARLIER),
        "rows = rows[chances(crowd, centres, rows, rank) >= tail * (1 - DOUBT)]": (
            2,
            "a row more, of which the last rank is nearer, and is not kept",
        ),
        "while (rising := chances(crowd, centres, rows, low + step) > tail).any():": (1, GUESS),
        "low, step = np.where(rising, low + step, low), np.where(rising, 2 * step, step)": (2, GUESS),
        "while (step > 1).any():": (1, GUESS),
        "step = np.maximum(step // 2, 1)": (3, GUESS),
        "low = np.where(chances(crowd, centres, rows, low + step) > tail, low + step, low)": (3, GUESS),
        "reached = chances(crowd, centres, rows, rank) > tail * (1 + DOUBT)": (2, GUESS),
        "last = chances(crowd, centres, rows, rank + 1) < tail * (1 - DOUBT)": (4, GUESS),
        "guess -= 1": (1, "what is passed on the way down is found again on the way up"),
    },
    "shots.mixtures": {
        "kept = np.flatnonzero(both >= dust)": (1, HAIR),
        "if high - low <= TOGETHER:": (1, "they may be parted anywhere, or not at all"),
        "return Masses(self.start + other.start + int(kept[0]), both[kept[0] : kept[-1] + 1])": (
            1,
            "one more probability is kept",
        ),
    },
    "sketch.bias": {
        "short = len(known) == 2 and N * d * max(map(bit_size, (*known, Fraction(w)))) <= MOST_BITS": (
            3,
            LENGTH,
        )
    },
    "sketch.counts": {"for k in range(d + 1):": (1, "there is no way to choose more rows than there are")},
    "sketch.hashing.binary": {
        "table = np.zeros(1 << BYTE, np.uint64)": (1, "the rest of a longer table is never looked up")
    },
    "sketch.hashing.families": {
        "secret = key[0].to_bytes(32)": (1, "the last of one is the first"),
        "return next(number for number in map(int.from_bytes, digests) if number < end) % self.width": (
            1,
            "nobody knows a digest that is exactly the end, one in 2^64",
        ),
    },
    "sketch.intervals": {
        "return ((estimate - A - ball(N) * B) / (1 - B)).max(0) if B < 1 else ball(0)": (
            1,
            "B is irrational, so that it is not 1",
        )
    },
    "sketch.orders": {
        "found: defaultdict[int, Known] = defaultdict(lambda: like(row[0], 0))": (
            1,
            "any of the numbers says which number system it is",
        ),
        "sums = [like(row[0], 0)]": (1, "any of the numbers says which number system it is"),
    },
    "sketch.ranges": {"for level in range(levels, 0, -1):": (1, "nothing is left after level 1")},
    "tails": {
        "for k in range(count, -1, -1):": (1, "-1 successes have probability 0"),
        "return [like(first[0], int(least < 1)) * (second[0] + second[1]) ** count] * (last + 1)": (
            2,
            "any of the numbers says which number system it is",
        ),
        "odd, even = first[0] * second[1], second[0] * first[1]": (4, MEETING),
        "rising = max(1, min(count + 1, int(turn) + 1))": (8, MEETING),
        "wanted = count + 1 if last is None else last + 1": (
            1,
            "the runs from both ends are no longer than that",
        ),
        "return [1 - chances[0], chances[0]] if chances else [like(system, 1)]": (
            2,
            "there is one chance alone",
        ),
        "before, now = like(one, 0), exactly_weighed(count, ones, second)": (2, "it is multiplied by k = 0"),
        "if wanted <= rising:": (1, MEETING),
    },
}
"""By module and line."""
