"""The league of the demo's club, in two divisions: its first season is over, and two have moved up by it; the demo's
campaign is the first division of its second. Each report is made by one of its people, and its id follows from what it
reports."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from uuid import UUID, uuid5

from battles.reports import Report
from campaigns import handler as campaign_handler
from campaigns.demo import load
from campaigns.demo.season import PLATOONS, RESERVES, VIA, WRECK, Platoon, Stage, enlist, fight, hit
from campaigns.models import Campaign
from campaigns.season.appointments import ProposeDate
from campaigns.season.results import Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing
from leagues import clerk, handler
from leagues.league.honours import ComposeHonour
from leagues.league.players import SetProfile
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.seasons import AddCampaign
from leagues.league.team_players import TakeIn
from leagues.league.teams import FormTeam, NameCaptain
from leagues.league.values import Division, Terms
from leagues.models import League
from rules.contract import Command
from rules.stream import codec

LEAGUE, SPRING, SPRING_SECOND, AUTUMN_SECOND = (
    uuid5(load.NAMESPACE, name) for name in ("league", "spring", "spring second", "autumn second")
)
SEED = sha256(b"leaguer:demo:spring").hexdigest()  # not secret: everyone sees the same demo
DIVISIONS = (Division(key="first", name="First division"), Division(key="second", name="Second division"))
TERMS: Terms = {"settled_after": 4, "up": 2, "down": 0}
DESK = {
    "name": "Steel League",
    "slug": "steel-league",
    "about": "Two seasons a year at the Steel Club, in the hall behind the station. Spring is for training: everyone "
    "meets two or three others, and the best two of the second division move up. In autumn the first fights for the "
    "Fulda Gap. New players are welcome on any first Thursday.",
    "colour": "#9a3412",
}
SPRING_DESK = {
    "name": "Spring exercises, 1985",
    "system": load.DESK["system"],
    "options": load.DESK["options"],
}
SECOND_DESKS = {
    SPRING_SECOND: SPRING_DESK | {"name": "Spring exercises, 1985: second division"},
    AUTUMN_SECOND: SPRING_DESK | {"name": "Autumn exercises, 1985: second division"},
}

# Who was there in spring, with the vehicles that they had by then.
VEHICLES: dict[str, tuple[str, ...]] = {
    "alpha-66": ("Alpha 66",),
    "berlin": ("Boadicea", "Black Prince", "Swift"),
    "cuirassiers": ("Austerlitz", "Jena", "Wagram"),
    "red-banner": ("Tagil", "Ural", "Kama"),
    "guards": ("Kursk", "Orel", "Belgorod"),
    "siberians": ("Ob", "Lena", "Irtysh"),
}
SECOND: dict[str, tuple[str, ...]] = {
    "first-panzer": ("Luchs", "Dachs", "Fuchs"),
    "cossacks": ("Ataman", "Sotnik", "Yesaul"),
    "landwehr": ("Bussard", "Falke", "Habicht"),
    "lancers": ("Morava", "Odra", "Dyje"),
}
# The teams were formed as the first season ended, and count from that on.
# Short name: name, colour, and who is in it, the captain first.
TEAMS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "iron-wedge": ("Iron Wedge", "#1d4ed8", ("carol", "dave", "fiona")),
    "night-shift": ("Night Shift", "#b45309", ("bob", "jana", "hugo")),
}


def play(stage: Stage) -> None:
    """Found the league, play its first season to the end, and begin the second with the campaign of `stage`. Nothing
    where the league is there already, or where that campaign is a test, which counts in no league."""
    campaign = Campaign.objects.get(pk=stage.campaign)
    if campaign.test or League.objects.filter(pk=LEAGUE).exists():
        return
    desk = League(pk=LEAGUE, club=campaign.club, **DESK)
    handler.found_new(desk, TERMS, DIVISIONS, stage.who("alice"), VIA)
    _spring(campaign, stage)
    _spring_of_the_second(campaign, stage)
    _teams(stage)
    _profiles(stage)
    peace = ComposeHonour(honour="peace", name="Peacemaker", metric="drawn", reason="A draw is no small thing.")
    _says(stage, "alice", "peace", peace)
    words = "Red Banner takes the cup. In autumn there is more than a cup to lose."
    _says(stage, "alice", "close 1", CloseLeagueSeason(season=1, words=words))
    _says(stage, "alice", "season 2", AddCampaign(campaign=str(stage.campaign), title="Autumn 1985", division="first"))
    _autumn_of_the_second(campaign, stage)


def _says(stage: Stage, name: str, what: str, command: Command) -> None:
    """Report to the league. `what` is the report's name, which is unique in it."""
    report = Report(str(uuid5(LEAGUE, what)), type(command).__name__, codec.encode(command))
    handler.execute(str(LEAGUE), [report], stage.who(name), VIA)


def _teams(stage: Stage) -> None:
    """Alice forms them; each captain is one of the players."""
    for key, (name, colour, players) in TEAMS.items():
        _says(stage, "alice", f"team {key}", FormTeam(team=key, name=name, colour=colour))
        for player in players:
            taken = TakeIn(team=key, player=str(stage.people[player].pk), season=1)
            _says(stage, "alice", f"team {key} {player}", taken)
        leads = NameCaptain(team=key, captain=str(stage.people[players[0]].pk), reason="Chosen by the others.")
        _says(stage, "alice", f"captain {key}", leads)


def _profiles(stage: Stage) -> None:
    """Dave goes by another name, and Hugo wants no stranger to read his."""
    for name, alias, hidden in (("dave", "Desert Rat", False), ("hugo", "", True)):
        _says(stage, name, name, SetProfile(player=str(stage.people[name].pk), alias=alias, hidden=hidden))


def _spring(autumn: Campaign, stage: Stage) -> None:
    """Three rounds without a map, told by their results alone."""
    desk, _new = Campaign.objects.get_or_create(pk=SPRING, defaults={"club": autumn.club, **SPRING_DESK})
    campaign_handler.open_campaign(desk, stage.who("alice"), VIA, seed=SEED)
    _says(stage, "alice", "season 1", AddCampaign(campaign=str(SPRING), title="Spring 1985", division="first"))
    spring = Stage(SPRING, stage.people)
    for key, names in VEHICLES.items():
        enlist(spring, key, _as_in_spring(PLATOONS[key], names))
    _round(spring, 1, "First drills", {"alpha-66": "siberians", "berlin": "red-banner", "cuirassiers": "guards"})
    fight(spring, "Range 12", "alpha-66", "siberians", "alpha-66", {"ob": hit(2), "lena": WRECK})
    fight(spring, "The railway cut", "berlin", "red-banner", "red-banner", {"boadicea": WRECK, "swift": hit(1)})
    fight(spring, "Vineyards", "cuirassiers", "guards", "", {"jena": hit(2), "orel": hit(2)})
    spring.says("alice", "close 1", CloseRound(round=1))
    _round(spring, 2, "By night", {"red-banner": "alpha-66", "guards": "siberians", "berlin": "cuirassiers"})
    fight(spring, "Searchlights", "red-banner", "alpha-66", "red-banner", {"tagil": hit(1), "abrams": hit(3)})
    fight(spring, "The old mine", "guards", "siberians", "siberians", {"kursk": hit(2), "orel": WRECK, "ob": hit(1)})
    spring.says("fiona", "concede", Concede(fixture=spring.fixture("berlin", "cuirassiers"), platoon="cuirassiers"))
    spring.says("alice", "close 2", CloseRound(round=2))
    _round(spring, 3, "Final exercise", {"red-banner": "cuirassiers", "guards": "alpha-66", "siberians": "berlin"})
    fight(spring, "Crossroads", "red-banner", "cuirassiers", "red-banner", {"wagram": WRECK, "austerlitz": hit(1)})
    fight(spring, "Rain", "guards", "alpha-66", "alpha-66", {"belgorod": hit(2)})
    fight(spring, "Last light", "siberians", "berlin", "berlin", {"irtysh": hit(3), "swift": hit(1)})
    spring.says("alice", "close 3", CloseRound(round=3))
    spring.says("alice", "close", CloseSeason(words="Thank you all. Bring warm socks in autumn."))
    clerk.count(str(SPRING))


def _second(club: Campaign, stage: Stage, key: UUID) -> Stage:
    """A campaign of the second division, open."""
    desk, _new = Campaign.objects.get_or_create(pk=key, defaults={"club": club.club, **SECOND_DESKS[key]})
    campaign_handler.open_campaign(desk, stage.who("alice"), VIA, seed=SEED)
    return Stage(key, stage.people, PLATOONS | RESERVES)


def _spring_of_the_second(autumn: Campaign, stage: Stage) -> None:
    """Two rounds. Greta and Ivan are the best of four, and move up."""
    second = _second(autumn, stage, SPRING_SECOND)
    _says(stage, "alice", "season 1, second", AddCampaign(campaign=str(SPRING_SECOND), season=1, division="second"))
    for key, names in SECOND.items():
        enlist(second, key, _as_in_spring(second.platoons[key], names))
    _round(second, 1, "First drills", {"first-panzer": "landwehr", "cossacks": "lancers"})
    fight(second, "The gravel pit", "first-panzer", "landwehr", "first-panzer", {"falke": WRECK, "dachs": hit(1)})
    fight(second, "Two bridges", "cossacks", "lancers", "cossacks", {"morava": hit(2), "odra": WRECK})
    second.says("alice", "close 1", CloseRound(round=1))
    _round(second, 2, "By night", {"lancers": "first-panzer", "landwehr": "cossacks"})
    fight(second, "Flares", "lancers", "first-panzer", "first-panzer", {"dyje": hit(3), "luchs": hit(2)})
    fight(second, "The brickworks", "landwehr", "cossacks", "", {"habicht": hit(2), "yesaul": hit(2)})
    second.says("alice", "close 2", CloseRound(round=2))
    second.says("alice", "close", CloseSeason(words="Greta and Ivan go up. See you at the gap."))
    clerk.count(str(SPRING_SECOND))


def _autumn_of_the_second(autumn: Campaign, stage: Stage) -> None:
    """Its second round is under way: one fixture has been fought, of the other the date is proposed."""
    second = _second(autumn, stage, AUTUMN_SECOND)
    _says(stage, "alice", "season 2, second", AddCampaign(campaign=str(AUTUMN_SECOND), season=2, division="second"))
    for key, platoon in RESERVES.items():
        enlist(second, key, platoon)
    _round(second, 1, "Mud", {"landwehr": "lancers", "hussars": "baltic"})
    fight(second, "The dyke", "landwehr", "lancers", "lancers", {"bussard": WRECK, "odra": hit(1)})
    fight(second, "Ford in flood", "hussars", "baltic", "hussars", {"narva": hit(2), "arcole": hit(1)})
    second.says("alice", "close 1", CloseRound(round=1))
    _round(second, 2, "First frost", {"lancers": "hussars", "baltic": "landwehr"})
    fight(second, "The frozen lake", "lancers", "hussars", "lancers", {"rivoli": WRECK, "dyje": hit(2)})
    when = ProposeDate(fixture=second.fixture("baltic", "landwehr"), at="2199-11-07T18:00:00Z", place="The hall")
    second.says("kurt", "date", when)
    clerk.count(str(AUTUMN_SECOND))


def _as_in_spring(platoon: Platoon, names: tuple[str, ...]) -> Platoon:
    return platoon._replace(side="", base="", vehicles={name: platoon.vehicles[name] for name in names})


def _round(spring: Stage, number: int, title: str, meeting: Mapping[str, str]) -> None:
    pairings = tuple(Pairing(home=home, away=away) for home, away in meeting.items())
    spring.says("alice", f"open {number}", OpenRound(title=title, deadline="", pairings=pairings))
