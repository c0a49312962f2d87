"""What ships is read, and refused by name where it is not as it was written."""

from pathlib import Path

import pytest

from ldproof.rejections import Reason, Refused
from ldproof_proofs.kernel import shipped, store


@pytest.mark.parametrize("text", ["", "{", "[]", "1", None])
def test_a_file_that_is_damaged_or_missing(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ldproof_proofs.kernel.shipped.files", lambda _: tmp_path)
    if text is not None:
        (tmp_path / store.FILE).write_text(text)
    with pytest.raises(Refused, match=f"{store.FILE} beside the proofs") as refusal:
        shipped.read(store.FILE)
    assert refusal.value.reason is Reason.DAMAGED_STATE
    with pytest.raises(Refused, match=f"{store.FILE} beside the proofs"):
        store.load()


def test_a_certificate_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ldproof_proofs.kernel.shipped.files", lambda _: tmp_path)
    (tmp_path / store.FILE).write_text('{"shots.x": ["Nonsense"], "shots.y": 1}')
    stored = store.load()
    assert (len(stored), stored["shots.y"]) == (2, 1)
    with pytest.raises(Refused, match=rf"{store.FILE} beside the proofs.*shots\.x: no certificate"):
        stored["shots.x"]
