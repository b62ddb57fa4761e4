"""A small part of the corpus, compared in every run: battles of each rulebook, and a season (tests/data/corpus).

`make soak` compares all of what is recorded there.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rules import all_systems
from tests.corpus import battles, comparing, product, running, seasons
from tests.corpus.battles import Battle
from tests.corpus.differing import Found
from tests.length import AT_LENGTH, some_of

SAMPLE = Path(__file__).parents[1] / "data" / "corpus"
BATTLES = 5 if AT_LENGTH else 1  # of each rulebook


def compared(system: str) -> list[Found]:
    """What is told of some of the battles, and of the seasons with some of what was asked after each of their calls."""
    told = list(running.lines(SAMPLE, only=f"{system}/"))
    battles_of = [running.compare_line(one) for one in some_of([one for one in told if one[0] == "battle"], BATTLES)]
    found = [msgspec.json.decode(text, type=seasons.Season) for kind, text in told if kind != "battle"]
    for season in found:
        there = zip(season.asked.after, season.asked.addresses, strict=True)
        season.asked.addresses = [
            some_of(some, 1 + len(some) // (4 if AT_LENGTH else 30), str(after)) for after, some in there
        ]
    return [*map(seasons.compare, found), *battles_of]


def a_battle() -> Battle:
    return next(battles.read(line) for kind, line in running.lines(SAMPLE, only="tanks/") if kind == "battle")


@pytest.mark.at_length
@pytest.mark.parametrize("system", list(all_systems()))
@pytest.mark.django_db
def test_battles_and_seasons_come_out_as_they_were_recorded(system: str) -> None:
    found = compared(system)
    assert len(found) >= BATTLES
    assert [running.told(one, 5) for one in found if one.structure] == []


def test_a_battle_that_goes_otherwise_is_told() -> None:
    """Its first roll by another seed: the log differs from there on."""
    battle = a_battle()
    assert battle.seen is not None
    seed = battle.told[0].split('"seed":"')[1][:64]
    other = [line.replace(seed, "0" * 64) for line in battle.told]
    found = comparing.battle(Battle(battle.name, other, battle.seen))
    assert found.structure[0][0] == "row 1.data.seed" or found.structure[0][0] == "told to"


def test_a_choice_that_is_not_offered_any_more_is_told() -> None:
    battle = a_battle()
    assert battle.seen is not None
    name = next(name for name in battle.seen.steps[3] if name.startswith("choices/"))
    battle.seen.steps[3][name] = battle.seen.steps[3]["told/spectator"]
    found = comparing.battle(battle)
    assert [where.partition("[")[0] for where, _was, _now in found.structure] == [f"step 3/{name}"]


def test_other_words_are_no_difference_in_structure() -> None:
    was = {"label": {"singular": "Fire at %(unit)s", "values": {"unit": "alpha"}}, "n": 3}
    found = Found("")
    found.compare("choice", was, {"label": {"singular": "Shoot %(unit)s", "values": {"unit": "alpha"}}, "n": 3})
    assert (found.structure, found.words) == ([], {("Fire at %(unit)s", "Shoot %(unit)s"): 1})
    found.compare("choice", was, {"label": {"singular": "Shoot %(unit)s", "values": {"unit": "bravo"}}, "n": 4})
    assert [where for where, _was, _now in found.structure] == ["choice.label.§[1]", "choice.n"]


@pytest.mark.django_db
def test_a_season_is_recorded_with_the_new_seeds_it_has_now_and_comes_out_the_same() -> None:
    """As it closes Leaguer is committed to a new seed; told again it is to the same one."""
    small = {"system": "tanks", "platoons": 2, "rounds": 1, "seed": 3, "club": "Corpus", "sectors": 0}
    made = seasons.recorded("tanks/small", lambda: product.season(small))
    season = msgspec.json.decode(msgspec.json.encode(made), type=seasons.Season)
    assert season.written is not None
    told = [row[2] for stream in season.written.streams.values() for row in stream["rows"]]
    assert told.count("Reseeded") >= 2  # of the season and of a battle
    assert seasons.compare(season).structure == []
