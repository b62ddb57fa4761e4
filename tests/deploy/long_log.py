"""`python -m tests.deploy.long_log ROWS` writes so many rows into the log at DATABASE_URL, in streams of a hundred,
each chained and with a sealed value now and then, as battles have them."""

from __future__ import annotations

import os
import sys
from uuid import uuid4

import django

EACH = 100  # rows
TEXT = "The shell strikes the mantlet at an angle, and the crew of the other tank counts what is left. " * 3


def fill(rows: int) -> None:
    from django.db import transaction
    from django.utils import timezone

    from battles import log

    for _n in range(rows // EACH):
        entries = [
            log.NewRow(
                "Told", 1, {"n": n, "text": TEXT, "secret": f"{n}"}, uuid4(), 0, ("secret",) if n % 25 == 0 else ()
            )
            for n in range(EACH)
        ]
        with transaction.atomic():
            stream = str(uuid4())
            log.open_stream(stream, "story")
            log.append(stream, 0, entries, by="clerk", via="script", now=timezone.now())


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
    django.setup()
    fill(int(sys.argv[1]))
