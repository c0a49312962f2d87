"""The rule `signs`: the signs, in their order, of a one-variable expression or its derivative for u > 0."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ldproof.numbers import Term
from ldproof_proofs.kernel.anchors import Anchor, check_tied
from ldproof_proofs.kernel.charts import Function, chart, derivative, ladder, value
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import frozen
from ldproof_proofs.kernel.theorem import Claim, Evidence, Question, Strength, Theorem
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import write, write_names


@dataclass(frozen=True, slots=True)
class Signs:
    """For all u > 0: the signs, in their order, of an expression in u and e^u, or of its derivative."""

    name: str
    reading: str
    expression: Term
    signs: tuple[int, ...]
    mutant: Term
    """A false neighbour: its derivative has other signs."""
    short: Mapping[str, Term] = field(default_factory=dict)
    """Names by which a reader is shown long terms."""
    anchors: tuple[Anchor[object], ...] = ()
    lemmas: tuple[Theorem, ...] = ()
    of_value: bool = False
    """Whether it is the expression itself whose signs are meant, not its derivative."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "short", frozen(self.short))

    @property
    def modelling(self) -> str:
        """Nothing: its reading says what the code computes, which is run."""
        return ""

    def statement(self, style: Style) -> str:
        """The signs, as pluses and minuses."""
        written = " ".join("+" if sign > 0 else "-" for sign in self.signs)
        changes = len(self.signs) - 1
        return (
            f"{self.reading}: {write_names(self.short, style)}for u > 0 {'' if self.of_value else 'the derivative of '}"
            f"{write(self.expression, style, self.short)} has the signs {written}, "
            f"with {changes} root{'s' * (changes != 1)} in all"
        )

    def check(self, certificate: object) -> Evidence:
        """Draw the chart again."""
        check_tied(self.name, self.anchors)
        function = self.function(self.expression)
        found = chart(function)
        if found.signs != self.signs:
            raise NotProved(f"{self.name}: the signs are {found.signs}, not {self.signs}")
        if found != certificate:
            raise NotProved(f"{self.name}: its chart is not the certificate's")
        if chart(self.function(self.mutant)).signs == self.signs:
            raise NotProved(f"{self.name}: its mutant has the same signs")
        return Evidence(Strength.PROVED)

    def function(self, expression: Term) -> Function:
        """The function that is charted."""
        return value(expression) if self.of_value else derivative(expression)

    def questions(self, certificate: object) -> tuple[Question, ...]:  # noqa: ARG002
        """None: it is about a chart."""
        return ()

    def derivation(self, certificate: object, style: Style) -> str:  # noqa: ARG002
        """From the constant that is left after differentiating up to the derivative itself."""
        lines = [
            f"{function.text()}: {' '.join('+' if sign > 0 else '-' for sign in found.signs)}"
            + "".join(f", a root between {left} and {right}" for left, right in found.roots)
            for function, found in ladder(self.function(self.expression))
        ]
        return "\n".join(
            ["each line but the last is the next one's derivative, without powers of E = e^u:", *lines]
        )


@dataclass(frozen=True, slots=True)
class BySigns:
    """The proof of a sign chart."""

    def certificate(self, claim: Claim) -> object:
        """The chart of the derivative."""
        if not isinstance(claim, Signs):
            raise NotProved(f"{claim.name} is not about signs")
        return chart(claim.function(claim.expression))
