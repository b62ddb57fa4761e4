"""Eight writers at once on one battle, over the real web server: nothing lost, nothing twice, no fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from api.models import issue
from battles import log
from battles.models import Sheet
from tests.api.conftest import report
from tests.api.playing import alpha_66, filled
from tests.api.server import Said, Server
from tests.cast import Cast
from tests.length import AT_LENGTH

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS = 8
EACH = 12 if AT_LENGTH else 6
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
