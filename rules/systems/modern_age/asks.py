"""The choices around an attack: the shot itself, and one choice for each step somebody may have to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .asks_criticals import CRITICAL_ASKS
from .figures import Aim, is_doomed, lettered
from .offers import ahead, step
from .pools import attack_dice, defence_dice, rerolls
from .shooting import enemy_close_matters
from .state import Model, Shot, State
from .tables import DEFENCE_LIMIT


def fire_choice(state: State, model: Model, targets: Sequence[Model]) -> Iterator[Choice]:
    """An attack on any enemy; a separate choice where another enemy close by matters for some targets only."""
    asked = [target for target in targets if enemy_close_matters(state, model, target.id)]
    plain = [target for target in targets if target not in asked]
    for some, extra in ((plain, ()), (asked, (_flag("enemy_close", say(_("Another enemy within close range"))),))):
        if some:
            yield _fire(state, model, some, extra)


def _fire(state: State, model: Model, targets: Sequence[Model], extra: tuple[Field, ...]) -> Choice:
    label = say(_("%(unit)s fires"), unit=model.name)
    if is_doomed(state, model):
        label = say(_("%(unit)s fires in Final Fury"), unit=model.name)
    counts = [n for target in targets for n in _possible_dice(state, model, target)]
    picks = tuple(Pick(target.id, verbatim(target.name)) for target in targets)
    return Choice(
        command="Fire",
        label=label,
        side=model.side,
        given={"unit": model.id},
        fields=(
            Field(name="target", kind="pick", label=say(_("Target")), picks=picks, required=True),
            _flag("cover", say(_("Target in cover"))),
            _flag("close", say(_("Within close range"))),
            _flag("side_shot", say(_("Side shot"))),
            *extra,
            Field(name="dice", kind="dice", label=say(_("Attack dice")), least=min(counts), most=max(counts)),
            *AT_ONCE,
        ),
    )


def _possible_dice(state: State, model: Model, target: Model) -> set[int]:
    """How many attack dice this shot may have, over everything the table may still show."""
    aims = (
        Aim(model, target, cover=cover, close=close, side_shot=side, enemy_close=enemy, first=not model.fired)
        for close, cover, side, enemy in product((False, True), repeat=4)
    )
    return {attack_dice(state, aim) for aim in aims}


# What a `Fire` may carry beyond the attack dice, for tables where it has all been rolled already (see the command).
AT_ONCE = (
    ahead("stationary", say(_("Dice re-rolled for being Stationary, by letter"))),
    ahead("stabiliser", say(_("Dice re-rolled by a stabiliser, by letter"))),
    ahead("rerolled", say(_("Faces of the re-rolled dice"))),
    ahead("swap", say(_("Sharpshooter used"))),
    ahead("defence", say(_("Defence dice"))),
    ahead("shooter_cancels", say(_("Criticals the shooter's choice cancels"))),
    ahead("target_cancels", say(_("Criticals the target's choice cancels"))),
    ahead("criticals", say(_("Critical cards drawn"))),
)


def _flag(name: str, label: Message) -> Field:
    return Field(name=name, kind="flag", label=label)


# -- one choice a step -------------------------------------------------------------------------------------------------


def _reroll(state: State, model: Model) -> Iterator[Choice]:
    shot = _shot(state)
    allowed = rerolls(state, shot)
    failed, most = allowed.failed, allowed.stabiliser
    dice = dict(lettered(shot.faces))
    free = [letter for letter in dice if letter not in failed] if most else []
    fields = [
        _dice_picks("stationary", say(_("Re-roll for being Stationary")), failed, dice, len(failed)),
        _dice_picks("stabiliser", say(_("Re-roll by stabiliser")), free, dice, min(most, len(free))),
    ]
    again = sum(field.most for field in fields)
    fields.append(Field(name="dice", kind="dice", label=say(_("Faces of the re-rolled dice")), most=again))
    shown = tuple(field for field in fields if field.most)
    yield step("Reroll", model, say(_("%(unit)s: re-roll attack dice, or keep them"), unit=model.name), *shown)


def _dice_picks(name: str, label: Message, letters: Sequence[str], dice: dict[str, int], most: int) -> Field:
    shows = _("die %(die)s: %(face)s")
    picks = tuple(Pick(letter, say(shows, die=letter, face=dice[letter])) for letter in letters)
    return Field(name=name, kind="picks", label=label, picks=picks, most=most)


def _swap(state: State, model: Model) -> Iterator[Choice]:
    wanted = Field(name="swap", kind="flag", label=say(_("Turn one critical into two hits")), required=True)
    yield step("Swap", model, say(_("%(unit)s: Sharpshooter"), unit=model.name), wanted)


def _defend(state: State, model: Model) -> Iterator[Choice]:
    pool = defence_dice(state, _shot(state))
    cancels = Field(
        name="target_cancels",
        kind="number",
        label=say(_("Criticals your sixes cancel")),
        help=say(_("As near as can be; left out, as many as possible.")),
        most=DEFENCE_LIMIT,
    )
    dice = Field(name="dice", kind="dice", label=say(_("Defence dice")), least=pool, most=pool)
    cards = ahead("criticals", say(_("Critical cards drawn")))
    yield step("Defend", model, say(_("%(unit)s defends"), unit=model.name), dice, cancels, cards)


def _shot(state: State) -> Shot:
    assert state.shot is not None
    return state.shot


ASKS: dict[str, Callable[[State, Model], Iterator[Choice]]] = {
    "Reroll": _reroll,
    "Swap": _swap,
    "Defend": _defend,
    **CRITICAL_ASKS,
}
