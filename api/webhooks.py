"""How logs are shown to the receivers of webhooks: as the API shows them to a stranger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.contrib.auth.models import AnonymousUser

from api import league_log, people, presenters, seasons
from api.shapes import battles as shapes
from battles import handler as battle_handler
from battles import log
from battles.log import Row
from battles.reports import Ruled
from campaigns import handler as campaign_handler
from campaigns.season.visibility import as_read_by
from campaigns.webhooks.events import Read, Shown
from leagues import handler as league_handler
from leagues import roles
from leagues.models import League as Desk
from leagues.models import LeagueSheet
from leagues.presenters.log import campaign_of
from leagues.presenters.names import names_for

Facts = Sequence[tuple[Ruled, Row]]


def of_battle(stream: str, after: int, limit: int) -> Read:
    """At most `limit` rows after the position `after`, and who is named there. `log.NoSuchStream` if there is none."""
    battle, told, rows = battle_handler.replay(stream)
    facts = list(zip(told, rows, strict=True))
    page = facts[after:][:limit]
    lines = presenters.events(stream, battle, facts, page, None)
    return _read(page, lines, after, people.of_events(lines, ""))


def of_campaign(stream: str, after: int, limit: int) -> Read:
    """As `of_battle`; the season as a spectator reads it."""
    season, told, rows = campaign_handler.replay(stream)
    page = list(zip(told, rows, strict=True))[after:][:limit]
    lines = seasons.events(as_read_by(season, "", None), page, "")
    return _read(page, lines, after, people.of_events(lines, ""))


def of_league(stream: str, after: int, limit: int) -> Read:
    """As `of_battle`; without what tells of campaigns that strangers may not read."""
    league, told, rows = league_handler.replay(stream)
    desk, sheet = Desk.objects.filter(stream=stream).first(), LeagueSheet.objects.filter(pk=stream).first()
    if desk is None or sheet is None:
        raise log.NoSuchStream(stream)
    stranger = AnonymousUser()
    unseen = roles.unseen(stranger, sheet)
    page = list(zip(told, rows, strict=True))[after:][:limit]
    shown = [(fact, row) for fact, row in page if campaign_of(fact.event) not in unseen]
    names = names_for(stranger, desk, sheet, {row.by for row in rows})
    lines = league_log.events(league, shown, names, "", unseen=unseen)
    return _read(page, lines, after, league_log.people_in(names, lines))


def _read(page: Facts, lines: Iterable[shapes.Event], after: int, named: dict[str, str]) -> Read:
    """Without what strangers are told nothing of. Whether a row was struck since is told by the row that did it."""
    shown = []
    for line in lines:
        if line.type:
            line.struck, line.struck_by, line.struck_why = None, "", ""
            shown.append(Shown(line.position, line.at, line.type, line, _those_in(line, named)))
    return Read(shown, page[-1][1].position if page else after)


def _those_in(line: shapes.Event, named: dict[str, str]) -> dict[str, str]:
    said = {line.by, *people.ids_in(line)}
    return {key: name for key, name in named.items() if key in said}
