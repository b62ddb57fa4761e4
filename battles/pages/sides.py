"""The sides of a battle and their units, as a battle's page shows them."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from battles import naming
from battles.pages.board import TONES, DrawnUnit
from battles.pages.corrections import declared
from battles.pages.corrections.declared import Mark, Sheet
from battles.presenters.markers import NONE, Marks, marks_of
from battles.presenters.people import names_of
from battles.presenters.story import Story
from battles.sentences import fate_in_words
from battles.viewer import Look
from rules.adjudicate import Who
from rules.contract import Event
from rules.reports import Confirmed
from rules.stream.revision.reports import Revised


class UnitSheet(DrawnUnit, frozen=True):
    """A unit with the lines of its sheet. `able`: the viewer may report something of it; `opened`: that is shown."""

    sheet: Sheet
    able: bool = False
    opened: bool = False
    marks: Marks = NONE


class SideView(msgspec.Struct, frozen=True):
    """One side of the battle: its `name`, with its key as a word beside it if that differs; who plays it (`mine`: the
    viewer), its units, and whether it has confirmed.

    `asked`: everyone waits for it; `to_agree`: to another side's proposal. `fell`: the row of its confirmation that a
    correction has taken, 0 for none.
    """

    name: str
    key_called: str
    players: tuple[str, ...]
    platoon: str
    mine: bool
    asked: bool
    to_agree: bool
    units: tuple[UnitSheet, ...]
    fates: tuple[tuple[str, str, str], ...]  # a unit's id, its name and its fate in words
    points: int
    confirmed: bool
    by_default: bool
    fell: int
    tone: int  # the colour of its counters, by its place among the sides

    @property
    def in_play(self) -> int:
        return sum(one.unit.in_play for one in self.units)


def sides_of(
    look: Look, who: Who | None, marks: list[Mark], story: Story, able: Collection[str], opened: str
) -> tuple[SideView, ...]:
    """Of every side, with what of it the viewer is asked."""
    proposal = story.battle.proposal
    asked = look.sides.keys() - {proposal.side, *proposal.agreed} if proposal else frozenset()
    fallen = _fallen(story)
    players = {player for side in look.sides.values() for player in side.players}
    people = story.people if players <= story.people.keys() else names_of(players, story.reader)
    names, worn = look.names, marks_of(look)
    return tuple(
        SideView(
            name=names[key],
            key_called=naming.side_name(key),
            players=tuple(people[player] for player in side.players),
            platoon=side.platoon,
            mine=who is not None and who.id in side.players,
            asked=key in look.waiting_for,
            to_agree=key in asked,
            units=tuple(
                UnitSheet(unit, declared.unit_sheet(marks, unit), unit.id in able, unit.id == opened, worn[unit.id])
                for unit in look.view.units
                if unit.side == key
            ),
            fates=tuple(
                (u.id, names.get(u.id, u.id), fate_in_words(u.fate)) for u in look.outcome.units if u.side == key
            ),
            points=look.outcome.points.get(key, 0),
            confirmed=key in look.confirmed,
            by_default=look.confirmed.get(key, False),
            fell=fallen.get(key, 0),
            tone=tone % TONES,
        )
        for tone, (key, side) in enumerate(look.sides.items())
    )


def _fallen(story: Story) -> dict[str, int]:
    """The sides that have confirmed another outcome, with the row; not those that took it back themselves."""
    battle = story.battle
    if battle.waiting:  # it may yet turn out to be the same
        return {}
    given = {fact.event.side: fact for fact, _row in story.facts if isinstance(fact.event, Confirmed)}
    return {
        side: fact.position
        for side, fact in given.items()
        if side not in battle.confirmed and not (fact.struck and _is_undo(story.facts[fact.struck - 1][0].event))
    }


def _is_undo(event: Event) -> bool:
    return isinstance(event, Revised) and event.act == "undo"
