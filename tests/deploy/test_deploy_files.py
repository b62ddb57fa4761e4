"""The files for systemd, Caddy, nginx and logrotate are read by these programs without a complaint."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from deploy import health
from tests.deploy.conftest import ROOT
from tests.servers import installed

FILES = ROOT / "deploy"


def told(*command: str | Path) -> str:
    """What a program says of a file. It is installed where it is missing; where that cannot be, the test fails."""
    installed(str(command[0]))
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said


def test_caddy_reads_its_file() -> None:
    assert "Valid configuration" in told("caddy", "validate", "--adapter", "caddyfile", "--config", FILES / "Caddyfile")


def whole_nginx(tmp_path: Path) -> Path:
    """A file for nginx with ours in it, and a certificate."""
    made = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x")
    told(*made, "-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem")
    ours = (FILES / "nginx.conf").read_text().replace("/etc/letsencrypt/live/leaguer.example", str(tmp_path))
    (tmp_path / "ours.conf").write_text(ours.replace("/var/log/nginx", str(tmp_path)))
    whole = f"pid {tmp_path}/pid; error_log {tmp_path}/error; events {{}} http {{ include {tmp_path}/ours.conf; }}"
    (tmp_path / "nginx.conf").write_text(whole)
    return tmp_path / "nginx.conf"


def test_nginx_reads_its_file(tmp_path: Path) -> None:
    assert "test is successful" in told("nginx", "-t", "-c", whole_nginx(tmp_path))


def test_systemd_reads_the_units(tmp_path: Path) -> None:
    units = [*sorted(FILES.glob("*.service")), *sorted((FILES / "systemd").iterdir())]
    assert len(units) > 8
    for unit in units:
        here = unit.read_text().replace("/srv/leaguer/", f"{ROOT}/")
        (tmp_path / unit.name).write_text(here.replace("/srv/litestream/bin/litestream", "/bin/true"))
    said = told("systemd-analyze", "verify", "--man=no", *(tmp_path / unit.name for unit in units))
    assert [line for line in said.splitlines() if "leaguer" in line and "User" not in line] == []


def test_logrotate_reads_its_file(tmp_path: Path) -> None:
    said = told("logrotate", "--debug", "--state", tmp_path / "state", FILES / "logrotate.conf")
    assert "error" not in said.lower()


def test_the_units_start_what_the_procfile_starts() -> None:
    listed = dict(re.findall(r"^(\w+): (?:python )?(.*)$", (FILES / "Procfile").read_text(), re.MULTILINE))
    for name in ("web", "worker", "beat"):
        unit = (FILES / "systemd" / f"leaguer-{name}.service").read_text()
        assert listed[name].removeprefix("-m ") in unit
    for unit in ("systemd/leaguer-web.service", "leaguer-small.service"):
        assert listed["release"] in (FILES / unit).read_text()


def test_proxies_keep_the_numbers_from_outside() -> None:
    for file in ("Caddyfile", "nginx.conf", "compose.Caddyfile", "cluster/Caddyfile"):
        text = (FILES / file).read_text()
        assert all(path in text for path in ("/metrics", "/readyz")), file
    assert {"/metrics", "/readyz"} <= health.ANSWERS.keys()


def test_what_the_document_names_is_there() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    files = re.findall(r"\]\(\.\./([\w/.]+?)(?:#[\w-]+)?\)|/srv/leaguer/(deploy/[\w/.]+\w)", text)
    named = {one or other for one, other in files}
    assert len(named) > 4
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
    settings = (FILES / "settings.py").read_text()
    asked = (
        "METRICS_TOKEN",
        "METRICS_FROM",
        "METRICS_DIR",
        "CLERK_LATE",
        "LOG_FORMAT",
        "LOG_TASKS",
        "ADMINS",
        "SENTRY_DSN",
    )
    assert all(f"\n{name} " in settings and name in text for name in asked)
