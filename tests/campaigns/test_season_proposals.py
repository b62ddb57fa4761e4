"""Several proposals stand open in a season at a time: each waits for its own answer, and lapses with what it names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import msgspec
from hypothesis import given, settings

from battles.sentences import words
from campaigns.projections import asked_of
from campaigns.season import narrate, see_event
from campaigns.season.decider import SEASONS
from campaigns.season.kept_events import SeasonClosed
from campaigns.season.mending import MENDING, mends_of
from campaigns.season.season_end import CloseSeason
from rules.adjudicate import Who
from rules.contract import Event, Refused
from rules.stream.adjudication import Adjudication
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import Agree, Agreed, Correct, Decline, Declined, Proposed, Revised, Undo
from tests.campaigns.between import ALICE, BOB, CAROL, enlist
from tests.campaigns.mended import DAN, Mended, kept, places_aside
from tests.campaigns.test_season_mending import PENALTY, buy, refused
from tests.campaigns.test_season_mending_laws import SEEDS, correctable
from tests.campaigns.test_season_mending_laws import _next as play
from tests.length import examples


def bought() -> Mended:
    """Bob and Carol have bought something; Dan has a platoon, too."""
    told = Mended(purse=300)
    told.tell(enlist("dogs"), DAN)
    told.tell(buy(), BOB)
    told.tell(buy("cats-5", "cats"), CAROL)
    return told


def propose(told: Mended, nth: int, who: Who) -> int:
    """Ask to take back the nth purchase; where that was asked."""
    (asked,) = told.undo("Buy", who, nth)
    assert isinstance(asked, Proposed)
    return told.state.head[0]


def open_at(told: Mended) -> list[int]:
    return [one.position for one in told.state.proposals]


def sentence(told: Mended, event: Event) -> str:
    return words(narrate(told.state, event))


# -- beside one another ------------------------------------------------------------------------------------------------


def test_two_proposals_wait_each_for_its_own_answer() -> None:
    """Given Carol asks Bob and Bob asks Carol, when Bob agrees, then his purchase is gone and his question stands."""
    told = bought()
    of_bob, of_carol = propose(told, 0, CAROL), propose(told, 1, BOB)
    assert open_at(told) == [of_bob, of_carol]
    assert asked_of(told.state) == '["bears","cats"]'
    events = told.tell(Agree(position=of_bob), BOB)
    assert kept(events) == [told.at("Buy")]
    assert ("bears-5" in told.state.vehicles, open_at(told)) == (False, [of_carol])
    told.tell(Agree(position=of_carol), CAROL)
    assert ("cats-5" in told.state.vehicles, open_at(told)) == (False, [])


def test_a_revision_carries_all_that_stay_open_and_tells_nobody_what_they_ask() -> None:
    told = bought()
    told.tell(PENALTY, ALICE)
    asked = [propose(told, 0, CAROL), propose(told, 1, DAN), propose(told, 1, BOB)]
    was = told.state.proposals
    (revised, *_others) = told.undo("Penalise")
    assert isinstance(revised, Revised)
    assert revised.carried is not None
    assert [revised.carried.position, *(one.position for one in revised.beside or ())] == asked
    assert told.state.proposals == was
    shown = see_event(told.state, revised, "")
    assert isinstance(shown, Revised)
    assert (shown.data, shown.data_beside) == ({}, msgspec.UNSET)


def test_one_is_declined_and_the_others_stay() -> None:
    told = bought()
    first, second = propose(told, 0, CAROL), propose(told, 0, DAN)
    told.tell(Decline(position=first), BOB)
    assert open_at(told) == [second]
    told.tell(Decline(position=second), DAN)
    assert (open_at(told), asked_of(told.state)) == ([], "")


def test_each_is_offered_to_those_it_asks_and_to_who_asked() -> None:
    told = bought()
    of_bob, of_carol = propose(told, 0, CAROL), propose(told, 1, BOB)
    answers = {
        who.id: {(one.command, one.given["position"]) for one in mends_of(told.state, who) if "position" in one.given}
        for who in (BOB, CAROL)
    }
    assert answers[BOB.id] >= {("Agree", of_bob), ("Decline", of_bob), ("Decline", of_carol)}
    assert ("Agree", of_carol) not in answers[BOB.id]
    assert answers[CAROL.id] >= {("Agree", of_carol), ("Decline", of_carol), ("Decline", of_bob)}


def test_what_a_platoon_asks_anew_of_the_same_report_takes_the_place_of_what_it_asked() -> None:
    told = bought()
    propose(told, 0, CAROL)
    of_hers = propose(told, 1, DAN)
    anew = propose(told, 0, CAROL)
    assert open_at(told) == [of_hers, anew]


def test_a_platoon_waits_for_an_answer_before_it_asks_for_ever_more() -> None:
    told = Mended(purse=600)
    for n in range(11):
        told.tell(buy(f"bears-{n + 5}"), BOB)
    for n in range(MENDING.most_proposals):
        propose(told, n, CAROL)
    no = refused(told, Undo(position=told.at("Buy")), CAROL)
    assert no.text.values["n"] == MENDING.most_proposals
    told.tell(Decline(position=open_at(told)[0]), CAROL)
    propose(told, -1, CAROL)


# -- about the same report ---------------------------------------------------------------------------------------------


def test_two_about_one_report_the_second_lapses_with_a_word_when_the_first_is_agreed_to() -> None:
    """Both are previewed as the log stands; when one is carried out the row that the other names is gone."""
    told = bought()
    first, second = propose(told, 0, CAROL), propose(told, 0, DAN)
    of_cats = propose(told, 1, BOB)
    for position in (first, second):
        assert preview(told.history, Agree(position=position), BOB, BOB).taken
    (_agreed, revised, *_others) = told.tell(Agree(position=second), BOB)
    assert isinstance(revised, Revised)
    assert (revised.lapsed, open_at(told)) == (first, [of_cats])
    assert f"The proposal of row {first} has lapsed." in sentence(told, revised)
    refused(told, Agree(position=first), BOB)


def test_all_that_lapse_are_named() -> None:
    told = bought()
    asked = [propose(told, 0, CAROL), propose(told, 0, DAN)]
    (revised, *_others) = told.undo("Buy", nth=0)
    assert isinstance(revised, Revised)
    assert (revised.lapsed, revised.lapsed_beside, open_at(told)) == (asked[0], (asked[1],), [])
    told.redo()
    assert open_at(told) == asked  # with all else that stood there


def test_what_comes_out_otherwise_is_asked_anew() -> None:
    """Given Carol asks to strike Bob's second purchase, when his first is changed so that it comes out otherwise, then
    the row that she named is told again elsewhere: what she asked has lapsed."""
    told = Mended(purse=60)
    told.tell(buy(), BOB)
    told.tell(buy("bears-6"), BOB)
    asked = propose(told, 1, CAROL)
    data = {"platoon": "bears", "vehicles": [{"id": "bears-6", "model": "Light"}]}
    change = Correct(position=told.at("Buy", 0), how="change", type="Buy", data=data, reason="It was that one")
    (revised, *_others) = told.tell(change, ALICE)
    assert isinstance(revised, Revised)
    assert (revised.lapsed, open_at(told)) == (asked, [])


# -- as it was written before ------------------------------------------------------------------------------------------


def test_a_log_of_before_had_one_at_a_time() -> None:
    """What it wrote says of no other proposal that it stays."""
    told = bought()
    propose(told, 0, CAROL)
    second = propose(told, 1, DAN)
    rows = [
        msgspec.structs.replace(row, event=msgspec.structs.replace(row.event, beside=msgspec.UNSET))
        if isinstance(row.event, Proposed)
        else row
        for row in told.rows
    ]
    assert [one.position for one in told.history.of(rows).state().proposals] == [second]


def test_with_the_season_all_of_them_are_over() -> None:
    told = bought()
    propose(told, 0, CAROL)
    propose(told, 1, BOB)
    told.tell(CloseSeason(), ALICE)
    assert open_at(told) == []


# -- the law -----------------------------------------------------------------------------------------------------------


PLAYERS = (("bears", BOB), ("cats", CAROL), ("dogs", DAN))


@given(SEEDS)
@settings(max_examples=examples(20), deadline=None)
def test_no_proposal_is_lost_and_agreeing_does_what_an_organiser_would_do(seed: int) -> None:
    """Whatever is asked, answered, reported and mended in between: each proposal stays until it is answered, asked
    anew, or named as lapsed, and names a row that counts. Agreed to, it leaves the season as an organiser's correction
    does."""
    chance = Random(seed)
    told = bought()
    for _step in range(16):
        before, rows = {*open_at(told)}, len(told.rows)
        with suppress(Refused):
            _step_of(told, chance)
        over = {position for row in told.rows[rows:] for position in _over(told, row.event, before)}
        new = {row.position for row in told.rows[rows:] if isinstance(row.event, Proposed)}
        assert {*open_at(told)} - _come_back(told, rows) == (before | new) - over
        live = {row.position for row in told.history.live()}
        assert all(one.data["position"] in live for one in told.state.proposals)


def _step_of(told: Mended, chance: Random) -> None:
    """Mostly somebody asks that a report of another platoon be taken back, or is asked."""
    kind, found = chance.choice(("ask",) * 5 + ("answer",) * 2 + ("report", "play", "mend")), correctable(told)
    if kind == "report":
        key, who = chance.choice(PLAYERS)
        told.tell(buy(f"{key}-{len(told.rows)}", key), who)
    elif kind == "play":
        play(told, chance)
    elif kind == "answer" and told.state.proposals:
        _answer(told, chance)
    elif kind == "mend" and told.state.redo and chance.random() < 0.5:
        told.redo()
    elif found and kind in ("ask", "mend"):
        position = chance.choice([*found, *found[-4:]]).position
        strike = Correct(position=position, how="strike", reason="It was otherwise.")
        who = ALICE if kind == "mend" else chance.choice(PLAYERS)[1]
        told.tell(chance.choice((Undo(position=position), strike)), who)


def _answer(told: Mended, chance: Random) -> None:
    one = chance.choice(told.state.proposals)
    assert one.asks
    (who,) = (who for key, who in PLAYERS if key == one.asks[0])
    if chance.random() < 0.3:
        told.tell(Decline(position=one.position), who)
        return
    fork = Mended.__new__(Mended)
    Adjudication.__init__(fork, SEASONS, told.rows)
    told.tell(Agree(position=one.position), who)
    if one.position not in open_at(told):
        fork.tell(fork.history.said(one.type, one.data), ALICE)
        assert places_aside(fork.state) == places_aside(told.state)


def _over(told: Mended, event: Event, before: set[int]) -> Iterator[int]:
    """The proposals that are over with an event of a report."""
    match event:
        case Agreed() | Declined():
            if event.position not in open_at(told):
                yield event.position
        case Revised():
            yield from (event.lapsed, *(event.lapsed_beside or ()))
        case Proposed():
            gone = before - {*(event.beside or ())}
            asked = [told.rows[position - 1].event for position in gone]
            assert all(isinstance(one, Proposed) and one.side == event.side for one in asked)
            yield from gone
        case SeasonClosed():
            yield from before


def _come_back(told: Mended, rows: int) -> set[int]:
    """What had lapsed, or was asked before what is taken back, is asked again with it."""
    revised = [row.event for row in told.rows[rows:] if isinstance(row.event, Revised)]
    carried = {one.position for event in revised for one in (event.carried, *(event.beside or ())) if one is not None}
    return carried - {one.position for one in told.history.state(rows).proposals}
