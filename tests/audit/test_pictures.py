"""Pictures of an audit: they are reproducible, and have the evidence and the bound."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from ldproof.auditor import AuditPlan, AuditState, begin_audit, parse_claim, parse_pairs
from ldproof.auditor.claim import HistoryPoint
from ldproof.auditor.pictures import draw_picture
from tests.tiers import slow

HISTORY = (
    HistoryPoint(0, 100, Fraction(-1, 2), None),
    HistoryPoint(0, 200, Fraction(2), Fraction(1, 2)),
    HistoryPoint(0, 300, Fraction(7, 2), Fraction(3, 4)),
)


def finished_audit(*history: HistoryPoint) -> AuditState:
    asked = parse_claim("black-box", {"odds": "3"})
    plan = AuditPlan(asked, parse_pairs(asked, [(0, 1)]), Fraction(1, 20), 1000)
    return replace(begin_audit(plan), history=history)


def svg_of(found: AuditState, path: Path) -> str:
    # As text, letters can be found again.
    with mpl.rc_context({"svg.fonttype": "none"}):
        draw_picture(found, path, "svg")
    return path.read_text(encoding="utf-8")


@slow
def test_svg_is_reproducible(tmp_path: Path) -> None:
    text = svg_of(finished_audit(*HISTORY), tmp_path / "one")
    words = {each.text for each in ET.fromstring(text).iter() if each.text}
    assert {"black-box: not refuted", "pairs of draws", "logarithm of the capital", "epsilon"} <= words
    assert {"evidence", "ln(1/α): violated", "certified lower bound", "claimed"} <= words
    assert svg_of(finished_audit(*HISTORY), tmp_path / "two") == text
    assert "no certified bound yet" in svg_of(finished_audit(), tmp_path / "four")
    draw_picture(finished_audit(*HISTORY), tmp_path / "five", "png")
    assert (tmp_path / "five").read_bytes().startswith(b"\x89PNG\r\n")


def test_picture_has_evidence_and_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Evidence with its threshold, and the bound with the claim."""
    figures: list[Figure] = []
    monkeypatch.setattr(Figure, "savefig", lambda self, *_, **__: figures.append(self))
    draw_picture(finished_audit(*HISTORY), tmp_path / "one", "svg")
    above, below = (
        [np.asarray(line.get_xydata(), dtype=float).tolist() for line in axes.get_lines()]
        for axes in figures[0].get_axes()
    )
    assert above[0] == [[100, -0.5], [200, 2], [300, 3.5]]
    assert below[0] == [[200, 0.5], [300, 0.75]]
    assert [each[1] for each in above[1]] == pytest.approx([2.995732273554] * 2)
    assert [each[1] for each in below[1]] == pytest.approx([1.098612288668] * 2)
