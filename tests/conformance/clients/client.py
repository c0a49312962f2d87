"""A client and a collector in plain Python, written from PROTOCOL.md: it shares nothing with ldproof.

Exact fractions where e^epsilon is rational; else estimates in floating point, and no coins.
"""

import json
import math
import re
import secrets
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

Object = dict[str, object]
Number = Fraction | float


class RefusedError(Exception):
    """A request that is refused."""


class UnsupportedError(Exception):
    """A request for what this program cannot do."""


# Numbers and budgets


def number(text: object) -> Fraction:
    if not isinstance(text, str) or not re.fullmatch(
        r"-?\d{1,300}(/\d{1,300}|(\.\d{1,300})?(e-?\d{1,3})?)", text
    ):
        raise RefusedError(f"{text!r} is no number")
    return Fraction(text)


def whole(text: object, least: int, what: str) -> int:
    value = number(text)
    if value.denominator != 1 or value < least:
        raise RefusedError(f"{what} must be a whole number, at least {least}")
    return int(value)


def root(value: int, m: int) -> int | None:
    """The m-th root of a whole number, or None if it is irrational."""
    low, high = 0, 1 << (value.bit_length() // m + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**m <= value else (low, middle - 1)
    return low if low**m == value else None


class Budget:
    """E, exactly or as None, and E - 1 in floating point."""

    def __init__(self, parameters: Object, m: int = 1) -> None:
        given = [name for name in ("epsilon", "odds", "report_odds") if name in parameters]
        if len(given) != 1:
            raise RefusedError("the budget is given once")
        text = parameters[given[0]]
        logarithm = given == ["epsilon"] and isinstance(text, str) and re.fullmatch(r"ln\((.*)\)", text)
        value = number(logarithm[1] if logarithm else text)
        if given == ["epsilon"] and not logarithm:
            if value <= 0:
                raise RefusedError("epsilon must be above 0")
            self.exact: Fraction | None = None
            self.excess = math.expm1(value / m)
            return
        if value <= 1:
            raise RefusedError("the odds must be above 1")
        m = 1 if given == ["report_odds"] else m
        above, below = root(value.numerator, m), root(value.denominator, m)
        self.exact = Fraction(above, below) if above and below else None
        self.excess = math.expm1(math.log(value) / m)

    def rational(self) -> Fraction:
        if self.exact is None:
            raise UnsupportedError("irrational odds")
        return self.exact

    def over_excess(self, a: Fraction, b: Fraction) -> Number:
        """a + b / (E - 1)."""
        return float(a) + float(b) / self.excess if self.exact is None else a + b / (self.exact - 1)


# Coins


class Coins:
    """Bytes that were given, or the system's if none were; how many were taken."""

    def __init__(self, given: bytes | None = None) -> None:
        self.given, self.taken = given, 0

    def read(self, k: int) -> bytes:
        if self.given is None:
            return secrets.token_bytes(k)
        if self.taken + k > len(self.given):
            raise RefusedError(f"{self.taken + k - len(self.given)} bytes are missing")
        self.taken += k
        return self.given[self.taken - k : self.taken]

    def below(self, n: int) -> int:
        k = ((n - 1).bit_length() + 7) // 8 + 1
        while True:
            drawn = int.from_bytes(self.read(k), "big")
            if drawn < 256**k // n * n:
                return drawn % n

    def subset(self, m: int, T: int) -> set[int]:
        chosen: set[int] = set()
        for j in range(T - m, T):
            drawn = self.below(j + 1)
            chosen.add(j if drawn in chosen else drawn)
        return chosen

    def decision(self, p: Fraction, table: Iterable[Fraction], *, decoys: bool = True) -> bool:
        read, digits = b"", dict.fromkeys({p, *table}, b"")
        while True:
            block = self.read(16)
            read += block
            digits = {q: expansion(q, len(read)) for q in digits}
            if read in digits.values() or (decoys and block.endswith(b"\0\0\0\0")):
                continue
            return read < digits[p]


def expansion(p: Fraction, length: int) -> bytes:
    """The first base-256 digits of p; those of 1 are 255, 255, ..."""
    whole_part = math.floor(p * (1 << 8 * length))
    return min(whole_part, (1 << 8 * length) - 1).to_bytes(length, "big")


# Clients: from parameters, an input and coins to an output


def shots_parameters(parameters: Object) -> tuple[int, int, Fraction]:
    T, m = whole(parameters["T"], 1, "T"), whole(parameters["m"], 1, "m")
    r = number(parameters.get("r", "0"))
    if m > T or not 0 <= r <= 1:
        raise RefusedError("m is at most T, and r from 0 to 1")
    return T, m, r


def states(text: object, T: int) -> str:
    if not isinstance(text, str) or len(text) != T or set(text) - {"0", "1"}:
        raise RefusedError(f"not one bit for each of {T} rounds")
    return text


def shots(parameters: Object, secret: object, coins: Coins) -> str:
    T, m, r = shots_parameters(parameters)
    true, E = states(secret, T), Budget(parameters, m).rational()
    truth = {"0": 1 / (E + 1), "1": E / (E + 1)}
    table = [truth["0"], truth["1"], r]
    chosen = coins.subset(m, T)
    return "".join(
        "01"[coins.decision(truth[state] if t in chosen else r, table)] for t, state in enumerate(true)
    )


def glance(parameters: Object, secret: object, coins: Coins) -> str:
    T = whole(parameters["T"], 1, "T")
    true, E = states(secret, T), Budget(parameters).rational()
    truth = {"0": 1 / (E + 1), "1": E / (E + 1)}
    (chosen,) = coins.subset(1, T)
    sent = "01"[coins.decision(truth[true[chosen]], truth.values())]
    return "-" * chosen + sent + "-" * (T - chosen - 1)


def sizes(parameters: Object) -> tuple[int, int]:
    return whole(parameters["w"], 2, "w"), whole(parameters["d"], 1, "d")


def columns(text: object, w: int, d: int) -> list[int]:
    if not isinstance(text, str) or not re.fullmatch(r"\d{1,9}(,\d{1,9})*", text):
        raise RefusedError("not columns")
    values = [int(column) for column in text.split(",")]
    if len(values) != d or max(values) >= w:
        raise RefusedError(f"not {d} columns below {w}")
    return values


def kary(parameters: Object, secret: object, coins: Coins) -> str:
    w, d = sizes(parameters)
    hashed, E = columns(secret, w, d), Budget(parameters).rational()
    row = coins.below(d)
    tell = (E - 1) / (E - 1 + w)
    told = coins.decision(tell, [tell], decoys=False)
    other = coins.below(w)
    return f"{row}:{hashed[row] if told else other}"


# Collectors: from parameters and a request to estimates


def listed(request: Object, name: str) -> list[object]:
    given = request.get(name)
    if not isinstance(given, list):
        raise RefusedError(f"{name} must be a list")
    return given


def rounds(request: Object, T: int, N: int, alphabet: str) -> list[tuple[int, int]]:
    """For each round (ones, bits)."""
    if ("reports" in request) == ("counts" in request):
        raise RefusedError("either reports or counts")
    given = request.get("reports", request.get("counts"))
    if not isinstance(given, list) or len(given) > T:
        raise RefusedError(f"not a list of at most {T} rounds")
    if "counts" in request:
        for pair in given:
            if not isinstance(pair, list) or len(pair) != 2 or any(type(count) is not int for count in pair):
                raise RefusedError("not two whole numbers for a round")
        return [(ones, bits) for ones, bits in given]
    if any(not isinstance(sent, str) or len(sent) != N or set(sent) - set(alphabet) for sent in given):
        raise RefusedError(f"not a character of {alphabet} for each of {N} people")
    if "-" in alphabet and any(sum(sent[i] != "-" for sent in given) > 1 for i in range(N)):
        raise RefusedError("somebody reports twice")
    return [(sent.count("1"), N - sent.count("-")) for sent in given]


def shots_estimates(parameters: Object, request: Object) -> list[Number]:
    T, m, r = shots_parameters(parameters)
    N, budget = whole(parameters["N"], 1, "N"), Budget(parameters, m)
    clipped = parameters.get("clipped", "no")
    if clipped not in ("yes", "no"):
        raise RefusedError("clipped is yes or no")
    estimates: list[Number] = []
    for ones, bits in rounds(request, T, N, "01"):
        if bits != N or not 0 <= ones <= N:
            raise RefusedError("not a bit of everybody")
        # (ones/N - q) / (p - q), with the truth about half of all told apart: p - q = m/T (E - 1)/(E + 1)
        over_half = (Fraction(ones, N) - Fraction(m, 2 * T) - (1 - Fraction(m, T)) * r) / Fraction(m, T)
        estimate = budget.over_excess(over_half + Fraction(1, 2), 2 * over_half)
        estimates.append(min(max(estimate, 0), 1) if clipped == "yes" else estimate)
    return estimates


def glance_estimates(parameters: Object, request: Object) -> list[Number | None]:
    T, N, budget = whole(parameters["T"], 1, "T"), whole(parameters["N"], 1, "N"), Budget(parameters)
    estimates: list[Number | None] = []
    heard = 0
    for ones, bits in rounds(request, T, N, "01-"):
        heard += bits
        if not 0 <= ones <= bits or heard > N:
            raise RefusedError("more reports than there are people")
        share = Fraction(ones, bits) if bits else None
        estimates.append(None if share is None else budget.over_excess(share, 2 * share - 1))
    return estimates


def kary_estimates(parameters: Object, request: Object) -> list[Number]:
    w, d = sizes(parameters)
    budget, c = Budget(parameters), number(parameters.get("collision", f"1/{w}"))
    estimator = parameters.get("estimator", "mean")
    if not 0 <= c < 1 or estimator not in ("mean", "median", "minimum"):
        raise RefusedError("collision is from 0 to below 1, and estimator mean, median or minimum")
    reports: list[tuple[int, int]] = []
    for report in listed(request, "reports"):
        found = re.fullmatch(r"(\d{1,9}):(\d{1,9})", report) if isinstance(report, str) else None
        if not found or int(found[1]) >= d or int(found[2]) >= w:
            raise RefusedError(f"{report!r} is no report")
        reports.append((int(found[1]), int(found[2])))

    def people(n: int, S: int, c: Fraction, stand_for: int = 1) -> Number:
        # (S - n low) / (high - low) = S + (S w - n) / (E - 1)
        return budget.over_excess(stand_for * (S - n * c) / (1 - c), stand_for * (S * w - n) / (1 - c))

    estimates: list[Number] = []
    for item in listed(request, "columns"):
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


def shots_decisions(parameters: Object, request: Object) -> list[str]:
    theta = number(parameters["theta"])
    Budget(parameters, whole(parameters["m"], 1, "m")).rational()
    estimates = shots_estimates(parameters, request)
    return ["up" if estimate >= theta else "down" for estimate in estimates]


def table_decisions(parameters: Object, request: Object) -> list[str]:
    m1, m2, tau = (
        whole(parameters["m1"], 1, "m1"),
        whole(parameters["m2"], 1, "m2"),
        number(parameters["tau"]),
    )
    Budget(parameters)
    if tau <= 0:
        raise RefusedError("tau is above 0")
    decisions: list[str] = []
    for table in listed(request, "tables"):
        a, b = columns(table, max(m1, m2) + 1, 2)
        if a > m1 or b > m2:
            raise RefusedError("more have the variant than there are")
        N, s, h = m1 + m2, a + b, a * m2 - b * m1
        statistic = Fraction(N * h * h, s * (N - s) * m1 * m2) if 0 < s < N else Fraction(0)
        decisions.append("1" if statistic > tau else "0")
    return decisions


# The protocol

F = TypeVar("F")
Table = dict[str, tuple[F, set[str], set[str]]]
"""By mechanism what computes, the parameters, and those that are optional."""
BUDGET = {"epsilon", "odds"}
SHOTS = ({"T", "m"}, {"r", "report_odds"} | BUDGET)
TABLE = ({"m1", "m2", "tau"}, BUDGET)
Estimates = list[Number] | list[Number | None]
RANDOMIZE: Table[Callable[[Object, object, Coins], str]] = {
    "shots.report": (shots, *SHOTS),
    "counting.glance": (glance, {"T"}, BUDGET),
    "sketch.kary": (kary, {"w", "d"}, BUDGET),
}
ESTIMATE: Table[Callable[[Object, Object], Estimates]] = {
    "shots.report": (shots_estimates, SHOTS[0] | {"N"}, SHOTS[1] | {"clipped"}),
    "counting.glance": (glance_estimates, {"T", "N"}, BUDGET),
    "sketch.kary": (kary_estimates, {"w", "d"}, BUDGET | {"collision", "estimator"}),
}
DECIDE: Table[Callable[[Object, Object], list[str]]] = {
    "shots.report": (shots_decisions, SHOTS[0] | {"N", "theta"}, SHOTS[1]),
    "chi2.algorithm_2": (table_decisions, *TABLE),
    "chi2.optimal": (table_decisions, *TABLE),
}


def looked_up(table: Table[F], request: Object) -> tuple[F, Object]:
    """The function for this mechanism, and its parameters, all of them known and none missing."""
    mechanism, parameters = request.get("mechanism"), request.get("parameters")
    if not isinstance(mechanism, str) or mechanism not in table:
        raise UnsupportedError(f"no {mechanism!r}")
    function, needed, optional = table[mechanism]
    if not isinstance(parameters, dict) or needed - set(parameters) or set(parameters) - needed - optional:
        raise RefusedError(f"the parameters are {', '.join(sorted(needed | optional))}")
    return function, parameters


def described(_request: Object) -> Object:
    capabilities = {
        "randomize": [*RANDOMIZE],
        "coins": [*RANDOMIZE],
        "inputs": [*RANDOMIZE],
        "estimate": [*ESTIMATE],
        "decide": [*DECIDE],
    }
    names = [*dict.fromkeys([*RANDOMIZE, *ESTIMATE, *DECIDE])]
    return {"protocol": 1, "name": "plain Python", "mechanisms": names, "capabilities": capabilities}


def randomized(request: Object) -> Object:
    function, parameters = looked_up(RANDOMIZE, request)
    if ("coins" in request) + ("count" in request) + ("inputs" in request) != 1:
        raise RefusedError("either count, coins or inputs")
    if "inputs" in request:
        inputs = request["inputs"]
        if not isinstance(inputs, list) or not 1 <= len(inputs) <= 1000:
            raise RefusedError("inputs are a list of 1 to 1000")
        return {"outputs": [function(parameters, one, Coins()) for one in inputs]}
    if "coins" in request:
        if not isinstance(request["coins"], str) or not re.fullmatch(r"([0-9a-fA-F]{2})*", request["coins"]):
            raise RefusedError("coins are bytes, two hexadecimal digits each")
        coins = Coins(bytes.fromhex(request["coins"]))
        return {"outputs": [function(parameters, request.get("input"), coins)], "taken": [coins.taken]}
    count = request["count"]
    if type(count) is not int or not 1 <= count <= 1000:
        raise RefusedError("count is from 1 to 1000")
    return {"outputs": [function(parameters, request.get("input"), Coins()) for _ in range(count)]}


def estimated(request: Object) -> Object:
    function, parameters = looked_up(ESTIMATE, request)
    digits = request.get("digits", 20)
    if type(digits) is not int or not 1 <= digits <= 4000:
        raise RefusedError("digits are from 1 to 4000")
    return {"estimates": [written(estimate) for estimate in function(parameters, request)]}


def written(estimate: Number | None) -> object:
    if estimate is None or isinstance(estimate, float):
        return estimate
    estimate = Fraction(estimate)
    return {"exact": f"{estimate.numerator}/{estimate.denominator}"}


def decided(request: Object) -> Object:
    function, parameters = looked_up(DECIDE, request)
    return {"decisions": function(parameters, request)}


OPS = {"describe": described, "randomize": randomized, "estimate": estimated, "decide": decided}


def answered(request: Object) -> Object:
    op = request["op"]
    if not isinstance(op, str) or op not in OPS:
        return {"unsupported": f"no op {op!r}"}
    try:
        return OPS[op](request)
    except RefusedError as refusal:
        return {"error": str(refusal)}
    except UnsupportedError as refusal:
        return {"unsupported": str(refusal)}


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], **answered(asked)}), flush=True)
