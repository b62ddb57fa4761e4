"""An announced shot, die by die (R19): radio, accuracy, what a miss still strikes, the hit die, penetration."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from rules.contract import Decision, Dice, Event, Message, Refused, Roll, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import damage, drift, hits, radio, sight
from . import events_fire as e
from .announcing import barred
from .lookup import acting, question
from .refusals import refused
from .state import Aim, Miniature, State
from .tables import DRIFT_BY_HIT_DIE, PENETRATION_MAY, option


def fire(state: State, command: c.Fire, dice: Dice) -> Decision:
    """R19, A22: one shot of the phase, in whatever order of shots. All its dice come with one report; those that are
    left out are Leaguer's."""
    unit = acting(state, command.unit, "firing", "R15")
    aim = _announced(state, unit)
    _check_die(state, unit, aim, command.die)
    reported = _Reported(command)
    if aim.how == "parabolic" and aim.reporter:
        reported.asked("radio")
        if not (yield from radio.report(state, unit, command.radio, dice)):
            reported.check_all_asked()
            return
    reported.asked("accuracy")
    accuracy = _accuracy(state, unit, aim, command, dice)
    yield accuracy
    victim, range_ = accuracy.victim, accuracy.range
    if accuracy.result == "hit" and aim.wall:
        yield e.WallDestroyed(unit=unit.id, square=aim.wall)
    drifts = aim.how == "parabolic" and state.options["missed_shots"]
    if accuracy.result == "miss" and drifts:
        victim, range_ = yield from _drift(state, unit, command, dice, reported)
    if victim:
        missed = yield from _strike(state, unit, state.units[victim], range_, command, dice, reported)
        if missed and accuracy.result == "hit" and drifts and option(state.options, DRIFT_BY_HIT_DIE):
            victim, range_ = yield from _drift(state, unit, command, dice, reported)
            if victim:
                yield from _come_down(state, unit, state.units[victim], range_, missed, command, dice, reported)
    reported.check_all_asked()


def _drift(
    state: State, unit: Miniature, command: c.Fire, dice: Dice, reported: _Reported
) -> Generator[Event, None, tuple[str, int]]:
    """R45: who is struck where the shot comes down, "" for nobody, and at what range."""
    reported.asked("miss")
    drifted = yield from drift.drift(state, unit, command.miss, dice)
    return drifted.victim, drifted.range


class _Reported:
    """The dice of a report that nobody has asked for yet.

    None may be left to Leaguer that falls before one that is reported: who rolls on at the table knows what fell, and a
    refusal of the later die would tell what Leaguer's shows (R19).
    """

    IN_ORDER = ("radio", "accuracy", "miss", "hit", "penetration")

    def __init__(self, command: c.Fire) -> None:
        self.left = [die for die in self.IN_ORDER if getattr(command, die) is not None]

    def asked(self, die: str) -> None:
        """This die falls now; `Refused` where it was left out and a later one was not."""
        if die in self.left:
            self.left.remove(die)
        elif self.left:
            raise refused(
                "R19",
                self.left[0],
                say(_("%(die)s is rolled before what is reported, and was left out."), die=DICE[die]),
                say(_("Report it as well, or leave out all that is rolled after it.")),
            )

    def check_all_asked(self) -> None:
        """`Refused` where a die is reported that this shot does not come to."""
        if self.left:
            raise refused(
                "R19",
                self.left[0],
                say(_("%(die)s is not rolled for this shot."), die=DICE[self.left[0]]),
                say(_("Leave it out.")),
            )


DICE: dict[str, Message] = {
    "radio": say(_("The radio die")),
    "accuracy": say(_("The pair of accuracy dice")),
    "miss": say(_("The pair of miss dice")),
    "hit": say(_("The hit die")),
    "penetration": say(_("The penetration die")),
}


# -- what is fired -----------------------------------------------------------------------------------------------------


def _announced(state: State, unit: Miniature) -> Aim:
    """R16, A22: the shot of a unit, while it can still be fired."""
    aim = unit.aim
    if aim is None:
        remedies = {
            False: _("Announce what it fires at first."),
            True: _("All shots are announced before the first die of the phase; it does not fire this round."),
        }
        raise refused(
            "R16", "unit", say(_("%(unit)s has announced no shot."), unit=unit.called), say(remedies[state.volley])
        )
    if (bar := barred(state, unit)) is not None:
        raise bar
    if aim.wall and aim.wall not in state.walls:
        raise _wasted(unit, say(_("the wall on %(square)s"), square=aim.wall))
    target = state.units.get(aim.target)
    if not aim.wall and (target is None or not target.active or not target.on_board):
        raise _wasted(unit, say("%(target)s", target=target.called if target else aim.target))
    return aim


def _wasted(unit: Miniature, target: Message) -> Refused:
    return refused(
        "A22",
        "unit",
        say(_("What %(unit)s was to fire at is not there any more: %(target)s."), unit=unit.called, target=target),
        say(_("The shot is wasted; go on without it.")),
    )


def may_aim(state: State, unit: Miniature, aim: Aim) -> bool:
    """R23, B9 (option 4): close enough to aim at an area of a unit, directly."""
    close = aim.range <= unit.figures.accuracy
    return bool(state.options["targeted_area"]) and aim.how == "direct" and not aim.wall and close


def _check_die(state: State, unit: Miniature, aim: Aim, die: str) -> None:
    if die == "white" or may_aim(state, unit, aim):
        return
    if not state.options["targeted_area"]:
        text = say(_("Orange and green dice are an optional rule that this battle goes without."))
    elif aim.how == "parabolic":
        text = say(_("A parabolic shot always has the blue die."))
    elif aim.wall:
        text = say(_("No hit die is rolled for a wall."))
    else:
        text = say(
            _("At range %(range)s %(unit)s cannot aim at an area; it can to range %(most)s."),
            range=aim.range,
            unit=unit.called,
            most=unit.figures.accuracy,
        )
    raise refused("R23", "die", text, say(_("Leave the choice of die out.")))


# -- accuracy ----------------------------------------------------------------------------------------------------------


def _accuracy(state: State, unit: Miniature, aim: Aim, command: c.Fire, dice: Dice) -> e.AccuracyRolled:
    """R20, R21, R65: at least the range, or one more in partial cover, where the range exactly strikes the cover.

    House: a crew's `gunnery` counts as if the dice had shown it.
    """
    pair = state.dice.accuracy[unit.figures.accuracy]
    roll = dice.roll(
        question(state, unit, "accuracy"),
        2,
        shows=pair,
        reported=_in_order(command.accuracy, pair),
        field="accuracy",
    )
    total, needed = sum(roll.numbers) + unit.gunnery, aim.range + (aim.cover != "")
    victim, range_, result = "", aim.range, "miss"
    if total >= needed:
        victim, result = aim.target, "hit"
    elif aim.cover and total == aim.range:
        result = "obstacle"
        cover = state.units.get(aim.cover)
        if cover is not None and cover.active and cover.on_board:
            victim, range_ = cover.id, min(sight.range_to(state, unit, cover.at), aim.range)
    return e.AccuracyRolled(
        unit=unit.id,
        target=aim.target,
        wall=aim.wall,
        roll=roll,
        total=total,
        needed=needed,
        result=result,
        victim=victim,
        range=range_,
    )


def _in_order(reported: tuple[int, ...] | None, pair: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
    """Two dice as they lie on the table, in the order of the pair if that is the only way they can have fallen."""
    if reported is None or len(reported) != 2:
        return reported
    one, other = reported
    as_told = one in pair[0] and other in pair[1]
    return (other, one) if not as_told and other in pair[0] and one in pair[1] else reported


# -- hit and penetration -----------------------------------------------------------------------------------------------


def _strike(
    state: State, unit: Miniature, victim: Miniature, range_: int, command: c.Fire, dice: Dice, reported: _Reported
) -> Generator[Event, None, Roll | None]:
    """R22 to R34: whoever was struck, target, cover or neighbour. The hit die, where it makes the shot a miss."""
    assert unit.aim is not None
    aim = unit.aim
    die, roll = hits.die_of(aim, command.die), None
    if hits.needs_die(state, unit, victim, aim) or command.hit is not None:  # a table may roll it all the same (A4)
        reported.asked("hit")
        roll = dice.roll(
            question(state, unit, "hit"),
            1,
            shows=(state.dice.hit[die],),
            may=state.dice.hit_may[die],
            reported=command.hit,
            field="hit",
        )
    struck = hits.struck(state, unit, victim, roll)
    yield _hit(unit, victim, die, roll, struck)
    if struck.missed:
        return roll
    reported.asked("penetration")
    yield _penetration(state, unit, victim, range_, struck, command, dice)
    return None


def _come_down(
    state: State,
    unit: Miniature,
    victim: Miniature,
    range_: int,
    roll: Roll,
    command: c.Fire,
    dice: Dice,
    reported: _Reported,
) -> Iterator[Event]:
    """House (`drift_by_hit_die`): a shot the hit die has made a miss strikes who stands where it comes down. The die is
    not rolled again: its area counts, the symbol that made the miss does no more."""
    assert unit.aim is not None
    struck = hits.struck(state, unit, victim, roll, drifted=True)
    yield _hit(unit, victim, hits.die_of(unit.aim, command.die), None, struck)
    reported.asked("penetration")
    yield _penetration(state, unit, victim, range_, struck, command, dice)


def _hit(unit: Miniature, victim: Miniature, die: str, roll: Roll | None, struck: hits.Struck) -> e.HitRolled:
    return e.HitRolled(
        unit=unit.id,
        victim=victim.id,
        die=die,
        roll=roll,
        missed=struck.missed,
        zone=struck.zone,
        angled=struck.angled,
        armour=struck.armour,
    )


def _penetration(
    state: State, unit: Miniature, victim: Miniature, range_: int, struck: hits.Struck, command: c.Fire, dice: Dice
) -> e.PenetrationRolled:
    """R28, R29. A table's own die may show what the configured one does not."""
    faces = state.dice.penetration[unit.figures.die]
    roll = dice.roll(
        question(state, unit, "penetration"),
        1,
        shows=(faces,),
        may=PENETRATION_MAY,
        reported=command.penetration,
        field="penetration",
    )
    change, drop = roll.numbers[0], damage.drop(unit, range_)
    final = unit.figures.penetration + change - drop
    outcome, timer = damage.harm(state, victim, struck.zone, final, struck.armour)
    return e.PenetrationRolled(
        unit=unit.id,
        victim=victim.id,
        roll=roll,
        base=unit.figures.penetration,
        drop=drop,
        final=final,
        zone=struck.zone,
        armour=struck.armour,
        outcome=outcome,
        timer=timer,
        unusual=change not in faces,
    )
