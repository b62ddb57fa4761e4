"""Which declared attacks no battle can be in: an open attack has to be one that play can finish (R20 to R33)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Refused, Sentence, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.refusals import check_models, impossible
from rules.systems.modern_age.shot import After, OpenCritical, Shot
from rules.systems.modern_age.state import Event, Model, State
from rules.systems.modern_age.tables import OTHER_CRITICAL

from .answers import Answers
from .sequence import again_act, attacked_again, follows, open_step

CHAPTER = Chapter[State, Event]("Attacks that are declared")


@CHAPTER.forbids
def impossible_attack(state: State) -> None:
    """Raises `Refused` about `facts.shot`. After the end of a battle an attack may be left unfinished."""
    shot = state.shot
    if shot is None:
        return
    _check_models(state, shot)
    _check_order(shot)
    check_others(state, "shot", shot.others)
    check_spent(state, "shot", shot.spent)
    _check_changes(state, shot)
    for critical in (*shot.open, *shot.turned):
        _check_critical(state, shot, critical)
    if not state.result:
        _check_time_of_attack(state, shot)
        _check_damage(state, shot)
        _check_waits(state)


def _check_time_of_attack(state: State, shot: Shot) -> None:
    """An attack belongs to this turn's Shooting Phase, a model in play attacks one in play, and the names of its dice
    fit."""
    if state.phase != "shooting" or state.resuming or state.depth != "shots":
        raise impossible(
            "phase",
            _("An attack is being resolved, and that is for the Shooting Phase."),
            _("Declare the phase “shooting”, or no attack."),
        )
    for name in (shot.shooter, shot.target):
        if not state.models[name].on_table:
            raise _no(say(_("%(unit)s is no longer in play."), unit=name), _("Declare no attack, too."))
    shooter = state.models[shot.shooter]
    question, extra = _as_named(state, shooter)
    if shot.extra != extra or shot.question != question:
        raise _no(
            say(_("The dice of this attack would not be those of turn %(turn)s."), turn=state.turn),
            say(
                _("Declare its question “%(question)s”, and extra: %(extra)s."),
                question=question,
                extra=say(_("yes")) if extra else say(_("no")),
            ),
        )


def _check_models(state: State, shot: Shot) -> None:
    check_models(state, "shot", shot.shooter, shot.target)
    if state.models[shot.shooter].side == state.models[shot.target].side and shot.weapon != "area":
        raise _no(_("Both models are of one side."), _("Name a model and its enemy."))


def _check_order(shot: Shot) -> None:
    """The steps of an attack follow one another: before the defence roll and the cancelling it has no results."""
    later = shot.draws or shot.drawn or shot.open or shot.turned or shot.damage or shot.returned
    if later and not shot.defended:
        raise _no(_("Damage and critical cards come after the defence roll."), _("Declare the attack defended, too."))
    if (later and not shot.damaged) or (shot.damaged and not shot.cancelled):
        raise _no(
            _("Damage and critical cards come after hits have been cancelled."),
            _("Declare that done, too: cancelled, damaged."),
        )
    if shot.turned and not shot.draws:
        raise _no(
            _("Cards to pick from are drawn for a critical that is still open."),
            _("Declare how many are to be drawn, draws, or no cards to pick from."),
        )
    if shot.cancelled and not shot.defended:
        raise _no(_("Hits are cancelled by the defence roll."), _("Declare the attack defended, too."))
    if (shot.defended and not shot.swapped) or (shot.swapped and not shot.rerolled):
        raise _no(
            _("The re-roll and the swap come before the defence roll."), _("Declare them done, too: rerolled, swapped.")
        )


def check_others(state: State, path: str, others: Sequence[str]) -> None:
    """The further targets of an area attack are tanks on the table, each once."""
    tanks = [model.id for model in state.models.values() if model.is_tank and (model.on_table or state.result)]
    if any(unit not in tanks for unit in others) or len(set(others)) < len(others):
        raise impossible(
            path,
            _("The further targets of an area attack are tanks on the table."),
            say(_("Name each once, of: %(units)s."), units=", ".join(tanks)),
        )


def check_spent(state: State, path: str, spent: Sequence[str]) -> None:
    """The cards used with an attack are cards of this battle."""
    known = [f"{model.id}/{card}" for model in state.models.values() for card in model.cards]
    for key in spent:
        if key not in known:
            raise impossible(
                path,
                say(_("There is no card “%(key)s” in this battle."), key=key),
                say(_("Known: %(cards)s."), cards=", ".join(known) or "-"),
            )


def _check_changes(state: State, shot: Shot) -> None:
    """The platoon's rule ("") or a card of one of the two changes results; the changed results are among those of the
    attack (R8)."""
    cards = {*state.models[shot.shooter].cards, *state.models[shot.target].cards, ""}
    for change in shot.changes:
        if change.by not in cards or (
            change.does == "strike_crew" and change.by not in state.models[shot.shooter].cards
        ):
            raise _no(
                say(_("No card “%(card)s” changes results of this attack."), card=change.by),
                _("Name a card of the two models; empty for the platoon's rule."),
            )
    if shot.forced > shot.criticals or shot.worn > shot.hits:
        raise _no(
            _("More results were changed than there are."),
            _("Declare no more forced criticals than criticals, and no more spent hits than hits."),
        )


def _check_critical(state: State, shot: Shot, critical: OpenCritical) -> None:
    for name, known in ((critical.card, (*state.deck, OTHER_CRITICAL)), (critical.effect, ("", *state.deck))):
        if name not in known:
            raise _no(
                say(_("There is no critical card “%(card)s”."), card=name),
                say(_("Known: %(cards)s."), cards=", ".join(known)),
            )
    side = state.models[shot.target].side
    friends = [model.id for model in state.models.values() if model.side == side and model.is_tank and model.on_table]
    if critical.bearer and not state.result and critical.bearer not in friends:
        raise _no(
            say(_("“%(unit)s” cannot have taken the critical card over."), unit=critical.bearer),
            say(_("Tanks of its side: %(units)s; or none."), units=", ".join(friends)),
        )


def _as_named(state: State, shooter: Model) -> tuple[str, bool]:
    """How the dice of the open attack are named, and whether it is the attack of a last stand."""
    after = state.after
    if after is None:
        return f"t{state.turn}/{'final-fury' if shooter.fired else 'shooting'}/{shooter.id}", shooter.fired
    if after.others:
        act = "final-fury" if after.extra else "shooting"
        return f"t{state.turn}/{act}/{shooter.id}/area-{after.place + 1}", after.extra
    return f"t{state.turn}/{again_act(after, len(attacked_again(state)))}/{shooter.id}", False


def _check_damage(state: State, shot: Shot) -> None:
    """The damage of open critical cards has been done; a card spent against one takes its damage back."""
    done = sum(critical.damage for critical in shot.open if not critical.cancelled and not critical.bearer)
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
    for critical in shot.open:
        if critical.bearer and state.models[critical.bearer].damage < critical.damage and not critical.cancelled:
            raise impossible(
                f"models.{critical.bearer}.damage",
                say(
                    _("The critical card it has taken over has done %(n)s damage, and it has less."), n=critical.damage
                ),
                say(_("Declare its damage: at least %(n)s."), n=critical.damage),
            )


def _check_waits(state: State) -> None:
    """An open attack waits for somebody, because steps that need no answer are taken at once."""
    step = open_step(state)
    if step is None:
        raise _no(_("This attack is over."), _("Declare no attack, and that the model has shot."))
    if step.answered(state, Answers()):
        raise _no(
            say(_("This attack waits for nobody: %(step)s."), step=step.label),
            _("Declare it as it stands after that step."),
        )


def _no(text: Sentence, remedy: Sentence) -> Refused:
    return impossible("shot", text, remedy)


# -- what follows an attack --------------------------------------------------------------------------------------------


@CHAPTER.forbids
def impossible_after(state: State) -> None:
    """Raises `Refused` about `facts.after`. After the end of a battle it may be left unfinished."""
    after = state.after
    if after is None:
        return
    check_models(state, "after", after.shooter, after.target)
    check_others(state, "after", after.others)
    check_spent(state, "after", after.spent)
    if not state.result:
        _check_time_after(state, after)


def _check_time_after(state: State, after: After) -> None:
    """It follows at once an attack of this Shooting Phase that something may follow."""
    if state.phase != "shooting" or state.resuming or state.depth != "shots":
        raise _not_after(
            _("What follows an attack is for the Shooting Phase."),
            _("Declare the phase “shooting”, or that nothing follows."),
        )
    shooter = state.models[after.shooter]
    if not (shooter.extra_fired if after.extra else shooter.fired):
        raise _not_after(
            say(_("%(unit)s has not shot."), unit=shooter.id), _("Declare that it has, or that nothing follows.")
        )
    if state.shot:
        if state.shot.shooter != after.shooter or not (after.others or attacked_again(state)):
            raise _not_after(_("Another attack is being resolved."), _("Declare that nothing follows, or no attack."))
    elif not follows(state, after):
        raise _not_after(_("Nothing can follow that attack."), _("Declare that nothing does."))


def _not_after(text: Sentence, remedy: Sentence) -> Refused:
    return impossible("after", text, remedy)
