"""`python -m tests.deploy.dying backup|restore FILE WORD`: dies, as by kill -9, when it is told of WORD on its way."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import django


def die_at(word: str, what: str) -> None:
    if word in what:
        os.kill(os.getpid(), signal.SIGKILL)


def main(command: str, file: str, word: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    from deploy.backup import backup, restore

    if command == "backup":
        backup(Path(file), lambda what, n: die_at(word, what))
    else:
        restore(Path(file), lambda what, n: die_at(word, what), replace=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
