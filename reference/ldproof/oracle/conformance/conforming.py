"""Everything that can be asked of a program: its vectors, its law and its bias, as far as it says that it can."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ldproof.catalogue import ESTIMATES, MECHANISMS, formulas
from ldproof.oracle.conformance.bias import STOPPED, Biased, biases
from ldproof.oracle.conformance.comparison import ULPS
from ldproof.oracle.conformance.explanations import Explanation, each_explained
from ldproof.oracle.conformance.fit import ALPHA, DRAWS, Fitted, fit
from ldproof.oracle.conformance.replay import Outcome, Replayed, name_of, replay
from ldproof.oracle.conformance.requests import arms, drawn, settings
from ldproof.oracle.vectors import Vector, vectors
from ldproof.programs import Description, Parameters, Program
from ldproof.programs.messages import Message
from ldproof.rejections import Reason, Refused

FAILED = STOPPED | {Reason.PROGRAM_REFUSED}
"""How a program fails."""

ALL = "all"
"""The name of everything that a program says it can do."""


class Verdict(StrEnum):
    """What came of it."""

    CONFORMS = "conforms"
    DIFFERS = "differs"
    UNTESTED = "nothing could be tested"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is held against the reference, and how closely."""

    name: str
    """A mechanism, a formula, or everything."""
    parameters: Parameters | None = None
    """At which; at those of the shipped vectors, if none are given."""
    ulps: int = ULPS
    alpha: Fraction = ALPHA
    """How often a right program may be said to be wrong: mechanisms share it."""
    draws: int = DRAWS
    known: frozenset[str] = frozenset()
    """The vectors that are known to fail."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found."""

    asked: Asked
    program: Description
    replayed: Sequence[Replayed]
    explanations: Mapping[str, Explanation]
    fits: Mapping[str, Fitted]
    """By mechanism."""
    biases: Sequence[Biased]
    untested: Sequence[str] = ()
    """The mechanisms whose draws could not be held against their law, though the program offers them."""
    failed: str = ""
    """How the program failed after vectors that differ, if it did."""

    def of(self, outcome: Outcome) -> list[Replayed]:
        """The vectors with this outcome."""
        return [each for each in self.replayed if each.outcome is outcome]

    @property
    def failures(self) -> list[Replayed]:
        """The vectors that fail, and are not known to."""
        return [each for each in self.of(Outcome.DIFFERS) if name_of(each.vector) not in self.asked.known]

    @property
    def known_failures(self) -> list[Replayed]:
        """The vectors that fail as is known."""
        return [each for each in self.of(Outcome.DIFFERS) if name_of(each.vector) in self.asked.known]

    @property
    def fixed(self) -> list[Replayed]:
        """The vectors that are known to fail, and do not."""
        return [each for each in self.of(Outcome.AGREES) if name_of(each.vector) in self.asked.known]

    @property
    def verdict(self) -> Verdict:
        """One difference is enough; to conform, something must have been tested."""
        if self.failures or self.fixed or any(each.different for each in self.fits.values()):
            return Verdict.DIFFERS
        if any(each.biased for each in self.biases):
            return Verdict.DIFFERS
        tested = self.of(Outcome.AGREES) or self.known_failures or self.fits
        return Verdict.CONFORMS if tested and not self.untested else Verdict.UNTESTED


Watch = Callable[[str], None]
"""Is told what is going on."""


def conform(program: Program, asked: Asked, watch: Watch = lambda _: None) -> Finding:
    """Ask for everything, in order."""
    told = program.describe()
    about = [each for each in considered(asked) if concerns(asked.name, each.request)]
    if asked.known and (unknown := asked.known - {name_of(each) for each in about}):
        raise Refused(
            Reason.UNKNOWN_NAME,
            f"no vectors are called {', '.join(sorted(unknown)[:5])}",
            "kind/id of vectors that are replayed",
        )
    chosen = [each for each in about if able(told, each.request)]
    replayed = [*replay(program, chosen, asked.ulps, lambda: watch(f"{len(chosen)} vectors"))]
    fits: dict[str, Fitted] = {}
    untested: list[str] = []
    biased: list[Biased] = []
    drawn_from, failed = drawing(told, asked.name), ""
    try:
        for name in drawn_from:
            # What the program says that it does not support is not offered.
            with skipping({Reason.UNSUPPORTED}):
                try:
                    looked = [arm for given in parameters(asked, name) for arm in arms(name, given)]
                except Refused as refusal:
                    if refusal.reason is not Reason.TOO_MANY_OUTCOMES:
                        raise
                    untested.append(name)
                    continue
                together = name in told.capabilities.get("inputs", ())
                fits[name] = fit(
                    program,
                    looked,
                    asked.alpha / len(drawn_from),
                    asked.draws,
                    lambda draws: watch(f"{draws} draws"),
                    together=together,
                )
        for name in told.capabilities.get("estimate", ()):
            if named(asked.name, name) and name in ESTIMATES:
                biased += biases(program, name, parameters(asked, name))
    except Refused as failure:
        # What was found before is not lost by what the program does after it.
        if failure.reason not in FAILED or not any(each.difference for each in replayed):
            raise
        failed = failure.what
    return Finding(asked, told, replayed, each_explained(replayed), fits, biased, untested, failed)


@contextmanager
def skipping(reasons: Collection[Reason]) -> Iterator[None]:
    """Go on after a refusal for one of these reasons."""
    try:
        yield
    except Refused as refusal:
        if refusal.reason not in reasons:
            raise


def considered(asked: Asked) -> Iterable[Vector]:
    """The vectors: those that are shipped, or those at the parameters that are given."""
    return vectors() if asked.parameters is None else drawn(asked.name, asked.parameters)


def parameters(asked: Asked, name: str) -> list[Parameters]:
    """At which parameters laws are tested."""
    if asked.parameters is not None:
        return [asked.parameters]
    found: list[Parameters] = [*settings(name)]
    if found:
        return found
    raise Refused(Reason.MISSING, f"{name} has no example, and no parameters are given", "key=value for each")


def wanted(name: str) -> str:
    """A name that means something."""
    known = {*MECHANISMS, *formulas(), ALL}
    if name not in known | {each.partition(".")[0] for each in known}:
        raise Refused(
            Reason.UNKNOWN_NAME, f"no mechanism or formula {name!r}", f"one of {', '.join(MECHANISMS)}, {ALL}"
        )
    return name


def named(wanted: str, name: str) -> bool:
    """Whether a mechanism is asked for."""
    return wanted in (ALL, name)


def concerns(wanted: str, request: Message) -> bool:
    """Whether a request is about what is asked for; formulas go with the mechanisms of their system."""
    name = str(request.get("formula") or request.get("mechanism"))
    if "formula" in request:
        return (
            wanted in (ALL, name, name.partition(".")[0])
            or name.partition(".")[0] == wanted.partition(".")[0]
        )
    return named(wanted, name)


def able(told: Description, request: Message) -> bool:
    """Whether a program says that it answers such a request."""
    op = str(request["op"])
    if op == "randomize" and "count" not in request:
        op = "inputs" if "inputs" in request else "coins"
    return (request.get("formula") or request.get("mechanism")) in told.capabilities.get(op, ())


def drawing(told: Description, wanted: str) -> list[str]:
    """The mechanisms that a program draws from its own coins, among those that are asked for."""
    listed = told.capabilities.get("randomize", told.mechanisms)
    known = MECHANISMS if wanted != ALL else MECHANISMS.ours
    return [name for name in listed if named(wanted, name) and name in known]
