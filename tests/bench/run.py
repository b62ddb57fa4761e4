"""One run of every measurement, on the database the environment names."""

from __future__ import annotations

import gc
import os
import sys
from itertools import chain

import django


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    django.setup()
    from django.db import connection
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    from tests.bench import appends, commands, pages, replay, seasons
    from tests.rendering import tell_of_pages_alone

    setup_test_environment()
    tell_of_pages_alone()
    kept = setup_databases(verbosity=0, interactive=False)
    gc.collect()
    gc.freeze()  # as the web server does
    try:
        sys.stdout.write(f"==== {connection.vendor}\n")
        for pair in chain(replay.measure(), (commands.measure(),), appends.measure()):
            _tell(pair.line())
        for season in seasons.measure():
            _tell(season.line())
        for cost in pages.measure():
            _tell(cost.line())
    finally:
        teardown_databases(kept, verbosity=0)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
