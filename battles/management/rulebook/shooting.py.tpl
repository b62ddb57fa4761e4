"""Shooting (R2 to R6): every vehicle fires or holds once a round; who is hit may answer with a card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Command, Dice, DiceCommand, Feat, Field, Message, Pick, Roll, ngettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.lookup import impossible
from rules.kit.offers import drawing, in_bulk
from rules.luck import HITS, SAVES, Throw, successes

from . import tables
from .state import Decision, Event, Shot, State, Vehicle, vehicle_of
from .tables import refused
from .victory import outcome

CHAPTER = Chapter[State, Event]("Shooting", "R2 to R6")

# -- firing (R3) -------------------------------------------------------------------------------------------------------


class Fire(DiceCommand, frozen=True, kw_only=True):
    """A vehicle fires at another (R3)."""

    positional: ClassVar = ("unit", "target")
    rolls: ClassVar = ("dice",)
    unit: Key
    target: Key
    cover: bool = False
    dice: DiceFaces | None = None


class ShotResolved(Event, frozen=True, kw_only=True):
    """`attack` fell `hits` times on `needs` or more."""

    rules: ClassVar = ("R3",)
    unit: str
    target: str
    cover: bool
    needs: int
    attack: Roll
    hits: int


@CHAPTER.decides
def fire(state: State, command: Fire, dice: Dice) -> Decision:
    shooter = acting(state, command.unit)
    target = vehicle_of(state, command.target, "target")
    woods = state.options["terrain"] == "woods"
    if target.side == shooter.side or not target.in_play:
        raise refused("R3", "target", say(_("%(name)s is no target: choose an enemy in play."), name=target.name))
    if command.cover and woods:
        raise refused("R3", "cover", say(_("In woods every target is in cover: leave it out.")))
    cover = command.cover or woods
    attack = dice.roll(f"r{state.round}/{shooter.id}/attack", attack_dice(shooter, cover), reported=command.dice)
    needs = tables.hits_on(state.edition)
    hits = sum(face >= needs for face in attack.numbers)
    yield ShotResolved(unit=shooter.id, target=target.id, cover=cover, needs=needs, attack=attack, hits=hits)
    if hits and target.card and not target.turned:
        return  # its owner answers first
    yield from _finish_shot(state)


def attack_dice(shooter: Vehicle, cover: bool) -> int:
    """R3: as many as the model's attack, one fewer into cover, never none."""
    return max(1, shooter.attack - cover)


def acting(state: State, unit: str) -> Vehicle:
    """The vehicle, if it may act now (R2)."""
    if state.round_unknown:
        raise refused("R9", "", say(_("Say first which round comes next.")))
    if state.shot is not None:
        waits = state.vehicles[state.shot.target].name
        raise refused("R4", "", say(_("%(name)s was hit: its owner answers first."), name=waits))
    found = vehicle_of(state, unit)
    if not found.in_play:
        raise refused("R5", "unit", say(_("%(name)s is out of play."), name=found.name))
    if found.acted:
        raise refused("R2", "unit", say(_("%(name)s has acted this round."), name=found.name))
    return found


@CHAPTER.evolves
def shot_resolved(state: State, event: ShotResolved) -> None:
    shooter = state.vehicles[event.unit]
    shooter.acted = True
    shooter.feats.append(Feat("shot", state.report, of=event.target))
    if event.hits:
        shooter.feats.append(Feat("hit", state.report, of=event.target, n=event.hits))
        state.shot = Shot(event.unit, event.target, event.hits)


@CHAPTER.throws
def luck_of_shot(state: State, event: ShotResolved) -> Iterable[Throw]:
    return successes(HITS, event.unit, event.attack, lambda face: face >= event.needs, against=event.target)


@CHAPTER.narrates
def tell_shot(event: ShotResolved) -> Message:
    return Message(
        _("%(unit)s fires at %(target)s: %(faces)s, %(n)s hit."),
        _("%(unit)s fires at %(target)s: %(faces)s, %(n)s hits."),
        event.hits,
        {"unit": event.unit, "target": event.target, "faces": ", ".join(map(str, event.attack.values))},
    )


@CHAPTER.offers
def acts(state: State, side: str) -> Iterator[Choice]:
    """What each vehicle may do that has not acted: fire, or hold."""
    enemies = [one for one in state.vehicles.values() if one.side != side and one.in_play]
    for one in state.vehicles.values():
        if one.side == side and one.in_play and not one.acted and state.shot is None and not state.round_unknown:
            yield _fire(state, one, tuple(Pick(enemy.id, verbatim(enemy.name)) for enemy in enemies))
            label = say(_("%(name)s holds"), name=one.name)
            yield Choice(command="Hold", label=label, side=side, given={"unit": one.id}, bulk=HOLDING)


# How people judge it: drawings/cover.svg, folded beside the field.
COVER = drawing(__package__, "cover", _("What cover is"), _("Something in between hides part of the target."))
HOLDING = in_bulk(ngettext("%(n)d vehicle holds", "%(n)d vehicles hold", 1))  # several at once, in one report


def _fire(state: State, shooter: Vehicle, enemies: tuple[Pick, ...]) -> Choice:
    woods = state.options["terrain"] == "woods"
    target = Field(name="target", kind="pick", label=say(_("Target")), picks=enemies, required=True)
    cover = () if woods else (Field(name="cover", kind="flag", label=say(_("Is the target in cover?")), drawing=COVER),)
    fields = (target, *cover, _dice(attack_dice(shooter, True), attack_dice(shooter, woods)))
    label = say(_("%(name)s fires"), name=shooter.name)
    return Choice(command="Fire", label=label, side=shooter.side, given={"unit": shooter.id}, fields=fields)


def _dice(least: int, most: int) -> Field:
    return Field(name="dice", kind="dice", label=say(_("Dice")), least=least, most=most, colour="red")


# -- the answer (R4) ---------------------------------------------------------------------------------------------------


class Answer(DiceCommand, frozen=True, kw_only=True):
    """The owner of a vehicle that was hit plays its card, or does not (R4)."""

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("dice",)
    unit: Key
    play: bool
    dice: DiceFaces | None = None


class CardPlayed(Event, frozen=True, kw_only=True):
    """The card is turned up; the hits are cancelled when `saved`."""

    rules: ClassVar = ("R4",)
    unit: str
    card: str
    needs: int
    die: Roll
    saved: bool


class CardKept(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R4",)
    unit: str


@CHAPTER.decides
def answer(state: State, command: Answer, dice: Dice) -> Decision:
    if state.shot is None or state.shot.target != command.unit:
        raise refused("R4", "unit", say(_("No shot at “%(name)s” waits for an answer."), name=command.unit))
    target = state.vehicles[command.unit]
    if not command.play:
        if command.dice is not None:
            raise refused("R4", "dice", say(_("No card is played, so no die is rolled.")))
        yield CardKept(unit=target.id)
    else:
        if target.card != "Smoke":
            raise refused("R4", "play", say(_("Only Smoke answers a shot.")))
        die = dice.roll(f"r{state.round}/{state.shot.unit}/smoke", 1, reported=command.dice)
        saved = die.numbers[0] >= tables.SAVES_ON
        yield CardPlayed(unit=target.id, card=target.card, needs=tables.SAVES_ON, die=die, saved=saved)
    yield from _finish_shot(state)


@CHAPTER.evolves
def card_played(state: State, event: CardPlayed) -> None:
    state.vehicles[event.unit].turned = True
    if event.saved:
        state.shot = None


CHAPTER.changes_nothing(CardKept)


@CHAPTER.throws
def luck_of_card(state: State, event: CardPlayed) -> Iterable[Throw]:
    return successes(SAVES, event.unit, event.die, lambda face: face >= event.needs)


@CHAPTER.narrates
def tell_card(event: CardPlayed | CardKept) -> Message:
    if isinstance(event, CardKept):
        return say(_("%(unit)s keeps its card."), unit=event.unit)
    text = _("%(unit)s plays %(card)s: %(face)s. It does not help.")
    if event.saved:
        text = _("%(unit)s plays %(card)s: %(face)s. The shot is blinded.")
    return say(text, unit=event.unit, card=event.card, face=event.die.values[0])


@CHAPTER.offers
def answers(state: State, side: str) -> Iterator[Choice]:
    target = state.vehicles[state.shot.target] if state.shot is not None else None
    if target is not None and target.side == side:
        yield _answer(target, False, say(_("Keep the card of %(name)s"), name=target.name))
        if target.card == "Smoke":
            yield _answer(target, True, say(_("Play the Smoke of %(name)s"), name=target.name), _dice(1, 1))


def _answer(target: Vehicle, play: bool, label: Message, *fields: Field) -> Choice:
    given = {"unit": target.id, "play": play}
    return Choice(command="Answer", label=label, side=target.side, given=given, fields=fields, urgent=True)


@CHAPTER.forbids
def impossible_shot(state: State) -> None:
    """What waits is a shot at an enemy in play that has a card to play."""
    if (shot := state.shot) is None:
        return
    shooter, target = state.vehicles.get(shot.unit), state.vehicles.get(shot.target)
    if shooter is None or target is None or target.side == shooter.side or not target.in_play:
        text, remedy = say(_("That is no shot at an enemy in play.")), say(_("Name a vehicle and its target."))
        raise impossible("shot", text, remedy)
    if not target.card or target.turned:
        text = say(_("%(name)s has no card to answer with."), name=target.id)
        raise impossible("shot", text, say(_("Declare its damage, and no shot.")))


# -- damage, and the end of a round (R5, R6) ---------------------------------------------------------------------------


class Hold(Command, frozen=True, kw_only=True):
    """A vehicle does nothing this round (R2)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Held(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R2",)
    unit: str


class DamageTaken(Event, frozen=True, kw_only=True):
    """`unit` takes `damage` from `by`; `wrecked` when that is all it can bear."""

    rules: ClassVar = ("R5",)
    unit: str
    by: str
    damage: int
    wrecked: bool


class RoundEnded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R6",)
    round: int


@CHAPTER.decides
def hold(state: State, command: Hold, dice: Dice) -> Decision:
    yield Held(unit=acting(state, command.unit).id)
    yield from finish_round(state)


def _finish_shot(state: State) -> Decision:
    """R5: the hits that stand are damage; then R6."""
    if state.shot is not None:
        target = state.vehicles[state.shot.target]
        wrecked = target.damage + state.shot.hits >= target.armour
        yield DamageTaken(unit=target.id, by=state.shot.unit, damage=state.shot.hits, wrecked=wrecked)
    yield from finish_round(state)


def finish_round(state: State) -> Decision:
    if all_acted(state):
        yield RoundEnded(round=state.round)


def all_acted(state: State) -> bool:
    """R6: the round ends when every vehicle in play has acted."""
    return all(one.acted for one in state.vehicles.values() if one.in_play)


@CHAPTER.evolves
def held(state: State, event: Held) -> None:
    state.vehicles[event.unit].acted = True


@CHAPTER.evolves
def damage_taken(state: State, event: DamageTaken) -> None:
    state.vehicles[event.unit].damage += event.damage
    shooter = state.vehicles[event.by]
    shooter.feats.append(Feat("damage", state.report, of=event.unit, n=event.damage))
    if event.wrecked:
        shooter.feats.append(Feat("kill", state.report, of=event.unit))
    state.shot = None


@CHAPTER.evolves
def round_ended(state: State, event: RoundEnded) -> None:
    state.round = event.round + 1
    for vehicle in state.vehicles.values():
        vehicle.acted = False


WRECKED, DAMAGED = _("%(unit)s is wrecked by %(by)s."), _("%(unit)s is damaged by %(by)s.")
CHAPTER.sentences(
    {
        DamageTaken: lambda event: say(WRECKED if event.wrecked else DAMAGED, unit=event.unit, by=event.by),
        Held: _("%(unit)s holds."),
        RoundEnded: _("Round %(round)s is over."),
    }
)


@CHAPTER.forbids
def impossible_round(state: State) -> None:
    last = state.options["rounds"]
    if state.round > last + 1:
        text = say(_("This battle has %(n)s rounds."), n=last)
        raise impossible("round", text, say(_("Name one of them.")))
    if state.shot is None and not outcome(state).over and all_acted(state):
        text = say(_("Nobody is left to act in round %(n)s."), n=state.round)
        raise impossible("round", text, say(_("Declare the next one, in which nobody has acted.")))
