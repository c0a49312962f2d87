"""The query that counts samples. Its text is all that an engine is asked: ours, or whichever holds the samples."""

from dataclasses import dataclass

from ldproof.audit.tables import Columns

TEXT = "VARCHAR"
NESTED = ("[", "STRUCT", "MAP", "UNION")
FLOATS = ("DOUBLE", "FLOAT")
SIGNED = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
AS_THEY_ARE = (TEXT, "BOOLEAN", *SIGNED, *(f"U{each}" for each in SIGNED), *FLOATS)
"""The types that have a meaning as they are; others have that of their text, but for lists of these."""


@dataclass(frozen=True, slots=True)
class Query:
    """Samples from a source, with the types of its columns."""

    source: str
    """What stands after FROM."""
    columns: Columns
    types: tuple[str, str]
    """Of inputs and of outputs."""
    where: str | None = None

    def __str__(self) -> str:
        given, output = (column(name) for name in (self.columns.given, self.columns.output))
        pairs = list(zip((given, output), self.types, strict=True))
        shown = ", ".join(
            f"{meant(*each)} AS {quoted(name)}" for each, name in zip(pairs, ("input", "output"), strict=True)
        )
        parted = ", ".join([given, output, *(apart(*each) for each in pairs if floating(each[1]))])
        rows = "count(*)" if self.columns.count is None else f"sum({counted(self.columns.count)})"
        return "\n".join(
            [
                f'SELECT {shown}, {rows} AS "count"',
                f"FROM {self.source} AS samples",
                *([] if self.where is None else [condition(self.where)]),
                f"GROUP BY {parted}",
            ]
        )


def condition(where: str) -> str:
    """A condition of the user's, whatever comments it ends in."""
    return f"WHERE ({where}\n)"


def column(name: str) -> str:
    """A column of the samples, and of nothing else that may have its name."""
    return f"samples.{quoted(name)}"


def quoted(name: str) -> str:
    """A name in SQL, whatever is in it."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text in SQL, whatever is in it."""
    return "'" + text.replace("'", "''") + "'"


def counted(name: str) -> str:
    """A count as a whole number that does not overflow when it is added up."""
    return f"CAST({column(name)} AS HUGEINT)"


def floating(kind: str) -> bool:
    """Whether floats are in it, where SQL takes -0.0 for 0.0."""
    return any(each in kind for each in FLOATS)


def apart(name: str, kind: str) -> str:
    """What tells -0.0 from 0.0."""
    return f"CAST({name} AS {TEXT})" if any(each in kind for each in NESTED) else f"signbit({name})"


def meant(name: str, kind: str) -> str:
    """A value that has a meaning, or else its text."""
    plain = kind.split("[", 1)[0] in AS_THEY_ARE or kind.startswith("STRUCT(")
    return name if plain else f"CAST({name} AS {TEXT})"
