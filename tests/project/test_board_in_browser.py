"""The board in a real browser, where there is one, at a phone's least width and at a desk's."""

from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests.browsing import TOO_WIDE, console_messages, opened, violations
from tests.drivers.peers.board import write_board
from tests.tiers import slow


@slow
@pytest.mark.parametrize("width", [320, 1200])
def test_board_fits_and_is_accessible(browser: Chrome, tmp_path: Path, width: int) -> None:
    write_board(tmp_path)
    opened(browser, tmp_path / "index.html", width)
    assert browser.execute_script(TOO_WIDE) == []
    assert violations(browser) == []
    assert console_messages(browser) == []
    badges = browser.execute_script("return [...document.images].map((each) => each.naturalWidth)")
    assert len(badges) == 10
    assert min(badges) > 100
