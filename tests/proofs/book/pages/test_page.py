"""The book in a real browser, where there is one: nothing on the console, nothing too wide, nothing out of reach."""

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from ldproof_proofs.book.explained import stored
from ldproof_proofs.book.pages.folder import write
from tests.browsing import TOO_WIDE, console_messages, opened, prefer_colours, violations
from tests.tiers import slow

pytestmark = slow
"""The processor time of a browser, which ends with the last of them, counts as that of a test."""

LOOKED_AT = (
    "index.html",
    "graph.html",
    "graphs/shots.thm-4.html",
    "trusted.html",
    "places/sketch.html",
    "claims/shots.thm-4.html",
    "claims/chi2.thm-4.1.html",
    "claims/counting.thm-4.html",
    "claims/counting.fig-1.html",
    "claims/sketch.variances.html",
)
WIDTHS = {"phone": 390, "desk": 1200}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("book")
    list(write(stored(), found))
    return found


@pytest.mark.parametrize("place", LOOKED_AT)
def test_a_page(browser: Chrome, folder: Path, place: str) -> None:
    for width in WIDTHS.values():
        opened(browser, folder / place, width)
        assert browser.execute_script(TOO_WIDE) == []
    browser.execute_script(
        "document.querySelectorAll('details details').forEach((each) => { each.open = false; })"
    )
    assert violations(browser) == []
    assert console_messages(browser) == []


def test_dark_is_in_reach_too(browser: Chrome, folder: Path) -> None:
    prefer_colours(browser, "dark")
    opened(browser, folder / "claims/shots.thm-4.html", WIDTHS["desk"])
    ink = browser.execute_script("return getComputedStyle(document.documentElement).color")
    assert violations(browser) == []
    prefer_colours(browser, "light")
    assert ink != browser.execute_script("return getComputedStyle(document.documentElement).color")


def test_a_picture_follows_the_page(browser: Chrome, folder: Path) -> None:
    """In the dark its curves and its words are lighter; in print they are those of the day."""
    colours = []
    for media, scheme in (("screen", "light"), ("screen", "dark"), ("print", "dark")):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
        opened(browser, folder / "claims/counting.fig-2.html", WIDTHS["desk"])
        colours.append(
            browser.execute_script(
                "return ['.picture path[style*=curve-1]', '.picture text'].map((each) => "
                "{ const style = getComputedStyle(document.querySelector(each)); return style.stroke + style.fill; })"
            )
        )
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    light, dark, printed = colours
    assert all(one != other for one, other in zip(light, dark, strict=True))
    assert printed[0] == light[0]


def test_unfolding_by_keyboard(browser: Chrome, folder: Path) -> None:
    browser.get((folder / "claims/shots.thm-4.html").as_uri())
    summary = browser.find_element(By.CSS_SELECTOR, "details.proof > summary")
    inside = browser.find_element(By.CSS_SELECTOR, "details.proof > details")
    assert not inside.is_displayed()
    summary.send_keys(Keys.ENTER)
    assert inside.is_displayed()


def test_a_wide_formula_is_in_reach_of_the_keyboard(browser: Chrome, folder: Path) -> None:
    """And no other one: the tab key need not stop at each of them."""
    opened(browser, folder / "claims/sketch.variances.html", WIDTHS["phone"])
    found = browser.execute_script(
        "return [...document.querySelectorAll('.formula')].map((each) => "
        "[each.scrollWidth > each.clientWidth, each.getAttribute('tabindex') === '0'])"
    )
    assert all(wide == reached for wide, reached in found)
    assert {wide for wide, _ in found} == {True, False}
    first = browser.find_element(By.CSS_SELECTOR, ".formula[tabindex]")
    first.send_keys(Keys.ARROW_RIGHT)
    assert browser.switch_to.active_element == first


def test_searching(browser: Chrome, folder: Path) -> None:
    browser.get((folder / "index.html").as_uri())
    field = browser.find_element(By.ID, "search")
    field.send_keys("m-shot epsilon-LDP")
    names = [each.text for each in browser.find_elements(By.CSS_SELECTOR, "#results a")]
    assert "shots.thm-4" in names
    field.clear()
    field.send_keys("theorem 9")
    assert browser.find_element(By.CSS_SELECTOR, "#results a").text == "shots.thm-9"
    field.send_keys(" nowhereatall")
    assert browser.find_elements(By.CSS_SELECTOR, "#results a") == []
    assert browser.find_element(By.ID, "found").text == "0 claims"


def test_formulas_are_drawn_as_formulas(browser: Chrome, folder: Path) -> None:
    browser.get((folder / "claims/shots.thm-4.html").as_uri())
    heights = browser.execute_script(
        "return [...document.querySelectorAll('math')].filter((each) => each.querySelector('mfrac'))"
        ".map((each) => each.getBoundingClientRect().height)"
    )
    assert heights
    plain = browser.execute_script("return document.querySelector('h2').getBoundingClientRect().height")
    assert max(heights) > plain / 2
