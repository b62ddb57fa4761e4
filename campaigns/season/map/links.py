"""Organisers close links of the map, and open them again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from campaigns.season import names
from campaigns.season.chapters import Chapter
from campaigns.season.offers import WHY, choice, sector_picks
from campaigns.season.positions import theatre_of
from campaigns.season.refusals import no, on_map, organiser
from campaigns.season.state import Season
from campaigns.season.values import SectorKey
from campaigns.theatre import WAY_LABELS
from campaigns.theatre.graph import ends
from campaigns.theatre.map_parts import Way
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Pick, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Links")


class SetLink(Command, frozen=True, kw_only=True):
    """An organiser closes a link, as when a bridge was blown, or opens it again."""

    positional: ClassVar[tuple[str, ...]] = ("one", "other")
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    one: SectorKey
    other: SectorKey
    open: bool
    reason: Reason


class LinkSet(Event, frozen=True, kw_only=True):
    """A link is closed from now on, or open again."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    one: str
    other: str
    open: bool
    reason: str = ""


@CHAPTER.decides
def set_link(season: Season, command: SetLink, who: Who, dice: Dice) -> Decision:
    """Closed, nobody marches over it and no supply comes; who is under way by then was sooner."""
    organiser(who)
    on_map(season)
    link = ends(command.one, command.other)
    if link not in {(one.one, one.other) for one in theatre_of(season).links}:
        raise no(
            say(_("No link joins %(one)s and %(other)s."), one=command.one, other=command.other),
            _("Name two sectors that touch, by their keys."),
            "other",
        )
    if command.open == (link not in season.closed_links):
        raise no(
            say(_("This link is open already.") if command.open else _("This link is closed already.")), field="open"
        )
    yield LinkSet(one=link[0], other=link[1], open=command.open, reason=command.reason)


@CHAPTER.offers(SetLink)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    """Those that are open may be closed, and those that are closed opened again; named from either end."""
    if not who.referee or season.opened.theatre is None:
        return
    for open_, text in ((False, _("Close a link")), (True, _("Open a link"))):
        links = [one for one in theatre_of(season).links if ((one.one, one.other) in season.closed_links) == open_]
        ways = [(one.one, one.other, one.kind) for one in links] + [(one.other, one.one, one.kind) for one in links]
        if ways:
            yield choice(SetLink, say(text), *_ends(season, sorted(ways)), WHY, open=open_)


def _ends(season: Season, ways: Sequence[tuple[str, str, Way]]) -> Iterator[Field]:
    """The one end, and what the other may be."""
    ones = sector_picks(season, dict.fromkeys(one for one, _other, _kind in ways))
    yield Field(name="one", kind="pick", label=say(_("Link of")), picks=ones, required=True)
    called = {pick.value: pick.label for pick in ones}
    others = (
        Pick(other, called[other], notes=(WAY_LABELS[kind],), under=called[one], beside={"one": one})
        for one, other, kind in ways
    )
    yield Field(name="other", kind="pick", label=say(_("The other end")), picks=tuple(others), required=True)


@CHAPTER.evolves
def _link_set(season: Season, event: LinkSet) -> None:
    link = frozenset({(event.one, event.other)})
    season.closed_links = season.closed_links - link if event.open else season.closed_links | link


@CHAPTER.narrates
def _tell_link_set(season: Season, event: LinkSet) -> Message:
    theatre = season.opened.theatre
    links = theatre.links if theatre else ()
    kind = next(one.kind for one in links if (one.one, one.other) == (event.one, event.other))
    text = _("%(one)s – %(other)s (%(way)s) is open again: %(reason)s")
    if not event.open:
        text = _("%(one)s – %(other)s (%(way)s) is closed: %(reason)s")
    return say(
        text,
        one=verbatim(names.sector(season, event.one)),
        other=verbatim(names.sector(season, event.other)),
        way=WAY_LABELS[kind],
        reason=event.reason,
    )
