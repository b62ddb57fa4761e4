"""A battle as one viewer may see it, with previews of a revision before it is written, and explanations of facts.

Pages, API and admin look at battles through this module. What somebody is filling in, and where steps would lead, pages
ask of `rules.visibility` by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

import msgspec

from battles import handler, log, naming
from battles.log import Row
from battles.reports import Report, Ruled
from rules import adjudicate, cases, mending, seats, visibility
from rules.adjudicate import Who
from rules.battle import Battle, History, Proposal
from rules.contract import Choice, Event, Message, Outcome, Refused, Side, View
from rules.contract import gettext_noop as _
from rules.frame import BATTLES
from rules.reports import TALK
from rules.stream.explain import Explanation, explain
from rules.stream.revision.preview import Preview, preview

T = TypeVar("T")


class Once(Protocol):
    """As `battles.standing.Standing.once`."""

    def __call__(self, key: Hashable, find: Callable[[], T]) -> T: ...


def each_time(key: Hashable, find: Callable[[], T]) -> T:
    """Nothing is kept."""
    return find()


class Look(msgspec.Struct, frozen=True):
    """A battle at one position. `mine` are the sides the viewer may report for; `seed` is "" until disclosed. `cases`:
    who has taken its case, with the row in which they did.

    `choices` go on with the battle, `mends` correct it. `unsettled`: the positions of reports that a correction has
    left to be settled, in order. `declared`: the facts people have set, with the position of the newest declaration.
    `waivers`: the faults of the forces that were let pass, with the reasons. `names`: for the ids of sides, units and
    the like in sentences. `dice`: whose they are, as in a `Muster`, "" where nobody has said. `lent`: the sides that
    have lent their seats.
    """

    stream: str
    campaign: str
    system: str
    edition: str
    scenario: str
    title: str
    options: dict[str, bool | int | str]
    sides: dict[str, Side]
    waivers: dict[str, str]
    depth: str
    over: bool
    confirmed: dict[str, bool]
    settled: bool
    position: int
    digest: str
    fought: tuple[int, str]
    view: View
    choices: tuple[Choice, ...]
    mends: tuple[Choice, ...]
    unsettled: tuple[int, ...]
    proposal: Proposal | None
    declared: dict[str, int]
    cases: dict[str, int]
    outcome: Outcome
    mine: tuple[str, ...]
    waiting_for: tuple[str, ...]
    commitment: str
    seed: str
    names: dict[str, str]
    dice: str = ""
    lent: tuple[str, ...] = ()

    @property
    def own_dice(self) -> bool:
        """Whether no die of Leaguer's falls unless a report says so."""
        return self.dice in ("table", "ask")


class SeenRow(msgspec.Struct, frozen=True):
    """One row of the log as the viewer may read it. `event` is None if the viewer may not know it.

    `struck` is the position of the revision that struck the row, 0 while it counts; what the sides only said to each
    other is never struck.
    """

    position: int
    at: str
    by: str
    via: str
    report: str
    report_type: str
    type: str
    event: Event | None
    message: Message | None
    digest: str
    struck: int = 0


def look(
    stream: str, who: Who | None, until: int | None = None, side: str | None = None, *, offers: bool | None = None
) -> Look:
    """The battle as it stood at `until` (now if None), for `who` (None is a spectator). `log.NoSuchStream` if none.

    `side` chooses among the viewer's sides if they play several. `offers`: include what could be reported then.
    """
    battle = handler.state(stream, until)
    return look_at(stream, battle, who, side, now=until is None if offers is None else offers)


def look_at(
    stream: str,
    battle: Battle,
    who: Who | None,
    side: str | None = None,
    *,
    now: bool = True,
    names: dict[str, str] | None = None,
    once: Once = each_time,
) -> Look:
    """Same as `look`. What may be reported depends on `now`: an earlier moment may lie in the middle of a report. Pass
    `names` if they are known already (`naming.called`). `once`: finds what it has found for this battle already."""
    muster, outcome, seen_by = battle.muster, battle.outcome(), eyes(battle, who, side)
    view = once(("view", seen_by), lambda: visibility.see(battle, seen_by))
    return Look(
        stream=stream,
        campaign=muster.campaign,
        system=muster.system,
        edition=muster.edition,
        scenario=muster.scenario,
        title=muster.title,
        options=muster.options,
        sides=_seated(battle, who),
        waivers=muster.waivers,
        depth=battle.depth,
        over=outcome.over and not battle.waiting,
        confirmed=battle.confirmed,
        settled=battle.settled,
        position=battle.head[0],
        digest=battle.head[1],
        fought=battle.fought,
        view=view,
        choices=once(("choices", who), lambda: choices_for(battle, who)) if now else (),
        mends=once(("mends", who), lambda: mends_for(battle, who)) if now else (),
        unsettled=battle.waiting,
        proposal=battle.proposal if cases.knows(battle, who) else None,
        declared=battle.declared,
        cases=battle.cases,
        outcome=outcome,
        mine=reports_for(battle, who),
        waiting_for=visibility.waiting_for(battle, view.waiting_for),
        commitment=muster.commitment,
        seed=muster.seed if battle.disclosed else "",
        names=naming.called(stream, battle) if names is None else names,
        dice=muster.dice or "",
        lent=battle.lent,
    )


def _seated(battle: Battle, who: Who | None) -> dict[str, Side]:
    """The sides with their current players."""
    seated = adjudicate.seated(battle, who)
    return {
        key: msgspec.structs.replace(side, players=seated[key]) if side.players != seated[key] else side
        for key, side in battle.muster.sides.items()
    }


def reports_for(battle: Battle, who: Who | None) -> tuple[str, ...]:
    """The sides `who` may report for: their own; every side for a referee."""
    if who is None:
        return ()
    return tuple(battle.muster.sides) if who.referee else adjudicate.sides_of(battle, who)


def choices_for(battle: Battle, who: Who | None) -> tuple[Choice, ...]:
    """What goes on with the battle: all choices of sides whose cards `who` may see; of other sides they rule over,
    those that disclose no card; of other sides what their players may report for them. A referee does not see players'
    cards while they play, nor before taking the case.
    """
    if who is None:
        return ()
    known = cases.knows(battle, who)
    every = ((one, choice) for one in known or reports_for(battle, who) for choice in visibility.legal(battle, one))
    own = (choice for one, choice in every if one in known or not cases.needed(battle, choice.command))
    return (*_once(seats.said_by(battle, who, own)), *seats.offered(battle, who))


def _once(choices: Iterable[Choice]) -> list[Choice]:
    """What either side may report, once and of no side, for who reports for both."""
    found: list[Choice] = []
    places: dict[str, list[int]] = {}
    for choice in choices:
        alike = places.setdefault(choice.command, [])
        place = next((n for n in alike if _is_same(found[n], choice)), None)
        if place is None:
            alike.append(len(found))
            found.append(choice)
        else:
            found[place] = msgspec.structs.replace(found[place], side="")
    return found


def _is_same(one: Choice, other: Choice) -> bool:
    """But for its side."""
    return (one.given, one.label, one.fields, one.urgent) == (other.given, other.label, other.fields, other.urgent)


def mends_for(battle: Battle, who: Who | None) -> tuple[Choice, ...]:
    """The revisions `who` may report: for their side, or as a referee for both."""
    return tuple(mending.mends_of(battle, who))


def eyes(battle: Battle, who: Who | None, side: str | None = None) -> str:
    """The side whose secrets `who` may see; "" for spectators and for referees."""
    mine = adjudicate.sides_of(battle, who) if who else ()
    if side is not None and side in mine:
        return side
    return mine[0] if mine else ""


def position_at(stream: str, moment: datetime) -> int:
    """A battle's position at a moment (aware): `until` for what was answered then. `log.NoSuchStream` before it."""
    found = log.position_at(stream, moment)
    if not found:
        raise log.NoSuchStream(stream)
    return found


def history(
    stream: str, who: Who | None, after: int = 0, limit: int | None = None, until: int | None = None
) -> Sequence[SeenRow]:
    """The battle's log after position `after` (as it stood at `until`), in sentences, as `who` may read it."""
    battle, told, rows = handler.replay(stream, until)
    return tell(battle, list(zip(told, rows, strict=True))[after:][:limit], who)


def tell(battle: Battle, facts: Iterable[tuple[Ruled, Row]], who: Who | None, side: str | None = None) -> list[SeenRow]:
    """Some of a battle's rows in sentences, as `who` may read them; `side` as in `look`."""
    viewer = eyes(battle, who, side)
    lines: list[SeenRow] = []
    for fact, row in facts:
        seen = visibility.see_event(battle, fact.event, viewer)
        lines.append(
            SeenRow(
                position=row.position,
                at=row.at,
                by=row.by,
                via=row.via,
                report=row.command,
                report_type=row.command_type,
                type=row.type if seen is not None else "",
                event=seen,
                message=visibility.narrate(battle.rules, seen) if seen is not None else None,
                digest=row.digest,
                struck=0 if isinstance(fact.event, TALK) else fact.struck,
            )
        )
    return lines


def foresee(stream: str, report: Report, who: Who, side: str | None = None) -> Preview:
    """What a revision would change, as `who` may see it. Nothing is written and no die is rolled.

    `Refused`, `rules.contract.Unfallen` when dice have to be rolled first, `log.NoSuchStream`.
    """
    history = handler.history(stream)
    battle = history.state()
    command = history.commands.decode(report.type, report.data)
    if type(command) not in BATTLES.mending.commands:
        raise Refused("report", _("Only a correction has a preview."), field="type", code="unknown")
    adjudicate.require(battle, who, "")
    return preview(history, command, who, eyes(battle, who, side))


def why(history: History, of: str, who: Who | None, until: int | None = None, side: str | None = None) -> Explanation:
    """Why the fact `of` on the sheet has its value at `until`. `Refused` (field "of") for an unknown fact."""
    return explain(history, of, eyes(history.state(until), who, side), until)
