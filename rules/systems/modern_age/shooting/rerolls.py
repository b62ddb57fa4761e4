"""Attack dice rolled again: for being Stationary, by a stabiliser, by cards (R26, R8, A7, B7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Dice, Field, Message, Refused, Roll, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import Throw
from rules.systems.modern_age.attack.answers import Answers, DieLetters, Rerolled
from rules.systems.modern_age.attack.sequence import Step, check_reply, plug, resolve
from rules.systems.modern_age.cards.use import used
from rules.systems.modern_age.choices import ahead, dice_picks, instead_field, step
from rules.systems.modern_age.effects import any_of, found
from rules.systems.modern_age.figures import Aim, aim_of, effects_on, facts_of, keyword, lettered, wounds_of
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.shot import KeyOrNone, Shot, asked_anew
from rules.systems.modern_age.state import Decision, Event, Model, Reply, State, open_shot
from rules.systems.modern_age.tables import STABILISER_DICE
from rules.systems.modern_age.words import faces, hits_said

from .attack_roll import luck_to_hit
from .weapons import check_copies, copy_used, given_up, score

CHAPTER = Chapter[State, Event]("Attack dice rolled again", "R26, R8, A7, B7")


class Reroll(Reply, frozen=True, kw_only=True):
    """The shooter re-rolls dice of the open attack, or none.

    cards: dice re-rolled by crew or upgrade cards; ones: by cards that name the face they show; spend: the card that is
    discarded to re-roll any dice (those under `cards`); instead: the card that is discarded in its place. dice: the new
    faces, in the order of stationary, stabiliser, cards, ones, each die once.
    """

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("dice",)
    unit: Key
    stationary: DieLetters = ()
    stabiliser: DieLetters = ()
    dice: DiceFaces | None = None
    cards: DieLetters = ()
    ones: DieLetters = ()
    spend: KeyOrNone = ""
    instead: KeyOrNone = ""


class AttackRerolled(Event, frozen=True, kw_only=True):
    """Dice re-rolled for being Stationary, by a stabiliser and by cards (none: declined), and the results of the attack
    now."""

    version: ClassVar = 2
    rules: ClassVar = ("R26", "R8", "A7", "B7")
    unit: str
    stationary: tuple[str, ...]
    stabiliser: tuple[str, ...]
    roll: Roll
    faces: tuple[int, ...]
    hits: int
    criticals: int
    forced: int
    cards: tuple[str, ...] = ()


class Rerolls(msgspec.Struct, frozen=True):
    """Which attack dice may be rolled again, by letter.

    failed: for being Stationary. stabiliser: how many by Stabiliser or Predator. cards: how many dice of any face by
    cards; `ones`: others, which show a face that a card names. spendable: cards that re-roll all dice if they are
    spent.
    """

    failed: tuple[str, ...] = ()
    stabiliser: int = 0
    cards: int = 0
    ones: tuple[str, ...] = ()
    spendable: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.failed or self.stabiliser or self.cards or self.ones or self.spendable)


def rerolls(state: State, shot: Shot) -> Rerolls:
    """R26, A7, B7 and the cards; nothing once the dice were re-rolled or kept, or if the crew is stunned."""
    aim = aim_of(state, shot)
    shooter, dice = aim.shooter, len(shot.faces)
    if shot.rerolled or not dice or any_of(wounds_of(state, shooter), "no_rerolls"):
        return Rerolls()
    effects = found(effects_on(state, shooter, aim.spent), "reroll_attack", facts_of(state, aim, shooter))
    lettered_dice = lettered(shot.faces)
    named = {face for effect in effects for face in effect.faces}
    return Rerolls(
        failed=tuple(x for x, face in lettered_dice if face < shot.hit_on) if shooter.moves == 0 else (),
        stabiliser=min(dice, max([0, *(n for word, n in STABILISER_DICE.items() if keyword(state, shooter, word))])),
        cards=min(dice, sum(effect.most for effect in effects if not effect.faces) + _marked(state, aim)),
        ones=tuple(letter for letter, face in lettered_dice if face in named),
        spendable=tuple(
            card.id
            for card in shooter.cards.values()
            if card.face_up
            and not card.gone
            and any(effect.does == "reroll_attack" and effect.trigger == "shot" for effect in card.effects)
        ),
    )


def _marked(state: State, aim: Aim) -> int:
    """A die for each friend that has marked the target for others this turn (Laurent Dyre)."""
    marks = [boost for boost in aim.target.boosts if boost.does == "mark" and boost.unit != aim.shooter.id]
    return sum(state.models[boost.unit].side == aim.shooter.side for boost in marks)


SOURCES = ("stationary", "stabiliser", "cards", "ones")


def reroll(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R26, A7, B7 and the cards: failed dice while Stationary, any dice by a stabiliser or a card, each die once (R8).

    A die named both for the stabiliser and for a card is rolled once.
    """
    chosen = answers.take_reroll()
    again, by = letters_again(chosen), understood(state, shot, chosen)
    if chosen.field == "dice":
        check_dice(again, chosen.dice)
    model = state.models[shot.shooter]
    if chosen.spend:
        card = model.cards[chosen.spend]
        yield used(model, card, given_up(model, card, chosen.instead))
    roll = dice.roll(f"{shot.question}/reroll", len(again), reported=chosen.dice, field=chosen.field)
    faces = dict(lettered(shot.faces)) | dict(zip(again, roll.numbers, strict=True))
    now = tuple(faces.values())
    hits, criticals, forced = score(model, now, shot.hit_on, shot.critical_on)
    yield AttackRerolled(
        unit=shot.shooter,
        stationary=by.stationary,
        stabiliser=by.stabiliser,
        roll=roll,
        faces=now,
        hits=hits,
        criticals=criticals,
        forced=forced,
        cards=(*by.cards, *by.ones),
    )


def check_dice(again: Sequence[str], dice: Sequence[int] | None) -> None:
    """If no die is rolled again, no faces are reported, not even an empty list."""
    if not again and dice is not None:
        raise refused("R26", _("No die is re-rolled."), _("Leave the faces out."), "dice")


def understood(state: State, shot: Shot, chosen: Rerolled) -> Rerolled:
    """The dice that are rolled again, each under a source that allows it. Raises `Refused`.

    They are taken as they were named if that is allowed. If a wrong source was named for a die and another one allows
    it, the other is understood (R26, p. 20). It only matters that no die is rolled again twice (R8).
    """
    _check_each_once(chosen)
    allowed, letters = rerolls(state, shot), [letter for letter, _face in lettered(shot.faces)]
    if chosen.spend:
        _check_spend(state, shot, chosen, allowed)
        for field in SOURCES:
            _check_letters(getattr(chosen, field), letters, field, _("There is no die %(die)s."))
        return chosen
    if chosen.instead:
        raise refused("R7", _("No card is spent for this re-roll."), _("Leave “instead” out, too."), "instead")
    try:
        _check_as_named(shot, chosen, allowed)
    except Refused:
        if (otherwise := _by_other_sources(chosen, allowed, letters)) is None:
            raise
        return otherwise
    return chosen


def letters_again(chosen: Rerolled) -> tuple[str, ...]:
    """The named dice, in the order in which their new faces are reported; one named twice is rolled once."""
    return tuple(dict.fromkeys(letter for field in SOURCES for letter in getattr(chosen, field)))


def _check_as_named(shot: Shot, chosen: Rerolled, allowed: Rerolls) -> None:
    free = free_letters(shot, allowed)
    by_stabiliser = free if allowed.stabiliser else []
    _check_letters(chosen.stationary, allowed.failed, "stationary", _("Being Stationary does not re-roll die %(die)s."))
    _check_letters(chosen.stabiliser, by_stabiliser, "stabiliser", _("A stabiliser does not re-roll die %(die)s."))
    _check_letters(chosen.cards, free if allowed.cards else [], "cards", _("No card re-rolls die %(die)s."))
    _check_letters(chosen.ones, ones_of(allowed), "ones", _("No card re-rolls what die %(die)s shows."))
    _check_most(chosen.stabiliser, allowed.stabiliser, "stabiliser", _STABILISER)
    _check_most(chosen.cards, allowed.cards, "cards", _("%(found)s dice are re-rolled by cards good for %(most)s."))


def _by_other_sources(chosen: Rerolled, allowed: Rerolls, letters: Sequence[str]) -> Rerolled | None:
    """The same dice: failed ones for being Stationary, then dice by cards that name their face, the rest by stabiliser
    and cards. None if these do not suffice."""
    again = letters_again(chosen)
    stationary = tuple(letter for letter in again if letter in allowed.failed)
    ones = tuple(letter for letter in again if letter in ones_of(allowed))
    rest = [letter for letter in again if letter not in (*stationary, *ones)]
    if len(rest) > allowed.stabiliser + allowed.cards or any(letter not in letters for letter in rest):
        return None
    return msgspec.structs.replace(
        chosen,
        stationary=stationary,
        ones=ones,
        stabiliser=tuple(rest[: allowed.stabiliser]),
        cards=tuple(rest[allowed.stabiliser :]),
    )


_STABILISER = _("%(found)s dice are re-rolled by a stabiliser good for %(most)s.")


def free_letters(shot: Shot, allowed: Rerolls) -> list[str]:
    """The dice that a stabiliser or a card may re-roll: all those that being Stationary does not."""
    return [letter for letter, _face in lettered(shot.faces) if letter not in allowed.failed]


def ones_of(allowed: Rerolls) -> list[str]:
    return [letter for letter in allowed.ones if letter not in allowed.failed]


def _check_each_once(chosen: Rerolled) -> None:
    """R8: no die is named twice in one field, and a die that is re-rolled for being Stationary is named in no other. A
    die named for a stabiliser and for a card is rolled once."""
    for field in SOURCES:
        letters = getattr(chosen, field)
        taken = field != "stationary" and not set(letters).isdisjoint(chosen.stationary)
        if taken or len(set(letters)) < len(letters):
            raise refused("R8", _("A die is re-rolled twice."), _("Name each die once."), field)


def _check_letters(letters: tuple[str, ...], of: Iterable[str], field: str, text: str) -> None:
    allowed = tuple(of)
    for letter in letters:
        if letter not in allowed:
            remedy = say(_("It may: %(dice)s."), dice=", ".join(allowed) or "-")
            raise refused("R26", say(text, die=letter), remedy, field)


def _check_most(letters: tuple[str, ...], most: int, field: str, text: str) -> None:
    if len(letters) > most:
        found = say(text, found=len(letters), most=most)
        raise refused("R26", found, say(_("Name at most %(most)s."), most=most), field)


def _check_spend(state: State, shot: Shot, chosen: Rerolled, allowed: Rerolls) -> None:
    """A card that is spent re-rolls any dice; other dice may be named besides for the other sources."""
    if chosen.spend not in allowed.spendable:
        raise refused(
            "R7",
            say(_("“%(card)s” cannot be spent to re-roll attack dice."), card=chosen.spend),
            say(_("Face up and to be spent: %(cards)s."), cards=", ".join(allowed.spendable) or "-"),
            "spend",
        )
    model = state.models[shot.shooter]
    check_copies(state, model, model.cards[chosen.spend])
    given_up(model, model.cards[chosen.spend], chosen.instead)
    if not chosen.cards:
        text, remedy = _("A card is spent, and no die is re-rolled by it."), _("Name the dice under “cards”.")
        raise refused("R7", text, remedy, "cards")


@CHAPTER.decides
def rerolled(state: State, command: Reroll, dice: Dice) -> Decision:
    check_reply(state, command)
    chosen = Rerolled(
        command.stationary,
        command.stabiliser,
        command.dice,
        "dice",
        command.cards,
        command.ones,
        command.spend,
        command.instead,
    )
    yield from resolve(state, Answers(reroll=chosen), dice)


@CHAPTER.evolves
def attack_rerolled(state: State, event: AttackRerolled) -> None:
    shot = open_shot(state)
    shot.rerolled = True
    asked_anew(shot, "attacked")
    shot.faces, shot.hits, shot.criticals, shot.forced = event.faces, event.hits, event.criticals, event.forced


@CHAPTER.narrates
def tell_attack_rerolled(event: AttackRerolled) -> Message:
    again = len(event.roll.numbers)
    if not again:
        return say(_("%(unit)s keeps its dice."), unit=event.unit)
    return ngettext(
        "%(unit)s re-rolls %(n)d die (%(dice)s): now %(hits)s.",
        "%(unit)s re-rolls %(n)d dice (%(dice)s): now %(hits)s.",
        again,
        unit=event.unit,
        dice=faces(event.roll),
        hits=hits_said(event.hits, event.criticals),
    )


# -- what may be reported ----------------------------------------------------------------------------------------------


def reroll_choices(state: State, model: Model) -> Iterator[Choice]:
    """For nothing; none; and one more choice for each card that is spent to re-roll any dice."""
    shot = open_shot(state)
    allowed, dice = rerolls(state, shot), lettered(shot.faces)
    free, ones = free_letters(shot, allowed), ones_of(allowed)
    fields = [
        dice_picks("stationary", say(_("Re-roll for being Stationary")), allowed.failed, dice, len(allowed.failed)),
        dice_picks("stabiliser", say(_("Re-roll by stabiliser")), free, dice, min(allowed.stabiliser, len(free))),
        dice_picks("cards", say(_("Re-roll by cards")), free, dice, min(allowed.cards, len(free))),
        dice_picks("ones", say(_("Re-roll by a card for what they show")), ones, dice, len(ones)),
    ]
    fields.append(_faces(min(len(dice), sum(field.most for field in fields))))
    shown = tuple(field for field in fields if field.most)
    text = _("%(unit)s: re-roll attack dice, or keep them") if shown else KEEPS
    yield step("Reroll", model, say(text, unit=model.name), *shown)
    if shown:
        faces = msgspec.structs.replace(_faces(len(dice)), ahead=True)
        yield step("Reroll", model, say(KEEPS, unit=model.name), *BY_ANY_SOURCE, faces)
    every = [letter for letter, _face in dice]
    for card in (model.cards[key] for key in allowed.spendable):
        if not copy_used(state, model, card):
            again = dice_picks("cards", say(_("Dice to re-roll")), every, dice, len(every))
            again = msgspec.structs.replace(again, least=1, required=True)
            label = say(_("%(unit)s: %(card)s is spent to re-roll attack dice"), unit=model.name, card=card.name)
            yield step(
                "Reroll",
                model,
                label,
                again,
                *instead_field(model, card.id),
                _faces(len(every)),
                *BESIDES,
                spend=card.id,
            )


KEEPS = _("%(unit)s keeps its attack dice")
# Dice named for one source although another one allows them are understood (`understood`).
BY_LETTER = {
    "stationary": say(_("Dice re-rolled for being Stationary, by letter")),
    "stabiliser": say(_("Dice re-rolled by a stabiliser, by letter")),
    "cards": say(_("Dice re-rolled by cards, by letter")),
    "ones": say(_("Dice re-rolled for what they show, by letter")),
}
BY_ANY_SOURCE = tuple(ahead(name, label) for name, label in BY_LETTER.items())
BESIDES = tuple(ahead(name, label) for name, label in BY_LETTER.items() if name != "cards")


def _faces(most: int) -> Field:
    return Field(name="dice", kind="dice", label=say(_("Faces of the re-rolled dice")), most=most)


plug(
    Step(
        "reroll",
        "Reroll",
        "shooter",
        say(_("Re-roll attack dice or keep them")),
        lambda state, shot: bool(rerolls(state, shot)),
        lambda state, answers: answers.reroll is not None or answers.swap is not None or answers.defence is not None,
        reroll,
        reroll_choices,
    )
)


@CHAPTER.throws
def luck_of_reroll(state: State, event: AttackRerolled) -> Iterable[Throw]:
    """R8: each die that is rolled again is another die."""
    if shot := state.shot:
        yield from luck_to_hit(event.unit, shot.target, event.roll, shot.hit_on, shot.critical_on)
