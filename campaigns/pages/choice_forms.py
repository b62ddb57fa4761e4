"""The forms of a campaign's pages: what its visitor may report now (`campaigns.season.legal`), as cards.

A page says which commands it shows, and of what they are: a platoon, a fixture. It decides nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.db.models import Q
from django.http import HttpRequest

from battles.forms import form_data
from battles.forms.cards import deal, is_dealt, report
from battles.forms.trouble import Trouble, refusal
from battles.reports import Ruled
from campaigns.models import User
from campaigns.models.people import accounts
from campaigns.pages.request_context import Visit, told
from campaigns.presenters import story
from campaigns.season import Season, legal
from campaigns.season.decider import REPORTS
from campaigns.season.offers import nation_called
from rules.contract import Choice, Command, Field, Message, Refused, RuleSystem
from rules.stream.choices import about


def of_platoon(here: Visit, key: str, *commands: type[Command]) -> list[Choice]:
    """What the visitor may report of a platoon, by these commands, in their order."""
    offered = (one for one in legal(here.season, here.who, *commands) if one.side in ("", key))
    return [one for each in offered if (one := each if each.side else about(each, "platoon", key))]


def of_fixture(here: Visit, key: str, *commands: type[Command]) -> list[Choice]:
    """The same of a fixture: for one of the platoons the visitor commands, where it is one's."""
    mine = [one.key for one in here.season.platoons.values() if here.reader in one.players]
    offered = (one for one in legal(here.season, here.who, *commands) if not one.side or one.side in mine)
    return [one for each in offered if (one := about(each, "fixture", key))]


def nations(choices: Iterable[Choice]) -> list[str]:
    """Those whose models and cards are offered apart."""
    fields = (field for one in choices for field in one.fields)
    return sorted({pick.of for field in fields for each in (field, *field.fields) for pick in each.picks if pick.of})


def of_nation(choice: Choice, nation: str, system: RuleSystem) -> Choice:
    """A choice with what it offers to one nation alone ("": to all), by name."""
    called = nation_called(system, nation)
    return msgspec.structs.replace(choice, fields=tuple(_of_nation(field, nation, called) for field in choice.fields))


def _of_nation(field: Field, nation: str, called: Message) -> Field:
    picks = [
        msgspec.structs.replace(pick, under=None) if nation and pick.under == called else pick
        for pick in field.picks
        if not nation or pick.of in ("", nation)
    ]
    if any(pick.of or pick.costs for pick in picks):
        picks.sort(key=lambda pick: str(pick.label.values.get("text", "")).casefold())
    fields = tuple(_of_nation(one, nation, called) for one in field.fields)
    return msgspec.structs.replace(field, picks=tuple(picks), fields=fields)


def take(request: HttpRequest, here: Visit, choices: Sequence[Choice]) -> Ruled | Trouble:
    """Report a form, or only check it: the fact in the log, or the trouble with the form."""
    typed = form_data.read(request.POST)
    if typed.more:
        return Trouble(200, typed=typed)
    try:
        sent = report(typed, choices)
    except Refused as refused:
        return refusal(refused, typed)
    return told(here, sent, typed, "check" in request.POST)


def shown(
    here: Visit,
    choices: Sequence[Choice],
    action: str,
    trouble: Trouble | None,
    awaited: str = "",
    people: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What the template `campaigns/_choices.html` needs. The first card is open if everybody waits for it: for the
    platoon `awaited`. `people`: the names of those that the choices speak of."""
    found = trouble or Trouble(200)
    choices = [msgspec.structs.replace(one, fields=tuple(filter(_is_for_people, one.fields))) for one in choices]
    named = any(field.kind in ("person", "people") for one in choices for field in one.fields)
    cards = deal(
        choices,
        REPORTS.types,
        found.typed,
        found.faults,
        waiting_for=(awaited,) if awaited else (),
        names={**story.names_in_refusals(here.season, here.reader), **(people or {})},
        people=people_of(here.season, [here.desk.club_id]) if named else {},
        warnings=found.warnings,
    )
    lost = found.typed if found.typed and not is_dealt(cards) else None
    return {
        "cards": cards,
        "action": action,
        "position": here.season.head[0],
        "lost": form_data.as_line(lost, REPORTS) if lost and lost.type else "",
    }


def _is_for_people(field: Field) -> bool:
    """Not what goes by vehicle and has nothing to pick from: the cards of a rulebook that has none."""
    return field.kind != "keyed" or any(part.kind != "data" for part in field.fields)


def people_of(season: Season, club: Any) -> dict[str, str]:
    """Who may be named: those of the club (its key in a list, or a query for it), and who plays or has an office. One
    query."""
    known = {*season.offices, *(player for one in season.platoons.values() for player in one.players)}
    of_club = Q(is_active=True) & (Q(clubs__in=club) | Q(organises__in=club))
    found = User.objects.filter(of_club | Q(pk__in=accounts(known))).order_by("username").distinct()
    return {str(one.pk): one.get_username() for one in found}
