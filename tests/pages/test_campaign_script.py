"""A campaign told by pasted lines: all or none, up to the first mistake, only checked, and a whole season at once."""

from __future__ import annotations

import os

import pytest
from django.test import Client
from playwright.sync_api import ViewportSize

from campaigns import handler
from campaigns.models import CampaignSheet
from campaigns.season.script import REPORTS
from campaigns.simulation import desk as simulated
from campaigns.simulation import enlist
from campaigns.simulation.desk import opened
from rules.stream.revision.reports import Reseeded
from rules.stream.script import parse
from tests.browsing import Tabs
from tests.campaigns.scripted import Writer
from tests.pages.conftest import Form, as_, forms
from tests.pages.test_layout import DANGLING, JUTS_OUT, THUMB, TOO_SMALL, TWICE, UNLABELLED, dress
from tests.pages.test_script_page import examples, lines_told

pytestmark = pytest.mark.django_db
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 900}
SHOTS = os.environ.get("LEAGUER_SHOTS", "")  # a folder for pictures


class Camp:
    """A campaign of two platoons, and its organiser at the page."""

    def __init__(self) -> None:
        self.reporters = opened("tanks", 2, 1, 1, "The Pasters", 0)
        enlist(self.reporters, 2)
        self.place = f"/campaigns/{self.reporters.campaign}/script/"
        self.organiser = as_(self.reporters.organiser)

    def box(self, client: Client | None = None) -> Form:
        return forms((client or self.organiser).get(self.place).content).at("script/")

    def send(self, lines: str, button: str = "report", **also: str) -> tuple[int, str]:
        response = self.organiser.post(self.place, self.box().filled(script=lines, **also) | {button: ["1"]})
        return response.status_code, response.content.decode()

    @property
    def head(self) -> int:
        return handler.replay(self.reporters.campaign)[0].head[0]


@pytest.fixture
def camp() -> Camp:
    return Camp()


LATE = "penalise platoon-1 score=1 reason=Late\n"


def test_lines_are_reported_and_once(camp: Camp) -> None:
    head, sent = camp.head, camp.box().filled(script=LATE + "open-round deadline= method=everyone")
    first = camp.organiser.post(camp.place, sent)
    assert first.status_code == 302
    assert (camp.head - head) == 2
    assert camp.organiser.post(camp.place, sent).headers["Location"] == first.headers["Location"]
    assert (camp.head - head) == 2


def test_one_wrong_line_is_named_and_nothing_counts(camp: Camp) -> None:
    head = camp.head
    status, page = camp.send(LATE + "penalise Nobody score=1 reason=Late")
    assert status == 422
    assert "about: line 2: platoon" in page
    assert "Nothing was counted. What you typed still stands below." in page
    assert "penalise Nobody" in page
    assert camp.head == head
    status, page = camp.send("penalise platoon-1 score=many reason=Late")
    assert "Write it like “penalise alpha reason=alpha”." in page
    assert camp.head == head


def test_lines_before_the_first_mistake_count_when_asked_for(camp: Camp) -> None:
    head = camp.head
    status, page = camp.send(LATE + "close-round 1\n" + LATE, prefix="1")
    assert status == 422
    assert "1 report before it was counted; the rest stands in the paste box." in page
    assert forms(page.encode()).at("script/").fields["script"][-1].split("\n")[0].strip() == "close-round 1"
    assert camp.head == head + 1


def test_lines_are_checked_first(camp: Camp) -> None:
    head = camp.head
    status, page = camp.send(LATE, "check")
    assert status == 200
    assert "Checked, not reported yet" in page
    assert "Late" in page
    assert camp.head == head


def test_the_sheet_has_a_line_for_each_report_on_offer(camp: Camp) -> None:
    page = camp.organiser.get(camp.place).content.decode()
    found = examples(page)
    assert len(found) > 10
    for example in found:
        list(parse(example, REPORTS))
    assert "penalise PLATOON reason=… [score=…] [points=…]" in page
    assert "undo " in page
    mine = as_(camp.reporters.players[0]).get(camp.place).content.decode()
    assert "penalise" not in mine
    assert "sell PLATOON vehicles=…" in mine


@pytest.mark.soak
def test_every_example_of_the_sheet_passes_a_check(camp: Camp) -> None:
    for example in examples(camp.organiser.get(camp.place).content.decode()):
        status, answer = camp.send(example, "check")
        assert status == 200, (example, answer)


def test_each_line_is_told_with_the_word_that_is_wrong(camp: Camp) -> None:
    """Names that the lines before have given among them; nothing counts."""
    head = camp.head
    lines = LATE + "penalise platoon-1 score=many reason=x\n\npenalise platoon-1 sum=1 reason=Late\n" + LATE
    status, page = camp.send(lines)
    assert status == 422
    assert [(state, marked) for state, _line, marked in lines_told(page)] == [
        ("good", []),
        ("wrong", ["score=many"]),
        ("blank", []),
        ("wrong", ["sum=1"]),
        ("unread", []),
    ]
    assert camp.head == head


def test_a_whole_season_is_played_by_one_paste(camp: Camp) -> None:
    reporters = simulated.opened("tanks", 4, 2, 3, "The Pasters", 12)
    sent = forms(as_(reporters.organiser).get(f"/campaigns/{reporters.campaign}/script/").content).at("script/")
    writer = Writer(reporters, 3)
    lines = writer.whole(4, 2)
    told = as_(reporters.organiser).post(
        f"/campaigns/{reporters.campaign}/script/", sent.filled(script=lines, prefix="1")
    )
    assert told.status_code == 302, told.content.decode()
    assert CampaignSheet.objects.get(pk=reporters.campaign).status == CampaignSheet.Status.CLOSED
    *events, seed = [one.event for one in handler.replay(reporters.campaign)[1]]
    assert events[-len(writer.events) :] == writer.events
    assert isinstance(seed, Reseeded), "the door makes a seed for what is asked once that of the season is known"


@pytest.mark.parametrize("button", ["report", "check"])
def test_what_has_to_be_told_by_itself_is_named_once(button: str) -> None:
    """Unless the lines before a mistake are to count; the line is marked, and what helps is said."""
    reporters = simulated.opened("tanks", 4, 2, 3, "The Hasty", 12)
    alice = as_(reporters.organiser)
    sent = forms(alice.get(f"/campaigns/{reporters.campaign}/script/").content).at("script/")
    lines = "open-round title=First\ndisclose round=1\nclose-round 1\ndisclose round=2"
    told = alice.post(f"/campaigns/{reporters.campaign}/script/", sent.filled(script=lines) | {button: ["1"]})
    page = told.content.decode()
    assert told.status_code == 422
    assert page.count("What this line discloses cannot be tried") == 1
    assert "Have the lines before the first mistake counted" in page
    assert "<mark>disclose</mark> round=1" in page


def test_who_may_not_report_is_told_so(camp: Camp, client: Client) -> None:
    assert client.get(camp.place).status_code == 302
    sheet = as_(camp.reporters.players[1]).get(camp.place)
    assert sheet.status_code == 200


@pytest.mark.page
def test_the_page_fits_a_phone_and_a_desk(camp: Camp, tabs: Tabs) -> None:
    page = tabs.open(script=True)
    _status, refused = camp.send(LATE + "close-round 1")
    page.set_content(refused)
    dress(page)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/script-{size['width']}.png", full_page=True)
        assert page.evaluate(JUTS_OUT) <= 0, size
        assert page.evaluate(TOO_SMALL, THUMB) == [], size
    for rule in (UNLABELLED, TWICE, DANGLING):
        assert page.evaluate(rule) == []
