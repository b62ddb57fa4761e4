"""A conversation on a phone, by touch and without a script: said with a photo, answered, reported, hidden; and below a
battle, where new posts come by themselves. Times in the reader's own zone and words."""

from __future__ import annotations

import os
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import FilePayload, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from campaigns import handler
from campaigns.conversation import posts, rights
from campaigns.models import Post
from campaigns.season.appointments import SetDate
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from tests.browsing import Tabs, show
from tests.campaigns.conftest import Season, _skirmish, season
from tests.length import AT_LENGTH, in_soak
from tests.pages.conftest import as_
from tests.pages.test_campaign_forms_look import fits

__all__ = ["_skirmish", "season"]
pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
SIZE = ViewportSize(width=390, height=844)
WIDE = ViewportSize(width=1280, height=800)
SHOTS = os.environ.get("LEAGUER_SHOTS", "")


def shot(page: Page, name: str) -> None:
    """Nothing juts out, is too small for a thumb or has no name; a picture of it where somebody wants to look."""
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)
    if page.viewport_size == SIZE:
        fits(page)


def a_photo() -> FilePayload:
    made = BytesIO()
    image = Image.linear_gradient("L").resize((1650, 1100)).convert("RGB")
    image.save(made, "JPEG")
    return {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": made.getvalue()}


@pytest.fixture
def played(season: Season) -> Season:
    season.begin()
    season.battle = season.muster()  # type: ignore[attr-defined]
    return season


def say(season: Season, who: str, text: str) -> Post:
    fixture = next(iter(handler.replay(season.stream)[0].fixtures))
    here = rights.of_fixture(getattr(season.cast, who), season.desk.pk, fixture)
    assert here is not None
    return posts.say_something(here, text)


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(
            False,
            marks=in_soak(
                "tests/pages/test_talk_phone.py::test_a_conversation_by_touch",
                "tests/campaigns/test_conversation.py::test_a_photo_is_for_who_reads_its_post",
                "tests/campaigns/test_conversation.py::test_reactions",
                "tests/campaigns/test_conversation.py::test_what_is_reported_is_hidden_or_left_with_a_reason_and_a_trail",
            ),
            id="plain",
        ),
        pytest.param(True, id="script"),
    ],
)
def test_a_conversation_by_touch(tabs: Tabs, live_server: LiveServer, played: Season, script: bool) -> None:
    cast, site = played.cast, live_server.url
    bob = tabs.open(cast.bob, site, size=SIZE, touch=True, script=script)
    bob.goto(f"{site}/battles/{played.battle}/fixture/")  # type: ignore[attr-defined]
    assert "/fixtures/" in bob.url
    shot(bob, f"fixture-empty-{script:d}")
    bob.locator("#conversation summary").tap()
    bob.get_by_label("Say something").fill(
        "**Well** fought, @carol!\n\n- the ford\n- the hill\n\nhttps://steel.example/" + "a" * 70
    )
    bob.get_by_label("Photos").set_input_files([a_photo()])
    bob.get_by_role("button", name="Post it").tap()
    expect(bob.locator(".said strong")).to_have_text("Well")
    expect(bob.locator(".mention")).to_have_text("@carol")
    assert bob.locator(".photos img").evaluate(
        "one => one.decode().then(() => [one.naturalWidth, one.naturalHeight])"
    ) == [
        1600,
        1067,
    ]
    shot(bob, f"talk-bob-{script:d}")
    carol = tabs.open(cast.carol, site, size=SIZE, touch=True, script=script)
    carol.goto(bob.url.partition("#")[0])
    carol.get_by_role("button", name="well shot").tap()
    expect(carol.get_by_role("button", name="well shot: 1")).to_have_attribute("aria-pressed", "true")
    with carol.expect_navigation():
        carol.get_by_role("link", name="What you can do with this post of bob").tap()
    shot(carol, f"post-carol-{script:d}")
    carol.get_by_label("What is wrong with it").fill("He gloats")
    carol.get_by_role("button", name="Report this post").tap()
    carol.wait_for_url("**/conversation/#post-*")
    alice, address = tabs.open(None, size=SIZE), f"/posts/{Post.objects.get().pk}/"
    show(alice, site, as_(cast.alice), address)
    expect(alice.get_by_text("He gloats")).to_be_visible()
    expect(alice.get_by_role("button", name="Hide this post")).to_be_visible()
    shot(alice, f"post-alice-{script:d}")
    hidden = as_(cast.alice).post(address, {"act": "hide", "reason": "Tell it friendlier"})
    assert "/conversation/#post-" in hidden.headers["Location"]
    carol.goto(bob.url.partition("#")[0])
    expect(carol.get_by_text("Tell it friendlier")).to_be_visible()
    assert carol.locator(".said").count() == 0
    shot(carol, f"talk-hidden-{script:d}")


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(SIZE, id="phone"),
        pytest.param(
            WIDE, marks=in_soak("tests/pages/test_talk_phone.py::test_new_posts_come_below_a_battle"), id="wide"
        ),
    ],
)
def test_new_posts_come_below_a_battle(tabs: Tabs, live_server: LiveServer, played: Season, size: ViewportSize) -> None:
    say(played, "bob", "Well fought!")
    carol = tabs.open(played.cast.carol, live_server.url, size=size, script=True)
    carol.clock.install()
    carol.goto(f"{live_server.url}/battles/{played.battle}/")  # type: ignore[attr-defined]
    carol.evaluate("document.querySelector('[data-talk]')?.scrollIntoView()")
    expect(carol.locator("#conversation .said")).to_have_text("Well fought!")
    shot(carol, f"battle-talk-{size['width']}")
    carol.locator("#conversation summary").click()
    carol.get_by_label("Say something").fill("I was just about to say")
    say(played, "bob", "And the ford was the turning point.")
    carol.clock.fast_forward(16_000)
    expect(carol.locator("#conversation .said")).to_have_count(2)
    expect(carol.get_by_label("Say something")).to_have_value("I was just about to say")


@pytest.mark.at_length
def test_times_are_told_in_the_readers_zone_and_words(tabs: Tabs, live_server: LiveServer, season: Season) -> None:
    season.begin()
    season.report(season.organiser, OpenRound(deadline="", pairings=(Pairing(home="bears", away="cats"),)))
    at = (timezone.now() + timedelta(days=2)).replace(hour=17, minute=0, second=0, microsecond=0)
    season.report(season.organiser, SetDate(fixture="r1-1", at=at.strftime("%Y-%m-%dT%H:%M:%SZ"), reason="the hall"))
    address = f"{live_server.url}/campaigns/{season.stream}/fixtures/r1-1/"
    plain = tabs.open(season.cast.bob, live_server.url, size=SIZE)
    plain.goto(address)
    by_the_club = at.strftime("%A, %-d %B %Y, 17:00 UTC")
    expect(plain.locator("time[data-time=full]").first).to_have_text(by_the_club)
    words = {"en": f"in 2 days, {at.strftime('%A')}", "de": "übermorgen, "}
    for locale, day in words.items() if AT_LENGTH else [("de", words["de"])]:
        tab = tabs.open(season.cast.bob, live_server.url, size=SIZE, script=True, locale=locale)
        tab.goto(address)
        expect(tab.locator("time[data-time=full]").first).to_contain_text(day)
        told = tab.evaluate(
            """async ([at, zone]) => {
                document.body.dataset.zone = zone;
                const one = document.querySelector("time[data-time=full]");
                one.after(one.cloneNode());
                await new Promise(requestAnimationFrame);
                return [one.title, one.nextSibling.textContent];
            }""",
            [at.isoformat(), "Asia/Tokyo"],
        )
        assert "17:00" in told[0]
        assert "02:00" in told[1] or "2:00" in told[1], told
        shot(tab, f"times-{locale}")
