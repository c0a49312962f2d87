"""pure-ldp's frequency oracles as mechanisms of ldproof's catalogue, with one row: what clients send, what servers estimate."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.drivers.peers.answering import Draw, Maker, Parameters, Unsupported, serve
from tests.drivers.peers.pure_ldp.adapter import direct, oracles, same

Client = Callable[[float, int], Any]

CLIENTS: dict[str, Client] = {
    "sketch.kary": direct,
    "sketch.cms": lambda epsilon, d: oracles.UEClient(epsilon, d, index_mapper=same),
    "sketch.oue": lambda epsilon, d: oracles.UEClient(epsilon, d, use_oue=True, index_mapper=same),
}
"""k-ary randomized response, and unary encodings: the symmetric one is what a sketch's row is."""

SERVERS: dict[str, Client] = {
    "sketch.kary": lambda epsilon, d: oracles.DEServer(epsilon, d, index_mapper=same),
    "sketch.cms": lambda epsilon, d: oracles.UEServer(epsilon, d, index_mapper=same),
    "sketch.oue": lambda epsilon, d: oracles.UEServer(epsilon, d, use_oue=True, index_mapper=same),
}


def budget(parameters: Parameters) -> tuple[float, int]:
    """Epsilon, and how many items there are: the columns of the one row."""
    if parameters.get("d") != "1" or "epsilon" not in parameters:
        raise Unsupported("one row, and an epsilon")
    return float(parameters["epsilon"]), int(parameters["w"])


def sending(build: Client) -> Maker:
    """What a client sends, as a row's report."""

    def make(parameters: Parameters) -> Draw:
        client = build(*budget(parameters))

        def draw(given: Any) -> str:
            sent = client.privatise(int(given))
            said = [int(each) for each in sent] if hasattr(sent, "__len__") else [int(sent)]
            return "0:" + ",".join(map(str, said))

        return draw

    return make


def estimated(request: Mapping[str, Any]) -> dict[str, Any]:
    """What a server estimates; then what is subtracted for collisions, which the library, without hashes, does not know."""
    parameters, np = request["parameters"], __import__("numpy")
    epsilon, width = budget(parameters)
    if "reports" not in request or parameters.get("estimator", "mean") != "mean":
        raise Unsupported("reports, and their mean")
    server = SERVERS[request["mechanism"]](epsilon, width)
    for report in request["reports"]:
        said = [int(each) for each in report.partition(":")[2].split(",")]
        server.aggregate(np.array(said) if len(said) > 1 else said[0])
    people, collision = len(request["reports"]), float(parameters.get("collision", 1 / width))
    found = [server.estimate(int(item), suppress_warnings=True) for item in request["columns"]]
    return {"estimates": [float(each - people * collision) / (1 - collision) for each in found]}


if __name__ == "__main__":
    serve("pure-ldp", {name: sending(build) for name, build in CLIENTS.items()}, {"estimate": estimated})
