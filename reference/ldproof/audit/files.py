"""Where samples are that were taken elsewhere, and who reads them: a short CSV file is read here, all else by DuckDB."""

from dataclasses import dataclass
from pathlib import Path

from ldproof.audit import database, tables
from ldproof.audit.plan import Plan
from ldproof.audit.tables import STDIN, Columns, Table
from ldproof.rejections import Refused

PACKED = ".zst"
"""The CSV files that only DuckDB unpacks."""
SMALL_FILE = 1 << 22
"""So many bytes are read as quickly as DuckDB is loaded."""


@dataclass(frozen=True, slots=True)
class Files:
    """A file or a pattern of files, and which of their columns and rows are meant."""

    path: Path
    columns: Columns
    where: str | None = None

    def read(self, plan: Plan) -> Table:
        """The samples. What DuckDB refuses of a CSV file is read again here, for the line and the reason."""
        if self.plain and (self.short or not database.installed()):
            return tables.read(self.path, plan, self.columns)
        try:
            return database.read(self.path, plan, self.columns, self.where)
        except Refused:
            if not self.plain:
                raise
        return tables.read(self.path, plan, self.columns)

    def query(self) -> str:
        """The query that counts them."""
        return database.show(self.path, self.columns, self.where)

    @property
    def plain(self) -> bool:
        """Whether this is one CSV file, all of which is meant."""
        name = self.path.name.lower()
        pattern = any(sign in str(self.path) for sign in database.WILD) and not self.path.exists()
        return self.where is None and not pattern and not name.endswith((*database.PARQUET, PACKED))

    @property
    def short(self) -> bool:
        """Whether it is not worth while to load DuckDB."""
        return self.path == STDIN or not self.path.is_file() or self.path.stat().st_size < SMALL_FILE
