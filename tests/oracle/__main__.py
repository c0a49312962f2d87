"""`python -m tests.oracle`: write the generated files: the tables of PROTOCOL.md, its schema and the test vectors."""

from pathlib import Path

from ldproof.errors import Reason
from ldproof.oracle.vectors import ALL_KINDS, shipped_head, write_kind
from ldproof.parameters import Schema
from tests.oracle.cases.sources import SOURCES
from tests.oracle.page import schema_text, update_page

ROOT = Path(__file__).parents[2]


def write_generated() -> None:
    protocol = ROOT / "PROTOCOL.md"
    protocol.write_text(update_page(protocol.read_text(encoding="utf-8")), encoding="utf-8")
    schema = ROOT / "reference/ldproof/schemas/protocol.json"
    schema.write_text(schema_text(), encoding="utf-8")
    for kind in ALL_KINDS:
        words: dict[str, Schema] = {
            "flags": {"enum": [*shipped_head(kind)["flags"]]},
            "reason": {"enum": [*Reason]},
        }
        write_kind(ROOT / "reference/ldproof/vectors/v1", kind, SOURCES[kind](), words)


if __name__ == "__main__":
    write_generated()
