"""A page: its head, where one is, its parts, and what all pages have in common."""

from ldproof_proofs.book.pages.html import Markup, element, together

TITLE = "ldproof"
GENERATOR = "ldproof book"


def page(title: str, *parts: Markup, up: str = "") -> str:
    """A whole page; `up` leads from its folder to the first one."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="generator", content=GENERATOR),
        element("title", f"{title} \u2013 {TITLE}" if title != TITLE else TITLE),
        element("link", rel="stylesheet", href=f"{up}style.css"),
        element("link", rel="icon", href="data:,"),
        element("script", "", src=f"{up}scroll.js", defer=True),
    )
    links = (("Contents", "index.html"), ("Graph", "graph.html"), ("What is trusted", "trusted.html"))
    navigation = element(
        "nav",
        *(element("a", words, href=f"{up}{file}") for words, file in links),
        aria_label="The book",
    )
    skip = element("a", "To the text", href="#text", class_="skip")
    body = element(
        "body",
        skip,
        element("header", navigation),
        element("main", element("h1", title), *parts, id="text", tabindex="-1"),
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en').text}\n"


def section(heading: str, *parts: Markup, **attributes: str) -> Markup:
    """A part of a page with its heading."""
    return element("section", element("h2", heading), *parts, **attributes)


def folded(summary: Markup | str, *parts: Markup, **attributes: str | bool) -> Markup:
    """What is shown when it is asked for."""
    return element("details", element("summary", summary), *parts, **attributes)


def paragraphs(*words: Markup | str) -> Markup:
    """One after the other."""
    return together(*(element("p", each) for each in words))
