"""A migration begins the schedules that stand in the database, and a superuser may change them. That beat sends what
stands there: see test_worker."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse
from django_celery_beat.models import PeriodicTask

from deploy.celery import app
from tests.cast import Cast, UserFactory
from tests.databases import Scratch
from tests.where import BOTH


def sweep_begun() -> PeriodicTask:
    """What the migration does, where the suite's flush has taken it away."""
    from importlib import import_module

    with connection.schema_editor() as editor:
        import_module("deploy.migrations.0001_sweep").every_minute(apps, editor)
    return PeriodicTask.objects.get(name="sweep")


@BOTH
def test_a_migrated_database_has_the_sweep_in_its_schedules(lent: Scratch) -> None:
    sweep = PeriodicTask.objects.get(name="sweep")
    app.loader.import_default_modules()
    assert sweep.task in app.tasks
    assert sweep.enabled
    assert sweep.interval.period == "seconds"
    assert sweep.expire_seconds < sweep.interval.every, "one that was not taken in time is not worth taking"


@pytest.mark.django_db(transaction=True)
def test_what_a_superuser_changed_is_not_undone() -> None:
    sweep = sweep_begun()
    sweep.enabled = False
    sweep.save()
    assert not sweep_begun().enabled


@pytest.mark.django_db
def test_the_schedules_are_a_superusers(cast: Cast, client: Client) -> None:
    cast.alice.is_staff = True
    cast.alice.save()
    address = reverse("admin:django_celery_beat_periodictask_changelist")
    client.force_login(cast.alice)
    assert client.get(address).status_code == 403, "an organiser has no say in them"
    client.force_login(UserFactory.create(is_staff=True, is_superuser=True))
    assert client.get(address).status_code == 200
