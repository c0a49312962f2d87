"""The rule `enumeration`: a statement about finitely many cases, each looked at; it is tested, and states its range."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from ldproof.numbers import Real, Term
from ldproof_proofs.kernel.anchors import Anchor, check_tied
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.theorem import AS_COUNTED, Claim, Evidence, Question, Strength, Theorem
from ldproof_proofs.kernel.typesetting import Style

Case = TypeVar("Case")
Cases = Callable[[], Iterable[tuple[str, bool]]]


@dataclass(frozen=True, slots=True)
class Ranged(Generic[Case]):
    """A statement about the cases of a range, and about those of a mutant, which are not all so."""

    name: str
    says: str
    scope: str
    cases: Callable[[], Iterable[tuple[str, Case]]]
    """Every case's name, and what is to be so."""
    mutant: Callable[[], Iterable[tuple[str, Case]]]
    anchors: tuple[Anchor[object], ...] = ()
    lemmas: tuple[Theorem, ...] = ()
    values: Callable[[], Mapping[str, Term | Real | Fraction]] = dict
    """Numbers that the code gives, by their names: what words say of them is taken from here."""

    @property
    def modelling(self) -> str:
        """Nothing: its reading says what the code computes, which is run."""
        return ""

    def statement(self, style: Style) -> str:  # noqa: ARG002
        """The statement and its range."""
        return f"{self.says} ({self.scope})"

    def questions(self, certificate: object) -> tuple[Question, ...]:  # noqa: ARG002
        """None: it is about cases."""
        return ()


@dataclass(frozen=True, slots=True)
class Finite(Ranged[bool]):
    """What is so in every case of a range, as the code says that computes it."""

    def check(self, certificate: object) -> Evidence:
        """Look at every case again, and count them."""
        check_tied(self.name, self.anchors)
        if not self.says:
            raise NotProved(f"{self.name}: there are no words for what its cases say")
        if not self.scope.strip():
            raise NotProved(f"{self.name}: there are no words for the range of its cases")
        count = self.count()
        if certificate is not AS_COUNTED and (type(certificate) is not int or certificate != count):
            raise NotProved(f"{self.name}: the certificate counts {certificate} cases, there are {count}")
        if all(holds for _, holds in self.decided(self.mutant)):
            raise NotProved(f"{self.name}: every case of its mutant is so too")
        return Evidence(Strength.TESTED, self.scope, cases=count)

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
        for name, holds in once(self.name, cases()):
            if type(holds) is not bool:
                raise NotProved(f"{self.name}: {name} is neither so nor not so: it is {type(holds).__name__}")
            yield name, holds

    def derivation(self, certificate: object, style: Style) -> str:  # noqa: ARG002
        """How many cases were looked at; whether they are decided exactly or by balls is not the kernel's to know."""
        return f"{certificate} cases, each computed again and found to be so by the code that states it"


def once(claim: str, cases: Iterable[tuple[str, Case]]) -> Iterator[tuple[str, Case]]:
    """Cases by their names, each of them once."""
    names: set[str] = set()
    for name, case in cases:
        if name in names:
            raise NotProved(f"{claim}: two cases are named {name}")
        names.add(name)
        yield name, case


@dataclass(frozen=True, slots=True)
class ByEnumeration:
    """The proof of a finite statement."""

    def certificate(self, claim: Claim) -> object:
        """As many cases as are counted when it is checked."""
        if not isinstance(claim, Finite):
            raise NotProved(f"{claim.name} is not finite")
        return AS_COUNTED
