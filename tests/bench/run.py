"""One run of every measurement, on the database the environment names."""

from __future__ import annotations

import os
import sys

import django


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    django.setup()
    from django.db import connection
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    from tests.bench import commands, pages, replay, seasons
    from tests.rendering import tell_of_pages_alone

    setup_test_environment()
    tell_of_pages_alone()
    kept = setup_databases(verbosity=0, interactive=False)
    try:
        sys.stdout.write(f"==== {connection.vendor}\n")
        for measure in (replay.measure, commands.measure):
            sys.stdout.write(f"{measure().line()}\n")
        sys.stdout.write(f"{seasons.measure().line()}\n")
        for cost in pages.measure():
            sys.stdout.write(f"{cost.line()}\n")
    finally:
        teardown_databases(kept, verbosity=0)


if __name__ == "__main__":
    main()
