"""Outcomes amended, facts declared and proposals answered in the office."""

from __future__ import annotations

from functools import partial

import pytest
from django.test import Client

from battles import handler as battle_door
from battles import log
from battles.models import Sheet
from campaigns import clerk
from campaigns.models import Fixture
from rules.adjudicate import Who
from rules.reports import Amended
from rules.stream.revision.reports import Correct, Declared, Undo
from tests.campaigns.alpha import LastStand
from tests.campaigns.conftest import Season
from tests.campaigns.mending.office import Desk, at, done, shots, text, wrecked
from tests.campaigns.office import office_of, url
from tests.cast import Cast
from tests.where import BOTH

pytestmark = pytest.mark.django_db


def test_an_outcome_is_amended_and_confirmations_fall(season: Season, alice: Client) -> None:
    battle = season.begin().fight()
    clerk.sweep()
    assert Fixture.objects.get().winner == "bears"
    assert not alice.get(url(Sheet, "changelist"), {"waits": "voided"}).context["cl"].result_count
    form = Desk(alice, at(battle, "amend"))
    assert form.form["winner"] == "north"
    assert form.form["unit:cats-1:damage"] == 2
    seen = form.look(winner="south", reason="They had counted the wrong tanks.", **{"unit:cats-1:damage": "1"})
    assert "Confirmations that fall: Bears, Cats." in seen
    assert "Light (South)" in seen  # two go by that name
    assert "Winner Bears Cats" in seen
    done(form.do())
    row = next(row for row in log.read(battle) if row.type == "Amended")
    assert '"cats-1":{"damage":1}' in row.data.replace(" ", "")
    assert "cats-2" not in row.data  # whose controls were left as they were
    events = [fact.event for fact in battle_door.replay(battle)[1] if not fact.struck]
    assert any(isinstance(event, Amended) for event in events)
    voided = alice.get(url(Sheet, "changelist"), {"waits": "voided"}).context["cl"].result_list
    assert [str(sheet.pk) for sheet in voided] == [battle]
    season.confirm(battle)
    clerk.sweep()
    assert Fixture.objects.get().winner == "cats"
    assert not alice.get(url(Sheet, "changelist"), {"waits": "mending"}).context["cl"].result_count


def test_a_condition_has_readable_controls(cast: Cast) -> None:
    stand = LastStand(cast).drawn()
    form = Desk(office_of(cast.alice), at(stand.battle, "amend"))
    page = form.page.content.decode()
    assert form.form["unit:alpha-1:damage"] == 6
    assert form.form["unit:alpha-1:fate"] == "destroyed"
    assert 'type="number" name="unit:alpha-1:damage"' in page
    assert '<select name="unit:alpha-1:fate"' in page
    assert "JSON" not in page
    wounds = 'card="Engine Fire" repairable=no\ncard=Smoke'
    said = {
        "unit:red-2:damage": "2",
        "unit:red-2:criticals": wounds,
        "unit:red-2:lost_cards": "Loader\n\nGunner\n",
        "unit:alpha-1:fate": "removed",
    }
    form.look(reason="The list was wrong.", winner="soviets", **said)
    assert '"name":' not in text(form.page)
    done(form.do())
    conditions = {unit.id: unit.condition for unit in battle_door.state(stand.battle).outcome().units}
    assert conditions["red-2"]["damage"] == 2
    assert list(conditions["red-2"]["lost_cards"]) == ["Loader", "Gunner"]
    assert [(one["card"], one["repairable"]) for one in conditions["red-2"]["criticals"]] == [
        ("Engine Fire", False),
        ("Smoke", True),
    ]
    assert conditions["alpha-1"]["fate"] == "removed"
    again = Desk(office_of(cast.alice), at(stand.battle, "amend"))
    assert again.page.context["form"]["unit:red-2:criticals"].value().splitlines() == [
        "'card=Engine Fire' repairable=no",
        "card=Smoke",
    ]


@pytest.mark.parametrize(
    ("said", "control", "told"),
    [
        ({"unit:red-2:damage": "many"}, "unit:red-2:damage", "whole number"),
        ({"unit:red-2:damage": "-1"}, "unit:red-2:damage", "greater than or equal"),
        ({"unit:red-2:fate": "lost"}, "unit:red-2:fate", "valid choice"),
        ({"unit:red-2:criticals": "repairable=no"}, "unit:red-2:criticals", "cannot be read"),
        ({"unit:red-2:criticals": 'card="'}, "unit:red-2:criticals", "quote"),
        ({"unit:red-2:lost_cards": "x" * 300}, "unit:red-2:lost_cards", "at most"),
        ({"winner": "nobody"}, "winner", "valid choice"),
        ({"reason": ""}, "reason", "required"),
    ],
)
def test_a_mistake_is_told_where_it_was_made(cast: Cast, said: dict[str, str], control: str, told: str) -> None:
    stand = LastStand(cast).drawn()
    head = log.head(stand.battle)
    form = Desk(office_of(cast.alice), at(stand.battle, "amend"))
    form.look(**({"reason": "The list was wrong."} | said))
    assert told in str(form.page.context["form"].errors[control])
    assert log.head(stand.battle) == head


@BOTH
def test_facts_are_declared(season: Season, battle: str, alice: Client) -> None:
    form = Desk(alice, at(battle, "declare"))
    groups = dict(form.page.context["form"].fields["fact-1"].choices)
    assert {"The Cats", "Light (North)", "Light (South)", "The battle"} <= {*groups}
    seen = form.look(
        **{
            "fact-1": "vehicles.cats-1.damage",
            "value-1": "2",
            "fact-2": "vehicles.bears-1.damage",
            "value-2": "1",
            "reason": "A token had fallen off.",
        }
    )
    assert "Status" in seen or "What differs" in seen
    done(form.do())
    (event,) = (fact.event for fact in battle_door.replay(battle)[1] if isinstance(fact.event, Declared))
    assert event.facts == {"vehicles.cats-1.damage": 2, "vehicles.bears-1.damage": 1}
    assert event.authority == "referee"


@pytest.mark.parametrize(
    ("said", "control", "told"),
    [
        ({"value-1": "9"}, "value-1", "2 or less"),
        ({"value-1": "lots"}, "value-1", "a whole number"),
        ({"value-1": ""}, "value-1", "a whole number"),
        ({"fact-1": ""}, "__all__", "No fact is chosen."),
        ({"fact-1": "vehicles.cats-9.damage"}, "fact-1", "valid choice"),
    ],
)
def test_a_fact_that_cannot_be_is_refused_in_its_row(
    battle: str, alice: Client, said: dict[str, str], control: str, told: str
) -> None:
    form = Desk(alice, at(battle, "declare"))
    form.look(**({"fact-1": "vehicles.cats-1.damage", "value-1": "1", "reason": "x"} | said))
    assert told in str(form.page.context["form"].errors[control])


def proposed(season: Season, battle: str) -> None:
    """Bob asks Carol to take back the shot of hers."""
    season.play(battle, Undo(position=3), Who(str(season.cast.bob.pk)))


@pytest.mark.parametrize(("act", "left"), [("agree", 1), ("decline", 2)])
def test_an_organiser_answers_a_proposal(season: Season, battle: str, alice: Client, act: str, left: int) -> None:
    proposed(season, battle)
    rows = alice.get(url(Sheet, "changelist"), {"waits": "proposal"}).context["cl"].result_list
    assert [str(row.pk) for row in rows] == [battle]
    assert "Bears proposes" in text(alice.get(url(Sheet, "changelist")))
    assert "A proposal is open" in text(alice.get(at(battle)))
    form = Desk(alice, at(battle, act))
    assert ("Taken back Row 3: The Cats shoots" in form.look()) is (act == "agree")
    done(form.do())
    assert shots(battle) == left
    assert not alice.get(url(Sheet, "changelist"), {"waits": "proposal"}).context["cl"].result_count


def test_an_organiser_agrees_to_what_the_proposer_may_not_foresee(season: Season, battle: str, alice: Client) -> None:
    """Bob asks that Carol's shot hit another of his: what comes of it is for her side to know, and the office's."""
    data = {"shooter": "cats-1", "target": "bears-2", "dice": [6]}
    correct = Correct(position=3, how="change", data=data, reason="It was the other one.", rest="keep")
    season.play(battle, correct, Who(str(season.cast.bob.pk)))
    for page in (alice.get(at(battle)), alice.get(at(battle, "agree"))):
        seen = text(page)
        assert "Bears proposes to correct the report of row 3." in seen
        assert "It was the other one." in seen
        assert "Proposed: change it: shoot cats-1 bears-2 dice=6" in seen
        assert "keep them all as they were played" in seen
    form = Desk(alice, at(battle, "agree"))
    seen = form.look()
    assert form.page.status_code == 200
    assert "Status fit damaged" in seen
    assert done(form.do()) == "Done."
    play = battle_door.state(battle).play
    assert (play.vehicles["bears-1"].damage, play.vehicles["bears-2"].damage) == (0, 1)


def test_dice_that_nobody_rolls_leave_the_deed_undone(
    battle: str, alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = Desk(alice, at(battle, "correct", 3))
    form.look(how="insert", line="shoot bears-2 cats-2", reason="It was forgotten.")
    monkeypatch.setattr("battles.handler.execute", partial(battle_door.execute, dry_run=True))  # where no die falls
    head = log.head(battle)
    response = form.do()
    assert response.status_code == 422
    assert "Leaguer rolls 1 die for" in text(response)
    assert log.head(battle) == head


def test_only_what_can_settle_a_report_is_offered(season: Season, alice: Client) -> None:
    battle = wrecked(season)
    form = Desk(alice, at(battle, "correct", 2))
    form.look(how="insert", line="shoot bears-2 cats-1 dice=6", reason="A shot was forgotten.")
    done(form.do())
    offered = [way for way, _label in Desk(alice, at(battle, "settle")).page.context["form"].fields["how"].choices]
    assert offered == ["keep", "strike", "replace"]  # it is not for want of dice that it cannot stand


def test_facts_of_a_confirmed_battle_are_those_before_the_aftermath(cast: Cast) -> None:
    stand = LastStand(cast).drawn().confirmed()
    clerk.attend(stand.battle)
    stand.take_case()
    client = office_of(cast.alice)
    for act in ("declare", "amend"):
        assert "before the aftermath" in text(client.get(at(stand.battle, act)))
    assert Desk(client, at(stand.battle, "amend")).form["unit:red-2:damage"] == 3
