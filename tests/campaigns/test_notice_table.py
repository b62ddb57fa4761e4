"""Three days of a season, with people who choose how they are told: once a day or a week, not at night, not of
everything, not at all. Which message comes to whom, when, in which language, and what is in it stands in tables that
are written by hand.

Ten players are named in them, the others have chosen nothing. The suite plays it with twelve, `make soak` with twenty.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from pytest_django import Settings

from battles.reports import Receipt
from campaigns.models import User
from campaigns.notices.kinds import KINDS
from campaigns.season.appointments import AcceptDate, ProposeDate
from campaigns.season.disputes import Dispute
from campaigns.season.house_rules import Amend
from campaigns.season.people import Drop
from campaigns.season.results import Adjudicate, Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing, Scoring
from rules.adjudicate import Who
from tests.campaigns.conftest import Season
from tests.campaigns.noticing import at, choose, work
from tests.cast import Cast, UserFactory

pytestmark = pytest.mark.django_db
MONDAY = datetime(2131, 3, 5, tzinfo=UTC)
PLAYED = "2131-03-16T19:00:00Z"
SECRET = "what Dogs wrote in anger"

# The subject of each kind, in English and in German.
SUBJECT = {
    "opened": ("{here} opens", "{here} beginnt"),
    "pairing": ("{here}: {pair}", "{here}: {pair}"),
    "round": ("{here}: round 2 is open", "{here}: Runde 2 ist offen"),
    "proposed": ("{here}: {proposes} proposes a date", "{here}: {proposes} schlägt einen Termin vor"),
    "dated": ("{here}: a date, Friday, 16 March, 19:00 UTC", "{here}: ein Termin, Freitag, 16. März, 19:00 UTC"),
    "disputed": ("{here}: {pair} is disputed", "{here}: Einspruch bei {pair}"),
    "ruled": ("{here}: {pair} is decided", "{here}: {pair} ist entschieden"),
    "amended": ("{here}: house rules are amended", "{here}: Hausregeln sind abgeändert"),
    "over": ("{here} is over", "{here} ist vorbei"),
}
# What else is in it, where it comes at once.
TEXT = {
    "pairing": (("You play in round ", "Du spielst in Runde "),),
    "proposed": (("{proposes} proposes to play {pair} on ", "{proposes} schlägt vor, {pair} am "),),
    "dated": (("{pair} is to be played on ", "{pair} wird "),),
    "disputed": (
        ("{second} disputes the result of {pair}.", "{second} erhebt Einspruch gegen das Ergebnis von {pair}."),
    ),
    "ruled": (
        ("{pair} is decided: one side has conceded it.", "{pair} ist entschieden: Eine Seite hat aufgegeben."),
        ("An organiser has ruled how {pair} counts.", "Ein Organisator hat entschieden, wie {pair} zählt."),
        ("{pair} was not played in time.", "{pair} wurde nicht rechtzeitig gespielt."),
    ),
    "amended": (("From round 2 on: More for who wins", "Ab Runde 2: More for who wins"),),
}
DAILY = ("Leaguer: {many} notice for you", "Leaguer: {many} Nachricht für dich")
DAILIES = ("Leaguer: {many} notices for you", "Leaguer: {many} Nachrichten für dich")

# How the ten have chosen. Night is from 22 to 7 by their own clocks; who chose no clocks has those of UTC.
CHOSEN: dict[int, dict[str, Any]] = {
    2: {"every": "day"},
    3: {"every": "week", "digest_day": 2},  # on Wednesday
    4: {"night": "Europe/Berlin"},  # an hour before UTC
    5: {"night": "America/New_York"},  # five hours behind it
    6: {"never": ("pairing", "amended")},
    7: {"mail": False},
    8: {"email": ""},
    9: {"push": ("pairing", "ruled")},  # on devices, of which there is none
}
# What comes by mail to each of them: the hour since Monday, 0:00 UTC, and one kind, or those of a digest.
Post = tuple[int, str | tuple[str, ...]]
TABLE: dict[int, tuple[Post, ...]] = {
    0: (
        (10, "pairing"),
        (18, ("opened",)),
        (32, "dated"),
        (34, "disputed"),
        (35, "ruled"),
        (36, "amended"),
        (56, "pairing"),
        (61, "ruled"),
        (66, ("over",)),
    ),
    1: (
        (10, "pairing"),
        (18, ("opened",)),
        (23, "proposed"),
        (33, "ruled"),
        (35, "ruled"),
        (36, "amended"),
        (56, "pairing"),
        (61, "ruled"),
        (66, ("over",)),
    ),
    # No word of the date, nor of the result: it was conceded, by them, before the evening.
    2: ((18, ("opened", "pairing")), (42, ("amended",)), (66, ("over", "pairing", "ruled"))),
    # On Wednesday evening, what they had not done anything about since.
    3: ((66, ("opened", "ruled", "amended", "pairing", "ruled", "over")),),
    # At 18 and 7 in Berlin.
    4: (
        (10, "pairing"),
        (17, ("opened",)),
        (30, "proposed"),
        (36, "amended"),
        (56, "pairing"),
        (61, "ruled"),
        (65, ("over",)),
    ),
    # At 7 in New York, without the date of a battle that was conceded in the night; and at 18.
    5: (
        (12, "pairing"),
        (23, ("opened",)),
        (36, "ruled"),
        (36, "amended"),
        (60, "pairing"),
        (61, "ruled"),
        (71, ("over",)),
    ),
    6: ((18, ("opened",)), (34, "disputed"), (35, "ruled"), (61, "ruled"), (66, ("over",))),
    7: (),
    8: (),
    9: ((18, ("opened",)), (36, "amended"), (66, ("over",))),
}
# Of the others the first of each pair concedes. The last leaves, so that the one before has no opponent in round 2.
BEFORE: tuple[Post, ...] = ((10, "pairing"), (18, ("opened",)))
FIRST = (*BEFORE, (36, "amended"), (56, "pairing"), (61, "ruled"), (66, ("over",)))
SECOND = (*BEFORE, (33, "ruled"), *FIRST[2:])
ALONE = (*FIRST[:3], (66, ("over", "round")))
GONE = SECOND[:4]
TO_RULE = "The long ridge: {pair} waits for your ruling"
LOOKED_AT = {12, 17, 18, 29, 30, 31, 42, 55, 60, 65, 66, 71, 90}  # and whenever something happens


class Told(Season):
    """Player 0 has K0, and meets player 1 in both rounds. Those of odd numbers read German."""

    def __init__(self, cast: Cast, size: int) -> None:
        super().__init__(cast)
        self.desk.terms |= {"round_days": 0, "remind_hours": 0}
        self.desk.save()
        cast.alice.email = "alice@steel.example"
        cast.alice.save()
        self.players = [
            UserFactory.create(username=f"p{n}", email=f"p{n}@steel.example", language="de" if n % 2 else "en")
            for n in range(size)
        ]
        for n, how in CHOSEN.items():
            chosen(self.players[n], how)
        cast.club.members.add(*self.players)

    def who(self, n: int) -> Who:
        return Who(str(self.players[n].pk))

    @property
    def script(self) -> dict[int, Callable[[], object]]:
        """What happens, by its hour."""
        return {
            9: self.begin_with_all,
            10: lambda: self.round(len(self.players)),
            23: lambda: [self.report(self.who(n), ProposeDate(fixture=met(n), at=PLAYED)) for n in (0, 2, 5)],
            32: lambda: [self.report(self.who(n), AcceptDate(fixture=met(n), at=PLAYED)) for n in (1, 3, 4)],
            33: lambda: [self.concede(n) for n in range(0, len(self.players), 2)],
            34: lambda: [self.report(self.who(n), Dispute(fixture=met(n), reason=SECRET)) for n in (1, 7)],
            35: lambda: [self.rule(n) for n in (1, 7)],
            36: lambda: self.report(self.organiser, Amend(round=2, scoring=Scoring(win=5), reason="More for who wins")),
            56: self.next_round,
            61: self.close,
        }

    def begin_with_all(self) -> None:
        self.open()
        for n, player in enumerate(self.players):
            self.enlist(player, f"k{n}")

    def round(self, size: int) -> None:
        pairs = tuple(Pairing(home=f"k{n}", away=f"k{n + 1}") for n in range(0, size, 2))
        self.report(self.organiser, OpenRound(deadline="", pairings=pairs))

    def concede(self, n: int) -> Receipt:
        return self.report(self.who(n), Concede(fixture=met(n), platoon=f"k{n}"))

    def rule(self, n: int) -> Receipt:
        return self.report(self.organiser, Adjudicate(fixture=met(n), winner=f"k{n}", reason="As it was told"))

    def next_round(self) -> None:
        last = len(self.players) - 1
        self.report(self.who(last), Drop(platoon=f"k{last}", reason="Ill"))
        self.report(self.organiser, CloseRound(round=1))
        self.round(last - 1)

    def close(self) -> None:
        """Nobody has played in round 2."""
        self.report(self.organiser, CloseRound(round=2))
        self.report(self.organiser, CloseSeason(words="Well fought"))


def met(n: int) -> str:
    """The fixture of a player in round 1."""
    return f"r1-{n // 2 + 1}"


def chosen(user: User, how: dict[str, Any]) -> None:
    for kind in KINDS:
        if "every" in how:
            choose(user, kind, how["every"], "mail")
        elif kind in how.get("never", ()):
            choose(user, kind, "never", "mail")
        elif kind in how.get("push", ()):
            choose(user, kind, "once", "push")
    for name in {"digest_day", "mail", "email"} & how.keys():
        setattr(user, name, how[name])
    if "night" in how:
        user.zone, user.quiet_from, user.quiet_until = how["night"], time(22), time(7)
    user.save()


def table(n: int, size: int) -> tuple[Post, ...]:
    if n in TABLE:
        return TABLE[n]
    if n >= size - 2:
        return GONE if n % 2 else ALONE
    return SECOND if n % 2 else FIRST


def said(words: tuple[str, str], n: int, **more: object) -> str:
    """In the language of one player, with the names of their pair."""
    first, second = f"K{n - n % 2}", f"K{n - n % 2 + 1}"
    proposes = f"K{n - 1 if n % 2 else n + 1}"
    names = {"here": "The long ridge", "first": first, "second": second, "proposes": proposes}
    return words[n % 2].format(pair=f"{first} – {second}", **names, **more)


def subjects(n: int, size: int) -> list[tuple[int, str, tuple[str, ...]]]:
    """The table of one player in words: the hour, the subject, and the lines of a digest."""
    found = list[tuple[int, str, tuple[str, ...]]]()
    for hour, what in table(n, size):
        if isinstance(what, str):
            found.append((hour, said(SUBJECT[what], n), ()))
        else:
            lines = tuple(sorted(said(SUBJECT[kind], n) for kind in what))
            found.append((hour, said(DAILIES if len(what) > 1 else DAILY, n, many=len(what)), lines))
    return sorted(found)


@pytest.mark.parametrize("size", [12, pytest.param(20, marks=pytest.mark.soak)])
def test_everybody_is_told_as_they_have_chosen(
    cast: Cast, settings: Settings, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    settings.MAIL = True
    season = Told(cast, size)
    script, came = season.script, list[tuple[int, EmailMessage]]()
    for hour in sorted({*script, *LOOKED_AT}):
        at(MONDAY + timedelta(hours=hour), monkeypatch)
        if hour in script:
            script[hour]()
        work()
        came += [(hour, one) for one in mailoutbox]
        mailoutbox.clear()
    for n in range(size):
        mine = [(hour, one) for hour, one in came if one.to == [f"p{n}@steel.example"]]
        assert sorted((hour, one.subject, lines(one)) for hour, one in mine) == subjects(n, size), n
        for _hour, one in mine:
            assert "/mail/stop/" in one.body
            assert any(text in one.body for text in texts(n, str(one.subject))), (n, one.subject, one.body)
    rulings = [(hour, one) for hour, one in came if one.to == ["alice@steel.example"]]
    wanted = [TO_RULE.format(pair=pair) for pair in ("K0 – K1", "K6 – K7")]
    assert [(hour, one.subject) for hour, one in rulings] == [(34, subject) for subject in wanted]
    assert len(came) == len(rulings) + sum(len(table(n, size)) for n in range(size))
    for _hour, one in came:
        assert SECRET not in one.body + str(one.subject)
        assert "secret" not in one.body


def texts(n: int, subject: str) -> list[str]:
    """What is in a message of this subject: any of its kinds, as a result is decided more than once."""
    kinds = [kind for kind, words in SUBJECT.items() if said(words, n) == subject]
    return [said(words, n) for kind in kinds for words in TEXT[kind]] if kinds else [""]


def lines(one: EmailMessage) -> tuple[str, ...]:
    """Those of a digest."""
    digest = str(one.subject).startswith("Leaguer: ")
    return tuple(sorted(line[2:] for line in one.body.splitlines() if digest and line.startswith("- ")))
