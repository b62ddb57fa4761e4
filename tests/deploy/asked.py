"""Starts Leaguer in one environment after another: `python -m tests.deploy.asked`.

Reads a JSON list from standard input: for each start its environment and the arguments of manage.py, or "-c" and code
as Python takes it. Each runs in a fork of a process that has imported nothing of Leaguer's, so that only
Django is imported once for all. Writes a JSON list of [exit status, output, errors].
"""

from __future__ import annotations

import json
import os
import runpy
import sys
import tempfile
import traceback

import django.core.management  # noqa: F401  what every start imports


def ask(environment: dict[str, str], arguments: list[str]) -> tuple[int, str, str]:
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        pid = os.fork()
        if pid == 0:
            os.environ.clear()
            os.environ.update(environment)
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            os._exit(run_as(["manage.py", *arguments] if arguments[0] != "-c" else arguments))
        _pid, status = os.waitpid(pid, 0)
        out.seek(0)
        err.seek(0)
        return os.waitstatus_to_exitcode(status), out.read(), err.read()


def run_as(arguments: list[str]) -> int:
    """What Python does with these arguments: "-c" and code, "-m" and a module, or a script. As it would end."""
    first, *rest = arguments
    sys.argv = arguments
    try:
        if first == "-c":
            os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
            exec(rest[0], {})
        elif first == "-m":
            sys.modules.pop(rest[0], None)
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(first, run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
        return int(isinstance(end.code, str)) or int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    json.dump([ask(*one) for one in json.load(sys.stdin)], sys.stdout)
