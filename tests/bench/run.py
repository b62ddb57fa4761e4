"""One run of every measurement, on the database the environment names.

`python -m tests.bench.run PART [NUMBER...]` runs one alone, in the sizes it is given.
"""

from __future__ import annotations

import gc
import os
import sys

import django


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    django.setup()
    from django.db import connection
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    from tests.bench import parts
    from tests.rendering import tell_of_pages_alone

    asked = sys.argv[1:2] or list(parts.PARTS)
    setup_test_environment()
    tell_of_pages_alone()
    kept = setup_databases(verbosity=0, interactive=False)
    gc.collect()
    gc.freeze()  # as the web server does
    try:
        sys.stdout.write(f"==== {connection.vendor}\n")
        for part in asked:
            for found in parts.PARTS[part](*map(int, sys.argv[2:])):
                sys.stdout.write(f"{found.line()}\n")
                sys.stdout.flush()
    finally:
        teardown_databases(kept, verbosity=0)


if __name__ == "__main__":
    main()
