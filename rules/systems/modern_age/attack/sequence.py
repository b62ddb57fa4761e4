"""An attack from the choice of its target to its last consequence (R20 to R35).

`ORDER` names the steps of an attack in their order. Each chapter adds its own steps (`plug`), which say whether they
are open. A report resolves the attack as far as it answers the open steps. At the first open step that it does not
answer the attack waits, and `open_step` says for whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar

import msgspec

from rules.contract import Choice, Command, Dice, Feat, Message, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.effects import any_of
from rules.systems.modern_age.figures import active, has
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.shot import After, Shot
from rules.systems.modern_age.state import AnyTime, Boost, Decision, Event, FollowUp, Model, Reply, State, open_shot
from rules.systems.modern_age.turns import advance

from .answers import Answers

CHAPTER = Chapter[State, Event]("The sequence of an attack", "R20, R33, R7")
ORDER = (
    "crash",  # R36: before any other step
    "reroll",  # R26
    "change rolled",  # A19: results changed before the defence
    "attacked",
    "undefended",
    "defend",  # R28
    "reroll defence",
    "defended",
    "cancel",  # R32
    "change uncancelled",  # A19
    "uncancelled",
    "settle damage",  # R33
    "crew card given up",
    "only crew card given up",
    "drawing",
    "draw critical",  # R33
    "shooter picks critical",
    "target picks critical",
    "spend",
    "critical",
    "lose crew card",
    "settle critical",
    "return fire",
    "damaged",
    "fired",
)


class Step(msgspec.Struct, frozen=True):
    """One step: whether it is open, whether a report answers it, and what it does.

    asks: the command that answers only this step, "" if nobody is asked; also: another such command. choices: what the
    step's owner may report.
    """

    place: str  # in `ORDER`
    asks: str
    of: str  # "shooter", "target", or "bearer" of the critical card being resolved
    label: Message
    is_open: Callable[[State, Shot], bool]
    answered: Callable[[State, Answers], bool]
    take: Callable[[State, Shot, Answers, Dice], Decision]
    choices: Callable[[State, Model], Iterator[Choice]] = lambda state, model: iter(())
    also: str = ""


STEPS: list[Step] = []


_follow_ups: list[Callable[[State], bool]] = []
F = TypeVar("F", bound=Callable[[State], bool])


def plug(*steps: Step) -> None:
    """Add the steps of a chapter, each at its place."""
    STEPS.extend(steps)
    STEPS.sort(key=lambda step: ORDER.index(step.place))


def follow_up(may: F) -> F:
    """Add a chapter's question whether something of its own may follow the attack just made (`state.after`)."""
    _follow_ups.append(may)
    return may


def open_step(state: State) -> Step | None:
    """The next step of the open attack; None if no step is left, or if there is no attack."""
    shot = state.shot
    if shot is None:
        return None
    steps = STEPS if state.models[shot.target].on_table else STEPS[:1]  # nothing more befalls one that has crashed
    return next((step for step in steps if step.is_open(state, shot)), None)


def owner(state: State, step: Step) -> str:
    """The model whose side answers the step."""
    assert state.shot is not None
    if step.of == "bearer":
        return suffering(state, state.shot).id
    return state.shot.shooter if step.of == "shooter" else state.shot.target


def suffering(state: State, shot: Shot) -> Model:
    """The model that suffers the critical card: the target, or the friend that has taken it over."""
    return state.models[(shot.open[0].bearer if shot.open else "") or shot.target]


# -- the report --------------------------------------------------------------------------------------------------------


@CHAPTER.before_each
def attack_first(state: State, command: Command) -> None:
    """An open step of an attack, and what may follow an attack, come before anything else."""
    if isinstance(command, AnyTime):
        return
    step = open_step(state)
    if step and not isinstance(command, Reply):
        raise refused(
            "R20",
            say(_("An attack is being resolved: %(step)s."), step=step.label),
            _("Answer that first: it is what can be reported now."),
        )
    if state.after and not step and not isinstance(command, FollowUp):
        raise refused(
            "R20",
            say(
                _("Something may follow the attack just made, by %(unit)s."),
                unit=state.models[state.after.shooter].name,
            ),
            _("Report that, or that nothing follows."),
        )


def check_reply(state: State, command: Reply) -> None:
    """The report has to answer the open step, and to come from the model whose step it is."""
    step, asked = open_step(state), type(command).__name__
    if step is None:
        raise refused("R20", _("No attack is being resolved."), _("Report an attack first."))
    if asked not in (step.asks, step.also):
        raise refused(
            "R20",
            say(_("Another step of the attack is open: %(step)s."), step=step.label),
            say(_("It is answered by “%(command)s”."), command=step.asks),
        )
    if command.unit != owner(state, step):
        raise refused(
            "R20",
            say(_("This step is another model's: %(unit)s."), unit=owner(state, step)),
            _("Name that one."),
            "unit",
        )


def resolve(state: State, answers: Answers, dice: Dice) -> Decision:
    """Take every step that the report answers; close the attack after the last."""
    shot = state.shot
    assert shot is not None
    while (step := open_step(state)) and step.answered(state, answers):
        yield from step.take(state, shot, answers, dice)
    if unused := answers.unused():
        raise unused
    if step is None:
        yield AttackResolved(
            unit=shot.shooter,
            target=shot.target,
            damage=shot.damage,
            marks=_marking(state, shot),
            follows=follows(state, left_by(state, shot)),
        )
        yield from advance(state)


def _marking(state: State, shot: Shot) -> str:
    """The card by which the shooter marks its target for others, if the target is still there (Laurent Dyre)."""
    shooter, target = state.models[shot.shooter], state.models[shot.target]
    cards = (card for card in shooter.cards.values() if any_of(active(state, shooter, card), "mark"))
    return next((card.id for card in cards if target.on_table and target.side != shooter.side), "")


def go_on(state: State) -> Decision:
    """Close the attack just made if nothing (more) can follow it, and begin what comes next."""
    if state.after and not follows(state, state.after):
        yield AttackClosed(unit=state.after.shooter)
    yield from advance(state)


class AttackResolved(Event, frozen=True, kw_only=True):
    """The attack is over; `damage` is all the damage that it did to the target.

    `marks`: the card by which the target is marked for others (Laurent Dyre). `follows`: something may follow at once.
    """

    version: ClassVar = 2
    rules: ClassVar = ("R33", "R7")
    unit: str
    target: str
    damage: int
    marks: str = ""
    follows: bool = False


@CHAPTER.evolves
def attack_resolved(state: State, event: AttackResolved) -> None:
    shot, model = open_shot(state), state.models[event.unit]
    target = state.models[event.target]
    if event.damage and is_feat(model, target):
        model.feats.append(Feat("damage", state.report, event.target, event.damage))
    if event.marks:
        target.boosts.append(Boost("mark", event.unit, event.marks))
    state.after = left_by(state, shot) if event.follows else None
    state.shot = None
    note_fired(model, shot.extra)


def is_feat(shooter: Model, target: Model) -> bool:
    """What an area attack does to friends is no feat."""
    return shooter.side != target.side


def note_fired(model: Model, extra: bool) -> None:
    if extra:
        model.extra_fired = True
    else:
        model.fired = True


@CHAPTER.narrates
def tell_attack_resolved(event: AttackResolved) -> Message:
    if not event.damage:
        return say(_("The attack on %(target)s does no damage."), target=event.target)
    return ngettext(
        "The attack on %(target)s does %(n)d damage in all.",
        "The attack on %(target)s does %(n)d damage in all.",
        event.damage,
        target=event.target,
    )


class AttackClosed(Event, frozen=True, kw_only=True):
    """Nothing (more) follows the attack just made."""

    rules: ClassVar = ("R20",)
    unit: str


@CHAPTER.evolves
def attack_closed(state: State, event: AttackClosed) -> None:
    state.after = None


CHAPTER.sentences({AttackClosed: _("%(unit)s has nothing to add to its attack.")})


# -- what may follow ---------------------------------------------------------------------------------------------------


def check_follow_up(state: State, unit: str) -> tuple[After, Model]:
    """The attack just made, and the model, which has to be the one that made it."""
    after = state.after
    if after is None:
        raise refused("R20", _("No attack has just been made."), _("Report this right after an attack."))
    if after.shooter != unit:
        raise refused(
            "R20",
            say(_("The attack just made was another model's: %(unit)s."), unit=after.shooter),
            _("Name that one."),
            "unit",
        )
    return after, state.models[unit]


def left_by(state: State, shot: Shot) -> After:
    """What the attack leaves for what may follow it. Attacks on several targets by one card are counted together."""
    before = state.after
    one_of_several = before is not None and bool(before.others)
    spent = dict.fromkeys((*(before.spent if before and one_of_several else ()), *shot.spent))
    scored = sum(face >= min(shot.hit_on, shot.critical_on) for face in shot.faces)
    uncancelled = shot.hits + shot.criticals if shot.defended else 0
    if before and one_of_several:
        scored, uncancelled = scored + before.scored, uncancelled + before.uncancelled
    return After(
        shooter=shot.shooter,
        target=shot.target,
        scored=scored,
        uncancelled=uncancelled,
        spent=tuple(spent),
        others=shot.others,
        extra=shot.extra,
        done=attacked_again(state),
        place=before.place + 1 if before and one_of_several else 1,
    )


def follows(state: State, after: After) -> bool:
    """Whether anything may follow the attack that left this."""
    if not state.models[after.shooter].on_table:
        return False
    then = msgspec.structs.replace(state, shot=None, after=after)  # only to be read
    return bool(after.others) or any(may(then) for may in _follow_ups)


def attacked_again(state: State) -> tuple[str, ...]:
    """The cards that have given the model its second attack. An Ammo card that came back before is not among them."""
    after = state.after
    if after is None:
        return ()
    cards = state.models[after.shooter].cards.values()
    giving = [card.id for card in cards if has(card, "again") or has(card, "second_shot")]
    return tuple(key for key in after.done if key in giving)


def again_act(after: After, number: int) -> str:
    """Names the dice of the model's `number`-th further attack after one. There may be two if cards were let pass at
    the muster."""
    return f"{'final-fury-' if after.extra else ''}again{f'-{number}' if number > 1 else ''}"


# -- what may be reported ----------------------------------------------------------------------------------------------


@CHAPTER.offers
def answers_to_a_step(state: State, side: str) -> Iterator[Choice]:
    """The open step, for the side that has to answer it."""
    if not state.resuming and (step := open_step(state)):
        model = state.models[owner(state, step)]
        if model.side == side:
            yield from step.choices(state, model)
