"""A season of twenty players, and every message of it: how many, to whom, in which language, and what it says.

The table is written by hand. The suite plays it with six, `LEAGUER_SOAK=1` with twenty.
"""

from __future__ import annotations

from collections import Counter
from uuid import uuid4

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone
from pytest_django import Settings

from battles import handler as battle_door
from campaigns import clerk, mail
from campaigns.models import Notice, NoticeDelivery, OutboxMessage
from campaigns.notices import delivery
from campaigns.season.appointments import AcceptDate, ProposeDate
from campaigns.season.disputes import Dispute
from campaigns.season.musters import MusterBattle
from campaigns.season.results import Adjudicate, Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Forces, Pairing
from rules.adjudicate import Who
from rules.reports import Confirm
from tests.campaigns.conftest import Season
from tests.cast import Cast, UserFactory

pytestmark = pytest.mark.django_db
DATE = "2131-03-16T19:00:00Z"

# What each player is sent at once in one round, by what they do in it: subject in English, and in German.
MEET = ("{here}: {pair}", "{here}: {pair}")
PROPOSED = ("{here}: {first} proposes a date", "{here}: {first} schlägt einen Termin vor")
DATED = ("{here}: a date, Friday, 16 March, 19:00 UTC", "{here}: ein Termin, Freitag, 16. März, 19:00 UTC")
CONFIRM = (
    "Round {round}: {first} against {second}: It is for you to confirm the outcome.",
    "Runde {round}: {first} gegen {second}: Du musst noch den Ausgang bestätigen.",
)
DECIDED = ("{here}: {pair} is decided", "{here}: {pair} ist entschieden")
DISPUTED = ("{here}: {pair} is disputed", "{here}: Einspruch bei {pair}")
AT_ONCE = {
    "proposes, plays": (MEET, DATED, CONFIRM),
    "accepts, plays": (MEET, PROPOSED, CONFIRM),
    "concedes, is disputed": (MEET, DISPUTED, DECIDED),
    "hears it, disputes": (MEET, DECIDED, DECIDED),
    "plays": (MEET, CONFIRM),
}
# What each has in the digest of that evening.
COUNTS = ("{here}: {pair} counts", "{here}: {pair} zählt")
OVER = ("{here} is over", "{here} ist vorbei")


class Twenty(Season):
    """Players p0, p1, ... with a new platoon each round: k0r1 is the first one's in the first. Every second player
    reads German. They meet two by two."""

    def __init__(self, cast: Cast, size: int) -> None:
        super().__init__(cast)
        self.desk.terms |= {"round_days": 0, "remind_hours": 0}
        self.desk.save()
        self.players = [
            UserFactory.create(username=f"p{n}", email=f"p{n}@steel.example", language="de" if n % 2 else "en")
            for n in range(size)
        ]
        self.open()

    def who(self, n: int) -> Who:
        return Who(str(self.players[n].pk))

    def does(self, n: int) -> str:
        first = ("proposes, plays", "accepts, plays", "concedes, is disputed", "hears it, disputes")
        return first[n] if n < 4 else "plays"

    def round(self, number: int) -> dict[str, str]:
        """One round; the names of its battles by fixture."""
        size = len(self.players)
        for n, player in enumerate(self.players):
            self.enlist(player, f"k{n}r{number}")
        keys = [f"k{n}r{number}" for n in range(size)]
        pairings = tuple(Pairing(home=keys[n], away=keys[n + 1]) for n in range(0, size, 2))
        self.report(self.organiser, OpenRound(deadline="", pairings=pairings))
        self.report(self.who(0), ProposeDate(fixture=f"r{number}-1", at=DATE))
        self.report(self.who(1), AcceptDate(fixture=f"r{number}-1", at=DATE))
        self.report(self.who(2), Concede(fixture=f"r{number}-2", platoon=keys[2]))
        self.report(self.who(3), Dispute(fixture=f"r{number}-2", reason="The secret of the fourth"))
        ruling = Adjudicate(fixture=f"r{number}-2", winner=keys[3], reason="As it was told")
        self.report(self.organiser, ruling)
        battles = {}
        for n in (0, *range(4, size, 2)):
            fixture = f"r{number}-{n // 2 + 1}"
            battles[fixture] = self.fought(fixture, n, keys)
        self.report(self.organiser, CloseRound(round=number))
        return battles

    def fought(self, fixture: str, n: int, keys: list[str]) -> str:
        battle = str(uuid4())
        sides = {"north": Forces(platoon=keys[n]), "south": Forces(platoon=keys[n + 1])}
        self.report(self.organiser, MusterBattle(battle=battle, fixture=fixture, sides=sides))
        self.win(battle, keys[n], keys[n + 1])
        clerk.sweep()
        for side, one in (("north", n), ("south", n + 1)):
            position, digest = battle_door.replay(battle)[0].fought
            self.play(battle, Confirm(side=side, position=position, digest=digest), self.who(one))
        clerk.sweep()
        return battle


def said(lines: tuple[tuple[str, str], ...], n: int, number: int) -> list[str]:
    """The subjects that the table has for one player, in their language. The first of a pair is named first."""
    first, second = (f"K{one}R{number}" for one in (n - n % 2, n - n % 2 + 1))
    names = {"here": "The long ridge", "first": first, "second": second, "pair": f"{first} – {second}"}
    return [line[n % 2].format(round=number, **names) for line in lines]


@pytest.mark.parametrize(("size", "rounds"), [(6, 1), pytest.param(20, 3, marks=pytest.mark.soak)])
def test_every_message_of_a_season_is_right(
    cast: Cast, settings: Settings, mailoutbox: list[EmailMessage], size: int, rounds: int
) -> None:
    settings.MAIL = True
    season = Twenty(cast, size)
    for number in range(1, rounds + 1):
        season.round(number)
        while mail.send_due():
            pass
        for n, player in enumerate(season.players):
            got = sorted(one.subject for one in mailoutbox if one.to == [player.email])
            assert got == sorted(said(AT_ONCE[season.does(n)], n, number)), (number, n)
        mailoutbox.clear()
    season.report(season.organiser, CloseSeason(words="Well fought"))
    evening(NoticeDelivery.objects.count())
    while mail.send_due():
        pass
    assert Counter(one.to[0] for one in mailoutbox) == {player.email: 1 for player in season.players}
    for n, player in enumerate(season.players):
        (digest,) = (one for one in mailoutbox if one.to == [player.email])
        played = range(1, 1 if n in (2, 3) else rounds + 1)
        lines = [line[2:] for line in digest.body.splitlines() if line.startswith("- ")]
        assert sorted(lines) == sorted(
            [*said((OVER,), n, 0), *(one for number in played for one in said((COUNTS,), n, number))]
        ), n
    everything = "".join(one.body + one.subject for one in Notice.objects.all())
    everything += "".join(one.body + one.subject for one in OutboxMessage.objects.all())
    for secret in ("secret", "@steel.example", str(season.players[0].pk)):
        assert secret not in everything.replace("/mail/stop/", "")


def evening(waiting: int) -> None:
    """It is the hour of digests."""
    assert waiting
    NoticeDelivery.objects.update(due_at=timezone.now())
    delivery.hand_over()
    assert not NoticeDelivery.objects.exists()
