"""Provers that save time: one looks at every case once, one takes the cases for counted."""

from dataclasses import replace
from functools import cache
from itertools import repeat

from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.finite import Cases, Finite
from ldproof_proofs.kernel.prover import Proof, Replaying, Searching
from ldproof_proofs.kernel.theorem import Claim, Theorem


def once(cases: Cases) -> Cases:
    """The same cases, each decided the first time only."""
    return cache(lambda: list(cases()))


class Once(Searching):
    """Searches, and looks at every case of a finite claim once: the search and the replay share what they saw."""

    def theorem(self, claim: Claim, proof: Proof) -> Theorem:
        """The theorem from a fresh certificate."""
        if isinstance(claim, Finite):
            claim = replace(claim, cases=once(claim.cases))
        return super().theorem(claim, proof)


class Counting:
    """Whoever asks it gets theorems from stored certificates in a second: `test_gathering` looks at all cases."""

    def __init__(self) -> None:
        self.theorems: dict[str, Theorem] = {}
        self._replaying = Replaying(store.load())

    def theorem(self, claim: Claim, proof: Proof) -> Theorem:
        """The theorem from the stored certificate."""
        self.theorems[claim.name] = self._replaying.theorem(self.counted(claim), proof)
        return self.theorems[claim.name]

    def counted(self, claim: Claim) -> Claim:
        """The claim; a finite one with as many cases as its certificate counts, all of which are so."""
        count = self._replaying.store.get(claim.name)
        if not isinstance(claim, Finite) or not isinstance(count, int):
            return claim
        return replace(claim, cases=lambda: repeat(("a case", True), count))
