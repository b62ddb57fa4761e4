"""Over the real web server: eight writers at once on one battle, nothing lost, nothing twice, no fault; and the Python
client, which plays a season, and whose command line and terminal logger do what they say."""

from __future__ import annotations

import getpass
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from django.http import HttpRequest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from pyotp import TOTP

from api.models import issue
from battles import clerk as battle_clerk
from battles import log
from battles.models import Sheet
from campaigns import clerk, handler, second_factor
from campaigns.models import User
from leaguer_client import Leaguer, LeaguerError, command_line
from leaguer_client.completion import suggestions
from leaguer_client.logger import Completes, Logger
from leaguer_client.shapes import Report
from rules.adjudicate import Who
from tests.api.conftest import report
from tests.api.playing import alpha_66, filled
from tests.api.server import Said, Server
from tests.api.test_fluid_time_season import FOUGHT, GERMANS, PLATOONS, SOVIETS
from tests.cast import PASSWORD, CampaignFactory, Cast
from tests.length import AT_LENGTH

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS = 8
EACH = 12 if AT_LENGTH else 4
ENOUGH = 3  # reports that were accepted
# On SQLite each write waits for the one before: `make test` tries there whether every report counts once.
PLAYED_ON = ("sqlite", "postgresql") if AT_LENGTH else ("postgresql",)
# After these a battle may be over, or wait for somebody to settle what a correction has left.
STANDSTILL = ("Concede", "ChangeDepth", "Correct", "Declare")


@pytest.fixture
def battle(transactional_db: None, cast: Cast) -> str:
    return alpha_66(cast)


def at_once(write: Callable[[int], list[Said]]) -> list[Said]:
    with ThreadPoolExecutor(WRITERS) as pool:
        return [said for several in pool.map(write, range(WRITERS)) for said in several]


def in_the_log(battle: str) -> Counter[str]:
    """How many rows of the log begin a report, by the report's id. The log itself is found sound."""
    rows = log.read(battle)
    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
    assert log.verify_stream(battle) is None
    sheet = Sheet.objects.get(pk=battle)
    assert (sheet.position, sheet.digest) == (rows[-1].position, rows[-1].digest)
    return Counter(row.command for row in rows if row.ordinal == 0)


@pytest.mark.at_length
def test_every_report_counts_once(server: Server, cast: Cast, battle: str) -> None:
    """All are legal in any order, and each is sent twice at the same time by somebody."""
    tokens = [issue(user) for user in (cast.bob, cast.carol)]
    path = f"battles/{battle}/commands/"
    opening = server.call("POST", path, report("ChangeDepth", depth="status"), Authorization=f"Token {tokens[0]}")
    assert opening.status == 200, opening.body
    units = ("alpha", "red-1", "red-2")
    reports = [
        report("ReportStatus", unit=units[n % 3], condition={"damage": n % 3}) for n in range(WRITERS // 2 * EACH)
    ]

    def write(writer: int) -> list[Said]:
        """Writers 2n and 2n+1 are one phone that sends everything twice."""
        own = reports[writer // 2 * EACH : (writer // 2 + 1) * EACH]
        token = tokens[writer // 2 % 2]
        return [server.call("POST", path, one, Authorization=f"Token {token}") for one in own]

    answers = at_once(write)
    assert Counter(answer.status for answer in answers) == {200: WRITERS * EACH}
    for phone in range(WRITERS // 2):
        first, second = (answers[(2 * phone + n) * EACH : (2 * phone + n + 1) * EACH] for n in (0, 1))
        assert [answer.body for answer in first] == [answer.body for answer in second]
    found = in_the_log(battle)
    assert [found[one["id"]] for one in reports] == [1] * len(reports)
    assert len(found) == len(reports) + 2


@pytest.mark.at_length
@pytest.mark.only_on(*PLAYED_ON)
def test_playing_at_once_is_adjudicated_one_by_one(server: Server, cast: Cast) -> None:
    """Everyone reports what they were offered, on top of what they had seen: accepted, refused or too late. They soon
    wait for each other, how soon is chance: so they play battle after battle until enough was accepted."""
    tokens = [issue(user) for user in (cast.bob, cast.carol)]
    accepted = battles = 0
    while accepted < ENOUGH:
        battles += 1
        assert battles <= 8, "in eight battles nearly nothing was accepted"
        accepted += played_at_once(server, alpha_66(cast), tokens)[200]


def played_at_once(server: Server, battle: str, tokens: list[str]) -> Counter[int]:
    """How often each status was answered. The log holds what was accepted, once each, and nothing else."""
    sent: dict[str, int] = {}

    def write(writer: int) -> list[Said]:
        chance, answers = Random(writer), []
        token = f"Token {tokens[writer % 2]}"
        for _ in range(3 * EACH):
            sheet = server.call("GET", f"battles/{battle}/", Authorization=token)
            assert sheet.status == 200, sheet.body
            offers = [one for one in sheet.json["choices"] if one["command"] not in STANDSTILL]
            if not offers:  # the others are to move
                continue
            choice = chance.choice(offers)
            one = report(choice["command"], after=sheet.json["position"], **filled(choice, chance))
            answer = server.call("POST", f"battles/{battle}/commands/", one, Authorization=token)
            sent[one["id"]] = answer.status
            answers.append(answer)
        return answers

    answers = at_once(write)
    statuses = Counter(answer.status for answer in answers)
    assert set(statuses) <= {200, 409, 422}, statuses
    found = in_the_log(battle)
    assert {id for id, status in sent.items() if status == 200} == {id for id in found if id in sent}
    assert set(found.values()) == {1}
    return statuses


@pytest.mark.only_on("sqlite")  # it is refused before it is read
def test_a_body_of_ten_megabytes_hears_why_not(server: Server, cast: Cast, battle: str) -> None:
    """The answer arrives although the client is still sending when it is decided."""
    token = f"Token {issue(cast.bob)}"
    said = server.call("POST", f"battles/{battle}/commands/", b"x" * 10_000_000, Authorization=token)
    assert (said.status, said.json["code"]) == (413, "too-large")


# -- the Python client ------------------------------------------------------------------------------------------------


@pytest.fixture
def players(server: Server, cast: Cast, transactional_db: None) -> Iterator[dict[str, Leaguer]]:
    site = f"http://127.0.0.1:{server.port}"
    people = {one.username: Leaguer(site, issue(one)) for one in (cast.alice, cast.bob, cast.carol)}
    yield people
    for one in people.values():
        one.close()


def told(type_: str, **data: object) -> Report:
    return Report(id=str(uuid4()), type=type_, data=data)


@pytest.mark.only_on("sqlite")  # to a client all databases are alike
def test_a_season_is_played_by_the_client_alone(players: dict[str, Leaguer], cast: Cast) -> None:
    """Enlisted, fought, confirmed, counted, repaired, ruled on and closed. Only the clerk is not the client."""
    terms = {"muster_points": 0, "minimum_force": 0, "purse": 10, "per_round": 0, "platoons_each": 0}
    desk = CampaignFactory.create(club=cast.club, name="Summer", system="fluid_time", terms=terms)
    handler.open_campaign(desk, Who(str(cast.alice.pk), referee=True), "page", seed="66" * 32)
    alice, bob, carol = players["alice"], players["bob"], players["carol"]
    (campaign,) = (one.id for one in alice.list_campaigns().campaigns)
    for who, key, models in ((carol, "tigers", GERMANS), (bob, "guards", SOVIETS)):
        vehicles = [{"id": id, "model": model} for id, model in models.items()]
        who.report_to_a_campaign(campaign, told("Enlist", platoon=key, name=key.title(), vehicles=vehicles))
    pairing = {"home": "tigers", "away": "guards", "scenario": "summer_1942"}
    alice.report_to_a_campaign(campaign, told("OpenRound", deadline="", pairings=[pairing]))
    with pytest.raises(LeaguerError) as refused:
        bob.report_to_a_campaign(campaign, told("CloseRound", round=1))
    assert (refused.value.problem.status, refused.value.problem.code) == (403, "not-yours")
    battle, sides = str(uuid4()), {"germans": {"platoon": "tigers"}, "soviets": {"platoon": "guards"}}
    muster = told("MusterBattle", battle=battle, fixture="r1-1", sides=sides, board={"platoons": PLATOONS})
    alice.report_to_a_campaign(campaign, muster)
    taken = alice.report_to_a_battle(battle, told("TakeCase", reason="Asked to"))
    heard_of = alice.report_to_a_battle(battle, FOUGHT, after=taken.position)
    assert {one.status for one in heard_of.reports} == {"accepted"}
    heard = next(bob.listen_to_a_battle(battle, after=taken.position))
    assert heard.data.events[0].position == taken.position + 1
    for who in (bob, carol):
        (offered,) = (one for one in who.read_a_battle(battle).choices if one.command == "Confirm")
        who.report_to_a_battle(battle, told("Confirm", **offered.given))
    battle_clerk.attend(battle)
    clerk.sweep()
    assert bob.read_a_battle(battle).settled
    bob.report_to_a_campaign(campaign, told("Repair", platoon="guards"))
    closing = "close-round 1\nclose-season\n"
    alice.report_to_a_campaign(campaign, closing, after=alice.read_a_campaign(campaign).position)
    standings = bob.read_the_standings(campaign).standings
    assert [(one.rank, one.platoon, one.won) for one in standings] == [(1, "guards", 1), (2, "tigers", 0)]
    assert [one.status for one in bob.list_the_rounds(campaign).rounds] == ["closed"]
    assert bob.download_a_table_of_a_campaign(campaign, "standings").count(b"\n") == 3


def with_second_step(user: User) -> list[str]:
    """The recovery codes of an account that asks for a code from now on."""
    one = second_factor.begin(user)
    assert one is not None
    codes = second_factor.confirm(HttpRequest(), user, TOTP(second_factor.key_of(one)).now())
    assert codes
    return codes


def types_in(codes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The password, and one code after the other."""
    monkeypatch.setattr(getpass, "getpass", lambda _asked: PASSWORD)
    monkeypatch.setattr("builtins.input", lambda _asked: codes.pop())


@pytest.mark.only_on("sqlite")  # to a client all databases are alike
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
