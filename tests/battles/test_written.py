"""Queries that are written once about nobody find whom they are asked about, each time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from battles.written import Written
from campaigns.models import User
from tests.cast import UserFactory
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]


def test_it_finds_whom_it_is_asked_about_however_many() -> None:
    written = list[int]()

    def write(ids: Sequence[UUID]) -> QuerySet[User, Any]:
        written.append(len(ids))
        return User.objects.filter(pk__in=ids).values_list("pk", "username", "is_active")

    query = Written[User](write)
    people = UserFactory.create_batch(6)
    for some in (people[:1], people[1:2], people[:3], people[2:6], people[:5]):
        with CaptureQueriesContext(connection) as asked:
            found = query.rows([one.pk for one in some])
        assert sorted(found) == sorted((one.pk, one.username, True) for one in some)
        assert len(asked) == 1
    assert query.rows([]) == []
    assert written == [1, 4, 8]


def test_it_finds_whole_rows() -> None:
    people = UserFactory.create_batch(3)
    query = Written[User](lambda ids: User.objects.filter(pk__in=ids).order_by())
    found = query.objects(User, [one.pk for one in people])
    assert {one.pk: one.username for one in found} == {one.pk: one.username for one in people}
    assert {one.date_joined for one in found} == {one.date_joined for one in people}
