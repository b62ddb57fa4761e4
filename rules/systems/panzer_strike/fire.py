"""An announced shot is fired, die by die (R19): accuracy, cover, walls (R20, R21, R65), then the unit that was hit."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from rules.bounds import Key
from rules.contract import Choice, Colour, Dice, DiceCommand, Feat, Field, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import HITS, Throw, numbers, throw

from . import hits, sight
from .announcements import aimed_at, announced_shot, barred, stands
from .dicebox import One, OneSymbol, Pair, TwoSymbols
from .direct_fire import Board, shots_at_units, shots_at_walls
from .hits import HIT_DICE, HitDie, check_die, die_of, hit, may_aim, needs_die, penetration
from .likelihood import SELDOM, USUAL
from .lookup import active_unit, impossible_of, question, refused
from .offers import dice_field, of_unit, pick_field
from .parabolic import drift, parabolic_shots, radio_report
from .state import Aim, Decision, Event, Miniature, State
from .tables import DRIFT_BY_HIT_DIE, PENETRATION_MAY, option
from .words import as_reported, faces, placed

CHAPTER = Chapter[State, Event]("Accuracy and cover", "R19 to R21, R65")


class Fire(DiceCommand, frozen=True, kw_only=True):
    """An announced shot (R19): the dice that fell, in their order; those left out are Leaguer's.

    accuracy: both numbers. hit: the area and its symbols ("body", "track+x"). penetration: the change. radio: "ok", "x"
    or "red". miss: the letters of both dice, "-" for a blank.
    """

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("radio", "accuracy", "miss", "hit", "penetration")
    shared: ClassVar = ("unit",)
    unit: Key
    die: HitDie = "white"
    radio: OneSymbol | None = None
    accuracy: Pair | None = None
    miss: TwoSymbols | None = None
    hit: OneSymbol | None = None
    penetration: One | None = None


class AccuracyRolled(Event, frozen=True, kw_only=True):
    """result: "hit", "miss", or "obstacle": the shot strikes the cover `victim` ("" for terrain or a wreck, which is a
    miss).

    For a hit `victim` is the target. `range` is to the victim.
    """

    rules: ClassVar = ("R20", "R21", "A5")
    unit: str
    target: str
    wall: str
    roll: Roll
    total: int
    needed: int
    result: str
    victim: str
    range: int


class WallDestroyed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R65",)
    unit: str
    square: str


@CHAPTER.decides
def fire(state: State, command: Fire, dice: Dice) -> Decision:
    """R19, A22: one shot of the phase; the shots may come in any order. One report brings all dice of a shot; those
    that are left out are Leaguer's."""
    unit = active_unit(state, command.unit, "firing", "R15")
    aim = announced_shot(state, unit)
    check_die(state, unit, aim, command.die)
    reported = _ReportedDice(command)
    if aim.how == "parabolic" and aim.reporter:
        reported.asked("radio")
        if not (yield from radio_report(state, unit, command.radio, dice)):
            reported.check_all_asked()
            return
    reported.asked("accuracy")
    accuracy = _accuracy(state, unit, aim, command, dice)
    yield accuracy
    victim, range_ = accuracy.victim, accuracy.range
    if accuracy.result == "hit" and aim.wall:
        yield WallDestroyed(unit=unit.id, square=aim.wall)
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
    state: State, unit: Miniature, command: Fire, dice: Dice, reported: _ReportedDice
) -> Generator[Event, None, tuple[str, int]]:
    """R45: who is hit where the shot comes down, "" for nobody, and at what range."""
    reported.asked("miss")
    drifted = yield from drift(state, unit, command.miss, dice)
    return drifted.victim, drifted.range


class _ReportedDice:
    """The dice of a report that the ruling has not asked for yet.

    A die cannot be left to Leaguer if a later one is reported. Whoever rolls the later die at the table knows how the
    earlier one fell, and refusing the later one would disclose what Leaguer's shows (R19).
    """

    IN_ORDER = ("radio", "accuracy", "miss", "hit", "penetration")

    def __init__(self, command: Fire) -> None:
        self.left = [die for die in self.IN_ORDER if getattr(command, die) is not None]

    def asked(self, die: str) -> None:
        """This die falls now. Raises `Refused` if it was left out and a later one was not."""
        if die in self.left:
            self.left.remove(die)
        elif self.left:
            raise refused(
                "R19",
                self.left[0],
                say(_("%(die)s is rolled before what is reported, and was left out."), die=DICE[die]),
                _("Report it as well, or leave out all that is rolled after it."),
            )

    def check_all_asked(self) -> None:
        """Raises `Refused` if the report has a die that this shot does not ask for."""
        if self.left:
            raise refused(
                "R19",
                self.left[0],
                say(_("%(die)s is not rolled for this shot."), die=DICE[self.left[0]]),
                _("Leave it out."),
            )


DICE: dict[str, Message] = {
    "radio": say(_("The radio die")),
    "accuracy": say(_("The pair of accuracy dice")),
    "miss": say(_("The pair of miss dice")),
    "hit": say(_("The hit die")),
    "penetration": say(_("The penetration die")),
}


def _accuracy(state: State, unit: Miniature, aim: Aim, command: Fire, dice: Dice) -> AccuracyRolled:
    """R20, R21, R65: at least the range; in partial cover one more, because a sum of exactly the range strikes the
    cover.

    House: a crew's `gunnery` counts as if the dice had shown it.
    """
    pair, needed = state.dice.accuracy[unit.figures.accuracy], aim.range + (aim.cover != "")
    roll = dice.roll(
        question(state, unit, "accuracy"),
        2,
        shows=pair,
        reported=_in_order(command.accuracy, pair),
        field="accuracy",
        near=_near(state, unit, aim, needed),
    )
    total = sum(roll.numbers) + unit.gunnery
    victim, range_, result = "", aim.range, "miss"
    if total >= needed:
        victim, result = aim.target, "hit"
    elif aim.cover and total == aim.range:
        result = "obstacle"
        cover = state.units.get(aim.cover)
        if cover is not None and cover.active and cover.on_board:
            victim, range_ = cover.id, min(sight.range_to(state, unit, cover.at), aim.range)
    return AccuracyRolled(
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


def _near(state: State, unit: Miniature, aim: Aim, needed: int) -> tuple[int, ...]:
    """Sums at which the ruling turns. If shots drift, a sum that is too low is as frequent."""
    enough = needed - unit.gunnery
    return (enough, enough - 1, enough - 1) if aim.how == "parabolic" and state.options["missed_shots"] else (enough,)


def _in_order(reported: tuple[int, ...] | None, pair: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
    """Two dice as they lie on the table. They are put in the order of the pair if they can only have fallen in that
    one."""
    if reported is None or len(reported) != 2:
        return reported
    one, other = reported
    as_told = one in pair[0] and other in pair[1]
    return (other, one) if not as_told and other in pair[0] and one in pair[1] else reported


def _strike(
    state: State, unit: Miniature, victim: Miniature, range_: int, command: Fire, dice: Dice, reported: _ReportedDice
) -> Generator[Event, None, Roll | None]:
    """R22 to R34: the unit that was hit: the target, its cover or a neighbour. Returns the hit die if it makes the shot
    a miss."""
    assert unit.aim is not None
    aim = unit.aim
    die, roll = die_of(aim, command.die), None
    if needs_die(state, unit, victim, aim) or command.hit is not None:  # a table may roll it all the same (A4)
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
    yield hit(unit, victim, die, roll, struck)
    if struck.missed:
        return roll
    reported.asked("penetration")
    yield penetration(state, unit, victim, range_, struck, command.penetration, dice)
    return None


def _come_down(
    state: State,
    unit: Miniature,
    victim: Miniature,
    range_: int,
    roll: Roll,
    command: Fire,
    dice: Dice,
    reported: _ReportedDice,
) -> Iterator[Event]:
    """House (`drift_by_hit_die`): if the hit die makes a shot a miss, the shot strikes whoever stands where it comes
    down. The die is not rolled again: its area counts, and the symbol that made the miss has no further effect."""
    assert unit.aim is not None
    struck = hits.struck(state, unit, victim, roll, drifted=True)
    yield hit(unit, victim, die_of(unit.aim, command.die), None, struck)
    reported.asked("penetration")
    yield penetration(state, unit, victim, range_, struck, command.penetration, dice)


@CHAPTER.evolves
def accuracy_rolled(state: State, event: AccuracyRolled) -> None:
    state.die_fell(event.unit)
    if event.target:
        state.units[event.unit].feats.append(Feat("shot", state.report, event.target))


@CHAPTER.throws
def luck_of_accuracy(state: State, event: AccuracyRolled) -> Iterable[Throw]:
    """R20: the pair and what the crew has learned against what is needed."""
    learned = event.total - sum(event.roll.numbers)
    return throw(
        HITS, event.unit, event.roll, numbers, lambda total: int(total + learned >= event.needed), against=event.target
    )


@CHAPTER.evolves
def wall_destroyed(state: State, event: WallDestroyed) -> None:
    """R65: nobody fires through the rest of the wall in the same turn."""
    state.walls = tuple(wall for wall in state.walls if wall != event.square)
    state.broken = (*state.broken, event.square)


def shots(state: State, side: str) -> Iterator[Choice]:
    """For the side whose Firing Phase it is: before the first die the shots that may be announced, and at any time the
    announced ones. Units that have announced nothing come first, because all of them announce before one fires
    (R16)."""
    board = Board(state)
    there = ((unit, stands(state, unit)) for unit in state.of_side(side) if unit.on_board)
    for unit, announced in sorted(there, key=lambda one: one[1]):
        if announced:
            readily = USUAL if state.volley else SELDOM  # the others announce theirs first
            shot = of_unit(unit, "Fire", _shot_label(state, unit), *_dice(state, unit), readily=readily)
            yield replace(shot, decides=not state.volley)  # with the first die announcing is over
        if not state.volley and barred(state, unit) is None:
            yield from shots_at_units(state, unit, board)
            yield from shots_at_walls(state, unit, board)
            yield from parabolic_shots(state, unit)


def _dice(state: State, unit: Miniature) -> Iterator[Field]:
    """The dice that the shot may need, in their order."""
    aim = unit.aim
    assert aim is not None
    box, parabolic_ = state.dice, aim.how == "parabolic"
    drifts = parabolic_ and bool(state.options["missed_shots"])
    if may_aim(state, unit, aim):
        yield pick_field("die", say(_("Hit die")), HIT_DICE, required=False)
    if parabolic_ and aim.reporter:
        yield dice_field("radio", say(_("Radio die")), 1, box.radio)
    pair = box.accuracy[unit.figures.accuracy]
    yield dice_field("accuracy", say(_("Accuracy dice")), 2, sorted({*pair[0], *pair[1]}), _which_first(*pair))
    if drifts:
        yield dice_field("miss", say(_("Miss dice")), 2, (*box.miss[0], *box.miss[1]))
    victims = [state.units[id] for id in (aim.target, aim.cover) if id in state.units]
    if drifts or victims:
        may = box.hit_may[die_of(aim, "white")]
        colour: Colour = "blue" if parabolic_ else "" if may_aim(state, unit, aim) else "white"
        yield dice_field("hit", say(_("Hit die")), 1, may, say(_("Area and symbols.")), colour)
    if victims:
        yield dice_field("penetration", say(_("Penetration die")), 1, PENETRATION_MAY)


def _shot_label(state: State, unit: Miniature) -> Message:
    """The label names the target, so that a shot can be found among many."""
    assert unit.aim is not None
    if unit.aim.wall:
        return say(_("%(unit)s fires at the wall on %(square)s: the dice"), unit=placed(unit), square=unit.aim.wall)
    target = placed(state.units[unit.aim.target])
    return say(_("%(unit)s fires at %(target)s: the dice"), unit=placed(unit), target=target)


def _which_first(first: tuple[int, ...], second: tuple[int, ...]) -> Message | None:
    """In a pair of two kinds each die is reported in its place."""
    if first == second:
        return None
    text = _("First the die with %(first)s, then that with %(second)s.")
    return say(text, first=" ".join(map(str, first)), second=" ".join(map(str, second)))


CHAPTER.sentences({WallDestroyed: _("%(unit)s shoots down the wall on %(square)s.")})


@CHAPTER.narrates
def tell_accuracy_rolled(event: AccuracyRolled) -> Message:
    """If a sum would have been enough without the obstacle, the obstacle is struck. What exceeds the dice is the crew's
    gunnery."""
    text = _("%(unit)s fires at %(target)s: %(dice)s = %(total)s, needs %(needed)s: a hit.")
    if event.result == "miss":
        text = _("%(unit)s fires at %(target)s: %(dice)s = %(total)s, needs %(needed)s: a miss.")
    elif event.result == "obstacle":
        text = _("%(unit)s fires at %(target)s: %(dice)s = %(total)s, needs %(needed)s: strikes what covers it.")
        if event.victim:
            text = _("%(unit)s fires at %(target)s: %(dice)s = %(total)s, needs %(needed)s: strikes %(victim)s.")
    return say(
        text,
        unit=event.unit,
        target=aimed_at(event.target, event.wall),
        dice=_summed(event),
        total=event.total,
        needed=event.needed,
        victim=event.victim,
    )


def _summed(event: AccuracyRolled) -> str | Message:
    dice = faces(event.roll).replace(", ", " + ")
    learned = event.total - sum(event.roll.numbers)
    return say(_("%(dice)s + %(learned)s (crew)"), dice=dice, learned=learned) if learned > 0 else dice


@CHAPTER.forbids
def unknown_victims(state: State) -> None:
    """Service records that name a unit that is not in this battle."""
    for unit in state.units.values():
        for feat in unit.feats:
            if feat.of and feat.of not in state.units:
                raise impossible_of(
                    unit,
                    "feats",
                    say(_("There is no unit “%(unit)s”."), unit=feat.of),
                    say(_("Units: %(units)s."), units=as_reported(state.units.values())),
                )
