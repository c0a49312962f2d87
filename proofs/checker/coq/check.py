"""Has Coq check the proofs that `ldproof prove --coq DIR` wrote: `python check.py DIR [--mutants] [CHUNK...]`.

Compiles the chunks two at once, each after those that it needs, then asks Coq with `Print Assumptions` what the
theorems rest on: the axioms of Coq's own real numbers, and the citations that a theorem owns up to. With `--mutants`
every near miss, with the certificate of the theorem that it misses, must be refused. Standard library only.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache
from pathlib import Path

JOBS = 2
STANDARD = re.compile(
    r"(ClassicalDedekindReals\.(sig_forall_dec|sig_not_dec)"
    r"|FunctionalExtensionality\.functional_extensionality_dep|Classical_Prop\.classic"
    r"|(PrimInt63|Uint63|PrimFloat|FloatAxioms|FloatOps|SpecFloat|Int63)\..*)"
)
"""What Coq's own library assumes: of real numbers, of functions, and of the machine's integers and floats."""
NEXT = "-- the next group"
"""What is printed before what a group of theorems rests on: one run of Coq reads its library once for all groups."""
MISSING = (
    "skipped: Coq is not here ({what}). Its proofs are checked with Coq 8.16 and Interval 4.6:"
    " apt install coq libcoq-interval, or opam install coq coq-interval\n"
)


def missing() -> str:
    """What is missing of Coq, if something is."""
    coqc = shutil.which("coqc")
    return "no coqc" if coqc is None or shutil.which("coqtop") is None else beside(coqc)


@cache
def beside(coqc: str) -> str:
    """What is missing beside a Coq, if something is: asked once, as it takes a second."""
    with tempfile.TemporaryDirectory() as place:
        probe = Path(place, "probe.v")
        probe.write_text("From Interval Require Import Tactic.\n", encoding="utf-8")
        found = coq(coqc, Path(place), str(probe))
    return "" if found.returncode == 0 else "no Interval"


def coq(
    program: str, build: Path, *arguments: str, said: str | None = None
) -> "subprocess.CompletedProcess[str]":
    """A run of Coq's."""
    return subprocess.run(
        [program, "-q", "-Q", str(build), "LDProof", *arguments],
        input=said,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def compiled(build: Path, title: str) -> str:
    """What Coq has against a chunk, if anything."""
    found = coq("coqc", build, str(build / f"{title}.v"))
    return found.stdout.strip() or f"coqc ended with {found.returncode}" if found.returncode else ""


def refused_all(build: Path, title: str, names: Sequence[str]) -> str:
    """Which near misses Coq accepts, if any: there is no theorem of that name in the end."""
    text = (build / f"{title}.v").read_text(encoding="utf-8")
    found = coq("coqtop", build, said=text).stdout
    refused = re.findall(r"The reference (\w+)_mutant was not\s+found", found)
    accepted = sorted({*names} - {*refused})
    if "Syntax error" in found or "Cannot find a physical path" in found:
        return "Coq cannot read it"
    return f"accepted: {', '.join(accepted)}" if accepted else ""


def spread(needs: Mapping[str, Sequence[str]], work: Callable[[str], str]) -> dict[str, str]:
    """Work on each title after what it needs, two at once; why each failed, if it did."""
    found: dict[str, str] = {}
    running: dict[Future[str], str] = {}
    waiting = dict(needs)
    with ThreadPoolExecutor(JOBS) as pool:
        while waiting or running:
            for title in [each for each in waiting if all(need in found for need in waiting[each])]:
                lacking = [need for need in waiting.pop(title) if found[need]]
                if lacking:
                    found[title] = f"it needs {lacking[0]}"
                else:
                    running[pool.submit(work, title)] = title
            done, _ = wait(running, return_when=FIRST_COMPLETED) if running else (set(), set())
            for each in done:
                title = running.pop(each)
                found[title] = each.result()
                sys.stdout.write(
                    f"{title}: {'refused: ' + found[title] if found[title] else 'as it should be'}\n"
                )
                sys.stdout.flush()
    return found


def assumed(
    build: Path, titles: Sequence[str], axioms: Mapping[str, Sequence[str]]
) -> tuple[list[str], set[str]]:
    """Theorems with the same citations at once: what any of them rests on besides; and all axioms that were met."""
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, own in axioms.items():
        groups[tuple(own)].append(name)
    lines = [f"From LDProof Require Import {title}." for title in titles]
    for place, names in enumerate(groups.values()):
        lines.append(f"Definition group_{place} := ({', '.join(['tt', *names])}).")
        lines.append(f'Goal True. idtac "{NEXT}". Abort.\nPrint Assumptions group_{place}.')
    (build / "Groups.v").write_text("\n".join([*lines, ""]), encoding="utf-8")
    found = coq("coqc", build, str(build / "Groups.v"))
    _, *answers = found.stdout.split(f"{NEXT}\n")
    if found.returncode or len(answers) != len(groups):
        return [f"Groups: {found.stdout.strip() or f'coqc ended with {found.returncode}'}"], set()
    flaws, met = list[str](), set[str]()
    for own, said in zip(groups, answers, strict=True):
        if "Axioms:" not in said and "Closed under the global context" not in said:
            flaws.append(f"Coq does not say what {groups[own][0]} rests on: {said[-200:]}")
        listed = said.partition("Axioms:")[2]
        names = re.findall(r"^([\w.']+)(?= :|\n  ?:)", listed, re.MULTILINE)
        met |= {name if STANDARD.fullmatch(name) else name.rpartition(".")[2] for name in names}
        for name in names:
            last = name.rpartition(".")[2]
            if not STANDARD.fullmatch(name) and last not in own:
                flaws.append(f"{groups[own][0]} or one of {len(groups[own])} rests on {last}")
    return flaws, met


def main(arguments: Sequence[str]) -> int:
    """0 if all is as it should be or Coq is not here (`--here` asks just that: 0 if it is), 1 if something is not, 2 if there is no folder."""
    if arguments == ["--here"]:
        what = missing()
        sys.stdout.write(MISSING.format(what=what) if what else "")
        return 1 if what else 0
    folder = Path(*arguments[:1])
    if not arguments or not (folder / "manifest.json").is_file():
        sys.stdout.write("usage: python check.py DIR [--mutants] [CHUNK...], of `ldproof prove --coq DIR`\n")
        return 2
    if what := missing():
        sys.stdout.write(MISSING.format(what=what))
        return 0
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    chunks = manifest["chunks"]
    wanted = [each for each in arguments[1:] if each in chunks] or [*chunks]
    for title in wanted:  # it grows while it is read
        wanted += [each for each in chunks[title]["needs"] if each not in wanted]
    needs = {title: chunks[title]["needs"] for title in chunks if title in wanted}
    with tempfile.TemporaryDirectory() as place:
        build = Path(place)
        shutil.copy(Path(__file__).with_name("Prelude.v"), build)
        for path in folder.glob("*.v"):
            shutil.copy(path, build)
        if why := compiled(build, "Prelude"):
            sys.stdout.write(f"Prelude: {why}\n")
            return 1
        found = spread(needs, lambda title: compiled(build, title))
        flaws = [f"{title}: {why}" for title, why in found.items() if why]
        good = [title for title in needs if not found[title]]
        accepted = {name: rule for title in good for name, rule in chunks[title]["theorems"].items()}
        own = {
            name: manifest["axioms"][name]
            for name, rule in accepted.items()
            if rule not in ("citation", "shape")
        }
        wrong, met = assumed(build, good, own)
        flaws += wrong
        missed = {
            title: names
            for title, names in manifest["mutants"].items()
            if title.replace("Mutants", "Chunk") in good
        }
        if "--mutants" in arguments:
            tried = spread(
                dict.fromkeys(missed, ()), lambda title: refused_all(build, title, [*missed[title]])
            )
            flaws += [f"{title}: {why}" for title, why in tried.items() if why]
    report(manifest, accepted, met, flaws, missed if "--mutants" in arguments else {})
    return 1 if flaws else 0


def report(
    manifest: Mapping[str, Mapping[str, Sequence[str]]],
    accepted: Mapping[str, str],
    met: set[str],
    flaws: Sequence[str],
    missed: Mapping[str, Mapping[str, str]],
) -> None:
    """How many theorems of each rule Coq accepts, which are not there and why, and what all rests on."""
    believed = ("citation", "shape")
    left = Counter((rule, why) for rule, why in manifest["left"].values())
    rules = Counter(rule for rule in accepted.values() if rule not in believed)
    others = sum(count for (rule, _), count in left.items() if rule != "enumeration")
    others += sum(rule == "citation" for rule in accepted.values())
    lines = [
        f"Accepted by Coq: {sum(rules.values())} of {sum(rules.values()) + others} theorems that are no enumeration"
    ]
    lines += [f"  {count:5} {rule}" for rule, count in sorted(rules.items())]
    lines += [f"Not in Coq: {count} {rule}: {why}" for (rule, why), count in sorted(left.items())]
    lines += [f"  {name}" for name, (rule, _) in sorted(manifest["left"].items()) if rule != "enumeration"]
    refused = Counter(rule for names in missed.values() for rule in names.values())
    lines += [f"Near misses tried: {count} {rule}" for rule, count in sorted(refused.items())]
    lines += ["Rests on:", *(f"  {each}" for each in sorted(met))]
    lines += [f"REFUSED {each}" for each in flaws]
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
