"""Where what is stored of ledgers lies: of ours beside the proofs, of another beside its module, or where one says."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from ldproof.names import LEDGERS, plugins_by_system
from ldproof_proofs.chapters import CHAPTERS
from ldproof_proofs.kernel.shipped import OURS, Home
from ldproof_proofs.kernel.store import FILE
from ldproof_proofs.ledger import SYSTEMS


@dataclass(frozen=True, slots=True)
class Stores:
    """Where to look for some systems; they go from process to process."""

    systems: tuple[str, ...] = ()
    """Those that are not ours."""
    folder: Path | None = None
    """Where one says that these are stored."""

    @property
    def homes(self) -> list[Home]:
        """Ours, on whose theorems others may rest, and theirs."""
        return [OURS, *dict.fromkeys(map(self.home, self.systems))]

    @property
    def there(self) -> list[Home]:
        """Those that hold something."""
        return [OURS, *(each for each in self.homes if each is not None and each.joinpath(FILE).is_file())]

    def home(self, system: str) -> Home:
        """The folder of a system that is not ours."""
        if self.folder is not None:
            return self.folder
        spec = find_spec(plugins_by_system(LEDGERS)[system].module)
        return Path(spec.origin if spec is not None and spec.origin else "").parent


OURS_ALONE = Stores()
"""For whoever asks for nobody else's."""


def stores(names: Iterable[str], folder: Path | None = None) -> Stores:
    """Where what is stored of these claims lies."""
    systems = dict.fromkeys(name.partition(".")[0] for name in names if not is_ours(name))
    return Stores((*systems,), folder)


def is_ours(name: str) -> bool:
    """Whether a claim is."""
    return name.partition(".")[0] in (*SYSTEMS, *CHAPTERS)
