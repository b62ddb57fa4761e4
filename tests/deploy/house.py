"""What a whole database of Leaguer's holds, whether it holds, and going on in it."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.core.management import call_command
from django.db import connection

from battles import handler, log
from battles.models import Sheet
from battles.reports import Report
from campaigns.models import Campaign, User
from leagues import handler as league_handler
from leagues.league.seasons import AddCampaign
from leagues.models import League
from rules.adjudicate import Who
from rules.stream import codec
from rules.stream.revision.reports import Undo

Contents = dict[str, list[tuple[Any, ...]]]


def contents() -> Contents:
    """Every row of every table, log and read tables too; but who is logged in, and when a migration was run."""
    left_out = {"django_session"}
    models = [m for m in apps.get_models(include_auto_created=True) if m._meta.managed]
    found = {m._meta.db_table: m for m in models if m._meta.db_table not in left_out}
    return {
        name: sorted((tuple(row) for row in model._base_manager.values_list()), key=repr)
        for name, model in found.items()
    }


def run(*arguments: str, **options: Any) -> str:
    said = io.StringIO()
    call_command(*arguments, stdout=said, stderr=said, **options)
    return said.getvalue()


def holds() -> None:
    """CommandError unless the log verifies and the read tables are as it has them."""
    run("verify")
    run("rebuild", "--check")


def forked(work: Callable[[], object]) -> int:
    """The id of a process that does this work and ends: a fork of this one, so that it need not import the site. It
    connects to the database anew, for two processes cannot share a connection."""
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]
    if pid := os.fork():
        return pid
    status = 1
    try:
        work()
        status = 0
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def play_on() -> None:
    """The organiser takes back the last report of a battle under way."""
    sheet = Sheet.objects.filter(status=Sheet.Status.OPEN).order_by("-position")[0]
    battle = str(sheet.stream)
    last = next(row for row in reversed(log.read(battle)) if row.ordinal == 0)
    alice = Who(str(User.objects.get(username="alice").pk), referee=True)
    undo = Undo(position=last.position, reason="misread")
    handler.execute(battle, [Report(str(uuid4()), "Undo", codec.encode(undo))], alice, "api")
    assert log.head(battle).position > sheet.position


def begin_league() -> str:
    """A league of the first open campaign's club, with that campaign as its first season; what it comes to is for the
    clerk to report."""
    desk = Campaign.objects.filter(stream__isnull=False, test=False).order_by("name")[0]
    alice = Who(str(User.objects.get(username="alice").pk), referee=True)
    league = League(club=desk.club, name="The long league", slug="long")
    league_handler.found_new(league, {}, (), alice, "api")
    joins = codec.encode(AddCampaign(campaign=str(desk.stream)))
    league_handler.execute(str(league.pk), [Report(str(uuid4()), "AddCampaign", joins)], alice, "api")
    return str(league.pk)
