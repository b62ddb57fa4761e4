"""The Python client in `clients/python`: it is what the schema makes, it plays a season over the wire, and its command
line and terminal logger do what they say."""

from __future__ import annotations

import getpass
import importlib.util
import stat
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.http import HttpRequest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from pyotp import TOTP

from api.models import issue
from battles import clerk as battle_clerk
from campaigns import clerk, handler, second_factor
from campaigns.models import User
from leaguer_client import Leaguer, LeaguerError, command_line
from leaguer_client.completion import suggestions
from leaguer_client.logger import Completes, Logger
from leaguer_client.shapes import Report
from rules.adjudicate import Who
from tests.api import documented
from tests.api.playing import alpha_66
from tests.api.server import Server
from tests.api.test_fluid_time_season import FOUGHT, GERMANS, PLATOONS, SOVIETS
from tests.cast import PASSWORD, CampaignFactory, Cast
from tests.workers import ROOT

FOLDER = ROOT / "clients" / "python"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_client", FOLDER / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_is_what_the_schema_makes(tmp_path: Path) -> None:
    """`make client` makes it anew."""
    document = documented.document()
    made = generator()
    made.write(document, tmp_path)
    kept = FOLDER / "leaguer_client"
    for folder in made.MADE_HERE:
        anew, here = ({one.name: one.read_text() for one in (at / folder).glob("*.py")} for at in (tmp_path, kept))
        assert anew.keys() == here.keys()
        assert [name for name in anew if anew[name] != here[name]] == []
    text = "".join(one.read_text() for one in (kept / "operations").glob("*.py"))
    names = {said["operationId"] for methods in document["paths"].values() for said in methods.values()}
    assert [one for one in names if f"    def {one}(" not in text] == []


@pytest.fixture
def players(server: Server, cast: Cast, transactional_db: None) -> Iterator[dict[str, Leaguer]]:
    site = f"http://127.0.0.1:{server.port}"
    people = {one.username: Leaguer(site, issue(one)) for one in (cast.alice, cast.bob, cast.carol)}
    yield people
    for one in people.values():
        one.close()


def report(type_: str, **data: object) -> Report:
    return Report(id=str(uuid4()), type=type_, data=data)


@pytest.mark.only_on("sqlite")  # to a client all databases are alike
@pytest.mark.django_db(transaction=True)
def test_a_season_is_played_by_the_client_alone(players: dict[str, Leaguer], cast: Cast) -> None:
    """Enlisted, fought, confirmed, counted, repaired, ruled on and closed. Only the clerk is not the client."""
    terms = {"muster_points": 0, "minimum_force": 0, "purse": 10, "per_round": 0, "platoons_each": 0}
    desk = CampaignFactory.create(club=cast.club, name="Summer", system="fluid_time", terms=terms)
    handler.open_campaign(desk, Who(str(cast.alice.pk), referee=True), "page", seed="66" * 32)
    alice, bob, carol = players["alice"], players["bob"], players["carol"]
    (campaign,) = (one.id for one in alice.list_campaigns().campaigns)
    for who, key, models in ((carol, "tigers", GERMANS), (bob, "guards", SOVIETS)):
        vehicles = [{"id": id, "model": model} for id, model in models.items()]
        who.report_to_a_campaign(campaign, report("Enlist", platoon=key, name=key.title(), vehicles=vehicles))
    pairing = {"home": "tigers", "away": "guards", "scenario": "summer_1942"}
    alice.report_to_a_campaign(campaign, report("OpenRound", deadline="", pairings=[pairing]))
    with pytest.raises(LeaguerError) as refused:
        bob.report_to_a_campaign(campaign, report("CloseRound", round=1))
    assert (refused.value.problem.status, refused.value.problem.code) == (403, "not-yours")
    battle, sides = str(uuid4()), {"germans": {"platoon": "tigers"}, "soviets": {"platoon": "guards"}}
    muster = report("MusterBattle", battle=battle, fixture="r1-1", sides=sides, board={"platoons": PLATOONS})
    alice.report_to_a_campaign(campaign, muster)
    taken = alice.report_to_a_battle(battle, report("TakeCase", reason="Asked to"))
    told = alice.report_to_a_battle(battle, FOUGHT, after=taken.position)
    assert {one.status for one in told.reports} == {"accepted"}
    heard = next(bob.listen_to_a_battle(battle, after=taken.position))
    assert heard.data.events[0].position == taken.position + 1
    for who in (bob, carol):
        (offered,) = (one for one in who.read_a_battle(battle).choices if one.command == "Confirm")
        who.report_to_a_battle(battle, report("Confirm", **offered.given))
    battle_clerk.attend(battle)
    clerk.sweep()
    assert bob.read_a_battle(battle).settled
    bob.report_to_a_campaign(campaign, report("Repair", platoon="guards"))
    closing = "close-round 1\nclose-season\n"
    alice.report_to_a_campaign(campaign, closing, after=alice.read_a_campaign(campaign).position)
    standings = bob.read_the_standings(campaign).standings
    assert [(one.rank, one.platoon, one.won) for one in standings] == [(1, "guards", 1), (2, "tigers", 0)]
    assert [one.status for one in bob.list_the_rounds(campaign).rounds] == ["closed"]
    assert bob.download_a_table_of_a_campaign(campaign, "standings").count(b"\n") == 3


def with_second_step(user: User) -> list[str]:
    """The recovery codes of an account that asks for a code from now on, and whose password the server can check."""
    user.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt")
    user.save()
    one = second_factor.begin(user)
    assert one is not None
    codes = second_factor.confirm(HttpRequest(), user, TOTP(one.key).now())
    assert codes
    return codes


def types_in(codes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The password, and one code after the other."""
    monkeypatch.setattr(getpass, "getpass", lambda _asked: PASSWORD)
    monkeypatch.setattr("builtins.input", lambda _asked: codes.pop())


@pytest.mark.only_on("sqlite")  # to a client all databases are alike
@pytest.mark.django_db(transaction=True)
def test_the_command_line_and_the_logger(
    players: dict[str, Leaguer],
    cast: Cast,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    battle, bob = alpha_66(cast), players["bob"]
    assert command_line.main(["battles"]) == 2, "nobody has said where"
    site, token = str(bob.http.base_url).removesuffix("/api/v1/"), issue(cast.bob)
    assert command_line.main(["login", site, "--token", "leaguer_wrong"]) == 1
    assert not command_line.kept_in().exists()
    assert command_line.main(["login", site, "--token", token]) == 0
    assert stat.S_IMODE(command_line.kept_in().stat().st_mode) == 0o600
    types_in(with_second_step(cast.bob), monkeypatch)
    assert command_line.main(["login", site, "--username", "bob"]) == 0, "its code is asked for"
    capsys.readouterr()
    assert command_line.main(["battles"]) == 0
    assert capsys.readouterr().out.split()[0] == battle
    assert command_line.main(["show", battle]) == 0
    assert "alpha" in capsys.readouterr().out
    assert command_line.main(["show", str(uuid4())]) == 1

    logger = Logger(bob, battle)
    offered = {one.text for one in suggestions("", logger.sheet, {})}
    verbs = {one for one in offered if not one.endswith(":")}
    assert "americans:" in offered
    assert verbs
    for verb in sorted(verbs):
        assert {one.text for one in suggestions(verb[:3], logger.sheet, {})} <= offered
    before = logger.position
    tried = logger.hear("?change-depth status")
    assert logger.position == before
    said = logger.hear("change-depth status")
    assert tried == said != []
    assert "alpha" in {one.text for one in suggestions("report-status ", logger.sheet, {})}
    assert logger.hear("fire")[0].startswith("! ")
    other = Logger(players["carol"], battle)
    status = """report-status red-1 'condition={"damage": 1}'"""
    players["carol"].report_to_a_battle(battle, status, after=logger.position)
    heard = next(bob.listen_to_a_battle(battle, after=before))
    assert [line.partition(":")[0] for line in logger.new_rows(heard.data)] == ["carol"], "and not what is mine"
    assert other.hear("/help")[0].startswith("A line of script")
    with pytest.raises(EOFError):
        other.hear("/quit")
    typed = Document("?americans: report-st")
    (completion,) = Completes(logger).get_completions(typed, CompleteEvent())
    assert (completion.text, completion.start_position) == ("report-status", -len("report-st"))
