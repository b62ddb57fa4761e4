"""Reports that are filled in but not sent: what the server answers to a draft, step by step."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from battles import handler, log, naming
from campaigns.models import User
from rules.reports import LendSeat
from rules.stream.dice import rolls_of
from tests.battles.fluid_time.dealt import OVER, dealt
from tests.cast import Cast
from tests.pages import shots
from tests.pages.conftest import MOVED, Form, Forms, Table, as_, forms
from tests.pages.shots import Shot
from tests.rules.fluid_time.table import T34, TIGER

pytestmark = pytest.mark.django_db
WORDS = re.compile(r"\s+")


class Draft:
    """A page that keeps forms and asks what they come to."""

    def __init__(self, user: User, stream: str) -> None:
        self.client: Client = as_(user)
        self.stream, self.url = stream, f"/battles/{stream}/"
        self.answer: Any = None

    def begin(self, type_: str, how: str = "one", **values: str | list[str]) -> Draft:
        page = forms(self.client.get(self.url).content)
        return self.post([page.of(type_).filled(**values)], how)

    def post(self, filled: list[dict[str, list[str]]], how: str = "") -> Draft:
        return self.send([urlencode(one, doseq=True) for one in filled], how)

    def send(self, texts: list[str], how: str = "") -> Draft:
        self.answer = self.client.post(f"{self.url}draft/", {"form": texts, "send": how})
        return self

    def on(self, type_: str = "", **values: str | list[str]) -> Draft:
        """The next step: the dice that are asked for, or the form of a choice."""
        own = {"csrfmiddlewaretoken", "report", "check", "send"}
        filled = {key: told for key, told in self.step(type_).filled(**values).items() if key not in own}
        return self.send([*self.kept, urlencode(filled, doseq=True)])

    def all(self) -> Draft:
        return self.send(self.kept, "all")

    def step(self, type_: str = "") -> Form:
        steps = [one for one in self.forms.forms if "type" in one.fields]
        return next(one for one in steps if not type_ or one.fields["type"] == [type_])

    @property
    def forms(self) -> Forms:
        return forms(self.answer.content)

    @property
    def kept(self) -> list[str]:
        return self.forms.forms[-1].fields.get("form", [])

    @property
    def text(self) -> str:
        return WORDS.sub(" ", re.sub(r"<[^>]+>", " ", self.answer.content.decode()))

    @property
    def rows(self) -> int:
        return log.head(self.stream).position


@pytest.fixture
def shot(cast: Cast) -> Shot:
    return shots.modern_age(cast.bob)


def test_a_draft_asks_for_exactly_the_dice_that_fall_writes_nothing_and_is_sent_once(cast: Cast, shot: Shot) -> None:
    draft = Draft(cast.bob, shot.stream)
    before = draft.rows
    draft.begin("Fire")
    assert draft.answer.status_code == 200
    assert "<main" not in draft.answer.content.decode()
    assert 'data-faces="6" data-least="4" data-most="4"' in draft.answer.content.decode()
    draft.on(dice="4 5 1 1")
    assert "2 hits and 0 criticals. 4 5 1 1 R20, R21, R25 …" in draft.text
    draft.on("Reroll")
    assert "Defence dice" in draft.text  # asked for at once: there is nothing to decide
    draft.on(dice="1")
    assert "The attack on Tagil does 2 damage in all." in draft.text
    assert "Is this right?" in draft.text
    assert draft.rows == before
    assert len(draft.kept) == 3
    kept, first = draft.kept, draft.all().answer.url
    assert first == f"{draft.url}?ruling={before + 1}&to={draft.rows}#ruling"
    assert draft.rows > before
    assert not [roll for event in shot.events for roll in rolls_of(event) if roll.by == "leaguer" and roll.told]
    rows = draft.rows
    assert draft.send(kept, "all").answer.url == first, "what is sent again counts once"
    assert draft.rows == rows


def test_what_has_not_said_that_it_reports_is_asked_about(cast: Cast, shot: Shot) -> None:
    """As a shot whose button goes on to the dice, where none of them falls."""
    draft = Draft(cast.bob, shot.stream)
    before = draft.rows
    draft.begin("HoldFire", "next")
    assert "Is this right?" in draft.text
    assert draft.rows == before
    assert draft.all().answer.status_code == 302
    assert draft.rows > before


def test_a_report_that_needs_nothing_more_is_reported_at_once(cast: Cast, shot: Shot) -> None:
    draft = Draft(cast.bob, shot.stream)
    before = draft.rows
    assert draft.begin("HoldFire").answer.status_code == 302
    assert draft.rows > before


def test_a_refusal_stands_in_the_form_it_is_about_and_nothing_is_lost(cast: Cast, shot: Shot) -> None:
    draft = Draft(cast.bob, shot.stream).begin("Fire").on(dice="4 5")
    assert "2 dice were reported where 4 are rolled." in draft.text
    draft.begin("Fire").on(dice="4 5 1 1")
    draft.on("Reroll", stationary=["z"], stabiliser=["b"])
    assert "die z" in draft.text
    again = draft.step("Reroll")
    assert again.fields["picks:stabiliser"] == ["b"]
    assert len(draft.kept) == 1


def test_a_form_that_is_wrong_from_the_start_comes_back_on_the_page(cast: Cast) -> None:
    shot = shots.tanks_(cast.bob)
    draft = Draft(cast.bob, shot.stream).begin("Fire", target="able", distance="far", facing="front")
    assert draft.answer.status_code == 422
    assert "<main" in draft.answer.content.decode()
    assert "far" in draft.forms.of("Fire", unit="otto").fields["length-cm:distance"]


def test_leaguer_rolls_only_when_told_to_and_the_page_goes_on(cast: Cast, shot: Shot) -> None:
    draft = Draft(cast.bob, shot.stream).begin("Fire")
    before = draft.rows
    text = urlencode({k: v for k, v in draft.step().fields.items() if k != "dice:dice"}, doseq=True)
    assert draft.send([text], "all").answer.status_code == 302
    assert draft.rows == before + 1
    draft.send([], "on")
    assert draft.step("Reroll").fields["type"] == ["Reroll"]
    assert draft.rows == before + 1


def test_nothing_goes_on_where_nothing_is_open(cast: Cast, shot: Shot) -> None:
    assert Draft(cast.bob, shot.stream).send([], "on").answer.status_code == 204


def test_several_announce_before_one_fires(cast: Cast) -> None:
    shot = shots.panzer_strike_(cast.bob)
    draft = Draft(cast.bob, shot.stream).begin("Announce")
    assert "Accuracy dice" in draft.text  # nobody else has anything to announce
    assert len(draft.kept) == 1


def test_a_shot_announced_before_takes_the_dice_of_its_own_form(cast: Cast) -> None:
    """The form on the page has a blank list for each die; the step asks for some of them, and says no blank beside."""
    shot = shots.panzer_strike_(cast.bob)
    shot.tell("announce tiger m4")
    draft = Draft(cast.bob, shot.stream).begin("Fire", accuracy=["", ""], hit=[""], penetration=[""])
    for name, rolled, then in (("accuracy", ["4", "3"], "Hit die"), ("hit", ["body"], "Penetration die")):
        hidden = draft.step().fields.get(f"shown-dice:{name}", [])
        facts: dict[str, Any] = {name: [*hidden, *rolled]}
        draft.on(**facts)
        assert draft.answer.status_code == 200
        assert then in draft.text


def two_panzers(user: User) -> Shot:
    """Fluid Time: the card lets both vehicles of the platoon fire."""
    units = dict.fromkeys(("otto", "emil"), (TIGER, "germans/panzers")) | {"t34": (T34, "soviets/tankovy")}
    players = {"germans": str(user.pk), "soviets": str(user.pk)}
    found = dealt("germans/panzers/free_action", OVER, players=players, units=units)
    found.alice("draw")
    return Shot(found.muster, user, stream=found.stream)


@pytest.mark.parametrize(
    ("begun", "lines", "facts"),
    [
        (lambda user: shots.two_tigers(user, "end-movement axis"), ("announce otto m4", "announce emil m4"), {}),
        (two_panzers, ("aim otto t34", "aim emil t34"), {"range": "short", "facing": "front"}),
    ],
    ids=["panzer_strike", "fluid_time"],
)
def test_who_has_announced_nothing_is_named_before_the_first_die(
    cast: Cast, begun: Callable[[User], Shot], lines: tuple[str, str], facts: dict[str, str]
) -> None:
    """However it was announced: told by script, on another phone, or before the page was loaded again."""
    shot = begun(cast.bob)
    other = naming.called(shot.stream, handler.state(shot.stream))["emil"]
    word = f"{other} has announced nothing. Before the first die falls it still may."
    draft = Draft(cast.bob, shot.stream)

    def page() -> str:
        return WORDS.sub(" ", draft.client.get(f"{draft.url}?unit=otto").content.decode())

    assert "announced nothing" not in page(), "nobody has announced anything yet"
    shot.tell(lines[0])
    assert word in page()
    draft.begin("Fire", **facts)
    assert word in draft.text
    assert draft.step().fields["type"] == ["Fire"], "the dice are there: to go on is to tell them"
    opening = lines[0].split()[0].title()
    assert draft.step(opening).fields["type"] == [opening], "and so is what may be announced first"
    shot.tell(lines[1])
    assert "announced nothing" not in page()
    assert "announced nothing" not in Draft(cast.bob, shot.stream).begin("Fire", **facts).text


def test_a_form_of_many_units_goes_on_in_a_draft(cast: Cast) -> None:
    """It comes to a form for each unit that takes part, and all of it is one submission."""
    shot = shots.two_tigers(cast.bob)
    draft = Draft(cast.bob, shot.stream)
    before = draft.rows
    batch = next(form for form in forms(draft.client.get(draft.url).content).forms if "1/given" in form.fields)
    draft.post([batch.filled()])
    assert draft.answer.status_code == 422
    assert "No unit is ticked or filled in." in draft.text
    steps = {key: [batch.offers[key][0]] for key in batch.offers if key.endswith(":steps")}
    draft.post([batch.filled() | steps])
    assert (len(draft.kept), draft.rows) == (2, before)
    again = [form for form in draft.forms.forms if "0/given" in form.fields]
    assert [form.fields["type"] for form in again] == [["Move"]], "what many units may do then"
    kept = draft.kept
    draft.all()
    assert [row.command_type for row in log.read(shot.stream)[before:] if not row.ordinal] == ["Move", "Move"]
    rows = draft.rows
    assert draft.send(kept, "all").answer.status_code == 302
    assert draft.rows == rows, "sent again it counts once"


def test_it_ends_where_the_word_is_with_the_other_side(table: Table) -> None:
    """Bob tells his attack; the defence is Carol's."""
    table.play(MOVED)
    draft = Draft(table.cast.bob, table.battle)
    before = draft.rows
    draft.begin("Fire", target="red-1").on(dice="6 6 6 6 1").on("Reroll").on("Swap", swap="no")
    assert "Then the word is with Red Banner." in draft.text
    assert "Is this right?" in draft.text
    assert draft.rows == before
    draft.all()
    assert draft.rows == before + 3
    answer = Draft(table.cast.carol, table.battle).send([], "on")
    assert answer.step().fields["type"] == ["Defend"]


def test_at_a_table_with_its_own_dice_leaguer_rolls_what_he_is_told_to(cast: Cast) -> None:
    shot = shots.modern_age(cast.bob, dice="table")
    draft = Draft(cast.bob, shot.stream).begin("Fire")
    text = urlencode({k: v for k, v in draft.step().fields.items() if k != "dice:dice"}, doseq=True)
    before = draft.rows
    draft.send([text], "all")
    assert "This battle is fought with the players’ own dice" in draft.text.replace("&#x27;", "’")
    assert draft.rows == before
    draft.begin("Fire")
    leaves = re.findall(r'data-leaves="([^"]*)"', draft.answer.content.decode())
    assert leaves == ["pick-or-blank:leaguer=dice"]
    draft.send([f"{text}&{leaves[0]}"], "all")
    assert draft.answer.status_code == 302
    assert draft.rows == before + 1


def test_a_shot_that_waited_for_the_network_is_asked_for_the_dice_it_still_needs(cast: Cast) -> None:
    """It was sent without a step between, as there was nobody to ask; what was told is kept, and nothing counts yet."""
    shot = shots.tanks_(cast.bob, dice="table")
    draft = Draft(cast.bob, shot.stream).begin("Fire", target="able", distance="20", facing="front")
    before = draft.rows
    told = draft.step().filled(hit="6")
    draft.send([urlencode(told, doseq=True)], "all")
    assert draft.answer.status_code == 200
    assert "a hit. 6" in draft.text
    assert "No die" not in draft.text
    assert draft.step().fields["dice:hit"] == ["6"]
    assert draft.rows == before


def test_others_may_not_draft(cast: Cast, shot: Shot) -> None:
    form = Draft(cast.bob, shot.stream).begin("Fire").step().fields
    draft = Draft(cast.dave, shot.stream).post([form])
    assert "You are not playing in this battle." in draft.text
    assert Client().post(f"{draft.url}draft/").status_code == 302


def test_rubbish_is_refused_in_words(cast: Cast, shot: Shot) -> None:
    rows = "id=1&type=Stay&0/given=%7B%22unit%22%3A%22m1%22%7D&rows=0"
    for text in (
        "",
        rows,
        "type=Fire",
        "id=1&type=Nothing&given=%7B%7D",
        "given=%5B%5B&type=%00",
        "type=Fire&dice:dice=a",
    ):
        answer = Draft(cast.bob, shot.stream).send([text, text]).answer
        assert answer.status_code in (200, 422), text
        answer = Draft(cast.bob, shot.stream).send([text], "all").answer
        assert answer.status_code == 422, text
    assert handler.state(shot.stream).head[0] == 4


def test_with_a_lent_seat_one_phone_tells_the_dice_of_both(table: Table) -> None:
    """Bob tells Carol's defence, too, on his own form."""
    table.play(MOVED)
    table.command(table.cast.carol, LendSeat(side="soviets"))
    draft = Draft(table.cast.bob, table.battle)
    before = draft.rows
    draft.begin("Fire", target="red-1").on(dice="6 6 6 6 1").on("Reroll").on("Swap", swap="no")
    assert "Then the word is with" not in draft.text
    draft.on("Defend").on(dice="1 1 1")
    assert "Tagil defends (1, 1, 1): 0 hits and 4 criticals get through." in draft.text
    assert "Then Leaguer draws" in draft.text
    drawn = urlencode(draft.step().fields, doseq=True)
    assert draft.send([*draft.kept, drawn], "all").answer.status_code == 302
    rows = log.read(table.battle)[before:]
    assert [row.command_type for row in rows if row.command_type] == ["Fire", "Reroll", "Swap", "Defend"]
    assert {row.by for row in rows} == {str(table.cast.bob.pk)}


def test_a_fold_in_which_nobody_has_said_anything_stays_folded(table: Table) -> None:
    """A shot has a tick in its fold, and so has the defence; no tick is said."""
    for played, reader, said in (
        (MOVED, table.cast.bob, "We turn up no face-down card before the damage"),
        (
            "fire alpha-1 red-1 close=yes dice=2,5,6,6,1\nreroll alpha-1",
            table.cast.carol,
            "No face-down card is turned up",
        ),
    ):
        table.play(played)
        page = as_(reader).get(table.url).content.decode()
        fold = page.index("Fill in the rest now")
        assert said in page[fold:]
        assert page[:fold].rpartition("<details")[2].startswith(' class="more"><summary>'), said


def test_no_draft_tells_what_lies_face_down(cast: Cast) -> None:
    """Carol's driver answers defence dice in the one battle and does nothing in the other. Bob tries dice in vain: the
    draft ends where she is asked, in both."""
    told: dict[str, list[str]] = {}
    for card in ("Defensive Driver", "Cunning Driver"):
        shot = shots.face_down(cast.bob, cast.carol, card)
        for dice in ("4 4 4 1", "6 6 6 6"):
            draft = Draft(cast.bob, shot.stream)
            rows = draft.rows
            draft.begin("Fire").on(dice=dice)
            told.setdefault(card, []).append(draft.text)
            draft.on("Reroll")
            told[card].append(draft.text)
            if dice == "4 4 4 1":
                told[card].append(draft.on(dice="1").text)
            assert draft.rows == rows
    assert told["Defensive Driver"] == told["Cunning Driver"]
    assert "Turn a face-down card up or not. Then the word is with Soviets." in told["Defensive Driver"][2]
    assert "Driver" not in "".join(told["Defensive Driver"])


def test_a_card_that_leaguer_draws_takes_one_tap(cast: Cast) -> None:
    """What the form is called says all that comes of it."""
    units = {"otto": (TIGER, "germans/panzers"), "t34": (T34, "soviets/tankovy")}
    players = {"germans": str(cast.bob.pk), "soviets": str(cast.bob.pk)}
    found = dealt("germans/panzers/free_action", OVER, players=players, units=units)
    draft = Draft(cast.bob, found.stream)
    before = draft.rows
    assert draft.begin("Draw").answer.status_code == 302
    assert draft.rows > before
