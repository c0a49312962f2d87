"""Theorems of several functions, as an entry asks for them."""

from collections.abc import Callable, Iterable, MutableMapping, Sequence
from typing import TypeAlias
from weakref import WeakKeyDictionary

from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

Source: TypeAlias = Callable[[Prover], Theorem | Iterable[Theorem]]
"""A function that has a prover prove something."""

_PROVED: MutableMapping[Prover, dict[Source, tuple[Theorem, ...]]] = WeakKeyDictionary()
"""What came of a source when an entry first asked a prover for it: entries that share it state its claims once."""


def gather(*sources: Source) -> Callable[[Prover], Sequence[Theorem]]:
    """The theorems of several functions, one after another."""

    def theorems(prover: Prover) -> Sequence[Theorem]:
        proved = _PROVED.setdefault(prover, {})
        for source in sources:
            if source not in proved:
                result = source(prover)
                proved[source] = (result,) if isinstance(result, Theorem) else tuple(result)
        return [theorem for source in sources for theorem in proved[source]]

    return theorems
