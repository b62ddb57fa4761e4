"""Runs the measurements on SQLite, then on PostgreSQL (at POSTGRES_URL), each in a process of its own."""

import os
import subprocess
import sys

for database in ("sqlite", "postgresql"):
    environment = os.environ | {"LEAGUER_TEST_DATABASE": database, "LEAGUER_TEST_DB_SUFFIX": "_bench"}
    done = subprocess.run([sys.executable, "-m", "tests.bench.run"], env=environment)
    if done.returncode:
        sys.exit(done.returncode)
