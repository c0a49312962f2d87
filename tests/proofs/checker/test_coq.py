"""Coq accepts the proofs that are written for it, and neither their near misses nor what only claims to be one."""

import json
import re
import shutil
import sys
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ldproof_proofs.book.coq import records
from ldproof_proofs.book.coq.folder import contents
from ldproof_proofs.book.coq.reading import record
from ldproof_proofs.book.coq.theorems import LEFT, Theorems
from ldproof_proofs.book.export.objects import address, written
from ldproof_proofs.book.export.syntax import ANALYSIS, Json
from ldproof_proofs.kernel.errors import NotProved
from tests.proofs.checker import apart
from tests.proofs.checker.apart import (
    Object,
    citing,
    make_chain,
    meaning,
    objects,
    product,
    read,
    shown,
    sum_of,
    syntax,
    trees,
)
from tests.proofs.checker.test_forgeries import CITED, POINT, leant
from tests.proofs.checker.test_rows import cited, rows, use
from tests.tiers import slow

FILE = Path(__file__).parents[3] / "proofs" / "checker" / "coq" / "check.py"

if TYPE_CHECKING:
    from checker.coq import check
else:
    _spec = spec_from_file_location("coq_check", FILE)
    check = sys.modules["coq_check"] = module_from_spec(_spec)
    _spec.loader.exec_module(check)

SMALL = (
    "shots.choices",
    "shots.thm-5-without-1",
    "shots.excess-positive",
    "tails.above",
    "tails.below-as-above",
    "exact.blocks-hide",
)
"""An instance with its induction, a failure at a point, chains with exponentials, what is cited, and a record."""


@pytest.fixture(scope="module")
def theorems() -> Theorems:
    """The sample's theorems in Coq."""
    return Theorems({name: record(json.loads(text)) for name, text in objects().items()})


def theorem_statement(theorems: Theorems, name: str) -> str:
    """Return a theorem's statement in one line."""
    return " ".join(theorems.written[name].text.partition("Proof.")[0].split())


def test_theorem_states_hypotheses_definitions_and_goal(theorems: Theorems) -> None:
    """A citation is an axiom about its reading, and a failure holds at its point and not at another."""
    assert theorem_statement(theorems, "reporting.coin-nonnegative-01") == (
        "Theorem reporting_coin_nonnegative_01 : forall x : R, 0 < x -> "
        "(((2 + x) <> 0)) /\\ 0 <= (1 / (2 + x))."
    )
    assert theorem_statement(theorems, "tails.markov") == (
        "Parameter says_tails_markov : R -> R -> R -> R -> Prop. "
        "Axiom tails_markov : forall M P off s : R, says_tails_markov M P off s -> 0 < s -> "
        "P <= (M * (exp ((- s) * off)))."
    )
    failure = " ".join(theorems.written["shots.thm-5-without-1"].text.split())
    assert failure.count("exists ") == 4
    assert "/\\ ~ (" in failure


def test_every_object_is_a_theorem_or_left_for_a_reason(theorems: Theorems) -> None:
    for name, text in objects().items():
        data = read(text)
        rule, short = data["rule"], data["rule"] == "ground" and records.is_short(data)
        assert (name in theorems.left) == (rule in LEFT and not short)
        assert (name in theorems.written) == (short or rule not in ("enumeration", "ground", "signs"))
        if name in theorems.written:
            assert bool(theorems.written[name].mutant) == (rule not in ("citation", "shape"))


def test_the_page_counts_what_has_a_proof_in_coq(theorems: Theorems) -> None:
    library = apart.check.Library({address(text): text.encode() for text in objects().values()})
    counted = {name for name, text in objects().items() if apart.trust.in_coq(library.theorem(address(text)))}
    believed = ("citation", "shape")
    assert counted == {name for name, each in theorems.written.items() if each.rule not in believed}


def with_cited(name: str) -> set[str]:
    """A theorem and all those below it."""
    data = read(objects()[name])
    below = [str(data["theorem"])] if data["rule"] == "instance" else []
    known = data.get("known", [])
    assert isinstance(known, list)
    below += [source["theorem"] for _, source in known if source["object"] != ANALYSIS]
    return {name}.union(*map(with_cited, below))


def small(*theorems: str) -> Mapping[str, str]:
    """A few theorems' objects and those below them."""
    return {name: objects()[name] for name in sorted(set[str]().union(*map(with_cited, theorems)))}


def folder_of(found: Mapping[str, str], folder: Path) -> Path:
    """A folder of objects' Coq files."""
    for name, text in contents(found).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_files_are_the_same_whenever_they_are_made() -> None:
    found = small(*SMALL)
    assert contents(found) == contents(dict(sorted(found.items(), reverse=True)))


def test_of_what_is_not_shown_no_proof_is_written() -> None:
    """Another lemma is needed, a term is none, or an induction lacks a part."""
    root: Json = ["^", ["symbol", "x"], "1/2"]
    short = read(objects()["reporting.hiding-most"])
    assert isinstance(short["certificate"], dict)
    del short["certificate"]["step 0 at k >= 1"]
    for forged, why in (
        ([written(make_chain([root, "=", root]))], "no term"),
        ([written(short)], r"nothing shows its step 0 at k >= 1"),
        (leant("x"), "nothing has shown value > 0"),
    ):
        with pytest.raises(NotProved, match=why):
            contents({str(read(each)["name"]): each for each in reversed(forged)})


# with Coq


@pytest.fixture(scope="session")
def coq() -> None:
    """Whoever needs Coq is skipped where it is not."""
    if what := check.missing():
        pytest.skip(check.MISSING.format(what=what).strip())


def said_of(found: Mapping[str, str], folder: Path) -> str:
    """Coq's first error in files of proofs, in their order, if there is one."""
    shutil.copy(FILE.with_name("Prelude.v"), folder)
    for name in ("Prelude.v", *sorted(each for each in found if each.startswith("Chunk_"))):
        if name in found:
            (folder / name).write_text(found[name], encoding="utf-8")
        if said := check.compiled(folder, Path(name).stem):
            return re.sub(r"\s+", " ", said.partition("Error:")[2] or said).strip()[:160]
    return ""


def last_of(found: Mapping[str, str]) -> str:
    """The last file of proofs."""
    return max(each for each in found if each.startswith("Chunk_"))


@slow
@pytest.mark.usefixtures("coq")
def test_coq_refuses_forgeries(tmp_path: Path) -> None:
    """Among them: what is cited without its reading, or of one symbol in two places."""
    text = written(CITED)
    one_number = citing(text, y="x")

    def of(forged: Object, *cited: str, without: str = "") -> str:
        files = contents({str(read(each)["name"]): each for each in (*cited, written(forged))})
        last = last_of(files)
        assert without in files[last]
        return said_of({**files, last: files[last].replace(without, "")}, tmp_path)

    said = meaning("cited", {"x": "x", "y": "x"})
    why, known = sum_of("lemma"), [["lemma", citing(text)]]
    collapsed = make_chain("x + x = 2", why, known=[["lemma", one_number]], reading="eyes", said=[said])
    no_tactic, no_product = "No applicable tactic", "No product even after head-reduction"
    assert no_tactic in of(make_chain("0 = 1", shown(product("x = y", scale="1/(y - x)")), "x = y"))
    assert no_tactic in of(make_chain("exp(x)*((x - x)/(x - x)) = exp(x)"))
    assert no_product in of(make_chain("x + y = 2", why, known=known), text, without="says_cited x y ->")
    assert no_product in of(collapsed, text, without="says_cited x x ->")
    honest = POINT | {"printed": syntax("x <= y"), "given": {}}
    honest |= {"point": trees({"x": "2", "y": "1"}), "elsewhere": trees({"x": "1", "y": "2"})}
    assert "The reference x was not found" in of(honest | {"point": {}})
    assert of(honest) == ""


@slow
@pytest.mark.usefixtures("coq")
def test_in_coq_it_is_said_of_rows_and_there_are_none(tmp_path: Path) -> None:
    """0 <= -1 of all rows after -1 rounds says nothing: the hypothesis is there, and Coq shows that nothing has it."""
    forged = cited("0 <= -1", {"x": "0"}, use("late", U_k="x", t="-1"), given="")
    files = contents({"late": rows()["late"], "forged": written(forged)})
    text = "\n".join(files[each] for each in sorted(files) if each.startswith("Chunk_"))
    said = re.search(r"Theorem forged :(.*?)\nProof\.", text, re.DOTALL)
    assert said is not None
    assert "rows_late" in said[1]
    nothing = (
        "Lemma forged_of_nothing : forall x, ~ rows_late (-1) x.\nProof.\nintros x rows; unfold rows_late in rows; "
        "decompose [ex and] rows;\nmatch goal with same : -1 = INR ?n |- _ => pose proof (pos_INR n); lra end.\nQed.\n"
    )
    last = last_of(files)
    assert said_of({**files, last: files[last] + nothing}, tmp_path) == ""
    true = nothing.replace("(-1)", "1").replace("-1 =", "1 =")
    assert said_of({**files, last: files[last] + true}, tmp_path) != ""


@slow
@pytest.mark.usefixtures("coq")
def test_a_small_chunk_is_accepted_and_its_near_misses_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.main([str(folder_of(small(*SMALL), tmp_path)), "--mutants"]) == 0
    said = capsys.readouterr().out
    assert "REFUSED" not in said
    for rule in ("chain", "ground", "induction", "instance", "point"):
        accepted, tried = (re.findall(rf"{before}(\d+) {rule}\n", said) for before in ("", "tried: "))
        assert int(accepted[0]) == int(tried[0]) > 0
    believed = {"tails_lower_is_lighter", "tails_markov", "tails_moment"}
    believed |= {"says_tails_markov", "says_tails_moment"}
    assert {
        *re.findall(r"^  (tails_\w+|says_\w+)$", said.partition("Rests on:")[2], re.MULTILINE)
    } == believed


def stretch(text: str, name: str) -> str:
    """A theorem and its proof as they stand in a file."""
    begins = text.index(f"Theorem {name} ")
    return text[begins : text.index("Qed.", begins) + 4]


@slow
@pytest.mark.usefixtures("coq")
def test_faults_in_a_folder_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An admitted or silently cited statement, a near miss that is true, and a false theorem are named."""
    folder, name = folder_of(small("shots.excess-positive", "tails.above"), tmp_path), "shots_excess_positive"
    (chunk,) = (path for path in folder.glob("Chunk_*.v") if f"Theorem {name} " in path.read_text("utf-8"))
    session = folder / chunk.name.replace("Chunk", "Mutants")
    text, missed = chunk.read_text("utf-8"), session.read_text("utf-8")
    right, wrong = stretch(text, name), stretch(missed, f"{name}_mutant")
    chunk.write_text(text.replace(right, right.replace("Qed.", "Admitted.")), encoding="utf-8")
    session.write_text(missed.replace(wrong, right.replace(name, f"{name}_mutant")), encoding="utf-8")
    (folder / "Chunk_99.v").write_text(text.replace(right, wrong.replace("_mutant", "")), encoding="utf-8")
    manifest = folder / "manifest.json"
    listed = json.loads(manifest.read_text("utf-8").replace('"says_tails_markov"', '"says_nothing"'))
    listed["chunks"]["Chunk_99"] = listed["chunks"][chunk.stem]
    manifest.write_text(json.dumps(listed), encoding="utf-8")
    assert check.main([str(folder), "--mutants"]) == 1
    found = capsys.readouterr().out
    flaws = [line for line in found.splitlines() if line.startswith("REFUSED ")]
    for flaw in (
        rf"shots_\w+ or one of \d+ rests on {name}",
        r"tails_above or one of \d+ rests on says_tails_markov",
        rf"{session.stem}: accepted: {name}",
        r"Chunk_99: File .*",
    ):
        assert any(re.fullmatch(f"REFUSED {flaw}", each) for each in flaws), (flaw, found)
    assert len(flaws) == 4, found


def test_a_folder_that_is_none_is_refused_and_where_coq_is_not_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check.main([str(tmp_path)]) == 2
    assert "ldproof prove --coq DIR" in capsys.readouterr().out
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    assert [check.main(["--here"]), check.main([str(tmp_path)])] == [1, 0]
    assert capsys.readouterr().out.count("skipped: Coq is not here (no coqc)") == 2
