"""Decides reports on a battle: who may report, whether the report is legal, and the events that follow."""

from __future__ import annotations

from typing import Any

import msgspec

from rules import system as find_system
from rules.battle import Battle, named, nameless, numbered
from rules.contract import Command, Decision, Dice, DiceCommand, Muster, Mustered, Refused, Spoken, Unit, refuses, say
from rules.contract import gettext_noop as _
from rules.kit.options import settle_options
from rules.reports import (
    REVISIONS,
    Amend,
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
from rules.stream.codec import as_stored
from rules.stream.decider import Who as Who
from rules.stream.dice import FallenDice, SeededDice
from rules.stream.fields import fields_of
from rules.stream.malformed import complaint
from rules.stream.own_dice import OwnDice, check_named
from rules.stream.revision.reseeding import committed

CLERK = "clerk"


def muster(command: Muster) -> Mustered:
    """The first event of a battle, from what was asked for. Raises `Refused` if the forces or options are not legal."""
    if len(command.sides) < 2:
        raise Refused("battle", _("A battle needs two sides."), field="sides")
    sides = set(command.sides)
    seen: set[str] = set()
    for unit in command.units:
        if unit.side not in sides:
            raise Refused(
                "battle",
                say(_("%(unit)s is on side “%(side)s”, which this battle has not."), unit=unit.id, side=unit.side),
                say(_("Sides: %(sides)s."), sides=", ".join(sorted(sides))),
                field="units",
            )
        if unit.id in seen:
            raise Refused("battle", say(_("Two units are called “%(id)s”."), id=unit.id), field="units")
        seen.add(unit.id)
    for side in sorted(sides):
        if not any(unit.side == side for unit in command.units):
            raise Refused("battle", say(_("Side “%(side)s” has no units."), side=side), field="units")
    given = named(command.units, command.names)
    command = msgspec.structs.replace(command, units=numbered(given))  # as refusals call them
    system = find_system(command.system)
    for name, value in command.board.items() if system.board else ():
        settle_options(system.board, {name: value}, "battle", f"board.{name[:40]}")
    mustered = system.muster(command)
    if mustered.waivers.keys() != command.waivers.keys():  # for a rulebook that lets nothing pass
        raise Refused(
            "battle", _("These rules have no faults to let pass."), _("Leave the waivers out."), field="waivers"
        )
    for taken in seen & {*sides, mustered.scenario}:  # because a sentence would call the one by the name of the other
        raise Refused(
            "battle",
            say(_("The name “%(name)s” is taken."), name=taken),
            _("Give it another id; its name may stay."),
            field="units",
        )
    called = {unit.id: unit.name for unit in given}
    as_given = (msgspec.structs.replace(unit, name=called.get(unit.id, "")) for unit in mustered.units)
    units, names = nameless(as_given)
    return as_stored(msgspec.structs.replace(mustered, units=units, names=names, dice=command.dice))


def decide(battle: Battle, command: Command, who: Who, dice: Dice) -> Decision:
    """Checks that the report is legal (`Refused`), then yields the events. The caller applies each one before it asks
    for the next."""
    if battle.settled:
        raise Refused("battle", _("This battle is settled."), code="over")
    match command:
        case Muster():
            raise Refused("battle", _("This battle is mustered already."))
        case ChangeDepth():
            yield from _change_depth(battle, command, who)
        case ReportStatus():
            yield from _report_status(battle, command, who)
        case ReportResult():
            yield from _report_result(battle, command, who)
        case Confirm():
            yield from _confirm(battle, command, who)
        case Settle():
            yield from _settle(battle, command, who)
        case _:
            yield from _play(battle, command, who, dice)


def _play(battle: Battle, command: Command, who: Who, dice: Dice) -> Decision:
    whose = reporter(battle, command)
    require(battle, who, whose)
    require_words(battle, who, command)
    if whose == CLERK:
        if not battle.agreed:
            raise Refused("battle", _("The aftermath waits until both sides have confirmed."))
    elif battle.outcome().over:
        raise _over()
    elif battle.depth != "shots":
        raise Refused(
            "battle",
            _("This battle is not being reported shot by shot."),
            _("Change its depth to “shots” at the end of a round first."),
        )
    if isinstance(command, DiceCommand):
        check_named(command)
        if battle.own_dice and isinstance(dice, SeededDice | FallenDice):
            dice = OwnDice(dice, command)
    yield from battle.rules.decide(battle.play, command, dice)


def require(battle: Battle, who: Who, side: str) -> None:
    """Raises `Refused` (code "not-yours") unless `who` may report for `side` ("" for any side of the battle)."""
    if who.referee:
        return
    mine = sides_of(battle, who)
    if side in mine or (not side and mine):
        return
    if not mine:
        raise Refused("battle", _("You are not playing in this battle."), field="by", code="not-yours")
    raise Refused(
        "battle",
        say(_("This is for side “%(side)s” to report, and you play “%(mine)s”."), side=side, mine=", ".join(mine)),
        _("Ask your opponent or the organiser to report it."),
        field="by",
        code="not-yours",
    )


def require_words(battle: Battle, who: Who, command: Command) -> None:
    """Raises `Refused` (code "not-yours") if the report says something in the name of a side whose seat `who` does not
    hold."""
    if who.referee or not command.spoken:
        return
    held = seats_held(battle, who)
    for one in command.spoken:
        for side in _spoken_for(battle, command, one):
            if side not in held:
                if not one.field:
                    raise _said_by_all(battle, one, side)
                raise Refused(
                    f"{battle.rules.number} {one.rule}",
                    say(
                        _("“%(field)s” is for “%(side)s” to say, and you do not hold that seat."),
                        field=one.field,
                        side=side,
                    ),
                    say(
                        _("Leave “%(field)s” out, or have “%(side)s” lend you its seat or report it."),
                        field=one.field,
                        side=side,
                    ),
                    field=one.field,
                    code="not-yours",
                )


def _said_by_all(battle: Battle, spoken: Spoken, side: str) -> Refused:
    return Refused(
        f"{battle.rules.number} {spoken.rule}",
        say(_("This speaks for “%(side)s” too, and you do not hold that seat."), side=side),
        say(
            _("Report “%(report)s” for your own side, each in turn, or have “%(side)s” lend you its seat."),
            report=spoken.alone,
            side=side,
        ),
        field="by",
        code="not-yours",
    )


def lacks_words(battle: Battle, who: Who, command: Command) -> bool:
    """Whether the report says something in the name of a side whose seat `who` does not hold."""
    return refuses(require_words, battle, who, command)


def _spoken_for(battle: Battle, command: Command, spoken: Spoken) -> tuple[str, ...]:
    """The sides in whose name the report says that; none where it does not say it."""
    if not spoken.field:
        return tuple(battle.muster.sides)
    beside = not spoken.beside or _is_told(command, spoken.beside)
    return named_sides(battle, getattr(command, spoken.of)) if beside and _is_told(command, spoken.field) else ()


def _is_told(command: Command, name: str) -> bool:
    fields = fields_of(type(command))
    return name in fields and getattr(command, name) != fields[name].default


def named_sides(battle: Battle, named: object) -> tuple[str, ...]:
    """The sides that are named, by themselves or by units of theirs: with one id, or a list of them."""
    ids = [named] if isinstance(named, str) else [*named] if isinstance(named, list | tuple) else []
    of = {unit.id: unit.side for unit in battle.muster.units} | {side: side for side in battle.muster.sides}
    return tuple(dict.fromkeys(of[one] for one in ids if one in of))


def seats_held(battle: Battle, who: Who) -> tuple[str, ...]:
    """The sides for which `who` may speak: their own, and those that have lent their seats, if they play."""
    mine = sides_of(battle, who)
    return (*mine, *(side for side in battle.lent if side not in mine)) if mine else ()


def reporter(battle: Battle, command: Command) -> str:
    """Whose report a command is: a side, "" for any side, `CLERK` for only the clerk."""
    match command:
        case Confirm():
            return command.side
        case Settle():
            return CLERK
        case Muster() | ChangeDepth() | ReportStatus() | ReportResult():
            return ""
    if isinstance(command, REVISIONS):
        return ""
    return battle.rules.reporter(battle.play, command)


def may_report(battle: Battle, who: Who, command: Command) -> bool:
    """Whether `who` may make this report in the battle as it is, whatever the rules say to it."""
    barred = refuses(lambda: require(battle, who, reporter(battle, command)))
    return not barred and not lacks_words(battle, who, command)


def sides_of(battle: Battle, who: Who) -> tuple[str, ...]:
    return tuple(key for key, players in seated(battle, who).items() if who.id in players)


def seated(battle: Battle, who: Who | None) -> dict[str, tuple[str, ...]]:
    """Who plays each side, as far as `who` knows more about it than the muster."""
    return {key: side.players for key, side in battle.muster.sides.items()} | dict(who.seats if who else ())


def _over() -> Refused:
    return Refused("battle", _("The battle is over."), _("Confirm its outcome."), code="over")


def _change_depth(battle: Battle, command: ChangeDepth, who: Who) -> Decision:
    require(battle, who, "")
    if battle.outcome().over:
        raise _over()
    if command.depth == battle.depth:
        raise Refused(
            "battle", say(_("The battle is already reported by %(depth)s."), depth=battle.depth), field="depth"
        )
    if not battle.rules.between_rounds(battle.play):
        raise Refused(
            "battle",
            _("The depth of reporting changes between rounds."),
            _("Finish the round that is being played first."),
            field="depth",
        )
    yield DepthChanged(depth=command.depth)


def _require_no_shots(battle: Battle, who: Who, remedy: str) -> None:
    """The battle goes on, is reported in less than its shots, and `who` plays in it."""
    require(battle, who, "")
    if battle.outcome().over:
        raise _over()
    if battle.depth == "shots":
        raise Refused("battle", _("This battle is reported shot by shot."), remedy)


def _report_status(battle: Battle, command: ReportStatus, who: Who) -> Decision:
    _require_no_shots(battle, who, _("Change its depth to “status” at the end of a round first."))
    condition = _condition(battle, command.unit, command.condition, "condition")
    yield as_stored(StatusReported(unit=command.unit, condition=condition))


def _report_result(battle: Battle, command: ReportResult, who: Who) -> Decision:
    _require_no_shots(battle, who, _("Change its depth to “result” at the end of a round first."))
    conditions = conditions_told(battle, command)
    left = [unit for unit in battle.muster.units if unit.id not in conditions]
    missing = ", ".join(map(_spelled, left)) if battle.depth == "result" else ""
    if missing:
        raise Refused(
            "battle",
            say(_("The condition of %(units)s is not known."), units=missing),
            _("Report the condition of every unit; leave it empty for one that took no harm."),
            field="conditions",
        )
    yield as_stored(ResultReported(winner=command.winner, conditions=conditions))


def _spelled(unit: Unit) -> str:
    """The side's name, and how a report spells it."""
    return unit.id if unit.id == unit.name else f"{unit.name} ({unit.id})"


def conditions_told(battle: Battle, command: ReportResult | Amend) -> dict[str, dict[str, Any]]:
    """The conditions of an outcome that is told as a whole. Raises `Refused` if it names a side or unit that is not
    in this battle."""
    if command.winner and command.winner not in battle.muster.sides:
        raise Refused(
            "battle",
            say(_("There is no side “%(side)s”."), side=command.winner),
            say(_("Sides: %(sides)s; empty for a draw."), sides=", ".join(battle.muster.sides)),
            field="winner",
        )
    return {unit: _condition(battle, unit, said, f"conditions.{unit}") for unit, said in command.conditions.items()}


def _condition(battle: Battle, unit: str, condition: dict[str, Any], field: str) -> dict[str, Any]:
    """`condition` as the rule system writes it out. Raises `Refused` if it is not one, or is of no unit in this
    battle."""
    if not any(known.id == unit for known in battle.muster.units):
        raise Refused(
            "battle",
            say(_("There is no unit “%(unit)s”."), unit=unit),
            say(_("Units: %(units)s."), units=", ".join(map(_spelled, battle.muster.units))),
            field=field,
        )
    try:
        return dict(msgspec.to_builtins(msgspec.convert(condition, battle.rules.condition, strict=True)))
    except msgspec.ValidationError as error:
        place, what = complaint(str(error))
        raise Refused("battle", what, field=f"{field}.{place}" if place else field, code="malformed") from None


def _confirm(battle: Battle, command: Confirm, who: Who) -> Decision:
    if command.side not in battle.muster.sides:
        raise Refused("battle", say(_("There is no side “%(side)s”."), side=command.side), field="side")
    require(battle, who, command.side)
    if command.by_default and not who.referee:
        raise Refused("battle", _("Only the clerk confirms by default."), field="by_default", code="not-yours")
    if not battle.outcome().over:
        raise Refused("battle", _("The battle is not over."), field="position")
    if command.side in battle.confirmed:
        raise Refused("battle", say(_("Side “%(side)s” has confirmed already."), side=command.side), field="side")
    if (command.position, command.digest) != battle.fought:
        raise Refused(
            "battle",
            _("The outcome you confirm is not the one that stands."),
            say(
                _("It stands at position %(position)s with digest %(digest)s."),
                position=battle.fought[0],
                digest=battle.fought[1],
            ),
            field="position" if command.position != battle.fought[0] else "digest",
        )
    yield Confirmed(side=command.side, position=command.position, digest=command.digest, by_default=command.by_default)


def _settle(battle: Battle, command: Settle, who: Who) -> Decision:
    require(battle, who, CLERK)
    if not battle.agreed:
        raise Refused("battle", _("The battle is not settled until both sides have confirmed."))
    if left := tuple(battle.rules.aftermath(battle.play)):
        raise Refused("battle", say(_("%(n)s steps of the aftermath are still open."), n=len(left)))
    yield Settled(seed=battle.muster.seed)
    yield from committed(battle, command.next_seed or "")
