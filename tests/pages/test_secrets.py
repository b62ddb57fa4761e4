"""A face-down card is on no page of anybody but its owner, whatever they open or send."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from battles.presenters import share_card
from battles.reports import Report
from campaigns import handler
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.values import Forces, Recruit
from rules.adjudicate import Who
from rules.reports import ChangeDepth, Depth
from rules.stream import codec
from tests.cast import Cast, gathered
from tests.length import sampled
from tests.pages.conftest import Table, as_, forms, kept_for_a_module

SECRET = "Bloodthirsty Gunner"  # without the mark of an eye: it begins face down


@pytest.fixture(scope="module")
def kept_wolves(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Table]:
    with kept_for_a_module(django_db_blocker):
        yield wolves(gathered())


@pytest.fixture
def table(kept_wolves: Table, db: None) -> Table:
    return deepcopy(kept_wolves)


def wolves(cast: Cast) -> Table:
    """Bob fields an M1 Abrams with a face-down gunner against a T-64."""
    table = Table(cast)
    tank = Recruit(id="wolf-1", model="M1 Abrams")
    enlist(table, Enlist(platoon="wolf", name="Wolves", card="Team Yankee", vehicles=(tank,), fittings=SECRETS), cast)
    spare = Recruit(id="bear-1", model="T-64")
    enlist(table, Enlist(platoon="bear", name="Bears", card="Red Banner", vehicles=(spare,)), cast)
    table.battle = str(uuid4())
    sides = {"attackers": Forces(platoon="wolf"), "defenders": Forces(platoon="bear")}
    muster = MusterBattle(battle=table.battle, scenario="tank_ace", sides=sides)
    handler.muster_battle(table.campaign, str(uuid4()), muster, table.organiser, "page")
    return table


DEPTHS: tuple[Depth, ...] = ("status", "shots")
SECRETS: dict[str, tuple[str, ...]] = {"wolf-1": (SECRET,)}


def enlist(table: Table, command: Enlist, cast: Cast) -> None:
    player = cast.bob if command.platoon == "wolf" else cast.carol
    report = Report(str(uuid4()), "Enlist", codec.encode(command))
    handler.execute(table.campaign, [report], Who(str(player.pk)), "page")


def told(response: Any) -> str:
    """All a browser gets: the page and its headers."""
    return f"{response.content.decode()} {response.headers}"


@pytest.mark.at_length
def test_only_its_owner_sees_a_face_down_card(table: Table) -> None:
    """And the organiser, who may report for either side: she does not play, and is offered what they are offered."""
    assert SECRET in told(as_(table.cast.bob).get(table.url))
    clients = {"": Client(), "carol": as_(table.cast.carol), "dave": as_(table.cast.dave)}
    battle, campaign = table.url, f"/campaigns/{table.campaign}/"
    urls = {
        "battle": battle,
        "moment": f"{battle}?at=1",
        "ruling": f"{battle}?ruling=1",
        "dice": f"{battle}dice/",
        "campaign": campaign,
        "vehicle": f"{campaign}vehicles/wolf-1/",
        "home": "/",
    }
    for name, where in [*product(("carol",), urls), *sampled(product(("", "dave"), urls))]:
        page = told(clients[name].get(urls[where]))
        assert SECRET not in page, (name, where)
        assert table.seed not in page, (name, where)
    assert "face-down Gunner" in told(Client().get(table.url))


def test_nothing_sent_by_the_opponent_brings_it_out(table: Table) -> None:
    carol = as_(table.cast.carol)
    form = forms(carol.get(table.url).content).of("Concede")
    box = forms(carol.get(table.url).content).at("script/")
    for unit, card in (("wolf-1", "gunner"), ("wolf-1", "wolf-1-1"), ("wolf-1", "1")):
        given = f'{{"unit":"{unit}","card":"{card}"}}'
        for extra in ({}, {"check": "1"}):
            sent = form.filled(type="Reveal", given=given, id=str(uuid4())) | {k: [v] for k, v in extra.items()}
            assert SECRET not in told(carol.post(f"{table.url}report/", sent))
            lines = box.filled(script=f"reveal {unit} {card}", id=str(uuid4())) | {k: [v] for k, v in extra.items()}
            assert SECRET not in told(carol.post(f"{table.url}script/", lines))
    assert SECRET not in told(carol.get(table.url))


def test_a_card_turned_face_up_is_seen_by_all(table: Table) -> None:
    bob = as_(table.cast.bob)
    reveal = forms(bob.get(table.url).content).of("Reveal", unit="wolf-1")
    card = reveal.offers["pick:card"][0]
    response = bob.post(f"{table.url}report/", reveal.filled(card=card))
    assert response.status_code == 302
    page = told(Client().get(table.url))
    assert SECRET in page
    assert f"reveals {SECRET}" in page


@pytest.mark.at_length
def test_no_page_that_mends_brings_it_out(table: Table) -> None:
    """Carol corrects, declares and asks why, wherever she may and may not."""
    carol = as_(table.cast.carol)
    for depth in DEPTHS:
        table.command(table.cast.carol, ChangeDepth(depth=depth))
    assert SECRET in told(as_(table.cast.bob).get(f"{table.url}correct/2/?how=insert"))  # he may reveal it there
    positions = range(1, table.head + 1)
    paths = [f"correct/{at}/?how={how}" for at in positions for how in ("change", "strike", "insert")]
    paths += ["declare/", "declare/?of=wolf-1", "settle/", "amend/"]
    paths += ["replay/", "replay/frames/", "after-action/", "record/", "log/", "script/", "live/?now=1"]
    paths += [f"why/?of=units.wolf-1.{name}" for name in ("status", "card-gunner", "card-wolf-1-1", "points", "attack")]
    clients = {"": Client(), "carol": carol, "dave": as_(table.cast.dave)}
    for name, path in [*product(("carol",), paths), *sampled(product(("", "dave"), paths))]:
        assert SECRET not in told(clients[name].get(f"{table.url}{path}")), path
    assert SECRET not in repr(share_card.told(str(table.battle)))


@pytest.mark.at_length
@pytest.mark.parametrize("step", ["look", "do"])
def test_no_proposal_brings_it_out(table: Table, step: str) -> None:
    """What Carol proposes in Bob's place tells her nothing of his cards, and neither does what she is asked."""
    bob, carol = as_(table.cast.bob), as_(table.cast.carol)
    reveal = forms(bob.get(table.url).content).of("Reveal", unit="wolf-1")
    card = reveal.offers["pick:card"][0]
    lines = [f"reveal wolf-1 {card}", "reveal wolf-1 gunner", "fire wolf-1 bear-1", "concede attackers"]
    for depth in DEPTHS:
        table.command(table.cast.carol, ChangeDepth(depth=depth))
    for how, n in sampled(product(("change", "insert"), range(len(lines)))):
        sent = {"how": how, "line": lines[n], "reason": "x", "step": step, "id": str(uuid4())}
        response = carol.post(f"{table.url}correct/{table.head}/", sent)
        assert SECRET not in told(response), (how, lines[n])
        assert SECRET not in told(carol.get(table.url)), (how, lines[n])
    for path, value in ((f"data:models.wolf-1.cards.{card}.face_up", "true"), ("text:models.wolf-1.fate", "removed")):
        sent = {"of": "wolf-1", path: value, "reason": "x", "step": step, "id": str(uuid4())}
        assert SECRET not in told(carol.post(f"{table.url}declare/", sent))
        assert SECRET not in told(carol.get(table.url))
