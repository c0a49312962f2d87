"""A prover that saves time: it believes the stored counts of cases, which `ldproof prove --check` looks at again."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.finite import Finite
from ldproof_proofs.kernel.ground import Ground
from ldproof_proofs.kernel.prover import Proof, Prover
from ldproof_proofs.kernel.theorem import AS_COUNTED, Claim, Evidence, Strength, Theorem


@dataclass(frozen=True, slots=True)
class Recorded(Ground):
    """Relations that are believed to be the recorded ones."""

    known: tuple[int, str] = (0, "")
    """How many there are, and the record's hash."""

    def check(self, certificate: object) -> Evidence:
        """As many as are known."""
        if certificate is not AS_COUNTED and certificate != self.known:
            raise NotProved(f"{self.name}: its record is another one")
        count, record = self.known
        return Evidence(Strength.TESTED, self.scope, cases=count, record=record)


class Counting:
    """Hands claims on to another prover, the finite ones with cases that were looked at before."""

    def __init__(self, prover: Prover, counts: Mapping[str, object]) -> None:
        self.theorems: dict[str, Theorem] = {}
        self._prover = prover
        self._counts = counts

    def theorem(self, claim: Claim, proof: Proof) -> Theorem:
        """The other prover's theorem."""
        self.theorems[claim.name] = self._prover.theorem(self.counted(claim), proof)
        return self.theorems[claim.name]

    def counted(self, claim: Claim) -> Claim:
        """The claim; a finite one with as many true cases as were counted, and a mutant that is false."""
        count = self._counts.get(claim.name)
        if isinstance(claim, Ground) and claim.says and isinstance(count, tuple):
            number, record = count
            fielded = {each.name: getattr(claim, each.name) for each in fields(claim) if each.init}
            return Recorded(**fielded, known=(int(number), str(record)))
        if not isinstance(claim, Finite) or not isinstance(count, int):
            return claim
        return replace(
            claim,
            cases=lambda: ((f"case {place}", True) for place in range(count)),
            mutant=lambda: [("a case", False)],
        )
