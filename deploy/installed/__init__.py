"""`leaguer-site`: Leaguer as pip, pipx or uv has installed it.

The wheel carries the folder of a checkout as `leaguer_site/tree`, and this module as `leaguer_site` beside it: its
packages have names that others may have, too (`api`, `rules`), so that they are found by this program alone. What it
keeps lies in a folder of whoever runs it, as pip replaces its own.
"""

from __future__ import annotations

import argparse
import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

TREE = Path(__file__).resolve().parent / "tree"
EMPTY = "without-demo"  # a file in the data folder: the demo's known passwords never come to a club's own site
TOLD = """\
Without a command it does what `make run` does: it makes a database, loads a demo, starts the web server and the
clerk, and prints the address and the logins. Ctrl-C stops both.

A command is one of manage.py's: where the help says `manage.py backup FILE`, type `leaguer-site backup FILE`.
`leaguer-site help` lists them. Settings are variables of the environment, as they are everywhere else.
"""


def usual_data() -> Path:
    """Where data lies unless somebody says otherwise."""
    given = os.environ.get("DATA_DIR") or ""
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return Path(given) if given else base / "leaguer"


def asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "leaguer-site",
        description="A self-hosted campaign manager for tabletop tank wargames.",
        epilog=TOLD,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--port", type=int, default=os.environ.get("PORT") or "8000", help="(8000)")
    parser.add_argument("--data", type=Path, default=usual_data(), metavar="FOLDER", help="(%(default)s)")
    parser.add_argument(
        "--empty", action="store_true", help="no demo, now and later: the first page makes an organiser"
    )
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a command of manage.py, with its own arguments")
    return parser.parse_args(arguments)


def main() -> None:
    said = asked(sys.argv[1:])
    data = said.data.expanduser().absolute()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ |= {"DATA_DIR": str(data), "PORT": str(said.port)}
    if said.command:
        manage(said.command)
    if said.empty:
        (data / EMPTY).touch()
    run(with_demo=not (data / EMPTY).exists())


def manage(command: Sequence[str]) -> NoReturn:
    """A command of manage.py, in this process and in the folder where it was typed."""
    sys.path.insert(0, str(TREE))
    sys.argv = ["leaguer-site", *command]
    runpy.run_path(str(TREE / "manage.py"), run_name="__main__")
    sys.exit()


def run(*, with_demo: bool) -> NoReturn:
    """What `make run` does. This process becomes it."""
    os.chdir(TREE)
    os.environ["DEMO"] = "1" if with_demo else "0"
    os.execvp("sh", ["sh", str(TREE / "deploy" / "run.sh"), str(Path(sys.executable).parent)])


if __name__ == "__main__":
    main()
