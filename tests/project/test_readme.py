"""What the README shows is run as it stands there."""

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

AUDIT = re.compile(r"\n\n((?:    .*\n|\n)*    ldproof audit .*\n)")


def test_the_audit(checkout: Path, tmp_path: Path) -> None:
    """In a folder with nothing in it, and with the `ldproof` of this environment."""
    (example,) = AUDIT.findall((checkout / "README.md").read_text(encoding="utf-8"))
    ldproof = f'ldproof() {{ "{sys.executable}" -m ldproof "$@"; }}\n'
    result = subprocess.run(
        ["bash", "-c", ldproof + dedent(example)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (result.returncode, result.stderr) == (1, "")
    assert result.stdout.startswith("violated: ")
