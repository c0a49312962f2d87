"""Theorems of several functions, as an entry asks for them."""

from collections.abc import Callable, Iterable, MutableMapping
from typing import TypeAlias
from weakref import WeakKeyDictionary

from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem, is_proved

Source: TypeAlias = Callable[[Prover], Theorem | Iterable[Theorem]]
"""A function that has a prover prove something."""

_PROVED: MutableMapping[Prover, dict[Source, tuple[Theorem, ...]]] = WeakKeyDictionary()
"""What came of a source when an entry first asked a prover for it: entries that share it state its claims once."""


def gathered(sources: Iterable[Source], prover: Prover) -> tuple[Theorem, ...]:
    """The theorems of several functions, one after another; refused where one of them is not made by `prove`."""
    proved = _PROVED.setdefault(prover, {})
    found: list[Theorem] = []
    for source in sources:
        if source not in proved:
            result = source(prover)
            theorems = (result,) if isinstance(result, Theorem) else tuple(result)
            if others := [each for each in theorems if not is_proved(each)]:
                name = getattr(source, "__name__", source)
                raise NotProved(f"{name} gives a {type(others[0]).__name__} that no prover has proved")
            proved[source] = theorems
        found += proved[source]
    return tuple(found)
