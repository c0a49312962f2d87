"""A client and a collector in plain Python, written from PROTOCOL.md: it shares nothing with ldproof.

Exact fractions where e^epsilon is rational; else estimates in floating point, and no coins.
"""

import json
import math
import re
import secrets
import sys
from fractions import Fraction


class Wrong(Exception):
    """A request that is refused."""


class Beyond(Exception):
    """A request for what this program cannot do."""


# Numbers and budgets


def number(text):
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,300}(/\d{1,300}|(\.\d{1,300})?(e-?\d{1,3})?)", text):
        raise Wrong(f"{text!r} is no number")
    return Fraction(text)


def whole(text, least, what):
    value = number(text)
    if value.denominator != 1 or value < least:
        raise Wrong(f"{what} must be a whole number, at least {least}")
    return int(value)


def root(value, m):
    """The m-th root of a whole number, or None if it is irrational."""
    low, high = 0, 1 << (value.bit_length() // m + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**m <= value else (low, middle - 1)
    return low if low**m == value else None


class Budget:
    """E, exactly or as None, and E - 1 in floating point."""

    def __init__(self, parameters, m=1):
        given = [name for name in ("epsilon", "odds", "report_odds") if name in parameters]
        if len(given) != 1:
            raise Wrong("the budget is given once")
        text = parameters[given[0]]
        logarithm = given == ["epsilon"] and isinstance(text, str) and re.fullmatch(r"ln\((.*)\)", text)
        value = number(logarithm[1] if logarithm else text)
        if given == ["epsilon"] and not logarithm:
            if value <= 0:
                raise Wrong("epsilon must be above 0")
            self.exact, self.excess = None, math.expm1(value / m)
            return
        if value <= 1:
            raise Wrong("the odds must be above 1")
        m = 1 if given == ["report_odds"] else m
        above, below = root(value.numerator, m), root(value.denominator, m)
        self.exact = Fraction(above, below) if above and below else None
        self.excess = math.expm1(math.log(value) / m)

    def rational(self):
        if self.exact is None:
            raise Beyond("irrational odds")
        return self.exact

    def over_excess(self, a, b):
        """a + b / (E - 1)."""
        return float(a) + float(b) / self.excess if self.exact is None else a + b / (self.exact - 1)


# Coins


class Coins:
    """Bytes that were given, or the system's if none were; how many were taken."""

    def __init__(self, given=None):
        self.given, self.taken = given, 0

    def read(self, k):
        if self.given is None:
            return secrets.token_bytes(k)
        if self.taken + k > len(self.given):
            raise Wrong(f"{self.taken + k - len(self.given)} bytes are missing")
        self.taken += k
        return self.given[self.taken - k : self.taken]

    def below(self, n):
        k = ((n - 1).bit_length() + 7) // 8 + 1
        while True:
            drawn = int.from_bytes(self.read(k), "big")
            if drawn < 256**k // n * n:
                return drawn % n

    def subset(self, m, T):
        chosen = set()
        for j in range(T - m, T):
            drawn = self.below(j + 1)
            chosen.add(j if drawn in chosen else drawn)
        return chosen

    def decision(self, p, table, decoys=True):
        read, digits = b"", {q: b"" for q in {p, *table}}
        while True:
            block = self.read(16)
            read += block
            digits = {q: expansion(q, len(read)) for q in digits}
            if read in digits.values() or (decoys and block.endswith(b"\0\0\0\0")):
                continue
            return read < digits[p]


def expansion(p, length):
    """The first base-256 digits of p; those of 1 are 255, 255, ..."""
    return min(math.floor(p * 256**length), 256**length - 1).to_bytes(length, "big")


# Clients: from parameters, an input and coins to an output


def shots_parameters(parameters):
    T, m = whole(parameters["T"], 1, "T"), whole(parameters["m"], 1, "m")
    r = number(parameters.get("r", "0"))
    if m > T or not 0 <= r <= 1:
        raise Wrong("m is at most T, and r from 0 to 1")
    return T, m, r


def states(text, T):
    if not isinstance(text, str) or len(text) != T or set(text) - {"0", "1"}:
        raise Wrong(f"not one bit for each of {T} rounds")
    return text


def shots(parameters, secret, coins):
    T, m, r = shots_parameters(parameters)
    secret, E = states(secret, T), Budget(parameters, m).rational()
    truth = {"0": 1 / (E + 1), "1": E / (E + 1)}
    table = [truth["0"], truth["1"], r]
    chosen = coins.subset(m, T)
    return "".join(
        "01"[coins.decision(truth[state] if t in chosen else r, table)] for t, state in enumerate(secret)
    )


def glance(parameters, secret, coins):
    T = whole(parameters["T"], 1, "T")
    secret, E = states(secret, T), Budget(parameters).rational()
    truth = {"0": 1 / (E + 1), "1": E / (E + 1)}
    (chosen,) = coins.subset(1, T)
    sent = "01"[coins.decision(truth[secret[chosen]], truth.values())]
    return "-" * chosen + sent + "-" * (T - chosen - 1)


def sizes(parameters):
    return whole(parameters["w"], 2, "w"), whole(parameters["d"], 1, "d")


def columns(text, w, d):
    if not isinstance(text, str) or not re.fullmatch(r"\d{1,9}(,\d{1,9})*", text):
        raise Wrong("not columns")
    values = [int(column) for column in text.split(",")]
    if len(values) != d or max(values) >= w:
        raise Wrong(f"not {d} columns below {w}")
    return values


def kary(parameters, secret, coins):
    w, d = sizes(parameters)
    hashed, E = columns(secret, w, d), Budget(parameters).rational()
    row = coins.below(d)
    tell = (E - 1) / (E - 1 + w)
    told, other = coins.decision(tell, [tell], decoys=False), coins.below(w)
    return f"{row}:{hashed[row] if told else other}"


# Collectors: from parameters and a request to estimates


def rounds(request, T, N, alphabet):
    """For each round (ones, bits)."""
    if ("reports" in request) == ("counts" in request):
        raise Wrong("either reports or counts")
    given = request.get("reports", request.get("counts"))
    if not isinstance(given, list) or len(given) > T:
        raise Wrong(f"not a list of at most {T} rounds")
    if "counts" in request:
        for pair in given:
            if not isinstance(pair, list) or len(pair) != 2 or any(type(count) is not int for count in pair):
                raise Wrong("not two whole numbers for a round")
        return [(ones, bits) for ones, bits in given]
    if any(not isinstance(sent, str) or len(sent) != N or set(sent) - set(alphabet) for sent in given):
        raise Wrong(f"not a character of {alphabet} for each of {N} people")
    if "-" in alphabet and any(sum(sent[i] != "-" for sent in given) > 1 for i in range(N)):
        raise Wrong("somebody reports twice")
    return [(sent.count("1"), N - sent.count("-")) for sent in given]


def shots_estimates(parameters, request):
    T, m, r = shots_parameters(parameters)
    N, budget = whole(parameters["N"], 1, "N"), Budget(parameters, m)
    clipped = parameters.get("clipped", "no")
    if clipped not in ("yes", "no"):
        raise Wrong("clipped is yes or no")
    estimates = []
    for ones, bits in rounds(request, T, N, "01"):
        if bits != N or not 0 <= ones <= N:
            raise Wrong("not a bit of everybody")
        # (ones/N - q) / (p - q), with the truth about half of all told apart: p - q = m/T (E - 1)/(E + 1)
        over_half = (Fraction(ones, N) - Fraction(m, 2 * T) - (1 - Fraction(m, T)) * r) / Fraction(m, T)
        estimate = budget.over_excess(over_half + Fraction(1, 2), 2 * over_half)
        estimates.append(min(max(estimate, 0), 1) if clipped == "yes" else estimate)
    return estimates


def glance_estimates(parameters, request):
    T, N, budget = whole(parameters["T"], 1, "T"), whole(parameters["N"], 1, "N"), Budget(parameters)
    estimates, heard = [], 0
    for ones, bits in rounds(request, T, N, "01-"):
        heard += bits
        if not 0 <= ones <= bits or heard > N:
            raise Wrong("more reports than there are people")
        share = Fraction(ones, bits) if bits else None
        estimates.append(None if share is None else budget.over_excess(share, 2 * share - 1))
    return estimates


def kary_estimates(parameters, request):
    w, d = sizes(parameters)
    budget, c = Budget(parameters), number(parameters.get("collision", f"1/{w}"))
    estimator = parameters.get("estimator", "mean")
    if not 0 <= c < 1 or estimator not in ("mean", "median", "minimum"):
        raise Wrong("collision is from 0 to below 1, and estimator mean, median or minimum")
    if not isinstance(request.get("reports"), list) or not isinstance(request.get("columns"), list):
        raise Wrong("reports and columns are needed")
    reports = []
    for report in request["reports"]:
        found = re.fullmatch(r"(\d{1,9}):(\d{1,9})", report) if isinstance(report, str) else None
        if not found or int(found[1]) >= d or int(found[2]) >= w:
            raise Wrong(f"{report!r} is no report")
        reports.append((int(found[1]), int(found[2])))

    def people(n, S, c, stand_for=1):
        # (S - n low) / (high - low) = S + (S w - n) / (E - 1)
        return budget.over_excess(stand_for * (S - n * c) / (1 - c), stand_for * (S * w - n) / (1 - c))

    estimates = []
    for item in request["columns"]:
        hashed = columns(item, w, d)
        n = [0] * d
        S = [0] * d
        for row, column in reports:
            n[row] += 1
            S[row] += hashed[row] == column
        if estimator == "mean":
            estimates.append(people(sum(n), sum(S), c))
        elif estimator == "minimum":
            estimates.append(min(people(n[row], S[row], Fraction(0), d) for row in range(d)))
        else:
            ordered = sorted(people(n[row], S[row], c, d) for row in range(d))
            estimates.append((ordered[(d - 1) // 2] + ordered[d // 2]) / 2)
    return estimates


# Decisions


def shots_decisions(parameters, request):
    theta = number(parameters["theta"])
    Budget(parameters, whole(parameters["m"], 1, "m")).rational()
    estimates = shots_estimates(parameters, request)
    return ["up" if estimate >= theta else "down" for estimate in estimates]


def table_decisions(parameters, request):
    m1, m2, tau = whole(parameters["m1"], 1, "m1"), whole(parameters["m2"], 1, "m2"), number(parameters["tau"])
    Budget(parameters)
    if tau <= 0 or not isinstance(request.get("tables"), list):
        raise Wrong("tau is above 0, and tables are needed")
    decisions = []
    for table in request["tables"]:
        a, b = columns(table, max(m1, m2) + 1, 2)
        if a > m1 or b > m2:
            raise Wrong("more have the variant than there are")
        N, s, h = m1 + m2, a + b, a * m2 - b * m1
        statistic = Fraction(N * h * h, s * (N - s) * m1 * m2) if 0 < s < N else Fraction(0)
        decisions.append("1" if statistic > tau else "0")
    return decisions


# The protocol

BUDGET = {"epsilon", "odds"}
SHOTS = ({"T", "m"}, {"r", "report_odds"} | BUDGET)
TABLE = ({"m1", "m2", "tau"}, BUDGET)
RANDOMIZE = {
    "shots.report": (shots, *SHOTS),
    "counting.glance": (glance, {"T"}, BUDGET),
    "sketch.kary": (kary, {"w", "d"}, BUDGET),
}
ESTIMATE = {
    "shots.report": (shots_estimates, SHOTS[0] | {"N"}, SHOTS[1] | {"clipped"}),
    "counting.glance": (glance_estimates, {"T", "N"}, BUDGET),
    "sketch.kary": (kary_estimates, {"w", "d"}, BUDGET | {"collision", "estimator"}),
}
DECIDE = {
    "shots.report": (shots_decisions, SHOTS[0] | {"N", "theta"}, SHOTS[1]),
    "chi2.algorithm_2": (table_decisions, *TABLE),
    "chi2.optimal": (table_decisions, *TABLE),
}


def looked_up(table, request):
    """The function for this mechanism, and its parameters, all of them known and none missing."""
    mechanism, parameters = request.get("mechanism"), request.get("parameters")
    if not isinstance(mechanism, str) or mechanism not in table:
        raise Beyond(f"no {mechanism!r}")
    function, needed, optional = table[mechanism]
    if not isinstance(parameters, dict) or needed - set(parameters) or set(parameters) - needed - optional:
        raise Wrong(f"the parameters are {', '.join(sorted(needed | optional))}")
    return function, parameters


def described(request):
    capabilities = {"randomize": [*RANDOMIZE], "coins": [*RANDOMIZE], "estimate": [*ESTIMATE], "decide": [*DECIDE]}
    names = [*dict.fromkeys([*RANDOMIZE, *ESTIMATE, *DECIDE])]
    return {"protocol": 1, "name": "plain Python", "mechanisms": names, "capabilities": capabilities}


def randomized(request):
    function, parameters = looked_up(RANDOMIZE, request)
    if ("coins" in request) == ("count" in request):
        raise Wrong("either count or coins")
    if "coins" in request:
        if not isinstance(request["coins"], str) or not re.fullmatch(r"([0-9a-fA-F]{2})*", request["coins"]):
            raise Wrong("coins are bytes, two hexadecimal digits each")
        coins = Coins(bytes.fromhex(request["coins"]))
        return {"outputs": [function(parameters, request.get("input"), coins)], "taken": [coins.taken]}
    count = request["count"]
    if type(count) is not int or not 1 <= count <= 1000:
        raise Wrong("count is from 1 to 1000")
    return {"outputs": [function(parameters, request.get("input"), Coins()) for _ in range(count)]}


def estimated(request):
    function, parameters = looked_up(ESTIMATE, request)
    digits = request.get("digits", 20)
    if type(digits) is not int or not 1 <= digits <= 4000:
        raise Wrong("digits are from 1 to 4000")
    return {"estimates": [written(estimate) for estimate in function(parameters, request)]}


def written(estimate):
    if estimate is None or isinstance(estimate, float):
        return estimate
    estimate = Fraction(estimate)
    return {"exact": f"{estimate.numerator}/{estimate.denominator}"}


def decided(request):
    function, parameters = looked_up(DECIDE, request)
    return {"decisions": function(parameters, request)}


OPS = {"describe": described, "randomize": randomized, "estimate": estimated, "decide": decided}

for line in sys.stdin:
    request = json.loads(line)
    try:
        if request["op"] not in OPS:
            raise Beyond(f"no op {request['op']!r}")
        answer = OPS[request["op"]](request)
    except Wrong as wrong:
        answer = {"error": str(wrong)}
    except Beyond as beyond:
        answer = {"unsupported": str(beyond)}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
