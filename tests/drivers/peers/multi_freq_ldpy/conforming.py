"""multi-freq-ldpy's frequency oracles as mechanisms of ldproof's catalogue, with one row: what clients send, what is estimated."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tests.drivers.peers.answering import Draw, Maker, Parameters, Unsupported, serve

GRR, UE = (import_module(f"multi_freq_ldpy.pure_frequency_oracles.{name}") for name in ("GRR", "UE"))

OPTIMAL = {"sketch.cms": False, "sketch.oue": True}
"""The unary encodings: the symmetric one is what a sketch's row is."""


def budget(parameters: Parameters) -> tuple[int, float]:
    """How many items there are, the columns of the one row; and epsilon."""
    if parameters.get("d") != "1" or "epsilon" not in parameters:
        raise Unsupported("one row, and an epsilon")
    return int(parameters["w"]), float(parameters["epsilon"])


def direct(parameters: Parameters) -> Draw:
    """The column that a client says."""
    width, epsilon = budget(parameters)
    return lambda given: f"0:{int(GRR.GRR_Client(int(given), width, epsilon))}"


def unary(*, optimal: bool) -> Maker:
    """The bits that a client sends."""

    def make(parameters: Parameters) -> Draw:
        width, epsilon = budget(parameters)
        return lambda given: (
            "0:" + ",".join(str(int(each)) for each in UE.UE_Client(int(given), width, epsilon, optimal))
        )

    return make


def estimated(request: Mapping[str, Any]) -> dict[str, Any]:
    """The library's shares, none of them negative and all of them one together, as counts; then what is subtracted for collisions, of which it has none without hashes."""
    parameters, name = request["parameters"], request["mechanism"]
    width, epsilon = budget(parameters)
    if not request.get("reports") or parameters.get("estimator", "mean") != "mean":
        raise Unsupported("reports, and their mean")
    said = [[int(each) for each in report.partition(":")[2].split(",")] for report in request["reports"]]
    if name in OPTIMAL:
        bits = [import_module("numpy").array(each) for each in said]
        shares = UE.UE_Aggregator_MI(bits, epsilon, OPTIMAL[name])
    else:
        shares = GRR.GRR_Aggregator_MI([column for (column,) in said], width, epsilon)
    people, collision = len(said), float(parameters.get("collision", 1 / width))
    found = [people * float(shares[int(item)]) for item in request["columns"]]
    return {"estimates": [(each - people * collision) / (1 - collision) for each in found]}


if __name__ == "__main__":
    randomizers = {"sketch.kary": direct, **{name: unary(optimal=best) for name, best in OPTIMAL.items()}}
    serve("multi-freq-ldpy", randomizers, {"estimate": estimated})
