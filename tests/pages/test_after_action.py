"""The report after the action and the luck of a battle, as pages, API and the shared picture tell them."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

import rules
from battles.presenters import share_card
from campaigns.models import User
from tests.api.conftest import unlimited
from tests.cast import Cast
from tests.pages.conftest import MOVED, Table, as_
from tests.pages.midway import told
from tests.pages.test_replay import fought, text

__all__ = ["unlimited"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


@pytest.mark.parametrize("key", list(rules.all_systems()))
@pytest.mark.only_on("sqlite")
def test_a_battle_of_every_rulebook_is_reported_with_its_luck(cast: Cast, key: str) -> None:
    stream = told(fought(key), cast.bob, cast.carol)
    page = as_(cast.bob).get(f"/battles/{stream}/after-action/").content.decode()
    charts = re.findall(r'<figure class="chart">(.*?)</figure>', page, re.DOTALL)
    assert charts
    assert all('role="img"' in chart and "<tbody><tr>" in chart for chart in charts)
    luck = Client().get(f"/api/v1/battles/{stream}/luck/").json()["luck"]
    record = as_(cast.bob).get(f"/battles/{stream}/record/").content.decode()
    rows = re.findall(r"<tr><th scope=\"row\" translate=\"no\">.*?</tr>", record)
    assert len(rows) == len(luck)
    for row, one in zip(rows, luck, strict=True):
        assert f"{one['label']} {one['dice']} {one['dice'] - one['table']} {one['got']} {one['expected']:.1f}".replace(
            "-0.0", "0.0"
        ) in text(row)
        assert 0 <= one["table"] <= one["dice"]
        assert one["at_least"] + one["at_most"] >= 1 - 1e-9
        assert (one["says"] in text(page)) == (one["once_in"] > 1)


def test_the_report_tells_hits_in_figures_and_as_what_to_expect(table: Table) -> None:
    table.play(MOVED + "fire alpha-1 red-1 close=yes dice=2,5,6,6,1\nreroll alpha-1\ndefend red-1 dice=1,2\n")
    (hits,) = [one for one in Client().get(f"/api/v1{table.url}luck/").json()["luck"] if one["question"] == "hits"]
    assert (hits["side"], hits["dice"], hits["table"], hits["got"]) == ("americans", 5, 5, 3)
    assert hits["expected"] == pytest.approx(10 / 3)  # so close it hits on 3 and more
    assert hits["at_most"] == pytest.approx(131 / 243)
    before = Client().get(f"/api/v1{table.url}luck/?at=4").json()
    assert [one for one in before["luck"] if one["question"] == "hits"] == []
    page = Client().get(f"{table.url}after-action/").content.decode()
    assert "Best shot" in page
    assert "1 time in" in text(page)


def test_a_shared_link_shows_a_picture_of_the_battle(table: Table, cast: Cast) -> None:
    page = Client().get(table.url).content.decode()
    (address,) = re.findall(r'<meta property="og:image" content="(http://testserver[^"]+)">', page)
    answer = Client().get(address)
    picture = Image.open(BytesIO(answer.content))
    assert (answer["Content-Type"], picture.size) == ("image/png", (1200, 630))
    assert Client().get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert as_(cast.bob).get(address).content == answer.content
    table.play("deploy red-1\n")
    assert Client().get(address)["ETag"] != answer["ETag"]


def test_what_members_keep_is_shared_with_nobody_else(cast: Cast) -> None:
    kept = Table(cast, visibility="members")
    for path in ("card.png", "after-action/"):
        assert as_(cast.bob).get(f"{kept.url}{path}").status_code == 200
        assert Client().get(f"{kept.url}{path}").status_code == 404
        assert as_(User.objects.create_user(f"eve {path}")).get(f"{kept.url}{path}").status_code == 404


def test_a_picture_says_long_and_foreign_names_without_the_fonts_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sides = (share_card.SideCard("Grüße aus Łódź " * 9, 12, ("fit", "hurt", "out")),) * 2
    card = share_card.Card("Ж" * 80, "Tanks", "Round 3", sides)
    share_card._font.cache_clear()
    share_card.draw.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(share_card, "FACES", {False: "none.ttf", True: "none.ttf"})
        assert Image.open(BytesIO(share_card.draw(card))).size == (1200, 630)
        assert share_card._plain("Grüße – „Ж“") == 'Grusse - "?"'
    share_card._font.cache_clear()
    share_card.draw.cache_clear()
