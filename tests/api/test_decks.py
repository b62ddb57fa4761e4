"""A deck that lies face down stays so over HTTP: nobody reads order or salt, and a draw that is tried names no card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from tests.api.conftest import Caller, problem, report, said, take_case
from tests.battles.fluid_time.dealt import OVER, Dealt
from tests.battles.fluid_time.twins import CARDS, REST, SAME, Twins
from tests.cast import Cast
from tests.length import some_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
READERS = ("anonymous", "bob")
ASKS = {"anonymous": 401}  # who may not ask for facts that can be declared
DRY, WHOLE, EACH = "?dry_run=true", "?dry_run=true&atomic=true", "?dry_run=true&atomic=false"
DRAW: dict[str, Any] = {"type": "Draw", "data": {}}


@pytest.fixture
def players(cast: Cast) -> dict[str, str]:
    """Alice may report for both, as she who runs the site."""
    cast.alice.is_superuser = True
    cast.alice.save()
    return {"germans": str(cast.carol.pk), "soviets": str(cast.bob.pk)}


@pytest.fixture
def twins(players: dict[str, str]) -> Twins:
    return Twins(players)


def getting(caller: Caller, path: str) -> Callable[[Dealt], tuple[int, bytes]]:
    def get(battle: Dealt) -> tuple[int, bytes]:
        response = caller.get(f"battles/{battle.stream}/{path}")
        return response.status_code, response.content

    return get


def posting(
    caller: Caller, body: Any, query: str, kind: str = "application/json"
) -> Callable[[Dealt], tuple[int, bytes]]:
    def post(battle: Dealt) -> tuple[int, bytes]:
        response = caller.post(f"battles/{battle.stream}/commands/{query}", body, kind)
        return response.status_code, response.content

    return post


def read_everything(twins: Twins, people: dict[str, Caller]) -> None:
    head = twins.both[0].head
    paths = ["", f"state/?at={head}", "state/?at=1", "?as_of=2999-01-01T00:00:00Z", "events/?limit=200"]
    explained = said(people["bob"].get(f"battles/{twins.both[0].stream}/explain/"))["facts"]
    paths += ["events/?limit=200&history=all", "explain/"]
    paths += [f"explain/?of={fact['of']}" for fact in explained if fact["of"].startswith("facts.")][:6]
    for reader in READERS:
        for path in (*paths, "facts/"):
            status = twins.read(getting(people[reader], path), f"{reader} {path}")
            assert status == (ASKS.get(reader, 200) if path == "facts/" else 200)


def try_everything(twins: Twins, people: dict[str, Caller]) -> None:
    """Draws alone and in batches, guesses, revisions of every row, declarations of all the deck is made of, and what
    comes too late. Nothing of it is written."""
    head = twins.both[0].head
    guesses = [{"type": "Draw", "data": {"card": card}} for card in (*REST, "germans/no/such")]
    ended = {"type": "EndImpulse", "data": {"side": "germans"}}
    batches: list[list[dict[str, Any]]] = [[DRAW], [DRAW, DRAW], [DRAW, ended, DRAW], *([one] for one in guesses)]
    batches += [[DRAW, one] for one in guesses]
    batches += [[{"type": type_, "data": data}] for type_, data in revisions(head)]
    for name in ("bob", "alice"):
        for batch in batches if name == "bob" else some_of(batches, len(batches) // 2):
            for query in (DRY, EACH) if len(batch) > 1 else (DRY,):
                body = [one | {"id": str(uuid4())} for one in batch]
                twins.read(posting(people[name], body if len(body) > 1 else body[0], query), f"{name} {batch} {query}")
        late = report("EndImpulse", after=1, side="soviets")
        assert twins.read(posting(people[name], late, ""), "late") == {"bob": 409, "alice": 403}[name]  # has no case
        script = posting(people[name], "draw\ndraw\n", f"{EACH}&after={head}", "text/x-battle-script")
        assert twins.read(script, "script") == 200


def revisions(head: int) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    for position in range(2, head + 1):
        where = {"position": position, "reason": "So it was"}
        found += [
            ("Undo", where),
            ("Correct", where | {"how": "strike"}),
            ("Correct", where | {"how": "strike", "rest": "keep"}),
        ]
        for settle in ({}, {str(n): {"how": "roll"} for n in range(2, head + 1)}):
            found.append(("Correct", where | {"how": "insert", "settle": settle} | DRAW))
    for facts in (
        {"seal": ""},
        {"seal": "", "phase": "shuffle"},
        {"dealt": [*SAME, REST[0]]},
        {"pack": list(REST), "dealt": []},
        {"shuffles": 0},
    ):
        found.append(("Declare", {"facts": facts, "reason": "So it is"}))
    return found


@pytest.mark.at_length
def test_two_battles_that_differ_in_their_seed_are_the_same_until_a_card_tells_them_apart(
    twins: Twins, people: dict[str, Caller]
) -> None:
    twins.alice("draw", "draw")
    read_everything(twins, people)
    try_everything(twins, people)
    assert [battle.drawn() for battle in twins.both] == [list(SAME)] * 2
    assert twins.compared > 100
    twins.alice("draw")
    assert [battle.drawn()[-1] for battle in twins.both] == [cards[2] for cards in CARDS]
    with pytest.raises(AssertionError):
        twins.read(getting(people["bob"], "events/?limit=200"))
    for battle in twins.both:
        text = people["bob"].get(f"battles/{battle.stream}/events/?limit=200").content
        assert battle.deck().salt.encode() not in text


def test_what_was_proposed_of_a_deck_tells_nothing_of_it(twins: Twins, people: dict[str, Caller]) -> None:
    twins.alice("draw")
    facts = {"dealt": [*SAME], "drawn": [*SAME], "impulses": 2}
    for battle in twins.both:
        said_so = people["bob"].report(battle.stream, "Declare", facts=facts, reason="We drew two")
        assert said_so.status_code == 200, said_so.content
    for reader in READERS:
        for path in ("", "events/?limit=200", "facts/", "explain/"):
            twins.read(getting(people[reader], path), f"{reader} {path}")
    for battle in twins.both:
        (agree,) = [
            one for one in said(people["carol"].get(f"battles/{battle.stream}/"))["mends"] if one["command"] == "Agree"
        ]
        assert people["carol"].report(battle.stream, "Agree", **agree["given"]).status_code == 200
    twins.read(getting(people["bob"], ""))


def test_trying_a_draw_tells_the_question_and_no_card(twins: Twins, people: dict[str, Caller]) -> None:
    battle, bob = twins.both[0], people["bob"]
    (asked,) = said(bob.post(f"battles/{battle.stream}/commands/{DRY}", report("Draw")))["reports"]
    assert (asked["status"], asked["events"]) == ("asks", [])
    assert (asked["asks"]["question"], asked["asks"]["field"], asked["asks"]["shows"]) == ("deck-1/1", "", [])
    several = said(bob.post(f"battles/{battle.stream}/commands/{EACH}", [report("Draw"), report("Draw")]))["reports"]
    assert [one["status"] for one in several] == ["asks", "untried"]


def test_an_export_without_sealed_values_tells_nothing(twins: Twins) -> None:
    for lines in ((), ("draw", "draw")):
        twins.alice(*lines)
        twins.read(lambda battle: (0, battle.exported()), "export")


# -- reporting ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def battle(players: dict[str, str]) -> Dealt:
    return Dealt(*CARDS[0], players=players)


def told(battle: Dealt, line: str) -> dict[str, Any]:
    """A line of script as a report in JSON."""
    said_so = battle.report(line)
    return report(said_so.type, **msgspec.json.decode(said_so.data))


def test_somebody_else_may_do_nothing(people: dict[str, Caller], battle: Dealt) -> None:
    head = battle.head
    for line in ("draw", "invoke-commander germans", "invoke-together", "concede soviets", "undo position=2"):
        body = told(battle, line)
        for query in ("", DRY, EACH):
            where = f"battles/{battle.stream}/commands/{query}"
            problem(people["anonymous"].post(where, body), 401, "not-authenticated")
            refused = people["dave"].post(where, body)
            if refused.status_code == 200:  # of a batch tried one by one, each has its own answer
                assert said(refused)["reports"][0]["status"] == "refused"
            else:
                assert refused.status_code == 403
    assert battle.head == head


def test_one_side_does_not_play_the_others_cards(people: dict[str, Caller], battle: Dealt) -> None:
    battle.alice("draw", "draw", "draw")  # the third is the germans' Free Action
    for line in ("aim tiger t34", "go-on-overwatch tiger by=free", "end-impulse germans"):
        refused = people["bob"].post(f"battles/{battle.stream}/commands/", told(battle, line))
        problem(refused, 403, "not-yours")


WRONG: list[tuple[str, Any]] = [
    ("Draw", {"card": 7}),
    ("Draw", {"card": None}),
    ("Draw", {"card": ["germans/panzers/move"]}),
    ("Draw", {"card": {"card": "turn_over"}}),
    ("Draw", {"card": "turn_over\0"}),
    ("Draw", {"card": "x" * 131}),
    ("Draw", {"card": "germans/panzers/free_action"}),  # Leaguer draws
    ("Draw", {"roll": 3}),
    ("Shuffle", {"order": list(CARDS[0])}),
    ("Shuffle", {}),  # it lies face down
    ("InvokeCommander", {"side": ""}),
    ("InvokeCommander", {"side": "romans"}),
    ("InvokeTogether", {"die": [7]}),
    ("InvokeTogether", {"die": [1, 2]}),
    ("InvokeTogether", {"die": 3}),
    ("CheckMorale", {"unit": "tiger", "dice": [0, 3]}),
    ("Fire", {"unit": "tiger", "range": "short", "facing": "front", "hit": [11]}),
    ("Fire", {"unit": "tiger", "range": "short", "facing": "front", "hit": [1.5]}),
    ("Move", {"unit": "tiger", "distance": -1, "by": "move"}),
    ("Move", {"unit": "tiger", "distance": 10**30, "by": "move"}),
    ("Observe", {"unit": "tiger", "note": "\0"}),
    ("SendStrike", {"side": "germans", "entry": 9}),
    ("CallSupport", {"side": "germans", "observer": "yes"}),
]


@pytest.mark.parametrize(("type_", "data"), WRONG)
def test_what_is_wrong_is_refused_by_name(bob: Caller, battle: Dealt, type_: str, data: dict[str, Any]) -> None:
    head = battle.head
    answer = bob.report(battle.stream, type_, **data)
    assert answer.status_code in (400, 403, 422), answer.content
    found = problem(answer, answer.status_code, said(answer)["code"])
    assert found["detail"]
    assert battle.head == head


@pytest.mark.parametrize(
    "dice",
    [
        {"hit": [1], "damage": [6, 6]},
        {"hit": [1], "damage": [6] * 7},
        {"hit": [1, 1], "damage": [6] * 6},
        {"hit": [10], "damage": [6] * 6},
        {"hit": [1], "damage": [1] * 6, "effect": [3]},
        {"hit": [1], "damage": [6] * 6, "effect": [3, 3]},
        {"damage": [6] * 6},
    ],
)
def test_dice_that_do_not_fit_are_refused_by_name(carol: Caller, battle: Dealt, dice: dict[str, Any]) -> None:
    battle.alice("draw", "draw", "draw").carol("aim tiger t34")
    head = battle.head
    answer = carol.report(battle.stream, "Fire", unit="tiger", range="short", facing="front", **dice)
    found = problem(answer, 422, "refused")
    assert found["field"] in ("hit", "damage", "effect")
    assert found["remedy"]
    assert battle.head == head


def test_of_a_deck_of_the_players_own_a_card_that_is_not_left_is_refused(bob: Caller, players: dict[str, str]) -> None:
    battle = Dealt(*CARDS[0], players=players, deck_draw="table")
    assert bob.report(battle.stream, "Draw", card=SAME[0]).status_code == 200
    for card in (SAME[0], "germans/no/move", "", "TURN_OVER", "turn_over " * 3):
        found = problem(bob.report(battle.stream, "Draw", card=card), 422, "refused")
        assert (found["field"], found["rule"]) == ("card", "004 R2")
        assert SAME[1] in found["remedy"]
        assert SAME[0] not in found["remedy"]
    assert bob.report(battle.stream, "Draw", card=OVER).status_code == 200
    assert battle.told()[-1] == "TurnEnded"
    assert not battle.rolls()
    battle.verified()


def test_nested_json_is_refused(bob: Caller, battle: Dealt) -> None:
    deep = b'{"id":"%s","type":"Draw","data":{"card":%s%s}}' % (str(uuid4()).encode(), b"[" * 5000, b"]" * 5000)
    answer = bob.post(f"battles/{battle.stream}/commands/", deep)
    problem(answer, 400, "malformed")


def test_a_whole_turn_as_a_script_counts_once(people: dict[str, Caller], battle: Dealt) -> None:
    """Posted by her who may report for both, as far as the cards are known; then to the end, in one text."""
    alice, where = people["alice"], f"battles/{battle.stream}/commands/"
    take_case(alice, battle.stream)
    turn = (
        "draw  # nobody's\n\ndraw\ndraw\ngermans: aim tiger t34\n"
        "germans: fire tiger short front hit=1 damage=1,1,1,1,1,1\n"
        "germans: end-impulse germans\nsoviets: invoke-commander soviets\nsoviets: check-morale t34 dice=6,6\n"
        'soviets: observe t34 note="where is it?"\nsoviets: end-impulse soviets\n'
        "draw\nsoviets: move t34 55 rough by=move\nsoviets: end-impulse soviets\ndraw\nshuffle\n"
    )
    first = alice.post(f"{where}?after=3", turn, "text/x-battle-script")
    assert first.status_code == 200, first.content
    assert {one["status"] for one in said(first)["reports"]} == {"accepted"}
    assert alice.post(f"{where}?after=3", turn, "text/x-battle-script").content == first.content
    assert battle.told()[-3:] == ["TurnEnded", "DeckDisclosed", "DeckShuffled"]
    assert battle.drawn() == list(CARDS[0])
    battle.verified()
    late = alice.post(f"{where}?after=3", "germans: aim tiger t34", "text/x-battle-script")
    assert problem(late, 409, "conflict")["position"] == battle.head


def test_a_draw_that_is_sent_again_is_answered_with_the_same_bytes(people: dict[str, Caller], battle: Dealt) -> None:
    """A phone that lost its net, or a worker that was killed before it answered: the same id, the same card."""
    where, sent = f"battles/{battle.stream}/commands/", report("Draw")
    first = people["bob"].post(where, sent)
    people["carol"].post(where, report("Draw"))
    again = people["bob"].post(where, sent)
    assert (again.status_code, again.content) == (200, first.content)
    assert said(first)["reports"][0]["events"][0]["data"]["card"] == SAME[0]
    assert battle.drawn() == list(SAME)
    problem(people["bob"].post(where, sent | {"data": {"card": OVER}}), 422, "reused")


def test_the_seal_is_in_the_log_as_it_is_told(people: dict[str, Caller], battle: Dealt) -> None:
    (shuffled,) = said(people["anonymous"].get(f"battles/{battle.stream}/events/?after=1"))["events"]
    assert shuffled["data"]["order"]["sealed"] == battle.deck().sealed
    assert shuffled["data"]["order"].get("salt", "") == ""
    assert (shuffled["data"]["order"]["values"], shuffled["data"]["order"]["question"]) == ([], "deck-1")


def test_whoever_is_behind_hears_which_cards_were_drawn_and_no_other(people: dict[str, Caller], battle: Dealt) -> None:
    battle.alice("draw", "draw", "draw")  # the third begins an Impulse
    late = problem(people["bob"].post(f"battles/{battle.stream}/commands/", report("Draw", after=2)), 409, "conflict")
    drawn = [one["data"]["card"] for one in late["missed"] if one["type"] == "CardDrawn"]
    assert drawn == list(CARDS[0][:3])


def test_a_script_that_meets_what_was_missed_after_a_draw_says_where_it_stopped(
    people: dict[str, Caller], battle: Dealt
) -> None:
    battle.alice("invoke-commander soviets", "observe t34", "end-impulse soviets")
    text = "draw\ntake-hull-down t34\ndraw\n"
    answer = people["bob"].post(f"battles/{battle.stream}/commands/?after=4", text, "text/x-battle-script")
    assert answer.status_code == 200, answer.content
    drawn, late, untried = said(answer)["reports"]
    assert (drawn["status"], late["status"], untried["status"]) == ("accepted", "refused", "untried")
    assert (late["problem"]["code"], late["problem"]["status"]) == ("conflict", 409)
    assert battle.drawn() == list(SAME[:1])
