"""An attack from the choice of its target to its last consequence (R20 to R35).

`STEPS` are the steps of an attack in order, each with the question whether it is open. A report resolves the attack as
far as it answers; at the first open step it does not answer, the attack waits, and `open_step` says for whom.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules.contract import Decision, Dice, Message, say
from rules.contract import gettext_noop as _

from . import cancelling, changes, defence, hidden_cards
from . import commands as c
from . import draws as d
from . import events as e
from . import shooting as s
from . import wounds as w
from .after import follows, left_by
from .answering import may_return_fire, return_fire
from .answers import Answers, from_fire, from_reply
from .crashes import crash, crashes
from .crews import owes_crew, owes_the_only_one, pay_the_only_one, pay_toll
from .effects import any_of
from .figures import active
from .hidden_cards import (
    ATTACKED,
    BEFORE_DAMAGE,
    CRITICAL,
    DAMAGED,
    DEFENDED,
    DRAWING,
    FIRED,
    UNCANCELLED,
    UNDEFENDED,
    Moment,
)
from .order import may_fire
from .pools import rerolls
from .refusals import cards_of, in_play, names_of, refused
from .rerolling import reroll
from .smoke import lay_smoke
from .spending import may_spend, spend, spend_hidden
from .state import Model, Shot, State
from .turns import acting, advance
from .using import turned_up
from .wounds import suffering


class Step(msgspec.Struct, frozen=True):
    """One step: is it open, does a report answer it, and what then. `asks` is the command that answers it alone."""

    asks: str
    of: str  # "shooter", "target", or "bearer" of the critical card being resolved
    label: Message
    is_open: Callable[[State, Shot], bool]
    answered: Callable[[State, Answers], bool]
    take: Callable[[State, Shot, Answers, Dice], Decision]
    moment: Moment | None = None  # of a step that asks for face-down cards


def _goes_on(state: State, answers: Answers) -> bool:
    """What comes after this has been reported: nothing was turned up, nor changed, before it."""
    return answers.swap is not None or answers.defence is not None


def _is_drawn(state: State, answers: Answers) -> bool:
    return bool(answers.drawn)


def _hidden(moment: Moment, passed: Callable[[State, Answers], bool] = lambda *_: False) -> Step:
    """The step that asks for face-down cards at a moment; `passed`: a report of what comes later goes on past it."""

    def take(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
        if moment is CRITICAL and answers.spend is not None:
            yield from spend_hidden(state, shot, answers, dice)
            return
        answers.kept = False
        bearer = suffering(state, shot).id
        of = {"shooter": shot.shooter, "target": shot.target, "bearer": bearer}
        yield e.HiddenKept(unit=of[moment.of], moment=moment.key)

    def answered(state: State, answers: Answers) -> bool:
        keeps = moment in BEFORE_DAMAGE and moment.of in answers.keeps
        return answers.kept or keeps or answers.spend is not None or passed(state, answers)

    def is_open(state: State, shot: Shot) -> bool:
        return hidden_cards.is_open(state, shot, moment)

    return Step("KeepHidden", moment.of, HIDDEN, is_open, answered, take, moment)


HIDDEN = say(_("Turn a face-down card up or not"))
SWAP = say(_("Change a result or not"))
STEPS = (
    Step("", "target", say(_("Crash")), crashes, lambda *_: True, crash),
    Step(
        "Reroll",
        "shooter",
        say(_("Re-roll attack dice or keep them")),
        lambda state, shot: bool(rerolls(state, shot)),
        lambda state, answers: answers.reroll is not None or answers.swap is not None or answers.defence is not None,
        reroll,
    ),
    Step("Swap", "shooter", SWAP, changes.before_defence, _goes_on, changes.swap),
    _hidden(ATTACKED, _goes_on),
    _hidden(UNDEFENDED, lambda state, answers: answers.defence is not None),
    Step(
        "Defend",
        "target",
        say(_("Roll defence")),
        lambda state, shot: not shot.defended,
        lambda state, answers: answers.defence is not None or defence.pool(state) == 0,
        defence.defend,
    ),
    Step(
        "RerollDefence",
        "target",
        say(_("Re-roll defence dice or keep them")),
        defence.may_reroll,
        lambda state, answers: answers.defence_again is not None,
        defence.reroll_defence,
    ),
    _hidden(DEFENDED, _is_drawn),
    Step("", "target", say(_("Cancel hits")), cancelling.must_cancel, lambda *_: True, cancelling.cancel),
    Step(
        "Swap",
        "shooter",
        SWAP,
        changes.after_defence,
        lambda state, answers: answers.swap is not None,
        changes.swap,
    ),
    _hidden(UNCANCELLED, _is_drawn),
    Step("", "target", say(_("Settle the damage")), defence.must_settle, lambda *_: True, defence.settle),
    Step(
        "LoseCrew",
        "target",
        say(_("Choose the crew card that is given up")),
        lambda state, shot: owes_crew(state, shot) and not owes_the_only_one(state, shot),
        lambda state, answers: answers.lose is not None,
        pay_toll,
    ),
    Step("", "target", say(_("Give up a crew card")), owes_the_only_one, lambda *_: True, pay_the_only_one),
    _hidden(DRAWING, _is_drawn),
    Step(
        "DrawCritical",
        "target",
        say(_("Draw a critical card")),
        d.must_draw,
        lambda state, answers: bool(answers.drawn) or state.options["critical_deck"] == "house",
        d.draw,
    ),
    *(
        Step(
            "PickCritical",
            of,
            say(_("Pick the critical card that counts")),
            picks,
            lambda state, answers: answers.pick is not None,
            d.pick,
        )
        for of, picks in (("shooter", d.shooter_picks), ("target", d.target_picks))
    ),
    Step(
        "Spend",
        "bearer",
        say(_("Spend a card against a critical or not")),
        may_spend,
        lambda state, answers: answers.spend is not None,
        spend,
    ),
    _hidden(CRITICAL),
    Step(
        "LoseCrew",
        "bearer",
        say(_("Choose the crew card that is lost")),
        w.must_choose_crew,
        lambda state, answers: answers.lose is not None,
        w.lose_crew,
    ),
    Step("", "target", say(_("Settle a critical")), lambda state, shot: bool(shot.open), lambda *_: True, w.settle),
    Step(
        "ReturnFire",
        "target",
        say(_("Roll the die that answers the damage")),
        may_return_fire,
        lambda state, answers: answers.returned is not None,
        return_fire,
    ),
    _hidden(DAMAGED),
    _hidden(FIRED),
)


def open_step(state: State) -> Step | None:
    """The step of the open attack that comes next; None when there is none left, or no attack."""
    shot = state.shot
    if shot is None:
        return None
    steps = STEPS if state.models[shot.target].on_table else STEPS[:1]  # nothing more befalls one that has crashed
    return next((step for step in steps if step.is_open(state, shot)), None)


def owner(state: State, step: Step) -> str:
    """The model whose side answers the step."""
    assert state.shot is not None
    if step.of == "bearer":
        return w.suffering(state, state.shot).id
    return state.shot.shooter if step.of == "shooter" else state.shot.target


def fire(state: State, command: c.Fire, dice: Dice) -> Decision:
    """The attack is rolled, then resolved as far as the report goes."""
    model = _shooter(state, command.unit)
    answers = from_fire(command)
    yield from s.fire(state, model, command, dice)
    yield from resolve(state, answers, dice)


def _shooter(state: State, unit: str) -> Model:
    """The model whose turn to attack it is (R20)."""
    model = acting(state, unit, "shooting", "R20")
    if not may_fire(state, model):
        raise refused(
            "R5",
            say(_("%(unit)s has shot this turn; a card that lets it shoot again must be face up."), unit=model.name),
            say(_("Reveal it first, or hold fire.")),
            "unit",
        )
    return model


def smoke(state: State, command: c.Smoke, dice: Dice) -> Decision:
    """A card blinds an enemy in place of an attack."""
    model = _shooter(state, command.unit)
    yield from lay_smoke(state, model, command)
    yield from advance(state)


def hold(state: State, command: c.HoldFire, dice: Dice) -> Decision:
    model = acting(state, command.unit, "shooting", "R20")
    yield e.FireHeld(unit=model.id, extra=model.fired)
    yield from advance(state)


def reply(state: State, command: msgspec.Struct, dice: Dice) -> Decision:
    """A report that answers the open step and comes from the model whose step it is."""
    step, asked = open_step(state), type(command).__name__
    if step and step.moment is CRITICAL and asked == "Spend":
        asked = step.asks  # it turns the card up
    if step is None:
        raise refused("R20", say(_("No attack is being resolved.")), say(_("Report an attack first.")))
    if step.asks != asked:
        raise refused(
            "R20",
            say(_("Another step of the attack is open: %(step)s."), step=step.label),
            say(_("It is answered by “%(command)s”."), command=step.asks),
        )
    if command.unit != owner(state, step):  # type: ignore[attr-defined]
        raise refused(
            "R20",
            say(_("This step is another model's: %(unit)s."), unit=owner(state, step)),
            say(_("Name that one.")),
            "unit",
        )
    yield from resolve(state, from_reply(command), dice)


def reveal(state: State, command: c.Reveal, dice: Dice) -> Decision:
    """R5: at any time; what it does counts from here on, not for dice that have fallen. Whatever waited only for what
    the card might be goes on when it is not that."""
    model = in_play(state, command.unit)
    card = model.cards.get(command.card)
    if card is None or card.gone or card.face_up:
        hidden = cards_of(k for k in model.cards.values() if not k.gone and not k.face_up)
        raise refused(
            "R5",
            say(_("%(unit)s has no face-down card “%(card)s”."), unit=model.name, card=command.card),
            say(_("Face down: %(cards)s."), cards=hidden),
            "card",
        )
    step = open_step(state)
    told: tuple[str, ...] = ()
    if step and step.moment and state.shot:
        told = hidden_cards.told_by_turning_up(state, state.shot, step.moment, card)
    yield from turned_up(state, model, card, told)
    if state.shot:
        yield from resolve(state, Answers(), dice)
    elif not state.resuming:
        yield from go_on(state)


def keep_hidden(state: State, command: c.KeepHidden, dice: Dice) -> Decision:
    """At the open step of an attack, or before tanks are destroyed: no face-down card is turned up."""
    if state.shot:
        yield from reply(state, command, dice)
        return
    waiting = hidden_cards.savable(state)
    if command.unit not in [model.id for model in waiting]:
        raise refused(
            "R5",
            say(_("Nobody asks for a face-down card of “%(unit)s” now."), unit=command.unit),
            say(_("Asked for: %(units)s."), units=names_of(waiting)),
            "unit" if waiting else "",
        )
    yield e.HiddenKept(unit=command.unit, moment=hidden_cards.DESTROYED)
    yield from advance(state)


def resolve(state: State, answers: Answers, dice: Dice) -> Decision:
    """Take every step the report answers; close the attack after the last."""
    shot = state.shot
    assert shot is not None
    while (step := open_step(state)) and step.answered(state, answers):
        yield from step.take(state, shot, answers, dice)
    if unused := answers.unused():
        raise unused
    if step is None:
        yield e.AttackResolved(
            unit=shot.shooter,
            target=shot.target,
            damage=shot.damage,
            marks=_marking(state, shot),
            follows=follows(state, left_by(state, shot)),
        )
        yield from advance(state)


def _marking(state: State, shot: Shot) -> str:
    """The card by which the shooter marks its target for others, if that is still there (Laurent Dyre)."""
    shooter, target = state.models[shot.shooter], state.models[shot.target]
    cards = (card for card in shooter.cards.values() if any_of(active(state, shooter, card), "mark"))
    return next((card.id for card in cards if target.on_table and target.side != shooter.side), "")


def go_on(state: State) -> Decision:
    """Close the attack just made when nothing (more) can follow it, and begin what comes next."""
    if state.after and not follows(state, state.after):
        yield e.AttackClosed(unit=state.after.shooter)
    yield from advance(state)
