"""The site: `make site` builds it, its links lead to pages and places, and a real browser shows it, where there is one."""

import re
import subprocess
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from ruamel.yaml import YAML
from selenium.webdriver import Chrome

import ldproof
import ldproof.testing
from tests.browsing import TOO_WIDE, console_messages, opened, prefer_colours, violations
from tests.html_pages import parse_page
from tests.project.conftest import child_environment
from tests.project.test_pages import PAGES
from tests.tiers import slow

CHECKOUT = Path(__file__).parents[2]
NAMED = re.compile(r"^::: ([\w.]+)\.(\w+)$", re.MULTILINE)
PEERS = "tests/drivers/peers/README.md"
BOOK = "book/index.html"
WIDTHS = (320, 1280)
LOOKED_AT = (
    "index.html",
    "docs/tutorials/first-audit.html",
    "docs/commands.html",
    "docs/api.html",
    "docs/own.html",
    "docs/python.html",
    "docs/evidence.html",
    "PROTOCOL.html",
    "TRUST.html",
)


def listed_pages(tree: object) -> list[str]:
    """Return the pages in a navigation, in order."""
    if isinstance(tree, str):
        return [tree]
    branches = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else []
    return [page for each in branches for page in listed_pages(each)]


def test_navigation_lists_every_page_once() -> None:
    table = YAML(typ="safe", pure=True).load((CHECKOUT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert sorted(listed_pages(table["nav"])) == sorted([*PAGES, PEERS, BOOK])


def test_reference_lists_every_public_name() -> None:
    found = NAMED.findall((CHECKOUT / "docs/api.md").read_text(encoding="utf-8"))
    own = [name for module, name in found if not module.startswith("ldproof.testing.")]
    testing = [name for module, name in found if module.startswith("ldproof.testing.")]
    assert sorted([*own, "__version__"]) == sorted(ldproof.__all__)
    assert sorted(testing) == sorted(ldproof.testing.__all__)
    for module, name in found:
        whole = getattr(ldproof if name in own else ldproof.testing, name)
        assert getattr(import_module(module), name) is whole
        assert whole.__module__ == module


def find_faults(site: Path) -> dict[str, list[str]]:
    """Return the links of each page that lead nowhere, and what it loads from other hosts."""
    pages = {path: parse_page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = defaultdict(list)
    for path, page in pages.items():
        for link in page.leads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                wrong = link in page.loaded and parts.scheme != "data"
            else:
                named = unquote(parts.path)
                folder = site if named.startswith("/") else path.parent
                target = (folder / named.lstrip("/")).resolve() if named else path
                target = target / "index.html" if target.is_dir() else target
                place = unquote(parts.fragment)
                wrong = not target.is_file() or bool(
                    place and place != "__skip" and target in pages and place not in pages[target].ids
                )
            if wrong:
                found[str(path.relative_to(site))].append(link)
    return dict(found)


@pytest.fixture(scope="module")
def site() -> Path:
    """The site, as `make site` builds it."""
    done = subprocess.run(
        ["make", "--no-print-directory", "site"],
        cwd=CHECKOUT,
        env=child_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return CHECKOUT / "build" / "site"


@slow
def test_links_lead_to_places_and_nothing_is_loaded_from_elsewhere(site: Path, tmp_path: Path) -> None:
    assert {"index.html", "book/index.html", "docs/api.html"} <= {
        str(path.relative_to(site)) for path in site.rglob("*.html")
    }
    assert find_faults(site) == {}
    (tmp_path / "a.html").write_text(
        '<p id="here"><a href="#here"></a><a href="#there"></a><a href="b.html"></a>'
    )
    assert find_faults(tmp_path) == {"a.html": ["#there", "b.html"]}


@slow
def test_signatures_and_docstrings_are_in_the_reference(site: Path) -> None:
    text = (site / "docs/api.html").read_text(encoding="utf-8")
    for module, name in NAMED.findall((CHECKOUT / "docs/api.md").read_text(encoding="utf-8")):
        assert f'id="{module}.{name}"' in text
    assert ":::" not in text


@slow
@pytest.mark.parametrize("place", LOOKED_AT)
def test_page_fits_and_is_accessible_in_light_and_dark(browser: Chrome, site: Path, place: str) -> None:
    """Also whatever is scrolled can be focused, and the colours follow the reader's preference."""
    backgrounds = {}
    for scheme in ("light", "dark"):
        prefer_colours(browser, scheme)
        for width in WIDTHS:
            opened(browser, site / place, width)
            assert browser.execute_script(TOO_WIDE) == []
            assert violations(browser) == []
        backgrounds[scheme] = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert console_messages(browser) == []
    assert backgrounds["light"] != backgrounds["dark"]
