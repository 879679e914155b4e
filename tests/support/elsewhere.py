"""Run confty as on a system that is not Linux: ``python elsewhere.py windows|macos ARGUMENTS``.

What the system does not have is taken away before confty is loaded, so that whoever needs it fails.
Worker processes start with this file too (they are spawned), and lack the same.
"""

import builtins
import importlib.abc
import os
import signal
import sys

NOT_ON_WINDOWS = {
    os: (
        "fork", "forkpty", "getuid", "geteuid", "getgid", "getegid", "getpgid", "getpgrp", "setsid", "killpg",
        "register_at_fork", "sysconf", "getloadavg", "sched_getaffinity", "sched_setaffinity", "fchmod", "fchown", "chown", "lchown",
        "uname", "mkfifo", "mknod", "nice", "wait3", "wait4", "posix_spawn", "O_NONBLOCK", "O_CLOEXEC",
        "O_NOFOLLOW", "O_DIRECTORY", "O_NOCTTY", "O_SYNC", "getrandom", "memfd_create", "openpty", "ttyname",
    ),
    signal: (
        "SIGALRM", "SIGKILL", "SIGPIPE", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGURG", "SIGCHLD", "setitimer", "alarm",
        "pthread_kill", "pthread_sigmask", "sigwait", "siginterrupt", "getitimer", "ITIMER_REAL",
    ),
}  # fmt: skip
MODULES_NOT_ON_WINDOWS = (
    "fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "curses", "syslog", "crypt",
)  # fmt: skip
NOT_ON_MACOS = {
    os: ("sched_getaffinity", "sched_setaffinity", "memfd_create", "posix_fallocate", "getrandom")
}
#: Files of Linux alone.
NO_FILES = ("/proc", "/sys", "/dev/shm")


class NotThere(importlib.abc.MetaPathFinder):
    """Says of some modules that there are none."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, name, *_):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def take_away(system: str) -> None:
    # The standard library's own modules are those of Linux and keep what they need.
    import ctypes
    import multiprocessing.context
    import multiprocessing.popen_spawn_posix
    import multiprocessing.queues
    import multiprocessing.resource_tracker
    import multiprocessing.synchronize
    import shutil
    import subprocess
    import tempfile
    from concurrent.futures import process

    del ctypes, shutil, subprocess, tempfile, process
    _spare(os)
    _spare(signal)
    tables = NOT_ON_WINDOWS if system == "windows" else NOT_ON_MACOS
    for module, names in tables.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    if system == "windows":
        for name in MODULES_NOT_ON_WINDOWS:
            sys.modules.pop(name, None)
        sys.meta_path.insert(0, NotThere(MODULES_NOT_ON_WINDOWS))
        spawn = multiprocessing.context._concrete_contexts["spawn"]
        multiprocessing.context._concrete_contexts = {"spawn": spawn}
    else:
        sys.platform = "darwin"
        _count_in_bytes()
    _hide_files()


def _count_in_bytes() -> None:
    """The most memory that was held comes in bytes on macOS, not in kilobytes."""
    import resource
    from types import SimpleNamespace

    real = resource.getrusage
    resource.getrusage = lambda who: SimpleNamespace(ru_maxrss=real(who).ru_maxrss << 10)


def _spare(module) -> None:
    """Give the modules that are loaded a copy that stays whole."""
    copy = type(sys)(module.__name__)
    copy.__dict__.update(module.__dict__)
    for other in list(sys.modules.values()):
        if other is not sys.modules["__main__"] and other is not None:
            for name, value in list(vars(other).items()):
                if value is module and other.__name__ not in ("__mp_main__", __name__):
                    setattr(other, name, copy)


def _hide_files() -> None:
    real, real_open, real_stat = builtins.open, os.open, os.stat

    def refuse(path):
        if isinstance(path, str) and path.startswith(NO_FILES):
            raise FileNotFoundError(2, "No such file or directory", path)

    def open_(path, *args, **kwargs):
        refuse(path)
        return real(path, *args, **kwargs)

    def os_open(path, *args, **kwargs):
        refuse(path)
        return real_open(path, *args, **kwargs)

    def stat(path, *args, **kwargs):
        refuse(path)
        return real_stat(path, *args, **kwargs)

    builtins.open, os.open, os.stat = open_, os_open, stat


# Also in a worker, which runs this file again under another name.
if __name__ == "__mp_main__" or (__name__ == "__main__" and len(sys.argv) > 1):
    system = os.environ.get("CONFTY_TEST_SYSTEM") or sys.argv[1]
    os.environ["CONFTY_TEST_SYSTEM"] = system
    take_away(system)

if __name__ == "__main__":
    from confty.cli.main import main

    sys.exit(main(sys.argv[2:]))
