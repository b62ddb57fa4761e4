"""The reports a correction has left to settle, as whoever settles them is told of them: why each cannot stand, and the
ways that there are, which chapters name (`campaigns.season.ways`).

A way that is offered can be done, and any other is refused. An item stands meanwhile, or waits if there is nothing for
it to stand on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from campaigns.season import OF_ORGANISERS, OF_PLAYERS, legal
from campaigns.season.mendable import SeasonHistory
from campaigns.season.mending import MENDING, mends_of, ways_of
from campaigns.season.musters import BattleMustered
from campaigns.season.offers import WHY
from campaigns.season.state import Season
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.contract import Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _
from rules.stream.dice import rolls_of
from rules.stream.history import Past
from rules.stream.revision.branch import Mender
from rules.stream.revision.choices import the_rest
from rules.stream.revision.items import Item, without_why
from rules.stream.revision.reports import Resolve, Settlement, Settling
from rules.stream.revision.trying import Trying

KINDS_OF_REPORT = {kind.__name__: kind for kind in (*OF_PLAYERS, *OF_ORGANISERS)}

LABELS: dict[str, Message] = {
    "terms": say(_("As the terms have it")),
    "keep": say(_("Accept as played")),
    "owe": say(_("Pay later")),
    "replay": say(_("Replay the fixture")),
    "roll": say(_("Roll what is missing")),
    "accept": say(_("Accept without the dice left over")),
    "strike": say(_("Void")),
}
ROLLED = say(_("Leaguer rolls the dice that are missing, and it is decided with them."))
LEFT = say(_("It is decided again, and the dice that nobody asks for any more stay aside."))
# What an item is about: the terms of `settling_terms`, as headings.
KINDS = {
    "spent_unearned": say(_("Spent, and not earned")),
    "mustered_lost": say(_("Battles that could not have been called")),
    "paired_otherwise": say(_("Paired on other results")),
    "ordered_otherwise": say(_("Orders and retreats from another map")),
    "left_over": say(_("What else cannot stand")),
}


class Way(msgspec.Struct, frozen=True):
    """A way to settle an item. `means`: what it comes to in general; `usual`: it is what the terms have for it."""

    how: Settling
    label: Message
    means: Message
    usual: bool


class OpenItem(msgspec.Struct, frozen=True):
    """A report that is left to settle. `kind`: the term it goes by; `waits`: it does not count meanwhile. `why`: it
    cannot be told again, as far as the reader may know; None where it can by now. `told_all`: whether they know all of
    that. `otherwise`: another report may take its place. `platoons`: whom it concerns, by key."""

    position: int
    type: str
    kind: str
    waits: bool
    why: Item | None
    told_all: bool
    ways: tuple[Way, ...]
    otherwise: bool
    platoons: tuple[str, ...]


def open_items(history: SeasonHistory, season: Season, who: Who) -> list[OpenItem]:
    """All of them, in the order in which they follow from one another. `season`: as it stands now."""
    there = {*season.items}
    found = [past for past in history.live_reports() if past.position in there]
    return [_open_item(history, season, past, who) for past in found]


def _open_item(history: SeasonHistory, season: Season, past: Past, who: Who) -> OpenItem:
    ways, platoons = ways_of(past.type), concerned(season, history, past)
    redaction = MENDING.redaction(history, season, who)
    trouble = _line(history, season, past, who).trouble(past)
    told = redaction.may_tell_why(past.type) or (
        bool(platoons) and all(season.known_to(key, who.id) for key in platoons)
    )
    usual = MENDING.by_terms(season, past)
    hows = [*_hows(history, season, past, ways, trouble, who, told)]
    if not told and usual is not None and usual.how == "owe" and trouble is not None:
        by_terms: list[Settling] = ["terms"] if _can(history, season, past, "owe", trouble, who) else []
        hows = [*by_terms, *hows]
    return OpenItem(
        position=past.position,
        type=past.type,
        kind=ways.by,
        waits=past.how == "waiting",
        why=trouble if told or trouble is None else without_why(trouble),
        told_all=told,
        ways=tuple(Way(how, LABELS[how], _means(ways, how), _is_usual(usual, how)) for how in hows),
        otherwise=ways.otherwise,
        platoons=platoons,
    )


def _is_usual(usual: Settlement | None, how: Settling) -> bool:
    return usual is not None and how in (usual.how, "terms")


def _line(history: SeasonHistory, season: Season, past: Past, who: Who) -> Trying[Season, Who | None]:
    """A line that begins right before the report."""
    dice = history.decider.dry(season, history.fallen())
    mender: Mender[Season, Who | None] = Mender(who, "referee", dice)
    line = Trying(history, mender, lambda: history.state_before(past.position), history.head)
    line.now = season
    line.follow([past])
    return line


def _hows(
    history: SeasonHistory, season: Season, past: Past, ways: Ways, trouble: Item | None, who: Who, told: bool
) -> Iterator[Settling]:
    """What turns on a purse is offered by itself only to those who may know it; to others as the terms have it."""
    if past.how != "waiting":
        yield "keep"
    kind = trouble.kind if trouble is not None else ""
    if ways.owe and told and trouble is not None and _can(history, season, past, "owe", trouble, who):
        yield "owe"
    if ways.replay and trouble is not None and _can(history, season, past, "replay", trouble, who):
        yield "replay"
    if kind == "unanswered" and trouble is not None and not _rolled_too_few(past, trouble):
        yield "roll"
    if kind == "orphaned":
        yield "accept"
    yield "strike"


def _can(history: SeasonHistory, season: Season, past: Past, how: Settling, trouble: Item, who: Who) -> bool:
    return _line(history, season, past, who).can_settle(past, Settlement(how), trouble)


def _rolled_too_few(past: Past, trouble: Item) -> bool:
    """Whether the table has rolled some of the dice that are asked for: Leaguer adds none to those."""
    asked = {roll.question for roll in trouble.dice if not roll.values}
    rolls = (roll for event in past.events for roll in rolls_of(event))
    return any(roll.question in asked and roll.by == "table" and roll.values for roll in rolls)


def _means(ways: Ways, how: Settling) -> Message:
    texts = {"keep": ways.keep, "strike": ways.strike, "owe": ways.owe, "replay": ways.replay, "terms": ways.owe}
    return say(texts[how]) if how in texts else ROLLED if how == "roll" else LEFT


def concerned(season: Season, history: SeasonHistory, past: Past) -> tuple[str, ...]:
    """The platoons that a report is about, by key."""
    found: list[str] = []
    for event in history.played(past):
        found += [key for key in (getattr(event, "platoon", ""),) if key]
        vehicle = season.vehicles.get(getattr(event, "vehicle", ""))
        found += [vehicle.platoon] if vehicle is not None else []
        fixture = season.fixtures.get(getattr(event, "fixture", "")) or season.of_battle(getattr(event, "battle", ""))
        found += fixture.platoons if fixture is not None else ()
        found += [key for one in getattr(event, "fixtures", ()) for key in (one.home, one.away)]
        found += [forces.platoon for forces in event.sides.values()] if isinstance(event, BattleMustered) else ()
    return tuple(key for key in dict.fromkeys(found) if key in season.platoons)


def instead_of(history: SeasonHistory, one: OpenItem, who: Who) -> Sequence[Choice]:
    """What could have been reported of that kind there and then, to stand in its place: for whoever may know all of
    it."""
    if not (one.otherwise and one.told_all) or one.type not in KINDS_OF_REPORT:
        return ()
    then = history.state_before(one.position)
    past = history.reports[one.position]
    return legal(then, MENDING.teller(who, past), KINDS_OF_REPORT[one.type])


# -- as reports --------------------------------------------------------------------------------------------------------


def settling(items: Sequence[OpenItem], chosen: Mapping[int, Settling], reason: str = "") -> Resolve | None:
    """One report that settles all that are chosen, or none of them; None where nothing is. In the order of `items`."""
    named = [(one.position, chosen[one.position]) for one in items if chosen.get(one.position)]
    if not named:
        return None
    (position, how), *others = named
    settle = {str(place): Settlement(way) for place, way in others}
    return Resolve(position=position, how=how, reason=reason, settle=settle or msgspec.UNSET)


def alike(items: Iterable[OpenItem], how: str, kind: str = "") -> tuple[dict[int, Settling], tuple[OpenItem, ...]]:
    """All items, or those of one kind, settled in one way, by position; and those of them that have no such way."""
    of_kind = [one for one in items if kind in ("", one.kind)]
    found = {one.position: way.how for one in of_kind for way in one.ways if way.how == how}
    return found, tuple(one for one in of_kind if one.position not in found)


def by_default(items: Iterable[OpenItem]) -> dict[int, Settling]:
    """What the terms have for each, where they say anything that is offered."""
    return {one.position: way.how for one in items for way in one.ways if way.usual}


def settles_of(history: SeasonHistory, items: Sequence[OpenItem], who: Who, party: str) -> Iterator[Choice]:
    """The choices by which items are settled: each by itself, by another report in its place, and all that are named
    at once."""
    for one in items:
        yield Choice(
            command=Resolve.__name__,
            label=say(_("Settle the report at position %(n)s"), n=one.position),
            side=party,
            given={"position": one.position},
            fields=(_how(one), REASON, the_rest(MENDING)),
            urgent=True,
        )
        for choice in instead_of(history, one, who):
            yield Choice(
                command=Resolve.__name__,
                label=say(_("Substitute at position %(n)s: %(report)s"), n=one.position, report=choice.label),
                side=party,
                given={"position": one.position, "how": "replace", "type": choice.command},
                fields=(_said(choice), REASON, the_rest(MENDING)),
            )
    if len(items) > 1:
        first, *others = items
        picks = tuple(Pick(str(one.position), say("%(n)s", n=one.position)) for one in others)
        hows = {way.how: Pick(way.how, way.label) for one in others for way in one.ways}
        how = Field(name="how", kind="pick", label=WHAT, picks=tuple(hows.values()), required=True)
        group = Field(name="how", kind="group", label=WHAT, fields=(how,))
        settle = Field(
            name="settle", kind="keyed", label=say(_("And these with it, by position")), picks=picks, fields=(group,)
        )
        yield Choice(
            command=Resolve.__name__,
            label=say(_("Settle several at once")),
            side=party,
            given={"position": first.position},
            fields=(_how(first), settle, REASON),
            urgent=True,
        )


WHAT = say(_("What becomes of it"))
REASON = msgspec.structs.replace(WHY, required=False)


def _said(choice: Choice) -> Field:
    """The report that takes the place, as a field: what is given of it is picked already."""
    given = (
        Field(
            name=name,
            kind="pick",
            label=say("%(name)s", name=name),
            picks=(Pick(str(value), say("%(value)s", value=str(value))),),
            default=value,
            required=True,
        )
        for name, value in choice.given.items()
    )
    return Field(name="data", kind="group", label=choice.label, fields=(*given, *choice.fields), required=True)


def _how(one: OpenItem) -> Field:
    picks = tuple(Pick(way.how, way.label, notes=(way.means,)) for way in one.ways)
    usual = next((way.how for way in one.ways if way.usual), None)
    return Field(name="how", kind="pick", label=WHAT, picks=picks, default=usual, required=True)


def mends_told(history: SeasonHistory, season: Season, who: Who | None, last: Past | None = None) -> Sequence[Choice]:
    """`mends_of`, with the ways that each item has: for whoever has all of the log."""
    every = mends_of(season, who, last)
    if who is None or not season.items or all(one.command != Resolve.__name__ for one in every):
        return every
    party = next(one.side for one in every if one.command == Resolve.__name__)
    typed = list(settles_of(history, open_items(history, season, who), who, party))
    at = next(n for n, one in enumerate(every) if one.command == Resolve.__name__)
    others = [one for one in every if one.command != Resolve.__name__]
    return (*others[:at], *typed, *others[at:])
