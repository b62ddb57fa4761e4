"""The demo's season in the Hünfeld Gap. Two of its four rounds are closed, the third is under way, and something waits
for everybody. Each report is made by one of its people, and its id follows from what it reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import NamedTuple
from uuid import UUID, uuid5

from battles import handler as battle_handler
from battles.reports import Report
from campaigns import clerk, handler
from campaigns.models import User
from campaigns.season import COMMANDS
from campaigns.season.disputes import Dispute
from campaigns.season.enlistment import Enlist
from campaigns.season.house_rules import Amend
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.links import SetLink
from campaigns.season.map.orders import Order
from campaigns.season.map.retreats import Retreat
from campaigns.season.musters import MusterBattle
from campaigns.season.penalties import Penalise
from campaigns.season.people import HandOver
from campaigns.season.purchases import Buy
from campaigns.season.results import Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Recruit
from campaigns.season.workshop import Repair
from rules.adjudicate import Who
from rules.contract import Command
from rules.reports import ChangeDepth, Confirm, ReportResult, command_codec
from rules.stream import script
from rules.stream.codec import CommandCodec

VIA = "script"
SEASON = CommandCodec(COMMANDS)


class Stage:
    """A campaign of the demo, its people by name, and its platoons. `alice` organises."""

    def __init__(
        self, campaign: UUID, people: Mapping[str, User], platoons: Mapping[str, Platoon] | None = None
    ) -> None:
        self.campaign, self.people, self.platoons = campaign, people, platoons or PLATOONS

    def who(self, name: str) -> Who:
        return Who(str(self.people[name].pk), referee=name == "alice")

    def says(self, name: str, what: str, command: Command) -> None:
        """Report to the campaign. `what` is the report's name, which is unique in the demo."""
        report = _report(self.campaign, what, command, SEASON)
        handler.execute(str(self.campaign), [report], self.who(name), VIA)

    def muster(self, battle: UUID, title: str, scenario: str, fixture: str, sides: Mapping[str, Forces]) -> None:
        muster = MusterBattle(battle=str(battle), fixture=fixture, scenario=scenario, title=title, sides=dict(sides))
        handler.muster_battle(str(self.campaign), str(uuid5(battle, "muster")), muster, self.who("alice"), VIA)

    def fixture(self, *platoons: str) -> str:
        """The newest fixture between these platoons."""
        season, _told, _rows = handler.replay(str(self.campaign))
        return [one.key for one in season.fixtures.values() if set(one.platoons) == set(platoons)][-1]

    def play(self, battle: UUID, name: str, players: Mapping[str, str]) -> None:
        """Report every line of a battle script, each by the player of its side."""
        reports = _reports_of(battle)
        for line in script.parse(files(__package__).joinpath(name).read_text(), reports):
            report = _report(battle, f"{name} {line.number}", line.command, reports)
            battle_handler.execute(str(battle), [report], self.who(players[line.side]), VIA)

    def result(self, battle: UUID, winner: str, harmed: Mapping[str, dict[str, object]]) -> None:
        """Report only the result. Units that are not named come out unharmed."""
        reports, state = _reports_of(battle), battle_handler.state(str(battle))
        conditions = {unit.id: harmed.get(unit.id, dict(unit.condition)) for unit in state.muster.units}
        told = (ChangeDepth(depth="result"), ReportResult(winner=winner, conditions=conditions))
        commands = [_report(battle, type(one).__name__, one, reports) for one in told]
        battle_handler.execute(str(battle), commands, self.who("alice"), VIA)

    def confirm(self, battle: UUID, players: Mapping[str, str], sides: Iterable[str] = ()) -> None:
        """Confirm the result by the player of each side, or of these. A battle that both have confirmed is counted."""
        for side in sides or players:
            position, digest = battle_handler.state(str(battle)).fought
            told = Confirm(side=side, position=position, digest=digest)
            report = _report(battle, f"confirm {side}", told, _reports_of(battle))
            battle_handler.execute(str(battle), [report], self.who(players[side]), VIA)
        clerk.attend(str(battle))


def _reports_of(battle: UUID) -> CommandCodec:
    return command_codec(battle_handler.state(str(battle)).rules)


def _report(stream: UUID, name: str, command: Command, reports: CommandCodec) -> Report:
    return Report(str(uuid5(stream, name)), *reports.encode(command))


class Platoon(NamedTuple):
    """A platoon of the demo. `vehicles`: model by name; a vehicle's id is its name in small letters. `base`: where
    it begins."""

    player: str
    name: str
    side: str
    base: str
    card: str
    vehicles: Mapping[str, str]


PLATOONS: dict[str, Platoon] = {
    "alpha-66": Platoon("bob", "Alpha 66", "nato", "fulda", "Team Yankee", {"Alpha 66": "M1 Abrams"}),
    "berlin": Platoon(
        *("dave", "Berlin Brigade", "nato", "fulda", "Berlin Brigade"),
        {"Boadicea": "Chieftain", "Black Prince": "Chieftain", "Swift": "Striker", "Sting": "Scorpion"},
    ),
    "cuirassiers": Platoon(
        *("fiona", "11e Cuirassiers", "nato", "alsfeld", "Cuirassier Squadron"),
        dict.fromkeys(("Austerlitz", "Jena", "Wagram", "Eylau"), "AMX-30"),
    ),
    "first-panzer": Platoon(
        *("greta", "Erste Panzer", "nato", "alsfeld", "First Panzer"),
        {"Luchs": "Leopard 1", "Dachs": "Leopard 1", "Fuchs": "Leopard 1", "Igel": "Marder"},
    ),
    "red-banner": Platoon(
        *("carol", "Red Banner", "warsaw-pact", "geisa", "Red Banner"),
        dict.fromkeys(("Tagil", "Ural", "Kama", "Volga"), "T-64"),
    ),
    "guards": Platoon(
        *("hugo", "3rd Guards", "warsaw-pact", "geisa", "Red Banner"),
        dict.fromkeys(("Kursk", "Orel", "Belgorod"), "T-72"),
    ),
    "cossacks": Platoon(
        *("ivan", "Don Cossacks", "warsaw-pact", "eisenach", "Red Banner"),
        dict.fromkeys(("Ataman", "Sotnik", "Yesaul", "Khorunzhy"), "T-62"),
    ),
    "siberians": Platoon(
        *("jana", "Siberian Rifles", "warsaw-pact", "eisenach", "Red Banner"),
        {"Ob": "T-55", "Lena": "T-55", "Irtysh": "T-72", "Tobol": "T-55"},
    ),
}
# Of the second division, which has no map.
RESERVES: dict[str, Platoon] = {
    "landwehr": Platoon(
        *("kurt", "Landwehr", "", "", "First Panzer"), dict.fromkeys(("Bussard", "Falke", "Habicht"), "Leopard 1")
    ),
    "lancers": Platoon(
        *("mila", "Moravian Lancers", "", "", "Red Banner"), dict.fromkeys(("Morava", "Odra", "Dyje"), "T-62")
    ),
    "hussars": Platoon(
        *("nora", "5e Hussards", "", "", "Cuirassier Squadron"), dict.fromkeys(("Lodi", "Arcole", "Rivoli"), "AMX-30")
    ),
    "baltic": Platoon(
        *("pavel", "Baltic Guard", "", "", "Red Banner"), dict.fromkeys(("Narva", "Pernau", "Dorpat"), "T-55")
    ),
}
PLAYERS = tuple(platoon.player for platoon in (*PLATOONS.values(), *RESERVES.values()))
IDS = {"Alpha 66": "abrams", "Black Prince": "prince"}  # for vehicles whose name cannot be their id
WRECK: dict[str, object] = {"fate": "destroyed"}
TANKS = {"americans": "bob", "soviets": "carol"}


def play(stage: Stage, ambush: UUID, alpha_66: UUID) -> None:
    """Report the whole season up to now. `ambush` and `alpha_66` are the battles that are reported shot by shot."""
    for key, platoon in PLATOONS.items():
        enlist(stage, key, platoon)
    _first_round(stage, ambush)
    _second_round(stage)
    _third_round(stage, alpha_66)


def _first_round(stage: Stage, ambush: UUID) -> None:
    """Both sides enter the gap. Bob's Abrams drives Carol's T-64s from the ford; of the other battles only the
    results are reported."""
    stage.says("alice", "open 1", OpenRound(title="First contact", deadline="", orders_by=""))
    orders = """
        alpha-66 move haunetal
        berlin move huenfeld
        cuirassiers move eiterfeld
        first-panzer move friedewald
        red-banner move haunetal
        guards move huenfeld
        cossacks move eiterfeld
        siberians move friedewald
    """
    _order(stage, 1, orders)
    soviets = Forces(platoon="red-banner", vehicles=("tagil", "ural"))
    _meet_at_the_ford(stage, ambush, "Ambush at the ford", soviets)
    stage.play(ambush, "ambush.script", TANKS)
    stage.confirm(ambush, TANKS)
    _retreat(stage, "red-banner", "rasdorf")
    fight(stage, "Fog at Hünfeld", "berlin", "guards", "guards", {"boadicea": hit(3), "sting": WRECK})
    _retreat(stage, "berlin", "fulda")
    fight(stage, "The sawmill", "cuirassiers", "cossacks", "cuirassiers", {"jena": hit(2), "sotnik": WRECK})
    _retreat(stage, "cossacks", "point-alpha")
    fight(stage, "Autobahn bridge", "first-panzer", "siberians", "", {"ob": hit(2), "luchs": hit(1)})
    stage.says("alice", "close 1", CloseRound(round=1))


def _second_round(stage: Stage) -> None:
    """A fixture is conceded; there is a penalty and a purchase. The Cuirassiers come home with more damage than
    their workshop can take, and the clerk chooses a retreat for the Cossacks."""
    stage.says("alice", "open 2", OpenRound(title="The long night", deadline="", orders_by=""))
    orders = """
        alpha-66 entrench haunetal
        berlin attack huenfeld
        cuirassiers attack vacha
        first-panzer entrench friedewald
        red-banner support haunetal
        guards attack haunetal
        cossacks move huenfeld
        siberians withdraw vacha
    """
    _order(stage, 2, orders)
    stage.says("hugo", "concede", Concede(fixture=stage.fixture("alpha-66", "guards"), platoon="guards"))
    _retreat(stage, "guards", "wasserkuppe")
    fight(stage, "Hünfeld station", "berlin", "cossacks", "berlin", {"prince": hit(2), "yesaul": WRECK})
    heavy = {"austerlitz": hit(4), "wagram": hit(4), "eylau": hit(4), "lena": hit(2)}
    fight(stage, "Vacha bridge", "cuirassiers", "siberians", "siberians", heavy)
    _retreat(stage, "cuirassiers", "eiterfeld")
    late = Penalise(platoon="siberians", score=1, points=2, reason="Came an hour late, twice")
    stage.says("alice", "penalty", late)
    tank = Buy(platoon="cossacks", vehicles=(Recruit(id="plastun", model="BMP-1"),), names={"plastun": "Plastun"})
    stage.says("ivan", "purchase", tank)
    stage.says("alice", "close 2", CloseRound(round=2))


def _third_round(stage: Stage, alpha_66: UUID) -> None:
    """The third round is under way: the return match at the ford; a disputed result, after which Greta's workshop is
    full and the Siberians have to retreat, wherever Jana or Carol choose; a battle that one player has not
    confirmed; a fixture that nobody has fought yet."""
    vote = Amend(round=3, terms={"per_loss": 6}, reason="Voted on after the long night: the beaten come back sooner")
    stage.says("alice", "amend", vote)
    blown = SetLink(one="haunetal", other="wasserkuppe", open=False, reason="The engineers blew the bridge at dawn")
    stage.says("alice", "bridge", blown)
    both = tuple(str(stage.people[name].pk) for name in ("jana", "carol"))
    stage.says(
        "jana", "hand over", HandOver(platoon="siberians", players=both, reason="Carol helps while I move house")
    )
    stage.says("alice", "open 3", OpenRound(title="Counter-attack", deadline="", orders_by=""))
    orders = """
        alpha-66 hold haunetal
        berlin move fulda
        cuirassiers hold eiterfeld
        first-panzer hold friedewald
        red-banner attack haunetal
        guards attack fulda
        cossacks attack eiterfeld
        siberians attack friedewald
    """
    _order(stage, 3, orders)
    soviets = Forces(platoon="red-banner", vehicles=("kama", "volga"))
    _meet_at_the_ford(stage, alpha_66, "The Last Battle of Alpha 66", soviets)
    stage.play(alpha_66, "alpha_66.script", TANKS)
    costly = {"dachs": WRECK, "luchs": hit(5), "fuchs": hit(4), "irtysh": WRECK}
    fight(stage, "Hill 402", "siberians", "first-panzer", "first-panzer", costly)
    wrong = Dispute(fixture=stage.fixture("first-panzer", "siberians"), reason="Irtysh stood behind the hill all along")
    stage.says("jana", "dispute", wrong)
    stage.says("greta", "repair", Repair(platoon="first-panzer"))
    close = {"swift": hit(1), "orel": hit(4)}
    fight(stage, "Last train", "berlin", "guards", "berlin", close, confirmed=("attackers",))


def _order(stage: Stage, round: int, orders: str) -> None:
    """Report each platoon's order by its player, one to a line: platoon, deed, sector. Then disclose them all."""
    for line in orders.split("\n")[1:-1]:
        key, do, to = line.split()
        order = Order(platoon=key, do=do, to=to)  # type: ignore[arg-type]
        stage.says(PLATOONS[key].player, f"order {round} {key}", order)
    stage.says("alice", f"disclose {round}", Disclose(round=round))


def _retreat(stage: Stage, platoon: str, to: str) -> None:
    stage.says(PLATOONS[platoon].player, f"retreat {platoon} to {to}", Retreat(platoon=platoon, to=to))


def hit(damage: int) -> dict[str, object]:
    return {"damage": damage}


def _meet_at_the_ford(stage: Stage, battle: UUID, title: str, soviets: Forces) -> None:
    sides = {"americans": Forces(platoon="alpha-66"), "soviets": soviets}
    stage.muster(battle, title, "alpha_66", stage.fixture("alpha-66", "red-banner"), sides)


def fight(
    stage: Stage,
    title: str,
    attacker: str,
    defender: str,
    winner: str,
    harmed: Mapping[str, dict[str, object]],
    confirmed: tuple[str, ...] = (),
    forces: Forces | None = None,
) -> None:
    """Report the result of a battle. `winner` is a platoon, "" for a draw. Both sides confirm it, or those in
    `confirmed`. `forces`: the defender's, if not all of it fights."""
    battle = uuid5(stage.campaign, title)
    sides = {"attackers": Forces(platoon=attacker), "defenders": forces or Forces(platoon=defender)}
    stage.muster(battle, title, "free_for_all", stage.fixture(attacker, defender), sides)
    won = {attacker: "attackers", defender: "defenders"}.get(winner, "")
    stage.result(battle, won, harmed)
    players = {"attackers": stage.platoons[attacker].player, "defenders": stage.platoons[defender].player}
    stage.confirm(battle, players, confirmed)


def enlist(stage: Stage, key: str, platoon: Platoon) -> None:
    ids = {IDS.get(name, name.lower()): name for name in platoon.vehicles}
    recruits = tuple(Recruit(id=id, model=platoon.vehicles[name]) for id, name in ids.items())
    enlist = Enlist(
        platoon=key,
        name=platoon.name,
        side=platoon.side,
        card=platoon.card,
        vehicles=recruits,
        names=ids,
        sector=platoon.base,
    )
    stage.says(platoon.player, f"enlist {key}", enlist)
