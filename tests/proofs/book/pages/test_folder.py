"""The book's pages: they lead to each other, hold everything, need no network, and are small."""

import re
from collections import Counter
from collections.abc import Mapping
from html import unescape
from itertools import islice
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

import pytest

from ldproof_proofs.book.explain import explanation
from ldproof_proofs.book.explained import Words, stored
from ldproof_proofs.book.explanation import LETTERS, Claims, Explanation, families, graded, order_with_lemmas
from ldproof_proofs.book.pages import folder
from ldproof_proofs.book.pages.claims import LONG, in_numbers
from ldproof_proofs.book.pages.contents import home
from ldproof_proofs.book.pages.folder import pages
from ldproof_proofs.book.pages.graph import layers
from ldproof_proofs.book.pages.html import element, kept, table
from ldproof_proofs.book.pages.marks import EVIDENCE, VERDICTS
from ldproof_proofs.ledger.contents import CONTENTS
from ldproof_proofs.ledger.places import Place
from tests.html_pages import ParsedPage, parse_page
from tests.reference.cli.conftest import Run
from tests.tiers import run_everything, slow

LARGEST = 300_000


@pytest.fixture(scope="module")
def words() -> Words:
    return stored()


@pytest.fixture(scope="module")
def book(words: Words) -> Mapping[str, str]:
    return dict(pages(words))


@pytest.fixture(scope="module")
def claims(words: Words) -> Mapping[str, Any]:
    """The claims whose pages are read: in the default tier every tenth, and two that tests name."""
    every = [*words["claims"]]
    kept = every if run_everything() else {*every[::10], "sketch.variances", "shots.thm-4"}
    return {name: claim for name, claim in words["claims"].items() if name in kept}


@pytest.fixture(scope="module")
def taken_apart(book: Mapping[str, str], claims: Mapping[str, Any]) -> Mapping[str, ParsedPage]:
    places = {f"claims/{name}.html" for name in claims}
    return {
        place: parse_page(text)
        for place, text in book.items()
        if place.endswith(".html") and (dirname(place) != "claims" or place in places)
    }


def test_pages_are_small_well_formed_and_load_nothing(
    taken_apart: Mapping[str, ParsedPage], book: Mapping[str, str]
) -> None:
    """Every element ends where it should, no place is named twice, nothing comes from elsewhere."""
    wrong = []
    for place, page in taken_apart.items():
        wrong += [(place, flaw) for flaw in page.flaws + page.open]
        wrong += [(place, name) for name, many in page.ids.items() if many > 1]
        wrong += [(place, lead) for lead in page.leads if re.match(r"(?!data:,)[a-z]+:|//", lead)]
        wrong += [(place, "large")] * (len(book[place].encode()) >= LARGEST)
    assert wrong == []


def test_every_link_leads_to_a_page(taken_apart: Mapping[str, ParsedPage], book: Mapping[str, str]) -> None:
    """And to a place in it."""
    lost = []
    for place, page in taken_apart.items():
        for lead in page.leads:
            target, _, fragment = lead.partition("#")
            there = normpath(join(dirname(place), target)) if target else place
            found = there in book and (
                not fragment or there not in taken_apart or fragment in taken_apart[there].ids
            )
            lost += [] if found or lead == "data:," else [f"{place}: {lead}"]
    assert lost == []


def test_every_claim_and_every_sentence_has_its_page(
    words: Words, claims: Mapping[str, Any], taken_apart: Mapping[str, ParsedPage], book: Mapping[str, str]
) -> None:
    for name, claim in claims.items():
        page = taken_apart[f"claims/{name}.html"]
        assert element("p", kept(claim["printed"])).text in book[f"claims/{name}.html"]
        found = Explanation(name, Claims(words))
        evidence = Counter(f"\u00a0{found.by_name(each['evidence'])}" for each in claim["sentences"])
        assert all(page.words.count(each) >= many for each, many in evidence.items())


def test_every_theorem_is_somewhere_with_its_place(words: Words, book: Mapping[str, str]) -> None:
    named = {unescape(name) for text in book.values() for name in re.findall(r' id="([^"]*)"', text)}
    reached = order_with_lemmas(
        [name for claim in words["claims"].values() for name in claim["theorems"]], words["theorems"]
    )
    assert {*reached} <= named


def test_claims_named_in_a_sentence_are_links(
    words: Words, claims: Mapping[str, Any], taken_apart: Mapping[str, ParsedPage]
) -> None:
    """Each is, and the claim whose page it is is not: whoever reads "sketch.def-1" can go there."""
    named = Claims(words).named
    met = {
        (name, other)
        for name, claim in claims.items()
        for each in claim["sentences"]
        for other in named.findall(each["text"])
        if other != name
    }
    assert len(met) > (10 if run_everything() else 1)
    assert [
        (name, other)
        for name, other in met
        if f"{other}.html" not in taken_apart[f"claims/{name}.html"].leads
    ] == []


def test_a_proof_says_what_its_letters_are(
    claims: Mapping[str, Any], taken_apart: Mapping[str, ParsedPage]
) -> None:
    """They need not be in the list of the claim's own."""
    proved = {name for name, claim in claims.items() if claim["theorems"] or claim["checks"]}
    assert {name for name in claims if LETTERS in taken_apart[f"claims/{name}.html"].words} == proved
    assert LETTERS in " ".join(explanation("sketch.rr", proof=True).split())


def test_a_long_relation_is_folded_below_its_numbers(words: Words) -> None:
    """Short ones stand as they are: a screen of formula is no number."""
    theorems = [
        theorem
        for name in words["claims"]
        for theorem in Explanation(name, Claims(words)).counterexamples.values()
    ]
    shown = {in_numbers(each).text: each for each in theorems}
    assert all(
        ("<details" in text) == (len(each["statement"]) > LONG) and each["in_numbers"]
        for text, each in shown.items()
    )
    assert {"<details" in text for text in shown} == {True, False}


def test_the_first_page_leads_to_every_claim(words: Words, taken_apart: Mapping[str, ParsedPage]) -> None:
    leads = {*taken_apart["index.html"].leads}
    assert {f"claims/{name}.html" for name in words["claims"]} <= leads
    assert {f"places/{system}.html" for system in CONTENTS} <= leads


def test_the_contents_are_in_the_order_of_the_source(book: Mapping[str, str]) -> None:
    """Section by section, where a claim is at home: the abstract speaks of Theorem 9, and it stands in section 5.4."""
    first = book["index.html"]

    def at(text: str) -> int:
        assert first.count(text) == 1
        return first.index(text)

    numbered = [at(f"claims/shots.thm-{number}.html") for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)]
    assert numbered == sorted(numbered)
    assert at("<h3>section 5.4</h3>") < at("claims/shots.thm-9.html") < at("<h3>section 6.1</h3>")
    assert at("<h3>abstract</h3>") < at("claims/shots.text.html") < at("<h3>section 1, Related Work</h3>")


def test_a_claim_is_at_home_where_it_says() -> None:
    places = [
        Place("1", "", "a", ("x.thm-1", "x.thm-10")),
        Place("1.1", "Theorem 10", "b", ("x.thm-10", "x.thm-1")),
    ]
    assert home("x.thm-1", "a source, section 1", places) is places[0]
    assert home("x.thm-10", "a source, section 1.1, Theorem 10", places) is places[1]
    assert home("x.thm-1", "a source, section 1.1, Theorem 1", places) is places[1]
    assert home("x.thm-1", "ours", places) is places[0]


def test_a_claim_of_ours_is_printed_nowhere(
    claims: Mapping[str, Any], taken_apart: Mapping[str, ParsedPage]
) -> None:
    for name, claim in claims.items():
        headings = {*taken_apart[f"claims/{name}.html"].words}
        assert not (claim["verdict"] == "ours" and "As printed" in headings)
    assert "So it is" in taken_apart["claims/sketch.variances.html"].words
    assert "As printed" in taken_apart["claims/shots.thm-4.html"].words


def test_the_graph_tells_evidence_by_shape(words: Words, taken_apart: Mapping[str, ParsedPage]) -> None:
    said = taken_apart["graph.html"].words
    for name, claim in words["claims"].items():
        assert f"{EVIDENCE[graded(claim['evidence'])]} {name.partition('.')[2]}" in said


def test_a_claims_theorems_are_drawn(
    words: Words, book: Mapping[str, str], taken_apart: Mapping[str, ParsedPage]
) -> None:
    """Each once, with its evidence's shape, and as many lines as lemmas are used; lemmas stand to the left."""
    for name in words["claims"]:
        theorems = Explanation(name, Claims(words)).all_shown
        place = f"graphs/{name}.html"
        assert (place in book) == bool(theorems)
        if theorems:
            said = Counter(taken_apart[place].words)
            assert all(
                said[f"{EVIDENCE[graded(each['evidence'])]} {one}"] == 1 for one, each in theorems.items()
            )
            used = [(lemma, one) for one, each in theorems.items() for lemma in each["lemmas"]]
            assert book[place].count('class="uses"') == len(used)
    depths = layers({"c": ["b", "a"], "b": ["a"], "a": []})
    assert depths == {"a": 0, "b": 1, "c": 2}


def test_every_place_of_a_source_is_listed(taken_apart: Mapping[str, ParsedPage]) -> None:
    for system, places in CONTENTS.items():
        said = taken_apart[f"places/{system}.html"].words
        assert all(place.words in said for place in places)
        assert sum(each.startswith("none: ") for each in said) == sum(bool(place.reason) for place in places)


def test_every_citation_is_owned_to(words: Words, taken_apart: Mapping[str, ParsedPage]) -> None:
    assumed = {each for theorem in words["theorems"].values() for each in theorem["assumes"]}
    said = "\n".join(taken_apart["trusted.html"].words)
    assert assumed
    assert not [each for each in assumed if each not in said]


def test_words_are_escaped() -> None:
    assert element("p", "a < b & c", title='"').text == '<p title="&quot;">a &lt; b &amp; c</p>'
    assert '<th scope="row">&lt;i&gt;</th>' in table(("x",), [("<i>",)], "all").text


def test_marks_differ_in_shape() -> None:
    assert len({*VERDICTS.values()}) == len(VERDICTS)
    assert graded("proved given [Ville]") == "proved given"
    assert graded("tested T <= 4 given [Ville]") == "tested"
    assert {
        EVIDENCE[graded(each)]
        for each in ("proved", "proved given [x]", "computed", "tested x", "cited [x]", "prose")
    } == {*"\u25a0\u25a3\u25a6\u25a4\u25a1\u25cb"}


def test_families_are_routine_and_lose_nothing(words: Words) -> None:
    shown = Explanation("shots.thm-4", Claims(words)).all_shown
    found = families(shown)
    assert [*found["reporting.coin-private-..."]] == [each for each in shown if "coin-private-" in each]
    assert sorted(name for names in found.values() for name in names) == sorted(shown)


@pytest.mark.parametrize("few", [True, pytest.param(False, marks=slow)])
def test_the_command_writes_and_replaces(
    run: Run, tmp_path: Path, book: Mapping[str, str], monkeypatch: pytest.MonkeyPatch, *, few: bool
) -> None:
    """With it goes every page that the new book does not have, and nothing that is somebody else's."""
    wanted = dict(islice(book.items(), 10)) if few else book
    if few:
        monkeypatch.setattr(folder, "pages", lambda _: wanted.items())
    into = tmp_path / "pages"
    for _ in range(2):
        result = run("book", str(into))
        assert (result.exit_code, result.stderr) == (0, "")
        (into / "withdrawn.html").write_text(book["index.html"])
        (into / "notes.html").write_text("<p>made by ldproof book")
    assert run("book", str(into)).exit_code == 0
    (into / "notes.html").unlink()
    written = {str(path.relative_to(into)): path.read_text() for path in into.rglob("*") if path.is_file()}
    assert written == wanted


def test_what_is_there_is_not_written_over(run: Run, tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.tex"
    thesis.write_text("years of work")
    for place, why in ((tmp_path, "thesis.tex"), (thesis, "no folder")):
        result = run("book", str(place))
        assert (result.exit_code, result.stdout) == (2, "")
        assert why in result.stderr
    assert [path.read_text() for path in tmp_path.iterdir()] == ["years of work"]
