"""One sentence for each event of a campaign, in words to be translated. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from campaigns import reports as r
from campaigns.season import Season
from campaigns.telling import map
from campaigns.telling.moments import moment
from campaigns.terms import house_rules
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.messages import listed, verbatim


def narrate(season: Season, event: Event) -> Message:
    """One sentence for the campaign's log. Platoons, vehicles, battles and people stand in it by their keys."""
    return NARRATE[type(event)](season, event)


def _opened(season: Season, event: r.Opened) -> Message:
    return say(_("The campaign opens: %(name)s."), name=event.name)


def _enlisted(season: Season, event: r.Enlisted) -> Message:
    return Message(
        _("%(platoon)s enlists with %(n)d vehicle."),
        _("%(platoon)s enlists with %(n)d vehicles."),
        len(event.vehicles),
        {"platoon": event.name or event.platoon},
    )


def _dropped(season: Season, event: r.Dropped) -> Message:
    return say(_("%(platoon)s leaves the campaign: %(reason)s"), platoon=event.platoon, reason=event.reason)


def _handed_over(season: Season, event: r.HandedOver) -> Message:
    return say(_("%(platoon)s is handed over: %(reason)s"), platoon=event.platoon, reason=event.reason)


def _bought(season: Season, event: r.Bought) -> Message:
    if not event.vehicles:
        vehicles = _vehicles(season, event.refitted)
        texts = (
            _("%(platoon)s buys cards for %(vehicles)s: %(points)s."),
            _("%(platoon)s buys cards for %(vehicles)s."),
        )
    else:
        vehicles = ", ".join(recruit.model for recruit in event.vehicles)
        texts = _("%(platoon)s buys %(vehicles)s: %(points)s."), _("%(platoon)s buys %(vehicles)s.")
    return _for_points(*texts, event.cost, platoon=event.platoon, vehicles=vehicles)


def _card_changed(season: Season, event: r.CardChanged) -> Message:
    if not event.card:
        return say(_("%(platoon)s has no platoon card any more."), platoon=event.platoon)
    return say(_("%(platoon)s has another platoon card: %(card)s."), platoon=event.platoon, card=verbatim(event.card))


def _sold(season: Season, event: r.Sold) -> Message:
    texts = _("%(platoon)s sells %(vehicles)s: %(points)s."), _("%(platoon)s sells %(vehicles)s.")
    return _for_points(*texts, event.points, platoon=event.platoon, vehicles=_vehicles(season, event.vehicles))


def _for_points(full: str, short: str, points: int, **values: str) -> Message:
    """The short text where its reader may not know the points."""
    return say(full, points=_points(points), **values) if _known(points) else say(short, **values)


def _points(n: int) -> Message:
    return Message(_("%(n)s point"), _("%(n)s points"), n)


def _known(points: object) -> bool:
    """`campaigns.visibility` leaves out what is not for everyone."""
    return points is not msgspec.UNSET


def _mustered(season: Season, event: r.BattleMustered) -> Message:
    return say(
        _("A battle is mustered: %(scenario)s, %(platoons)s."),
        scenario=event.scenario,
        platoons=_named(season, (forces.platoon for forces in event.sides.values())),
    )


def _reported(season: Season, event: r.BattleReported) -> Message:
    fixture = season.fixtures[season.battles[event.battle]]
    platoons = _named(season, fixture.platoons)
    forces = fixture.sides.get(event.outcome.winner)
    if forces is None:
        return say(_("A battle is counted: %(platoons)s, a draw."), platoons=platoons)
    return say(
        _("A battle is counted: %(platoons)s, won by %(winner)s."),
        platoons=platoons,
        winner=season.platoons[forces.platoon].name,
    )


def _named(season: Season, platoons: Iterable[str]) -> str:
    return " – ".join(season.platoons[key].name for key in platoons)


def _vehicles(season: Season, ids: Iterable[str]) -> str:
    return ", ".join(season.vehicles[id].name for id in ids) or "–"


def _called_off(season: Season, event: r.CalledOff) -> Message:
    if not event.reason:  # by the clerk as its round closed, or the reason was erased
        return say(_("“%(battle)s” is called off."), battle=event.battle)
    return say(_("“%(battle)s” is called off: %(reason)s"), battle=event.battle, reason=event.reason)


def _prioritised(season: Season, event: r.Prioritised) -> Message:
    return say(
        _("%(platoon)s orders its repairs: %(order)s; held back: %(hold)s."),
        platoon=event.platoon,
        order=_vehicles(season, event.order),
        hold=_vehicles(season, event.hold),
    )


def _entered(season: Season, event: r.WorkshopEntered) -> Message:
    return say(
        _("The workshop takes of %(platoon)s: %(vehicles)s."),
        platoon=event.platoon,
        vehicles=_vehicles(season, (work.vehicle for work in event.works)),
    )


def _worked(season: Season, event: r.WorkshopWorked) -> Message:
    out = [work.vehicle for work in event.works if work.status != "workshop"]
    if not out:
        return say(_("The workshop works for %(platoon)s."), platoon=event.platoon)
    return say(
        _("The workshop works for %(platoon)s; it gives back: %(vehicles)s."),
        platoon=event.platoon,
        vehicles=_vehicles(season, out),
    )


def _written_off(season: Season, event: r.WrittenOff) -> Message:
    if not event.reason:  # the clerk's, by the terms
        return say(
            _("%(platoon)s: the clerk writes off %(vehicles)s, whose repair would cost too much."),
            platoon=event.platoon,
            vehicles=_vehicles(season, event.vehicles),
        )
    return say(
        _("%(platoon)s writes off %(vehicles)s: %(reason)s"),
        platoon=event.platoon,
        vehicles=_vehicles(season, event.vehicles),
        reason=event.reason,
    )


def _tended(season: Season, event: r.CrewsTended) -> Message:
    back = [one.vehicle for one in event.crews if one.crew == "fit"]
    if not back:
        return say(_("Wounded crews recover."))
    return say(_("Wounded crews recover; back with their vehicles: %(vehicles)s."), vehicles=_vehicles(season, back))


def _replaced(season: Season, event: r.CrewReplaced) -> Message:
    return say(_("%(vehicle)s gets a new crew: %(points)s."), vehicle=event.vehicle, points=_points(event.cost))


def _granted(season: Season, event: r.PointsGranted) -> Message:
    return say(
        _("Reinforcements for round %(round)d: %(grants)s."),
        round=event.round,
        grants=", ".join(f"{season.platoons[key].name} {points:+d}" for key, points in _sums(event.grants)) or "–",
    )


def _sums(grants: Iterable[r.Grant]) -> list[tuple[str, int]]:
    sums: dict[str, int] = {}
    for grant in (one for one in grants if _known(one.points)):
        sums[grant.platoon] = sums.get(grant.platoon, 0) + grant.points
    return list(sums.items())


def _round_opened(season: Season, event: r.RoundOpened) -> Message:
    fixtures = _pairs(season, event.fixtures)
    if fixtures:
        return say(_("Round %(round)d is announced: %(fixtures)s."), round=event.number, fixtures=fixtures)
    if season.opened.theatre is None:
        return say(_("Round %(round)d is announced."), round=event.number)
    if not event.orders_by:
        return say(_("Round %(round)d is announced; it waits for orders."), round=event.number)
    return say(
        _("Round %(round)d is announced; its orders are disclosed on %(moment)s."),
        round=event.number,
        moment=moment(event.orders_by),
    )


def _paired(season: Season, event: r.Paired) -> Message:
    return say(_("Further fixtures are announced: %(fixtures)s."), fixtures=_pairs(season, event.fixtures))


def _pairs(season: Season, fixtures: Iterable[r.Announced]) -> str:
    return ", ".join(_named(season, (one.home, one.away)) for one in fixtures)


def _extended(season: Season, event: r.Extended) -> Message:
    if not event.deadline:
        return say(_("Round %(round)d has no deadline any more: %(reason)s"), round=event.number, reason=event.reason)
    return say(
        _("The deadline of round %(round)d is %(deadline)s now: %(reason)s"),
        round=event.number,
        deadline=moment(event.deadline),
        reason=event.reason,
    )


def _decided(season: Season, event: r.Decided) -> Message:
    texts = {
        "conceded": _("%(platoons)s: conceded, %(result)s. %(reason)s"),
        "walkover": _("%(platoons)s: a walk-over, %(result)s. %(reason)s"),
        "default": _("%(platoons)s was not played to its end: %(result)s. %(reason)s"),
        "adjudicated": _("%(platoons)s is adjudicated: %(result)s. %(reason)s"),
        "void": _("%(platoons)s: %(result)s. %(reason)s"),
    }
    platoons = _named(season, season.fixtures[event.fixture].platoons)
    return say(texts[event.how], platoons=platoons, result=_result(event), reason=event.reason)


def _result(event: r.Decided) -> Message:
    winner = next((key for key, result in event.results.items() if result == "won"), "")
    if winner:
        return say(_("won by %(winner)s"), winner=winner)
    if not event.results:
        return say(_("it does not count"))
    return say(_("a draw")) if "drawn" in event.results.values() else say(_("lost by both"))


def _ready(season: Season, event: r.ReadyReported) -> Message:
    return say(
        _("%(platoon)s is ready to play %(platoons)s."),
        platoon=event.platoon,
        platoons=_named(season, season.fixtures[event.fixture].platoons),
    )


def _disputed(season: Season, event: r.Disputed) -> Message:
    return say(
        _("%(platoon)s disputes “%(fixture)s”: %(reason)s"),
        platoon=event.platoon,
        fixture=event.fixture,
        reason=event.reason,
    )


def _accepted(season: Season, event: r.Accepted) -> Message:
    return say(_("%(platoon)s accepts “%(fixture)s” as it stands."), platoon=event.platoon, fixture=event.fixture)


def _reminded(season: Season, event: r.Reminded) -> Message:
    return Message(
        _("The clerk reminds %(n)d player of round %(round)d."),
        _("The clerk reminds %(n)d players of round %(round)d."),
        len(event.players),
        {"round": event.round},
    )


def _round_closed(season: Season, event: r.RoundClosed) -> Message:
    leaders = _first(season, event.places)
    return Message(
        _("Round %(round)d is closed; %(leaders)s leads."),
        _("Round %(round)d is closed; %(leaders)s lead."),
        len(leaders),
        {"round": event.number, "leaders": ", ".join(leaders) or "–"},
    )


def _season_closed(season: Season, event: r.SeasonClosed) -> Message:
    """With the organiser's last words, as they stand."""
    winners = _first(season, event.places)
    told = Message(
        _("The season is over; %(winners)s has won it."),
        _("The season is over; %(winners)s have won it."),
        len(winners),
        {"winners": ", ".join(winners) or "–"},
    )
    return say("%(told)s %(words)s", told=told, words=verbatim(event.words)) if event.words else told


def _standings_revised(season: Season, event: r.StandingsRevised) -> Message:
    winners = _first(season, event.places)
    return Message(
        _("The standings of the closed season are revised; %(winners)s has won it."),
        _("The standings of the closed season are revised; %(winners)s have won it."),
        len(winners),
        {"winners": ", ".join(winners) or "–"},
    )


def _first(season: Season, places: Iterable[r.Rank]) -> list[str]:
    """The platoons in the first place, which several can share."""
    return [season.platoons[place.platoon].name for place in places if place.rank == 1]


def _amended(season: Season, event: r.Amended) -> Message:
    declared = house_rules(season.rules, season.opened.theatre is not None)
    changed = [say(declared[name].called) for name in (*event.options, *event.terms)]
    changed += [say(_("Scoring"))] if event.scoring is not None else []
    changed += [say(_("Tie-breakers"))] if event.breakers is not None else []
    return say(
        _("House rules are amended from round %(round)d on (%(names)s): %(reason)s"),
        round=event.round,
        names=listed(changed),
        reason=event.reason,
    )


def _penalised(season: Season, event: r.Penalised) -> Message:
    return say(
        _("%(platoon)s is penalised: %(score)d in the standings, %(points)s of its purse. %(reason)s"),
        platoon=event.platoon,
        score=event.score,
        points=_points(event.points),
        reason=event.reason,
    )


def _appointed(season: Season, event: r.Appointed) -> Message:
    text = _("An organiser is appointed. %(reason)s")
    reason = say(r.NAMED) if event.reason == r.NAMED else event.reason
    return say(text if event.office == "organiser" else _("An umpire is appointed. %(reason)s"), reason=reason)


def _dismissed(season: Season, event: r.Dismissed) -> Message:
    return say(_("Somebody’s office in the campaign ends. %(reason)s"), reason=event.reason)


def _case_taken(season: Season, event: r.PlatoonCaseTaken) -> Message:
    told = _("An organiser takes the case of %(platoon)s and reads its cards, purchases and purse. %(reason)s")
    return say(told, platoon=event.platoon, reason=event.reason)


def _case_left(season: Season, event: r.PlatoonCaseLeft) -> Message:
    return say(_("The case of %(platoon)s is given back."), platoon=event.platoon)


NARRATE: dict[type[Event], Callable[[Season, Any], Message]] = {
    r.Opened: _opened,
    r.Enlisted: _enlisted,
    r.Dropped: _dropped,
    r.HandedOver: _handed_over,
    r.Bought: _bought,
    r.CardChanged: _card_changed,
    r.Sold: _sold,
    r.BattleMustered: _mustered,
    r.BattleReported: _reported,
    r.CalledOff: _called_off,
    r.Prioritised: _prioritised,
    r.WorkshopEntered: _entered,
    r.WorkshopWorked: _worked,
    r.WrittenOff: _written_off,
    r.CrewsTended: _tended,
    r.CrewReplaced: _replaced,
    r.PointsGranted: _granted,
    r.RoundOpened: _round_opened,
    r.Paired: _paired,
    r.Extended: _extended,
    r.ReadyReported: _ready,
    r.Decided: _decided,
    r.Disputed: _disputed,
    r.Accepted: _accepted,
    r.Reminded: _reminded,
    r.RoundClosed: _round_closed,
    r.SeasonClosed: _season_closed,
    r.StandingsRevised: _standings_revised,
    r.Amended: _amended,
    r.Penalised: _penalised,
    r.Appointed: _appointed,
    r.Dismissed: _dismissed,
    r.PlatoonCaseTaken: _case_taken,
    r.PlatoonCaseLeft: _case_left,
    **map.NARRATE,
}
