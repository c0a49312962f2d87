"""A real browser for tests, where there is one, and what is checked of each page in it."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

AXE = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
LOOK = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then(done);
"""
TOO_WIDE = """
const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
const out = [...document.querySelectorAll("body *")].filter((each) => {
  const inside = each.closest(".scrolled, .md-typeset__scrollwrap, .formula, pre, math, svg");
  return !inside && each.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
});
return wide || out.length ? out.slice(0, 3).map((each) => each.outerHTML.slice(0, 120)).concat(String(wide)) : [];
"""


def run_browser() -> Iterator[Chrome]:
    """Yield a browser, and end it; skip the test where there is none."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("chromium and chromedriver are not installed: no page is looked at")
    options = ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = Chrome(options, Service(driver))
    chrome.set_script_timeout(600)  # axe is slow on a busy machine
    yield chrome
    chrome.quit()


def opened(browser: Chrome, path: Path, width: int) -> None:
    """A page in a window; a phone's width is emulated, as a window has a least one."""
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get(path.as_uri())
    browser.execute_script("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def prefer_colours(browser: Chrome, scheme: str) -> None:
    """Have the reader prefer "light" or "dark" colours."""
    feature = {"name": "prefers-color-scheme", "value": scheme}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


def violations(browser: Chrome) -> Sequence[str]:
    """All that an accessibility checker finds, serious or not."""
    browser.execute_script(AXE)
    found: Mapping[str, list[Mapping[str, object]]] = browser.execute_async_script(LOOK)
    return [f"{each['id']}: {str(each['nodes'])[:300]}" for each in found["violations"]]


def console_messages(browser: Chrome) -> object:
    """Return the messages on the console."""
    return browser.execute("getLog", {"type": "browser"})["value"]
