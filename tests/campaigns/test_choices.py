"""What a season offers and what it decides are one: in recorded seasons here, in simulated ones in `make soak`.

Beside these, every report that a test tells a `Camp` is held against what was offered (`choosing.agrees`).
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from msgspec.structs import replace

from battles import log
from campaigns.season import COMMANDS, CONTENTS, OF_THE_CLERK, Season, legal
from campaigns.season.appointments import AcceptDate, ProposeDate
from campaigns.season.cases import LeavePlatoonCase, TakePlatoonCase
from campaigns.season.challenges.making import Challenge
from campaigns.season.penalties import Penalise
from campaigns.season.people import Appoint, Drop
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.substitutes.naming import Substitute
from campaigns.season.values import Pairing, Veteran
from campaigns.season.veterans import CallVeterans
from campaigns.simulation import simulate
from rules.adjudicate import Who
from rules.contract import Choice, Command
from rules.messages import verbatim
from rules.stream.codec import encode
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, BOB, CAROL, Camp
from tests.campaigns.choosing import HANGS_TOGETHER, ORGANISER, Moment, Tried, is_offered, moments, readers, try_all
from tests.campaigns.mended import Mended
from tests.length import in_soak

RECORDED = "tests/data/corpus/seasons.jsonl.xz"
# Rulebook, platoons, rounds, seed, sectors of its map; with how many reports lie between those at which all is tried.
SMALL = [("tanks", 4, 3, 9, 0, 31), ("modern_age", 4, 2, 3, 14, 43), ("panzer_strike", 4, 2, 4, 14, 14)]
MORE = [
    (system, 6, 4, seed, sectors, 2)
    for system in ("fluid_time", "modern_age", "panzer_strike", "tanks")
    for seed, sectors in ((21, 0), (22, 16))
]


@in_soak("tests/campaigns/test_choices.py::test_what_recorded_seasons_accepted_was_offered_and_the_other_way_round")
@pytest.mark.django_db
@pytest.mark.parametrize("played", [*SMALL, *MORE], ids=str)
def test_what_is_accepted_was_offered_and_the_other_way_round(played: tuple[str, int, int, int, int, int]) -> None:
    """To who reported it; and each choice, filled in at random, whoever it is offered to. Nobody is offered what they
    may not report."""
    system, platoons, rounds, seed, sectors, apart = played
    rows = log.read(simulate(system, platoons, rounds, seed, "The Choosers", sectors).campaign)
    _accepted_was_offered(moments(rows), apart, seed)


def test_what_recorded_seasons_accepted_was_offered_and_the_other_way_round() -> None:
    """As above, in seasons that nobody has to play for it."""
    assert len(_accepted_was_offered(recorded(RECORDED), 53, 9)) > 20


def _accepted_was_offered(found: Iterable[Moment], apart: int, seed: int) -> list[Command]:
    """What was accepted. At every moment of so many all is tried."""
    tried, chance, unoffered, told = Tried(), Random(seed), list[str](), list[Command]()
    for number, moment in enumerate(found):
        told.append(moment.command)
        if not is_offered(moment):
            unoffered.append(f"{moment.who} {moment.command}")
        if number % apart == 0:
            for who in readers(moment.season):
                _no_secrets_in(moment.season, who, try_all(moment.season, who, chance, tried, 0.5))
    assert unoffered == []
    assert tried.wrong == []
    assert len(tried.accepted) > 15
    assert sum(tried.accepted.values()) > 200
    return told


def recorded(name: str) -> Iterator[Moment]:
    """Before every report to the campaigns of a part of the corpus."""
    for line in lzma.decompress((Path(__file__).parents[2] / name).read_bytes()).splitlines():
        for stream in json.loads(line)["written"]["streams"].values():
            if stream["kind"] == "campaign":
                yield from moments([log.Row(*row) for row in stream["rows"]])


def _no_secrets_in(season: Season, who: Who, offered: Sequence[Choice]) -> None:
    """Who asks is offered the same whatever the platoons hold whose orders, cards and purses they may not know."""
    assert encode(legal(_otherwise(season, who), who)) == encode(offered), who


def _otherwise(season: Season, who: Who) -> Season:
    """A season that is the same as far as `who` may know."""
    other = deepcopy(season)
    for key, platoon in other.platoons.items():
        if who.id not in platoon.players and key in other.orders:
            told = other.orders[key]
            other.orders[key] = replace(told, do="hold" if told.do != "hold" else "entrench", to=platoon.sector)
        if not season.known_to(key, who.id) and (who.needs_case or not who.referee):
            platoon.purse = 7 * platoon.purse + 1
            platoon.fittings = dict.fromkeys(platoon.fittings, ("Another card",))
            for vehicle in platoon.vehicles:
                bays = other.vehicles[vehicle].bays
                other.vehicles[vehicle].bays = tuple(replace(bay, paid=9 * (bay.paid or 1)) for bay in bays)
    return other


def test_who_knows_a_purse_is_offered_what_it_pays() -> None:
    """So that the seasons above are otherwise indeed."""
    camp = Camp(purse=0, spare_crew_points=10)
    camp["bears-1"].crew.state = "wounded"
    was = encode(legal(camp.season, BOB))
    camp.season.platoons["bears"].purse = 40
    assert encode(legal(camp.season, BOB)) != was
    carols = encode(legal(camp.season, CAROL))
    camp.season.platoons["bears"].purse = 0
    assert encode(legal(camp.season, CAROL)) == carols


def test_an_order_is_offered_to_its_players_alone_and_none_that_was_given_is_in_it() -> None:
    war = AtWar()
    war.round()
    before = {who: encode(legal(war.season, who)) for who in (BOB, CAROL, ALICE)}
    assert {choice.side for choice in legal(war.season, BOB) if choice.command == "Order"} == {"bears", "boars"}
    assert not [choice for choice in legal(war.season, ALICE) if choice.command == "Order"]
    war.order("bears", "entrench")
    assert {who: encode(legal(war.season, who)) for who in (BOB, CAROL, ALICE)} == before


def test_an_organiser_is_offered_what_turns_on_a_purse_once_they_have_its_case() -> None:
    camp = Camp(purse=40)
    organiser = Who(ORGANISER, referee=True, needs_case=True)
    turning = {"Buy", "Sell"}
    assert not turning & {choice.command for choice in legal(camp.season, organiser)}
    assert "LeavePlatoonCase" not in {choice.command for choice in legal(camp.season, organiser)}
    camp.report(TakePlatoonCase(platoon="bears", reason="They asked"), organiser)
    mine = [choice for choice in legal(camp.season, organiser) if choice.side == "bears"]
    assert turning <= {choice.command for choice in mine}
    assert not [
        choice for choice in legal(camp.season, organiser) if choice.side == "cats" and choice.command in turning
    ]
    camp.report(LeavePlatoonCase(platoon="bears"), organiser)
    assert not turning & {choice.command for choice in legal(camp.season, organiser)}


def test_who_has_the_case_of_a_platoon_that_never_enlisted_is_not_locked_out() -> None:
    mended, organiser = Mended(), Who(ORGANISER, referee=True, needs_case=True)
    mended.tell(TakePlatoonCase(platoon="cats", reason="They asked"), organiser)
    assert "LeavePlatoonCase" in {choice.command for choice in legal(mended.state, organiser)}
    mended.undo("Enlist")
    assert "LeavePlatoonCase" not in {choice.command for choice in legal(mended.state, organiser)}


def test_a_closed_season_offers_what_it_still_hears_and_a_stranger_may_enlist() -> None:
    camp = Camp()
    assert legal(camp.season, None) == ()
    assert {choice.command for choice in legal(camp.season, Who("nobody"))} == {"Enlist"}
    camp.report(CloseSeason(), ALICE)
    assert {choice.command for choice in legal(camp.season, ALICE)} == {"TakePlatoonCase"}
    assert legal(camp.season, BOB) == ()


def test_every_report_but_the_clerks_own_is_offered_by_the_chapter_that_decides_it() -> None:
    assert {*CONTENTS.offering} == {*COMMANDS} - {*OF_THE_CLERK}
    assert len(CONTENTS.offering) == 52
    assert {command.__name__ for command in CONTENTS.offering} > HANGS_TOGETHER.keys()


def test_each_kind_of_report_is_offered_and_accepted_where_there_is_cause_for_it() -> None:
    """What simulated seasons hardly come to: retreats and rulings on them, captured and damaged vehicles, crews."""
    tried, chance = Tried(), Random(1)
    for season in (*_between_battles(), _substituted(), _with_veterans(), *_on_a_ladder(), *_at_war()):
        for who in readers(season):
            _no_secrets_in(season, who, try_all(season, who, chance, tried))
    assert tried.wrong == []
    assert {*tried.accepted} == {command.__name__ for command in CONTENTS.offering}


FAR, FARTHER = "2199-03-14T19:00:00Z", "2199-03-15T19:00:00Z"


def _between_battles() -> Iterator[Season]:
    """Before a round; with one under way, a fixture to be fought, and vehicles that want work; with it counted."""
    camp = Camp(purse=200, spare_crew_points=10, players_muster=True)
    yield deepcopy(camp.season)
    camp.report(TakePlatoonCase(platoon="bears", reason="They asked"), Who(ORGANISER, referee=True, needs_case=True))
    camp.report(Appoint(person="dora", office="umpire", reason="Knows the rules"), ALICE)
    camp.fight(bears_1={"damage": 1}, cats_1={"damage": 1})
    camp["bears-2"].crew.state = "wounded"
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    yield deepcopy(camp.season)
    camp.report(ProposeDate(fixture="r1-1", at=FAR), BOB)
    camp.report(AcceptDate(fixture="r1-1", at=FAR), CAROL)
    camp.report(ProposeDate(fixture="r1-1", at=FARTHER), CAROL)
    yield deepcopy(camp.season)
    camp.count(camp.muster("bears-3", "cats-3", fixture="r1-1"))
    yield deepcopy(camp.season)
    camp.muster("bears-3", "cats-3")
    yield camp.season


def _substituted() -> Season:
    """Somebody is to sit in for the bears, and somebody does for the cats."""
    camp = Camp(substitutes="accepted")
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    camp.report(Substitute(fixture="r1-1", platoon="cats", person="dora", reason="Away"), ALICE)
    camp.report(Substitute(fixture="r1-1", platoon="bears", person="emil", reason="Ill"), BOB)
    return camp.season


def _with_veterans() -> Season:
    camp = Camp(veterans=True, veteran_points=1, purse=9)
    crew = Veteran(key="last-year/fury", player=BOB.id, model="Light", experience=7)
    camp.report(CallVeterans(campaign=str(uuid4()), reason="They earned it", crews=(crew,)), ALICE)
    return camp.season


def _on_a_ladder() -> Iterator[Season]:
    """Somebody may challenge; a challenge waits for its answer."""
    camp = Camp()
    camp.report(OpenRound(method="ladder", deadline=""), ALICE)
    yield deepcopy(camp.season)
    gone = deepcopy(camp)
    gone.report(Drop(platoon="bears", reason="A new job"), BOB)
    yield gone.season
    camp.report(Challenge(platoon="cats", against="bears"), CAROL)
    yield camp.season


def _at_war() -> Iterator[Season]:
    """Orders are given; a retreat is due; one that was made is contradicted; vehicles were given up in a pocket."""
    war = AtWar()
    war.round()
    yield deepcopy(war.season)
    due = AtWar().put(bears="clay", cats="fay").put(cats="clay")
    due.beat("bears", "cats", "clay")
    assert due.season.retreats
    yield due.season
    made = AtWar(retreat_hours=0).put(bears="clay", cats="fay").put(cats="clay")
    made.beat("bears", "cats", "clay")
    made.corrected("r1-1", "bears")
    assert made.season.offered
    yield made.season
    pocket = AtWar(blues=4, breakout_needs=6).put(bears="elm", cats="elm", cobras="bury", cranes="fay")
    pocket.beat("bears", "cats", "elm")
    assert any(one.status == "captured" for one in pocket.season.vehicles.values())
    yield pocket.season


# -- the laws bite -----------------------------------------------------------------------------------------------------


_offered: Callable[[Season, Who], Iterable[Choice]] = CONTENTS.offering[Penalise]


def to_everybody(season: Season, who: Who) -> Iterable[Choice]:
    return _offered(season, Who(who.id, referee=True))


def to_nobody(season: Season, who: Who) -> Iterable[Choice]:
    return ()


def with_its_purse(season: Season, who: Who) -> Iterable[Choice]:
    purses = verbatim(" ".join(str(one.purse) for one in season.platoons.values()))
    return [replace(choice, label=purses) for choice in _offered(season, who)]


@pytest.mark.parametrize("fault", [to_everybody, to_nobody, with_its_purse])
def test_a_chapter_that_offers_too_much_or_too_little_is_found(
    fault: Callable[[Season, Who], Iterable[Choice]], monkeypatch: pytest.MonkeyPatch
) -> None:
    camp, organiser = Camp(purse=40), Who(ORGANISER, referee=True, needs_case=True)
    told = Moment(camp.season, Penalise(platoon="bears", score=1, reason="Late"), organiser)

    def lawful() -> bool:
        tried = Tried()
        try_all(camp.season, CAROL, Random(1), tried)
        other = _otherwise(camp.season, organiser)
        return not tried.wrong and is_offered(told) and legal(other, organiser) == legal(camp.season, organiser)

    assert lawful()
    monkeypatch.setitem(CONTENTS.offering, Penalise, fault)
    assert not lawful()
