"""Places of a source, in order: every definition, statement, figure, table and claim, and what judges it."""

from dataclasses import dataclass

from ldproof_proofs.kernel.errors import NotProved


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a source: the entries that judge what is there, or the reason why none does."""

    section: str
    label: str
    """Its number there, such as `Theorem 4` or `equation (7)`; of a claim in the running text, nothing."""
    words: str
    entries: tuple[str, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        if bool(self.entries) == bool(self.reason):
            raise NotProved(
                f"{self.section}, {self.label or self.words}: entries judge it, or a reason says why not"
            )
