"""Each law of the conformance suite, broken on purpose in a toy rulebook: the suite sees it. Whole, it keeps all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis.errors import UnsatisfiedAssumption

import rules
from rules.contract import RuleSystem
from tests.length import AT_LENGTH
from tests.rules import conformance
from tests.rules.breaches import form, house, play, upkeep
from tests.rules.breaches.kinds import Broken, part
from tests.rules.conformance import (
    test_choices,
    test_corrections,
    test_declarations,
    test_depths,
    test_explanations,
    test_facts,
    test_goldens,
    test_log,
    test_mends,
    test_outcome,
    test_own_dice,
    test_previews,
    test_purity,
    test_refusals,
    test_secrets,
    test_undo,
    test_upkeep,
    test_words,
)
from tests.rules.conformance.games import LONGEST, Game
from tests.rules.conformance.goldens import recorded
from tests.rules.toys import toy

# Laws set aside battles they say nothing of; here they do so outside of Hypothesis.
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")

Law = Any  # a test of the suite, as a function of a rulebook
KEY = "bitten_toy"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RuleSystem]:
    with toy(tmp_path_factory.mktemp("systems"), KEY) as system:
        yield system


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[[RuleSystem], None]:
    def _install(system: RuleSystem) -> None:
        monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({KEY: system}))

    return _install


BREACHES: list[tuple[Broken, Law]] = [
    (play.decide_that_acts, test_purity.test_decide_changes_no_state),
    (play.decide_that_acts_before_it_refuses, test_purity.test_a_refusal_leaves_no_trace),
    (play.legal_that_counts, test_purity.test_asking_and_showing_change_nothing),
    (play.evolve_that_keeps_a_piece_of_an_event, test_purity.test_folding_changes_no_event),
    (play.evolve_that_counts, test_log.test_live_and_replayed_are_the_same),
    (play.decide_by_chance, test_log.test_the_same_reports_are_decided_the_same),
    (play.decide_by_chance, test_log.test_the_same_picks_play_the_same_battle),
    (form.hold_without_an_event, test_log.test_every_report_leaves_declared_events),
    (form.an_event_undeclared, test_log.test_every_report_leaves_declared_events),
    (form.an_event_undeclared, test_log.test_what_is_stored_is_loaded_as_it_was),
    (play.legal_too_wide, test_choices.test_what_is_offered_is_accepted),
    (play.legal_without("Hold"), test_choices.test_what_is_accepted_was_offered),
    (play.legal_without_a_field, test_choices.test_what_is_accepted_was_offered),
    (play.reports_of_anybody, test_choices.test_what_is_accepted_was_offered),
    (play.legal_for_anybody, test_choices.test_nobody_else_is_offered_anything),
    (play.legal_of_nothing, test_choices.test_what_is_accepted_was_offered),
    (play.see_everything, test_secrets.test_face_down_cards_are_named_in_no_answer),
    (play.see_everything, test_secrets.test_what_is_hidden_makes_no_difference_to_others),
    (play.refuse_with_the_card, test_secrets.test_face_down_cards_are_named_in_no_answer),
    (play.ask_only_who_has_smoke, test_secrets.test_what_is_hidden_makes_no_difference_to_others),
    (play.cards_face_up, test_secrets.test_a_muster_shows_a_side_its_own_cards_alone),
    (play.seed_in_the_open, test_secrets.test_the_seed_is_disclosed_by_the_settlement_alone),
    (form.narrate_all_but_one, test_words.test_every_event_is_narrated),
    (form.narrate_all_but_one, test_words.test_events_nobody_has_seen_yet_are_narrated),
    (form.narrate_with_a_gap, test_words.test_every_event_is_narrated),
    (form.narrate_a_finished_sentence, test_words.test_every_event_is_narrated),
    (form.a_report_without_a_sentence, test_words.test_every_report_has_its_schema),
    (form.a_report_called_like_the_frame_s, test_words.test_names_are_one_of_a_kind),
    (form.stumble, test_refusals.test_any_report_is_ruled_or_refused),
    (form.refuse_without_a_rule, test_refusals.test_any_report_is_ruled_or_refused),
    (form.refuse_a_field_there_is_not, test_refusals.test_any_report_is_ruled_or_refused),
    (form.status_that_adds_up, test_depths.test_a_status_said_twice_counts_once),
    (form.result_not_heard, test_depths.test_status_and_result_lead_to_the_conditions_that_were_played),
    (form.stuck_after_status, test_depths.test_back_at_every_shot_the_battle_can_be_played_on),
    (form.aftermath_without_end, test_outcome.test_the_aftermath_comes_to_an_end),
    (form.outcome_changed(over=True), test_outcome.test_an_outcome_adds_up),
    (form.outcome_changed(points={"green": 1}), test_outcome.test_an_outcome_adds_up),
    (form.outcome_changed(units=()), test_outcome.test_an_outcome_adds_up),
    (form.feats_of_nowhere, test_outcome.test_feats_cite_reports),
    (form.wrecks_that_change_the_result, test_outcome.test_the_aftermath_changes_no_result),
    (form.any_edition, test_declarations.test_a_new_battle_takes_the_newest_edition),
    (form.any_option, test_declarations.test_a_value_no_option_takes_is_refused),
    (form.an_option_that_cannot_be_taken, test_declarations.test_every_option_is_taken_at_every_value),
    (form.an_edition_forgotten, test_declarations.test_every_edition_still_plays),
    (form.an_edition_forgotten, test_goldens.test_every_edition_has_a_recorded_battle),
    (form.figures_without_a_source, test_declarations.test_every_article_has_its_source),
    (upkeep.work_without_end, test_upkeep.test_whatever_a_battle_leaves_the_workshop_brings_it_back_or_nothing_does),
    (upkeep.jobs_of_one_name, test_upkeep.test_whatever_a_battle_leaves_the_workshop_brings_it_back_or_nothing_does),
    (upkeep.work_on_what_is_whole, test_upkeep.test_any_condition_can_be_asked_about),
    (upkeep.mended_whatever_is_asked, test_upkeep.test_work_there_is_not_changes_nothing),
    (upkeep.crews_that_stay_in_bed, test_upkeep.test_crews_get_well),
    (upkeep.crews_that_mend, test_upkeep.test_crews_get_well),
    (upkeep.grades_nobody_agreed_on, test_upkeep.test_grades_do_nothing_unless_a_campaign_says_so),
    (upkeep.wrecks_that_are_sent_to_fight, test_upkeep.test_what_is_mended_comes_to_the_next_table),
    (upkeep.prices_of_the_known_alone, test_upkeep.test_a_price_is_that_of_what_is_known),
    (upkeep.a_fault_with_a_dot, test_upkeep.test_faults_of_a_platoon_have_names_that_can_be_let_pass),
    (upkeep.a_fault_with_a_dot, test_upkeep.test_most_of_what_the_rulebook_drafts_has_no_fault),
    (upkeep.a_term_like_an_option, test_upkeep.test_terms_are_declared_for_people),
    (upkeep.a_term_that_has_to_be_there, test_upkeep.test_terms_unknown_to_an_old_campaign_are_as_declared),
]

HOUSE: list[tuple[house.Breach, Law]] = [
    (house.own_dice_forgotten, test_corrections.test_a_corrected_battle_is_the_battle_told_right),
    (house.leaguer_rolls_unasked, test_own_dice.test_leaguer_rolls_what_he_is_told_to_alone),
    (house.leaguer_rolls_for_no_table, test_own_dice.test_told_that_leaguer_rolls_he_rolls_as_ever),
    (house.a_changed_report_forgotten, test_corrections.test_a_corrected_battle_is_the_battle_told_right),
    (house.trouble_hushed_up, test_corrections.test_a_corrected_battle_is_the_battle_told_right),
    (house.half_a_report_left, test_corrections.test_what_is_struck_was_never_told),
    (house.nothing_kept, test_corrections.test_what_is_kept_is_what_it_came_to_at_the_table),
    (house.all_kept, test_corrections.test_what_is_kept_is_what_it_came_to_at_the_table),
    (house.confirmed_whatever_the_outcome, test_corrections.test_confirmations_stand_as_long_as_the_outcome_does),
    (house.never_confirmed_again, test_corrections.test_confirmations_stand_as_long_as_the_outcome_does),
    (house.redo_forgets_what_was_left, test_undo.test_an_undone_correction_has_never_been),
    (house.undo_without_redo, test_undo.test_undo_and_redo_come_out_where_they_began),
    (house.nothing_struck, test_undo.test_what_stood_at_a_moment_stands_there_for_ever),
    (house.fallen_dice_forgotten, test_undo.test_no_die_of_leaguer_s_falls_twice),
    (house.everybody_undoes_everything, test_undo.test_who_undoes_alone_has_told_it_alone),
    (house.nobody_undoes_alone, test_undo.test_who_undoes_alone_has_told_it_alone),
    (house.everybody_amends, test_mends.test_what_both_have_confirmed_is_a_referee_s_to_mend),
    (house.everybody_amends, test_mends.test_a_side_alone_undoes_its_own_and_asks_for_all_else),
    (house.an_undo_of_nothing_offered, test_mends.test_what_is_offered_is_accepted_or_refused_in_words),
    (house.nothing_is_possible, test_facts.test_what_may_be_declared_leaves_a_battle),
    (house.a_fact_not_set, test_facts.test_what_is_declared_is_what_stands),
    (house.facts_of_what_is_fixed, test_facts.test_facts_tell_nothing_hidden),
    (house.facts_of_what_is_fixed, test_facts.test_every_fact_has_its_name),
    (house.preview_that_rolls, test_previews.test_a_look_ahead_shows_no_die_that_has_not_fallen),
    (house.preview_of_nothing, test_previews.test_a_preview_lists_each_report_from_which_something_else_follows),
    (house.preview_blind_to_the_sheet, test_previews.test_a_preview_comes_true),
    (house.others_reports_tried, test_previews.test_a_look_ahead_tells_nothing_hidden),
    (house.refusals_tell_cards, test_previews.test_a_look_ahead_tells_nothing_hidden),
    (house.cards_are_turned_up_ahead, test_previews.test_a_look_ahead_tells_nothing_hidden),
    (house.explained_to_everyone_as_to_blue, test_explanations.test_every_line_is_explained),
    (house.explained_a_row_late, test_explanations.test_every_line_is_explained),
]


# A law is broken when it does not hold, or when the battle it is tried on cannot even be played.
SEEN = (Exception, pytest.fail.Exception)


# Rare in random battles: where to look first, so that the search is a short one as long as players play as they do.
# Several of each, since any change to how they play makes some of them other battles.
LOOK_FIRST: dict[house.Breach, tuple[int, ...]] = {
    house.others_reports_tried: (50, 159, 289, 30),
    house.refusals_tell_cards: (50, 159, 289, 30),
    house.cards_are_turned_up_ahead: (30, 243),
}
BATTLES = 12
MOST = LONGEST if AT_LENGTH else 40  # reports of the longest
FURTHER = 10  # times the battles of the suite are searched for what is broken on purpose


def apply(law: Law, system: RuleSystem, first: tuple[int, ...] = (), battles: int = BATTLES) -> None:
    """The law, on as many battles as the suite tries it on, be they of two rulebooks; without the search for the
    smallest counter-example.

    first: the battles to look at first.
    """
    if "golden" in signature(law).parameters:
        for golden in recorded(system):
            law(golden)
        return
    search = getattr(law, "hypothesis", None)
    if search is None:
        law(system)
        return
    for number in (*first, *range(battles)):
        with suppress(UnsatisfiedAssumption):
            if "game" in signature(search.inner_test).parameters:
                search.inner_test(system, game=Game(number, (0, 3, 5, 8, 13, 21, MOST)[number % 7]))
            else:
                search.inner_test(system, seed=number)


@pytest.mark.parametrize(("broken", "law"), BREACHES, ids=[f"{b.__name__}-{law.__name__}" for b, law in BREACHES])
def test_a_broken_law_is_seen(
    whole: RuleSystem, install: Callable[[RuleSystem], None], broken: Broken, law: Law
) -> None:
    mutant = broken(whole)
    install(mutant)
    with pytest.raises(SEEN):
        apply(law, mutant)


@pytest.mark.parametrize(("breach", "law"), HOUSE, ids=[f"{b.__name__}-{law.__name__}" for b, law in HOUSE])
def test_a_broken_house_is_seen(
    whole: RuleSystem,
    install: Callable[[RuleSystem], None],
    monkeypatch: pytest.MonkeyPatch,
    breach: house.Breach,
    law: Law,
) -> None:
    install(whole)
    breach(monkeypatch)
    first = LOOK_FIRST.get(breach, ())
    with pytest.raises(SEEN):
        apply(law, whole, first, FURTHER * BATTLES if first else BATTLES)


def every_law() -> list[Law]:
    """Of the suite, but what two processes are compared for: see `test_startrulebook`."""
    files = sorted(Path(conformance.__file__).parent.glob("test_*.py"))
    modules = [vars(import_module(f"{conformance.__name__}.{file.stem}")) for file in files]
    laws = [law for module in modules for name, law in module.items() if name.startswith("test_") and callable(law)]
    return [law for law in laws if law is not test_goldens.test_no_hash_seed_changes_anything]


BROKEN_HERE = frozenset(law for _broken, law in (*BREACHES, *HOUSE))
RARELY = {law: sorted({n for one, of in HOUSE if of is law for n in LOOK_FIRST.get(one, ())}) for _one, law in HOUSE}
AT_A_GLANCE = 3 if AT_LENGTH else 1
USUALLY = BATTLES if AT_LENGTH else 3


@pytest.mark.at_length
@pytest.mark.parametrize("law", every_law())
def test_the_law_holds_of_the_whole_one(whole: RuleSystem, install: Callable[[RuleSystem], None], law: Law) -> None:
    """In the battles it is seen to break in; of the others in a few, as `startrulebook` promises."""
    install(whole)
    rarely = tuple(RARELY.get(law, ()))[: None if AT_LENGTH else 1]
    apply(law, whole, rarely, USUALLY if law in BROKEN_HERE and not rarely else AT_A_GLANCE)


def test_there_are_more_laws_than_are_broken_here() -> None:
    assert set(every_law()) > BROKEN_HERE


def test_a_figure_changed_under_an_old_edition_is_seen(
    whole: RuleSystem, install: Callable[[RuleSystem], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    install(whole)
    (golden,) = recorded(whole)
    test_goldens.test_a_recorded_battle_is_decided_as_it_was(golden)
    monkeypatch.setattr(part(whole, "tables"), "hits_on", lambda edition: 4)
    with pytest.raises(SEEN):
        test_goldens.test_a_recorded_battle_is_decided_as_it_was(golden)


def test_a_fold_changed_under_an_old_edition_is_seen(whole: RuleSystem, install: Callable[[RuleSystem], None]) -> None:
    (golden,) = recorded(whole)
    install(form.status_that_adds_up(form.feats_of_nowhere(whole)))
    with pytest.raises(AssertionError):
        test_goldens.test_a_recorded_battle_folds_to_what_it_was(golden)
