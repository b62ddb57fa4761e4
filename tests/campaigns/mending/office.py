"""What the tests of the office do on its pages, and read there."""

from __future__ import annotations

import html
import re
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from battles import handler as battle_door
from tests.campaigns.conftest import Season


def at(battle: str, act: str = "", position: int = 0) -> str:
    if not act:
        return reverse("admin:battles_sheet_mend", args=[battle])
    if position:
        return reverse("admin:battles_sheet_mend_report", args=[battle, act, position])
    return reverse("admin:battles_sheet_mend_act", args=[battle, act])


def text(response: Any) -> str:
    """What is read on a page."""
    plain = re.sub(r"<(script|style).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", plain)).split())


class Desk:
    """Someone at a form of the office."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address = client, address
        page = client.get(address)
        assert page.status_code == 200, page
        self.page: Any = page
        self.id: str = page.context["id"]
        self.form: dict[str, Any] = {
            field.html_name: field.value() for field in page.context["form"] if field.value() not in (None, False)
        }

    def look(self, **said: Any) -> str:
        """Preview; what is read then."""
        self.form |= said
        self.page = self.client.post(self.address, self.form | {"id": self.id, "look": "1"})
        return text(self.page)

    def do(self, **said: Any) -> Any:
        """Press the button the preview has shown."""
        mark = self.page.context["judged"].mark
        return self.client.post(self.address, self.form | said | {"id": self.id, "mark": mark, "do": "1"})


def done(response: Any) -> str:
    """It was, and what is said about it."""
    assert response.status_code == 302, text(response)
    return str(list(get_messages(response.wsgi_request))[-1])


def shots(battle: str) -> int:
    return int(battle_door.state(battle).play.shots)


def wrecked(season: Season) -> str:
    """The first of the cats has shot, and is shot to a wreck. Alice has taken the case in row 5."""
    battle = season.begin().muster()
    season.shoot(battle, "bears-1", "cats-1")
    season.shoot(battle, "bears-2", "bears-1", 1)
    season.shoot(battle, "cats-1", "bears-1", 6)
    season.take_case(battle)
    return battle
