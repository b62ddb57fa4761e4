"""A club of many players on a fresh site. Its organiser sets it up by pages alone; the players come by the link that
she hands out, and then report by the API, each with the session of their own."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.core.mail import EmailMessage
from django.test import Client

from campaigns import clerk, first_run, handler, mail
from campaigns.models import Campaign
from campaigns.notices import delivery
from campaigns.season import Season
from tests.cast import PASSWORD
from tests.pages.test_evening import Hand

NAME, TANK = "Autumn cup", "tiger-i"


class Club:
    """`posted`: the mail that has gone out so far. Players are p1, p2, ... with platoons of the same keys."""

    def __init__(self, hand: Hand, site: str, posted: list[EmailMessage]) -> None:
        self.hand, self.page, self.site, self.posted = hand, hand.page, site, posted
        self.players: dict[str, Client] = {}

    @property
    def stream(self) -> str:
        return str(Campaign.objects.get(name=NAME).pk)

    @property
    def season(self) -> Season:
        return handler.replay(self.stream)[0]

    def works(self) -> None:
        """What the worker does meanwhile."""
        clerk.sweep()
        delivery.hand_over()
        while mail.send_due():
            pass

    # -- by the organiser's pages --------------------------------------------------------------------------------------

    def is_set_up(self) -> str:
        """From the code in the terminal to the link for the players; that link."""
        hand = self.hand
        self.page.goto(self.site)
        hand.link("Set it up")
        hand.looks("1-welcome")
        hand.fill("code", first_run.code())
        hand.fill("username", "alice")
        hand.fill("email", "alice@x.example")
        for name in ("password1", "password2"):
            hand.fill(name, PASSWORD)
        hand.button("Make the account")
        hand.fill("name", "Steel Club")
        hand.looks("1-club")
        hand.button("Save and go on")
        hand.looks("1-mail")
        hand.link("Go on")
        hand.touch_it(self.page.get_by_text("A one-day Swiss", exact=True))
        hand.pick("Rulebook", "tanks")
        hand.fill("name", NAME)
        hand.looks("1-campaign")
        hand.button("Look at it")
        hand.looks("1-opening")
        hand.button("Open the campaign")
        hand.looks("1-opened")
        hand.fill("uses", "30")
        hand.button("Make a link")
        hand.looks("1-people")
        return str(self.page.locator("#link").input_value())

    def comes(self, name: str, link: str) -> None:
        """A player makes an account by the link, and enlists."""
        client = Client()
        words = {"username": name, "email": f"{name}@x.example", "password1": PASSWORD, "password2": PASSWORD}
        made = client.post(urlsplit(link).path, words)
        assert made.status_code == 302, made.content.decode()
        self.players[name] = client
        vehicles = [{"id": f"{name}-{n}", "model": TANK} for n in (1, 2)]
        platoon = {"platoon": name, "name": f"Platoon {name[1:]}", "vehicles": vehicles}
        self.tells(name, "Enlist", names={f"{name}-{n}": f"{name} {n}" for n in (1, 2)}, **platoon)

    def goes_to_the_round(self) -> None:
        """From the first page, where she begins her evening."""
        self.page.goto(self.site)
        self.hand.link("Office")
        self.hand.link(NAME, exact=False)

    def follows_the_mail(self) -> Hand:
        """To the dispute that it tells of."""
        found = [one for one in self.posted if one.to == ["alice@x.example"] and "waits for your ruling" in one.subject]
        address = re.search(r"http://\S+", str(found[-1].body))
        assert address is not None
        hand = Hand(self.page, self.hand.touch)
        hand.clicks, hand.loads = 1, 1
        self.page.goto(address.group(0))
        return hand

    def rules_on(self, fixture: str, winner: str) -> Hand:
        """From the mail that tells of a dispute to its ruling, in favour of one side; what that took."""
        hand = self.follows_the_mail()
        hand.type("Reason", "The bridge stood, as both told me")
        hand.looks("3-dispute")
        hand.button(f"{winner} has won")
        hand.looks("3-dispute-preview")
        hand.button("Do it")
        hand.looks("3-dispute-ruled")
        return hand

    def walks_over(self, fixture: str, winner: str) -> None:
        """One side did not turn up, and says nothing."""
        self.hand.press(self.page.locator(f"#f-{fixture} [data-act=walk-over]"))
        self.hand.touch_it(self.page.locator(".opened").get_by_label(winner, exact=True))
        self.hand.type("Reason", "Nobody else came")
        self.hand.looks(f"4-walk-over-{fixture}")
        self.hand.button("Preview")
        self.hand.button("Do it")

    def closes_and_publishes(self, number: int) -> Hand:
        """From the front page; what that took."""
        hand = Hand(self.page, self.hand.touch)
        self.page.goto(self.site)
        hand.link("Office")
        hand.looks(f"5-office-{number}")
        hand.link(NAME, exact=False)
        hand.looks(f"5-round-{number}")
        hand.link("Close the round and publish the next")
        hand.looks(f"5-next-{number}")
        hand.button("Do it")
        hand.looks(f"5-published-{number}")
        rounds = self.season.rounds
        assert [(one.number, one.closed) for one in rounds[-2:]] == [(number, True), (number + 1, False)]
        return hand

    def enters(self, lines: list[str]) -> None:
        """The results of an evening, as they stand in a spreadsheet."""
        self.hand.press(self.page.locator("[data-act=results]"))
        self.page.locator("#lines").fill("\n".join(lines))
        self.hand.fields += 1
        self.hand.button("Preview")
        self.hand.looks("6-results")
        self.hand.press(self.page.locator("[name=do]"))
        self.hand.looks("6-results-entered")

    def amends(self, number: int) -> None:
        """From a round on, who wins has more of it."""
        self.hand.press(self.page.get_by_role("link", name="Season", exact=True))
        self.hand.touch_it(self.page.locator("summary", has_text="Scoring"))
        self.hand.looks("7-season")
        self.hand.press(self.page.locator("#f-win .links a"))
        self.hand.looks("7-amend")
        self.hand.fields += 1
        self.page.locator("#f-win form").get_by_label("Win").first.fill("4")
        self.hand.type("Reason", "We voted for it")
        self.hand.button("Preview")
        self.hand.looks("7-amend-preview")
        self.hand.button("Do it")
        self.hand.looks("7-amended")

    # -- by the players' programs --------------------------------------------------------------------------------------

    def tells(self, player: str, type_: str, **data: Any) -> None:
        report = {"id": str(uuid4()), "type": type_, "data": data}
        address = f"/api/v1/campaigns/{self.stream}/commands/"
        answer = self.players[player].post(address, report, content_type="application/json")
        assert answer.status_code in (200, 201), answer.content.decode()

    def concedes(self, fixture: str) -> None:
        """Who is named second."""
        key = self.season.fixtures[fixture].platoons[1]
        self.tells(key, "Concede", fixture=fixture, platoon=key)

    def has_won(self, fixture: str, platoon: str) -> bool:
        decided = self.season.fixtures[fixture].decided
        return decided is not None and decided.results[platoon] == "won"

    def open_ones(self) -> list[str]:
        return [key for key, one in self.season.fixtures.items() if one.is_open]
