"""m-shot reporting as somebody else would write it, from PROTOCOL.md alone; `--slip NAME` makes a mistake.

With `--alone` it draws from coins of its own and from no others.
"""

import json
import random
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from fractions import Fraction

Read = Callable[[int], bytes]

SLIPS = ("none", "zero", "no-r", "first-rounds", "inverted", "late-rounds", "greedy", "sum", "one-bit")


class ShortError(Exception):
    """There are no more coins."""


def below(n: int, read: Read) -> int:
    size = ((n - 1).bit_length() + 7) // 8 + 1
    while (number := int.from_bytes(read(size))) >= 256**size // n * n:
        pass
    return number % n


def chosen(T: int, m: int, read: Read) -> set[int]:
    found: set[int] = set()
    for j in range(T - m, T):
        number = below(j + 1, read)
        found.add(j if number in found else number)
    return found


def digits(chance: Fraction, count: int) -> bytes:
    return b"\xff" * count if chance == 1 else int(chance * 256**count).to_bytes(count)


def yes(chance: Fraction, table: list[Fraction], read: Read) -> bool:
    seen = b""
    while True:
        block = read(16)
        seen += block
        if block.endswith(b"\0\0\0\0") or any(seen == digits(each, len(seen)) for each in table):
            continue
        return seen < digits(chance, len(seen))


def transcript(states: str, given: dict[str, str], read: Read, slip: str) -> str:
    T, m, r = int(given["T"]), int(given["m"]), Fraction(given.get("r", "0"))
    E = report_odds(given, 1 if slip == "greedy" else m)
    if slip == "no-r":
        r = Fraction(0)
    table = [1 / (E + 1), E / (E + 1), r]
    if slip == "late-rounds":
        blocks = read(16 * T)
        rounds = chosen(T, m, read)
        parts = iter(blocks[at : at + 16] for at in range(0, 16 * T, 16))

        def read(_: int) -> bytes:
            return next(parts)

    else:
        rounds = chosen(T, m, read)
    if slip == "first-rounds":
        rounds = set(range(m))
    if len(states) != T or set(states) - {"0", "1"}:
        raise ValueError("wrong-length" if len(states) != T else "out-of-range")
    sent = ""
    for t, state in enumerate(states):
        bit = yes(table[int(state)] if t in rounds else r, table, read)
        sent += str(int(bit))
    if slip == "inverted":
        sent = sent.translate(str.maketrans("01", "10"))
    if slip == "one-bit":
        sent = sent[:2] + sent[2:3].translate(str.maketrans("01", "10")) + sent[3:]
    return "0" * T if slip == "zero" else sent


def report_odds(given: dict[str, str], m: int) -> Fraction:
    if "report_odds" in given:
        return Fraction(given["report_odds"])
    if m > 1:
        root = Fraction(round(float(Fraction(given["odds"])) ** (1 / m)))
        if root**m != Fraction(given["odds"]):
            raise LookupError("a root that is no whole number")
        return root
    return Fraction(given["odds"])


def answer(request: dict[str, object], slip: str, alone: bool) -> dict[str, object]:
    able = {"randomize": ["shots.report"], "estimate": ["shots.report"]}
    match request:
        case {"op": "describe"}:
            coins = {} if alone else {"coins": ["shots.report"]}
            return {
                "protocol": 1,
                "name": f"reporting, {slip}",
                "mechanisms": ["shots.report"],
                "capabilities": {**able, **coins},
            }
        case {"op": "randomize", "input": str(states), "parameters": dict(given), "count": int(count)}:
            return {"outputs": [transcript(states, given, random.randbytes, slip) for _ in range(count)]}
        case {"op": "randomize", "input": str(states), "parameters": dict(given), "coins": str(text)} if (
            not alone
        ):
            tape, at = bytes.fromhex(text), 0

            def read(count: int) -> bytes:
                nonlocal at
                if at + count > len(tape):
                    raise ShortError
                at += count
                return tape[at - count : at]

            return {"outputs": [transcript(states, given, read, slip)], "taken": [at]}
        case {"op": "estimate", "parameters": dict(given), "reports": list(reports)}:
            T, m, r, N = (Fraction(given.get(name, "0")) for name in ("T", "m", "r", "N"))
            E = float(report_odds(given, int(m)))
            dummies = (1 - float(m / T)) * float(r)
            p, q = float(m / T) * E / (E + 1) + dummies, float(m / T) / (E + 1) + dummies
            scale = float(N) if slip == "sum" else 1
            return {"estimates": [scale * (each.count("1") / float(N) - q) / (p - q) for each in reports]}
        case _:
            return {"unsupported": "so"}


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--slip", choices=SLIPS, default="none")
    parser.add_argument("--alone", action="store_true")
    asked = parser.parse_args()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            said = answer(request, asked.slip, asked.alone)
        except ShortError:
            said = {"error": "bytes are missing", "reason": "tape-exhausted"}
        except ValueError as why:
            said = {"error": str(why), "reason": str(why)}
        except LookupError as why:
            said = {"unsupported": str(why)}
        except (ArithmeticError, AttributeError, TypeError) as why:
            said = {"error": str(why)}
        print(json.dumps({"id": request["id"], **said}), flush=True)


if __name__ == "__main__":
    main()
