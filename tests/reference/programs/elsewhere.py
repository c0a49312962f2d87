"""A Python as on a system that is not POSIX: run as a program, it takes away what is not there, then runs `ldproof`.

The lines of standard input are its arguments, one run after the other.
"""

import os
import select
import selectors
import shlex
import signal
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType

MODULES = ("fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty")
"""What cannot be imported there."""

ATTRIBUTES = {
    os: """
        fork forkpty register_at_fork killpg setsid setpgid getpgid getpgrp getsid wait3 wait4 nice getpriority
        getuid geteuid getgid getloadavg chown mkfifo posix_spawn sched_getaffinity sched_setaffinity ttyname
        O_NONBLOCK O_DIRECTORY pread fchmod
    """,
    signal: """
        SIGALRM SIGKILL SIGHUP SIGCHLD SIGPIPE SIGQUIT SIGSTOP SIGUSR1 SIGXCPU ITIMER_REAL ITIMER_VIRTUAL alarm
        setitimer getitimer pause pthread_sigmask pthread_kill sigpending sigwait sigtimedwait siginterrupt
        SIG_BLOCK SIG_SETMASK
    """,
    select: "poll epoll kqueue",
    selectors: "PollSelector EpollSelector KqueueSelector",
}
"""What modules do not have there."""


class Absent(MetaPathFinder):
    """Finds that there are no such modules."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if fullname in MODULES:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def take_away() -> None:
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Absent())
    for module, names in ATTRIBUTES.items():
        for name in names.split():
            vars(module).pop(name, None)
    vars(selectors)["DefaultSelector"] = selectors.SelectSelector


if __name__ in {"__main__", "__mp_main__"}:  # also in the processes that are started from here
    take_away()
if __name__ == "__main__":
    from ldproof.cli.main import main

    for command in sys.stdin.read().splitlines():
        sys.argv[1:] = shlex.split(command)
        try:
            main()
        except SystemExit as ended:
            print(f"ended with {int(ended.code or 0)}", flush=True)
