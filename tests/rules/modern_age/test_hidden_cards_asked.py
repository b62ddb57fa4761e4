"""When nobody is asked for face-down cards, what one report answers, and that no question tells what a card is (R5)."""

from __future__ import annotations

import msgspec
import pytest

from rules import visibility
from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.cards.hidden import HiddenKept
from rules.systems.modern_age.defence.cancels import defence_dice
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.state import Attached, Wound
from tests.rules.modern_age.duels import duel, urgent
from tests.rules.modern_age.hidden import asked, defended, fired
from tests.rules.modern_age.musters import ace, shooting
from tests.rules.scenario import Story, happened

HITS = {"a": "soviets", "t": "americans"}  # who does not see the cards of that model

# -- no question ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "against_cards", "dice", "defence", "more", "moves"),
    [
        ((), ("AT-8 Songster",), "4,4,1,1", "1", "", {}),  # no Ammo card rolls defence dice again
        ((), ("Komissar",), "4,4,1,1", "1", "", {}),  # nor does a Commander
        ((), ("Defensive Driver",), "4,1,1,1", "6", "", {}),  # everything is cancelled
        ((), ("Defensive Driver",), "1,1,1,1", "1", "", {}),  # nothing has hit
        (("Focused Loader",), (), "6,1,1,1", "1", "", {"a": 1}),  # on the move and far away no Loader splits
        (("Focused Loader",), (), "4,1,1,1", "1", "", {}),  # there is no critical
        (("Medical Kit",), (), "4,4,1,1", "1", "", {}),  # no Equipment of a tank changes what is uncancelled
    ],
)
def test_nobody_is_asked_where_no_card_of_a_kind_face_down_could_answer(
    cards: tuple[str, ...],
    against_cards: tuple[str, ...],
    dice: str,
    defence: str,
    more: str,
    moves: dict[str, int],
) -> None:
    story = duel("M60 Patton", "T-64", cards, against_cards, hidden=(*cards, *against_cards), moves=moves)
    fired(story, dice, more)
    assert urgent(story, "soviets") == ["Defend"]
    told = story.when("soviets", f"defend t dice={','.join(defence * defence_dice(story.play, story.play.shot))}")
    assert happened(DefenceRolled, settled=True).fits(told.events[0])


def test_a_hero_shown_elsewhere_is_not_asked_for_here() -> None:
    """R4: each hero once. No other American Commander changes what is uncancelled."""
    for shown, question in (((), "uncancelled"), (("Randall Avery",), "")):
        story = duel(
            "M1 Abrams",
            "T-64",
            ("Cunning Commander",),
            hidden=("Cunning Commander",),
            friends={"f": "M60 Patton"},
            others={"f": shown},
        )
        defended(fired(story, "4,4,1,1"))
        assert asked(story)[0] == question


def test_a_card_that_was_let_pass_may_be_anything_of_its_kind() -> None:
    """A Soviet tank with an American Commander, which an organiser has let pass: its place is known to all."""
    forces = ace({"a": "M60 Patton"}, {"t": "T-64"}, {"t": ("Randall Avery",)})
    passed = {"R4/card/t/commander": "A loan for the evening."}
    for waivers, question in ((passed, "uncancelled"), ({}, "")):
        fitted = forces.fittings if waivers else {"t": ("Komissar",)}
        story = shooting(msgspec.structs.replace(forces, waivers=waivers, fittings=fitted))
        story.tell("americans: hold-fire a")
        told = story.when("soviets", "fire t a dice=4,4,4,1,1 stationary='' stabiliser=''")
        assert told._refused is None, told._refused
        if waivers:
            assert asked(story) == ("attacked", "t"), "he might be Big Game Hunter, for one"
            story.tell("soviets: keep-hidden t")
        story.tell("americans: defend a dice=1")
        assert asked(story)[0] == question


# -- one report for several questions ----------------------------------------------------------------------------------


def test_one_report_says_that_no_card_is_turned_up_by_either_side() -> None:
    """Who tells the defence dice too speaks for both; cards against criticals are asked for all the same. The target's
    seat has been lent: it is for who holds it to say."""
    story = duel(
        "M60 Patton",
        "T-64",
        ("Dead-Eye Gunner",),
        ("Defensive Driver",),
        hidden=("Dead-Eye Gunner", "Defensive Driver"),
    )
    fire = "fire a t dice=4,4,4,1 stabiliser='' stationary=''"
    story.tell("soviets: lend-seat soviets")
    told = story.when("americans", f"{fire} defence=1 keep_hidden=yes")
    assert [event.moment for event in told.events if isinstance(event, HiddenKept)] == ["defended", "uncancelled"]
    assert story.play.models["t"].damage == 3
    story = duel(
        "M60 Patton",
        "T-64",
        ("Dead-Eye Gunner",),
        ("Defensive Driver",),
        hidden=("Dead-Eye Gunner", "Defensive Driver"),
    )
    story.tell(f"americans: {fire} keep_hidden=yes\nsoviets: defend t dice=1")
    assert asked(story) == ("defended", "t"), "the shooter speaks for the shooter alone"
    story.tell("soviets: keep-hidden t")
    assert asked(story) == ("uncancelled", "a"), "and a later report has not been told yet"


def test_critical_cards_told_ahead_go_on_past_what_comes_before_them() -> None:
    cards = ("Sharpshooter Gunner",)
    story = duel("M60 Patton", "T-64", cards, ("Defensive Driver",), hidden=(*cards, "Defensive Driver"))
    fire = "fire a t dice=6,1,1,1 stabiliser='' stationary='' swap=no defence=1"
    told = story.when("americans", f"""{fire} criticals='[{{"card": "Lucky Hit", "damage": 2}}]'""")
    assert happened(AttackResolved, damage=2).fits(next(x for x in told.events if isinstance(x, AttackResolved)))


def test_keeping_cards_hidden_is_refused_where_nobody_asks() -> None:
    story = duel("M60 Patton", "T-64", (), ("Defensive Driver",), hidden=("Defensive Driver",))
    story.when("americans", "keep-hidden a").refused("003 R5")
    defended(fired(story, "4,4,4,1"))
    story.when("soviets", "reroll-defence t").refused("003 R20")
    story.when("americans", "keep-hidden a").refused("003 R20", "unit")
    story.when("americans", "keep-hidden t").refused("battle", "by")
    assert "asked for" not in str(visibility.see(story.state, "americans"))


def test_an_answer_is_taken_back_like_any_report() -> None:
    story = duel("M60 Patton", "T-64", (), ("Defensive Driver",), hidden=("Defensive Driver",))
    defended(fired(story, "4,4,4,1"))
    kept = story.position + 1
    story.tell("soviets: keep-hidden t")
    assert story.play.models["t"].damage == 3
    story.tell(f"soviets: undo position={kept}")
    assert (story.play.models["t"].damage, asked(story)) == (0, ("defended", "t"))


# -- secrets -----------------------------------------------------------------------------------------------------------

ALIKE = [
    ("Defensive Driver", "Cunning Driver", "t", "4,4,4,1"),
    ("Applique Armour", "Kontact-5", "t", "4,4,4,1"),
    ("Komissar", "Cunning Commander", "t", "6,4,4,1"),
    ("Asassin", "Bloodthirsty Gunner", "a", "6,4,4,1"),
    ("Focused Loader", "Aggressive Loader", "a", "6,4,4,1"),
    ("Extra Ammunition", "Willie Pete", "a", "1,4,4,1"),
]


@pytest.mark.parametrize(("card", "decoy", "unit", "dice"), ALIKE, ids=[row[0] for row in ALIKE])
def test_the_other_side_is_answered_alike_whatever_lies_face_down(card: str, decoy: str, unit: str, dice: str) -> None:
    """Asked or not, seen, offered and refused: the kind of the card decides, never its name."""

    def battle(name: str) -> Story:
        mine = {unit: (name, "ERA") if card == "Komissar" else (name,)}
        shooter = "AMX-30" if card == "Extra Ammunition" else "M60 Patton"
        moves = {"a": 1} if card == "Extra Ammunition" else {}
        return duel(shooter, "T-64", mine.get("a", ()), mine.get("t", ()), hidden=(name,), moves=moves)

    here, there = battle(card), battle(decoy)
    other = HITS[unit]
    reports = [
        ("americans", f"fire a t dice={dice}"),
        ("americans", "reroll a"),
        ("americans", "swap a swap=no"),
        ("americans", "keep-hidden a"),
        ("soviets", "defend t dice=1"),
        ("soviets", "keep-hidden t"),
        ("americans", "keep-hidden a"),
        ("soviets", "draw-critical t 'Bailed Out'"),
    ]
    moments = set()
    for side, report in reports:
        told = [story.when(side, report) for story in (here, there)]
        assert (told[0]._refused is None) == (told[1]._refused is None), report
        assert asked(here) == asked(there)
        assert visibility.see(here.state, other) == visibility.see(there.state, other)
        assert visibility.legal(here.state, other) == visibility.legal(there.state, other)
        assert visibility.see(here.state, "") == visibility.see(there.state, "")
        moments.add(asked(here)[0])
    assert moments - {""}, "there was something to be asked"


# -- a forgotten card --------------------------------------------------------------------------------------------------


def remedy(story: Story, side: str, report: str, field: str) -> str:
    refused = story.when(side, report).refused("dice", field)
    assert refused.remedy is not None
    return refused.remedy.text()


def test_who_rolls_too_many_dice_is_told_to_turn_a_card_up() -> None:
    """Kontact-5 forgotten: the hint names the kind, and comes with its owner's own report alone."""
    story = fired(duel("M60 Patton", "T-64", (), ("Kontact-5",), hidden=("Kontact-5",)), "4,4,4,1")
    assert "turn it up first: Armour (armour)." in remedy(story, "soviets", "defend t dice=1,1", "dice")
    decoy = fired(duel("M60 Patton", "T-64", (), ("Applique Armour",), hidden=("Applique Armour",)), "4,4,4,1")
    assert remedy(decoy, "soviets", "defend t dice=1,1", "dice") == remedy(
        story, "soviets", "defend t dice=1,1", "dice"
    )
    assert "turn it up" not in remedy(story, "soviets", "defend t dice=''", "dice")
    shot = duel("M60 Patton", "T-64", (), ("Kontact-5",), hidden=("Kontact-5",))
    fire = "fire a t dice=4,4,4,1 stationary='' stabiliser=''"
    assert "turn it up" not in remedy(shot, "americans", f"{fire} defence=1,1", "defence")
    none = fired(duel("M60 Patton", "T-64", (), ("Medical Kit",), hidden=("Medical Kit",)), "4,4,4,1")
    assert "turn it up" not in remedy(none, "soviets", "defend t dice=1,1", "dice")


def test_who_attacks_with_too_many_dice_is_told_to_turn_a_card_up() -> None:
    story = duel("M1 Abrams", "T-64", ("William 'Buck' Taylor",), hidden=("William 'Buck' Taylor",))
    assert "turn it up first: Commander (commander)." in remedy(story, "americans", "fire a t dice=4,4,4,1,1", "dice")
    story = duel("M1 Abrams", "T-64", ("Aggressive Loader",), hidden=("Aggressive Loader",))
    assert "turn it up" not in remedy(story, "americans", "fire a t dice=4,4,4,1,1", "dice")


def test_a_declared_card_on_the_table_is_no_secret() -> None:
    """A repairable critical card is everybody's to see: Determined Driver is asked for where there is one."""
    for repairable, question in ((True, "attacked"), (False, "")):
        story = duel("AMX-30", "T-64", ("Determined Driver",), hidden=("Determined Driver",), moves={"a": 1})
        story.play.models["a"].criticals["c1"] = Attached("c1", Wound("Shell Shocked", repairable))
        story.tell("americans: fire a t dice=1,1,1,1")
        assert asked(story)[0] == question
