"""The reports a correction has left to settle, in words: grouped by kind, each with the ways and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol
from uuid import uuid4

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.presenters.preview import Foreseen
from battles.presenters.story import ReportStory
from battles.reports import Asked, Report
from battles.sentences import words
from campaigns.revision_preview import SeasonHistory
from campaigns.season import Season
from campaigns.season.open_items import KINDS, OpenItem, open_items
from campaigns.season.open_items import LABELS as LABELLED
from campaigns.season.settling_terms import ASK, LABELS
from campaigns.season.terms import staged
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream.revision.reports import Resolve

MOST_LOOKS = 12  # ways that are foreseen on one page: each decides again what came later
MANY = 300  # reports, beyond which a look takes long
MOST_TOLD = 4  # changes told in one sentence


class Coming(Protocol):
    """What would come of a report (`battles.pages.corrections.coming`)."""

    @property
    def foreseen(self) -> Foreseen | None: ...
    @property
    def asked(self) -> Asked | None: ...
    @property
    def theirs(self) -> Refused | None: ...
    @property
    def refused(self) -> Refused | None: ...


class WayTold(msgspec.Struct, frozen=True):
    """A way to settle an item: what it means, and what it would change in this season, "" if that was not looked at."""

    how: str
    label: str
    means: str
    comes_to: str
    usual: bool
    chosen: bool


class ItemTold(msgspec.Struct, frozen=True):
    """An item, as its reader may know it. `why` it cannot stand; `veiled`: they may not know all of that; `looked`: its
    ways say what they come to."""

    position: int
    entry: ReportStory | None
    waits: bool
    why: str
    remedy: str
    veiled: bool
    ways: tuple[WayTold, ...]
    otherwise: bool
    looked: bool

    @property
    def decided(self) -> bool:
        return any(way.chosen for way in self.ways)

    @property
    def told(self) -> str:
        """What was reported, on one line."""
        lines = self.entry.lines if self.entry is not None else ()
        return " ".join(line.text for line in lines if line.text) or f"#{self.position}"


class Alike(msgspec.Struct, frozen=True):
    """A way in which several items can be settled at once. `value`: the way, and the kind of items after a space where
    it is about those of one kind; `n`: how many have this way, `of` so many."""

    value: str
    label: str
    n: int
    of: int


class Group(msgspec.Struct, frozen=True):
    """Items of one kind. `usual`: what the terms have for them, "" where they ask."""

    kind: str
    title: str
    usual: str
    items: tuple[ItemTold, ...]

    @property
    def alike(self) -> tuple[Alike, ...]:
        return alike(self.items, self.kind)


class Words(msgspec.Struct, frozen=True):
    """Who reads, and how things are called for them. `entry`: a report in words; `foresee`: what would come of one."""

    who: Who
    names: Mapping[str, str]
    entry: Callable[[int], ReportStory | None]
    foresee: Callable[[Report], Coming] | None = None


def groups(
    history: SeasonHistory,
    season: Season,
    said: Words,
    chosen: Mapping[int, str] | None = None,
    first: int = 0,
    mine: Iterable[str] | None = None,
) -> list[Group]:
    """All that is left to settle. `chosen`: how, by position, as the form has it; None as the terms have it. `first`:
    the item that is foreseen before others. `mine`: only what concerns these platoons."""
    items = open_items(history, season, said.who)
    if mine is not None:
        items = [one for one in items if {*one.platoons}.intersection(mine)]
    looked = _looked(history, items, first) if said.foresee is not None else frozenset()
    found: dict[str, list[ItemTold]] = {}
    for one in items:
        found.setdefault(one.kind, []).append(_told(history, one, said, chosen, one.position in looked))
    return [
        Group(kind, words(KINDS[kind], said.names), _usual(season, kind), tuple(found[kind]))
        for kind in KINDS
        if kind in found
    ]


def alike(items: Sequence[ItemTold], kind: str = "") -> tuple[Alike, ...]:
    """The ways that several of these items have, in the order of the ways; of all kinds, or of one."""
    labels = {way.how: way.label for item in items for way in item.ways}
    counts = {how: sum(any(way.how == how for way in item.ways) for item in items) for how in labels}
    return tuple(
        Alike(f"{how} {kind}".strip(), labels[how], counts[how], len(items))
        for how in LABELLED
        if counts.get(how, 0) > 1
    )


def _usual(season: Season, kind: str) -> str:
    value = str(staged(season.terms, kind))
    return "" if value == ASK else _(LABELS[value])


def _looked(history: SeasonHistory, items: Sequence[OpenItem], first: int) -> frozenset[int]:
    """The items whose ways are foreseen."""
    left = MOST_LOOKS if len(history.live_reports()) <= MANY else MOST_LOOKS // 3
    found: list[int] = []
    for one in sorted(items, key=lambda one: one.position != first):
        left -= len(one.ways)
        if left < 0 and found:
            break
        found.append(one.position)
    return frozenset(found)


def _told(
    history: SeasonHistory, one: OpenItem, said: Words, chosen: Mapping[int, str] | None, looked: bool
) -> ItemTold:
    how = next((way.how for way in one.ways if way.usual), "") if chosen is None else chosen.get(one.position, "")
    later = sum(past.is_open for past in history.reports_from(one.position))
    why = one.why
    return ItemTold(
        position=one.position,
        entry=said.entry(one.position),
        waits=one.waits,
        why=words(why.text, said.names) if why is not None else "",
        remedy=words(why.remedy, said.names) if why is not None and why.remedy is not None else "",
        veiled=not one.told_all,
        ways=tuple(
            WayTold(
                way.how,
                words(way.label, said.names),
                words(way.means, said.names),
                _comes_to(said, one, way.how, later) if looked else "",
                way.usual,
                way.how == how,
            )
            for way in one.ways
        ),
        otherwise=one.otherwise,
        looked=looked,
    )


def _comes_to(said: Words, one: OpenItem, how: str, later: int) -> str:
    assert said.foresee is not None
    command = Resolve(position=one.position, how=how)  # type: ignore[arg-type]
    coming = said.foresee(Report(str(uuid4()), "Resolve", msgspec.json.encode(command).decode()))
    if coming.foreseen is not None:
        return in_a_sentence(coming.foreseen, later - 1, one.told_all)
    refused = coming.theirs or coming.refused
    if refused is not None:
        return words(refused.text, said.names)
    return _("Leaguer rolls first; what it comes to turns on that.") if coming.asked is not None else ""


def in_a_sentence(foreseen: Foreseen, open_: int, told_all: bool) -> str:
    """What it would change, in one sentence. `open_`: how many later ones are left to settle anyway; `told_all`: the
    reader may know all of it, purses too."""
    lines = (*foreseen.outcome, *foreseen.sheet)
    told = [f"{line.fact} {line.before} → {line.after}" for line in lines[:MOST_TOLD]]
    if more := len(lines) - len(told):
        told.append(ngettext("%(n)d change more", "%(n)d changes more", more) % {"n": more})
    if not told:
        nothing = _("nothing changes in the standings, purses and vehicles")
        told.append(nothing if told_all else _("nothing changes in the standings and vehicles"))
    if (opened := len(foreseen.unsettled) - open_) > 0:
        told.append(ngettext("%(n)d more to settle", "%(n)d more to settle", opened) % {"n": opened})
    elif opened < 0:
        told.append(
            ngettext("%(n)d other is settled with it", "%(n)d others are settled with it", -opened) % {"n": -opened}
        )
    sentence = "; ".join(told)
    return f"{sentence[:1].upper()}{sentence[1:]}."
