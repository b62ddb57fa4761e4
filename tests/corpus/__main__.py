"""`python -m tests.corpus record FOLDER`, `python -m tests.corpus compare FOLDER`: see the package."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.corpus")
    acts = parser.add_subparsers(dest="act", required=True)
    record = acts.add_parser("record", help="play at random, and write down what comes of it")
    record.add_argument("--battles", type=int, default=200, help="random battles of each rulebook (200)")
    record.add_argument("--longest", type=int, default=250, help="reports of a random battle at most (250)")
    record.add_argument("--seasons", type=int, default=20, help="seasons (20); two more are looked at on pages")
    record.add_argument("--sample", action="store_true", help="a few short battles and a season: what a test compares")
    compare = acts.add_parser("compare", help="tell it again, and list what differs; exit status 1 where anything does")
    compare.add_argument("--quick", action="store_true", help="a sample of each")
    compare.add_argument("--api", action="store_true", help="logs, read tables and answers of the API, but no pages")
    compare.add_argument("--words", action="store_true", help="list sentences that are said in other words")
    compare.add_argument("--only", default="", help="those whose name has this in it")
    compare.add_argument("--most", type=int, default=5, help="differences shown of each battle or season (5)")
    for act in (record, compare):
        act.add_argument("folder", type=Path)
        act.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    asked = parser.parse_args()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        _set_up(Path(folder))
        from tests.corpus import running  # knows the product, which knows the settings

        with running.Workers(asked.jobs, Path(folder)) as workers:
            if asked.act == "compare":
                return running.compare(workers, asked)
            tasks = (
                running.sample() if asked.sample else running.everything(asked.battles, asked.longest, asked.seasons)
            )
            return running.record(workers, asked.folder, tasks)


def _set_up(folder: Path) -> None:
    """Django on an empty database of this run's own, in English."""
    given = {"LEAGUER_ENV": "development", "SECRET_KEY": "for the corpus only", "DEBUG": "0", "REDIS_URL": ""}
    given |= {"DATABASE_URL": f"sqlite:///{folder}/empty.sqlite3", "ALLOWED_HOSTS": "testserver,localhost"}
    given |= {"EMAIL_URL": "", "SITE_URL": ""}
    os.environ.update(given, DJANGO_SETTINGS_MODULE="deploy.settings")
    import logging

    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    logging.disable(logging.CRITICAL)
    call_command("migrate", verbosity=0)
    connection.close()


if __name__ == "__main__":
    sys.exit(main())
