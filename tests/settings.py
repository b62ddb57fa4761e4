"""The settings under test: those of production, on a database and a Redis that the suite may fill and empty.

The database is SQLite in a file of its own, or with LEAGUER_TEST_DATABASE=postgresql the PostgreSQL at POSTGRES_URL
(`make test` runs what touches a database on each). LEAGUER_TEST_DB_SUFFIX keeps runs apart that share a PostgreSQL.
"""

import os
from pathlib import Path

os.environ["LEAGUER_ENV"] = "development"
os.environ["SECRET_KEY"] = "tests only"
os.environ["DEBUG"] = "0"

redis_url = os.environ.pop("REDIS_URL", "redis://127.0.0.1:6379/0")
suffix = os.environ.get("LEAGUER_TEST_DB_SUFFIX", "")
if os.environ.get("LEAGUER_TEST_DATABASE", "sqlite") == "postgresql":
    os.environ["DATABASE_URL"] = os.environ.get("POSTGRES_URL", "postgresql://%2Fvar%2Frun%2Fpostgresql/postgres")
    test_name = f"test_leaguer{suffix}"
else:
    os.environ["DATABASE_URL"] = "sqlite:///var/tests.sqlite3"  # never opened: the one below is
    test_name = str(Path(__file__).resolve().parent.parent / "var" / f"test-{os.getpid()}{suffix}.sqlite3")
# Keys of this run only, so that the Redis of the machine may be used, and is left as it was.
os.environ["REDIS_PREFIX"] = f"leaguer-test-{os.getpid()}"

from deploy.settings import *  # noqa: E402, F403
from deploy.settings import CACHES, DATABASES, INSTALLED_APPS, STORAGES  # noqa: E402

DATABASES["default"]["TEST"] = {"NAME": test_name}
# A commit counts at once, for everyone, and when a client is killed; only a power cut could lose it. A run lives well
# with not waiting for the disk at every one.
if DATABASES["default"]["ENGINE"].endswith("postgresql"):
    # PostgreSQL has no statistics of tables that were filled a moment ago. It takes them for large, and compiles
    # queries of a few rows (JIT), each for longer than it runs.
    DATABASES["default"].setdefault("OPTIONS", {})["options"] = "-c synchronous_commit=off -c jit=off"
else:
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
    # Each test's savepoints have names of their own, and drive out of a small cache what is asked over and over.
    DATABASES["default"]["OPTIONS"]["cached_statements"] = 2_000

# First, so that its `flush` goes before Django's.
INSTALLED_APPS = ["tests", *INSTALLED_APPS]

# Nothing wakes the clerk (REDIS_URL is empty) but in tests with the `worker` fixture, which sets it to this address.
CELERY_BROKER_URL = TEST_REDIS_URL = redis_url

# Tries are counted where tests begin anew by clearing the cache; `test_counts_file.py` tries the file.
del CACHES["counts"]

# Passwords are not under test; hashing them slowly would be half the run.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Static files are looked for when they are asked for. Else every client of every test would look through all of them.
WHITENOISE_AUTOREFRESH = True
# A browser keeps them for the whole run, as it does where their names hold their digest.
WHITENOISE_MAX_AGE = 3600

# Tests ask as often as they like, but for the one of this limit.
QUESTIONS = 0
TALK_RATES = {"posts": 0, "acts": 0}

# Photos are gone with the test.
STORAGES["default"] = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
