"""A derivation before it is run: what it leads to, the entries that it belongs to, and the code that writes it."""

from collections.abc import Callable
from dataclasses import dataclass

from ldproof_proofs.kernel.derivations.chain import Formula
from ldproof_proofs.kernel.derivations.lines import Derivation
from ldproof_proofs.kernel.derivations.page import Page


@dataclass(frozen=True, slots=True)
class Written:
    """A derivation as its author writes it."""

    formula: Formula
    entries: tuple[str, ...]
    write: Callable[[Page], None]

    @property
    def name(self) -> str:
        """The system, and the name of the function that writes it."""
        return f"{self.write.__module__.split('.')[1]}.{self.write.__name__.replace('_', '-')}"

    @property
    def title(self) -> str:
        """What it shows: the first line of what is said of the function."""
        return (self.write.__doc__ or "").partition("\n")[0].removesuffix(".")

    def derived(self) -> Derivation:
        """Every line found and certified."""
        page = Page(self.name)
        self.write(page)
        return page.finished(self.title, self.entries, self.formula)


def leads_to(formula: Formula, *entries: str) -> Callable[[Callable[[Page], None]], Written]:
    """A derivation of a formula of the reference, for these entries of the ledger."""
    return lambda write: Written(formula, entries, write)
