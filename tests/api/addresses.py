"""Where to ask for each address of the API, and what to send there that is accepted."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from api import keys
from api.urls import urlpatterns
from battles.models import Sheet
from battles.reports import Report
from campaigns import correction_drafts, friendly, guests, handler
from campaigns.conversation import photos, posts, rights
from campaigns.models import CampaignSheet, CorrectionDraft, HeldRuling, Post, SavedScenario, User, WaitingRoom
from leagues import handler as league_handler
from leagues.clerk import count
from leagues.league.seasons import AddCampaign
from leagues.models import League
from rules.stream import codec
from tests.api.conftest import report
from tests.campaigns import skirmish
from tests.campaigns.conftest import Season
from tests.cast import PASSWORD, UserFactory
from tests.receiver import hook


def address(name: str, season: Season, battle: str) -> str:
    """Where `name` is, for one campaign, battle and rule system."""
    if name == "nowhere":
        return "nowhere/at/all/"
    if name == "battle-join":
        return f"battles/{waiting().pk}/join/"
    if name == "battle-claim":
        return f"battles/{with_a_guest().guest_of}/claim/"
    if name == "club-key":
        made, _token = keys.make(season.cast.club, season.cast.alice, "Scoreboard", ["read"])
        return f"clubs/{season.cast.club.slug}/keys/{made.pk}/"
    if name == "held-ruling":
        return f"campaigns/{season.stream}/held/{waits(season).pk}/"
    (pattern,) = (one for one in urlpatterns if one.name == name)
    route = str(pattern.pattern)
    id = battle if route.startswith("battles/") else season.stream
    id = said_by_bob(season) if route.startswith("posts/") else id
    id = league_of(season) if route.startswith("leagues/") else id
    of = {
        "<uuid:id>": id,
        "<slug:key>": "skirmish",
        "<slug:platoon>": "bears",
        "<slug:sector>": "bury",
        "<slug:picks>": "models",
        "<slug:table>": "standings",
        "<slug:club>": season.cast.club.slug,
        "<str:player>": str(season.cast.bob.pk),
        "<uuid:campaign>": season.stream,
        "<int:number>": "1",
        "<str:vehicle>": "bears-1",
    }
    if "<uuid:scenario>" in route:
        of["<uuid:scenario>"] = str(saved(season, id).pk)
    if "<uuid:key>" in route:
        of["<uuid:key>"] = str(drafted(season, battle).pk)
    if "<str:fixture>" in route:
        of["<str:fixture>"] = next(iter(handler.replay(season.stream)[0].fixtures))
    if "<int:webhook>" in route:
        one = hook(season.cast.club, "https://93.184.216.34/in", members_too=True)
        sent = one.deliveries.create(message="msg_1", type="battle.settled", status="delivered")
        of |= {"<int:webhook>": str(one.pk), "<int:delivery>": str(sent.pk)}
    for part, key in of.items():
        route = route.replace(part, key)
    return route


def newest_room_last(names: Iterable[str]) -> list[str]:
    """In the order in which to ask for addresses that are kept: `body` joins the room that was begun last."""
    return sorted(names, key="battle-join".__eq__)


def league_of(place: Season) -> str:
    """The league that the campaign is a season of, seen by whom the campaign is."""
    if known := League.objects.filter(slug=place.stream).first():
        return str(known.stream)
    place.desk.refresh_from_db()
    seen = place.desk.visibility
    desk = League(club=place.desk.club, name="The long league", slug=place.stream, visibility=seen)
    league_handler.found_new(desk, {}, (), place.organiser, "api")
    joins = codec.encode(AddCampaign(campaign=place.stream))
    league_handler.execute(str(desk.pk), [Report(str(uuid4()), "AddCampaign", joins)], place.organiser, "api")
    count(place.stream)
    return str(desk.pk)


def saved(season: Season, stream: str) -> SavedScenario:
    """A scenario of Bob's, of the campaign or its league, for whoever has the link."""
    kind, changes = ("campaign", '{"changes":[]}') if stream == season.stream else ("league", "{}")
    return SavedScenario.objects.create(
        owner=season.cast.bob, kind=kind, stream=stream, name="If", changes=changes, readers="link"
    )


def said_by_bob(season: Season) -> str:
    """A post of his with a photo, the first time it is asked for."""
    fixture = next(iter(handler.replay(season.stream)[0].fixtures))
    if known := Post.objects.filter(thread__campaign=season.desk, thread__fixture=fixture).first():
        return str(known.pk)
    here = rights.of_fixture(season.cast.bob, season.desk.pk, fixture)
    assert here is not None
    return str(posts.say_something(here, "The ford", lambda: [photos.Drawn(b"a photo", 1, 1)]).pk)


DECLARED = {"facts": {"shots": 1}, "reason": "We have seen one"}


def drafted(season: Season, battle: str) -> CorrectionDraft:
    """What Bob has looked at."""
    said = Report(str(uuid4()), "Declare", json.dumps(DECLARED))
    return correction_drafts.keep(season.desk, battle, said, season.cast.bob)


def waits(season: Season) -> HeldRuling:
    """A penalty that Alice has asked a second officer for."""
    late = json.dumps([[str(uuid4()), "Penalise", '{"platoon":"bears","score":1,"reason":"Late"}']])
    return HeldRuling.objects.create(
        pk=uuid4(), campaign=season.desk, kind="penalties", reports=late, by=season.cast.alice, via="api"
    )


def waiting() -> WaitingRoom:
    """A friendly battle that somebody else has begun."""
    return friendly.begin(UserFactory.create(), friendly.ready_made(skirmish.SYSTEM, "duel"), "north", "ask")


def with_a_guest() -> User:
    """Who plays as a guest in a friendly battle of somebody else's."""
    room = waiting()
    guest = guests.make("Otto", room.pk)
    friendly.open_battle(room, guest)
    return guest


def asked(name: str, key: str) -> dict[str, Any]:
    """What if nothing were changed, under a name where it is to be saved."""
    changes: Any = {} if name.startswith("league-") else []
    return {"changes": changes} | ({"name": key} if name.endswith("scenarios") else {})


def body(name: str, key: str) -> Any:
    """Something to POST there that is accepted from whom it is asked of."""
    match name:
        case "battle-commands":
            return report("Shoot", shooter="bears-1", target="cats-1", dice=[1])
        case "campaign-commands":
            return report("Enlist", platoon=key, name=key, side="reds", vehicles=[{"id": key, "model": "Light"}])
        case "what-if" | "scenarios" | "league-what-if" | "league-scenarios":
            return asked(name, key)
        case "leagues":
            return {"name": key, "short": key}
        case "league-next-season":
            return {}
        case "league-history":
            return {"text": "player,opponent\nAnna,Otto"}
        case "league-commands":
            return report("SetProfile", player=str(User.objects.get(username="bob").pk), alias=key)
        case "rosters":
            return b"skirmish Bears\nLight"
        case "friendly":
            return {"system": "skirmish", "forces": "list", "list": "duel"}
        case "battle-join":
            room = WaitingRoom.objects.order_by("made_at").reverse()[0]
            return {"code": friendly.code_of(room), "nickname": "Otto"}
        case "campaign-correction-drafts":
            mustered = Sheet.objects.filter(campaign__isnull=False)[:1].get()
            return {"battle": str(mustered.pk), "type": "Declare", "data": DECLARED}
        case "battle-claim":
            return {"code": guests.code_of(User.objects.filter(guest_of__isnull=False).latest("date_joined"))}
        case "club-keys":
            return {"name": key, "scopes": ["read"]}
        case "token":
            return {"username": "bob", "password": PASSWORD}
    return of_the_office(name, key) or of_talk(key).get(name, {})


def of_the_office(name: str, key: str) -> dict[str, Any]:
    match name:
        case "held-ruling":
            return {"answer": "withdraw"}
        case "club-webhooks":
            return {"name": key, "url": "https://93.184.216.34/in"}
        case "club-webhook":
            return {"name": key}
        case "club-webhook-replay":
            return {"stream": str(CampaignSheet.objects.values_list("pk", flat=True)[0]), "position": 1}
    return {}


def of_talk(key: str) -> dict[str, Any]:
    said = {"body": key}
    return {
        **dict.fromkeys(("fixture-posts", "battle-posts", "post"), said),
        "post-reactions": {"kind": "good"},
        "post-reports": {"reason": key},
        "post-hiding": {"reason": key, "hidden": True},
    }
