"""What every battle has, whatever its rulebook: who may report, depth, confirmation, settlement."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import adjudicate, visibility
from rules.adjudicate import CLERK, Who
from rules.contract import Event, Muster, Refused, Side, Unit
from rules.frame import BATTLES
from rules.reports import (
    ChangeDepth,
    Confirm,
    Confirmed,
    DepthChanged,
    ReportResult,
    ReportStatus,
    ResultReported,
    Settle,
    Settled,
    StatusReported,
)
from rules.stream.dice import SeededDice
from tests.rules.scenario import Story, given, happened

pytestmark = pytest.mark.usefixtures("duel")
SEED = "5eed" * 16
BLUE, RED = "blue", "red"


def forces(**changes: Any) -> Muster:
    """Two of Bob's against one of Carol's; the last round is the second. No card lies on the table."""
    muster = Muster(
        system="toy_duel",
        options={"rounds": 2},
        sides={BLUE: Side(players=("bob", "ben")), RED: Side(players=("carol",))},
        units=(
            Unit(id="blue-1", side=BLUE, name="Hare 1", model="Hare"),
            Unit(id="blue-2", side=BLUE, name="Hare 2", model="Hare"),
            Unit(id="red-1", side=RED, name="Boar 1", model="Boar"),
        ),
        seed=SEED,
    )
    return msgspec.structs.replace(muster, **changes)


def told(depth: Any) -> Story:
    return given(forces(), DepthChanged(depth=depth))


def over() -> Story:
    """Red has conceded, which is the third row of the log."""
    return given(forces()).tell("blue: hold blue-1\nred: concede red")


def confirm(side: str, position: int = 3, digest: str = f"{3:064x}", **more: Any) -> Confirm:
    return Confirm(side=side, position=position, digest=digest, **more)


def by(story: Story, who: Who, command: Any) -> list[Event]:
    return list(adjudicate.decide(story.state, command, who, SeededDice(SEED)))


# -- muster ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "field", "says"),
    [
        ({"system": "chess"}, "system", "chess"),
        ({"sides": {BLUE: Side()}}, "sides", "two sides"),
        ({"units": forces().units[:2]}, "units", "“red” has no units"),
        ({"units": (*forces().units, forces().units[0])}, "units", "blue-1"),
        ({"units": (*forces().units, Unit(id=RED, side=BLUE, model="Hare"))}, "units", "“red” is taken"),
        ({"units": (*forces().units, Unit(id="x", side="green", name="X", model="Hare"))}, "units", "green"),
    ],
)
def test_forces_that_cannot_meet_are_refused(changes: dict[str, Any], field: str, says: str) -> None:
    with pytest.raises(Refused) as caught:
        adjudicate.muster(forces(**changes))
    assert caught.value.field == field
    assert says in caught.value.text.text()


def test_a_battle_is_mustered_once() -> None:
    given(forces()).when("", forces()).refused_for("", "mustered already")


def test_a_muster_is_the_same_live_and_from_the_log() -> None:
    """Sides and options in the order of their keys, however they were sent."""
    turned = forces(sides=dict(reversed(forces().sides.items())))
    assert list(adjudicate.muster(turned).sides) == [BLUE, RED]


# -- who reports -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["bob", "ben"])
def test_every_player_of_a_side_reports_for_it(player: str) -> None:
    story = given(forces())
    command = story._read("hold blue-1")
    assert by(story, Who(player), command)


def test_the_other_side_does_not() -> None:
    refused = given(forces()).when(RED, "hold blue-1").refused_for("by", "for side “blue”")
    assert refused.code == "not-yours"
    assert refused.remedy is not None


def test_a_stranger_reports_nothing() -> None:
    shots = [given(forces())._read(line) for line in ("hold blue-1", "concede red", "change-depth status")]
    states = [ReportStatus(unit="red-1", condition={}), ReportResult(winner=RED), ChangeDepth(depth="shots")]
    ends = [confirm(BLUE), Settle()]
    for story, commands in ((given(forces()), shots), (told("status"), states), (over(), ends)):
        for command in commands:
            with pytest.raises(Refused) as caught:
                by(story, Who("dave"), command)
            assert caught.value.code == "not-yours", command


def test_the_organiser_reports_for_anybody() -> None:
    story = given(forces())
    assert by(story, Who("alice", referee=True), story._read("hold red-1"))


# -- depth -------------------------------------------------------------------------------------------------------------


def test_the_depth_changes_between_rounds() -> None:
    given(forces()).when(BLUE, ChangeDepth(depth="status")).then(happened(DepthChanged, depth="status"))


def test_the_depth_does_not_change_in_mid_round() -> None:
    given(forces()).tell("blue: hold blue-1").when(BLUE, ChangeDepth(depth="status")).refused_for("depth", "between")


def test_the_depth_does_not_change_to_what_it_is() -> None:
    given(forces()).when(BLUE, ChangeDepth(depth="shots")).refused_for("depth", "already")


@pytest.mark.parametrize("depth", ["status", "result"])
def test_no_shots_where_states_are_told(depth: str) -> None:
    told(depth).when(BLUE, "hold blue-1").refused_for("", "not being reported shot by shot")


def test_no_states_where_shots_are_told() -> None:
    story = given(forces())
    story.when(BLUE, ReportStatus(unit="red-1", condition={})).refused_for("", "shot by shot")
    story.when(BLUE, ReportResult(winner=RED)).refused_for("", "shot by shot")


def test_a_status_is_spelled_out() -> None:
    """Absolute and whole, so that saying it twice says it once."""
    story = (
        told("status")
        .when(RED, ReportStatus(unit="red-1", condition={"damage": 1}))
        .then(happened(StatusReported, unit="red-1", condition={"damage": 1, "lost": False}))
    )
    story.when(BLUE, ReportStatus(unit="red-1", condition={"lost": False, "damage": 1})).then(StatusReported)
    assert story.play.vehicles["red-1"].damage == 1


@pytest.mark.parametrize(
    ("unit", "condition", "field", "says"),
    [
        ("red-9", {}, "condition", "There is no unit “red-9”"),
        ("red-1", {"damage": "much"}, "condition.damage", "a whole number"),
        ("red-1", {"paint": "green"}, "condition.paint", "no field “paint”"),
    ],
)
def test_a_status_of_nothing_is_refused(unit: str, condition: dict[str, Any], field: str, says: str) -> None:
    told("status").when(BLUE, ReportStatus(unit=unit, condition=condition)).refused_for(field, says)


def test_a_result_alone_needs_the_state_of_every_unit() -> None:
    some = {"blue-1": {}, "red-1": {"damage": 2}}
    told("result").when(BLUE, ReportResult(winner=BLUE, conditions=some)).refused_for("conditions", "blue-2")


def test_a_result_ends_the_battle() -> None:
    everyone: dict[str, dict[str, Any]] = {"blue-1": {}, "blue-2": {"damage": 1}, "red-1": {}}
    story = (
        told("result")
        .when(BLUE, ReportResult(winner=RED, conditions=everyone))
        .then(happened(ResultReported, winner=RED))
    )
    outcome = story.state.outcome()
    assert (outcome.over, outcome.winner) == (True, RED)
    assert [unit.fate for unit in outcome.units] == ["fit", "wrecked", "fit"]


def test_after_states_a_result_needs_only_what_is_not_known() -> None:
    given(
        forces(), DepthChanged(depth="status"), StatusReported(unit="blue-1", condition={"damage": 1, "lost": False})
    ).when(RED, ReportResult(winner=RED)).then(ResultReported)


def test_a_result_for_nobody_there_is_refused() -> None:
    told("status").when(BLUE, ReportResult(winner="green")).refused_for("winner", "There is no side “green”")
    told("status").when(BLUE, ReportResult(winner=RED, conditions={"x": {}})).refused_for("conditions.x", "no unit")


def test_a_draw_is_a_result() -> None:
    story = told("status").when(BLUE, ReportResult(winner="")).then(happened(ResultReported, winner=""))
    assert story.state.outcome().over
    assert story.state.outcome().winner == ""


def test_back_at_every_shot_what_is_unknown_is_asked_for() -> None:
    story = told("status").when(RED, ChangeDepth(depth="shots")).then(DepthChanged)
    offered = {choice.command for choice in visibility.legal(story.state, BLUE)}
    assert offered == {"ChangeDepth", "Concede", "DeclareRound"}
    story.when(BLUE, "hold blue-1").refused_for("", "which round")
    story.tell("red: declare-round round=2\nblue: hold blue-1")


# -- confirmation and settlement ---------------------------------------------------------------------------------------


def test_nothing_more_is_told_of_a_battle_that_is_over() -> None:
    for command in ("hold red-1", "concede blue", "change-depth status", "report-status red-1 condition={}"):
        refused = over().when("", command).refused_for("", "over")
        assert refused.code == "over"


def test_a_battle_that_goes_on_is_not_confirmed() -> None:
    given(forces()).when(BLUE, confirm(BLUE, 1, f"{1:064x}")).refused_for("position", "not over")


def test_both_sides_confirm() -> None:
    story = over().when(BLUE, confirm(BLUE)).then(happened(Confirmed, side=BLUE, position=3, by_default=False))
    assert not story.state.agreed
    assert story.state.fought == (3, f"{3:064x}")
    story.when(RED, confirm(RED)).then(happened(Confirmed, side=RED))
    assert story.state.agreed


@pytest.mark.parametrize(
    ("command", "field", "says"),
    [
        (confirm(BLUE, position=2), "position", "position 3"),
        (confirm(BLUE, position=4), "position", "position 3"),
        (confirm(BLUE, digest="f" * 64), "digest", f"{3:064x}"),
        (confirm("green"), "side", "no side “green”"),
        (confirm(RED), "by", "for side “red”"),
        (confirm(BLUE, by_default=True), "by_default", "Only the clerk"),
    ],
)
def test_a_confirmation_names_what_stands_and_is_one_s_own(command: Confirm, field: str, says: str) -> None:
    refused = over().when(BLUE, command).refused_for(field, "")
    assert says in refused.text.text() + (refused.remedy.text() if refused.remedy else "")


def test_nobody_confirms_twice() -> None:
    over().when(BLUE, confirm(BLUE)).then(Confirmed).when(BLUE, confirm(BLUE)).refused_for("side", "already")


def test_the_clerk_confirms_for_who_is_silent() -> None:
    over().when(CLERK, confirm(RED, by_default=True)).then(happened(Confirmed, side=RED, by_default=True))


def test_the_aftermath_waits_for_both_sides() -> None:
    story = over().when(BLUE, confirm(BLUE)).then(Confirmed)
    story.when(CLERK, Settle()).refused_for("", "both sides")
    story.when(CLERK, "assess red-1").refused_for("", "both sides")


def test_the_clerk_settles_when_nothing_is_left_and_discloses_the_seed() -> None:
    story = over().and_then(Confirmed(side=BLUE, position=3, digest=f"{3:064x}"))
    story.and_then(Confirmed(side=RED, position=3, digest=f"{3:064x}"))
    story.when(BLUE, Settle()).refused_for("by", "clerk")
    story.when(CLERK, Settle()).then(happened(Settled, seed=SEED))
    assert story.state.settled
    assert not visibility.legal(story.state, BLUE)
    assert story.when(CLERK, Settle()).refused_for("", "settled").code == "over"


def test_an_open_step_of_the_aftermath_holds_settlement_up() -> None:
    story = given(forces(units=(*forces().units[:2], damaged())))
    story.tell("blue: concede blue")
    story.and_then(*(Confirmed(side=side, position=2, digest=f"{2:064x}") for side in (BLUE, RED)))
    story.when(CLERK, Settle()).refused_for("", "still open")
    story.when(RED, "assess red-1").refused_for("by", "")
    story.tell("clerk: assess red-1").when(CLERK, Settle()).then(Settled)


def damaged() -> Unit:
    return msgspec.structs.replace(forces().units[2], condition={"damage": 1})


# -- the fold and the public face --------------------------------------------------------------------------------------


def test_digests_are_filled_in_after_the_rows_are_written() -> None:
    state = over().state
    BATTLES.stamp(state, {3: "a" * 64})
    assert state.head == state.fought == (3, "a" * 64)
    BATTLES.stamp(state, {2: "b" * 64})
    assert state.head == (3, "a" * 64)


def test_a_side_that_has_confirmed_is_offered_nothing() -> None:
    story = over()
    (choice,) = visibility.legal(story.state, BLUE)
    assert choice.given == {"side": BLUE, "position": 3, "digest": f"{3:064x}"}
    story.when(BLUE, confirm(BLUE)).then(Confirmed)
    assert not visibility.legal(story.state, BLUE)
    assert visibility.legal(story.state, RED)
    assert not visibility.legal(story.state, "green")
