"""The critical card that is being resolved: what it does, whether it stays, and the crew cards it costs (R33, A2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Dice, Feat, Field, Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.attack.answers import Answers, DrawnCards
from rules.systems.modern_age.attack.sequence import Step, check_reply, plug, resolve, suffering
from rules.systems.modern_age.cards.lost import CardLost, crew_aboard, crew_card
from rules.systems.modern_age.choices import card_picks, step
from rules.systems.modern_age.effects import Effect, any_of
from rules.systems.modern_age.shot import Shot, asked_anew
from rules.systems.modern_age.state import Card, Decision, Event, Model, Reply, State, Wound, attach, open_shot

from .deck import effects_of
from .draws import THEN_DRAWN

CHAPTER = Chapter[State, Event]("Critical cards resolved", "R33, A2")


class LoseCrew(Reply, frozen=True, kw_only=True):
    """The owner chooses which crew card is lost (Injured Crew, Asassin). `criticals` are the cards drawn next."""

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: Key
    criticals: DrawnCards = ()


class CriticalSettled(Event, frozen=True, kw_only=True):
    """A critical card is done with: `attached` to its model under that id until repaired, or discarded ("")."""

    rules: ClassVar = ("R33",)
    unit: str
    card: str
    attached: str


def must_choose_crew(state: State, shot: Shot) -> bool:
    """Injured Crew, and there is more than one crew card to choose from."""
    pending = bool(shot.open) and not shot.open[0].cancelled and not shot.open[0].suffered
    return pending and any_of(effects_of(state, shot), "lose_crew") and len(crew_aboard(suffering(state, shot))) > 1


def lose_crew(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """The crew card that the owner chooses is discarded, face up."""
    model = suffering(state, shot)
    card = crew_card(model, answers.take_reply(LoseCrew).card)
    yield CardLost(unit=model.id, card=card.id, name=card.name, cause=shot.open[0].card)


def settle_critical(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """The rest of the card's effects: cards lost without a choice; then it is attached if repairable, else
    discarded."""
    critical, model = shot.open[0], suffering(state, shot)
    if not critical.cancelled and not critical.suffered:
        for card in _lost_without_choice(effects_of(state, shot), model):
            yield CardLost(unit=model.id, card=card.id, name=card.name, cause=critical.card)
    attached = f"c{model.last_critical + 1}" if critical.repairable and not critical.cancelled else ""
    yield CriticalSettled(unit=model.id, card=critical.card, attached=attached)


def _lost_without_choice(effects: tuple[Effect, ...], model: Model) -> list[Card]:
    """Ammo Explosion takes every Ammo card, face down too (R5); Injured Crew takes the only crew card there is."""
    lost = []
    if any_of(effects, "lose_ammo"):
        lost += [card for card in model.cards.values() if card.kind == "Ammo" and not card.gone]
    if any_of(effects, "lose_crew"):
        lost += crew_aboard(model)[:1]
    return lost


@CHAPTER.evolves
def critical_settled(state: State, event: CriticalSettled) -> None:
    shot = open_shot(state)
    critical = shot.open.pop(0)
    asked_anew(shot, "critical")
    shooter, bearer = state.models[shot.shooter], state.models[event.unit]
    if critical.bearer and critical.damage and shooter.side != bearer.side:
        shooter.feats.append(Feat("damage", state.report, bearer.id, critical.damage))
    if event.attached:
        attach(bearer, Wound(event.card, critical.repairable, critical.effect))
    else:
        state.discards.append(event.card)


@CHAPTER.narrates
def tell_critical_settled(event: CriticalSettled) -> Message:
    if event.attached:
        return say(_("%(card)s stays on %(unit)s until repaired."), unit=event.unit, card=event.card)
    return say(_("%(card)s on %(unit)s is dealt with."), unit=event.unit, card=event.card)


# -- a crew card given up for two hits (Asassin) -----------------------------------------------------------------------


def owes_crew(state: State, shot: Shot) -> bool:
    """Two hits were given up for a crew card of the target (Asassin). If none is aboard, the target owes nothing."""
    return shot.crew_toll > 0 and bool(crew_aboard(state.models[shot.target]))


def owes_the_only_one(state: State, shot: Shot) -> bool:
    return owes_crew(state, shot) and len(crew_aboard(state.models[shot.target])) == 1


def pay_toll(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """The crew card that the owner chooses is discarded, face up."""
    yield _given_up(state, shot, crew_card(state.models[shot.target], answers.take_reply(LoseCrew).card))


def pay_the_only_one(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    yield _given_up(state, shot, crew_aboard(state.models[shot.target])[0])


def _given_up(state: State, shot: Shot, card: Card) -> CardLost:
    shooter = state.models[shot.shooter]
    strikers = [shooter.cards[change.by].name for change in shot.changes if change.by and change.does == "strike_crew"]
    return CardLost(unit=shot.target, card=card.id, name=card.name, cause=strikers[0] if strikers else shooter.name)


@CHAPTER.decides
def loses_crew(state: State, command: LoseCrew, dice: Dice) -> Decision:
    check_reply(state, command)
    yield from resolve(state, Answers(reply=command, drawn=command.criticals), dice)


def lose_crew_choices(state: State, model: Model) -> Iterator[Choice]:
    cards = tuple(card_picks(crew_aboard(model)))
    field = Field(name="card", kind="pick", label=say(_("Crew card")), picks=cards, required=True)
    yield step("LoseCrew", model, say(_("%(unit)s loses a crew card"), unit=model.name), field, THEN_DRAWN)


plug(
    Step(
        "crew card given up",
        "LoseCrew",
        "target",
        say(_("Choose the crew card that is given up")),
        lambda state, shot: owes_crew(state, shot) and not owes_the_only_one(state, shot),
        lambda state, answers: answers.is_reply(LoseCrew),
        pay_toll,
        lose_crew_choices,
    ),
    Step(
        "only crew card given up",
        "",
        "target",
        say(_("Give up a crew card")),
        owes_the_only_one,
        lambda *_: True,
        pay_the_only_one,
    ),
    Step(
        "lose crew card",
        "LoseCrew",
        "bearer",
        say(_("Choose the crew card that is lost")),
        must_choose_crew,
        lambda state, answers: answers.is_reply(LoseCrew),
        lose_crew,
        lose_crew_choices,
    ),
    Step(
        "settle critical",
        "",
        "target",
        say(_("Settle a critical")),
        lambda state, shot: bool(shot.open),
        lambda *_: True,
        settle_critical,
    ),
)
