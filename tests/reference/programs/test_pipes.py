"""Children that misbehave in what they read and write: we neither wait for ever nor run out of room."""

import os
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import inf, nan
from selectors import PollSelector

import pytest

from ldproof.errors import Reason
from ldproof.programs import DrawnOutput, Limits, Program
from ldproof.programs.processes import STANDARD, Pipes
from tests.reference.programs.children import HONEST, PATIENT, child, process_of
from tests.reference.refusals import refused

MEGABYTE = 1 << 20
LARGE = "x" * MEGABYTE
"""What fits in no pipe."""
MOST = 4 * MEGABYTE
"""The longest line."""
ENDLESS = "block = b'x' * (1 << 20)\nfor _ in range(1024): os.write({end}, block)\n"


def test_child_that_talks_before_it_reads_cannot_lock_us() -> None:
    talkative = f"sys.stderr.write('x' * {4 * MEGABYTE})\n{HONEST}"
    with Program(child(talkative), PATIENT) as program:
        assert program.randomize("black-box", {}, LARGE, 3) == (DrawnOutput(LARGE),) * 3


def test_line_has_its_limit() -> None:
    script = "hear(); say(id=1, outputs=['x' * int(sys.argv[1])])"
    room, size = len('{"id": 1, "outputs": [""]}\n'), 3 * MEGABYTE
    limits = Limits(600, line=size)
    with Program(child(script, str(size - room + 1)), limits) as program:
        (seen,) = program.randomize("black-box", {}, "1", 1)
        assert len(str(seen.output)) == size - room + 1
    with Program(child(script, str(size - room + 2)), limits) as program, refused(Reason.NOT_AN_ANSWER):
        program.randomize("black-box", {}, "1", 1)


def test_many_draws_are_asked_for_in_several_requests() -> None:
    """After the first answer, each answer fills at most an eighth of the longest line. The draws keep the order of the inputs."""
    script = """
for line in sys.stdin:
    request = json.loads(line)
    asked = request.get("inputs") or [request["input"]] * request["count"]
    say(id=request["id"], outputs=[f"{each} {request['id']} {'x' * 100}" for each in asked])
"""
    with Program(child(script), Limits(600, line=4000)) as program:
        assert len(program.randomize("black-box", {}, "1", 2)) == 2
        same = program.randomize("black-box", {}, "1", 9)
        others = program.randomize_each("black-box", {}, [*map(str, range(9))])
    for seen, given in ((same, ["1"] * 9), (others, [*map(str, range(9))])):
        words = [str(each.output).split() for each in seen]
        assert [each for each, _, _ in words] == given
        requests = [*Counter(number for _, number, _ in words).values()]
        assert sum(requests) == 9
        assert max(requests) in (3, 4), "of 115 to 130 bytes each, in an eighth of a line"


@contextmanager
def using(least: int, most: int) -> Iterator[None]:
    """So many bytes of memory are used at most."""
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert least < peak < most


def test_endless_line_takes_no_more_room_than_the_longest() -> None:
    """Nor does what is said when nobody asks any more."""
    endless = Program(child(ENDLESS.format(end=1)), Limits(600, line=MOST))
    with using(MOST, 3 * MOST), refused(Reason.NOT_AN_ANSWER) as refusal, endless as program:
        program.describe()
    assert "more than 4194304 bytes in one line" in refusal.value.what
    for block in ("b'x' * (1 << 20)", "b'x\\n' * (1 << 19)"):
        script = f"{HONEST}\nblock = {block}\nfor _ in range(64): os.write(1, block)\n"
        with using(MOST, 3 * MOST), Program(child(script), Limits(600, line=MOST, grace=600)) as program:
            assert program.randomize("black-box", {}, "1", 1) == (DrawnOutput("1"),)


def test_of_endless_errors_the_last_are_kept() -> None:
    script = ENDLESS.format(end=2).replace("1024", "64") + "os.write(2, b'the last words')\n" + HONEST
    with using(0, MEGABYTE), Program(child(script), PATIENT) as program:
        program.randomize("black-box", {}, "1", 1)
        errors = process_of(program).error_text
    assert len(errors) == Limits().errors
    assert errors.endswith("xthe last words")


def test_early_words_are_no_answer() -> None:
    """Said unasked, or before the request was read."""
    with Program(child("say(id=1, outputs=[0]); hang()"), PATIENT) as program:
        while not process_of(program)._pipes.has_unread_output:
            process_of(program)._pipes.poll_pipes(60)
        with refused(Reason.NOT_AN_ANSWER) as refusal:
            program.randomize("black-box", {}, 1, 1)
        assert "was not asked for" in refusal.value.what
    early = child("sys.stdin.read(1); say(id=1, outputs=[0]); hang()")
    with Program(early, PATIENT) as program, refused(Reason.NOT_AN_ANSWER) as refusal:
        program.randomize("black-box", {}, LARGE, 1)
    assert "before it had read the request" in refusal.value.what


def test_child_that_stops_in_the_middle_of_a_line_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with Program(child("hear(); print('{', end='', flush=True); hang()"), PATIENT) as program:
        pipes = process_of(program)._pipes
        # Time passes once half a line was heard.
        monkeypatch.setattr("ldproof.programs.processes.monotonic", lambda: 1000.0 * pipes.has_unread_output)
        with refused(Reason.PROGRAM_TIMED_OUT) as refusal:
            program.describe()
    assert "within 600 seconds and stopped in the middle of a line" in refusal.value.what


def test_lines_that_come_together_are_taken_one_by_one() -> None:
    script = "hear(); sys.stdout.write('a\\nbc\\n\\nd'); sys.stdout.flush(); hear()"
    with Program(child(script), PATIENT) as program:
        pipes = process_of(program)._pipes
        pipes.begin_line(b"{}\n")
        taken: list[bytes] = []
        while len(taken) < 3:
            pipes.poll_pipes(60)
            while (line := pipes.take_line()) is not None:
                taken.append(line)
        while not pipes.has_unread_output:
            pipes.poll_pipes(60)
        assert taken == [b"a", b"bc", b""]
        assert pipes.take_line() is None


def test_program_is_closed_after_an_interrupt_before_its_line_is_registered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with Program(child("hear(); hang()"), PATIENT) as program:
        monkeypatch.setattr(PollSelector, "register", interrupted)
        with pytest.raises(KeyboardInterrupt):
            program.describe()


def test_limits_are_in_range() -> None:
    assert Limits(1, 1, 1, 0).seconds == 1
    for wrong in (
        *((seconds, 1, 1, 0) for seconds in (0, -1, nan, inf, 1e7)),
        *((1, 1, 1, grace) for grace in (-1, nan, inf)),
        *((1, 0, 1, 0), (1, 1, 0, 0)),
    ):
        with refused(Reason.OUT_OF_RANGE):
            Limits(*wrong)


@pytest.mark.parametrize("answer", [b"said", b""], ids=["it says something", "it has ended"])
@pytest.mark.parametrize("by_another", [True, False], ids=["another thread closes", "a pipe breaks"])
def test_pipe_closed_during_a_poll_gives_nothing(
    answer: bytes, by_another: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The poll itself does here what another thread may do between the poll and the read."""
    with ExitStack() as opened:
        (asked, into), (out, says), (err, errs) = (os.pipe() for _ in range(3))
        stdin = opened.enter_context(os.fdopen(into, "wb", 0))
        stdout, stderr = (opened.enter_context(os.fdopen(each, "rb", 0)) for each in (out, err))
        pipes = Pipes(stdin, stdout, stderr, STANDARD)
        os.write(says, answer)
        for end in (says, asked, errs):
            os.close(end)
        close: Callable[[], None] = pipes.close if by_another else stdout.close
        look = PollSelector.select

        def looked(self: PollSelector, timeout: float | None = None) -> object:
            found = look(self, timeout)
            close()
            return found

        monkeypatch.setattr(PollSelector, "select", looked)
        if by_another:
            assert pipes.poll_pipes(1)
            assert pipes.output_closed
        else:
            with pytest.raises(OSError, match="Bad file descriptor"):
                pipes.poll_pipes(1)
        assert pipes.take_line() is None
