"""An independent program, written from PROTOCOL.md alone, that draws from coins.

Odds are rational here, or their logarithm is given; anything else is unsupported.
"""

import json
import sys
from fractions import Fraction
from typing import Any

Table = list[Fraction]
Parameters = dict[str, str]


class UnsupportedError(Exception):
    """This program cannot do what the request asks."""


class Tape:
    """The coins of a request."""

    def __init__(self, coins: bytes) -> None:
        self.coins = coins
        self.taken = 0

    def read(self, count: int) -> bytes:
        if self.taken + count > len(self.coins):
            raise ValueError("the coins do not suffice")
        self.taken += count
        return self.coins[self.taken - count : self.taken]


def number(n: int, tape: Tape) -> int:
    k = 1
    while 256 ** (k - 1) < n:
        k += 1
    while True:
        drawn = int.from_bytes(tape.read(k), "big")
        if drawn < 256**k - 256**k % n:
            return drawn % n


def choice(T: int, m: int, tape: Tape) -> set[int]:
    chosen: set[int] = set()
    for j in range(T - m, T):
        drawn = number(j + 1, tape)
        chosen.add(j if drawn in chosen else drawn)
    return chosen


def digits(p: Fraction, count: int) -> bytes:
    return bytes([255] * count) if p == 1 else int(p * 256**count).to_bytes(count, "big")


class Decision:
    def __init__(self, table: Table, own: int, *, plain: bool = False) -> None:
        self.table, self.own, self.plain, self.heard, self.yes = table, own, plain, b"", False

    def hear(self, tape: Tape) -> bool:
        """Read one more block; return whether it was the last."""
        block = tape.read(16)
        self.heard += block
        close = any(self.heard == digits(p, len(self.heard)) for p in self.table)
        if close or (not self.plain and block[12:] == bytes(4)):
            return False
        self.yes = self.heard < digits(self.table[self.own], len(self.heard))
        return True


def decide(table: Table, own: int, tape: Tape, *, plain: bool = False) -> bool:
    decision = Decision(table, own, plain=plain)
    while not decision.hear(tape):
        pass
    return decision.yes


def decide_side_by_side(table: Table, owns: list[int], tape: Tape) -> list[int]:
    decisions = [Decision(table, own) for own in owns]
    open_ones = decisions
    while open_ones:
        open_ones = [each for each in open_ones if not each.hear(tape)]
    return [int(each.yes) for each in decisions]


def rational_root(value: Fraction, degree: int) -> Fraction:
    """Return the root of odds if it is a fraction."""
    found = [next(k for k in range(1, part + 1) if k**degree >= part) for part in value.as_integer_ratio()]
    if Fraction(*found) ** degree != value:
        raise UnsupportedError("irrational probabilities")
    return Fraction(*found)


def budget(parameters: Parameters, reports: int) -> Fraction:
    if "report_odds" in parameters:
        return Fraction(parameters["report_odds"])
    if "odds" in parameters:
        return rational_root(Fraction(parameters["odds"]), reports)
    epsilon = parameters["epsilon"]
    if not epsilon.startswith("ln("):
        raise UnsupportedError("irrational probabilities")
    return rational_root(Fraction(epsilon[3:-1]), reports)


def rounds(name: str, parameters: Parameters, states: str, tape: Tape) -> str:
    T = int(parameters["T"])
    if len(states) != T or set(states) - {"0", "1"}:
        raise ValueError(f"{states} is not one bit for each of {T} rounds")
    m = T if name == "counting.borappor" else int(parameters.get("m", 1))
    E = budget(parameters, m)
    r = Fraction(parameters.get("r", 0))
    silent = name in ("counting.glance", "counting.m_glance", "counting.harmony_published")
    table = [1 / (E + 1), E / (E + 1)] + ([] if silent else [r])
    chosen = choice(T, m, tape)
    sent = ""
    for t, state in enumerate(states):
        if t in chosen:
            sent += str(int(decide(table, int(state), tape)))
        else:
            sent += "-" if silent else str(int(decide(table, 2, tape)))
    return sent


def memoized(parameters: Parameters, states: str, tape: Tape) -> str:
    if len(states) != int(parameters["T"]) or set(states) - {"0", "1"}:
        raise ValueError(f"{states} is not one bit for each of {parameters['T']} rounds")
    K, F = Fraction(parameters["kept_odds"]), Fraction(parameters["first_odds"])
    A = (K * F - 1) / (K - F)
    high = K / (K + 1) if parameters.get("permanent", "symmetric") == "symmetric" else Fraction(1, 2)
    kept = [int(decide([1 / (K + 1), high], state, tape)) for state in (0, 1)]
    return "".join(str(int(decide([1 / (A + 1), A / (A + 1)], kept[int(each)], tape))) for each in states)


def loloha(parameters: Parameters, given: str, tape: Tape) -> str:
    cells = [int(cell) for cell in given.split(",")]
    K, F, w = Fraction(parameters["kept_odds"]), Fraction(parameters["first_odds"]), int(parameters["w"])
    if len(cells) != int(parameters["T"]) or max(cells) >= w:
        raise ValueError(f"{given} is not one cell for each of {parameters['T']} rounds")
    A = (K * F - 1 + (w - 2) * (F - 1)) / (K - F)
    kept: dict[int, int] = {}
    sent = []
    for cell in cells:
        new = content("sketch.kary", parameters, K, cell, tape)
        sent.append(content("sketch.kary", parameters, A, kept.setdefault(cell, int(new)), tape))
    return ",".join(sent)


def d_bit_flip(parameters: Parameters, given: str, tape: Tape) -> str:
    cells = [int(cell) for cell in given.split(",")]
    B, w, d = Fraction(parameters["bit_odds"]), int(parameters["w"]), int(parameters["d"])
    if len(cells) != int(parameters["T"]) or max(cells) >= w:
        raise ValueError(f"{given} is not one cell for each of {parameters['T']} rounds")
    drawn, table = sorted(choice(w, d, tape)), [1 / (B + 1), B / (B + 1)]
    kept: dict[int, str] = {}
    sent = []
    for cell in cells:
        bits = decide_side_by_side(table, [int(own == cell) for own in drawn], tape)
        sent.append(kept.setdefault(cell, ",".join(map(str, bits))))
    return f"{','.join(map(str, drawn))}:{';'.join(sent)}"


def future_rand(parameters: Parameters, states: str, tape: Tape) -> str:
    T, k, S = int(parameters["T"]), int(parameters["changes"]), Fraction(parameters["sign_odds"])
    changes = ("0" + states).count("01") + states.count("10")
    if len(states) != T or set(states) - {"0", "1"} or changes > k:
        raise ValueError(f"{states} is not one bit for each of {T} rounds with at most {k} changes")
    width = 2 ** number(T.bit_length(), tape)
    flips = "".join(str(int(decide([1 / (S + 1)], 0, tape, plain=True))) for _ in range(k))
    kept = range(int(parameters["fewest_flips"]), int(parameters["most_flips"]) + 1)
    rows = sorted(
        (each for each in (format(n, f"0{k}b") for n in range(2**k)) if each.count("1") not in kept),
        key=lambda row: row.count("1"),
    )
    if rows:
        other = rows[number(len(rows), tape)]
        flips = other if flips in rows else flips
    sent, before = "", "0"
    for end in range(width, T + 1, width):
        uniform, state = number(2, tape), states[end - 1]
        sent += "-" * (width - 1)
        if state == before:
            sent += str(uniform)
        else:
            sent += str(int(state) ^ int(flips[0]))
            flips = flips[1:]
        before = state
    return sent


def content(name: str, parameters: Parameters, E: Fraction, column: int, tape: Tape) -> str:
    w = int(parameters["w"])
    if name in ("sketch.kary", "sketch.local_hash"):
        truthful = decide([(E - 1) / (E - 1 + w)], 0, tape, plain=True)
        anything = number(w, tape)
        return str(column if truthful else anything)
    first = {"sketch.hcms": 0, "sketch.hcms_plus": 1, "sketch.count_sketch": w // 2}.get(name)
    if first is not None:
        place = first + number(w - first, tape)
        flip = decide([1 / (E + 1)], 0, tape, plain=True)
        return f"{place},{(place & column).bit_count() % 2 ^ flip}"
    if name in ("sketch.unary", "sketch.unary_all_rows"):
        p, q = Fraction(parameters["p"]), Fraction(parameters["q"])
    elif name == "sketch.oue":
        p, q = 1 / (1 + E), Fraction(1, 2)
    elif name == "sketch.optimal":
        t = rational_root((w - 1 + E) / (E * ((w - 1) * E + 1)), 2)
        p, q = t / (1 + t), E * t / (1 + E * t)
    else:
        p = 1 / (1 + rational_root(E, 2))
        q = 1 - p
    return ",".join(map(str, decide_side_by_side([p, q], [int(c == column) for c in range(w)], tape)))


def report(name: str, parameters: Parameters, given: str, tape: Tape) -> str:
    columns = [int(column) for column in given.split(",")]
    own = name in ("sketch.per_user", "sketch.local_hash")
    d = 1 if own else int(parameters["d"])
    every = name in ("sketch.all_rows", "sketch.unary_all_rows")
    E = Fraction(0) if "p" in parameters else budget(parameters, d if every else 1)
    if own or every:
        return ";".join(content(name, parameters, E, column, tape) for column in columns)
    row = number(d, tape)
    return f"{row}:{content(name, parameters, E, columns[row], tape)}"


def draw(name: str, parameters: Parameters, given: str, tape: Tape) -> str:
    if name == "counting.memoized":
        return memoized(parameters, given, tape)
    if name == "counting.loloha":
        return loloha(parameters, given, tape)
    if name == "counting.d_bit_flip":
        return d_bit_flip(parameters, given, tape)
    if name == "counting.future_rand":
        return future_rand(parameters, given, tape)
    if name == "shots.report" or name.startswith("counting."):
        return rounds(name, parameters, given, tape)
    if name.startswith("sketch."):
        return report(name, parameters, given, tape)
    raise UnsupportedError(f"no mechanism {name}")


def answer(request: dict[str, Any]) -> dict[str, Any]:
    if request["op"] != "randomize" or "coins" not in request:
        raise UnsupportedError("only randomize with coins")
    tape = Tape(bytes.fromhex(request["coins"]))
    output = draw(request["mechanism"], request["parameters"], request["input"], tape)
    return {"outputs": [output], "taken": [tape.taken]}


for line in sys.stdin:
    request = json.loads(line)
    try:
        said = answer(request)
    except UnsupportedError as why:
        said = {"unsupported": str(why)}
    except ValueError as why:
        said = {"error": str(why)}
    print(json.dumps({"id": request["id"], **said}), flush=True)
