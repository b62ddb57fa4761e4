"""Legality first (`Refused`), then the events; each is applied by the caller before the next is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Command, Decision, Dice, Refused, say
from rules.contract import gettext_noop as _
from rules.systems.RULEBOOK_KEY import events, tables
from rules.systems.RULEBOOK_KEY.aftermath import outcome
from rules.systems.RULEBOOK_KEY.commands import (
    Answer,
    Concede,
    DeclareRound,
    Fire,
    Hold,
    Mend,
    Recover,
)
from rules.systems.RULEBOOK_KEY.state import State, Vehicle


def decide(state: State, command: Command, dice: Dice) -> Decision:
    yield from _DECIDE[type(command)](state, command, dice)


def reporter(state: State, command: Command) -> str:
    """Whose report a command is: a side, "" for either, "clerk"."""
    match command:
        case Fire() | Hold() | Answer():
            return vehicle(state, command.unit, "unit").side
        case Concede():
            if command.side not in state.sides:
                raise _refused("R8", "side", _("There is no side “%(name)s”."), name=command.side)
            return command.side
        case Recover() | Mend():
            return "clerk"
    return ""


def vehicle(state: State, unit: str, field: str) -> Vehicle:
    if unit not in state.vehicles:
        raise _refused("R1", field, _("There is no vehicle “%(name)s”."), name=unit)
    return state.vehicles[unit]


def _fire(state: State, command: Fire, dice: Dice) -> Decision:
    shooter = _acting(state, command.unit)
    target = vehicle(state, command.target, "target")
    if target.side == shooter.side or not target.in_play:
        raise _refused("R3", "target", _("%(name)s is no target: choose an enemy in play."), name=target.name)
    if command.cover and state.options["terrain"] == "woods":
        raise _refused("R3", "cover", _("In woods every target is in cover: leave it out."))
    cover = command.cover or state.options["terrain"] == "woods"
    attack = dice.roll(
        f"r{state.round}/{shooter.id}/attack", attack_dice(shooter, cover), reported=command.dice, field="dice"
    )
    needs = tables.hits_on(state.edition)
    hits = sum(face >= needs for face in attack.numbers)
    yield events.ShotResolved(unit=shooter.id, target=target.id, cover=cover, needs=needs, attack=attack, hits=hits)
    if hits and target.card and not target.turned:
        return  # its owner answers first
    yield from _finish_shot(state)


def attack_dice(shooter: Vehicle, cover: bool) -> int:
    """R3: as many as the model's attack, one fewer into cover, never none."""
    return max(1, shooter.attack - cover)


def _hold(state: State, command: Hold, dice: Dice) -> Decision:
    yield events.Held(unit=_acting(state, command.unit).id)
    yield from _finish_round(state)


def _acting(state: State, unit: str) -> Vehicle:
    """The vehicle, if it may act now (R2)."""
    if state.round_unknown:
        raise _refused("R9", "", _("Say first which round comes next."))
    if state.shot is not None:
        waits = state.vehicles[state.shot.target].name
        raise _refused("R4", "", _("%(name)s was hit: its owner answers first."), name=waits)
    found = vehicle(state, unit, "unit")
    if not found.in_play:
        raise _refused("R5", "unit", _("%(name)s is out of play."), name=found.name)
    if found.acted:
        raise _refused("R2", "unit", _("%(name)s has acted this round."), name=found.name)
    return found


def _answer(state: State, command: Answer, dice: Dice) -> Decision:
    if state.shot is None or state.shot.target != command.unit:
        raise _refused("R4", "unit", _("No shot at “%(name)s” waits for an answer."), name=command.unit)
    target = state.vehicles[command.unit]
    if not command.play:
        if command.dice is not None:
            raise _refused("R4", "dice", _("No card is played, so no die is rolled."))
        yield events.CardKept(unit=target.id)
    else:
        if target.card != "Smoke":
            raise _refused("R4", "play", _("Only Smoke answers a shot."))
        die = dice.roll(f"r{state.round}/{state.shot.unit}/smoke", 1, reported=command.dice, field="dice")
        saved = die.numbers[0] >= tables.SAVES_ON
        yield events.CardPlayed(unit=target.id, card=target.card, needs=tables.SAVES_ON, die=die, saved=saved)
    yield from _finish_shot(state)


def _finish_shot(state: State) -> Decision:
    """R5: the hits that stand are damage; then R6."""
    if state.shot is not None:
        target = state.vehicles[state.shot.target]
        wrecked = target.damage + state.shot.hits >= target.armour
        yield events.DamageTaken(unit=target.id, by=state.shot.unit, damage=state.shot.hits, wrecked=wrecked)
    yield from _finish_round(state)


def _finish_round(state: State) -> Decision:
    """R6: the round ends when every vehicle in play has acted."""
    if all(one.acted for one in state.vehicles.values() if one.in_play):
        yield events.RoundEnded(round=state.round)


def _declare_round(state: State, command: DeclareRound, dice: Dice) -> Decision:
    if not state.round_unknown:
        raise _refused("R9", "", _("The round is known."))
    if not state.round <= command.round <= state.options["rounds"]:
        raise Refused(
            tables.rule("R9"),
            say(_("Round %(round)s cannot come next."), round=command.round),
            say(_("Name a round from %(first)s to %(last)s."), first=state.round, last=state.options["rounds"]),
            field="round",
        )
    yield events.RoundDeclared(round=command.round)


def _concede(state: State, command: Concede, dice: Dice) -> Decision:
    yield events.Conceded(side=command.side)


def _recover(state: State, command: Recover, dice: Dice) -> Decision:
    wreck = _untended(state, command.unit)
    if not wreck.wrecked:
        raise _refused("R10", "unit", _("%(name)s is no wreck."), name=wreck.name)
    needs = tables.RECOVERS_ON[outcome(state).field == wreck.side]
    die = dice.roll(f"aftermath/{wreck.id}/recover", 1)
    if die.numbers[0] >= needs:
        yield events.WreckRecovered(unit=wreck.id, needs=needs, die=die, damage=wreck.armour - 1)
    else:
        yield events.WreckLost(unit=wreck.id, needs=needs, die=die)


def _mend(state: State, command: Mend, dice: Dice) -> Decision:
    damaged = _untended(state, command.unit)
    if damaged.wrecked or not damaged.damage or not state.options["mending"]:
        raise _refused("R11", "unit", _("%(name)s has nothing to mend."), name=damaged.name)
    die = dice.roll(f"aftermath/{damaged.id}/mend", 1)
    mended = int(die.numbers[0] >= tables.MENDS_ON)
    yield events.DamageMended(unit=damaged.id, needs=tables.MENDS_ON, die=die, mended=mended)


def _untended(state: State, unit: str) -> Vehicle:
    found = vehicle(state, unit, "unit")
    if found.tended or found.lost:
        raise _refused("R10", "unit", _("%(name)s has been seen to."), name=found.name)
    return found


def _refused(number: str, field: str, text: str, **values: str) -> Refused:
    return Refused(tables.rule(number), say(text, **values), field=field)


_DECIDE: dict[type[Command], Callable[[State, Any, Dice], Decision]] = {
    Fire: _fire,
    Hold: _hold,
    Answer: _answer,
    DeclareRound: _declare_round,
    Concede: _concede,
    Recover: _recover,
    Mend: _mend,
}
