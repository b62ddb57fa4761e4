"""The next season of a league, made from the last: what it can be made of, and its beginning."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import access, bodies, queries, report
from api.access import LeagueAccess
from api.endpoints import Endpoint, answer, fingerprinted
from api.problems import Trouble, refusal, trouble
from api.schema_texts import describe
from api.shapes import filled
from api.shapes import league_next_season as shapes
from battles.sentences import words
from campaigns.roles import Person
from leagues import handler, next_season, roles
from leagues.models import League, LeagueCampaign, LeagueSheet
from leagues.next_season import Begun, Entry, Left, Plan
from leagues.presenters.names import Names, names_for
from rules.contract import Refused
from rules.stream.decider import Who

RULED = (400, 401, 403, 404, 413, 415, 422, 429, 503)


class LeagueNextSeasonView(Endpoint):
    url_name = "league-next-season"

    @describe("Read what the next season can be made of", shapes.LeaguePlan, problems=(400, 401, 403, 404, 429))
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """For organisers of the league: who may return, with what and where, and what the season and its campaigns
        would be called."""
        desk, sheet, asked = access.read_league(request.user, id)
        _organiser(request.user, sheet, asked)
        try:
            plan = next_season.plan(handler.replay(asked.stream)[0])
        except Refused as refused:
            why = words(refused.text)
            return fingerprinted(
                request._request, shapes.LeaguePlan(False, why, 0, "", {}, None, [], sheet.position, {})
            )
        names = names_for(request.user, desk, sheet, {one.player for one in plan.entries})
        found = filled(
            shapes.LeaguePlan,
            plan,
            ready=True,
            why="",
            veteran_points=plan.price,
            entries=[filled(shapes.SeasonEntry, one) for one in plan.entries],
            position=sheet.position,
            people=names.by_key(one.player for one in plan.entries),
        )
        return fingerprinted(request._request, found)

    @describe(
        "Begin the next season of a league",
        shapes.LeagueBegun,
        body=shapes.BeginSeason,
        query={"dry_run": report.HOW["dry_run"]},
        example={"title": "Autumn", "names": {"": "Autumn"}, "veteran_points": 10},
        problems=RULED,
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """For organisers of the league: opens a campaign for each division that is named, with the settings of the last
        one, the platoons of who returns, and their crews where they are kept. All of it or nothing; a platoon that
        cannot be enlisted as it was is left to its player. A dry run (`dry_run`) answers with what would follow."""
        said = bodies.said(request._request, shapes.BeginSeason)
        dry_run = queries.flag(request._request, "dry_run", False)
        desk, sheet, asked = access.read_league(request.user, id)
        who, id_ = _organiser(request.user, sheet, asked), _uuid(said.id)
        if not dry_run and (before := next_season.begun_before(asked.stream, id_)) is not None:
            return answer(_again(request.user, desk, said, before))
        try:
            plan = next_season.plan(handler.replay(asked.stream)[0])
            entries = list(_entries(plan, said))
            begun = next_season.begin(
                desk,
                who,
                "api",
                title=plan.title if said.title is None else said.title,
                names=plan.names if said.names is None else said.names,
                entries=entries,
                veteran_points=said.veteran_points,
                dry_run=dry_run,
                id=id_,
            )
        except Refused as refused:
            raise trouble(refusal(refused)) from None
        return answer(_begun(request.user, desk, entries, begun, dry_run))


def _organiser(user: Person, sheet: LeagueSheet, asked: LeagueAccess) -> Who:
    """Who organises the league, and may read what its last season was."""
    if asked.who is None or not asked.who.referee or roles.unseen(user, sheet):
        raise Trouble("not-yours", _("Only organisers of the league may do this."))
    return asked.who


def _uuid(id: str) -> str:
    try:
        return str(UUID(id)) if id else ""
    except ValueError:
        raise Trouble("malformed", _("“id” is not a UUID."), field="id") from None


def _again(user: Person, desk: League, said: shapes.BeginSeason, before: Begun) -> shapes.LeagueBegun:
    """A season that this request has begun before. The same id with other campaigns is another request's."""
    called = dict(LeagueCampaign.objects.filter(campaign__in=before.campaigns.values()).values_list("division", "name"))
    if said.names is not None and said.names != called:
        raise Trouble("reused", _("The id belongs to another season."), field="id")
    asked = None if said.entries is None else {(one.campaign, one.platoon) for one in said.entries}
    entries = [
        one
        for one in next_season.entries_before(str(desk.stream), before.number)
        if (one.vehicles if asked is None else (one.campaign, one.platoon) in asked)
    ]
    keys = {(one.campaign, one.platoon) for one in entries}
    left = tuple(one for one in before.left if (one.entry.campaign, one.entry.platoon) in keys)
    return _begun(user, desk, entries, before._replace(left=left), False)


def _entries(plan: Plan, said: shapes.BeginSeason) -> Iterable[Entry]:
    if said.entries is None:
        yield from (one for one in plan.entries if one.vehicles)
        return
    known = {(one.campaign, one.platoon): one for one in plan.entries}
    for each in said.entries:
        found = known.get((each.campaign, each.platoon))
        if found is None:
            raise Trouble(
                "malformed", _("“%(platoon)s” is not in the plan.") % {"platoon": each.platoon}, field="entries"
            )
        yield found if each.division is None else found._replace(division=each.division)


def _begun(user: Person, desk: League, entries: list[Entry], begun: Begun, dry_run: bool) -> shapes.LeagueBegun:
    sheet = LeagueSheet.objects.get(pk=desk.pk)
    names = names_for(user, desk, sheet, {one.player for one in entries})
    return filled(
        shapes.LeagueBegun,
        begun,
        campaigns={} if dry_run else begun.campaigns,
        left=[_left(one, names) for one in begun.left],
        dry_run=dry_run,
        position=sheet.position,
        people=names.by_key(one.player for one in entries),
    )


def _left(one: Left, names: Names) -> shapes.SeasonLeft:
    entry = one.entry
    why = words(one.why, names.in_sentences())
    return shapes.SeasonLeft(entry.campaign, entry.platoon, entry.name, entry.player, why)
