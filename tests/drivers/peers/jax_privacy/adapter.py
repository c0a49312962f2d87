"""The Clopper-Pearson bound on epsilon of jax-privacy, from how often an event happened with either input."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tests.drivers.peers.answering import serve

auditing = import_module("jax_privacy.auditing")
numpy = import_module("numpy")


def bound(request: Mapping[str, Any]) -> dict[str, Any]:
    """The bound for scores that are 1 where the event happened and 0 elsewhere."""
    likely, unlikely = (
        numpy.repeat([1.0, 0.0], [request[each], request["pairs"] - request[each]])
        for each in ("likely", "unlikely")
    )
    found = auditing.CanaryScoreAuditor(likely, unlikely).epsilon_clopper_pearson(
        float(request["alpha"]), threshold_strategy=auditing.Explicit(0.5)
    )
    return {"bound": float(found)}


if __name__ == "__main__":
    serve("jax-privacy", {}, {"bound": bound})
