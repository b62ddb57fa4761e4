"""Results of an attack changed by the platoon's rule or by cards, one after the other (R8, A19, B11).

Before defence ("rolled") and after it ("uncancelled") the shooter is asked about each change that is possible and has
not been answered: the platoon's rule first, then its cards in their order, then the target's. Nobody is asked about
face-down cards: the shooter turns such a card up before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal

from rules.bounds import Key
from rules.contract import Choice, Dice, Field, Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.attack.answers import Answers
from rules.systems.modern_age.attack.sequence import Step, check_reply, plug, resolve
from rules.systems.modern_age.cards.hidden import Moment, Sought, hidden_step, supposed, works
from rules.systems.modern_age.cards.lost import crew_aboard
from rules.systems.modern_age.choices import step
from rules.systems.modern_age.effects import Effect, any_of
from rules.systems.modern_age.figures import Aim, active, aim_of, facts_of, wounds_of
from rules.systems.modern_age.shot import Change, Results, Shot, can_change, changed, results_of
from rules.systems.modern_age.state import Decision, Event, Model, Reply, State, open_shot
from rules.systems.modern_age.words import hits_said

CHAPTER = Chapter[State, Event]("Results changed", "R8, A19, B11, R7")


class Swap(Reply, frozen=True, kw_only=True):
    """The shooter makes the change of results that is open, by the platoon's rule or a card, or does not.

    A critical into two hits (Sharpshooter), a hit into a critical, two hits into a critical, two hits for a crew card.
    """

    positional: ClassVar = ("unit",)
    unit: Key
    swap: bool


class CriticalSwapped(Event, frozen=True, kw_only=True):
    """Results changed by a platoon's rule (`by` "") or a card; or (not `swapped`) the shooter did not want it.

    does: "split" a critical into two hits (Sharpshooter), "upgrade" a hit into a critical, "join" two hits into one
    critical, "exposed" an upgrade that the target's card allows, "strike_crew" two hits for a crew card.
    """

    version: ClassVar = 2
    rules: ClassVar = ("A19", "B11", "R8", "R7")
    unit: str
    swapped: bool
    hits: int
    criticals: int
    by: str = ""
    does: str = "split"
    stage: Literal["rolled", "uncancelled"] = "rolled"


Stage = Literal["rolled", "uncancelled"]
CHANGES = ("upgrade", "split", "join", "strike_crew")


def stage_of(shot: Shot) -> Stage | None:
    """The stage at which the attack's results may be changed now."""
    if not shot.defended and not shot.swapped:
        return "rolled"
    return "uncancelled" if shot.cancelled and not shot.damaged else None


def open_change(state: State, shot: Shot) -> Change | None:
    """The change the shooter is asked about next."""
    stage = stage_of(shot)
    return next_change(state, shot, stage, results_of(shot)) if stage else None


def next_change(state: State, shot: Shot, stage: Stage, left: Results) -> Change | None:
    """The first change at that stage that `left` allows and nobody has answered."""
    for change in _offered(state, aim_of(state, shot), stage):
        if change not in shot.changes and can_change(left, change.does) and _has_victim(state, shot, change):
            return change
    return None


def _offered(state: State, aim: Aim, stage: Stage) -> Iterator[Change]:
    shooter, facts = aim.shooter, facts_of(state, aim, aim.shooter)
    for effect in state.platoons[shooter.side]:
        if _changes(effect, stage) and effect.applies(facts):
            yield Change("", effect.does, stage)
    for card in shooter.cards.values():
        for effect in active(state, shooter, card, aim.spent):
            if _changes(effect, stage) and effect.applies(facts):
                yield Change(card.id, effect.does, stage)
    for card in aim.target.cards.values():
        if any(x.does == "exposed" and x.stage == stage for x in active(state, aim.target, card, aim.spent)):
            yield Change(card.id, "exposed", stage)


def _changes(effect: Effect, stage: Stage) -> bool:
    return effect.does in CHANGES and effect.stage == stage


def _has_victim(state: State, shot: Shot, change: Change) -> bool:
    """Two hits are given up for a crew card only if one is left to lose."""
    return change.does != "strike_crew" or len(crew_aboard(state.models[shot.target])) > shot.crew_toll


def swap(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """The open change is made or declined."""
    wanted, change = answers.take_swap(), open_change(state, shot)
    assert change is not None
    left = changed(results_of(shot), change.does) if wanted else results_of(shot)
    yield CriticalSwapped(
        unit=shot.shooter,
        swapped=wanted,
        hits=left.hits,
        criticals=left.criticals,
        by=change.by,
        does=change.does,
        stage=change.stage,
    )


@CHAPTER.decides
def swapped(state: State, command: Swap, dice: Dice) -> Decision:
    check_reply(state, command)
    yield from resolve(state, Answers(swap=command.swap), dice)


@CHAPTER.evolves
def critical_swapped(state: State, event: CriticalSwapped) -> None:
    """The change was answered: it is not asked again, and changed results are not changed again (R8)."""
    shot = open_shot(state)
    shot.rerolled = True
    shot.changes.append(Change(event.by, event.does, event.stage))
    if event.swapped:
        left = changed(results_of(shot), event.does)
        shot.forced, shot.worn = left.forced, left.worn
        shot.crew_toll += event.does == "strike_crew"
    shot.hits, shot.criticals = event.hits, event.criticals


@CHAPTER.narrates
def tell_critical_swapped(event: CriticalSwapped) -> Message:
    if not event.swapped:
        kept = _("%(unit)s keeps its criticals.") if event.does == "split" else _("%(unit)s keeps its results.")
        return say(kept, unit=event.unit)
    text = CHANGED.get(event.does, _("%(unit)s changes its results: now %(hits)s."))
    if event.does == "split" and not event.by:
        text = _("Sharpshooter: %(unit)s turns a critical into two hits: now %(hits)s.")
    return say(text, unit=event.unit, hits=hits_said(event.hits, event.criticals))


CHANGED = {
    "split": _("%(unit)s turns a critical into two hits: now %(hits)s."),
    "upgrade": _("%(unit)s turns a hit into a critical: now %(hits)s."),
    "join": _("%(unit)s turns two hits into a critical: now %(hits)s."),
    "exposed": _("The target is exposed: %(unit)s turns a hit into a critical: now %(hits)s."),
    "strike_crew": _("%(unit)s strikes at the crew with two hits: now %(hits)s."),
}


# -- what may be reported ----------------------------------------------------------------------------------------------


CHANGE_LABELS = {
    "split": say(_("Turn one critical into two hits")),
    "upgrade": say(_("Turn one hit into a critical")),
    "join": say(_("Turn two hits into a critical")),
    "strike_crew": say(_("Give up two hits for a crew card of the target")),
    "exposed": say(_("Turn a hit into a critical: the target carries extra ammunition")),
}


def swap_choices(state: State, model: Model) -> Iterator[Choice]:
    change = open_change(state, open_shot(state))
    assert change is not None
    wanted = Field(name="swap", kind="flag", label=CHANGE_LABELS[change.does], required=True, readily=700)
    yield step("Swap", model, _by(state, model, change), wanted)


def _by(state: State, model: Model, change: Change) -> Message:
    bearer = state.models[open_shot(state).target] if change.does == "exposed" else model
    if not change.by:
        return say(_("%(unit)s: the platoon's rule"), unit=model.name)
    return say(_("%(unit)s: %(card)s"), unit=model.name, card=bearer.cards[change.by].name)


# -- face-down cards that would change them ----------------------------------------------------------------------------


def _after_the_attack_roll(state: State, shot: Shot) -> Sought:
    """R26, R8: attack dice rolled again, and results changed before the defence."""
    if stage_of(shot) != "rolled":
        return
    shooter, left = state.models[shot.shooter], results_of(shot)
    facts = supposed(state, shot, shooter)
    again = not shot.rerolled and any(face < shot.critical_on for face in shot.faces)
    again = again and not any_of(wounds_of(state, shooter), "no_rerolls")

    def wanted(effect: Effect) -> bool:
        if not works(effect, facts):
            return False
        if effect.does == "reroll_attack":
            return again and (not effect.faces or any(face in effect.faces for face in shot.faces))
        return effect.does in CHANGES and effect.stage == "rolled" and can_change(left, effect.does)

    yield shooter, wanted


def _uncancelled(state: State, shot: Shot) -> Sought:
    """A19: results changed after the cancelling, and several critical cards drawn for the first critical."""
    if stage_of(shot) != "uncancelled":
        return
    shooter, left = state.models[shot.shooter], results_of(shot)
    facts = supposed(state, shot, shooter)
    victims = len(crew_aboard(state.models[shot.target])) > shot.crew_toll

    def wanted(effect: Effect) -> bool:
        if not works(effect, facts):
            return False
        if effect.does == "extra_draws":
            return left.criticals > 0
        possible = victims or effect.does != "strike_crew"
        fitting = effect.does in CHANGES and effect.stage == "uncancelled"
        return fitting and possible and can_change(left, effect.does)

    yield shooter, wanted


ATTACKED = Moment("attacked", "shooter", _after_the_attack_roll, before_damage=True)
UNCANCELLED = Moment("uncancelled", "shooter", _uncancelled, before_damage=True)


def _goes_on(answers: Answers) -> bool:
    """Something later has been reported, so nothing was turned up or changed before it."""
    return answers.swap is not None or answers.defence is not None


def _change(stage: Stage, answered: Callable[[Answers], bool]) -> Step:
    return Step(
        f"change {stage}",
        "Swap",
        "shooter",
        say(_("Change a result or not")),
        lambda state, shot: stage_of(shot) == stage and open_change(state, shot) is not None,
        lambda state, answers: answered(answers),
        swap,
        swap_choices,
    )


plug(
    _change("rolled", _goes_on),
    hidden_step(ATTACKED, _goes_on),
    _change("uncancelled", lambda answers: answers.swap is not None),
    hidden_step(UNCANCELLED, lambda answers: bool(answers.drawn)),
)
