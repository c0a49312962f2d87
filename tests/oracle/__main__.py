"""`python -m tests.oracle`: write the generated files: the tables of PROTOCOL.md, its schema and the test vectors."""

from pathlib import Path

from ldproof.oracle.schema import schema_text, update_page
from ldproof.oracle.vectors.files import write_vector_files

ROOT = Path(__file__).parents[2]


def write_generated() -> None:
    protocol = ROOT / "PROTOCOL.md"
    protocol.write_text(update_page(protocol.read_text(encoding="utf-8")), encoding="utf-8")
    schema = ROOT / "reference/ldproof/schemas/protocol.json"
    schema.write_text(schema_text(), encoding="utf-8")
    write_vector_files(ROOT / "reference/ldproof/vectors/v1")


if __name__ == "__main__":
    write_generated()
