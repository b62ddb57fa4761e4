"""A backup or a restore in a process of its own, which dies, as by kill -9, when it is told of a word on its way."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from deploy.backup import backup, restore
from tests.deploy.house import forked


def die_at(word: str, what: str) -> None:
    if word in what:
        os.kill(os.getpid(), signal.SIGKILL)


def killed_at(word: str, command: str, file: Path) -> None:
    """Runs the command in a process that kills itself at a word of its progress."""

    def dies() -> None:
        if command == "backup":
            backup(file, lambda what, n: die_at(word, what))
        else:
            restore(file, lambda what, n: die_at(word, what), replace=True)

    _pid, status = os.waitpid(forked(dies), 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, "it went on to its end"
