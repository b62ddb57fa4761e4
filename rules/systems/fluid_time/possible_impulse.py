"""Which Impulses no battle can be in: whose it is, what is still to be spent, which shots are declared."""

from __future__ import annotations

from collections import Counter

from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as _

from . import tables
from .deck import less, parts
from .grants import grants_of
from .impulses import any_able
from .moving import allowance
from .refusals import impossible
from .shooting import wasted
from .state import Impulse, State, Vehicle
from .words import left_to_spend


def check_impulse(state: State) -> None:
    """A battle goes on."""
    impulse = state.impulse
    if (state.phase == "impulse") is (impulse is None):
        raise impossible(
            "impulse",
            say(_("An Impulse is somebody's, and nothing else is.")),
            say(_("Declare whose it is in the phase “impulse”, and none in others.")),
        )
    if impulse is not None:
        _check_card(state, impulse)
        _check_volley(state, impulse)
    elif state.volley:
        raise impossible("volley", say(_("Nobody's Impulse is being played.")), say(_("Declare no shots.")))
    _check_queue(state, impulse)
    if impulse is not None and not state.volley and not any_able(state):
        raise impossible(
            "phase",
            say(_("Nobody of this Impulse can do anything.")),
            say(_("Declare the phase “gap”, or somebody of it in play and able to act.")),
        )


def _check_card(state: State, impulse: Impulse) -> None:
    """R2, R4, R12: the card drawn last, or a commander's."""
    if impulse.card:
        last = state.drawn[-1] if state.drawn else ""
        found = parts(impulse.card)
        fits = (found.side, found.platoon) == (impulse.side, impulse.platoon) and found.kind in tables.GRANTS
        if impulse.card != last or not fits:
            raise impossible(
                "impulse",
                say(_("This is not an Impulse of the card that was drawn last.")),
                say(_("Declare its card, side and platoon, or card and platoon empty for a commander's.")),
            )
    elif impulse.platoon or impulse.side not in state.commanders:
        raise impossible(
            "impulse",
            say(_("The commander of %(side)s has not played his card."), side=impulse.side),
            say(_("Declare that he has, without a platoon, or the card that was drawn.")),
        )


def _check_queue(state: State, impulse: Impulse | None) -> None:
    """B17: while one of two commanders acts who announced at once, the other waits."""
    waiting = (state.other(impulse.side),) if impulse and not impulse.card else ()
    if state.queue and (state.queue != waiting or set(waiting) & set(state.commanders)):
        raise impossible(
            "queue",
            say(_("Nobody waits but a commander who announced at once with the one who acts.")),
            say(_("Declare it empty, or the Impulse one of a commander.")),
        )


def _check_volley(state: State, impulse: Impulse) -> None:
    """R17, A18: shots of this Impulse, a vehicle once, and the next of them can be fired."""
    most = grants_of(state, impulse.card).count("free")
    if impulse.volleys > most or (state.volley and not impulse.volleys) or (impulse.firing and not state.volley):
        raise impossible(
            "impulse",
            say(_("So many volleys cannot be fired in this Impulse.")),
            say(_("Declare at most %(most)s; at least one, and “firing” only, where shots are declared."), most=most),
        )
    shooters = [shot.unit for shot in state.volley]
    of_impulse = all(_is_of(state.units[id], impulse) for id in shooters)
    if not of_impulse or len(set(shooters)) < len(shooters):
        raise impossible(
            "volley",
            say(_("A vehicle fires twice, or is not of this Impulse.")),
            say(_("Name vehicles of the Impulse, each once.")),
        )
    if state.volley and wasted(state, state.volley[0]):
        raise impossible(
            "volley",
            say(_("The next of these shots cannot be fired.")),
            say(_("Leave out shots of and at vehicles that are out, suppressed, or without a gun.")),
        )


def _is_of(unit: Vehicle, impulse: Impulse) -> bool:
    return unit.side == impulse.side and impulse.platoon in ("", unit.platoon)


# -- what is left to spend ---------------------------------------------------------------------------------------------


def check_spending(state: State) -> None:
    """A battle goes on; of an Impulse that fits."""
    given = grants_of(state, state.impulse.card) if state.impulse else ()
    acting = {unit.id for unit in state.acting()}
    for unit in state.units.values():
        _check_spending(state, unit, given if unit.id in acting else ())


def _check_spending(state: State, unit: Vehicle, given: tuple[str, ...]) -> None:
    """R7 to R11: part of what the card gives; of a move that was begun as much as it can have left."""
    own: tuple[str, ...] = unit.grants
    if Counter(own) - Counter(given):
        raise _spends(
            unit,
            "grants",
            say(
                _("The card gives it: %(grants)s. Declare that, or less."),
                grants=left_to_spend(given),
            ),
        )
    spent = less(given, own)
    most = max((allowance(state, unit, grant) for grant in spent), default=0) if unit.moving else 0
    if unit.reach > most:
        raise _spends(unit, "reach", say(_("Declare at most %(most)s, of a vehicle that is moving."), most=most))
    if unit.tested and not given:
        raise _spends(unit, "tested", say(_("Declare that it has not, or an Impulse of its own.")))


def _spends(unit: Vehicle, fact: str, remedy: Message) -> Refused:
    text = _("%(unit)s cannot have that in this Impulse.")
    return impossible(f"units.{unit.id}.{fact}", say(text, unit=unit.id), remedy)
