"""Critical cards drawn and resolved, cards spent against them, and the die that answers damage (R33, A2)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from rules.contract import Decision, Dice, Refused, Roll, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .answers import Answers
from .effects import Effect, any_of
from .figures import effects_on, has, may_have
from .refusals import refused
from .state import Card, Model, Shot, State
from .tables import OTHER_CRITICAL


def draw(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R33: every critical left draws a card and does its damage; then the effects are resolved in the order drawn."""
    drawn: tuple[c.Drawn, ...] = answers.take("drawn")
    house = state.options["critical_deck"] == "house"
    if len(drawn) > shot.draws or (house and drawn and len(drawn) != shot.draws):
        raise refused(
            "R33",
            say(
                _("%(found)s critical cards were reported where %(count)s are drawn."),
                found=len(drawn),
                count=shot.draws,
            ),
            say(_("Report the cards that were drawn, one for each critical left.")),
            "criticals",
        )
    for place in range(shot.draws if house else len(drawn)):
        card = drawn[place] if drawn else None
        yield _from_house(state, shot, card, dice) if house else _as_reported(state, shot, card, answers.note)


def _as_reported(state: State, shot: Shot, card: c.Drawn | None, note: str) -> e.CriticalDrawn:
    """Free input (A2): name and damage from the table; the effect is the named card's unless said. A known card that
    is repairable needs no word of it."""
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
    return e.CriticalDrawn(
        unit=shot.target,
        attacker=shot.shooter,
        card=card.card,
        damage=card.damage,
        repairable=card.repairable or (card.card in state.deck and bool(state.deck[card.card].figures["repairable"])),
        effect="" if effect == NO_EFFECT else effect,
        note=note,
    )


NO_EFFECT = "none"


def _from_house(state: State, shot: Shot, card: c.Drawn | None, dice: Dice) -> e.CriticalDrawn:
    """The house deck: one die of as many faces as cards are left, or the name of a card that is left."""
    left = house_deck(state)
    roll: Roll | None = None
    if card is None:
        roll = dice.roll(f"{shot.question}/critical-{shot.drawn + 1}", 1, faces=len(left), field="criticals")
        name = left[roll.values[0] - 1]
    else:
        name = card.card
        if name not in left or card != c.Drawn(name):
            raise refused(
                "A2",
                say(_("“%(card)s” cannot be drawn from what is left of the house deck like this."), card=name),
                say(_("Report the name alone; left: %(cards)s."), cards=", ".join(dict.fromkeys(left))),
                "criticals",
            )
        _not_fallen_otherwise(f"{shot.question}/critical-{shot.drawn + 1}", left, name, dice)
    figures = state.deck[name].figures
    return e.CriticalDrawn(
        unit=shot.target,
        attacker=shot.shooter,
        card=name,
        damage=figures["damage"],
        repairable=figures["repairable"],
        effect=name if state.deck[name].effects else "",
        roll=roll,
    )


def _not_fallen_otherwise(question: str, left: Sequence[str], name: str, dice: Dice) -> None:
    """`Refused` when Leaguer has drawn for this already, and another card: a die that fell stays fallen."""
    places = [place for place, card in enumerate(left, 1) if card == name]
    for place in places[:-1]:
        with suppress(Refused):
            dice.roll(question, 1, faces=len(left), reported=(place,), field="criticals")
            return
    dice.roll(question, 1, faces=len(left), reported=(places[-1],), field="criticals")


def house_deck(state: State) -> list[str]:
    """The cards left in the deck, in the order of the catalogue; an empty deck is refilled from its discards (B16)."""
    carried = [attached.wound.card for model in state.models.values() for attached in model.criticals.values()]
    opened = [critical.card for critical in state.shot.open] if state.shot else []
    out = carried + opened
    full = [name for name, entry in state.deck.items() for _copy in range(entry.figures["copies"])]
    return _without(full, out + state.discards) or _without(full, out) or full


def _without(cards: list[str], out: list[str]) -> list[str]:
    left = list(cards)
    for name in out:
        if name in left:
            left.remove(name)
    return left


# -- resolving the first of the drawn cards ----------------------------------------------------------------------------


def effects_of(state: State, shot: Shot) -> tuple[Effect, ...]:
    """The effects of the critical card being resolved."""
    entry = state.deck.get(shot.open[0].effect) if shot.open else None
    return entry.effects if entry else ()


def may_spend(state: State, shot: Shot) -> bool:
    """Has the owner a card to spend against the critical, or one face down that might be such a card?"""
    if not shot.open or shot.open[0].answered:
        return False
    return may_have(state, state.models[shot.target], "cancel", shot.open[0].card)


def spendable(state: State, shot: Shot) -> list[Card]:
    """The cards that do cancel it, hidden ones too: for their owner's eyes."""
    model = state.models[shot.target]
    return [c for c in model.cards.values() if not c.gone and shot.open and has(c, "cancel", shot.open[0].card)]


def spend(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """A spent card cancels the critical's effect; a critical that only does damage loses the damage (RULES.md)."""
    chosen: str = answers.take("spend")
    critical = shot.open[0]
    if not chosen:
        yield e.CardSpent(unit=shot.target, card="", name="", against=critical.card)
        return
    card = next((card for card in spendable(state, shot) if card.id == chosen), None)
    if card is None:
        raise refused(
            "R33",
            say(_("“%(card)s” cannot be spent against this critical."), card=chosen),
            say(_("Spend one of: %(cards)s; or none."), cards=", ".join(c.id for c in spendable(state, shot)) or "-"),
            "card",
        )
    undone = 0 if effects_of(state, shot) else critical.damage
    yield e.CardSpent(unit=shot.target, card=card.id, name=card.name, against=critical.card, undone=undone)


def crew_aboard(model: Model) -> list[Card]:
    return [card for card in model.cards.values() if card.crew and not card.gone]


def must_choose_crew(state: State, shot: Shot) -> bool:
    """Injured Crew, and more than one to choose from."""
    pending = bool(shot.open) and not shot.open[0].cancelled and not shot.open[0].suffered
    return pending and any_of(effects_of(state, shot), "lose_crew") and len(crew_aboard(state.models[shot.target])) > 1


def lose_crew(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """The owner's choice of the crew card that is discarded, face up."""
    chosen: str = answers.take("lose")
    aboard = crew_aboard(state.models[shot.target])
    card = next((card for card in aboard if card.id == chosen), None)
    if card is None:
        raise refused(
            "A2",
            say(_("There is no crew card “%(card)s” aboard."), card=chosen),
            say(_("Aboard: %(cards)s."), cards=", ".join(card.id for card in aboard)),
            "card",
        )
    yield e.CardLost(unit=shot.target, card=card.id, name=card.name, cause=shot.open[0].card)


def settle(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """What is left of the card: cards lost without a choice, then attached when repairable, else discarded."""
    critical, model = shot.open[0], state.models[shot.target]
    if not critical.cancelled and not critical.suffered:
        for card in _lost_without_choice(effects_of(state, shot), model):
            yield e.CardLost(unit=model.id, card=card.id, name=card.name, cause=critical.card)
    attached = f"c{model.last_critical + 1}" if critical.repairable and not critical.cancelled else ""
    yield e.CriticalSettled(unit=model.id, card=critical.card, attached=attached)


def _lost_without_choice(effects: tuple[Effect, ...], model: Model) -> list[Card]:
    """Ammo Explosion takes every Ammo card, face down too (R5); Injured Crew the only crew card there is."""
    lost = []
    if any_of(effects, "lose_ammo"):
        lost += [card for card in model.cards.values() if card.kind == "Ammo" and not card.gone]
    if any_of(effects, "lose_crew"):
        lost += crew_aboard(model)[:1]
    return lost


# -- answering damage --------------------------------------------------------------------------------------------------


def may_return_fire(state: State, shot: Shot) -> bool:
    """Robert Folk on a target that took damage, or a face-down card that might be he; once an attack."""
    hurt = shot.defended and shot.damage > 0 and not shot.returned
    return hurt and may_have(state, state.models[shot.target], "return_fire")


def answering(state: State, shot: Shot) -> Effect | None:
    """The effect by which the target answers: its card is face up (R5)."""
    return next((x for x in effects_on(state, state.models[shot.target]) if x.does == "return_fire"), None)


def return_fire(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """A card face up answers by its die; one face down is turned up first, or the damage passes."""
    command: c.ReturnFire = answers.take("returned")
    effect = answering(state, shot)
    if effect and not command.answer:
        text, remedy = _("The card that answers is face up: its die is rolled."), _("Report “answer” as true.")
        raise refused("R5", say(text), say(remedy), "answer")
    if command.answer and not effect:
        text, remedy = (
            _("A card that answers damage must be face up."),
            _("Reveal it first, or report “answer” as false."),
        )
        raise refused("R5", say(text), say(remedy), "answer")
    if not effect and command.dice is not None:
        raise refused("R5", say(_("Nothing is rolled when the damage passes.")), say(_("Leave it out.")), "dice")
    roll = dice.roll(f"{shot.question}/answer", 1, reported=command.dice) if effect else None
    damage = effect.delta if effect and roll and roll.values[0] >= effect.on else 0
    yield e.FireReturned(unit=shot.target, target=shot.shooter, roll=roll, damage=damage)
