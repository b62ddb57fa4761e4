"""Everything a battle's page shows, gathered from one replay of the log."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

import msgspec
from django.core.paginator import Page, Paginator

from battles import door, looking
from battles.looking import Look
from battles.pages import cards as deck
from battles.pages import entries
from battles.pages import typed as forms
from battles.pages.cards import Card
from battles.pages.entries import Entry, Fact
from battles.pages.people import names_of
from battles.pages.typed import Typed
from battles.reports import Asked
from battles.words import fate_in_words
from rules.adjudicate import Who
from rules.battle import Battle
from rules.codec import command_codec
from rules.contract import Message, Refused, RuleSystem, UnitView
from rules.reports import COMMANDS, DEPTHS
from rules.script import write_line


class Trouble(msgspec.Struct, frozen=True):
    """Why a form comes back: refused, overtaken by what happened `since` a position, or only checked.

    `accepted` are the sentences of a check that went well; `asked` the dice it came to. `script` is what stands in
    the paste box, `typed` what stands in a card.
    """

    status: int
    faults: tuple[Refused, ...] = ()
    since: int | None = None
    accepted: tuple[str, ...] = ()
    asked: Asked | None = None
    typed: Typed | None = None
    script: str = ""
    kept: int = 0  # lines of a script that were taken before the first mistake


class SideView(msgspec.Struct, frozen=True):
    """One side of the battle: who plays it (`mine`: the viewer), its units, and how it stands to the outcome."""

    key: str
    players: tuple[str, ...]
    platoon: str
    mine: bool
    asked: bool
    units: tuple[UnitView, ...]
    fates: tuple[tuple[str, str], ...]  # a unit's name and its fate in words
    points: int
    confirmed: bool
    by_default: bool


class Sight(msgspec.Struct, frozen=True):
    """A battle as one viewer's page shows it. `cards` is empty when the viewer has nothing to report."""

    look: Look
    system: RuleSystem
    sides: tuple[SideView, ...]
    cards: tuple[Card, ...]
    confirmations: tuple[Card, ...]
    story: tuple[Entry, ...]
    page: Page[list[Fact]]
    ruling: Entry | None
    missed: tuple[Entry, ...]
    as_it_stood: int | None
    trouble: Trouble | None
    paste: str  # the id of the paste box's form
    script: str  # what stands in the paste box
    names: dict[str, str]  # of the ids in refusals

    @property
    def scenario(self) -> str:
        return next((one.name for one in self.system.scenarios if one.key == self.look.scenario), self.look.scenario)

    @property
    def depth(self) -> Message:
        return DEPTHS[self.look.depth]

    @property
    def my_turn(self) -> bool:
        return any(side.mine and side.asked for side in self.sides)


def sight(
    stream: str,
    who: Who | None,
    *,
    at: int | None = None,
    page: str = "1",
    ruling: int | None = None,
    trouble: Trouble | None = None,
) -> Sight:
    """The battle now, or as it stood `at` a position (nothing can be reported then). `NoSuchStream` if none.

    `page` counts pages of the log, newest first; `ruling` is the position of a report to show at the top.
    """
    battle, told, rows = door.replay(stream, at)
    look = looking.look_at(stream, battle, who, now=at is None)
    reports = entries.by_report(list(zip(told, rows, strict=True)))
    pages = Paginator(reports[::-1], entries.PAGE)
    shown = pages.get_page(page)
    wanted = [report for report in reports if ruling == report[0][0].position][:1]
    since = trouble.since if trouble else None
    missed = [report for report in reports if since is not None and report[-1][0].position > since]
    told_now = entries.entries(battle, [*wanted, *missed, *shown.object_list], who)
    dealt = deal(battle, look, trouble)
    return Sight(
        look=look,
        system=battle.rules,
        sides=_sides(look, who),
        cards=tuple(card for card in dealt if card.choice.command != "Confirm"),
        confirmations=tuple(card for card in dealt if card.choice.command == "Confirm"),
        story=tuple(told_now[len(wanted) + len(missed) :]),
        page=shown,
        ruling=told_now[0] if wanted else None,
        missed=tuple(told_now[len(wanted) : len(wanted) + len(missed)]),
        as_it_stood=at,
        trouble=trouble,
        paste=str(uuid4()),
        script=_script(battle, dealt, trouble) if trouble else "",
        names=entries.called(battle),
    )


def deal(battle: Battle, look: Look, trouble: Trouble | None) -> list[Card]:
    typed = trouble.typed if trouble else None
    return deck.deal(look.choices, battle.rules, typed, trouble.faults if trouble else (), look.waiting_for)


def _script(battle: Battle, dealt: Sequence[Card], trouble: Trouble) -> str:
    """What was pasted; or as a line of script what was typed in a card that is no longer dealt: nothing is lost."""
    typed = trouble.typed
    if typed is None or deck.is_dealt(dealt):
        return trouble.script
    try:
        report = forms.report(typed)
        return write_line("", command_codec(battle.rules, COMMANDS).decode(report.type, report.data))
    except Refused:
        return f"# {typed.type} {msgspec.json.encode(typed.fields).decode()}"


def _sides(look: Look, who: Who | None) -> tuple[SideView, ...]:
    names = names_of(player for side in look.sides.values() for player in side.players)
    called = {unit.id: unit.name for unit in look.view.units}
    return tuple(
        SideView(
            key=key,
            players=tuple(names[player] for player in side.players),
            platoon=side.platoon,
            mine=who is not None and who.id in side.players,
            asked=key in look.waiting_for,
            units=tuple(unit for unit in look.view.units if unit.side == key),
            fates=tuple((called.get(u.id, u.id), fate_in_words(u.fate)) for u in look.outcome.units if u.side == key),
            points=look.outcome.points.get(key, 0),
            confirmed=key in look.confirmed,
            by_default=look.confirmed.get(key, False),
        )
        for key, side in look.sides.items()
    )
