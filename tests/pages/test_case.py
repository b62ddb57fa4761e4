"""Two worlds that differ in a card that lies face down: a referee reads the same in both until they take the case."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from battles.models import Sheet
from battles.reports import Report
from campaigns import clerk, handler
from campaigns.models import OutboxMessage, User
from campaigns.season.cases import TakePlatoonCase
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.people import Appoint
from campaigns.season.purchases import Buy
from campaigns.season.values import Forces, Recruit
from rules.adjudicate import Who
from rules.contract import Command
from rules.stream import codec
from tests.api.conftest import Caller, report, said, take_case, unlimited
from tests.cast import Cast, UserFactory, gathered
from tests.length import in_soak
from tests.pages.conftest import Table, as_, forms, kept_for_a_module
from tests.pages.test_two_worlds import OWN, look

__all__ = ["unlimited"]
pytestmark = [pytest.mark.usefixtures("unlimited")]
CARDS = ("Bloodthirsty Gunner", "Dead-Eye Gunner")  # of one kind and price, and without the mark of an eye
DEARER = "Risky Gunner"
BATTLE = str(UUID(int=31))
FEW, MANY = 0, 90  # pages beyond those that are named


class Worlds:
    """A campaign in which Bob's wolf carries one card or another against Carol's bear. Alice organises and plays
    elsewhere in it; Hugo organises, Erin umpires, and Root runs the site: they have no platoon."""

    def __init__(self, cast: Cast) -> None:
        self.cast, self.table = cast, Table(cast, terms={"purse": 200})
        self.hugo = UserFactory.create(username="hugo", is_staff=True)
        self.root = UserFactory.create(username="root", is_staff=True, is_superuser=True)
        cast.club.organisers.add(self.hugo)
        User.objects.filter(pk=cast.alice.pk).update(is_staff=True)
        self.table.battle = BATTLE
        self.tell(cast.alice, Appoint(person=str(cast.erin.pk), office="umpire", reason="Knows the rules"))
        self.enlist(cast.alice, "dog", "Team Yankee", "M1 Abrams")
        self.enlist(cast.carol, "bear", "Red Banner", "T-64")

    @property
    def referees(self) -> tuple[User, ...]:
        return self.cast.alice, self.hugo, self.cast.erin, self.root

    def tell(self, who: User, command: Command) -> None:
        handler.execute(
            self.table.campaign,
            [Report(str(uuid4()), type(command).__name__, codec.encode(command))],
            Who(str(who.pk), referee=who in (self.cast.alice, self.hugo), needs_case=True),
            "page",
        )

    def enlist(self, player: User, key: str, card: str, model: str, *cards: str) -> None:
        id = f"{key}-1"
        fittings = {id: cards} if cards else {}
        self.tell(
            player,
            Enlist(platoon=key, name=key, card=card, vehicles=(Recruit(id=id, model=model),), fittings=fittings),
        )

    def each(self, *cards: str) -> Iterator[str]:
        """Every world in its turn, with its battle; then it never was."""
        for card in cards:
            with transaction.atomic():
                self.enlist(self.cast.bob, "wolf", "Team Yankee", "M1 Abrams", card)
                sides = {"attackers": Forces(platoon="wolf"), "defenders": Forces(platoon="bear")}
                muster = MusterBattle(battle=BATTLE, scenario="tank_ace", sides=sides)
                organiser = Who(str(self.cast.alice.pk), referee=True, needs_case=True)
                handler.muster_battle(self.table.campaign, str(uuid4()), muster, organiser, "page")
                yield card
                transaction.set_rollback(True)

    def everything(self, reader: User, more: int) -> dict[str, Any]:
        """All that a referee is answered: on pages, by the API, in the office, and to what they try out."""
        found: dict[str, Any] = look(as_(reader), self.roots(reader), len(self.roots(reader)) + more)
        return found | {str(n): answer for n, answer in enumerate(self.tried(reader))}

    def roots(self, reader: User) -> list[str]:
        battle, api, campaign = f"/battles/{BATTLE}/", f"/api/v1/battles/{BATTLE}/", self.table.campaign
        of = f"/api/v1/campaigns/{campaign}/"
        read = [battle, f"{battle}correct/2/?how=insert", f"{battle}declare/", f"{battle}settle/", f"{battle}amend/"]
        read += [f"{api}{one}" for one in ("", "state/?at=1", "events/?history=all", "explain/", "facts/")]
        read += [f"/campaigns/{campaign}/platoons/wolf/", f"/campaigns/{campaign}/vehicles/wolf-1/"]
        read += [f"{of}{one}" for one in ("platoons/wolf/", "platoons/wolf/roster/", "ledger/", "vehicles/")]
        read += [f"{of}events/?limit=200", f"{of}standings/"]
        if not reader.is_staff:
            return read
        rows = (BATTLE, campaign)
        read += ["/admin/campaigns/standing/?purse__gt=16", "/admin/battles/logline/?data__contains=Gunner"]
        read += [f"/admin/campaigns/standing/{campaign}_2Fwolf/change/"]
        read += [f"/admin/campaigns/vehicle/{campaign}_2Fwolf-1/change/", f"/admin/battles/sheet/{BATTLE}/change/"]
        last = handler.replay(campaign)[0].head[0]
        return [*read, *(f"/admin/battles/logline/{stream}_3A{n}/change/" for stream in rows for n in (1, last))]

    def tried(self, reader: User) -> Iterator[tuple[int, str]]:
        """What somebody would send who is after Bob's cards; nothing of it is accepted, but a look at what follows."""
        caller = Caller(reader)
        reveal = {"unit": "wolf-1", "card": "gunner"}
        told: tuple[tuple[str, dict[str, Any]], ...] = (
            ("Reveal", reveal),
            ("Reveal", reveal | {"card": "driver"}),
            ("Fire", {"unit": "wolf-1", "target": "bear-1", "dice": [6, 6, 6, 6]}),
            ("Correct", {"position": 2, "how": "insert", "type": "Reveal", "data": reveal, "reason": "x"}),
            ("Declare", {"facts": {"models.wolf-1.cards.gunner.face_up": True}, "reason": "x"}),
            ("Amend", {"winner": "", "reason": "x"}),
        )
        take = report("TakeCase", reason="x")
        for type_, data in told:
            alone, beside = report(type_, **data), [take, report(type_, **data)]
            for body in (alone, beside):
                for query in ("?dry_run=true", "?dry_run=true&atomic=false") if body is beside else ("?dry_run=true",):
                    yield self._said(caller, body, query)
            if type_ != "Amend":
                yield self._said(caller, alone, "")
                yield self._said(caller, beside, "")

    @staticmethod
    def _said(caller: Caller, body: Any, query: str) -> tuple[int, str]:
        answer = caller.post(f"battles/{BATTLE}/commands/{query}", body)
        return answer.status_code, re.sub(OWN, "", answer.content.decode())


@pytest.fixture(scope="module")
def begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Worlds]:
    with kept_for_a_module(django_db_blocker):
        yield Worlds(gathered())


@pytest.fixture
def worlds(begun: Worlds, db: None, monkeypatch: pytest.MonkeyPatch) -> Worlds:
    """The clock stands still: pages tell minutes."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    return deepcopy(begun)


def compared(worlds: Worlds, cards: tuple[str, ...], ask: Callable[[], Any]) -> list[Any]:
    return [ask() for _card in worlds.each(*cards)]


@pytest.mark.parametrize("more", [FEW, pytest.param(MANY, marks=pytest.mark.soak)], ids=["named", "all"])
@pytest.mark.parametrize(
    "which",
    [
        pytest.param(
            0,
            id="who plays",
            marks=in_soak("tests/pages/test_case.py::test_what_a_dearer_card_costs_is_no_organisers_to_read"),
        ),
        *(pytest.param(n, id=who, marks=pytest.mark.soak) for n, who in ((1, "organiser"), (2, "umpire"))),
        pytest.param(3, id="superuser"),
    ],
)
def test_without_the_case_no_answer_tells_the_worlds_apart(worlds: Worlds, which: int, more: int) -> None:
    """Who has a platoon in the campaign, and who has none: on pages, by the API and in the office."""
    reader = worlds.referees[which]
    one, other = compared(worlds, CARDS, lambda: worlds.everything(reader, more))
    assert one.keys() == other.keys()
    assert not [place for place in one if one[place] != other[place]]


def test_what_a_dearer_card_costs_is_no_organisers_to_read(worlds: Worlds) -> None:
    """A purse tells what was paid out of it."""
    organiser = worlds.cast.alice
    answers = []
    for card in (CARDS[0], DEARER):
        for _world in worlds.each(CARDS[0]):
            worlds.tell(
                worlds.cast.bob,
                Buy(platoon="wolf", vehicles=(Recruit(id="wolf-2", model="M1 Abrams"),), fittings={"wolf-2": (card,)}),
            )
            answers.append(look(as_(organiser), worlds.roots(organiser), len(worlds.roots(organiser))))
    one, other = answers
    assert not [place for place in one if one[place] != other[place]]


@pytest.mark.parametrize(
    "which",
    [
        pytest.param(
            0,
            id="who plays",
            marks=in_soak(
                "tests/pages/test_case.py::test_with_the_case_the_worlds_differ_and_both_sides_read_who_took_it"
            ),
        ),
        *(pytest.param(n, id=who, marks=pytest.mark.soak) for n, who in ((1, "organiser"), (3, "superuser"))),
        pytest.param(2, id="umpire"),
    ],
)
def test_with_the_case_the_worlds_differ_and_both_sides_read_who_took_it(worlds: Worlds, which: int) -> None:
    reader = worlds.referees[which]
    seen = []
    for card in worlds.each(*CARDS):
        caller = Caller(reader)
        offered = said(caller.get(f"battles/{BATTLE}/"))["mends"]
        assert [one["command"] for one in offered if one["command"] in ("TakeCase", "LeaveCase")] == ["TakeCase"]
        row = take_case(caller, BATTLE)
        now = caller.get(f"battles/{BATTLE}/")
        seen.append(now.content)
        assert card in now.content.decode()
        assert card in as_(reader).get(f"/battles/{BATTLE}/").content.decode()
        for player in (worlds.cast.bob, worlds.cast.carol):
            page = as_(player).get(f"/battles/{BATTLE}/").content.decode()
            assert f"{reader.username} has taken the case of this battle in row {row}" in page
            assert "Reason: Asked to" in page
            assert said(Caller(player).get(f"battles/{BATTLE}/"))["cases"] == {str(reader.pk): row}
        assert card not in as_(worlds.cast.carol).get(f"/battles/{BATTLE}/").content.decode()
        assert card not in caller.get(f"battles/{BATTLE}/state/?at=1").content.decode()  # from that moment on
        assert caller.report(BATTLE, "LeaveCase").status_code == 200
        assert card not in caller.get(f"battles/{BATTLE}/").content.decode()
    assert seen[0] != seen[1]


def test_the_form_takes_the_case_and_the_clerk_tells_the_players(worlds: Worlds) -> None:
    erin = as_(worlds.cast.erin)
    for player in (worlds.cast.bob, worlds.cast.carol):
        User.objects.filter(pk=player.pk).update(email=f"{player.username}@example.org")
    for card in worlds.each(CARDS[0]):
        url = f"/battles/{BATTLE}/"
        form = forms(erin.get(url).content).of("TakeCase")
        without = erin.post(f"{url}report/", form.filled())
        assert without.status_code == 422
        assert "is missing" in without.content.decode()
        assert card not in erin.get(url).content.decode()
        assert erin.post(f"{url}report/", form.filled(id=str(uuid4()), reason="They ask")).status_code == 302
        assert card in erin.get(url).content.decode()
        assert Sheet.objects.get(pk=BATTLE).have_case == {str(worlds.cast.erin.pk): 2}
        assert BATTLE in list(clerk.battles.with_untold_cases())
        for _twice in range(2):
            clerk.attend(BATTLE)
        told = OutboxMessage.objects.filter(key__startswith=f"battle/{BATTLE}/case/2/")
        assert {one.address for one in told} == {"bob@example.org", "carol@example.org"}
        assert all("erin has taken the case of" in one.subject for one in told)
        assert BATTLE not in list(clerk.battles.with_untold_cases())


def test_who_plays_never_has_the_case_and_mends_as_a_player(worlds: Worlds) -> None:
    """Bob organises, too: of his own battle he sees his side, and what he declares is proposed."""
    worlds.cast.club.organisers.add(worlds.cast.bob)
    bob = Caller(worlds.cast.bob)
    for _card in worlds.each(CARDS[0]):
        mends = [one["command"] for one in said(bob.get(f"battles/{BATTLE}/"))["mends"]]
        assert "TakeCase" not in mends
        assert {"Correct", "Declare", "Amend"} <= {*mends}
        assert bob.report(BATTLE, "TakeCase", reason="Mine").status_code == 403
        (declared,) = said(bob.report(BATTLE, "Declare", facts={"models.bear-1.damage": 1}, reason="x"))["reports"]
        assert [one["type"] for one in declared["events"]] == ["Proposed"]
        theirs = bob.report(BATTLE, "Concede", side="defenders")
        assert theirs.status_code == 403


def test_an_undo_takes_no_case_back(worlds: Worlds) -> None:
    """Nor a redo: what was seen was seen, and both sides read on whose it is."""
    bob, hugo = Caller(worlds.cast.bob), Caller(worlds.hugo)
    for _card in worlds.each(CARDS[0]):
        first = bob.report(BATTLE, "Reveal", unit="wolf-1", card="gunner")
        assert first.status_code == 200, first.content
        row = take_case(hugo, BATTLE)
        for position in (2, 4):
            assert hugo.report(BATTLE, "Undo", position=position).status_code == 200
            assert said(bob.get(f"battles/{BATTLE}/"))["cases"] == {str(worlds.hugo.pk): row}


def test_the_case_of_a_platoon_opens_its_cards_and_its_players_read_who_took_it(worlds: Worlds) -> None:
    url = f"/campaigns/{worlds.table.campaign}/platoons/wolf/"
    User.objects.filter(pk=worlds.cast.bob.pk).update(email="bob@example.org")
    for card in worlds.each(CARDS[0]):
        alice, bob = as_(worlds.cast.alice), as_(worlds.cast.bob)
        assert card not in alice.get(url).content.decode()
        worlds.tell(worlds.cast.alice, TakePlatoonCase(platoon="wolf", reason="Too many points"))
        assert card in alice.get(url).content.decode()
        (told,) = OutboxMessage.objects.filter(subject__contains="has taken the case of wolf")
        assert told.address == "bob@example.org"
        assert "alice has taken the case of this platoon" in bob.get(url).content.decode()
        assert card not in as_(worlds.hugo).get(url).content.decode()
        worlds.cast.club.organisers.remove(worlds.cast.alice)  # whose case ends with the office
        assert card not in alice.get(url).content.decode()
        worlds.cast.club.organisers.add(worlds.cast.alice)
