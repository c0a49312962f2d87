"""What a test run on the built wheel must not be able to import: the sources the wheel was built from."""

from collections.abc import Iterable
from pathlib import Path

SOURCE_ROOTS = ("reference", "proofs")


def sources_in_reach(checkout: Path, places: Iterable[str]) -> list[Path]:
    """Every place (an entry of `sys.path`, a module's file) that lies in a source root of the checkout."""
    roots = [(checkout / root).resolve() for root in SOURCE_ROOTS]
    resolved = [Path(place).resolve() for place in places]
    return [place for place in resolved if any(place.is_relative_to(root) for root in roots)]
