"""manage.py backup and restore: a database is filled, backed up, destroyed, restored, and everything is as it was."""

from __future__ import annotations

import json
import shutil
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError
from django.db import connection
from django.test import Client

from api.models import Token, issue
from battles import log
from campaigns import clerk
from campaigns.conversation import photos
from campaigns.demo import load
from campaigns.models import Campaign, Club, OutboxMessage, Photo, Post, Thread, User, WebhookEndpoint
from campaigns.projection_rebuild import READ_TABLES
from deploy.backup import make
from deploy.backup.tables import DEVICES
from leagues import models as league_models
from tests.cast import PASSWORD
from tests.databases import Scratch, scratch
from tests.deploy.house import Contents, begin_league, contents, holds, play_on, run
from tests.length import in_soak
from tests.where import BOTH

pytestmark = BOTH
ON_ONE = pytest.mark.only_on("sqlite")  # what is looked at is the file


def destroyed(database: Scratch) -> None:
    """And an empty one in its place, without any table."""
    database.replace()
    assert connection.introspection.table_names() == []


@pytest.mark.parametrize(
    "on",
    [
        pytest.param("postgresql", marks=pytest.mark.only_on("postgresql")),
        pytest.param(
            "sqlite",
            marks=[
                ON_ONE,
                in_soak(
                    "tests/deploy/test_backup.py::test_all_comes_back_after_the_database_was_destroyed",
                    "tests/deploy/test_squashed.py::test_a_database_and_a_backup_that_had_every_migration_before_they_were_squashed",
                ),
            ],
        ),
    ],
)
def test_all_comes_back_after_the_database_was_destroyed(database: Scratch, tmp_path: Path, on: str) -> None:
    """But mail that waited: it may have been sent after the backup was made, and shows in the office as uncertain. And
    tokens, which may have been ended since."""
    begin_league()
    clerk.sweep()
    for status in (OutboxMessage.Status.WAITING, OutboxMessage.Status.SENT):
        OutboxMessage.objects.create(key=status, status=status, address="bob@steel.example", subject="x", body="y")
    issue(User.objects.get(username="bob"), "ended since")
    hook = WebhookEndpoint.objects.create(club=Club.objects.all()[:1].get(), name="Page", url="https://x.example/")
    before = contents()
    empty = {model.__name__ for model in league_models.READ_TABLES if not before[model._meta.db_table]}
    unformed = {"LeagueTeam", "LeagueStay", "LeagueTeamSeason"}
    assert empty == {"LeagueHonour", *unformed}, "no season of it is closed, and it has no team"
    assert all(before[model._meta.db_table] for model in READ_TABLES if model._meta.db_table in touched(before))
    file = tmp_path / "club.zip"
    assert f"{file}: " in run("backup", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    manifest(file, made_at="2026-01-01T00:00:00Z")

    destroyed(database)
    said = run("restore", str(file))
    assert "The log holds." in said
    assert "switched off (1)" in said
    assert not WebhookEndpoint.objects.get().is_on, "this may be a copy"
    WebhookEndpoint.objects.update(off=hook.off)
    assert OutboxMessage.objects.get(key="waiting").uncertain
    assert not Token.objects.exists()
    waiting = {"status": OutboxMessage.Status.WAITING, "claimed_at": None}
    OutboxMessage.objects.filter(key="waiting").update(**waiting)
    assert contents() == before | {Token._meta.db_table: []}
    assert log.missing_triggers(connection) == []
    holds()

    assert Client().login(username="bob", password=PASSWORD)
    play_on()
    User.objects.create_user("frank")  # new rows are numbered after those that came back
    Campaign.objects.get(pk=load.CAMPAIGN).umpires.add(User.objects.get(username="frank"))
    holds()


def touched(before: Contents) -> set[str]:
    """The tables that have rows at all."""
    return {name for name, rows in before.items() if rows}


def test_a_backup_can_be_read_without_leaguer(lent: Scratch, file: Path) -> None:
    """With what README.txt in it says and nothing else."""
    from hashlib import sha256

    with zipfile.ZipFile(file) as archive:
        assert "64 zeros" in archive.read("README.txt").decode()
        manifest = json.loads(archive.read("manifest.json"))
        rows = {}
        for table in manifest["tables"]:
            text = archive.read(f"tables/{table['name']}.jsonl")
            assert sha256(text).hexdigest() == table["sha256"]
            rows[table["name"]] = [
                dict(zip(table["columns"], json.loads(line), strict=True)) for line in text.splitlines()
            ]
            assert len(rows[table["name"]]) == table["rows"]
    previous: dict[str, str] = {}
    named = ("stream", "position", "type", "version", "data", "command", "ordinal", "command_type", "command_data")
    for row in rows["log_row"]:
        canonical = json.dumps(
            [row[name] for name in (*named, "by", "via", "at")], ensure_ascii=False, separators=(",", ":")
        )
        start = previous.get(row["stream"], "0" * 64)
        previous[row["stream"]] = row["digest"]
        assert sha256((start + canonical).encode()).hexdigest() == row["digest"]
    assert previous == {stream: log.head(stream).digest for stream, _kind in log.streams()}
    assert not {model._meta.db_table for model in READ_TABLES} & rows.keys(), "those are folded"
    assert "django_session" not in rows


def swap(file: Path, name: str, text: bytes) -> None:
    """One member of an archive made other, and all else left."""
    with zipfile.ZipFile(file) as old:
        members = {info.filename: old.read(info) for info in old.infolist()}
    with zipfile.ZipFile(file, "w") as new:
        for member, was in members.items():
            new.writestr(member, text if member == name else was)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-200])


def flip(file: Path) -> None:
    """A bit in the middle of the biggest member."""
    with zipfile.ZipFile(file) as archive:
        biggest = max(archive.infolist(), key=lambda info: info.compress_size)
    bytes_ = bytearray(file.read_bytes())
    bytes_[biggest.header_offset + 200 + biggest.compress_size // 2] ^= 1
    file.write_bytes(bytes_)


def manifest(file: Path, **changes: Any) -> None:
    with zipfile.ZipFile(file) as archive:
        said = json.loads(archive.read("manifest.json"))
    swap(file, "manifest.json", json.dumps(said | changes).encode())


def shortened(file: Path) -> None:
    """A table that lost its last row, the archive being sound as an archive."""
    with zipfile.ZipFile(file) as archive:
        text = archive.read("tables/log_row.jsonl")
    swap(file, "tables/log_row.jsonl", text[: text.rstrip().rfind(b"\n") + 1])


def forged(file: Path) -> None:
    """A row that says other than it did, with the manifest's sums made anew: the chain of digests still knows."""
    from hashlib import sha256

    with zipfile.ZipFile(file) as archive:
        text = archive.read("tables/log_row.jsonl").replace(b'"script"', b'"admin"', 1)
        said = json.loads(archive.read("manifest.json"))
    for table in said["tables"]:
        if table["name"] == "log_row":
            table["sha256"] = sha256(text).hexdigest()
    swap(file, "tables/log_row.jsonl", text)
    swap(file, "manifest.json", json.dumps(said).encode())


def misfit(file: Path) -> None:
    """Sound sums, and a table that this release never had."""
    with zipfile.ZipFile(file) as archive:
        said = json.loads(archive.read("manifest.json"))
        texts = [archive.read(f"tables/{table['name']}.jsonl") for table in said["tables"]]
    last = max(n for n, text in enumerate(texts) if text)
    text, said["tables"][last]["name"] = texts[last], "tanks"
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("tables/tanks.jsonl", text)
    swap(file, "manifest.json", json.dumps(said).encode())


Harm = Callable[[Path], object]
BEFORE_IT_WRITES: list[tuple[Harm, str]] = [
    (cut, "cut off"),
    (lambda file: file.write_bytes(b""), "cut off"),
    (lambda file: file.write_text("INSERT INTO"), "not a Leaguer backup"),
    (lambda file: file.unlink(), "No such file"),
    (flip, "is damaged: tables/.* cannot be read"),
    (shortened, "is damaged: tables/log_row.jsonl is not what was written"),
    (lambda file: swap(file, "manifest.json", b"{}"), "no manifest of ours"),
    (lambda file: swap(file, "manifest.json", b'{"format": 1'), "no manifest of ours"),
    (lambda file: manifest(file, format="others"), "no manifest of ours"),
    (lambda file: manifest(file, tables=7), "manifest cannot be read"),
    (lambda file: manifest(file, version=2, release="9.9"), "release 9.9, in a newer form"),
    (
        lambda file: manifest(file, release="9.9", migrations=[["battles", "0099_later"]]),
        r"release 9.9, .* does not know \(battles.0099_later\)",
    ),
]
ON_THE_WAY: list[tuple[Harm, str]] = [
    (forged, "the log in it does not hold: stream .*, row 1: its digest is not that of its content"),
    (misfit, "does not fit its own release: tanks"),
]


@ON_ONE
@pytest.mark.usefixtures("at_once")
def test_a_file_that_is_not_whole_or_not_ours_changes_nothing(
    database: Scratch, backup_of_filled: Path, tmp_path: Path
) -> None:
    """Each time a copy of the whole one is harmed."""
    before = contents()
    for harms in (BEFORE_IT_WRITES, ON_THE_WAY[:1], ON_THE_WAY[1:]):
        for harm, said in harms:
            file = Path(shutil.copy(backup_of_filled, tmp_path / "club.zip"))
            harm(file)
            with pytest.raises(CommandError, match=said):
                run("restore", str(file), "--replace")
        assert contents() == before, harms
        assert log.missing_triggers(connection) == []


def unknown_column(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        said = json.loads(archive.read("manifest.json"))["tables"]
    next(table for table in said if table["name"] == "campaigns_club")["columns"].append("mascot")
    manifest(file, tables=said)


@ON_ONE
def test_what_its_release_never_had_is_refused_by_the_manifest(
    database: Scratch, backup_of_filled: Path, tmp_path: Path
) -> None:
    """Before anything else is asked: whether the database is empty, or its file whole."""
    for harm, said in ((misfit, "release: tanks"), (unknown_column, "release: campaigns_.*mascot")):
        file = Path(shutil.copy(backup_of_filled, tmp_path / "club.zip"))
        harm(file)
        shortened(file)
        with pytest.raises(CommandError, match=said):
            run("restore", str(file))


@ON_ONE
@pytest.mark.usefixtures("at_once")
def test_a_log_that_was_broken_before_can_still_be_had(database: Scratch, migrated: Scratch, file: Path) -> None:
    """The file may be the only one there is."""
    forged(file)
    database.destroy()
    database.create(like=migrated)  # a database that is migrated is empty all the same
    said = run("restore", str(file), "--despite-faults")
    assert "row 1 does not hold" in said
    assert "The log holds" not in said
    with pytest.raises(CommandError, match="1 faults"):
        run("verify")


@ON_ONE
def test_the_newest_of_a_folder_are_kept(database: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    older = [folder / f"leaguer-2026010{day}T000000Z.zip" for day in range(1, 6)]
    others = [folder / "leaguer-notes.zip", folder / "leaguer-20260101T000000Z.zip.txt"]
    for path in (*older, *others):
        path.touch()
    run("backup", str(folder), "--keep", "3")
    left = set(folder.iterdir())
    (new,) = left - {*older, *others}
    assert make.NAME.fullmatch(new.name)
    assert zipfile.is_zipfile(new)
    assert left == {new, *older[-2:], *others}


@ON_ONE
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("club.zip", "--keep", "3"), "FILE has to be a folder"),
        ((".", "--keep", "0"), "a number from 1 up"),
        (("there.zip",), "exists already"),
        (("nowhere/club.zip",), "cannot be written: No such file"),
    ],
)
def test_where_it_cannot_be_written_is_said(
    database: Scratch,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.zip").write_text("mine")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(CommandError, match=said):
        run("backup", *arguments)
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "there.zip").read_text() == "mine"


def test_an_empty_database_has_nothing_to_back_up(tmp_path: Path, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock(), scratch(tmp_path) as database, database.used():
        with pytest.raises(CommandError, match="nothing to back up"):
            run("backup", str(tmp_path / "club.zip"))
        assert [path.name for path in tmp_path.glob("*.zip")] == []
        assert not list(tmp_path.glob(".*.part"))


def test_every_table_is_in_the_backup_or_folded(lent: Scratch, file: Path) -> None:
    """None is forgotten when a release brings a new one."""
    with zipfile.ZipFile(file) as archive:
        kept = {table["name"] for table in json.loads(archive.read("manifest.json"))["tables"]}
    folded = {model._meta.db_table for model in READ_TABLES}
    made = {"django_migrations", "django_session", "log_switch", "sqlite_sequence", "deploy_folded"}
    made |= {model._meta.db_table for model in DEVICES}  # they go with the sessions in which they asked to be told
    assert set(connection.introspection.table_names()) - made == kept | folded
    assert not kept & folded


@ON_ONE
@pytest.mark.usefixtures("at_once")
def test_it_takes_the_place_of_what_is_there_when_told_to_and_photos_come_back(
    database: Scratch, tmp_path: Path
) -> None:
    """Photos as they were; a file that is gone is left out, and one that was changed in the backup is told."""
    desk = Campaign.objects.get(pk=load.CAMPAIGN)
    thread = Thread.objects.create(campaign=desk, fixture="r1-1")
    post = Post.objects.create(thread=thread, author=User.objects.get(username="bob"), body="The table")
    kept = photos.Drawn(b"a photo", 1, 1)
    photos.keep(post, [kept, kept])
    one, gone = post.photos.all()
    default_storage.delete(photos.FOLDER + gone.name)
    file = tmp_path / "club.zip"
    run("backup", str(file))
    default_storage.delete(photos.FOLDER + one.name)
    then = contents()
    play_on()
    now = contents()
    with pytest.raises(CommandError, match=r"not empty: .*campaigns_user.* add --replace"):
        run("restore", str(file))
    assert contents() == now
    run("restore", str(file), "--replace")
    assert contents() == then
    holds()
    assert photos.read(one.name) == b"a photo"
    assert not default_storage.exists(photos.FOLDER + gone.name)
    assert Photo.objects.count() == 2

    changed = tmp_path / "changed.zip"
    with zipfile.ZipFile(file) as read, zipfile.ZipFile(changed, "w") as written:
        for name in read.namelist():
            written.writestr(name, b"another" if name == f"media/{one.name}" else read.read(name))
    with pytest.raises(CommandError, match="is not what was written"):
        run("restore", str(changed), "--replace")
