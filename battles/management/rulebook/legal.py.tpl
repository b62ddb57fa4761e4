"""What may be reported now, and the facts and dice each report needs: `decide` turned round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _
from rules.systems.RULEBOOK_KEY.decide import attack_dice
from rules.systems.RULEBOOK_KEY.state import State, Vehicle


def legal(state: State, side: str) -> Sequence[Choice]:
    """The choices of `side`; none for anybody else."""
    if side not in state.sides:
        return ()
    if state.round_unknown:
        choices = [_declare_round(state, side)]
    elif state.shot is not None:
        target = state.vehicles[state.shot.target]
        choices = list(_answers(target)) if target.side == side else []
    else:
        ready = [one for one in state.vehicles.values() if one.side == side and one.in_play and not one.acted]
        choices = [choice for one in ready for choice in (_fire(state, one), _hold(one))]
    return (*choices, Choice(command="Concede", label=say(_("Concede")), side=side, given={"side": side}))


def _declare_round(state: State, side: str) -> Choice:
    number = Field(
        name="round",
        kind="number",
        label=say(_("Round")),
        least=state.round,
        most=state.options["rounds"],
        required=True,
    )
    label = say(_("Say which round comes next"))
    return Choice(command="DeclareRound", label=label, side=side, fields=(number,), urgent=True)


def _answers(target: Vehicle) -> Iterator[Choice]:
    name = target.name
    yield _answer(target, False, say(_("Keep the card of %(name)s"), name=name))
    if target.card == "Smoke":
        yield _answer(target, True, say(_("Play the Smoke of %(name)s"), name=name), _dice(1, 1))


def _answer(target: Vehicle, play: bool, label: Message, *fields: Field) -> Choice:
    given = {"unit": target.id, "play": play}
    return Choice(command="Answer", label=label, side=target.side, given=given, fields=fields, urgent=True)


def _fire(state: State, shooter: Vehicle) -> Choice:
    enemies = [one for one in state.vehicles.values() if one.side != shooter.side and one.in_play]
    picks = tuple(Pick(one.id, verbatim(one.name)) for one in enemies)
    fields = [Field(name="target", kind="pick", label=say(_("Target")), picks=picks, required=True)]
    woods = state.options["terrain"] == "woods"
    if not woods:
        fields.append(Field(name="cover", kind="flag", label=say(_("Is the target in cover?"))))
    fields.append(_dice(attack_dice(shooter, True), attack_dice(shooter, woods)))
    return Choice(
        command="Fire",
        label=say(_("%(name)s fires"), name=shooter.name),
        side=shooter.side,
        given={"unit": shooter.id},
        fields=tuple(fields),
    )


def _dice(least: int, most: int) -> Field:
    return Field(name="dice", kind="dice", label=say(_("Dice")), least=least, most=most)


def _hold(one: Vehicle) -> Choice:
    return Choice(command="Hold", label=say(_("%(name)s holds"), name=one.name), side=one.side, given={"unit": one.id})
