"""How PostgreSQL finds what Leaguer asks it when the log has 2,000,000 rows: by an index, whatever is asked for; and no
page or report asks more often than when it had 40,000."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client

from api.models import issue
from battles import folded, log
from battles import handler as battle_door
from campaigns import clerk
from campaigns.models import User
from deploy import waiting
from tests.campaigns.alpha import LastStand
from tests.cast import Cast, gathered, logged_in
from tests.chaos.clients import SHOT
from tests.databases import Scratch, scratch
from tests.deploy.grown import grow, people_and_clubs

pytestmark = [pytest.mark.soak, pytest.mark.only_on("postgresql"), pytest.mark.django_db(transaction=True)]
FEW, ROWS = 40_000, 2_000_000
IN_PARTS = 200_000
BIG = 5_000  # rows from which on a table is not to be read as a whole
LOG = {"log_row", "log_stream", "log_sealed"}
# A superuser's list counts every battle (docs/scale.md says so): it may not read the log. The sweep asks of every
# season of a league whether it stands as the league has counted it.
COUNTS_ALL = {"battles in the office"}
OF_LEAGUES = "leagues_leaguecampaign"
# What shows a few out of all that a reader may see reads no more of it when there is more.
LISTS = {
    *("front page", "front page, a guest", "front page, an organiser", "results of last year", "office"),
    *("ten battles by API", "ten battles by API, a guest", "battles of a book", "battles of a player", "who I am"),
    *("campaigns by API", "campaigns by API, a guest"),
}
AS_MUCH, BLOCKS = 1.5, 300  # at most so many times the blocks, and so many more: indexes are deeper
Asked = list[tuple[str, Any]]


class House(NamedTuple):
    """A battle that is played on, in a campaign, and another one that is counted."""

    cast: Cast
    battle: str
    campaign: str
    counted: str


@pytest.fixture
def house(tmp_path: Path, migrated: Scratch) -> Iterator[House]:
    """In a database of its own, that is filled then."""
    with scratch(tmp_path, like=migrated) as database, database.used():
        cast = gathered()
        User.objects.filter(pk=cast.alice.pk).update(is_staff=True)
        counted = LastStand(cast).drawn().confirmed()
        clerk.attend(counted.battle)
        played = LastStand(cast)
        client = Client(headers={"Authorization": f"Token {issue(cast.bob)}"})
        for who, line in OPENING:
            script(cast, played.battle, who, line)
        for _n in range(20):
            shoot(client, played.battle)
        yield House(cast, played.battle, played.campaign, counted.battle)


OPENING = (
    *(("carol", "deploy red-1"), ("carol", "deploy red-2"), ("bob", "deploy alpha-1")),
    *(("carol", "move red-1 1"), ("carol", "move red-2 2"), ("bob", "move alpha-1 1")),
)


def script(cast: Cast, battle: str, who: str, line: str) -> None:
    client = Client(headers={"Authorization": f"Token {issue(getattr(cast, who))}", "Idempotency-Key": str(uuid4())})
    told = client.post(f"/api/v1/battles/{battle}/commands/", line, content_type="text/x-battle-script")
    assert told.status_code == 200, told.content


def shoot(client: Client, battle: str) -> None:
    """A shot, and back."""
    address = f"/api/v1/battles/{battle}/commands/"
    body = {"id": str(uuid4()), "type": "Fire", "data": SHOT}
    told = client.post(address, body, content_type="application/json")
    assert told.status_code == 200, told.content
    first = told.json()["reports"][0]["events"][0]["position"]
    body = {"id": str(uuid4()), "type": "Undo", "data": {"position": first, "reason": "misread"}}
    assert client.post(address, body, content_type="application/json").status_code == 200


def pages(battle: str, campaign: str) -> dict[str, tuple[str, str]]:
    """Who looks at which page, by name."""
    return {
        "front page": ("bob", "/"),
        "front page, a guest": ("guest", "/"),
        "front page, an organiser": ("organiser", "/"),
        "results of last year": ("bob", "/?page=10"),
        "battle": ("bob", f"/battles/{battle}/"),
        "battle, a guest": ("guest", f"/battles/{battle}/"),
        "whole log of a battle": ("bob", f"/battles/{battle}/log/"),
        "campaign": ("bob", f"/campaigns/{campaign}/"),
        "standings as a file": ("bob", f"/campaigns/{campaign}/tables/standings.csv"),
        "log in the office": ("superuser", "/admin/battles/logline/"),
        "battles in the office": ("superuser", "/admin/battles/sheet/"),
        "office": ("organiser", "/admin/"),
        "battles by API": ("api", "/api/v1/battles/"),
        "ten battles by API": ("api", "/api/v1/battles/?limit=10"),
        "ten battles by API, a guest": ("guest", "/api/v1/battles/?limit=10"),
        "battles of a book": ("api", "/api/v1/battles/?system=tanks"),
        "battles of a player": ("api", "/api/v1/battles/?player=me"),
        "who I am": ("api", "/api/v1/me/"),
        "battle by API": ("api", f"/api/v1/battles/{battle}/"),
        "rows by API": ("api", f"/api/v1/battles/{battle}/events/?after=40"),
        "campaigns by API": ("api", "/api/v1/campaigns/"),
        "campaigns by API, a guest": ("guest", "/api/v1/campaigns/"),
        "campaign by API": ("api", f"/api/v1/campaigns/{campaign}/"),
        "campaign's rows by API": ("api", f"/api/v1/campaigns/{campaign}/events/"),
    }


def deeds(house: House) -> dict[str, Callable[[], Any]]:
    """What is done at such a site, by name."""
    api = Client(headers={"Authorization": f"Token {issue(house.cast.bob)}"})
    root = User.objects.get_or_create(username="root", is_staff=True, is_superuser=True)[0]
    people = {"bob": logged_in(house.cast.bob), "organiser": logged_in(house.cast.alice), "superuser": logged_in(root)}
    clients = {**people, "guest": Client(), "api": api}
    battle, campaign = house.battle, house.campaign

    def got(client: Client, address: str) -> Callable[[], None]:
        def get() -> None:
            told = client.get(address, follow=False)
            assert told.status_code == 200, (address, told.status_code)

        return get

    return {
        "report": lambda: shoot(api, battle),
        "sweep": clerk.sweep,
        "what waits": lambda: (list(waiting.counts()), waiting.lag()),
        "live": lambda: log.positions([battle, campaign]),
        "heads": lambda: log.heads("battle", battle),
        "export": lambda: list(log.export_lines(battle, with_sealed=True)),
        "verify": lambda: call_command("verify", battle, verbosity=0),
        "read from the first row": lambda: battle_door.recorded(battle),
        "copy": copy_a_page,
        **{name: got(clients[who], address) for name, (who, address) in pages(battle, campaign).items()},
    }


def copy_a_page() -> None:
    """The first pages of a backup: the log as it is stored."""
    for table in ("log_row", "log_sealed", "log_stream"):
        pages = log.table_copy.copy_out(table)
        for _n in range(2):
            next(pages, None)


@contextmanager
def asked() -> Iterator[Asked]:
    """What is asked of the database meanwhile."""
    found: Asked = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if not many and sql.lstrip("( ").upper().startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")):
            found.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


def scans(sql: str, params: Any, big: set[str]) -> list[str]:
    """The big tables that PostgreSQL would read as a whole for this, one row after the other or by an index of all. An
    index of some rows is made to be read as a whole."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        plan = cursor.fetchone()[0]
    found: list[str] = []
    nodes = [(one["Plan"], False) for one in (plan if isinstance(plan, list) else json.loads(plan))]
    while nodes:
        node, limited = nodes.pop()
        limited = limited or node["Node Type"] == "Limit"
        nodes += [(one, limited) for one in node.get("Plans", [])]
        table, kind = node.get("Relation Name", ""), node["Node Type"]
        by_all = kind.startswith("Index") and "Index Cond" not in node and not limited and not of_some(node)
        if table in big and (kind == "Seq Scan" or by_all):
            found.append(table)
    return found


def blocks(asked: Asked) -> int:
    """Of tables and indexes, that PostgreSQL looks at for these queries."""
    found = 0
    for sql, params in asked:
        if sql.lstrip("( ").upper().startswith(("SELECT", "WITH")):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
                told = cursor.fetchone()[0]
            (one,) = told if isinstance(told, list) else json.loads(told)
            found += one["Plan"]["Shared Hit Blocks"] + one["Plan"]["Shared Read Blocks"]
    return found


def of_some(node: dict[str, Any]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indpred IS NOT NULL FROM pg_index WHERE indexrelid = %s::regclass", [node["Index Name"]])
        return bool(cursor.fetchone()[0])


def big_tables() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > %s", [BIG])
        return {name for (name,) in cursor.fetchall()}


def done(house: House) -> dict[str, Asked]:
    """Each deed, done by a process that has kept nothing: what it asks."""
    found = {}
    for name, deed in deeds(house).items():
        folded.forget()
        cache.clear()
        with asked() as each:
            deed()
        found[name] = each
    return found


def read_as_a_whole(each_asked: dict[str, Asked], big: set[str], of_log: set[str]) -> list[str]:
    found = list[str]()
    for name, each in each_asked.items():
        for sql, params in each:
            may_not = of_log if name in COUNTS_ALL or OF_LEAGUES in sql else big
            with transaction.atomic():
                found += [f"{name} reads all of {table}: {sql[:600]}" for table in scans(sql, params, may_not)]
    return found


def test_nothing_reads_a_whole_table(house: House) -> None:
    people_and_clubs()
    copies = grow(house.battle, house.campaign, 1, FEW)
    before = done(house)
    first, read = {name: len(each) for name, each in before.items()}, {name: blocks(before[name]) for name in LISTS}
    grow(house.battle, house.campaign, copies + 1, ROWS)
    later = done(house)
    big = big_tables()
    assert {"log_row", "log_stream", "battles_sheet", "campaigns_user"} <= big
    found = read_as_a_whole(later, big, LOG)
    assert not found, "\n".join(dict.fromkeys(found))
    more = {name: (first[name], len(each)) for name, each in later.items() if len(each) > first[name]}
    assert not more, f"asks more often than before: {more}"
    now = {name: (read[name], blocks(later[name])) for name in LISTS}
    grown = {name: one for name, one in now.items() if one[1] > AS_MUCH * one[0] + BLOCKS}
    assert not grown, f"reads more than before: {grown}"


def test_nothing_reads_a_whole_partition(house: House) -> None:
    """Of a log that `manage.py partition` has split."""
    people_and_clubs()
    grow(house.battle, house.campaign, 1, IN_PARTS)
    first = {name: len(each) for name, each in done(house).items()}
    call_command("partition", verbosity=0)
    call_command("partition", "--drop-old", verbosity=0)
    later, big = done(house), big_tables()
    partitions = {name for name in big if name.startswith("log_row_part_")}
    assert len(partitions) == 16
    found = read_as_a_whole(later, big, LOG | partitions)
    assert not found, "\n".join(dict.fromkeys(found))
    assert not {name for name, each in later.items() if len(each) > first[name]}, "asks more often than before"
