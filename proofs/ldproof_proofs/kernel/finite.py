"""The rule `enumeration`: a statement about finitely many cases, each looked at; it states its range."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ldproof_proofs.kernel.anchors import Anchor, check_tied
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.theorem import Claim, Evidence, Question, Strength, Theorem
from ldproof_proofs.kernel.writing import Style

Cases = Callable[[], Iterable[tuple[str, bool]]]
"""Every case's name, and whether it is so."""


@dataclass(frozen=True, slots=True)
class Finite:
    """What is so in every case of a range; a mutant's cases are not all so."""

    name: str
    says: str
    scope: str
    cases: Cases
    mutant: Cases
    anchors: tuple[Anchor[object], ...] = ()
    lemmas: tuple[Theorem, ...] = ()
    proved: bool = False
    """Whether the range is all there is, so that having looked at every case proves it."""

    def statement(self, style: Style) -> str:  # noqa: ARG002
        """The statement and its range."""
        return f"{self.says} ({self.scope})"

    def check(self, certificate: object) -> Evidence:
        """Look at every case again, and count them."""
        check_tied(self.name, self.anchors)
        just_now = isinstance(certificate, Tally) and certificate.taken(self)
        count = certificate if just_now else self.count()
        if not isinstance(certificate, int) or isinstance(certificate, bool) or certificate != count:
            raise NotProved(f"{self.name}: the certificate counts {certificate} cases, there are {count}")
        if all(holds for _, holds in self.decided(self.mutant)):
            raise NotProved(f"{self.name}: every case of its mutant is so too")
        return Evidence(Strength.PROVED) if self.proved else Evidence(Strength.CHECKED, self.scope)

    def count(self) -> int:
        """How many cases there are; all of them are so."""
        count = 0
        for name, holds in self.decided(self.cases):
            if not holds:
                raise NotProved(f"{self.name}: not so for {name}")
            count += 1
        if not count:
            raise NotProved(f"{self.name}: there is no case")
        return count

    def decided(self, cases: Cases) -> Iterator[tuple[str, bool]]:
        """Cases by their names, each of them once, and said to be so or not to be so."""
        names: set[str] = set()
        for name, holds in cases():
            if type(holds) is not bool:
                raise NotProved(f"{self.name}: {name} is neither so nor not so: it is {type(holds).__name__}")
            if name in names:
                raise NotProved(f"{self.name}: two cases are named {name}")
            names.add(name)
            yield name, holds

    def questions(self, certificate: object) -> tuple[Question, ...]:  # noqa: ARG002
        """None: it is about cases."""
        return ()

    def derivation(self, certificate: object, style: Style) -> str:  # noqa: ARG002
        """How many cases were looked at; whether they are decided exactly or by balls is not the kernel's to know."""
        return f"{certificate} cases, each computed again and found to be so by the code that states it"


class Tally(int):
    """How many cases a claim has, counted just now: its next check need not count them again, the one after must."""

    _claim: Finite | None

    @classmethod
    def of(cls, claim: Finite) -> "Tally":
        """Count them."""
        tally = cls(claim.count())
        tally._claim = claim
        return tally

    def taken(self, claim: Finite) -> bool:
        """Whether these are the cases of just this claim, and it was not asked before."""
        counted, self._claim = self._claim, None
        return counted is claim


@dataclass(frozen=True, slots=True)
class ByEnumeration:
    """The proof of a finite statement."""

    def certificate(self, claim: Claim) -> object:
        """The number of cases."""
        if not isinstance(claim, Finite):
            raise NotProved(f"{claim.name} is not finite")
        return Tally.of(claim)
