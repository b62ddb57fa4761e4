"""A campaign that is played by form: what is typed to enlist Bob's platoon and Carol's, and to call their battle."""

from __future__ import annotations

from typing import Any

from django.test import Client

from battles import log
from campaigns import handler
from campaigns.models import User
from rules.adjudicate import Who
from tests.cast import CampaignFactory, Cast
from tests.pages.conftest import Form, as_, forms

Said = dict[str, str | list[str]]
MODEL, NAME, CARDS = "pick:vehicles#{}.model", "text:names.%23{}", "picks:fittings.%23{}"  # of a row, of a vehicle
PLATOON, VEHICLES = "pick:sides.{}.platoon", "picks-or-none:sides.{}.vehicles"  # of a side
WAIVE = "text:waivers.{}"
BOB: Said = {
    MODEL.format(0): "M1 Abrams",
    NAME.format(1): "Alpha 66",
    CARDS.format(1): ["Robert Folk", "Sean Bannon"],
}
CAROL: Said = {MODEL.format(0): "T-64", NAME.format(1): "Tagil", MODEL.format(1): "T-64", NAME.format(2): "Ural"}


class Season:
    """An open campaign of two sides that nobody has enlisted in."""

    def __init__(self, cast: Cast, map: str = "", **desk: Any) -> None:
        self.cast, self.nation = cast, ""
        sides = {"nato": "NATO", "pact": "Warsaw Pact"}
        self.desk = CampaignFactory.create(club=cast.club, name="Fulda 1985", sides=sides, map=map, **desk)
        handler.open_campaign(self.desk, Who(str(cast.alice.pk), referee=True), "admin")
        self.stream = str(self.desk.pk)
        self.url = f"/campaigns/{self.stream}/"

    def enlist_form(self, user: User, nation: str) -> Form:
        self.nation = nation
        return forms(as_(user).get(f"{self.url}enlist/?nation={nation}").content).of("Enlist")

    def enlist(self, user: User, sent: dict[str, list[str]], button: str = "report") -> Any:
        address = f"{self.url}enlist/?nation={self.nation}"
        return as_(user).post(address, sent | ({"more": ["vehicles"]} if button == "more" else {button: ["1"]}))

    def enlist_with_faults(self, user: User, sent: dict[str, list[str]]) -> Any:
        """All the same: the form comes back with what is wrong in words, and is pressed once more."""
        warned = self.enlist(user, sent)
        assert b"It would stand with faults" in warned.content
        return self.enlist(user, forms(warned.content).of("Enlist").filled())

    def both(self) -> Season:
        cast = self.cast
        bob = self.enlist_form(cast.bob, "USA").filled(name="Alpha 66", side="nato", card="Team Yankee", **BOB)
        carol = self.enlist_form(cast.carol, "USSR").filled(name="Red Banner", side="pact", card="Red Banner", **CAROL)
        assert [self.enlist(user, sent).status_code for user, sent in ((cast.bob, bob), (cast.carol, carol))] == [
            302
        ] * 2
        return self

    def muster_form(self, **values: str | list[str]) -> dict[str, list[str]]:
        page = as_(self.cast.alice).get(f"{self.url}muster/?scenario=tank_ace").content
        chosen = {PLATOON.format("attackers"): "alpha-66", PLATOON.format("defenders"): "red-banner"}
        return forms(page).of("MusterBattle").filled(**chosen | values)

    def muster(self, sent: dict[str, list[str]], button: str = "report", user: User | None = None) -> Any:
        pressed = {"more": ["-"]} if button == "show" else {button: ["1"]}
        return as_(user or self.cast.alice).post(f"{self.url}muster/", sent | pressed)

    def page(self, user: User | None = None, path: str = "") -> str:
        return (as_(user) if user else Client()).get(self.url + path).content.decode()

    @property
    def rows(self) -> int:
        return log.head(self.stream).position
