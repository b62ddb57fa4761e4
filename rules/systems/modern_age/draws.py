"""Critical cards drawn, and picked where several are drawn for one critical (R33, A2, R7)."""

from __future__ import annotations

import msgspec

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .answers import Answers
from .deck import from_house
from .effects import any_of, total
from .figures import aim_of, effects_on, facts_of
from .refusals import refused
from .state import Shot, State
from .tables import OTHER_CRITICAL

NO_EFFECT = "none"


def must_draw(state: State, shot: Shot) -> bool:
    return shot.draws > 0 and len(shot.turned) < wanted(state, shot)


def draw(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R33: the next card. Its damage is done at once, unless somebody picks among several first."""
    card = answers.next_drawn()
    if state.options["critical_deck"] == "house":
        if card is None and answers.some_drawn:
            raise refused(
                "R33",
                say(_("Fewer critical cards were reported than are drawn.")),
                say(_("Report every card that was drawn, or none and Leaguer draws.")),
                "criticals",
            )
        drawn = from_house(state, shot, card, dice)
    else:
        drawn = _as_reported(state, shot, card, answers.note)
    yield e.CriticalTurned(**msgspec.structs.asdict(drawn)) if wanted(state, shot) > 1 else drawn


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


# -- several cards for one critical ------------------------------------------------------------------------------------


def wanted(state: State, shot: Shot) -> int:
    """How many cards lie face up for the critical before somebody picks one; 1: the card drawn counts."""
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
    """One card counts, the others are thrown away. Where both may pick, the shooter does first, and the target's owner
    draws another beside the one that is left."""
    place: int = answers.take("pick")
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
    yield e.CriticalPicked(
        unit=shot.target,
        attacker=shot.shooter,
        by=shot.shooter if by_shooter else shot.target,
        place=place,
        card=kept.card,
        damage=kept.damage if final else 0,
        thrown=tuple(critical.card for number, critical in enumerate(shot.turned, 1) if number != place),
        final=final,
    )
