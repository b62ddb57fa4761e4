"""R28 to R30, R37, A8, A26: penetration against armour, with the worked examples of the booklet."""

from __future__ import annotations

import pytest

from rules.contract import say
from rules.systems.panzer_strike import offers
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import duel, unit
from tests.rules.scenario import happened


def test_example_7() -> None:
    """A Hellcat, 12, at the front of a Tiger, 10, at range 2, with a die of -2: 9."""
    story = duel("Hellcat", "Tiger", range=2)
    story.when("axis", "fire firer accuracy=1,1 hit=body penetration=-2").then(
        happened(AccuracyRolled, total=2, needed=2, result="hit"),
        happened(HitRolled, zone="front", armour=10),
        happened(PenetrationRolled, base=12, drop=1, final=9, armour=10, outcome="none", unusual=False),
    )
    assert (unit(story, "target").life, unit(story, "target").injured) == ("active", False)


def test_example_8() -> None:
    """A Sherman, 9, at the front of a Nashorn, 2, at range 4, with -1: 5 destroys it."""
    story = duel("Sherman", "Nashorn", range=4)
    story.when("axis", "fire firer accuracy=2,2 hit=body penetration=-1").then(
        happened(AccuracyRolled, total=4, needed=4, result="hit"),
        happened(HitRolled, zone="front", armour=2),
        happened(PenetrationRolled, base=9, drop=3, final=5, armour=2, outcome="destroyed"),
    )
    assert unit(story, "target").life == "destroyed"


def test_example_9() -> None:
    """A Panther, 15, at the front of a Jumbo, 14, at range 3, with +1: 14 injures its crew."""
    story = duel("Panther", "Jumbo", range=3)
    story.when("axis", "fire firer accuracy=2,1 hit=body penetration=1").then(
        happened(AccuracyRolled, total=3, needed=3, result="hit"),
        happened(HitRolled, zone="front", armour=14),
        happened(PenetrationRolled, base=15, drop=2, final=14, armour=14, outcome="injured"),
    )
    assert (unit(story, "target").life, unit(story, "target").injured) == ("active", True)


def test_example_10() -> None:
    """A Pz IV G, 11, at the tracks of a Churchill VII, 4, with +2 and three less by range: 10 immobilises it."""
    story = duel("Pz IV G", "Churchill VII", range=4)
    story.when("axis", "fire firer accuracy=2,2 hit=track penetration=2").then(
        happened(AccuracyRolled, total=4, needed=4, result="hit"),
        happened(HitRolled, zone="tracks", armour=4),
        happened(PenetrationRolled, base=11, drop=3, final=10, armour=4, outcome="immobilised"),
    )
    assert unit(story, "target").mobility == "immobilised"
    assert unit(story, "target").hurt == 1


@pytest.mark.parametrize("range_", [1, 2, 3, 4, 5, 6])
def test_ap_loses_one_for_every_section_after_the_first(range_: int) -> None:
    """A8; A26: machine guns, too."""
    duel("Tiger", "Jumbo", range=range_).when("axis", "fire firer accuracy=5,5 hit=body penetration=0").then(
        AccuracyRolled, HitRolled, happened(PenetrationRolled, base=14, drop=range_ - 1, final=15 - range_)
    )
    if range_ <= 3:
        duel("M16 MGMC (SPAA)", "Jumbo", range=range_).when(
            "axis", "fire firer accuracy=5,5 hit=body penetration=0"
        ).then(AccuracyRolled, HitRolled, happened(PenetrationRolled, base=5, drop=range_ - 1, final=6 - range_))


@pytest.mark.parametrize("how", ["direct", "parabolic"])
@pytest.mark.parametrize("range_", [3, 4])
def test_he_loses_nothing(how: str, range_: int) -> None:
    duel("Hummel", "Jumbo", range=range_, aim={"how": how}).when(
        "axis", "fire firer accuracy=4,4 hit=body penetration=0"
    ).then(AccuracyRolled, HitRolled, happened(PenetrationRolled, base=9, drop=0, final=9, outcome="none"))


@pytest.mark.parametrize(("change", "outcome"), [(-1, "none"), (0, "injured"), (1, "destroyed")])
def test_less_than_the_armour_is_nothing_and_more_destroys(change: int, outcome: str) -> None:
    """R29 to R31: a Tiger at range 1 against 14."""
    story = duel("Tiger", "Jumbo", range=1)
    story.when("axis", f"fire firer accuracy=5,5 hit=body penetration={change}").then(
        AccuracyRolled, HitRolled, happened(PenetrationRolled, final=14 + change, outcome=outcome, timer=0)
    )
    kinds = [feat.kind for feat in unit(story, "firer").feats]
    more = {"none": [], "injured": ["damage"], "destroyed": ["kill", "damage"]}[outcome]
    assert kinds == ["shot", "hit", *more]


def test_a_wreck_stays_where_it_was() -> None:
    """R30: as an obstacle, with nothing in tow any more."""
    others = {"gun": ("3-inch M5 (FW)", "allies", "j8", "S")}
    story = duel("Tiger II", "Jumbo", range=2, others=others)
    unit(story, "target").tows, unit(story, "target").hooked = "gun", 1
    story.tell("axis: fire firer accuracy=5,5 hit=body penetration=0")
    target = unit(story, "target")
    assert (target.life, target.square, target.tows, target.hooked) == ("destroyed", "j7", "", 0)


def test_a_weapon_that_is_destroyed_is_not_in_tow_any_more() -> None:
    story = duel("Tiger II", "3-inch M5 (FW)", range=2, others={"tug": ("Jumbo", "allies", "j8", "N")})
    unit(story, "tug").tows, unit(story, "tug").hooked = "target", 1
    story.tell("axis: fire firer accuracy=5,5 penetration=0")
    assert (unit(story, "tug").tows, unit(story, "tug").hooked) == ("", 0)


# -- the die -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "change", "unusual"), [("Sherman", -1, False), ("Sherman", 2, True), ("Tiger", 2, False)]
)
def test_a_table_may_have_dice_of_its_own(model: str, change: int, unusual: bool) -> None:
    """Section 6: from -3 to 3, noted where the configured die has no such face."""
    duel(model, "Jumbo").when("axis", f"fire firer accuracy=4,4 hit=body penetration={change}").then(
        AccuracyRolled, HitRolled, happened(PenetrationRolled, unusual=unusual)
    )


@pytest.mark.parametrize("change", [-4, 4, 9])
def test_but_not_any(change: int) -> None:
    told = duel("Tiger", "Jumbo").when("axis", f"fire firer accuracy=4,4 hit=body penetration={change}")
    told.refused("dice", "penetration")


def test_leaguer_rolls_the_die_of_the_weapon() -> None:
    """R4: die I or II."""
    for model, die in (("Sherman", "I"), ("Tiger", "II")):
        story = duel(model, "Jumbo")
        rolled = story.when("axis", "fire firer accuracy=4,4 hit=body").events[2]
        assert isinstance(rolled, PenetrationRolled)
        assert rolled.roll.shows == (story.play.dice.penetration[die],)


def test_faces_below_nothing_have_the_same_sign() -> None:
    field = offers.dice_field("penetration", say("Penetration die"), 1, (-2, -1, 0))
    assert [pick.sign for pick in field.picks] == ["−2", "−1", "0"]
