"""A program as somebody else would write it: bits told truly or not, with nothing but the standard library.

As `black-box` it tells the input, 0 or 1; as `shots.report` with m = 1 and r = 0, in one round, the bit of that round.
`--times 1.2` leaks: its epsilon is so many times as large as the one that is claimed.
"""

import json
import random
import sys
from argparse import ArgumentParser
from fractions import Fraction
from math import exp


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--times", type=float, default=1.0)
    times = parser.parse_args().times
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], **answer(request, times)}), flush=True)


def answer(request: dict[str, object], times: float) -> dict[str, object]:
    match request:
        case {"op": "describe"}:
            return {"protocol": 1, "name": "answering", "mechanisms": ["black-box", "shots.report"]}
        case {"op": "randomize", "count": int(count), "input": secret, "parameters": dict(parameters)}:
            odds = told_odds(parameters) ** times
            match request["mechanism"], secret:
                case "black-box", (0 | 1) as bit:
                    return {"outputs": [told(bit, odds) for _ in range(count)]}
                case "shots.report", str(bits):
                    return {"outputs": [reported(bits, odds) for _ in range(count)]}
                case _:
                    return {"error": "the input is no bit"}
        case _:
            return {"unsupported": f"{request.get('op')} of {request.get('mechanism')} so"}


def told_odds(parameters: dict[str, str]) -> float:
    if "odds" in parameters:
        return float(Fraction(parameters["odds"]))
    return exp(Fraction(parameters["epsilon"]))


def told(bit: int, odds: float) -> int:
    return bit if random.random() * (odds + 1) < odds else 1 - bit


def reported(bits: str, odds: float) -> str:
    now = random.randrange(len(bits))
    return "".join(str(told(int(bit), odds)) if index == now else "0" for index, bit in enumerate(bits))


if __name__ == "__main__":
    main()
