"""What a rulebook declares of itself: editions, options, scenarios, catalogue, documents."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

import msgspec
import pytest

from rules.contract import Muster, Refused, RuleSystem, say
from rules.declarations import Option
from rules.kit import catalogue
from rules.player import play
from rules.record import Table
from tests.length import AT_LENGTH
from tests.rules.conformance.goldens import folder
from tests.rules.conformance.test_words import check_message


@cache
def drafted(system: RuleSystem) -> Muster:
    """One that does with the defaults: of no sheet, deck or other text of its own, and of nothing an option allows."""
    drafts = (_draft(system, seed) for seed in count(1))
    return next(one for draft in drafts if _is_legal(one := msgspec.structs.replace(draft, options={})))


@cache
def _draft(system: RuleSystem, seed: int) -> Muster:
    return system.draft(Random(seed).randrange)


def drafts(system: RuleSystem) -> Iterator[Muster]:
    """Two hundred, drafted as far as they are looked at."""
    return (_draft(system, seed) for seed in range(200))


def _is_legal(muster: Muster) -> bool:
    try:
        Table.open(muster)
    except Refused:
        return False
    return True


def values_of(option: Option) -> list[bool | int | str]:
    if option.type == "flag":
        return [False, True]
    if option.type == "number":
        return [option.least, option.default, option.most]
    if option.type == "text":  # what else it may say is the rulebook's to know
        return [option.default]
    return list(option.choices)


def test_the_folder_names_the_rulebook(system: RuleSystem) -> None:
    assert folder(system).name in (system.key, f"leaguer_{system.key}")  # a package of its own
    assert system.name
    assert system.number
    assert system.scenarios
    assert len(set(system.editions)) == len(system.editions) >= 1


def test_the_folder_has_its_documents(system: RuleSystem) -> None:
    rules_md = folder(system).joinpath("RULES.md").read_text(encoding="utf-8")
    assert len(rules_md.splitlines()) > 10
    with folder(system).joinpath("catalogue.csv").open(encoding="utf-8") as file:
        assert "source" in (csv.DictReader(file).fieldnames or ())


@pytest.mark.at_length
def test_drafts_are_legal(system: RuleSystem) -> None:
    for seed in range(100 if AT_LENGTH else 20):
        Table.open(_draft(system, seed))


def test_every_edition_still_plays(system: RuleSystem) -> None:
    """Not all that is drafted for the newest edition is in the older ones."""
    for edition in system.editions:
        muster = next(
            one for draft in drafts(system) if _is_legal(one := msgspec.structs.replace(draft, edition=edition))
        )
        table = play(system, Random(4).randrange, 30, muster)
        assert table.mustered.edition == edition


def test_a_new_battle_takes_the_newest_edition(system: RuleSystem) -> None:
    table = Table.open(msgspec.structs.replace(drafted(system), edition=""))
    assert table.mustered.edition == system.edition
    with pytest.raises(Refused) as caught:
        Table.open(msgspec.structs.replace(drafted(system), edition="never released"))
    assert caught.value.field == "edition"


def test_an_unknown_scenario_is_refused(system: RuleSystem) -> None:
    with pytest.raises(Refused) as caught:
        Table.open(msgspec.structs.replace(drafted(system), scenario="never written"))
    assert caught.value.field == "scenario"


def test_options_are_declared_for_people(system: RuleSystem) -> None:
    for declared in (system.options, system.board):
        assert len({option.name for option in declared}) == len(declared)
    for option in (*system.options, *system.board):
        assert option.rule
        assert option.name.isidentifier()
        check_message(say(option.help))
        assert option.default in values_of(option)
        assert option.least <= option.most


@pytest.mark.at_length
def test_every_option_is_taken_at_every_value(system: RuleSystem) -> None:
    for option in system.options:
        for value in values_of(option):
            options: dict[str, bool | int | str] = {option.name: value}
            muster = next(
                one for draft in drafts(system) if _is_legal(one := msgspec.structs.replace(draft, options=options))
            )
            table = play(system, Random(5).randrange, 30 if AT_LENGTH else 10, muster)
            assert table.mustered.options[option.name] == value


def test_all_options_are_frozen_in_the_muster(system: RuleSystem) -> None:
    mustered = Table.open(drafted(system)).mustered
    assert mustered.options == {option.name: option.default for option in system.options if not option.later}


def test_a_value_no_option_takes_is_refused(system: RuleSystem) -> None:
    wrong: list[tuple[str, bool | int | str]] = [("no_such_option", True)]
    for option in system.options:
        if option.type == "flag":
            wrong += [(option.name, 1), (option.name, "yes")]
        elif option.type == "number":
            wrong += [(option.name, option.least - 1), (option.name, option.most + 1), (option.name, True)]
        elif option.type == "text":
            wrong += [(option.name, "x" * (option.most + 1)), (option.name, 1)]
        else:
            wrong += [(option.name, "never heard of"), (option.name, 1)]
    for name, value in wrong:
        with pytest.raises(Refused) as caught:
            Table.open(msgspec.structs.replace(drafted(system), options={name: value}))
        assert caught.value.field.partition(".")[0] == "options", (name, value)


def test_a_board_is_taken_as_declared_and_no_other(system: RuleSystem) -> None:
    """Everything may be left out; a rulebook that declares nothing takes anything."""
    for option in system.board:
        for value in values_of(option):
            Table.open(msgspec.structs.replace(drafted(system), board={option.name: value}))
        with pytest.raises(Refused) as caught:
            Table.open(msgspec.structs.replace(drafted(system), board={option.name: ["no such thing"]}))
        assert caught.value.field == f"board.{option.name}"
    if system.board:
        with pytest.raises(Refused) as caught:
            Table.open(msgspec.structs.replace(drafted(system), board={"no_such_thing": True}))
        assert caught.value.field == "board.no_such_thing"


def test_every_article_has_its_source(system: RuleSystem) -> None:
    for edition in system.editions:
        articles = system.catalogue(edition)
        assert articles
        assert len({(article.kind, article.key) for article in articles}) == len(articles)
        for article in articles:
            assert article.name
            assert article.kind
            assert article.source
            assert article.status


def test_units_of_a_battle_come_out_of_the_catalogue(system: RuleSystem) -> None:
    for seed in range(20):
        mustered = Table.open(_draft(system, seed)).mustered
        articles = catalogue.articles(system, mustered.edition, mustered.options)
        assert {unit.model for unit in mustered.units} <= {word for one in articles for word in (one.name, one.key)}
