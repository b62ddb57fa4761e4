"""Which open attacks no battle can be in: one that is declared has to be one that play can finish (R20 to R33)."""

from __future__ import annotations

from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as _

from .answers import Answers
from .attack import open_step
from .refusals import impossible
from .state import OpenCritical, Shot, State
from .tables import OTHER_CRITICAL


def check_attack(state: State) -> None:
    """`Refused` about `facts.shot`. After the end of a battle an attack may lie about unfinished."""
    shot = state.shot
    if shot is None:
        return
    _check_models(state, shot)
    _check_order(shot)
    for critical in shot.open:
        _check_critical(state, critical)
    if not state.result:
        _check_time(state, shot)
        _check_damage(state, shot)
        _check_waits(state)


def _check_models(state: State, shot: Shot) -> None:
    for name in (shot.shooter, shot.target):
        if name not in state.models:
            raise _no(
                say(_("There is no model “%(unit)s”."), unit=name),
                say(_("Models: %(units)s."), units=", ".join(state.models)),
            )
    if state.models[shot.shooter].side == state.models[shot.target].side:
        raise _no(say(_("Both models are of one side.")), say(_("Name a model and its enemy.")))


def _check_order(shot: Shot) -> None:
    """The steps of an attack follow one another: nothing comes of it before the defence roll."""
    later = shot.draws or shot.drawn or shot.open or shot.damage or shot.returned
    if later and not shot.defended:
        raise _no(
            say(_("Damage and critical cards come after the defence roll.")),
            say(_("Declare the attack defended, too.")),
        )
    if (shot.defended and not shot.swapped) or (shot.swapped and not shot.rerolled):
        raise _no(
            say(_("The re-roll and the swap come before the defence roll.")),
            say(_("Declare them done, too: rerolled, swapped.")),
        )


def _check_critical(state: State, critical: OpenCritical) -> None:
    for name, known in ((critical.card, (*state.deck, OTHER_CRITICAL)), (critical.effect, ("", *state.deck))):
        if name not in known:
            raise _no(
                say(_("There is no critical card “%(card)s”."), card=name),
                say(_("Known: %(cards)s."), cards=", ".join(known)),
            )


def _check_time(state: State, shot: Shot) -> None:
    """An attack is of this turn's Shooting Phase, by a model in play on one in play, and its dice are named for it."""
    if state.phase != "shooting" or state.resuming or state.depth != "shots":
        raise impossible(
            "phase",
            say(_("An attack is being resolved, and that is for the Shooting Phase.")),
            say(_("Declare the phase “shooting”, or no attack: shot as null.")),
        )
    for name in (shot.shooter, shot.target):
        if not state.models[name].in_play:
            raise _no(
                say(_("%(unit)s is no longer in play."), unit=name),
                say(_("Declare no attack, too: shot as null.")),
            )
    shooter = state.models[shot.shooter]
    question = f"t{state.turn}/{'final-fury' if shot.extra else 'shooting'}/{shooter.id}"
    if shot.extra != shooter.fired or shot.question != question:
        raise _no(
            say(_("The dice of this attack would not be those of turn %(turn)s."), turn=state.turn),
            say(
                _("Declare its question “%(question)s”, and extra as the model has shot before: %(fired)s."),
                question=f"t{state.turn}/{'final-fury' if shooter.fired else 'shooting'}/{shooter.id}",
                fired=say(_("yes")) if shooter.fired else say(_("no")),
            ),
        )


def _check_damage(state: State, shot: Shot) -> None:
    """The damage of open critical cards has been done; a card spent against one takes it back."""
    done = sum(critical.damage for critical in shot.open if not critical.cancelled)
    if shot.damage < done:
        raise _no(
            say(_("The open critical cards have done %(n)s damage, and the attack less."), n=done),
            say(_("Declare the damage of the attack: at least %(n)s."), n=done),
        )
    if state.models[shot.target].damage < done:
        raise impossible(
            f"models.{shot.target}.damage",
            say(_("The open critical cards have done %(n)s damage, and the model has less."), n=done),
            say(_("Declare its damage: at least %(n)s."), n=done),
        )


def _check_waits(state: State) -> None:
    """An open attack waits for somebody: what needs no answer is done at once."""
    step = open_step(state)
    if step is None:
        raise _no(
            say(_("This attack is over.")),
            say(_("Declare no attack, shot as null, and that the model has shot.")),
        )
    if step.answered(state, Answers()):
        raise _no(
            say(_("This attack waits for nobody: %(step)s."), step=step.label),
            say(_("Declare it as it stands after that step.")),
        )


def _no(text: Message, remedy: Message) -> Refused:
    return impossible("shot", text, remedy)
