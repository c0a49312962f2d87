"""OpenDP's randomized responses as mechanisms of ldproof's catalogue: of a bit, and of a category."""

from math import exp
from typing import Any

from tests.drivers.peers.answering import Draw, Parameters, Unsupported, serve
from tests.drivers.peers.opendp.adapter import dp


def bit(parameters: Parameters) -> Draw:
    """m-shot reporting in the one round that there is."""
    if (parameters.get("T"), parameters.get("m")) != ("1", "1") or "epsilon" not in parameters:
        raise Unsupported("one round, and an epsilon")
    odds = exp(float(parameters["epsilon"]))
    measurement = dp.m.make_randomized_response_bool(odds / (odds + 1))

    def draw(given: Any) -> str:
        return str(int(measurement(given == "1")))

    return draw


def category(parameters: Parameters) -> Draw:
    """k-ary randomized response: one row of a sketch."""
    if parameters.get("d") != "1" or "epsilon" not in parameters:
        raise Unsupported("one row, and an epsilon")
    width, odds = int(parameters["w"]), exp(float(parameters["epsilon"]))
    measurement = dp.m.make_randomized_response(list(range(width)), odds / (odds + width - 1))

    def draw(given: Any) -> str:
        return f"0:{measurement(int(given))}"

    return draw


if __name__ == "__main__":
    serve("opendp", {"shots.report": bit, "sketch.kary": category})
