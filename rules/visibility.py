"""What may be reported now, what may be seen, and how an event reads: the public face of a battle."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.battle import Battle
from rules.conditions import asked, in_words
from rules.contract import (
    Choice,
    Event,
    Field,
    Message,
    Mustered,
    Outcome,
    Pick,
    RuleSystem,
    View,
    called,
    say,
    verbatim,
)
from rules.contract import gettext_noop as _
from rules.reports import (
    DEPTHS,
    TURNS,
    Amended,
    CardsShown,
    CaseLeft,
    CaseTaken,
    Confirmed,
    DepthChanged,
    ResultReported,
    SeatLent,
    SeatTakenBack,
    Settled,
    StatusReported,
)
from rules.stream.choices import LEAGUER
from rules.stream.revision import sentences
from rules.stream.revision.reports import Proposed, Reseeded, Retold, Revised

BACK = 4000  # random players often return to shots, which they seldom leave


def legal(battle: Battle, side: str) -> Sequence[Choice]:
    """What `side` may report now: the frame's choices and, at depth "shots", the rulebook's."""
    if battle.settled or battle.waiting:
        return ()
    outcome = battle.outcome()
    if outcome.over:
        return () if side in battle.confirmed or side not in battle.muster.sides else (_confirm_choice(battle, side),)
    choices: list[Choice] = list(battle.rules.legal(battle.play, side)) if battle.depth == "shots" else []
    if battle.own_dice:
        choices = [_with_own_dice(choice, battle.muster.dice == "ask") for choice in choices]
    if side in battle.muster.sides:
        choices += _frame_choices(battle, side, outcome)
    return choices


def _with_own_dice(choice: Choice, asks: bool) -> Choice:
    """A choice that asks for dice asks before them which of these Leaguer rolls. Where the players are to be asked each
    time, nothing is said to begin with."""
    first = next((place for place, field in enumerate(choice.fields) if field.kind == "dice"), None)
    if first is None:
        return choice
    dice = [field for field in choice.fields if field.kind == "dice"]
    his = (Pick(field.name, say(_("Leaguer’s, from here on: %(dice)s"), dice=field.label)) for field in dice)
    whose = Field(
        name=LEAGUER,
        kind="pick",
        label=say(_("Whose dice?")),
        picks=(Pick("", say(_("our own, all of them"))), *his),
        default=None if asks else "",
        readily=0,
    )
    return msgspec.structs.replace(choice, fields=(*choice.fields[:first], whose, *choice.fields[first:]))


def _confirm_choice(battle: Battle, side: str) -> Choice:
    position, digest = battle.fought
    return Choice(
        command="Confirm",
        label=say(_("Confirm the outcome")),
        side=side,
        given={"side": side, "position": position, "digest": digest},
        urgent=True,
    )


def _frame_choices(battle: Battle, side: str, outcome: Outcome) -> list[Choice]:
    choices = []
    if battle.rules.between_rounds(battle.play):
        others = [d for d in ("shots", "status", "result") if d != battle.depth]
        picks = tuple(Pick(d, DEPTHS[d], readily=BACK if d == "shots" else 1000) for d in others)
        depth = Field(name="depth", kind="pick", label=say(_("Report from here on")), picks=picks, required=True)
        label, readily = say(_("Change the depth of reporting")), 1000 if battle.depth == "shots" else BACK
        choices.append(Choice(command="ChangeDepth", label=label, side=side, fields=(depth,), readily=readily))
    if battle.depth != "shots":
        facts = asked(battle.rules, battle.play, battle.muster, outcome, side)
        units = tuple(Pick(unit.id, verbatim(unit.name)) for unit in battle.muster.units)
        unit = Field(name="unit", kind="pick", label=say(_("Unit")), picks=units, required=True)
        state = Field(name="condition", kind="data", label=say(_("Condition")), required=True, by="unit", fields=facts)
        choices.append(
            Choice(command="ReportStatus", label=say(_("Report a unit's status")), side=side, fields=(unit, state))
        )
        winners = (Pick("", say(_("a draw")), readily=2000), *(Pick(s, called(s)) for s in battle.muster.sides))
        winner = Field(name="winner", kind="pick", label=say(_("Winner")), picks=winners, required=True)
        every = battle.depth == "result"
        states = Field(name="conditions", kind="data", label=say(_("Conditions by unit")), required=every, fields=facts)
        choices.append(
            Choice(command="ReportResult", label=say(_("Report the result")), side=side, fields=(winner, states))
        )
    return choices


def see(battle: Battle, side: str) -> View:
    """The battle as `side` may see it ("" is a spectator). Every public answer goes through this."""
    return battle.rules.see(battle.play, side)


def turn(battle: Battle) -> tuple[int, tuple[str, ...]]:
    """The round, and the sides that have to report next, as every view of the battle says; without the rest of it."""
    if battle.rules.turn is not None:
        return battle.rules.turn(battle.play)
    view = see(battle, "")
    return view.round, view.waiting_for


def waiting_for(battle: Battle, to_play: Sequence[str], over: bool | None = None) -> tuple[str, ...]:
    """The sides that everyone waits for: to settle what a correction left, to confirm, or to make a decision of play
    (`to_play`, as a view has them); and those asked to agree, although a proposal holds up nothing else. `over`: as
    its outcome says, where somebody has asked for that."""
    if battle.settled:
        return ()
    if battle.waiting:
        waits = {*battle.muster.sides}
    elif battle.outcome().over if over is None else over:
        waits = battle.muster.sides.keys() - battle.confirmed.keys()
    else:
        waits = {*to_play}
    if proposal := battle.proposal:
        waits = waits | (battle.muster.sides.keys() - {proposal.side, *proposal.agreed})
    return tuple(side for side in battle.muster.sides if side in waits)


def see_event(battle: Battle, event: Event, side: str) -> Event | None:
    """The event as `side` may see it; None if it may not know of it at all."""
    match event:
        case Mustered():
            mine = {unit.id for unit in event.units if unit.side == side}
            secrets = {k: v for k, v in event.secrets.items() if k.partition("/")[0] in mine}
            return msgspec.structs.replace(event, seed="", secrets=secrets)
        case StatusReported() | ResultReported() | Confirmed() | Settled() | DepthChanged():
            return event
        case Revised():  # what the proposal carries was shown when it was made
            return msgspec.structs.replace(event, data={}, data_beside=msgspec.UNSET, seeds=msgspec.UNSET)
        case Reseeded():
            return msgspec.structs.replace(event, seed="")
        case Retold():  # the content of a report is only for its sender; the events after it say what followed
            return msgspec.structs.replace(event, data={})
        case Proposed() if not side:
            data = {name: event.data[name] for name in ("position", "how") if name in event.data}
            return msgspec.structs.replace(event, data=data)
        case _ if isinstance(event, TURNS):
            return event
        case _:
            return battle.rules.see_event(event, side)


_AMENDED_TO_A_DRAW = say(_("The outcome is amended: a draw."))
_CASE_TAKEN = say(_("The case of this battle is taken: an organiser or umpire sees what lies face down."))

_LENDING: dict[type[Event], str] = {
    SeatLent: _("The seat of %(side)s is lent: the other side’s phone reports its facts and dice too."),
    SeatTakenBack: _("The seat of %(side)s is theirs again."),
    CardsShown: _("The face-down cards of %(side)s are shown on the other side’s phone, for one choice."),
}


def narrate(system: RuleSystem, event: Event) -> Message:
    """One sentence for the log, in words to be translated."""
    match event:
        case Mustered():
            return say(_("The forces are mustered: %(scenario)s."), scenario=event.scenario)
        case DepthChanged():
            return say(_("From here on the battle is reported as: %(depth)s."), depth=DEPTHS[event.depth])
        case StatusReported():
            return say(_("%(unit)s: %(condition)s."), unit=event.unit, condition=in_words(system, event.condition))
        case ResultReported():
            if event.winner:
                return say(_("The battle is reported as won by %(side)s."), side=event.winner)
            return say(_("The battle is reported as a draw."))
        case Confirmed():
            if event.by_default:
                return say(_("%(side)s has not answered in time: confirmed by default."), side=event.side)
            return say(_("%(side)s confirms the outcome."), side=event.side)
        case Settled():
            return say(_("The battle is settled; the seed of its dice is disclosed."))
        case Amended():
            won, draw = say(_("The outcome is amended: %(side)s wins."), side=event.winner), _AMENDED_TO_A_DRAW
            return sentences.because(won if event.winner else draw, event.reason)
        case CaseTaken():
            return sentences.because(_CASE_TAKEN, event.reason)
        case CaseLeft():
            return say(_("The case of this battle is given back."))
        case SeatLent() | SeatTakenBack() | CardsShown():
            return say(_LENDING[type(event)], side=event.side)
        case _ if isinstance(event, TURNS):
            return sentences.narrate(system, event)
        case _:
            return system.narrate(event)
