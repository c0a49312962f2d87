"""The refusals of each command: the reason, and what would be accepted."""

import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from ldproof.cli import audit as audit_command
from ldproof.cli.text import Status, report_refusal
from ldproof.errors import OTHERS_FAULT, Reason, Refused
from tests.reference.cli.conftest import Run, refusal_of
from tests.tiers import slow

BOX = "audit black-box odds=3 --pair 0 1"
SHOTS = "audit shots.report T=3 m=1 r=0 epsilon=1"
GIVEN = "conform shots.report T=5 m=2 r=1/4 odds=81"
LAW = "law shots.report T=3 m=1 r=0 odds=3"
P = "eval shots.p m=2 T=3 r=0"
DAYS = "days.csv --input-column bit --output-column sent"
SOURCES = "-- COMMAND, --python, --counts, --samples"
ALPHA = "10^-300 <= it < 1"

REFUSED = [
    ("audit shots.reprot T=3 m=1 r=0 epsilon=1 -- cat", Reason.UNKNOWN_NAME, "shots.report"),
    ("audit blackbox odds=3 --pair 0 1 -- cat", Reason.UNKNOWN_NAME, "black-box"),
    ("audit mine:told", Reason.UNKNOWN_NAME, "--python module:function"),
    ("audit epsilon=1 --python mine:told", Reason.UNKNOWN_NAME, "black-box epsilon=1"),
    (f"{BOX} --python mine.py:told", Reason.NO_SUCH_PROGRAM, "without .py"),
    (f"{BOX} --python mine:tolled", Reason.NO_SUCH_PROGRAM, "did you mean told?"),
    ("audit audit odds=3 -- cat", Reason.UNKNOWN_NAME, "chi2. or sketch. or black-box"),
    ("audit shots.report T=3 m=1 r=0 -- cat", Reason.BUDGET_NOT_UNIQUE, "epsilon, odds"),
    ("audit shots.report m=1 odds=3 -- cat", Reason.MISSING, "T"),
    (f"{SHOTS} odds=3 -- cat", Reason.BUDGET_NOT_UNIQUE, "epsilon"),
    ("audit black-box --pair 0 1 -- cat", Reason.BUDGET_NOT_UNIQUE, "epsilon and odds"),
    ("audit black-box odds=3 -- cat", Reason.MISSING, "a pair of inputs"),
    (f"{BOX} --level event -- cat", Reason.UNKNOWN_NAME, "user"),
    (BOX, Reason.MISSING, SOURCES),
    (f"{BOX} --", Reason.MISSING, SOURCES),
    (f"{BOX} --python mine:told -- cat", Reason.REPEATED, "exactly one"),
    (f"{BOX} --counts x --samples y", Reason.REPEATED, "exactly one"),
    ("audit black-box odds=3 --pair 0 --json -- cat", Reason.MISSING, "--pair X Y"),
    ("audit black-box odds=3 --pair --json 1 -- cat", Reason.MISSING, "--pair X Y"),
    ("audit black-box odds=3 --pair [0,1 0 -- cat", Reason.NOT_A_VALUE, "lists"),
    ("""audit black-box odds=3 --pair '{"a":0' 0 -- cat""", Reason.NOT_A_VALUE, "lists"),
    ("audit black-box odds=3 --pair 0 0 -- cat", Reason.REPEATED, "differ"),
    (
        "audit black-box odds=3 --neighbours substitute --inputs [1,2] -- cat",
        Reason.NOT_A_LIST,
        "[[1, 2, 3]]",
    ),
    ("audit black-box odds=3 --neighbours substitute --pair [1] [] -- cat", Reason.OUT_OF_RANGE, "as long"),
    ("audit black-box odds=3 --neighbours add-remove -- cat", Reason.MISSING, "inputs"),
    ("audit black-box odds=3 --pair 0 1 --grid 0 -- cat", Reason.OUT_OF_RANGE, "0 < it"),
    ("audit black-box odds=3 --pair 0 1 --round 1/2 -- cat", Reason.NOT_A_WHOLE_NUMBER, "from 0 to 300"),
    ("audit black-box odds=3 --pair 0 1 --round 2 --grid 1/2 -- cat", Reason.REPEATED, "one of the two"),
    ("audit black-box odds=3 --pair 0 1 --records [1] -- cat", Reason.UNKNOWN_PARAMETER, "neighbours"),
    (
        "audit black-box odds=3 --neighbours add-remove --inputs [[1]] --samples counts.csv",
        Reason.MISSING,
        "one more record",
    ),
    (
        "audit counting.glance T=1 odds=3 --neighbours substitute --inputs [[1]] -- cat",
        Reason.UNKNOWN_PARAMETER,
        "black box",
    ),
    (f"{BOX} --pair 1 0 -- cat", Reason.REPEATED, "once"),
    (f"{SHOTS} --pair 000 0110 -- cat", Reason.WRONG_LENGTH, "3"),
    (f"{SHOTS} --level event --pair 000 011 -- cat", Reason.OUT_OF_RANGE, "neighbours"),
    (f"{BOX} --alpha 0 -- cat", Reason.OUT_OF_RANGE, ALPHA),
    (f"{BOX} --alpha -1 -- cat", Reason.OUT_OF_RANGE, ALPHA),
    (f"{BOX} --alpha 'ln(2)' -- cat", Reason.NOT_A_NUMBER, ALPHA),
    (f"{BOX} --pairs 0 -- cat", Reason.OUT_OF_RANGE, "from 1"),
    (f"{BOX} --pairs '' -- cat", Reason.NOT_A_NUMBER, "a whole number from 1 to"),
    (f"{BOX} --workers '' -- cat", Reason.NOT_A_NUMBER, "a whole number from 1 to"),
    (f"{BOX} --timeout '' -- cat", Reason.NOT_A_NUMBER, "3"),
    (f"{BOX} --pairs 1.5 -- cat", Reason.NOT_A_WHOLE_NUMBER, "from 1"),
    (f"{BOX} --pairs 1e10 -- cat", Reason.TOO_LARGE, "from 1"),
    (f"{BOX} --workers 0 -- cat", Reason.OUT_OF_RANGE, "from 1"),
    (f"{BOX} --timeout 0 -- cat", Reason.OUT_OF_RANGE, "0 < it"),
    (f"{BOX} --seed s -- cat", Reason.UNKNOWN_PARAMETER, "--timeout"),
    (f"{BOX} --timeout 5 --counts counts.csv", Reason.UNKNOWN_PARAMETER, "--pair"),
    (f"{BOX} --seed s --python mine:told", Reason.UNKNOWN_PARAMETER, "`coins`"),
    (f"{BOX} --state s --counts counts.csv", Reason.UNKNOWN_PARAMETER, "--pair"),
    (f"{BOX} --counts counts.csv", Reason.NO_SUCH_PLACE, "a file"),
    (f"{BOX} --samples mine.py", Reason.MISSING, "input, output"),
    (f"{BOX} --failures-are-outputs --counts x", Reason.UNKNOWN_PARAMETER, ""),
    (f"{BOX} -- no-such-program", Reason.NO_SUCH_PROGRAM, "PATH"),
    (f"{BOX} --python mine", Reason.NO_SUCH_PROGRAM, "module:function"),
    (f"{BOX} --python nowhere:f", Reason.NO_SUCH_PROGRAM, "module:function"),
    (f"{BOX} --python :", Reason.NO_SUCH_PROGRAM, "it is not of the form"),
    (f"{BOX} --python ..:f", Reason.NO_SUCH_PROGRAM, "it is not of the form"),
    (f"{BOX} --python mine:told:told", Reason.NO_SUCH_PROGRAM, "it is not of the form"),
    (f"{BOX} --state . -- cat", Reason.NO_SUCH_PLACE, "a file"),
    (f"{BOX} --state nowhere/state -- cat", Reason.NO_SUCH_PLACE, "a file"),
    (f"{BOX} --state mine.py -- cat", Reason.DAMAGED_STATE, "saved"),
    (f"{BOX} --svg . -- cat", Reason.NO_SUCH_PLACE, "a folder"),
    (f"{BOX} --png nowhere/a.png -- cat", Reason.NO_SUCH_PLACE, "a folder"),
    (f"{BOX} --samples days.csv --count-column times", Reason.UNKNOWN_PARAMETER, "--where"),
    (f"{BOX} --samples days.csv --executor a:b", Reason.UNKNOWN_PARAMETER, "--where"),
    (f"{BOX} --samples days.csv", Reason.MISSING, "columns input, output"),
    (f"{BOX} --samples {DAYS} --where 'sent = 0'", Reason.NOT_A_REQUEST, "other than sent"),
    (f"{BOX} --samples {DAYS} --where 'day ='", Reason.NOT_A_REQUEST, "one condition"),
    (f"{BOX} --samples - --where 'day = 0'", Reason.NO_SUCH_PLACE, "files"),
    (f"{BOX} --python a:b --where 'day = 0'", Reason.UNKNOWN_PARAMETER, "--executor"),
    (f"{BOX} --python a:b --show-query", Reason.UNKNOWN_PARAMETER, "--executor"),
    (f"{BOX} --python a:b --executor a:b --workers 2", Reason.REPEATED, "one of the two"),
    (f"{BOX} --python a:b --executor nowhere:b", Reason.NO_SUCH_PROGRAM, "module:function"),
    ("audit black-box eps=1 --pair 0 1 -- cat", Reason.UNKNOWN_PARAMETER, "eps (did you mean epsilon?)"),
    ("audit black-box odds=3 detla=1/5 --pair 0 1 -- cat", Reason.UNKNOWN_PARAMETER, "label.detla="),
    ("audit black-box odds=3 rhoo=1/5 --pair 0 1 -- cat", Reason.UNKNOWN_PARAMETER, "label.rhoo="),
    ("audit black-box rho=1/2 renyy=2:1 --pair 0 1 -- cat", Reason.UNKNOWN_PARAMETER, "label.renyy="),
    *(
        (f"audit black-box odds=3 {key}=1/5 --pair 0 1 -- cat", Reason.UNKNOWN_PARAMETER, words)
        for key, words in (
            ("\u03b4", "did you mean delta?"),
            ("\u03b5", "did you mean epsilon?"),
            ("\u03f5", "did you mean epsilon?"),
            ("\u03c1", "did you mean rho?"),
            ("mu", "did you mean gdp?"),
            ("RDP", "did you mean renyi?"),
            ("budget", "label.budget= if it is"),
            ("privacy", "label.privacy= if it is"),
            ("privacy_budget", "label.privacy_budget= if it is"),
            ("max_delta", "label.max_delta= if it is"),
            ("approx-delta", "did you mean delta?"),
            ("log_odds", "did you mean odds?"),
            ("totalEps", "did you mean epsilon?"),
        )
    ),
    *(
        (f"audit black-box odds=3 {key}=0.1 --pair 0 1 -- cat", Reason.UNKNOWN_PARAMETER, words)
        for key, words in (
            (
                "alpha",
                "alpha is an option (unknown-parameter); accepted: --alpha 0.1; or label.alpha= if it is",
            ),
            ("alhpa", "alhpa is like alpha, an option (unknown-parameter); accepted: --alpha 0.1;"),
            ("seed", "--seed 0.1"),
            ("sample", "--samples 0.1"),
            ("throughuot", "--throughout"),
            ("failures_are_outputs", "--failures-are-outputs"),
        )
    ),
    (
        "audit black-box odds=3 rho=1/2 --pair 0 1 -- cat",
        Reason.BUDGET_NOT_UNIQUE,
        "one claim",
    ),
    ("audit black-box odds=3 label.=3 --pair 0 1 -- cat", Reason.UNKNOWN_PARAMETER, "label.NAME="),
    ("audit black-box odds=3 label.odds=3 --pair 0 1 -- cat", Reason.REPEATED, "each key once"),
    ("conform shots.none -- cat", Reason.UNKNOWN_NAME, "shots."),
    ("conform shots.report", Reason.MISSING, "-- COMMAND"),
    ("conform shots.report --python a:b -- cat", Reason.REPEATED, "one"),
    ("conform shots.report T=3 --python mine:told", Reason.MISSING, "m"),
    ("conform shots.report T -- cat", Reason.MISSING, "T"),
    (f"{GIVEN} --ulps -1 -- cat", Reason.OUT_OF_RANGE, "0"),
    (f"{GIVEN} --ulps 1048577 -- cat", Reason.TOO_LARGE, "1048576"),
    (f"{GIVEN} --draws 100000001 -- cat", Reason.TOO_LARGE, "10^8"),
    (f"{GIVEN} --alpha 2 -- cat", Reason.OUT_OF_RANGE, ALPHA),
    (f"{GIVEN} --draws 0 -- cat", Reason.OUT_OF_RANGE, "1"),
    (f"{GIVEN} -- no-such-program", Reason.NO_SUCH_PROGRAM, "PATH"),
    (f"{GIVEN} --python mine", Reason.NO_SUCH_PROGRAM, "module:function"),
    pytest.param(f"{GIVEN} --python nowhere:f", Reason.NO_SUCH_PROGRAM, "module:function", marks=slow),
    (f"{GIVEN} --known-failures none.txt -- cat", Reason.UNAVAILABLE, ""),
    (f"{GIVEN} --known-failures known.txt --python mine:told", Reason.UNKNOWN_NAME, ""),
    ("eval", Reason.MISSING, ""),
    ("eval shots.pp", Reason.UNKNOWN_NAME, "accepted: shots.p, "),
    ("eval shots.P", Reason.UNKNOWN_NAME, "accepted: shots.p, "),
    (P, Reason.BUDGET_NOT_UNIQUE, ""),
    (f"{P} odds=0.5", Reason.OUT_OF_RANGE, ""),
    (f"{P} odds=three", Reason.NOT_A_NUMBER, ""),
    (f"{P} odds=9 odds=9", Reason.REPEATED, ""),
    (f"{P} odds=9 --digits 4001", Reason.TOO_LARGE, ""),
    (f"{P} 'odds=9\n9'", Reason.NOT_A_NUMBER, ""),
    (f"{P} odds=[9]", Reason.NOT_A_NUMBER, ""),
    ("eval shots.p t=3 m=1 odds=3", Reason.UNKNOWN_PARAMETER, "no parameter t (did you mean T?) ("),
    ("eval shots.p T=3 m=1 eps=3", Reason.UNKNOWN_PARAMETER, "eps (did you mean epsilon?) ("),
    ("eval shots.p T=3 reportodds=3", Reason.UNKNOWN_PARAMETER, "reportodds (did you mean report_odds?) ("),
    ("eval shots.p T=3 zzz=3", Reason.UNKNOWN_PARAMETER, "shots.p has no parameter zzz ("),
    ("eval --list shot", Reason.UNKNOWN_NAME, "accepted: shots, shots."),
    (f"{LAW} --input 10", Reason.WRONG_LENGTH, ""),
    (f"{LAW} --input 101 x=1", Reason.UNKNOWN_PARAMETER, ""),
    ("law shots.reports --input 1", Reason.UNKNOWN_NAME, ""),
    (f"{LAW} --output 1", Reason.MISSING, "accepted: --input X"),
    ("plan counts N=4", Reason.UNKNOWN_NAME, ""),
    ("plan count N=4", Reason.MISSING, ""),
    ("plan count N=4 T=2 epsilon=1 q=1", Reason.UNKNOWN_PARAMETER, ""),
    ("plan count N=4 T=2 epsilon=1 alpha=1/1000", Reason.OUT_OF_RANGE, ""),
    ("plan count N=4 alpha=1/1000", Reason.MISSING, ""),
    ("plan count N=4 epsilon=1 alpha=1/1000", Reason.OUT_OF_RANGE, ""),
    ("plan count N=[4] T=2 epsilon=1", Reason.NOT_A_NUMBER, ""),
    ("plan count N=4 T=2 'epsilon=ln(1/2)'", Reason.OUT_OF_RANGE, ""),
    ("plan count N=40 T=4 odds=81 --runs 9", Reason.MISSING, "runs without mu"),
    ("plan count N=40 T=4 odds=81 mu=1/4 --runs 1", Reason.OUT_OF_RANGE, ""),
    ("plan count N=40 T=4 odds=81 mu=1/4 --svg no/one.svg", Reason.NO_SUCH_PLACE, ""),
    ("plan sketch m1=20 m2=10 epsilon=9 --table mine.py", Reason.UNKNOWN_PARAMETER, ""),
    ("plan test m1=20 m2=10 epsilon=9 --table no", Reason.NO_SUCH_PLACE, ""),
    ("reproduce shots.fig-99", Reason.UNKNOWN_NAME, ""),
    ("reproduce shots.fig-1 --runs 1", Reason.OUT_OF_RANGE, ""),
    ("reproduce shots.fig-1 --runs -1", Reason.OUT_OF_RANGE, ""),
    ("reproduce shots.fig-1 --runs some", Reason.NOT_A_NUMBER, ""),
    ("reproduce shots.fig-1 --runs 10000000", Reason.TOO_LARGE, ""),
    ("reproduce shots.fig-1 --svg mine.py", Reason.NO_SUCH_PLACE, ""),
]


@pytest.mark.parametrize(("words", "reason", "said"), REFUSED)
def test_wrong_requests_are_refused(
    run: Run, words: str, reason: Reason, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    monkeypatch.setattr(audit_command, "Pool", lambda _: nullcontext())
    Path("mine.py").write_text("def told(bit):\n    return bit\n")
    Path("days.csv").write_text("bit,sent,day\n0,1,0\n1,0,0\n")
    Path("known.txt").write_text("randomize/none")
    refusal = refusal_of(run, words)
    sys.modules.pop("mine", None)
    assert refusal["reason"] == reason
    assert said in f"{refusal['what']} ({refusal['reason']}); accepted: {refusal['accepted']}"


def test_refusal_is_json_as_well_where_json_is_asked_for(run: Run) -> None:
    for form, lines in (("", 1), ("--format junit", 1), ("--format json", 2), ("--json", 2)):
        result = run(f"audit black-box {form} -- cat")
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, lines)
    assert len(run("law shots.reports").stderr.splitlines()) == 1


@pytest.mark.parametrize("reason", Reason)
def test_exit_status_says_whose_fault_a_refusal_is(reason: Reason) -> None:
    others = reason in OTHERS_FAULT or reason is Reason.UNDECIDED
    status = report_refusal(Refused(reason, "this", "that"), machine=False)
    assert status is (Status.UNDECIDED if others else Status.REFUSED)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--bogus", "No such option"),
        ("evil", "evil"),
        ("eval --bogus", "No such option"),
        ("prove --format yaml", "yaml"),
        ("audit black-box --level all", "'user', 'event'"),
        ("audit black-box odds=3 --pair 0 -- cat", "Option '--pair' requires 2 arguments"),
        (f"{BOX} --json --format junit --python mine:kept", "--format"),
        (f"{BOX} --pairss 3 --python mine:kept", "No such option '--pairss'"),
        ("conform shots.report --pairss 3 --python mine:kept", "No such option '--pairss'"),
        (f"{BOX} ./answers --times 3", "... -- ./answers --times 3"),
        (f"{BOX} answers", "... -- answers"),
        (f"{BOX} --state / --python mine:kept", "/ is not a regular file (no-such-place)"),
        (f"{BOX} --svg one --png one --python mine:kept", "svg and png are to be written into one file"),
        ("conform shots.report T=3 --alpha 1/100 python3 answers.py", "... -- python3 answers.py"),
    ],
)
def test_usage_errors_name_what_is_wrong(run: Run, words: str, said: str) -> None:
    """A value of an unknown option is not taken for a program, and the words of a program follow `--`."""
    result = run(words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
