"""The pages around a battle: home, campaign, vehicle, rulebooks, account; and what stands where a page cannot."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import DjangoAssertNumQueries, Settings

from campaigns import clerk, login_throttle
from deploy import urls
from rules.reports import Confirm
from tests.cast import PASSWORD, Cast
from tests.pages.conftest import DEPLOYED, MOVED, Table, as_


def settled(table: Table, lines: str = "") -> None:
    """The battle fought that far, conceded, confirmed by both and settled by the clerk."""
    table.play(MOVED + lines)
    finish(table)


def finish(table: Table) -> None:
    table.play("concede soviets")
    position, digest = table.fought
    for side, player in (("americans", table.cast.bob), ("soviets", table.cast.carol)):
        table.command(player, Confirm(side=side, position=position, digest=digest))
    clerk.sweep()


def test_home_shows_what_waits_for_whom(table: Table) -> None:
    bob, carol = as_(table.cast.bob), as_(table.cast.carol)
    assert waiting(carol) == ["The bridge at Kassel"]
    assert waiting(bob) == []
    table.play("deploy red-1\ndeploy red-2")
    assert waiting(carol) == []
    assert waiting(bob) == ["The bridge at Kassel"]


def test_home_asks_for_a_confirmation_until_it_is_given(table: Table) -> None:
    table.play(DEPLOYED + "concede soviets")
    bob = as_(table.cast.bob)
    assert waiting(bob) == ["The bridge at Kassel"]
    position, digest = table.fought
    table.command(table.cast.bob, Confirm(side="americans", position=position, digest=digest))
    assert waiting(bob) == []


def waiting(client: Client) -> list[str]:
    part = client.get("/").content.decode().partition("These wait for you")[2].partition("</section>")[0]
    return re.findall(r'<b translate="no">(.*?)</b>', part)


def test_home_of_an_empty_site(db: None) -> None:
    page = Client().get("/").content.decode()
    assert "There is no campaign yet." in page
    assert "No battle has been fought yet." in page


def test_the_front_page_tells_who_fights_and_how_battles_ended(table: Table) -> None:
    """To a stranger; whoever plays it finds it among theirs."""
    live = Client().get("/").content.decode().partition("Being fought now")[2]
    assert "The bridge at Kassel" in live.partition("</section>")[0]
    assert live.partition("</section>")[0].count('class="duel"') == 1
    assert "No battle has come to its end yet." in live
    assert "Being fought now" not in as_(table.cast.bob).get("/").content.decode()
    settled(table)
    page = Client().get("/").content.decode()
    assert "Being fought now" not in page
    result = page.partition("Latest results")[2].partition("</section>")[0]
    assert re.findall(r'<li class="won"><span><span translate="no">(.*?)</span> .*?>bob</span>', result) == ["Alpha 66"]
    leaders = page.partition("In front")[2].partition("</ol>")[0]
    assert re.findall(r'translate="no">(.*?)</a> <b>(\d+)</b>', leaders)[0] == ("Alpha 66", "3")


def test_campaign_and_vehicle_tell_the_standings_and_the_record(table: Table) -> None:
    settled(table)
    page = Client().get(f"/campaigns/{table.campaign}/").content.decode()
    row = page.partition('translate="no">Alpha 66</a>')[2].partition("</tr>")[0]
    assert re.findall(r'<td class="n">(?:<(?:b|a [^>]*)>)*(\d+)', row)[:3] == ["3", "1", "1"]
    assert "counted" in page
    vehicle = Client().get(f"/campaigns/{table.campaign}/vehicles/alpha-1/").content.decode()
    assert "The bridge at Kassel" in vehicle
    assert "M1 Abrams" in vehicle
    assert Client().get(f"/campaigns/{table.campaign}/vehicles/nobody/").status_code == 404
    assert Client().get(f"/campaigns/{uuid4()}/").status_code == 404


def test_every_feat_of_a_record_leads_to_its_ruling(table: Table) -> None:
    settled(table, "fire alpha-1 red-1 dice=1,1,1,1,1\nreroll alpha-1\ndefend red-1\n")
    page = Client().get(f"/campaigns/{table.campaign}/vehicles/alpha-1/").content.decode()
    leads = re.findall(r'href="(/battles/[^"#]+\?ruling=\d+)#ruling"', page)
    assert leads
    for lead in leads:
        assert "Alpha 66 fires at Tagil" in Client().get(lead).content.decode().partition('id="ruling"')[2]


def test_pages_cost_the_same_queries_however_much_there_is(
    table: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bob = as_(table.cast.bob)
    settled(table)
    table.battle = table.muster()
    for _time in range(2):
        with django_assert_num_queries(30):
            bob.get("/")
        with django_assert_num_queries(13):  # one of them for what a player says of this evening
            bob.get(f"/campaigns/{table.campaign}/")
        settled(table)
        table.battle = table.muster()


def test_the_rulebook_shows_options_scenarios_and_sources(db: None) -> None:
    assert "TANKS: The Modern Age" in Client().get("/systems/").content.decode()
    page = Client().get("/systems/modern_age/").content.decode()
    assert "The Last Battle of Alpha 66" in page
    assert "critical_deck" in page
    assert page.count("Source:") == 20
    assert Client().get("/systems/no_such_book/").status_code == 404


@pytest.mark.parametrize(
    ("query", "names"),
    [("q=abrams&kind=model", ["M1 Abrams"]), ("q=bannon", ["Sean Bannon"]), ("q=zeppelin", [])],
)
def test_the_catalogue_is_searched(db: None, query: str, names: list[str]) -> None:
    page = Client().get(f"/systems/modern_age/?{query}").content.decode()
    found = re.findall(r'<li><p><b translate="no">(.*?)</b>', page)
    assert [name for name in names if name in found] == names
    assert len(found) == len(re.findall("Source:", page))
    assert bool(found) == bool(names)


def test_an_article_is_shown_in_words_not_in_code(db: None) -> None:
    page = Client().get("/systems/modern_age/?q=bannon").content.decode()
    article = page.partition('<b translate="no">Sean Bannon</b>')[2].partition("</li>")[0]
    assert "Alpha 66 crew. Initiative +3, defence +1" in article
    assert "<dt>hero</dt><dd>yes</dd>" in article
    assert "{" not in article


def test_the_catalogue_keeps_its_filter_from_page_to_page(db: None) -> None:
    page = Client().get("/systems/modern_age/?kind=crew").content.decode()
    assert "?kind=crew&amp;page=2#units" in page
    assert "Page 2 of" in Client().get("/systems/modern_age/?kind=crew&page=2").content.decode()


def test_dice_are_shown_with_their_questions_and_proved_once_the_seed_is_out(table: Table) -> None:
    table.play(MOVED + "fire alpha-1 red-1 dice=1,2,3,4,5\nreroll alpha-1\ndefend red-1")
    page = Client().get(f"{table.url}dice/").content.decode()
    assert "at the table" in page
    assert "by Leaguer" in page
    assert "disclosed when the battle is settled" in page
    assert table.seed not in page
    finish(table)
    page = Client().get(f"{table.url}dice/").content.decode()
    assert table.seed in page
    assert "holds" in page
    assert "does not hold" not in page


def test_the_outcome_is_confirmed_by_name_of_position_and_digest(table: Table) -> None:
    table.play(DEPLOYED + "concede soviets")
    position, digest = table.fought
    page = as_(table.cast.bob).get(table.url).content.decode()
    outcome = page.partition('class="outcome"')[2].partition("</section>")[0]
    assert "Victory for Alpha 66." in outcome
    assert f"row {position} of the log" in outcome
    assert digest in outcome
    assert "Confirm for Alpha 66" in outcome
    assert "Confirm for Red Banner" not in outcome


def test_logging_in_leads_back_and_out(cast: Cast) -> None:
    client = Client()
    wrong = client.post("/login/", {"username": "bob", "password": "wrong", "next": "/systems/"})
    assert 'role="alert"' in wrong.content.decode()
    response = client.post("/login/", {"username": "bob", "password": PASSWORD, "next": "/systems/"})
    assert response.headers["Location"] == "/systems/"
    away = client.post("/login/", {"username": "bob", "password": PASSWORD, "next": "https://elsewhere.example/"})
    assert "elsewhere" not in away.headers["Location"]
    assert '<a href="/account/" translate="no">bob</a>' in client.get("/systems/").content.decode()
    assert '<form method="post" action="/logout/">' in client.get("/account/").content.decode()
    cast.alice.is_staff = True
    cast.alice.save()
    assert '<form id="logout-form" method="post"' in as_(cast.alice).get("/admin/").content.decode()
    client.post("/logout/")
    assert client.get("/account/").headers["Location"] == "/login/?next=/account/"


def test_guessing_a_password_has_to_pause(cast: Cast) -> None:
    cache.clear()
    wrong, right = ({"username": "bob", "password": password} for password in ("wrong", PASSWORD))
    for _try in range(login_throttle.TRIES):
        assert "Too many" not in Client().post("/login/", wrong).content.decode()
    page = Client().post("/login/", right).content.decode()
    assert "Too many wrong tries. Wait 5 minutes, then try again." in page
    assert Client().post("/login/", right | {"username": "carol"}).status_code == 302
    assert Client(REMOTE_ADDR="192.0.2.7").post("/login/", right).status_code == 302


def test_a_cache_that_does_not_answer_keeps_nobody_out_and_still_counts(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login_throttle, "counts", lambda: RedisCache("redis://127.0.0.1:1/0", {}))
    monkeypatch.setattr(login_throttle, "own_count", LocMemCache("a test's own", {}))
    right = {"username": "dave", "password": PASSWORD}
    assert Client().post("/login/", right).status_code == 302
    for _try in range(login_throttle.TRIES):
        Client().post("/login/", right | {"password": "wrong"})
    assert "Too many wrong tries." in Client().post("/login/", right).content.decode()


def test_a_new_password(cast: Cast) -> None:
    client = as_(cast.bob)
    new = "ring of columns 66"
    sent = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert "was entered incorrectly" in client.post("/account/password/", sent | {"old_password": "x"}).content.decode()
    page = client.post("/account/password/", sent, follow=True).content.decode()
    assert "Your new password is set." in page
    assert Client().login(username="bob", password=new)


def test_the_language_is_chosen_and_kept(db: None) -> None:
    client = Client()
    client.post("/language/setlang/", {"language": "de", "next": "/"})
    page = client.get("/").content.decode()
    assert '<html lang="de">' in page
    assert "Feldzüge" in page


def test_every_page_keeps_to_its_own_site_and_asks_at_once_for_the_modules_that_it_needs(table: Table) -> None:
    """And a page that needs few asks for few. `main.js` finds what a page forgets to ask for, only later."""
    client = as_(table.cast.bob)
    for url in [*pages(table), f"{table.url}?at=2", f"{table.url}correct/2/"]:
        response = client.get(url, follow=url.endswith("correct/2/"))
        page = response.content.decode()
        assert response.status_code == 200, url
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
        ours = r'<script type="module" fetchpriority="low" src="/static/[^>]*>'
        assert re.findall(r"<script[^>]*>", page) == re.findall(ours, page)
        assert page.count("<script") == page.count("></script>")
        assert " style=" not in page
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', page), url
        asked = re.findall(r'<script type="module" fetchpriority="low" src="/static/leaguer/(\w+).js"', page)
        assert [name for name in asked if name != "main"] == needed(page), url


def needed(page: str) -> list[str]:
    """As `main.js` looks for it."""
    if " data-draft=" in page:
        return ["battle"]
    replay = ["replay"] * bool(re.search(r"<main[^>]* data-replay=", page)) + ["life"] * (" data-life " in page)
    if re.search(r"<(?!script)[^>]* data-(?:dice|measure|words)[ =>]", page):
        return [*replay, "page"]
    return [*replay, *["board"] * (" data-board=" in page)]


def pages(table: Table) -> list[str]:
    return [
        "/",
        "/account/",
        "/account/password/",
        "/systems/",
        "/systems/modern_age/",
        f"/campaigns/{table.campaign}/",
        f"/campaigns/{table.campaign}/platoons/alpha/",
        f"/campaigns/{table.campaign}/platoons/alpha/?print=1",
        f"/campaigns/{table.campaign}/platoons/red/",
        f"/campaigns/{table.campaign}/fixtures/{table.battle}/",
        f"/campaigns/{table.campaign}/vehicles/red-1/",
        table.url,
        f"{table.url}dice/",
        f"{table.url}script/",
        f"{table.url}log/",
        f"{table.url}record/",
        f"{table.url}replay/",
        f"{table.url}after-action/",
        f"{table.url}?as_of=2026-01-01T00:00",
        f"{table.url}why/?of=units.red-1.damage",
    ]


def test_a_page_that_is_not_there(db: None) -> None:
    response = Client().get("/no/such/page/")
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()


def test_a_fault_of_ours_shows_nothing_of_the_inside(db: None, settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.pages.test_site"
    response = Client(raise_request_exception=False).get("/broken/")
    assert response.status_code == 500
    page = response.content.decode()
    assert "Something went wrong on our side" in page
    assert "Traceback" not in page
    assert "secret inside" not in page


def broken(_request: HttpRequest) -> HttpResponse:
    raise RuntimeError("secret inside")


urlpatterns = [path("broken/", broken), *urls.urlpatterns]
