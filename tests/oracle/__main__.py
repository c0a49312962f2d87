"""`python -m tests.oracle`: write what follows from the catalogue, the tables of PROTOCOL.md, its schema and the test vectors."""

from pathlib import Path

from ldproof.oracle.vectors import KINDS, write_kind
from tests.oracle.cases.sources import SOURCES
from tests.oracle.page import schema_text, update_page

ROOT = Path(__file__).parents[2]


def main() -> None:
    protocol = ROOT / "PROTOCOL.md"
    protocol.write_text(update_page(protocol.read_text(encoding="utf-8")), encoding="utf-8")
    schema = ROOT / "reference/ldproof/schemas/protocol.json"
    schema.write_text(schema_text(), encoding="utf-8")
    for kind in KINDS:
        write_kind(ROOT / "reference/ldproof/vectors/v1", kind, SOURCES[kind]())


if __name__ == "__main__":
    main()
