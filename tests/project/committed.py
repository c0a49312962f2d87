"""What committed files may not contain."""

import io
import re
import subprocess
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

MACHINE_PATH = re.compile(r"(?<![\w.~$}/-])/(?:work|root|home|Users|opt|mnt)/[\w.]|file:[/]|[A-Z]:\\\\?Users")
TEMPORARY_PATH = re.compile(r"(?<![\w.~$}/-])/tmp/")
HOST = re.compile(r"\w+://|--(?:extra-)?index-url|--find-links|--trusted-host|^-[if]\b| @ ", re.MULTILINE)
SILENCED = re.compile(r"#\s*(?:type:\s*ignore(?P<code>\[[\w, -]+\])?|mypy:|pyright:)")
SILENCERS = ("no_type_check",)
SILENCE_ALLOWED = "tests/typing/"


def committed(root: Path) -> list[Path]:
    """The files that are committed, or would be."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [root / name for name in listed.split("\0") if name and (root / name).is_file()]


def machine_paths(root: Path, files: Iterable[Path]) -> Iterator[str]:
    """Every line that names a place on somebody's machine; a test may name the temporary folder."""
    for path in files:
        name = path.relative_to(root).as_posix()
        for number, line in _lines(path):
            if MACHINE_PATH.search(line) or (not name.startswith("tests/") and TEMPORARY_PATH.search(line)):
                yield f"{name}:{number}: {line.strip()}"


def hosts(lock: str) -> list[str]:
    """Every trace of where a lock's packages come from: the registry is the reader's choice."""
    return [match.group() for match in HOST.finditer(lock)]


def silenced(root: Path, files: Iterable[Path]) -> Iterator[str]:
    """Every place where the type checker is silenced, except with a code where the types themselves are tested."""
    for path in files:
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8") if path.suffix in {".py", ".pyi"} else ""
        if not SILENCED.search(text) and not any(each in text for each in SILENCERS):
            continue  # nor is any of its tokens one
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            match = SILENCED.match(token.string) if token.type == tokenize.COMMENT else None
            allowed = match and name.startswith(SILENCE_ALLOWED) and match.group("code")
            if (match and not allowed) or (token.type == tokenize.NAME and token.string in SILENCERS):
                yield f"{name}:{token.start[0]}: {token.string}"


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        yield from enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    except UnicodeDecodeError:
        return
