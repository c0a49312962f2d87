"""The lower bounds on epsilon of privacy-estimates, from how often an event happened with either input."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tests.drivers.peers.answering import serve

estimates = import_module("privacy_estimates")


def bound(request: Mapping[str, Any]) -> dict[str, Any]:
    """The bound of one of its methods."""
    pairs, likely, unlikely = request["pairs"], request["likely"], request["unlikely"]
    counts = estimates.AttackResults(FN=pairs - likely, FP=unlikely, TN=pairs - unlikely, TP=likely)
    found = estimates.compute_eps_lo(
        count=counts, delta=0.0, alpha=float(request["alpha"]), method=request["method"]
    )
    return {"bound": float(found)}


if __name__ == "__main__":
    serve("privacy-estimates", {}, {"bound": bound})
