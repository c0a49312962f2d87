"""Theorems of several functions, as an entry asks for them."""

from collections.abc import Callable, Iterable, Sequence

from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem


def gather(
    *sources: Callable[[Prover], Theorem | Iterable[Theorem]],
) -> Callable[[Prover], Sequence[Theorem]]:
    """The theorems of several functions, one after another."""

    def theorems(prover: Prover) -> Sequence[Theorem]:
        found: list[Theorem] = []
        for source in sources:
            result = source(prover)
            found.extend((result,) if isinstance(result, Theorem) else result)
        return found

    return theorems
