"""Organisers close links of the map, and open them again."""

from __future__ import annotations

from collections.abc import Iterator
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
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, say
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
            say(_("Name two sectors that touch, by their keys.")),
            "other",
        )
    if command.open == (link not in season.closed_links):
        raise no(
            say(_("This link is open already.") if command.open else _("This link is closed already.")), field="open"
        )
    yield LinkSet(one=link[0], other=link[1], open=command.open, reason=command.reason)


@CHAPTER.offers(SetLink)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    """From each sector, those that are closed and those that are open."""
    if not who.referee or season.opened.theatre is None:
        return
    for open_, text in ((False, _("Close a link of %(sector)s")), (True, _("Open a link of %(sector)s"))):
        ways: dict[str, list[str]] = {}
        for link in theatre_of(season).links:
            if ((link.one, link.other) in season.closed_links) == open_:
                ways.setdefault(link.one, []).append(link.other)
                ways.setdefault(link.other, []).append(link.one)
        for one, others in ways.items():
            picks = sector_picks(season, others)
            other = Field(name="other", kind="pick", label=say(_("The other end")), picks=picks, required=True)
            label = say(text, sector=verbatim(names.sector(season, one)))
            yield choice(SetLink, label, other, WHY, one=one, open=open_)


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
