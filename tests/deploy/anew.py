"""Leaguer started in an environment of the test's choosing, as a fork of this process, with settings read anew. It need
not import the site, which is most of what a start costs. test_settings has all of it imported by a Python of its own.
"""

from __future__ import annotations

import json
import os
import runpy
import signal
import socket
import sys
import warnings
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.test.signals import clear_cache_handlers
from django.urls import get_resolver

from battles import heard
from deploy import request_ids
from rules import all_systems
from tests.deploy.asked import run_as
from tests.deploy.house import forked

ROOT = Path(__file__).resolve().parent.parent.parent
# What the process was set up with, and where the suite keeps photos.
KEPT = {"DATABASES", "INSTALLED_APPS", "STORAGES"}


def begin(environment: Mapping[str, str], **but: Any) -> None:
    """In a fork: from here on all is as in a process that was started so, on the database it is told of.

    `but`: settings that are other than the environment has them.
    """
    os.environ.clear()
    os.environ.update(environment)
    warnings.resetwarnings()  # the suite takes them for faults
    told = runpy.run_path(str(ROOT / "deploy" / "settings.py"))
    for name in (name for name in told if name.isupper() and name not in KEPT):
        setattr(settings, name, told[name])
    for name, value in but.items():
        setattr(settings, name, value)
    clear_cache_handlers(setting="CACHES")
    connection.settings_dict["NAME"] = told["DATABASES"]["default"]["NAME"]
    django.setup()  # its apps are there; how it writes its log is set up anew
    heard.LISTENERS[:] = [one for one in heard.LISTENERS if not isinstance(one, request_ids.Noting)]
    apps.get_app_config("deploy").ready()


def speak_to(out: int, err: int) -> None:
    """What this process writes goes there."""
    os.dup2(out, 1)
    os.dup2(err, 2)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", buffering=1) for number in (1, 2))


PYTHON = """#!{python} -SE
import json, os, signal, socket, sys

line = socket.socket(socket.AF_UNIX)
line.connect("{address}")
socket.send_fds(line, [json.dumps([dict(os.environ), sys.argv[1:]]).encode() + b"\\n"], [1, 2])
told = line.makefile()
pid = int(told.readline())
for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(each, lambda number, frame: os.kill(pid, number))
sys.exit(int(told.readline() or 1))
"""


def warm() -> None:
    """Import what a fork would have to import by itself."""
    get_resolver().url_patterns  # noqa: B018
    all_systems()


class Programs:
    """A folder with a `python` that has Leaguer run by forks of this process, whenever it `looks` whether any is
    asked for. Its processes hear the signals that those hear, and end as they do."""

    def __init__(self, folder: Path) -> None:
        warm()
        self.folder, address = folder / "bin", folder / "asked"
        self.folder.mkdir()
        program = self.folder / "python"
        program.write_text(PYTHON.format(python=sys.executable, address=address))
        program.chmod(0o755)
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(address))
        self._listening.listen()
        self._listening.setblocking(False)
        self._pids = list[int]()

    def look(self) -> None:
        with suppress(BlockingIOError):
            line, _address = self._listening.accept()
            with line:
                line.setblocking(True)
                self._start(line)

    def _start(self, line: socket.socket) -> None:
        said, (out, err), _flags, _address = socket.recv_fds(line, 1_000_000, 2)
        while not said.endswith(b"\n"):
            said += line.recv(1_000_000)
        environment, arguments = json.loads(said)

        def run() -> None:
            speak_to(out, err)
            begin(environment)
            line.sendall(f"{os.getpid()}\n".encode())
            status = run_as(arguments)
            line.sendall(f"{status}\n".encode())
            sys.exit(status)

        self._pids.append(forked(run))
        os.close(out)
        os.close(err)

    def close(self) -> None:
        self._listening.close()
        for pid in self._pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
