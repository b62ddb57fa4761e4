"""The next season of a league, made from the last: who returns and where, what carries over, and then all at once.

`plan` says what can be chosen, `begin` does it: a campaign for each division with the settings of the last one, the
platoons of who returns, and their crews where the terms keep veterans. All of it or nothing, in one transaction; what
cannot be enlisted as it was is told, and left to its player.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid4, uuid5

import msgspec
from django.db import transaction

from battles import log
from battles.reports import Report
from campaigns import handler as campaign_handler
from campaigns.models import Campaign
from campaigns.next_season import clone
from campaigns.season import GONE, Platoon, Season
from campaigns.season.enlistment import Enlist
from campaigns.season.terms import staged
from campaigns.season.values import Recruit
from campaigns.season.veterans import CallVeterans, KeepVeteran, VeteranKept
from leagues import handler, models
from leagues.league import League
from leagues.league.divisions import MovePlayer
from leagues.league.refusals import no
from leagues.league.seasons import AddCampaign, CampaignAdded
from leagues.league.state import LeagueSeason
from leagues.league.values import Short
from rules.bounds import Name
from rules.contract import Command, Message, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream import codec
from rules.stream.decider import Who

Door = Callable[[str, Sequence[Report], Who, str], object]
RETURNED = _("They return from the last season.")
SO_ARRANGED = _("So it was arranged for the next season.")


class Entry(NamedTuple):
    """A platoon of the last season whose player may return: with what, and into which division ("" where there is
    none)."""

    player: str
    division: str
    campaign: str
    platoon: str
    name: str
    vehicles: int
    veterans: int


class Plan(NamedTuple):
    """What the next season can be made of. `names`: of its campaigns, by division. `price`: of a crew kept in the last
    season, None where none were kept."""

    number: int
    title: str
    last: LeagueSeason
    entries: tuple[Entry, ...]
    names: dict[str, str]
    price: int | None = None


class Left(NamedTuple):
    """A platoon that could not be enlisted as it was, and why."""

    entry: Entry
    why: Message


class Begun(NamedTuple):
    """The campaigns of the season by division, how many platoons enlisted, and who has to do it for themselves."""

    number: int
    campaigns: dict[str, str]
    enlisted: int
    kept: int
    left: tuple[Left, ...]


def plan(league: League) -> Plan:
    """`Refused` while there is no season to follow, or the last one is under way."""
    if league.under_way is not None:
        raise no(say(_("Season %(season)d is under way."), season=league.under_way.number), _("Close it first."))
    if not league.seasons:
        raise no(_("The league has no season yet."), _("Open a campaign, and add it: that is the first season."))
    last = league.seasons[-1]
    at_once(_not_here(last))
    number = last.number + 1
    title = str(_next_title(last.title, last.number, number))
    divisions = [one.key for one in league.divisions] or [""]
    names = {key: " – ".join(filter(None, (title, _division_name(league, key)))) for key in divisions}
    return Plan(number, title, last, tuple(_entries(league, last)), names, _price(last))


def _not_here(last: LeagueSeason) -> Iterator[Refused]:
    """Nothing is taken over from what was played before, or has been forgotten since."""
    for one in last.campaigns.values():
        if one.history or not log.head(one.id).position:
            yield no(
                say(_("%(campaign)s is no campaign here."), campaign=verbatim(one.name)),
                _("Open a campaign, and add it."),
            )


def _price(last: LeagueSeason) -> int | None:
    """Of a crew in the first campaign that keeps veterans."""
    for id in last.campaigns:
        terms = campaign_handler.replay(id)[0].terms
        if staged(terms, "veterans"):
            return int(staged(terms, "veteran_points"))
    return None


def _next_title(title: str, last: int, number: int) -> str:
    """ "Season 3" after "Season 2"; any other title is for people to think of."""
    return title.replace(str(last), str(number)) if str(last) in title else f"{title or 'Season'} {number}"


def _division_name(league: League, key: str) -> str:
    return next((one.name for one in league.divisions if one.key == key), "")


def _entries(league: League, last: LeagueSeason) -> Iterator[Entry]:
    """The platoons of the last season that have not left, in the order of its divisions and places."""
    for campaign in last.campaigns.values():
        season = campaign_handler.replay(campaign.id)[0]
        places = [place.platoon for place in campaign.places]
        there = (one for one in season.platoons.values() if not one.dropped)
        for platoon in sorted(there, key=lambda one: places.index(one.key) if one.key in places else len(places)):
            player = league.players.get(platoon.player)
            vehicles = _still(season, platoon)
            yield Entry(
                player=platoon.player,
                division=player.division if player is not None and league.divisions else "",
                campaign=campaign.id,
                platoon=platoon.key,
                name=platoon.name,
                vehicles=len(vehicles),
                veterans=sum(season.grade(season.vehicles[id]) != "green" for id in vehicles),
            )


def _still(season: Season, platoon: Platoon) -> list[str]:
    return [id for id in platoon.vehicles if season.vehicles[id].status not in GONE]


def begin(
    desk: models.League,
    who: Who,
    via: str,
    *,
    title: str,
    names: Mapping[str, str],
    entries: Sequence[Entry],
    veteran_points: int | None,
    dry_run: bool = False,
    id: str = "",
) -> Begun:
    """Open the next season: its campaigns by their `names`, with the platoons of `entries` in the divisions they name.
    `veteran_points`: the price of a crew for each grade; None where every crew begins anew. With `dry_run` all of it is
    done and taken back: that is the preview. `id`: a UUID of who asks, so that the same sent again begins it once.
    `Refused`."""
    stream = str(desk.stream)
    with transaction.atomic():
        models.League.objects.select_for_update().get(pk=desk.pk)
        if (before := begun_before(stream, id)) is not None:
            return before
        league = handler.replay(stream)[0]
        made = plan(league)
        at_once(_wrong(league, title, names, entries))
        campaigns = {}
        for division in names:
            campaigns[division] = _opened(made.last, division, names[division], who, via, veteran_points)
            add = AddCampaign(
                campaign=campaigns[division],
                season=made.number if len(campaigns) > 1 else 0,
                title=title,
                division=division,
            )
            _report(handler.execute, stream, add, who, via, _named(id, "add", division))
        if veteran_points is not None:
            _call(made.last, campaigns.values(), who, via)
        seasons = {id: campaign_handler.replay(id)[0] for id in made.last.campaigns}
        _move(league, stream, entries, who, via)
        left, enlisted, kept = [], 0, 0
        for entry in entries:
            campaign = campaigns[entry.division]
            if (why := _enlist(seasons, entry, campaign, who, via, id)) is not None:
                left.append(Left(entry, why))
                continue
            enlisted += 1
            kept += _keep(entry, campaign, who, via) if veteran_points is not None else 0
        transaction.set_rollback(dry_run)
    return Begun(made.number, campaigns, enlisted, kept, tuple(left))


def _wrong(league: League, title: str, names: Mapping[str, str], entries: Sequence[Entry]) -> Iterator[Refused]:
    known = {one.key for one in league.divisions} or {""}
    if not _fits(title, Short):
        yield no(_("A title is a line of 80 characters at most."), field="title")
    for key, name in names.items():
        if not _fits(name, Name):
            yield no(_("A name is a line of 1 to 80 characters."), field="names")
        if key not in known:
            yield no(say(_("There is no division “%(key)s”."), key=key), field="names")
    if not names:
        yield no(_("The season has no campaign."), _("Name one for each division that plays."), "names")
    for entry in entries:
        if entry.division not in names:
            yield no(
                say(_("%(platoon)s has no division that plays."), platoon=entry.name),
                _("Choose one for it, or leave it out."),
                "entries",
            )


def _fits(text: str, kind: Any) -> bool:
    try:
        msgspec.convert(text, kind)
    except msgspec.ValidationError:
        return False
    return True


def _opened(last: LeagueSeason, division: str, name: str, who: Who, via: str, veteran_points: int | None) -> str:
    """The campaign of a division, opened: with the settings of the last one there was of it, or else of any."""
    of_division = (one.id for one in last.campaigns.values() if one.division == division)
    model = next(of_division, next(iter(last.campaigns)))
    made = clone(Campaign.objects.get(stream=model), name)
    if veteran_points is not None:
        made.terms = {**made.terms, "veterans": True, "veteran_points": veteran_points}
        made.save(update_fields=["terms"])
    campaign_handler.open_campaign(made, who, via)
    return str(made.pk)


def _call(last: LeagueSeason, campaigns: Iterable[str], who: Who, via: str) -> None:
    """The crews of every campaign of the last season may be kept in each of these that has its rulebook."""
    for campaign in campaigns:
        system = campaign_handler.replay(campaign)[0].opened.system
        for one in last.campaigns.values():
            if one.system == system:
                call = CallVeterans(campaign=one.id, reason=RETURNED)
                _report(campaign_handler.execute, campaign, call, who, via)


def _move(league: League, stream: str, entries: Sequence[Entry], who: Who, via: str) -> None:
    """Whoever plays in another division than the league has them in moves there."""
    for player, division in {one.player: one.division for one in entries}.items():
        known = league.players.get(player)
        if division and known is not None and known.division != division:
            move = MovePlayer(player=player, division=division, reason=SO_ARRANGED)
            _report(handler.execute, stream, move, who, via)


def _enlist(seasons: Mapping[str, Season], entry: Entry, campaign: str, who: Who, via: str, id: str) -> Message | None:
    """Why it cannot be enlisted as it was; None where it is."""
    if not entry.vehicles:
        return say(_("None of its vehicles came home."))
    enlisting, named = _enlisting(seasons, entry, campaign), _named(id, entry.campaign, entry.platoon)
    try:
        _report(campaign_handler.execute, campaign, enlisting, who, via, named)
    except Refused as refused:
        return refused.text
    return None


def _enlisting(seasons: Mapping[str, Season], entry: Entry, campaign: str) -> Enlist:
    """A copy of the platoon as it came home: what is gone for good is not in it. Its vehicles are new ones."""
    season = seasons[entry.campaign]
    platoon = season.platoons[entry.platoon]
    there = campaign_handler.replay(campaign)[0]
    key = _free(entry.platoon, there.platoons)
    ids = {old: _free(f"{key}-{n}", there.vehicles) for n, old in enumerate(_still(season, platoon), 1)}
    vehicles = {new: season.vehicles[old] for old, new in ids.items()}
    return Enlist(
        platoon=key,
        name=platoon.name,
        side=platoon.side if platoon.side in there.opened.sides else "",
        card=platoon.card,
        player=platoon.player,
        partners=platoon.players[1:],
        vehicles=tuple(Recruit(id=new, model=one.model) for new, one in vehicles.items()),
        names={new: one.name for new, one in vehicles.items() if one.name and one.name != one.model},
        fittings={new: platoon.fittings[old] for old, new in ids.items() if platoon.fittings.get(old)},
    )


def _free(key: str, taken: Container[str]) -> str:
    """The key, or one like it that nobody has."""
    return next(one for n in range(1, 10_000) if (one := key if n == 1 else f"{key[:34]}-{n}") not in taken)


def _keep(entry: Entry, campaign: str, who: Who, via: str) -> int:
    """Give the platoon's vehicles the crews they had, the most experienced first, as far as the purse goes."""
    kept = 0
    while True:
        season = campaign_handler.replay(campaign)[0]
        platoon = next(one for one in reversed(season.platoons.values()) if one.player == entry.player)
        keeping = _best(season, platoon, f"{entry.campaign}/")
        if keeping is None:
            return kept
        try:
            _report(campaign_handler.execute, campaign, keeping, Who(entry.player, referee=True), via)
        except Refused:  # the purse is empty
            return kept
        kept += 1


def _best(season: Season, platoon: Platoon, of: str) -> KeepVeteran | None:
    """The most experienced crew of the platoon's own without a vehicle, into its vehicle of that name or model."""
    taken = {one.origin for one in season.vehicles.values()}
    free = [season.vehicles[id] for id in platoon.vehicles if not season.vehicles[id].origin]
    crews = (
        one
        for one in season.veterans.values()
        if one.player == platoon.player and one.key.startswith(of) and one.key not in taken
    )
    for crew in sorted(crews, key=lambda one: (-one.experience, one.key)):
        able = [one for one in free if one.model == crew.model]
        if able:
            named = season.veteran_names.get(crew.key, "")
            best = min(able, key=lambda one: (one.name != named, one.id))
            return KeepVeteran(vehicle=best.id, veteran=crew.key)
    return None


def _report(door: Door, stream: str, command: Command, who: Who, via: str, id: str = "") -> None:
    door(stream, [Report(id or str(uuid4()), type(command).__name__, codec.encode(command))], who, via)


# -- the same once more ------------------------------------------------------------------------------------------------


def _named(id: str, *what: str) -> str:
    """The id of a report of a season that was begun by an id; "" without one."""
    return str(uuid5(UUID(id), "/".join(what))) if id else ""


def begun_before(stream: str, id: str) -> Begun | None:
    """What a season came to that was begun by this id, as its logs tell it; None for one that was not. Who could not be
    enlisted is told without the reason: it stood in the first answer."""
    if not id:
        return None
    league, told, rows = handler.replay(stream)
    ours = {_named(id, "add", division) for division in ("", *(one.key for one in league.divisions))}
    events = [one.event for one in told if rows[one.position - 1].command in ours]
    joined = {one.campaign: one for one in events if isinstance(one, CampaignAdded)}
    if not joined:
        return None
    number = next(iter(joined.values())).season
    enlisted, kept = set[str](), 0
    for campaign in joined:
        _season, facts, lines = campaign_handler.replay(campaign)
        enlisted |= {row.command for row in lines}
        kept += sum(isinstance(one.event, VeteranKept) for one in facts)
    entries = entries_before(stream, number)
    there = [one for one in entries if _named(id, one.campaign, one.platoon) in enlisted]
    left = tuple(Left(one, say(_("It was left to its player."))) for one in entries if one not in there)
    return Begun(number, {one.division: key for key, one in joined.items()}, len(there), kept, left)


def entries_before(stream: str, number: int) -> tuple[Entry, ...]:
    """The platoons that could return for the season of this number."""
    league = handler.replay(stream)[0]
    last = league.season(number - 1)
    return tuple(_entries(league, last)) if last is not None else ()
