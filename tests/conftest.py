"""Fixtures for every floor. The cast (Alice, Bob, Carol, Dave) is introduced in tests/cast.py, a squared board in
tests/village.py."""

from __future__ import annotations

import gc
import os
from asyncio import events
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from django.conf import settings as django_settings
from django.db import connection
from django.utils import translation
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from playwright.sync_api import Browser, sync_playwright
from pytest_django import DjangoDbBlocker, Settings
from pytest_django.live_server_helper import LiveServer

from battles import folded
from campaigns import touched_tables
from tests import refolded, retold, servers, workers
from tests.browsing import Tabs, launch
from tests.budgets import budget, pytest_terminal_summary
from tests.cast import cast
from tests.databases import Scratch, migrate, shared
from tests.length import AT_LENGTH, examples
from tests.one_piece import in_one_piece
from tests.rendering import tell_of_pages_alone
from tests.stack_room import roomy
from tests.village import village

__all__ = ["budget", "cast", "pytest_terminal_summary", "village"]

# How fast examples are made says how busy the machine is, and nothing of the law. The rules' own
# folder says how many examples theirs have.
settings.register_profile(
    "house",
    max_examples=examples(25),
    derandomize=not AT_LENGTH,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")

# Hypothesis also draws numbers and words that stand in our own modules. To look for them takes six seconds of every
# process, and which modules it has imported by then says which examples it gets. Only `make soak` has them looked for.
if not AT_LENGTH:
    providers._get_local_constants = lambda: providers._local_constants

# Replay from the first row is what a process's memory has to equal: looked at now and then, in every test.
folded.check = refolded.sampled
touched_tables.check = retold.sampled  # and read tables what is made of the season


@pytest.hookimpl(tryfirst=True)
def pytest_collectstart() -> None:
    """What the rules' folder says of its examples holds for no other folder of the same run."""
    settings.load_profile("house")


# What is imported and collected stays: to look through it for litter over and over is a tenth of collecting it.
gc.disable()


def pytest_collection_finish() -> None:
    """What was imported stays to the end: to look through it for litter over and over would be a tenth of the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


# A file is run by one process as a whole: those that take longest come first, or one of them would be the last to run,
# with the other processes idle.
LONGEST_FIRST = (
    "tests/deploy/test_readme.py",
    "tests/pages/test_two_worlds_everywhere.py",
    "tests/api/test_roles.py",
    "tests/pages/test_accessible.py",
    "tests/pages/test_offline.py",
    "tests/campaigns/test_desk_lists.py",
    "tests/deploy/test_release_0_2.py",
    "tests/pages/test_shot.py",
    "tests/pages/test_mending_phone.py",
    "tests/pages/test_language.py",
    "tests/campaigns/test_simulate.py",
    "tests/deploy/test_backup.py",
    "tests/pages/test_office_look.py",
    "tests/api/test_secrets.py",
    "tests/pages/test_campaign_forms_look.py",
    "tests/pages/test_club_evening.py",
    "tests/api/test_campaign_as_it_stood.py",
    "tests/corpus/test_corpus.py",
    "tests/pages/test_rosters.py",
    "tests/campaigns/test_conversation.py",
    "tests/rules/conformance/test_previews.py",
    "tests/campaigns/test_desk_setup.py",
    "tests/campaigns/test_visibility.py",
    "tests/pages/test_map_look.py",
    "tests/leagues/test_league_pages.py",
    "tests/rules/test_the_laws_bite.py",
    "tests/pages/test_friendly_phone.py",
    "tests/campaigns/test_simulate_map.py",
    "tests/campaigns/test_choices.py",
    "tests/pages/test_slow_modules.py",
    "tests/api/test_client.py",
    "tests/pages/test_phone.py",
    "tests/leagues/test_hidden_everywhere.py",
    "tests/api/test_believed.py",
    "tests/pages/test_friendly_more_phone.py",
    "tests/deploy/test_backup_killed.py",
    "tests/deploy/test_edges.py",
    "tests/campaigns/test_office_evening.py",
    "tests/campaigns/test_clerk_killed.py",
    "tests/pages/test_talk_phone.py",
    "tests/rules/test_rulings.py",
    "tests/api/test_command_roles.py",
    "tests/test_architecture.py",
    "tests/api/test_leagues.py",
    "tests/pages/test_league_look.py",
    "tests/campaigns/test_desk_ruling.py",
)


# What a file says that holds a test for PostgreSQL.
ON_POSTGRESQL = ("import BOTH", "only_on(", "transaction=True")


CHAOS = Path(__file__).parent / "chaos"  # `make chaos` has it collected, and nothing else does


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """On PostgreSQL, files without a test for it are not even imported."""
    if CHAOS in (collection_path, *collection_path.parents) and "LEAGUER_CHAOS" not in os.environ:
        return True
    if connection.vendor == "sqlite" or collection_path.suffix != ".py":
        return None
    return None if _may_run_on_postgresql(collection_path) else True


def _may_run_on_postgresql(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return any(words in text for words in ON_POSTGRESQL)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each of the suite's two runs has its own database, and tests that run there (see tests/where.py)."""
    passed_over = {
        item.path for item in items if _runs_on("postgresql", item) and not _may_run_on_postgresql(item.path)
    }
    if passed_over:
        raise pytest.UsageError(f"PostgreSQL's run would pass these files over, see ON_POSTGRESQL: {passed_over}")
    here = [item for item in items if _runs_on(connection.vendor, item)]
    kept = set(here)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = sorted(here, key=_place)


def _place(item: pytest.Item) -> int:
    path = item.path.relative_to(item.config.rootpath).as_posix()
    return LONGEST_FIRST.index(path) if path in LONGEST_FIRST else len(LONGEST_FIRST)


def _runs_on(vendor: str, item: pytest.Item) -> bool:
    if told := item.get_closest_marker("only_on"):
        return vendor in told.args
    if vendor == "sqlite":
        return True
    database = item.get_closest_marker("django_db")
    in_a_browser = "live_server" in getattr(item, "fixturenames", ())
    return bool(database and database.kwargs.get("transaction") and not in_a_browser)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """With several processes, a test that passes is reported once. pytest reports that it begins, is set up, passed,
    is taken down and ends: to pack, send and unpack that for nine thousand tests is a fiftieth of the run."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return None
    for report in roomy(runtestprotocol)(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.fixture(autouse=True, scope="session")
def _rendering(django_test_environment: None) -> None:
    tell_of_pages_alone()


@pytest.fixture(autouse=True)
def _site_language() -> Iterator[None]:
    """A page read in German leaves its thread speaking it; the next test starts in the site's own language."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Shared by all processes of this run."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def empty(run_folder: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Scratch]:
    """Migrated once for all processes of the run, which takes as long as a dozen tests; they take copies."""
    with django_db_blocker.unblock(), shared(run_folder, "empty", migrate) as database:
        yield database


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_modify_db_settings: None,
    empty: Scratch,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """In place of pytest-django's, which would migrate a database in every process: a copy of `empty`."""
    name = Path(connection.settings_dict["TEST"]["NAME"])
    database = Scratch(name.parent, name.stem)
    with django_db_blocker.unblock():
        database.destroy()  # what is left of a run that was killed
        database.create(like=empty)
        with database.used():
            yield
        database.let_go()


@pytest.fixture(scope="session")
def redis_url() -> str:
    """The address of a real Redis. Use only keys that begin with settings.REDIS_PREFIX."""
    url: str = django_settings.TEST_REDIS_URL
    if not servers.answers(url):
        pytest.fail(f"No Redis answers at {url}. `make test` starts one; or set REDIS_URL.", pytrace=False)
    return url


@pytest.fixture(scope="session")
def worker_process(redis_url: str, django_db_setup: None) -> Iterator[workers.Worker]:
    """One Celery worker for the whole run; take `worker` instead."""
    worker = workers.Worker().wait_until_ready()
    yield worker
    worker.stop()
    workers.forget_tasks()


@pytest.fixture
def worker(worker_process: workers.Worker, transactional_db: None, settings: Settings) -> Iterator[workers.Worker]:
    """A real Celery worker on this test's database; in this test, what commits wakes the clerk."""
    settings.REDIS_URL = settings.TEST_REDIS_URL
    yield worker_process
    servers.wait_for(workers.at_rest, "rest, before the database is emptied")


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """A web server in this process. WhiteNoise answers for static files, as in production, and what belongs together
    comes in one piece; Django's own handler, which pytest-django would put before it, lets a browser keep none."""
    server = LiveServer("localhost", start=False)
    server.thread.static_handler = in_one_piece  # type: ignore[assignment]
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A real Chromium without a screen, one for the run.

    Take `browser` instead. Playwright's event loop is hidden from here on, and `browser` shows it while it is used.
    """
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        loop = events._get_running_loop()
        events._set_running_loop(None)
        yield browser
        events._set_running_loop(loop)
        browser.close()


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Iterator[Browser]:
    """The run's Chromium.

    A module long, because of the event loop Playwright runs in this thread: Django would take every test for
    asynchronous code, unless the variable below tells it otherwise. Nothing else under test may see either.
    """
    loop = chromium._impl_obj._loop
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    events._set_running_loop(loop)
    yield chromium
    events._set_running_loop(None)
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def kept_tabs(chromium: Browser) -> Tabs:
    return Tabs(chromium)


@pytest.fixture
def tabs(browser: Browser, kept_tabs: Tabs) -> Iterator[Tabs]:
    """Tabs to open, one for each person."""
    yield kept_tabs
    kept_tabs.put_back()
