"""A battle's whole log in pages, and its record: what it is known by, for programs and for those who check it."""

from __future__ import annotations

import msgspec
from django.core.paginator import Page, Paginator

from battles import handler, naming, viewer
from battles.pages.corrections.offers import Offers
from battles.pages.opened import Moment
from battles.presenters.luck import Luck, luck_of
from battles.presenters.story import PAGE, Fact, ReportStory, Story
from battles.presenters.tape import tape
from battles.viewer import Look
from rules.adjudicate import Who
from rules.contract import Message
from rules.reports import DEPTHS


class LogPage(msgspec.Struct, frozen=True):
    """One page of the log, as the entries' template reads a battle's page."""

    stream: str
    name: str
    story: tuple[ReportStory, ...]
    page: Page[list[Fact]]
    offers: Offers
    names: dict[str, str]
    moment: Moment | None = None

    @property
    def query(self) -> str:
        return self.moment.query if self.moment else ""


class Record(msgspec.Struct, frozen=True):
    """A battle with its digest, its dice and where programs read it."""

    look: Look
    name: str
    system: str
    scenario: str
    depth: Message
    moment: Moment | None = None
    luck: tuple[Luck, ...] = ()


def log_of(stream: str, who: Who | None, moment: Moment | None, page: str) -> LogPage:
    """The reports that count, newest first. `NoSuchStream` if there is no such battle."""
    battle, told, rows = handler.replay(stream, moment.at if moment else None)
    story = Story(stream, battle, list(zip(told, rows, strict=True)), who)
    shown = Paginator(story.live[::-1], PAGE).get_page(page)
    muster = battle.muster
    mends = viewer.mends_for(battle, who) if moment is None else ()
    return LogPage(
        stream=stream,
        name=naming.name_of(stream, muster.title, muster.system, muster.scenario),
        story=tuple(story.entries([*shown.object_list], who)),
        page=shown,
        offers=Offers(corrects=any(choice.command == "Correct" for choice in mends)),
        names=story.names,
        moment=moment,
    )


def record_of(stream: str, who: Who | None, moment: Moment | None) -> Record:
    """The record of a battle. `NoSuchStream` if there is none."""
    read = tape(stream, who, moment.at if moment else None)
    battle = read.battle
    look = viewer.look_at(stream, battle, who, now=False, names=read.names)
    return Record(
        look=look,
        name=naming.name_of(stream, look.title, look.system, look.scenario),
        system=battle.rules.name,
        scenario=naming.scenario_name(look.system, look.scenario),
        depth=DEPTHS[look.depth],
        moment=moment,
        luck=tuple(luck_of(read)),
    )
