"""What is news in a receipt, and the mail that players get of it at once: a platoon of theirs has to retreat, or
is challenged, and until when, somebody has taken its case, when a fixture of theirs is played, or by whom, or that
house rules are amended, and what that changes for them.

A correction decides reports again: a battle that was mustered once is not mustered again, and nobody gets the same mail
twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.functional import lazy

from battles import command_handler, log
from battles.presenters.people import own_names_of
from battles.reports import Answer, Receipt, Ruled
from battles.sentences import words
from campaigns import mail
from campaigns.models import Campaign, Standing
from campaigns.models.people import accounts
from campaigns.season import Fixture, Platoon, Season, names
from campaigns.season.amendments import changes
from campaigns.season.appointments import DateAgreed, DateCancelled, DateSet
from campaigns.season.cases import PlatoonCaseTaken
from campaigns.season.challenges.making import Challenged
from campaigns.season.challenges.situation import challenge_to
from campaigns.season.decider import FACTS, SEASONS
from campaigns.season.kept_events import Amended, Before, DateProposed, RetreatDue, Substituted, SubstituteProposed
from campaigns.season.musters import BattleMustered
from campaigns.season.preview import preview
from campaigns.season.seating import speakers
from rules import zones
from rules.contract import Event
from rules.stream.revision.reports import Revised

# The row it is about, the platoon, the template and its context; `people` in it: who else is written to.
Notice = tuple[int, Platoon, str, dict[str, Any]]
said = lazy(words, str)  # a mail is written in the language of who gets it
Dated = DateProposed | DateAgreed | DateCancelled | DateSet


def write(campaign: str, season: Season, facts: Sequence[Ruled]) -> None:
    """Write about facts that are new, in the caller's transaction; `season` stands after them. A campaign without its
    desk is run elsewhere, so nobody is written to."""
    notices = [*_cases(season, facts), *_retreats(campaign, season, facts), *_challenges(season, facts)]
    notices += [*_dates(season, facts), *_substitutes(season, facts), *_amended(campaign, season, facts)]
    desk = Campaign.objects.select_related("club").filter(stream=campaign).first() if notices else None
    if desk is None:
        return
    for position, platoon, template, more in notices:
        context = {"campaign": desk, "platoon": platoon, **more}
        for user in accounts(more.get("people", platoon.players)):
            mail.queue(f"campaign/{campaign}/{position}/{user.pk}", user, template, context, club=desk.club)


def _cases(season: Season, facts: Sequence[Ruled]) -> Iterator[Notice]:
    for fact in facts:
        if isinstance(event := fact.event, PlatoonCaseTaken):
            person = own_names_of([event.person])[event.person]
            yield fact.position, season.platoons[event.platoon], "platoon_case", {"person": person}


def _retreats(campaign: str, season: Season, facts: Sequence[Ruled]) -> Iterator[Notice]:
    """Retreats that are still due after all reports. If there was only one way, the retreat has been made already."""
    for fact, event in _due(season, facts):
        until = Standing.objects.values_list("retreat_by", flat=True).get(key=f"{campaign}/{event.platoon}")
        if until:
            clock = zones.local(until, season.zone)
            context = {"sector": names.sector(season, event.sector), "until": clock, "zone": zones.short(clock)}
            yield fact.position, season.platoons[event.platoon], "retreat", context


def _due(season: Season, facts: Sequence[Ruled]) -> Iterator[tuple[Ruled, RetreatDue]]:
    due = season.retreats.values()
    for fact in facts:
        if isinstance(event := fact.event, RetreatDue) and event in due:
            yield fact, event


def to_be_written(season: Season, facts: Sequence[Ruled]) -> Iterator[tuple[str, str]]:
    """Who would be written to about facts that are not written yet, by their platoon, and by which template."""
    for _fact, event in _due(season, facts):
        yield event.platoon, "retreat"
    for _position, platoon, template, _more in (*_challenges(season, facts), *_dates(season, facts)):
        yield next(key for key, one in season.platoons.items() if one is platoon), template


def _challenges(season: Season, facts: Sequence[Ruled]) -> Iterator[Notice]:
    """Challenges that wait for an answer still."""
    for fact in facts:
        if isinstance(event := fact.event, Challenged):
            there = challenge_to(season, event.challenged)
            if there is not None and there.challenger == event.challenger:
                context: dict[str, Any] = {"challenger": season.platoons[event.challenger].name}
                if event.due:
                    clock = zones.local(event.due, season.zone)
                    context |= {"until": clock, "zone": zones.short(clock)}
                yield fact.position, season.platoons[event.challenged], "challenge", context


def _amended(campaign: str, season: Season, facts: Sequence[Ruled]) -> Iterator[Notice]:
    """House rules that are others now, to everybody: amended, or an amendment taken back. What a correction decides
    again, and is as it was, is no news."""
    if not any(isinstance(fact.event, Amended | Revised) for fact in facts):
        return
    first = facts[0].position
    was = as_it_was(campaign, first - 1)
    new = [one for one in season.amended if one not in was.amended]
    gone = [one for one in was.amended if one not in season.amended]
    if not new and not gone:
        return
    moved = {one.platoon: one for one in preview(was, season).platoons}
    told = [_in_words(season, one) for one in (new or gone)]
    for key, platoon in season.platoons.items():
        if not platoon.dropped:
            yield first, platoon, "amended", {"amendments": told, "back": not new, "moved": moved.get(key)}


def as_it_was(campaign: str, until: int) -> Season:
    rows = log.read(campaign, until=until)
    season, _told = command_handler.replay(SEASONS, rows)
    return season


def _in_words(season: Season, event: Amended) -> dict[str, Any]:
    before = event.before or Before()
    lines = [(said(one.label), said(one.before), said(one.after)) for one in changes(season, event, before)]
    return {"round": event.round, "reason": event.reason, "lines": lines, "reread": event.reread or None}


def _dates(season: Season, facts: Sequence[Ruled]) -> Iterator[Notice]:
    """What others have said of a date, to those who have not said it and have no other word on it since."""
    for fact in facts:
        event = fact.event
        if not isinstance(event, Dated) or event.fixture not in season.fixtures:
            continue
        fixture, told = season.fixtures[event.fixture], facts[facts.index(fact) + 1 :]
        if any(isinstance(one.event, Dated) and one.event.fixture == fixture.key for one in told):
            continue
        template, context = _of_date(season, fixture, event)
        said = event.platoon if isinstance(event, DateProposed | DateCancelled) else ""
        for key in fixture.platoons:
            if key != said:
                more = {**context, "people": speakers(season, fixture, key)}
                yield fact.position, season.platoons[key], template, more


def _substitutes(season: Season, facts: Sequence[Ruled]) -> Iterator[Notice]:
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
        context = {
            "fixture": fixture,
            "fixture_name": called(season, fixture),
            "person": own_names_of([event.person])[event.person],
            "whose": platoon.name,
            "reason": event.reason,
        }
        for key in fixture.platoons:
            if key != event.platoon:
                yield fact.position, season.platoons[key], "substitute_asked" if asks else "substituted", context
        if not asks:
            yield fact.position, platoon, "substituted", {**context, "people": (*platoon.players, event.person)}


def _of_date(season: Season, fixture: Fixture, event: Dated) -> tuple[str, dict[str, Any]]:
    if isinstance(event, DateProposed):
        by = {"by": season.platoons[event.platoon].name}
        return "date_proposed", by | letter(season, fixture, event.at, event.place)
    if isinstance(event, DateCancelled) or (isinstance(event, DateSet) and not event.at):
        return "date_off", {"fixture": fixture, "fixture_name": called(season, fixture), "reason": event.reason}
    return "date_agreed", letter(season, fixture, event.at, event.place)


def letter(season: Season, fixture: Fixture, at: str, place: str) -> dict[str, Any]:
    """What a mail about a date says of it."""
    clock = zones.local(at, season.zone)
    told = {"at": clock, "zone": zones.short(clock), "place": place}
    return {"fixture": fixture, "fixture_name": called(season, fixture), **told}


def called(season: Season, fixture: Fixture) -> str:
    return names.pair(season, fixture.platoons)


New = tuple[str, Ruled]  # a fact with the id of its report


def new_facts(campaign: str, receipt: Receipt, before: int) -> list[New]:
    """The facts after position `before` that no row up to there has told already."""
    found = [(answer.id, fact) for answer in receipt.answers for fact in answer.events if fact.position > before]
    if not any(map(_mends, receipt.answers)):
        return found
    known, mustered = _told(log.read(campaign, until=before))
    return [one for one in found if not _is_known(one[1].event, known, mustered)]


def _mends(answer: Answer) -> bool:
    return any(isinstance(fact.event, Revised) for fact in answer.events)


def _told(rows: list[log.Row]) -> tuple[set[tuple[str, str]], set[str]]:
    """All that rows have told, whether it counts or not, and the battles among it."""
    battles = {json.loads(row.data)["battle"] for row in rows if row.type == BattleMustered.__name__}
    return {(row.type, row.data) for row in rows}, battles


def _is_known(event: Event, known: set[tuple[str, str]], mustered: set[str]) -> bool:
    if isinstance(event, BattleMustered):
        return event.battle in mustered
    type_, _version, data = FACTS.encode(event)
    return (type_, data) in known


def newly_mustered(facts: list[New]) -> Iterator[tuple[str, BattleMustered]]:
    for report, fact in facts:
        if isinstance(fact.event, BattleMustered):
            yield report, fact.event
