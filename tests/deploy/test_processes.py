"""Procfile, compose file and image run the same commands, and the files are what their readers expect.

They are checked here, not run: that takes a container engine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.test_settings import read

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"


def procfile() -> dict[str, str]:
    lines = (DEPLOY / "Procfile").read_text().splitlines()
    return {name: command.strip() for name, command in (line.split(":", 1) for line in lines)}


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    return found


def test_compose_file_holds_its_schema_and_the_schema_bites(tmp_path: Path) -> None:
    kept, wrong = DEPLOY / "compose.yaml", tmp_path / "wrong.yaml"
    wrong.write_text(kept.read_text().replace("condition: service_healthy", "condition: perhaps"))
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*command, str(kept), str(wrong)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 1
    assert "perhaps" in done.stdout
    assert str(wrong) in done.stdout
    assert str(kept) not in done.stdout, done.stdout


def test_compose_runs_the_procfiles_commands() -> None:
    composed = {name: service["command"] for name, service in services().items() if name in procfile()}
    assert composed == procfile()


def test_image_serves_as_the_procfile_does() -> None:
    last = (DEPLOY / "Dockerfile").read_text().splitlines()[-1]
    assert json.loads(last.removeprefix("CMD ")) == ["sh", "-c", f"exec {procfile()['web']}"]


def test_neither_the_repository_nor_tests_nor_secrets_go_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".git", "tests", "var", "leaguer.env"} <= {*ignored}
    assert [line for line in ignored if line.startswith("!")] == []


def test_no_secret_is_written_down() -> None:
    """Every secret of the compose file is asked of who starts it."""
    web = services()["web"]["environment"]
    assert web["SECRET_KEY"].startswith("${SECRET_KEY:?")
    assert "${POSTGRES_PASSWORD:?" in web["DATABASE_URL"]
    assert services()["postgres"]["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")


def test_who_runs_containers_says_what_is_logged_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is said, the settings read what the compose file has then."""
    web = services()["web"]["environment"]
    asked = ("LOG_FORMAT", "LOG_LEVEL", "LOG_TO", "ADMINS", "METRICS_TOKEN")
    assert [name for name in asked if not str(web.get(name, "")).startswith(f"${{{name}:-")] == []
    unsaid = {name: web[name].partition(":-")[2].rstrip("}") for name in asked}
    there = read(monkeypatch, unsaid)
    assert (there["LOG_FORMAT"], there["ADMINS"], there["METRICS"]) == ("line", [], False)
    assert there["LOGGING"]["root"]["level"] == "INFO"


def test_who_runs_containers_changes_the_secret_key_as_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/install.md has the old one put into a variable, which has to come through to the processes."""
    web = services()["web"]["environment"]
    assert web.get("SECRET_KEY_BEFORE") == "${SECRET_KEY_BEFORE:-}"
    assert read(monkeypatch, {"SECRET_KEY_BEFORE": ""})["SECRET_KEY_FALLBACKS"] == []


def test_nothing_is_reached_past_the_proxy() -> None:
    published = {name: service["ports"] for name, service in services().items() if "ports" in service}
    assert published == {"proxy": ["80:80", "443:443"]}
    inner = [name for name, service in services().items() if service.get("networks") == ["inner"]]
    assert inner == ["postgres", "redis"]
    assert yaml.safe_load((DEPLOY / "compose.yaml").read_text())["networks"]["inner"] == {"internal": True}
    assert services()["proxy"]["networks"] == ["outer"]
    assert services()["web"]["environment"]["PLAIN"] == "${PLAIN:-postgres,redis}"
    assert "door:/run/leaguer" in services()["proxy"]["volumes"]
    assert "reverse_proxy {$LEAGUER_AT:unix//run/leaguer/web.sock}" in (DEPLOY / "compose.Caddyfile").read_text()
    assert "/run/leaguer" in (DEPLOY / "Dockerfile").read_text()
    assert not any("network_mode" in service for service in services().values())
    web = services()["web"]["environment"]
    assert (web["HOST"], web["BEHIND_PROXY"]) == ("${HOST:-/run/leaguer/web.sock}", "${BEHIND_PROXY:-1}")
    assert "172.16.0.0/12" in web["TRUSTED_PROXIES"]


def test_one_machine_runs_every_process_of_the_procfile() -> None:
    """`test_install` starts it."""
    script = (DEPLOY / "start.sh").read_text()
    assert set(procfile()) == {"release", "web", "worker", "beat"}
    assert "command_of release" in script
    assert "for process in web worker beat" in script
