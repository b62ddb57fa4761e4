"""Settings come from the environment, and what is unsafe or unreadable there is refused in a sentence."""

from __future__ import annotations

import json
import os
import re
import runpy
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.utils import ConnectionHandler
from django.test import Client
from pytest_django import Settings

from deploy import environment, logs
from deploy.middleware import POLICY
from tests.deploy.conftest import OURS, ROOT
from tests.length import AT_LENGTH

PRODUCTION = {"LEAGUER_ENV": "production", "SECRET_KEY": "0123456789abcdef" * 4, "ALLOWED_HOSTS": "leaguer.example"}


UNSAFE: list[tuple[dict[str, str], str]] = [
    ({"SECRET_KEY": ""}, "SECRET_KEY is not set, and production does not start without it"),
    ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is not set"),
    ({"DEBUG": "1"}, "Production does not start with it"),
    ({"HTTPS": "ture"}, "HTTPS='ture' is neither yes nor no"),
    ({"LEAGUER_ENV": "staging"}, "LEAGUER_ENV='staging' is unknown. It may be production or development"),
    ({"DATABASE_URL": "mysql://host/name"}, "needs SQLite or PostgreSQL"),
    ({"DATABASE_URL": "nonsense"}, "DATABASE_URL cannot be read"),
    ({"EMAIL_URL": "mail.example:587"}, "EMAIL_URL cannot be read. Write smtp+tls://"),
    ({"EMAIL_URL": "smtps://user@:465"}, "EMAIL_URL cannot be read"),
    ({"EMAIL_URL": "smtp://host:many"}, "EMAIL_URL cannot be read"),
    ({"EMAIL_URL": "console:"}, "EMAIL_URL cannot be read"),
    ({"HSTS": "300", "HSTS_PRELOAD": "1"}, "HSTS_PRELOAD=1 needs HSTS=31536000 (a year) or more"),
    ({"HSTS_SUBDOMAINS": "0", "HSTS_PRELOAD": "1"}, "and HSTS_SUBDOMAINS=1"),
    ({"HSTS": "300", "HTTPS": "0"}, "HTTPS=0 serves nothing else"),
    ({"TRUSTED_PROXIES": "10.0.0.0/8,proxy"}, "TRUSTED_PROXIES cannot be read"),
    ({"CORS_ORIGINS": "https://scores.example/"}, "CORS_ORIGINS names 'https://scores.example/', which is no site"),
    ({"CORS_ORIGINS": "https://scores.example,*"}, "CORS_ORIGINS names '*'"),
    ({"MEDIA": "s3:///photos"}, "MEDIA='s3:///photos' names no bucket"),
    ({"MEDIA": "s3://club?acl=public"}, "It also says: acl"),
    ({"SITE_URL": "leaguer.example"}, "SITE_URL='leaguer.example' is no address. Write https://"),
    ({"DATABASE_URL": "postgresql://host/name", "DATABASE_POOL": "many"}, "DATABASE_POOL='many' is not a whole"),
]
UNSAFE += [
    ({"LOG_TO": "udp://logs.example:514"}, "Write tls://logs.example:6514"),
    ({"WEBHOOK_PUBLIC": "https://hooks.example"}, "which is no host"),
    ({"SECOND_STEP_LATE": "2"}, "SECOND_STEP_LATE is 0 or 1"),
    ({"SECRET_KEY_FILE": "/no/such/file"}, "SECRET_KEY and SECRET_KEY_FILE are both set"),
    ({"SECRET_KEY": "", "SECRET_KEY_FILE": "/no/such/file"}, "SECRET_KEY_FILE=/no/such/file cannot be read"),
]
STARTED = UNSAFE if AT_LENGTH else UNSAFE[:1]
HSTS: list[tuple[dict[str, str], str]] = [
    ({}, "(31536000, True, False)"),
    ({"HSTS_SUBDOMAINS": "0"}, "(31536000, False, False)"),
    ({"HSTS_PRELOAD": "1"}, "(31536000, True, True)"),
    ({"HSTS": "1"}, "(1, True, False)"),
    ({"HSTS": "0"}, "(0, False, False)"),
    ({"HTTPS": "0"}, "(0, False, False)"),
    ({"LEAGUER_ENV": "development"}, "(0, False, False)"),
]
CHECK = ("check", "--deploy", "--fail-level", "WARNING")
FLOORS = ("battles", "campaigns", "leagues", "api", "deploy")
COLLECT = ("collectstatic", "--no-input", "--dry-run")
# What the web server, Celery and manage.py import, in that order, and Django's own checks.
ALL_ALONE = (
    "-c",
    f"""
from deploy import celery_app, web
from deploy.wsgi import application
from django.conf import settings
from django.core.management import call_command, get_commands, load_command_class
web.build_types()
celery_app.loader.import_default_modules()
print("production:", settings.PRODUCTION)
print("tasks:", *sorted(celery_app.tasks))
ours = {{name: app for name, app in get_commands().items() if app in {FLOORS}}}
print("commands:", *(name for name, app in ours.items() if load_command_class(app, name)))
call_command(*{COLLECT})
call_command(*{CHECK})
""",
)


class Answer(NamedTuple):
    status: int
    stdout: str
    stderr: str


class Started:
    """Leaguer in production, in one environment after another: all are started at once by `tests.deploy.asked`."""

    def __init__(self) -> None:
        asked: list[tuple[tuple[str, ...], dict[str, str]]] = [(CHECK[:1], changed) for changed, _said in STARTED]
        asked += [(ALL_ALONE, {})]
        clean = {name: value for name, value in os.environ.items() if name not in {*OURS, "DJANGO_SETTINGS_MODULE"}}
        said = [(clean | PRODUCTION | changed, arguments) for arguments, changed in asked]
        command = [sys.executable, "-m", "tests.deploy.asked"]
        done = subprocess.run(command, cwd=ROOT, input=json.dumps(said), capture_output=True, text=True, check=True)
        self.answers = [(*one, Answer(*answer)) for one, answer in zip(asked, json.loads(done.stdout), strict=True)]

    def __call__(self, *arguments: str, **changed: str) -> Answer:
        answer: Answer = next(one for asked, there, one in self.answers if (asked, there) == (arguments, changed))
        return answer


@pytest.fixture(scope="module")
def started() -> Started:
    return Started()


def read(monkeypatch: pytest.MonkeyPatch, changed: dict[str, str]) -> dict[str, Any]:
    """The settings, read anew in production with this environment."""
    for name in OURS:
        monkeypatch.delenv(name, raising=False)
    for name, value in (PRODUCTION | changed).items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "deploy" / "settings.py"))


@pytest.mark.parametrize(("changed", "said"), UNSAFE)
def test_what_is_unsafe_or_unreadable_is_refused(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, str], said: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=re.escape(said)):
        read(monkeypatch, changed)


@pytest.mark.at_length
@pytest.mark.parametrize(("changed", "said"), STARTED)
def test_what_is_refused_is_told_in_a_sentence(started: Started, changed: dict[str, str], said: str) -> None:
    done = started("check", **changed)
    assert done.status == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_without_a_word_is_in_production(started: Started) -> None:
    """The web server and Celery start from deploy/, and nothing there assumes a development machine."""
    done = started(*ALL_ALONE)
    assert "production: True" in done.stdout, done.stderr
    assert environment.choice("NO_SUCH_VARIABLE", "production", "development") == "production"


@pytest.mark.parametrize(
    ("url", "host", "port", "starttls", "tls"),
    [
        ("smtp+tls://bob%40x:p%2Fw@mail.example", "mail.example", 587, True, False),
        ("smtps://bob%40x:p%2Fw@mail.example", "mail.example", 465, False, True),
        ("smtp://bob%40x:p%2Fw@[::1]:2525", "::1", 2525, False, False),
    ],
)
def test_the_mail_server_is_one_address(
    monkeypatch: pytest.MonkeyPatch, url: str, host: str, port: int, starttls: bool, tls: bool
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    assert environment.mail(production=True) == {
        "EMAIL_HOST": host,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": "bob@x",
        "EMAIL_HOST_PASSWORD": "p/w",
        "EMAIL_USE_TLS": starttls,
        "EMAIL_USE_SSL": tls,
    }


@pytest.mark.parametrize(
    ("said", "https", "hosts", "url"),
    [
        ("https://club.example/leaguer/", True, ["other.example"], "https://club.example/leaguer"),
        ("", True, ["*", ".club.example"], "https://club.example"),
        ("", False, ["localhost", "127.0.0.1"], "http://localhost:8066"),
    ],
)
def test_links_in_mail_know_where_the_site_is(
    monkeypatch: pytest.MonkeyPatch, said: str, https: bool, hosts: list[str], url: str
) -> None:
    monkeypatch.setenv("SITE_URL", said)
    monkeypatch.setenv("PORT", "8066")
    assert environment.site_url(https, hosts) == url


def test_every_part_starts_in_a_python_of_its_own(started: Started) -> None:
    """Where other tests start them as forks of a process that has the site imported."""
    done = started(*ALL_ALONE)
    assert done.status == 0, done.stderr
    (commands,) = re.findall(r"^commands: (.*)$", done.stdout, re.MULTILINE)
    assert {"upgrade", "demo", "clerk", "backup", "restore", "doctor"} <= set(commands.split())
    (tasks,) = re.findall(r"^tasks: (.*)$", done.stdout, re.MULTILINE)
    assert {"leaguer.sweep"} <= set(tasks.split())


def test_production_passes_djangos_own_checks(started: Started) -> None:
    done = started(*ALL_ALONE)
    assert done.status == 0, done.stderr
    assert "no issues" in done.stdout


def test_without_https_the_checks_say_so(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    there = read(monkeypatch, {"HTTPS": "0"})
    for name in [name for name in there if name.startswith(("SECURE_", "SESSION_", "CSRF_"))]:
        setattr(settings, name, there[name])
    with pytest.raises(SystemCheckError, match="SECURE_SSL_REDIRECT"):
        call_command(*CHECK, "--tag", "security")


def test_static_files_are_collected_for_production(started: Started) -> None:
    """With names that carry their content, so every file another one refers to has to be there."""
    done = started(*ALL_ALONE)
    assert done.status == 0, done.stderr
    assert "static files copied" in done.stdout


def test_what_leaguer_keeps_lies_where_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "50% of it"
    found = read(monkeypatch, {"DATA_DIR": str(data), "LEAGUER_ENV": "development", "SECRET_KEY": "", "HTTPS": "0"})
    assert found["DATABASES"]["default"]["NAME"] == str(data / "leaguer.sqlite3")
    assert found["STORAGES"]["default"]["OPTIONS"]["location"] == data / "media"
    assert found["METRICS_DIR"] == data / "metrics"
    assert found["SECRET_KEY"] == (data / "secret-key").read_text()
    assert read(monkeypatch, {})["VAR"] == ROOT / "var"


def test_a_checkout_keeps_a_secret_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY")
    kept_in = tmp_path / "var" / "secret-key"
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: environment.secret_key(False, kept_in), range(8)))
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert stat.S_IMODE(kept_in.stat().st_mode) == 0o600
    assert [path.name for path in kept_in.parent.iterdir()] == ["secret-key"]


def test_every_secret_may_lie_in_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As systemd, Docker, and keepers of secrets lay it there."""
    said = {"SECRET_KEY": "0" * 60, "METRICS_TOKEN": "1" * 20, "EMAIL_URL": "smtps://bob:secret@mail.example"}
    for name, value in said.items():
        (tmp_path / name).write_text(f"{value}\n")
        monkeypatch.setenv(f"{name}_FILE", str(tmp_path / name))
    there = read(monkeypatch, {"SECRET_KEY": ""})
    assert (there["SECRET_KEY"], there["METRICS_TOKEN"], there["EMAIL_HOST_PASSWORD"]) == ("0" * 60, "1" * 20, "secret")


def test_production_never_makes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        environment.secret_key(True, tmp_path / "secret-key")
    assert not list(tmp_path.iterdir())


@pytest.mark.django_db
def test_the_connection_is_what_the_log_relies_on(tmp_path: Path) -> None:
    """PostgreSQL's pool is asked for. SQLite's pragmas are in force on a connection as production opens it: the suite's
    own does not wait for the disk."""
    if connection.vendor == "postgresql":
        pool = environment.postgresql()["pool"]
        assert connection.settings_dict["OPTIONS"]["pool"] == pool
        return
    at = {"ENGINE": "django.db.backends.sqlite3"} | environment.sqlite(tmp_path, "club.sqlite3")
    ours = ConnectionHandler({"default": at})["default"]
    with ours.cursor() as cursor:
        asked = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
        asked["foreign_keys"] = cursor.execute("PRAGMA foreign_keys").fetchone()[0]
    ours.close()
    assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    for one in (ours, connection):
        assert one.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


@pytest.mark.django_db
def test_every_answer_says_where_scripts_may_come_from(client: Client) -> None:
    assert client.get("/admin/login/").headers["Content-Security-Policy"] == POLICY
    assert client.get("/no-such-page/").headers["Content-Security-Policy"] == POLICY
    assert "unsafe-inline" not in POLICY


@pytest.mark.parametrize(("said", "stands"), HSTS)
def test_over_https_browsers_are_told_for_a_year_to_refuse_plain_http(
    monkeypatch: pytest.MonkeyPatch, said: dict[str, str], stands: str
) -> None:
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    found = read(monkeypatch, said)
    assert str(tuple(found[name] for name in names)) == stands


@pytest.mark.parametrize("form", ["line", "json"])
def test_the_clerks_tasks_are_logged_for_who_asks_for_it(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """One is begun every minute: while nobody does anything, the log says nothing."""
    quiet = read(monkeypatch, {"LOG_FORMAT": form})["LOGGING"]["loggers"]
    assert [quiet[name]["level"] for name in logs.ROUTINE] == ["WARNING"] * 3
    told = read(monkeypatch, {"LOG_FORMAT": form, "LOG_TASKS": "1"})["LOGGING"]["loggers"]
    assert not set(logs.ROUTINE) & told.keys()
