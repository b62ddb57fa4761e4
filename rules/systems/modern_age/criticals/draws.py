"""Critical cards are drawn, and one is picked if several are drawn for one critical (R33, A2, R7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from rules.bounds import Key, Text
from rules.contract import Choice, Dice, Field, Message, Pick, Roll, ngettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.attack.answers import Answers, CriticalDamage, CriticalName, Drawn, DrawnCards
from rules.systems.modern_age.attack.sequence import Step, check_reply, plug, resolve
from rules.systems.modern_age.cards.hidden import Moment, Sought, hidden_step, supposed, works
from rules.systems.modern_age.catalogue import Entry
from rules.systems.modern_age.choices import ahead, step
from rules.systems.modern_age.damage import damage
from rules.systems.modern_age.effects import any_of, total
from rules.systems.modern_age.figures import aim_of, effects_on, facts_of, has
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.shot import OpenCritical, Shot, asked_anew
from rules.systems.modern_age.state import Decision, Event, Model, Reply, State, open_shot
from rules.systems.modern_age.tables import OTHER_CRITICAL

from .deck import card_at, check_not_fallen, faces_of, house_deck

CHAPTER = Chapter[State, Event]("Critical cards drawn", "R33, A2, R7")
NO_EFFECT = "none"


class DrawCritical(Reply, frozen=True, kw_only=True):
    """The critical card that the target's owner drew at the table, as `Drawn`; `note` keeps its printed words."""

    positional: ClassVar = ("unit", "card")
    sealed: ClassVar = ("note",)
    unit: Key
    card: CriticalName
    damage: CriticalDamage = 0
    repairable: bool = False
    effect: Annotated[str, msgspec.Meta(max_length=40)] = ""
    note: Text = ""


class CriticalDrawn(Event, frozen=True, kw_only=True):
    """A critical card and its damage. `effect` names the card whose effect it has, "" for none."""

    rules: ClassVar = ("R33", "A2")
    sealed: ClassVar = ("note",)
    unit: str
    attacker: str
    card: str
    damage: int
    repairable: bool
    effect: str
    roll: Roll | None = None
    note: str = ""


class CriticalTurned(Event, frozen=True, kw_only=True):
    """One of several critical cards drawn for one critical. It does no damage yet; `CriticalPicked` keeps one of
    them."""

    rules: ClassVar = ("R33", "R7", "A2")
    sealed: ClassVar = ("note",)
    unit: str
    attacker: str
    card: str
    damage: int
    repairable: bool
    effect: str
    roll: Roll | None = None
    note: str = ""


def must_draw(state: State, shot: Shot) -> bool:
    return shot.draws > 0 and len(shot.turned) < wanted(state, shot)


def draw(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R33: the next card. Its damage is done at once, unless somebody first picks among several."""
    card = answers.next_drawn()
    if state.options["critical_deck"] == "house":
        if card is None and answers.some_drawn:
            raise refused(
                "R33",
                _("Fewer critical cards were reported than are drawn."),
                _("Report every card that was drawn, or none and Leaguer draws."),
                "criticals",
            )
        drawn = from_house(state, shot, card, dice)
    else:
        drawn = _as_reported(state, shot, card, answers.note)
    yield CriticalTurned(**msgspec.structs.asdict(drawn)) if wanted(state, shot) > 1 else drawn


def from_house(state: State, shot: Shot, card: Drawn | None, dice: Dice) -> CriticalDrawn:
    """The next card: the one drawn at the table by its name, or Leaguer's."""
    left = house_deck(state)
    question = f"{shot.question}/critical-{shot.drawn + 1}"
    roll: Roll | None = None
    if card is None:
        roll = dice.roll(question, 1, faces=faces_of(state, left), field="criticals")
        name = card_at(left, roll.numbers[0])
    else:
        name = card.card
        if name not in left or card != Drawn(name):
            raise refused(
                "A2",
                say(_("“%(card)s” cannot be drawn from what is left of the house deck like this."), card=name),
                say(_("Report the name alone; left: %(cards)s."), cards=", ".join(dict.fromkeys(left))),
                "criticals",
            )
        check_not_fallen(state, question, left, name, dice)
    figures = state.deck[name].figures
    return CriticalDrawn(
        unit=shot.target,
        attacker=shot.shooter,
        card=name,
        damage=figures["damage"],
        repairable=figures["repairable"],
        effect=name if state.deck[name].effects else "",
        roll=roll,
    )


def _as_reported(state: State, shot: Shot, card: Drawn | None, note: str) -> CriticalDrawn:
    """Free input (A2): name and damage from the table. The effect is the named card's unless the report says otherwise.
    For a known card the report need not say that it is repairable."""
    assert card is not None
    known = (*state.deck, OTHER_CRITICAL)
    if card.card not in known:
        raise refused(
            "A2",
            say(_("There is no critical card “%(card)s”."), card=card.card),
            say(_("Known: %(cards)s."), cards=", ".join(known)),
            "card",
        )
    effect = card.effect or (card.card if card.card in state.deck else NO_EFFECT)
    if effect not in (*state.deck, NO_EFFECT):
        raise refused(
            "A2",
            say(_("There is no critical effect “%(effect)s”."), effect=effect),
            say(_("It takes the name of a known card, or “none”; known: %(cards)s."), cards=", ".join(state.deck)),
            "effect",
        )
    return CriticalDrawn(
        unit=shot.target,
        attacker=shot.shooter,
        card=card.card,
        damage=card.damage,
        repairable=card.repairable or (card.card in state.deck and bool(state.deck[card.card].figures["repairable"])),
        effect="" if effect == NO_EFFECT else effect,
        note=note,
    )


@CHAPTER.decides
def drawn(state: State, command: DrawCritical, dice: Dice) -> Decision:
    check_reply(state, command)
    card = Drawn(command.card, command.damage, command.repairable, command.effect)
    yield from resolve(state, Answers(drawn=(card,), note=command.note), dice)


@CHAPTER.evolves
def critical_drawn(state: State, event: CriticalDrawn) -> None:
    shot = open_shot(state)
    shot.draws -= 1
    shot.drawn += 1
    asked_anew(shot, "drawing")
    shot.open.append(OpenCritical(event.card, event.damage, event.repairable, event.effect))
    damage(state, state.models[event.unit], event.damage, event.attacker)


@CHAPTER.narrates
def tell_critical_drawn(event: CriticalDrawn) -> Message:
    return ngettext(
        "%(unit)s draws the critical card %(card)s: %(n)d damage.",
        "%(unit)s draws the critical card %(card)s: %(n)d damage.",
        event.damage,
        unit=event.unit,
        card=event.card,
    )


@CHAPTER.evolves
def critical_turned(state: State, event: CriticalTurned) -> None:
    shot = open_shot(state)
    shot.drawn += 1
    shot.turned.append(OpenCritical(event.card, event.damage, event.repairable, event.effect))


CHAPTER.sentences({CriticalTurned: _("%(unit)s turns up the critical card %(card)s, one to be picked from.")})


THEN_DRAWN = ahead("criticals", say(_("Critical cards then drawn")))


def draw_choices(state: State, model: Model) -> Iterator[Choice]:
    cards = (
        *(Pick(name, verbatim(name), _readily(model, entry)) for name, entry in state.deck.items()),
        Pick(OTHER_CRITICAL, say(_("another card"))),
    )
    known = (Pick(name, verbatim(name), readily=50) for name in state.deck)
    as_named = Pick("", say(_("as the card is named")), readily=4000)
    effects = (as_named, Pick(NO_EFFECT, say(_("none")), readily=500), *known)
    yield step(
        "DrawCritical",
        model,
        say(_("%(unit)s draws a critical card"), unit=model.name),
        Field(name="card", kind="pick", label=say(_("Card")), picks=cards, required=True),
        Field(name="damage", kind="number", label=say(_("Damage")), most=20, near=(0, 1, 2, 3, 4)),
        Field(name="repairable", kind="flag", label=say(_("Repairable")), help=say(_("Asked of another card only."))),
        Field(name="effect", kind="pick", label=say(_("Effect")), picks=effects),
        Field(name="note", kind="text", label=say(_("What the card says")), most=500),
    )


def _readily(model: Model, critical: Entry) -> int:
    """Random players rather draw what a card of the model's answers, be it at once or by a repair; and what takes a
    card of which more than its own effect goes."""
    cards = [card for card in model.cards.values() if not card.gone]
    answered = any(critical.name in effect.names for card in cards for effect in card.effects)
    ammo = any_of(critical.effects, "lose_ammo") and any(card.kind == "Ammo" and not card.face_up for card in cards)
    crew = any_of(critical.effects, "lose_crew") and any(card.crew and has(card, "capacity") for card in cards)
    return 20_000 if crew else 6000 if answered or ammo else 1000


# -- several cards for one critical ------------------------------------------------------------------------------------


class PickCritical(Reply, frozen=True, kw_only=True):
    """The one that counts of several critical cards drawn for one critical: its place, from 1, in the order in which
    they were drawn.

    `unit` is the shooter if its card drew them (Sharpshooter Gunner), the target if its own did. `criticals` are the
    cards drawn next.
    """

    positional: ClassVar = ("unit", "place")
    unit: Key
    place: Annotated[int, msgspec.Meta(ge=1, le=9)]
    criticals: DrawnCards = ()


class CriticalPicked(Event, frozen=True, kw_only=True):
    """The card picked by `by` counts, with its damage; the others are discarded without effect. `place`: from 1, as
    they were drawn.

    If not `final`, the target's owner draws another beside it, and there is no damage yet.
    """

    rules: ClassVar = ("R33", "R7")
    unit: str
    attacker: str
    by: str
    place: int
    card: str
    damage: int
    thrown: tuple[str, ...]
    final: bool = True


def wanted(state: State, shot: Shot) -> int:
    """How many cards are turned up for the critical before somebody picks one. With 1 the card drawn counts."""
    return 1 + (_extra(state, shot) or _second(state, shot))


def _extra(state: State, shot: Shot) -> int:
    """How many cards the shooter's crew adds to the first critical of the attack, until the shooter has picked."""
    if shot.picked or shot.drawn > len(shot.turned):
        return 0
    aim = aim_of(state, shot)
    return total(effects_on(state, aim.shooter, aim.spent), "extra_draws", facts_of(state, aim, aim.shooter))


def _second(state: State, shot: Shot) -> int:
    """The target's owner draws a second card for each critical (Risky Commander)."""
    aim = aim_of(state, shot)
    return int(any_of(effects_on(state, aim.target, aim.spent), "second_draw", facts_of(state, aim, aim.target)))


def shooter_picks(state: State, shot: Shot) -> bool:
    return _all_turned(state, shot) and _extra(state, shot) > 0


def target_picks(state: State, shot: Shot) -> bool:
    return _all_turned(state, shot) and not _extra(state, shot)


def _all_turned(state: State, shot: Shot) -> bool:
    return bool(shot.turned) and not must_draw(state, shot)


def pick(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """One card counts, the others are discarded. If both may pick, the shooter does so first, and the target's owner
    draws another beside the one that is left."""
    place = answers.take_reply(PickCritical).place
    if place > len(shot.turned):
        raise refused(
            "R33",
            say(_("Only %(count)s critical cards were drawn."), count=len(shot.turned)),
            say(_("In the order drawn: %(cards)s."), cards=", ".join(critical.card for critical in shot.turned)),
            "place",
        )
    by_shooter = _extra(state, shot) > 0
    kept = shot.turned[place - 1]
    final = not (by_shooter and _second(state, shot))
    yield CriticalPicked(
        unit=shot.target,
        attacker=shot.shooter,
        by=shot.shooter if by_shooter else shot.target,
        place=place,
        card=kept.card,
        damage=kept.damage if final else 0,
        thrown=tuple(critical.card for number, critical in enumerate(shot.turned, 1) if number != place),
        final=final,
    )


@CHAPTER.decides
def picked(state: State, command: PickCritical, dice: Dice) -> Decision:
    check_reply(state, command)
    yield from resolve(state, Answers(reply=command, drawn=command.criticals), dice)


@CHAPTER.evolves
def critical_picked(state: State, event: CriticalPicked) -> None:
    shot = open_shot(state)
    kept = shot.turned.pop(event.place - 1)
    state.discards.extend(critical.card for critical in shot.turned)
    shot.picked = shot.picked or event.by == shot.shooter
    shot.turned = [] if event.final else [kept]
    if event.final:
        shot.draws -= 1
        asked_anew(shot, "drawing")
        shot.open.append(kept)
        damage(state, state.models[event.unit], event.damage, event.attacker)


@CHAPTER.narrates
def tell_critical_picked(event: CriticalPicked) -> Message:
    if not event.final:
        return say(_("Of the critical cards for %(unit)s %(card)s is kept."), unit=event.unit, card=event.card)
    return ngettext(
        "Of the critical cards for %(unit)s %(card)s counts: %(n)d damage.",
        "Of the critical cards for %(unit)s %(card)s counts: %(n)d damage.",
        event.damage,
        unit=event.unit,
        card=event.card,
    )


def pick_choices(state: State, model: Model) -> Iterator[Choice]:
    """A choice for each card."""
    for place, critical in enumerate(open_shot(state).turned, 1):
        label = say(_("%(unit)s picks a critical card: %(card)s counts"), unit=model.name, card=critical.card)
        yield step("PickCritical", model, label, THEN_DRAWN, place=place)


def _before_a_draw(state: State, shot: Shot) -> Sought:
    """R33: a second card for the critical. Whoever draws at the table is asked for the card anyway."""
    if shot.draws and not shot.turned and state.options["critical_deck"] == "house":
        target = state.models[shot.target]
        facts = supposed(state, shot, target)
        yield target, lambda effect: effect.does == "second_draw" and works(effect, facts)


plug(
    hidden_step(Moment("drawing", "target", _before_a_draw), lambda answers: bool(answers.drawn)),
    Step(
        "draw critical",
        "DrawCritical",
        "target",
        say(_("Draw a critical card")),
        must_draw,
        lambda state, answers: bool(answers.drawn) or state.options["critical_deck"] == "house",
        draw,
        draw_choices,
    ),
    *(
        Step(
            f"{of} picks critical",
            "PickCritical",
            of,
            say(_("Pick the critical card that counts")),
            picks,
            lambda state, answers: answers.is_reply(PickCritical),
            pick,
            pick_choices,
        )
        for of, picks in (("shooter", shooter_picks), ("target", target_picks))
    ),
)


CHAPTER.throws_for_nobody(CriticalDrawn, CriticalTurned)  # cards
