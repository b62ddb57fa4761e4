"""`python -m tests.chaos.prepare BATTLES STANDS LADDERS` makes a database to be tormented, at DATABASE_URL: battles in
which people shoot, finished ones that wait to be confirmed, seasons of a ladder, and a clerk that sweeps every two
seconds. What it made is written as JSON. An older release runs it, too: it asks for nothing that is new."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import django


def prepare(battles: int, stands: int, ladders: int) -> dict[str, Any]:
    from django_celery_beat.models import IntervalSchedule, PeriodicTask

    from api.models import issue
    from tests.campaigns.alpha import LastStand
    from tests.cast import Cast, ClubFactory, UserFactory

    names = ("alice", "bob", "carol", "dave", "erin")
    alice, bob, carol, dave, erin = (UserFactory.create(username=name) for name in names)
    club = ClubFactory.create(name="Steel Club", slug="steel", organisers=[alice], members=[bob, carol])
    cast = Cast(alice, bob, carol, dave, erin, club)
    open_ones = [LastStand(cast) for _n in range(battles)]
    finished = [LastStand(cast).drawn() for _n in range(stands)]
    soon, _new = IntervalSchedule.objects.get_or_create(every=2, period="seconds")
    PeriodicTask.objects.filter(name="sweep").update(interval=soon, expire_seconds=None)
    return {
        "keys": {name: issue(getattr(cast, name)) for name in ("alice", "bob", "carol")},
        "battles": [one.battle for one in open_ones],
        "stands": {one.battle: one.campaign for one in finished},
        "ladders": [LastStand(cast).campaign for _n in range(ladders)],
    }


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
    django.setup()
    json.dump(prepare(*map(int, sys.argv[1:])), sys.stdout)
