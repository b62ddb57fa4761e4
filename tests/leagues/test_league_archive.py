"""manage.py archive_season: pages that need no server, and logs that verify without Leaguer."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path
from posixpath import dirname, join, normpath
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command

from battles import log
from leagues.league.players import SetProfile
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.grounds import once
from tests.leagues.conftest import Start, Years, after_spring

pytestmark = pytest.mark.django_db


@pytest.fixture
def start(db: None) -> Start:
    return once(after_spring)


@pytest.fixture
def archive(start: Start, years: Years, cast: Cast, tmp_path: Path) -> Path:
    """Of a season that is over, unpacked. Bob hides from strangers."""
    years.report(SetProfile(player=str(cast.bob.pk), alias="Desert Fox", hidden=True))
    call_command("archive_season", "long", "1", str(tmp_path / "out.zip"), stdout=io.StringIO())
    ZipFile(tmp_path / "out.zip").extractall(tmp_path / "out")
    return tmp_path / "out"


def test_its_logs_verify_by_python_alone(archive: Path) -> None:
    logs = sorted((archive / "log").iterdir())
    assert {one.stem for one in logs} == {f"{kind}-{stream}" for stream, kind in log.streams()}
    for one in logs:
        run = [sys.executable, "-I", str(archive / "verify_export.py"), str(one)]
        assert subprocess.run(run, capture_output=True, text=True).stdout.startswith("holds: ")
    spoilt = logs[0]
    spoilt.write_text(spoilt.read_text(encoding="utf-8").replace('"position":2', '"position":3', 1), encoding="utf-8")
    run = [sys.executable, "-I", str(archive / "verify_export.py"), str(spoilt)]
    assert subprocess.run(run, capture_output=True).returncode == 1


def test_its_links_lead_to_its_own_files_and_it_loads_nothing(archive: Path) -> None:
    pages = {str(one.relative_to(archive)): one.read_text(encoding="utf-8") for one in archive.rglob("*.html")}
    assert len(pages) == 4  # the season, the league's log, the campaign, its battle
    for name, text in pages.items():
        assert not re.search(r"https?://|<script|<link|src=|url\(", text), name
        for href in re.findall(r'href="([^"]*)"', text):
            assert (archive / normpath(join(dirname(name), href))).is_file(), (name, href)


def test_it_tells_standings_results_and_log_with_names_for_strangers(archive: Path, season: Season) -> None:
    index, page = (archive / "index.html").read_text(), (archive / f"campaigns/{season.stream}.html").read_text()
    assert "Spring" in index
    assert "Won by: a player" in index
    assert "carol" in page
    assert "fought" in page
    everything = "".join(one.read_text(encoding="utf-8") for one in archive.rglob("*") if one.is_file())
    assert "Desert Fox" not in everything
    assert not re.search(r"\bbob\b", everything)


def test_what_is_not_there_is_said(years: Years, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no season 7"):
        call_command("archive_season", "long", "7", str(tmp_path / "out.zip"))
    assert not (tmp_path / "out.zip").exists()
    with pytest.raises(CommandError, match="no league"):
        call_command("archive_season", "short", "1", str(tmp_path / "out.zip"))
