"""Everything that forms, sheets and logs name has words of its own: options, terms, boards, conditions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from msgspec import inspect

import rules
from campaigns.season import terms
from rules.conditions import in_words, name_of, told, value_of
from rules.contract import RuleSystem
from rules.declarations import Option

SYSTEMS = [pytest.param(system, id=key) for key, system in rules.all_systems().items()]


def literals(kind: inspect.Type) -> Iterator[str]:
    """The words a field of a condition may be, or those in a list; "" is none."""
    match kind:
        case inspect.LiteralType(values=values):
            yield from (str(value) for value in values if value)
        case inspect.UnionType(types=types):
            for one in types:
                yield from literals(one)
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            yield from literals(inner)


def labelled(option: Option) -> bool:
    return bool(option.label) and len(option.labels) == len(option.choices)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_option_of_a_rulebook_has_a_label_and_so_has_every_choice(system: RuleSystem) -> None:
    declared = (*system.options, *system.board, *system.upkeep.terms)
    assert [option.name for option in declared if not labelled(option)] == []


def test_every_term_of_campaigns_has_a_label_and_so_has_every_choice() -> None:
    assert [option.name for option in (*terms.TERMS, *terms.MAP) if not labelled(option)] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_two_options_that_stand_in_one_form_have_the_same_label(system: RuleSystem) -> None:
    for declared in (system.options, terms.terms_of(system, on_map=True)):
        labels = [option.called for option in declared]
        assert len({*labels}) == len(labels)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_name_and_word_of_a_condition_has_words(system: RuleSystem) -> None:
    for field in msgspec.structs.fields(system.condition):
        assert name_of(system, field.name).singular != "%(text)s", field.name  # as it stands
        for value in literals(inspect.type_info(field.type)):
            if value != field.default:
                assert value_of(system, field.name, value) is not None, (field.name, value)


def test_a_rulebook_without_labels_shows_the_name_with_spaces() -> None:
    option = Option(name="night_fog", type="choice", default="off", help="", rule="", choices=("off", "on"))
    assert (option.called, option.choice_called("on")) == ("Night fog", "on")


def said(key: str, **condition: object) -> str:
    return in_words(rules.system(key), condition).text()


def test_a_flag_is_said_by_its_words_alone_and_left_out_when_it_is_not_so() -> None:
    assert said("tanks", out="bailed_out", tracked=False, gun_out=True) == (
        "destroyed, its crew bailed out, main weapon damaged"
    )


def test_what_is_as_new_is_not_said() -> None:
    fresh = msgspec.to_builtins(rules.system("panzer_strike").condition())
    assert list(told(rules.system("panzer_strike"), fresh)) == []
    assert said("panzer_strike", **fresh) == "as new"
    assert said("panzer_strike", mobility="semi", timer=2) == "semi-immobilised, Timer of repairs 2"


def test_cards_are_told_by_their_names_and_skills_by_what_they_do() -> None:
    wounds = [{"card": "Engine Fire", "repairable": False, "effect": "Engine Fire"}, {"card": "Bailed Out"}]
    assert said("modern_age", damage=2, criticals=wounds, skills=["quick", "aim"]) == (
        "damage 2, Critical cards (Engine Fire, Bailed Out), Crew (initiative +1, re-rolls an attack die)"
    )


def test_more_cards_than_anybody_would_report_are_told() -> None:
    assert said("modern_age", criticals=[{"card": "Fire"}] * 1000).count("Fire") == 1000


def test_what_is_less_than_nothing_is_told() -> None:
    assert said("fluid_time", gun_out=True, morale=-1, crew="lost") == "main gun disabled, morale -1, crew lost"
