"""News of fixtures: pairings, dates, substitutes, and how they count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from battles.reports import Ruled
from campaigns.models import Notice
from campaigns.notices.telling import Found
from campaigns.season import Fixture, Season, names
from campaigns.season.appointments import DateAgreed, DateCancelled, DateSet
from campaigns.season.challenges.answers import ChallengeAccepted
from campaigns.season.disputes import Disputed
from campaigns.season.kept_events import BattleReported, DateProposed, Decided, Substituted, SubstituteProposed
from campaigns.season.map.disclosure import OrdersResolved
from campaigns.season.pairings import Paired
from campaigns.season.rounds import RoundOpened
from campaigns.season.seating import speakers
from campaigns.season.values import Announced
from rules.contract import Event

Dated = DateProposed | DateAgreed | DateCancelled | DateSet


def pairings(season: Season, facts: Sequence[Ruled], by: str) -> Iterator[Found]:
    """Whom each player meets, in one notice for all that a row announces; of a round that opens, to everybody else that
    it is open. Who made a pairing knows it."""
    for fact in facts:
        event = fact.event
        paired: dict[str, list[tuple[str, str]]] = {}
        for announced in _announced(event):
            fixture = season.fixtures.get(announced.key)
            if fixture is None or not fixture.is_open:
                continue
            for platoon in fixture.platoons:
                for player in speakers(season, fixture, platoon):
                    line = (fixture.key, called(season, fixture))
                    if line not in paired.setdefault(player, []):
                        paired[player].append(line)
        paired.pop(by, None)
        for player, lines in paired.items():
            yield Found(
                fact.position, "pairing", "pairing", [player], _round(season, {"fixtures": lines}), **_to(lines)
            )
        if isinstance(event, RoundOpened) and season.under_way is not None and season.under_way.number == event.number:
            players = {player for one in season.platoons.values() if not one.dropped for player in one.players}
            others = players - paired.keys() - {by}
            byes = [season.platoons[key].name for key in season.under_way.byes]
            context = _round(season, {"byes": byes})
            yield Found(fact.position, "round", "round_open", sorted(others), context)


def _announced(event: Event) -> Iterable[Announced]:
    if isinstance(event, RoundOpened | Paired):
        return event.fixtures
    if isinstance(event, OrdersResolved):
        return event.fixtures
    return (event.fixture,) if isinstance(event, ChallengeAccepted) else ()


def _to(lines: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Where it leads: to the fixture if there is one, whose conversation it begins."""
    return {"fixture": lines[0][0], "page": ("fixture", lines[0][0])} if len(lines) == 1 else {}


def _round(season: Season, more: dict[str, Any]) -> dict[str, Any]:
    found = season.under_way
    if found is None:
        return more
    until = found.deadline if found.resolved or not found.orders_by else found.orders_by
    told = {"deadline": until, "zone": season.zone, "orders": bool(found.orders_by)}
    return {"number": found.number, **told, **more}


def dates(season: Season, facts: Sequence[Ruled], by: str) -> Iterator[Found]:
    """What others have said of a date, to those who have not said it and have no other word on it since."""
    for n, fact in enumerate(facts):
        event = fact.event
        if not isinstance(event, Dated) or event.fixture not in season.fixtures:
            continue
        fixture = season.fixtures[event.fixture]
        if any(isinstance(one.event, Dated) and one.event.fixture == fixture.key for one in facts[n + 1 :]):
            continue
        kind, template, context = _of_date(season, fixture, event)
        said = event.platoon if isinstance(event, DateProposed | DateCancelled) else ""
        for key in fixture.platoons:
            people = [one for one in speakers(season, fixture, key) if one != by]
            if key != said:
                yield of(fact.position, kind, template, people, {**context}, fixture, key)


def _of_date(season: Season, fixture: Fixture, event: Dated) -> tuple[str, str, dict[str, Any]]:
    if isinstance(event, DateProposed):
        by = {"by": season.platoons[event.platoon].name}
        return "proposed", "date_proposed", by | letter(season, fixture, event.at, event.place)
    if isinstance(event, DateCancelled) or (isinstance(event, DateSet) and not event.at):
        return "off", "date_off", {"reason": event.reason, **_named(season, fixture)}
    return "dated", "date_agreed", letter(season, fixture, event.at, event.place)


def of(
    position: int,
    kind: str,
    template: str,
    people: Iterable[str],
    context: dict[str, Any],
    fixture: Fixture,
    platoon: str,
) -> Found:
    page = ("fixture", fixture.key)
    return Found(position, kind, template, tuple(people), context, platoon, fixture.key, page)


def letter(season: Season, fixture: Fixture, at: str, place: str) -> dict[str, Any]:
    """What a notice about a date says of it."""
    return {**_named(season, fixture), "at": at, "zone": season.zone, "place": place}


def _named(season: Season, fixture: Fixture) -> dict[str, Any]:
    return {"fixture": fixture, "fixture_name": called(season, fixture)}


def called(season: Season, fixture: Fixture) -> str:
    return names.pair(season, fixture.platoons)


def substitutes(season: Season, facts: Sequence[Ruled]) -> Iterator[Found]:
    """The opponent is asked whether somebody may sit in for a platoon; who does is told, and both platoons are."""
    for fact in facts:
        event = fact.event
        if not isinstance(event, SubstituteProposed | Substituted) or event.fixture not in season.fixtures:
            continue
        fixture = season.fixtures[event.fixture]
        asks = isinstance(event, SubstituteProposed)
        there = fixture.asked_for if asks else fixture.substitutes
        if there.get(event.platoon) != event:  # there is another word on it since
            continue
        platoon = season.platoons[event.platoon]
        context = {"whose": platoon.name, "reason": event.reason, **_named(season, fixture)}
        kind, template = ("substitute", "substitute_asked") if asks else ("substituted", "substituted")
        told = [(key, season.platoons[key].players) for key in fixture.platoons if key != event.platoon]
        if not asks:
            told.append((event.platoon, (*platoon.players, event.person)))
        for key, people in told:
            found = of(fact.position, kind, template, people, context, fixture, key)
            yield found._replace(person=event.person)


def results(campaign: str, season: Season, facts: Sequence[Ruled], by: str) -> Iterator[Found]:
    """A result that is disputed, a fixture that is decided, and a battle that counts, each as it stands now. What has
    counted before counts otherwise since a correction."""
    for fact in facts:
        event = fact.event
        if isinstance(event, BattleReported):
            fixture = season.of_battle(event.battle)
            if fixture is not None and fixture.reported == event and event.unchanged is not True:
                again = Notice.objects.filter(stream=campaign, kind="settled", about=fixture.key).exists()
                yield from _to_both(season, fact, "settled", fixture, {"again": again}, "")
        elif isinstance(event, Decided | Disputed) and (fixture := season.fixtures.get(event.fixture)) is not None:
            if isinstance(event, Decided) and fixture.decided == event:
                yield from _to_both(season, fact, "ruled", fixture, {"how": event.how, "reason": event.reason}, by)
            elif isinstance(event, Disputed) and event.platoon in fixture.disputes:
                context = {"whose": season.platoons[event.platoon].name}
                yield from _to_both(season, fact, "disputed", fixture, context, by)


def _to_both(
    season: Season, fact: Ruled, kind: str, fixture: Fixture, context: dict[str, Any], by: str
) -> Iterator[Found]:
    for key in fixture.platoons:
        people = [one for one in speakers(season, fixture, key) if one != by]
        yield of(fact.position, kind, kind, people, {**context, **_named(season, fixture)}, fixture, key)
