"""What an organiser needs to know before ruling on a fixture: who plays, what happened, who won, who complains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _

from battles import handler as battle_handler
from battles.models import Sheet
from battles.naming import side_name
from battles.presenters.people import own_names_of
from battles.presenters.story import Story
from battles.sentences import fate_in_words
from campaigns.pages import result_notes
from campaigns.pages.rounds import HOW, RESULTS
from campaigns.presenters.story import Fact
from campaigns.season import Fixture, Season, standings
from campaigns.season.disputes import Disputed
from rules.contract import UnitOutcome

LAST = 5  # of the battle's reports


class Side(msgspec.Struct, frozen=True):
    """A platoon of the fixture: its players, its side of the battle, the fates of its vehicles, and while the
    fixture counts its result and points ("" and None before)."""

    name: str
    players: str
    side: str
    result: str
    points: int | None
    fates: str
    url: str


class Complaint(msgspec.Struct, frozen=True):
    """An open dispute: of which platoon, since when, and why."""

    platoon: str
    at: str
    reason: str


class Case(msgspec.Struct, frozen=True):
    """The case of a fixture. `standing` of the battle, and how it `ended` ("" without a battle, or if the notes say
    it). `told`: the last reports of the battle, as everyone may read them, newest first. `ruled`: how it was decided
    before, and why."""

    round: int
    page: str
    battle: str
    standing: str
    ended: str
    sides: tuple[Side, ...]
    complaints: tuple[Complaint, ...]
    accepted: tuple[str, ...]
    ruled: tuple[str, str] | None
    notes: tuple[str, ...]
    told: tuple[str, ...]


def case_of(stream: str, season: Season, facts: Iterable[Fact], key: str) -> Case:
    """Everybody may know all of it, for the organiser may be a player, too."""
    fixture = season.fixtures[key]
    sheet = Sheet.objects.filter(pk=fixture.battle).first() if fixture.battle else None
    decided, notes = fixture.decided, tuple(result_notes.notes(season, fixture))
    return Case(
        round=fixture.round,
        page=reverse("fixture", args=[stream, key]),
        battle=reverse("battle", args=[fixture.battle]) if fixture.battle else "",
        standing=sheet.standing if sheet else "",
        ended="" if notes else result_notes.ended(fixture),
        sides=tuple(_sides(stream, season, fixture)),
        complaints=tuple(_complaints(season, fixture, facts)),
        accepted=tuple(season.platoons[one].name for one in fixture.accepted),
        ruled=(str(HOW[decided.how]), decided.reason) if decided else None,
        notes=notes,
        told=tuple(_last(fixture.battle)) if fixture.battle else (),
    )


def _sides(stream: str, season: Season, fixture: Fixture) -> Iterator[Side]:
    people = own_names_of([player for key in fixture.platoons for player in season.platoons[key].players])
    shown = {one.platoon: one for one in standings.showings_of(fixture)}
    sides = {forces.platoon: side for side, forces in fixture.sides.items()}
    units = fixture.reported.outcome.units if fixture.reported else ()
    for key in fixture.platoons:
        found = shown.get(key)
        yield Side(
            name=season.platoons[key].name,
            players=", ".join(people[player] for player in season.platoons[key].players),
            side=side_name(sides[key]) if key in sides else "",
            result=str(RESULTS[found.result]) if found else "",
            points=found.points if found else None,
            fates=_fates([one for one in units if one.side == sides.get(key)]),
            url=reverse("platoon", args=[stream, key]),
        )


def _fates(units: Sequence[UnitOutcome]) -> str:
    """The fates of these units, counted: 1 wrecked, 2 fit."""
    counted = Counter(unit.fate for unit in units)
    return ", ".join(f"{n} {fate_in_words(fate)}" for fate, n in counted.items())


def _complaints(season: Season, fixture: Fixture, facts: Iterable[Fact]) -> Iterator[Complaint]:
    """The open disputes, each with the time it was raised last."""
    since: dict[str, str] = {}
    for fact, row in facts:
        event = fact.event
        if isinstance(event, Disputed) and event.fixture == fixture.key:
            since[event.platoon] = row.at
    for key, reason in fixture.disputes.items():
        yield Complaint(season.platoons[key].name, since.get(key, ""), reason or _("(the reason was erased)"))


def _last(battle: str) -> Iterator[str]:
    state, told, rows = battle_handler.replay(battle)
    story = Story(battle, state, list(zip(told, rows, strict=True)), None)
    for entry in story.entries(story.live[::-1][:LAST], None):
        if said := " ".join(line.text for line in entry.lines if line.text):
            yield said
