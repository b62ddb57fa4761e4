"""Mending a battle of tanks: facts declared, outcomes amended, reports corrected and what follows from that."""

from __future__ import annotations

from typing import Any

import pytest

from rules.adjudicate import Who
from rules.contract import Roll
from rules.reports import Amend, Amended
from rules.stream.facts import facts
from rules.stream.revision.authority import authority
from rules.stream.revision.dry_run import check_tried
from rules.stream.revision.preview import ForOthers, preview
from rules.stream.revision.reports import (
    Agree,
    Agreed,
    Correct,
    Declare,
    Declared,
    Proposed,
    Resolve,
    Retold,
    Revised,
    Undo,
)
from rules.systems.modern_age.attack.answers import Drawn
from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.criticals.draws import CriticalDrawn
from rules.systems.modern_age.damage import Destroyed
from rules.systems.modern_age.defence.defend import DefenceRolled, Defend
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.movement import Moved
from rules.systems.modern_age.repairs import RepairRolled
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.fire import Fire, FireHeld
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from rules.systems.modern_age.turns import AdvantageRolled, PhaseBegan
from tests.rules.modern_age.musters import ace, first_game, in_turn, shooting
from tests.rules.scenario import Story, Told, happened

TABLE = "as it stands on the table"
REFEREE = Who("alice", referee=True)
FIRE: dict[str, Any] = {"unit": "m1", "target": "t64", "dice": [4, 4, 2, 2], "stabiliser": []}


def declare(**facts: Any) -> Declare:
    return Declare(facts={path.replace("__", "."): value for path, value in facts.items()}, reason=TABLE)


def status(story: Story, unit: str) -> str:
    view = story.state.rules.see(story.play, "")
    return next(one.status.text() for one in view.units if one.id == unit)


# -- declared facts ----------------------------------------------------------------------------------------------------


def test_damage_both_sides_agree_on_destroys_when_the_phase_is_over() -> None:
    story = shooting(first_game(), moves={"m1": 1})
    story.when("americans", declare(models__t64__damage=8)).then(happened(Proposed, side="americans", type="Declare"))
    assert story.play.models["t64"].damage == 0
    story.when("soviets", Agree(position=story.position)).then(
        Agreed, happened(Declared, facts={"models.t64.damage": 8}, authority="consent", reason=TABLE)
    )
    assert status(story, "t64") == "will be destroyed"
    story.when("americans", "hold-fire m1").then(FireHeld)
    story.when("soviets", "hold-fire t64").then(
        FireHeld,
        happened(PhaseBegan, phase="command"),
        happened(Destroyed, unit="t64", wreck=True, by=""),
        happened(BattleDecided, winner="americans", how="last"),
    )


def test_a_wreck_that_ends_the_battle_is_declared_with_the_result() -> None:
    story = shooting(first_game())
    said = story.when("", declare(models__t64__fate="destroyed")).refused("003 house", "facts.result")
    assert said.text.text() == "With that the battle is over, and won by americans."
    assert said.remedy is not None
    assert said.remedy.text() == "Declare the result, too: winner “americans”, how “last”."
    result = {"winner": "americans", "how": "last"}
    story.when("", declare(models__t64__fate="destroyed", result=result)).then(happened(Declared, authority="referee"))
    outcome = story.state.outcome()
    assert (outcome.over, outcome.winner, outcome.points) == (True, "americans", {"americans": 20, "soviets": 0})


def test_a_declared_advantage_decides_who_moves_first() -> None:
    """Initiative is tied: the side with Advantage counts as higher, and the lowest moves first (R9, R11)."""
    story = in_turn(ace({"a": "T-64"}, {"b": "T-64"}, platoons=("Red Banner", "Red Banner")))
    story.when("americans", "stay a").refused("003 R11", "unit")
    story.when("", declare(advantage="soviets")).then(happened(Declared, facts={"advantage": "soviets"}))
    story.when("soviets", "stay b").refused("003 R11", "unit")
    story.when("americans", "stay a").then(Moved)
    story.when("", Undo(position=story.state.last - 1)).then(happened(Revised, act="undo"))
    story.when("soviets", "stay b").then(Moved)


def test_an_organiser_amends_the_outcome_and_a_player_does_not() -> None:
    story = shooting(first_game())
    amend = Amend(winner="soviets", conditions={"m1": {"damage": 7}}, reason="reported upside down")
    story.when("americans", amend).refused("battle", "by")
    story.when("", amend).then(happened(Amended, winner="soviets"))
    outcome = story.state.outcome()
    assert (outcome.winner, outcome.how and outcome.how.text()) == ("soviets", "The result was reported as such.")
    assert {unit.id: unit.fate for unit in outcome.units} == {"m1": "wrecked", "t64": "fit"}


# -- corrected reports -------------------------------------------------------------------------------------------------


def after_a_shot(shot: str = "dice=4,4,2,2", defence: str = "dice=1,2", then: str = "") -> tuple[Story, int]:
    """The M1, which has moved once, fires at the T-64, which defends; and where the attack was told."""
    story = shooting(first_game(), moves={"m1": 1})
    story.tell(f"americans: fire m1 t64 {shot} stabiliser=''")
    fired = story.state.last
    story.tell(f"soviets: defend t64 {defence}\n{then}")
    return story, fired


def corrected(story: Story, position: int, **changes: Any) -> Told:
    """The organiser changes the shot of row `position`."""
    data = {**FIRE, **changes}
    return story.when("", Correct(position=position, how="change", type="Fire", data=data, reason="misread"))


def test_a_misread_attack_die_is_one_hit_more() -> None:
    """A two was a four: the same defence dice, and one hit more gets through."""
    story, fired = after_a_shot(then="soviets: hold-fire t64")
    assert story.play.models["t64"].damage == 2
    corrected(story, fired, dice=[4, 4, 4, 2]).then(
        happened(Revised, from_position=fired, act="correction", authority="referee"),
        happened(Retold, of=fired, how="changed"),
        happened(AttackRolled, hits=3, criticals=0),
        AttackRerolled,
        happened(Retold, how="told", orphans=()),
        happened(DefenceRolled, roll=Roll("t1/shooting/m1/defence", 6, (1, 2), "table"), hits=3),
        happened(AttackResolved, damage=3),
        happened(Retold, how="told"),
        happened(FireHeld, unit="t64"),
        happened(PhaseBegan, phase="command"),
    )
    assert (story.play.models["t64"].damage, story.play.phase) == (3, "command")


def with_a_critical_that_was_none() -> tuple[Story, list[int]]:
    """The six was a five: no card was drawn for it and nothing was to be repaired. And the rows that hang on it."""
    story, fired = after_a_shot("dice=6,4,2,2", "dice=1,2")
    later = []
    for line in ("draw-critical t64 'Jammed Mechanisms'", "hold-fire t64", "repair t64 c1 dice=2"):
        story.tell(f"soviets: {line}")
        later.append(story.state.last)
    assert story.play.models["t64"].criticals.keys() == {"c1"}
    told = corrected(story, fired, dice=[5, 4, 2, 2])
    assert [type(event) for event in told.events[-3:]] == [Retold, DefenceRolled, AttackResolved]
    return story, later


def test_a_later_report_that_is_no_longer_legal_waits_for_people() -> None:
    story, later = with_a_critical_that_was_none()
    drawn, _held, repaired = later
    assert story.state.waiting == tuple(later)
    said = story.when("soviets", "hold-fire t64").refused("battle")
    assert said.remedy is not None
    assert f"position {drawn}" in said.remedy.text()
    story.when("", Resolve(position=drawn, how="strike")).then(
        happened(Retold, of=drawn, how="struck"), happened(Retold, how="told"), FireHeld, PhaseBegan
    )
    assert story.state.waiting == (repaired,)
    story.when("", Resolve(position=repaired, how="strike")).then(happened(Retold, of=repaired, how="struck"))
    story.when("soviets", "roll-advantage dice=1,2").then(
        AdvantageRolled, happened(PhaseBegan, phase="movement", turn=2)
    )


def test_what_the_table_played_is_kept_as_declared_facts() -> None:
    """The card was drawn, whatever the rules say to it: it stays, and the repair of it can be told again."""
    story, (drawn, held, repaired) = with_a_critical_that_was_none()
    told = story.when("", Resolve(position=drawn, how="keep"))
    told.then(
        happened(Retold, of=drawn, how="kept"),
        happened(Declared, kept=drawn, authority="referee"),
        happened(Retold, of=held, how="told"),
        FireHeld,
        PhaseBegan,
        happened(Retold, of=repaired, how="told"),
        happened(RepairRolled, critical="c1", repaired=False),
    )
    kept = told.events[1]
    assert isinstance(kept, Declared)
    assert kept.facts["models.t64.last_critical"] == 1
    assert "models.t64.damage" not in kept.facts  # the card did none
    tank = story.play.models["t64"]
    assert (tank.damage, [one.wound.card for one in tank.criticals.values()]) == (2, ["Jammed Mechanisms"])
    assert not story.state.waiting


def test_leaguer_rolls_what_a_corrected_pool_lacks_and_the_dice_that_fell_stand() -> None:
    """In cover the T-64 has a die more; Leaguer rolled the first two."""
    story, fired = after_a_shot(defence="")
    defended = story.state.last
    (first,) = [row.event.roll for row in story.rows if isinstance(row.event, DefenceRolled)]
    assert (len(first.values), first.by) == (2, "leaguer")
    told = corrected(story, fired, cover=True)
    assert [type(event) for event in told.events[1:]] == [Retold, AttackRolled, AttackRerolled]
    story.when("", Resolve(position=defended, how="accept")).refused("dice", "how")
    events = story.when("", Resolve(position=defended, how="roll")).events
    assert events[0] == Retold(of=defended, how="rolled")
    assert isinstance(events[1], DefenceRolled)
    assert (events[1].roll.values[:2], len(events[1].roll.values)) == (first.values, 3)


def test_a_die_nobody_asks_for_any_more_is_accepted_by_people() -> None:
    """Out of cover the T-64 has a die less: the third, a six, saved it from a hit and does so no more."""
    story, fired = after_a_shot("cover=yes dice=4,4,2,2", "dice=1,2,6")
    defended = story.state.last
    assert story.play.models["t64"].damage == 1
    corrected(story, fired, cover=False).then(Revised, Retold, AttackRolled, AttackRerolled)
    assert story.state.waiting == (defended,)
    story.when("", Resolve(position=defended, how="accept")).then(
        happened(Retold, how="accepted", orphans=(Roll("t1/shooting/m1/defence", 6, (6,), "table"),)),
        happened(DefenceRolled, hits=2),
        happened(AttackResolved, damage=2),
    )


def test_a_correction_and_its_undo_leave_the_battle_as_it_was() -> None:
    story, fired = after_a_shot(then="soviets: hold-fire t64")
    before = facts(story.play)
    corrected(story, fired, dice=[6, 6, 6, 6])
    assert facts(story.play) != before
    story.when("", Undo(position=story.state.corrected)).then(happened(Revised, act="undo"))
    assert facts(story.play) == before


def test_a_card_leaguer_has_drawn_is_not_drawn_otherwise_at_the_table() -> None:
    """A die that fell stays fallen: after an undo the same card may be named, and no other."""
    story = shooting(first_game(critical_deck="house"))
    story.when("americans", Fire(**{**FIRE, "dice": (6, 2, 2, 2), "stationary": ()}))
    told = story.when("soviets", Defend(unit="t64", dice=(1,))).events
    drawn = next(event for event in told if isinstance(event, CriticalDrawn))
    assert drawn.roll is not None
    story.when("", Undo(position=story.state.last))
    again = story.when("soviets", Defend(unit="t64", dice=(1,), criticals=(Drawn(card=drawn.card),))).events
    assert next(event.card for event in again if isinstance(event, CriticalDrawn)) == drawn.card
    story.when("", Undo(position=story.state.last))
    other = next(name for name in story.play.deck if name != drawn.card)
    otherwise = Defend(unit="t64", dice=(1,), criticals=(Drawn(card=other),))
    story.when("soviets", otherwise).refused("dice", "criticals")


def test_who_only_tries_a_shot_hears_of_no_card_of_the_other_side() -> None:
    """What the target would lose lies face down: it is told when it is lost."""
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, fittings={"t64": ("Inspired Commander",)})
    story = shooting(forces, moves={"m1": 1})
    cards = (Drawn(card="Injured Crew", damage=1), Drawn(card="Bailed Out"))
    shot = Fire(unit="m1", target="t64", dice=(6, 6, 1, 1), stabiliser=(), swap=False, defence=(1, 1), criticals=cards)
    with pytest.raises(ForOthers):
        check_tried(story.history, [shot], Who("bob"), "americans")
    check_tried(story.history, [shot], Who("carol"), "soviets")
    told = story.when("americans", shot).events
    assert "Inspired Commander" in repr(told)
    assert authority(story.history, story.state, Undo(position=story.state.last), Who("bob")) is None


def test_a_card_that_lies_open_shows_in_a_preview_beside_a_copy_that_lies_face_down() -> None:
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, fittings={"t64": ("Resourceful Loader", "MANPADS", "MANPADS")})
    story = in_turn(forces)
    story.when("soviets", "reveal t64 ammo")
    strike = Correct(position=story.state.last, how="strike", reason=TABLE)
    (change,) = preview(story.history, strike, REFEREE, "").changes
    assert change.before == (CardRevealed(unit="t64", card="ammo", name="MANPADS"),)
    both = Correct(position=story.state.last, how="change", data={"unit": "t64", "card": "ammo-2"}, reason=TABLE)
    with pytest.raises(ForOthers):
        preview(story.history, both, REFEREE, "")
