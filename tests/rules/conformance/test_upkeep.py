"""Between battles every rulebook answers a campaign: of whatever its battles leave, and of what people may declare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from rules import adjudicate
from rules.bounds import FaultKey
from rules.contract import Muster, RuleSystem, say
from rules.player import advance
from rules.record import RecordedReport, Table
from rules.stream.samples import sample
from rules.upkeep import GRADES, Owned, Terms
from tests.rules.conformance.games import Game, whole_games
from tests.rules.conformance.test_declarations import values_of
from tests.rules.conformance.test_words import check_message

REPORTS = 12  # of the battle that mended vehicles are sent to
CREWS = ("fit", "wounded", "lost")


def declared(system: RuleSystem) -> Terms:
    """The rulebook's own terms as they are declared."""
    return {option.name: option.default for option in system.upkeep.terms}


def some_terms(system: RuleSystem, chance: Random) -> Terms:
    """Its own terms, each with one of its values; some are left out, as in campaigns older than they are."""
    return {option.name: chance.choice(values_of(option)) for option in system.upkeep.terms if chance.randrange(4)}


def in_campaign(table: Table) -> Table:
    """The same battle, fought for a campaign."""
    first, *rest = table.entries
    assert isinstance(first.command, Muster)
    muster = msgspec.structs.replace(first.command, campaign="season")
    return Table([RecordedReport(first.side, muster, (adjudicate.muster(muster),)), *rest])


def owned_after(table: Table) -> Iterator[Owned]:
    """The vehicles of a battle as their owners have them after it."""
    muster = table.entries[0].command
    assert isinstance(muster, Muster)
    models = {unit.id: unit.model for unit in table.mustered.units}
    for unit in table.battle.outcome().units:
        yield Owned(
            edition=table.mustered.edition,
            model=models[unit.id],
            cards=tuple(muster.fittings.get(unit.id, ())),
            condition=unit.condition,
        )


def as_new(system: RuleSystem, terms: Terms, owned: Owned) -> Owned:
    """After all the workshop can do, one job after the other; what it says on the way has to hold together."""
    upkeep = system.upkeep
    left = list(upkeep.jobs(terms, owned))
    while left:
        assert len({job.key for job in left}) == len(left)
        for job in left:
            assert (job.rounds >= 1, job.points >= 0, 0 <= job.needs <= job.faces) == (True, True, True), job
            check_message(job.label)
        done, *rest = left
        condition = upkeep.mend(owned.condition, done.key)
        assert same(system, upkeep.mend(condition, done.key), condition), f"{done.key} is done twice"
        owned = msgspec.structs.replace(owned, condition=condition)
        left = list(upkeep.jobs(terms, owned))
        assert [job.key for job in left] == [job.key for job in rest]
    return owned


def same(system: RuleSystem, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return bool(decoded(system, one) == decoded(system, other))


def decoded(system: RuleSystem, condition: Mapping[str, Any]) -> Any:
    return msgspec.convert(dict(condition), system.condition, strict=True)


# -- what is declared --------------------------------------------------------------------------------------------------


def test_terms_are_declared_for_people(system: RuleSystem) -> None:
    terms = system.upkeep.terms
    assert len({option.name for option in terms}) == len(terms)
    assert not {option.name for option in terms} & set(system.upkeep.defaults)
    assert not {option.name for option in terms} & {option.name for option in system.options}
    for option in terms:
        assert option.rule
        assert option.name.isidentifier()
        check_message(say(option.help))
        assert option.default in values_of(option)


@given(seed=st.integers(0, 2**32 - 1))
def test_grades_do_nothing_unless_a_campaign_says_so(system: RuleSystem, seed: int) -> None:
    condition = next(owned_after(Table.open(system.draft(Random(seed).randrange)))).condition
    for terms in (declared(system), {}):
        for grade in GRADES:
            assert same(system, system.upkeep.post(terms, grade, condition), condition)


# -- what battles leave ------------------------------------------------------------------------------------------------


@given(game=whole_games())
def test_whatever_a_battle_leaves_the_workshop_brings_it_back_or_nothing_does(system: RuleSystem, game: Game) -> None:
    table, chance = in_campaign(game.played(system)), game.chance()
    for terms in (declared(system), some_terms(system, chance)):
        for owned in owned_after(table):
            as_new(system, terms, owned)


@given(game=whole_games())
def test_work_there_is_not_changes_nothing(system: RuleSystem, game: Game) -> None:
    for owned in owned_after(in_campaign(game.played(system))):
        for job in ("", "no-such-job", "Überholung"):
            assert same(system, system.upkeep.mend(owned.condition, job), owned.condition)


@given(game=whole_games())
def test_crews_get_well(system: RuleSystem, game: Game) -> None:
    upkeep = system.upkeep
    for owned in owned_after(in_campaign(game.played(system))):
        assert upkeep.crew(owned.condition) in CREWS
        well = upkeep.heal(owned.condition)
        assert upkeep.crew(well) == "fit"
        assert same(system, upkeep.heal(well), well)
        terms = declared(system)
        jobs = upkeep.jobs(terms, msgspec.structs.replace(owned, condition=well))
        assert [job.key for job in jobs] == [job.key for job in upkeep.jobs(terms, owned)], "a crew mends no damage"
        mended = as_new(system, terms, owned)
        assert upkeep.crew(mended.condition) == upkeep.crew(owned.condition), "nor damage a crew"


@given(game=whole_games())
def test_what_is_mended_comes_to_the_next_table(system: RuleSystem, game: Game) -> None:
    """With a crew of any grade, whatever the campaign says that does, and the battle can be played."""
    table, chance = in_campaign(game.played(system)), game.chance()
    muster = table.entries[0].command
    assert isinstance(muster, Muster)
    terms = some_terms(system, chance)
    conditions: dict[str, dict[str, Any]] = {}
    for unit, owned in zip(table.battle.outcome().units, owned_after(table), strict=True):
        mended = as_new(system, terms, owned)
        if unit.fate != "lost" or mended.condition != owned.condition:
            conditions[unit.id] = system.upkeep.heal(mended.condition)
    units = tuple(
        msgspec.structs.replace(
            unit, condition=system.upkeep.post(terms, chance.choice(GRADES), conditions.get(unit.id, {}))
        )
        for unit in muster.units
    )
    cards = {unit: names for unit, names in muster.fittings.items() if unit not in conditions}
    again = Table.open(msgspec.structs.replace(muster, units=units, fittings=cards))
    while len(again.entries) <= REPORTS and not again.battle.settled:
        advance(again, chance.randrange)


# -- what nobody has seen ----------------------------------------------------------------------------------------------


@given(seed=st.integers(0, 2**32 - 1))
def test_any_condition_can_be_asked_about(system: RuleSystem, seed: int) -> None:
    """Also one that people have declared."""
    upkeep, chance = system.upkeep, Random(seed)
    told = sample(system.condition, chance.randrange)
    try:
        condition = dict(msgspec.to_builtins(msgspec.convert(told, system.condition)))
    except msgspec.ValidationError:
        assume(False)
    model = next(article for article in system.catalogue(system.edition) if article.kind in system.model_kinds)
    as_new(system, some_terms(system, chance), Owned(edition=system.edition, model=model.name, condition=condition))
    assert upkeep.hull(condition) in (True, False)
    assert upkeep.crew(condition) in CREWS
    decoded(system, upkeep.heal(condition))
    for grade in GRADES:
        decoded(system, upkeep.post(some_terms(system, chance), grade, condition))


def test_a_price_is_that_of_what_is_known(system: RuleSystem) -> None:
    """Names are erased on request: what is left costs what it did."""
    upkeep, terms = system.upkeep, declared(system)
    if upkeep.price is None:  # its prices are those of the catalogue
        assert all(one.points >= 0 for edition in system.editions for one in system.catalogue(edition))
        return
    for edition in system.editions:
        for article in system.catalogue(edition):
            if article.kind in system.model_kinds:
                assert upkeep.price(terms, edition, article.name, ()) == article.points
                assert upkeep.price(terms, edition, article.name, ("[erased]", "no such card")) == article.points
                assert upkeep.recovers(terms, edition, article.name) in (True, False)
        assert upkeep.price(terms, edition, "[erased]", ()) == 0
        assert not upkeep.recovers(terms, edition, "[erased]")


@given(seed=st.integers(0, 2**32 - 1))
def test_faults_of_a_platoon_have_names_that_can_be_let_pass(system: RuleSystem, seed: int) -> None:
    """Of vehicles thrown together at random, from everywhere and with any cards."""
    chance = Random(seed)
    articles = system.catalogue(system.edition)
    models = [article.name for article in articles if article.kind in system.model_kinds]
    cards = [article.name for article in articles if article.kind in system.card_kinds] or ["no such card"]
    platoons = ["", *(article.name for article in articles if article.kind in system.platoon_kinds)]
    vehicles = [
        Owned(
            edition=system.edition,
            model=chance.choice([*models, "[erased]"]),
            cards=tuple(chance.choices(cards, k=chance.randrange(4))),
        )
        for _vehicle in range(chance.randrange(1, 6))
    ]
    terms, platoon = some_terms(system, chance), chance.choice(platoons)
    flaws = list(system.upkeep.flaws(terms, system.edition, platoon, vehicles))
    for flaw in flaws:
        msgspec.convert(flaw.key, FaultKey)
        assert flaw.rule
        check_message(flaw.text)
        if flaw.remedy:
            check_message(flaw.remedy)
    assert list(system.upkeep.flaws(terms, system.edition, platoon, vehicles)) == flaws


def test_most_of_what_the_rulebook_drafts_has_no_fault(system: RuleSystem) -> None:
    """A platoon that musters is one a campaign takes that plays by the same options, but for what its scenario says."""
    clean = 0
    for seed in range(40):
        muster = system.draft(Random(seed).randrange)
        terms: Terms = {**declared(system), **muster.options}
        for side, asked in muster.sides.items():
            vehicles = [
                Owned(edition=system.edition, model=unit.model, cards=tuple(muster.fittings.get(unit.id, ())))
                for unit in muster.units
                if unit.side == side
            ]
            clean += not list(system.upkeep.flaws(terms, system.edition, asked.platoon, vehicles))
    assert clean >= 30


def test_terms_unknown_to_an_old_campaign_are_as_declared(system: RuleSystem) -> None:
    """Campaigns go on that opened before a term was there."""
    for seed in range(10):
        for owned in owned_after(Table.open(system.draft(Random(seed).randrange))):
            assert system.upkeep.jobs({}, owned) == system.upkeep.jobs(declared(system), owned)
