"""`python -m tests.chaos.prepare BATTLES STANDS` makes a database to be tormented, at DATABASE_URL: battles in which
people shoot, finished ones that wait to be confirmed, and a clerk that sweeps every two seconds. What it made is
written as JSON."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import django


def prepare(battles: int, stands: int) -> dict[str, Any]:
    from django_celery_beat.models import IntervalSchedule, PeriodicTask

    from api.models import issue
    from tests.campaigns.alpha import LastStand
    from tests.cast import gathered

    cast = gathered()
    open_ones = [LastStand(cast) for _n in range(battles)]
    finished = [LastStand(cast).drawn() for _n in range(stands)]
    soon, _new = IntervalSchedule.objects.get_or_create(every=2, period="seconds")
    PeriodicTask.objects.filter(name="sweep").update(interval=soon, expire_seconds=None)
    return {
        "keys": {name: issue(getattr(cast, name)) for name in ("alice", "bob", "carol")},
        "battles": [one.battle for one in open_ones],
        "stands": {one.battle: one.campaign for one in finished},
    }


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
    django.setup()
    json.dump(prepare(*map(int, sys.argv[1:])), sys.stdout)
