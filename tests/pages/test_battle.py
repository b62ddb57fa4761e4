"""The battle's page: reporting by form, what is refused, what was missed, the paste box, who may."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries

from battles import log
from rules.reports import ChangeDepth
from tests.cast import Cast
from tests.pages.conftest import DEPLOYED, MOVED, Table, as_, forms
from tests.pages.kept import cast, kept_table, table
from tests.where import BOTH

__all__ = ["cast", "kept_table", "table"]
SHOT = {"target": "red-1", "dice": "2 5 6 6 1"}


@pytest.fixture
def bob(table: Table) -> Client:
    table.play(MOVED)
    return as_(table.cast.bob)


def fire(table: Table, client: Client, **values: str | list[str]) -> dict[str, list[str]]:
    """The form for Alpha 66's shot as it stands on the page now, filled in."""
    return forms(client.get(table.url).content).of("Fire", unit="alpha-1").filled(**(SHOT | values))


def test_a_report_is_ruled_and_shown_at_the_top(table: Table, bob: Client) -> None:
    head = table.head
    response = bob.post(f"{table.url}report/", fire(table, bob, close="yes"))
    assert response.status_code == 302
    assert response.headers["Location"] == f"{table.url}?ruling={head + 1}#ruling"
    page = bob.get(response.headers["Location"].partition("#")[0]).content.decode()
    ruling = page.partition('id="ruling"')[2].partition("</section>")[0]
    assert "Alpha 66 fires at Tagil" in ruling
    assert "Dice of the table: 2, 5, 6, 6, 1" in ruling
    assert log.read(table.battle)[head].via == "page"


@BOTH
def test_a_double_tap_counts_once_and_shows_the_same_ruling(table: Table, bob: Client) -> None:
    sent = fire(table, bob)
    first = bob.post(f"{table.url}report/", sent)
    head = table.head
    second = bob.post(f"{table.url}report/", sent)
    assert second.headers["Location"] == first.headers["Location"]
    assert table.head == head


def test_a_form_sent_again_with_other_content_is_told_so_and_gets_an_id_of_its_own(table: Table, bob: Client) -> None:
    stale = forms(bob.get(table.url).content).of("Concede")
    bob.post(f"{table.url}report/", fire(table, bob, id=stale.fields["id"]))
    head = table.head
    response = bob.post(f"{table.url}report/", stale.filled())
    assert response.status_code == 422
    page = response.content.decode()
    assert "This form was sent before with other content, and that report counted." in page
    assert forms(response.content).of("Concede").fields["id"] != stale.fields["id"]
    assert table.head == head


REFUSED = (
    ({"dice": "2 5 6"}, "3 dice were reported where 5 are rolled.", "Report 5 dice"),
    ({"dice": "2 5 6 6 9"}, "A die of 6 faces cannot show 9.", "Report faces from 1 to 6."),
    ({"dice": "two"}, "“two” cannot be read as dice.", "Write the faces rolled"),
)


def test_a_refusal_stands_beside_its_field_and_keeps_what_was_typed(table: Table, bob: Client) -> None:
    head, form = table.head, forms(bob.get(table.url).content).of("Fire", unit="alpha-1")
    for typed, sentence, remedy in REFUSED:
        response = bob.post(f"{table.url}report/", form.filled(**(SHOT | {"cover": "yes"} | typed)))
        assert response.status_code == 422, typed
        page = response.content.decode()
        card = page.partition('value="Fire"')[2].partition("</form>")[0]
        assert sentence in card
        assert remedy in card
        assert "Nothing was counted." in page
        again = forms(response.content).of("Fire", unit="alpha-1").fields
        assert again["dice:dice"] == [typed["dice"]]
        assert again["pick:target"] == ["red-1"]
        assert again["flag:cover"] == ["no", "yes"]
        assert table.head == head, typed


def test_what_the_rulebook_refuses_names_its_rule(table: Table, bob: Client) -> None:
    sent = fire(table, bob, given='{"unit":"red-1"}', target="alpha-1", dice="")
    response = as_(table.cast.carol).post(f"{table.url}report/", sent)
    assert response.status_code == 422
    assert "Rule 003 R20" in response.content.decode()


DAMAGE = (
    {"type": "Nonsense"},
    {"given": "not json"},
    {"given": '{"unit": {"a": 1}}'},
    {"id": "7"},
    {"id": ""},
    {"number:moves": "9" * 9},
    {"data:criticals": "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]"},
    {"data:criticals": "\x00"},
    {"text:note": "a" * 600},
)


def test_a_form_that_arrives_damaged_is_refused_in_words_and_changes_nothing(table: Table, bob: Client) -> None:
    head, sent = table.head, fire(table, bob)
    for damage in DAMAGE:
        response = bob.post(f"{table.url}report/", {**sent, **damage})
        assert response.status_code == 422, damage
        assert 'role="alert"' in response.content.decode(), damage
        assert table.head == head, damage


def test_check_first_tells_what_would_come_of_it_and_rolls_nothing(table: Table, bob: Client) -> None:
    head = table.head
    asked = bob.post(f"{table.url}report/", fire(table, bob, dice="") | {"check": ["1"]})
    assert asked.status_code == 200
    assert "Then 5 dice with 6 faces are rolled." in asked.content.decode()
    told = bob.post(f"{table.url}report/", fire(table, bob) | {"check": ["1"]})
    assert "Alpha 66 fires at Tagil (2, 5, 6, 6, 1)" in told.content.decode()
    assert forms(told.content).of("Fire", unit="alpha-1").fields["dice:dice"] == ["2 5 6 6 1"]
    assert table.head == head


def test_a_conflict_shows_what_was_missed_and_keeps_what_was_typed(table: Table, bob: Client) -> None:
    sent = fire(table, bob)
    table.play("fire alpha-1 red-2 dice=1,1,1,1,1")
    head = table.head
    response = bob.post(f"{table.url}report/", sent)
    assert response.status_code == 409
    note = response.content.decode().partition('role="alert"')[2].partition("</section>")[0]
    assert "Someone reported first" in note
    assert "Alpha 66 fires at Ural" in note
    assert table.head == head


def test_a_conflict_about_something_else_does_not_stop_a_report(table: Table) -> None:
    table.play("deploy red-1")
    carol = as_(table.cast.carol)
    deploy = forms(carol.get(table.url).content).of("Deploy", unit="red-2").filled()
    stale = deploy | {"after": ["1"]}
    assert carol.post(f"{table.url}report/", stale).status_code == 302


def test_what_was_typed_outlives_its_choice(table: Table, bob: Client) -> None:
    """The battle went on meanwhile, and the choice is gone: the report can still be read on the page."""
    sent = fire(table, bob)
    table.play("fire alpha-1 red-2 dice=1,1,1,1,1\nreroll alpha-1\ndefend red-2 dice=1,1,1,1")
    response = bob.post(f"{table.url}report/", sent)
    assert response.status_code == 409
    line = forms(response.content).at("script/").fields["script"][-1]
    (told,) = table.commands("fire alpha-1 red-1 dice=2,5,6,6,1")
    assert table.commands(line) == [replace(told, keep_own=False)]  # a form tells a flag that is not ticked, too


def test_two_players_cannot_report_for_each_other(table: Table, bob: Client) -> None:
    carol = as_(table.cast.carol)
    assert ["Fire"] not in [form.fields.get("type") for form in forms(carol.get(table.url).content).forms]
    response = carol.post(f"{table.url}report/", fire(table, bob))
    assert response.status_code == 403
    assert "Not yours to report" in response.content.decode()


def test_dave_watches_and_may_not_report(table: Table, bob: Client) -> None:
    dave = as_(table.cast.dave)
    page = dave.get(table.url).content
    assert "you do not play in this battle" in page.decode()
    assert not [form for form in forms(page).forms if "type" in form.fields]
    head = table.head
    for form in ("report/", "script/"):
        sent = fire(table, bob) | {"script": ["concede soviets"]}
        response = dave.post(f"{table.url}{form}", sent)
        assert response.status_code == 403
        assert "You are not playing in this battle." in response.content.decode()
    assert table.head == head


def test_strangers_read_a_public_battle_and_are_asked_to_log_in_before_they_report(table: Table, bob: Client) -> None:
    stranger = Client()
    assert stranger.get(table.url).status_code == 200
    response = stranger.post(f"{table.url}report/", fire(table, bob))
    assert response.headers["Location"] == f"/login/?next={table.url}"


def test_a_members_battle_is_not_there_for_others(cast: Cast) -> None:
    table = Table(cast, visibility="members")
    for client, status in ((Client(), 404), (as_(cast.dave), 404), (as_(cast.carol), 200), (as_(cast.alice), 200)):
        for url in (table.url, f"{table.url}dice/", f"/campaigns/{table.campaign}/"):
            assert client.get(url).status_code == status, url
    assert as_(cast.dave).post(f"{table.url}report/").status_code == 404


def test_the_organiser_reports_for_either_side(table: Table) -> None:
    """Once she has taken the case of the battle."""
    alice = as_(table.cast.alice)
    assert not [form for form in forms(alice.get(table.url).content).forms if form.fields.get("type") == ["Concede"]]
    table.take_case(table.cast.alice)
    page = alice.get(table.url).content
    assert {form.fields["given"][0] for form in forms(page).forms if form.fields.get("type") == ["Concede"]} == {
        '{"side":"americans"}',
        '{"side":"soviets"}',
    }


def test_a_form_from_another_site_is_not_taken(table: Table, bob: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(table.cast.bob)
    response = strict.post(f"{table.url}report/", fire(table, bob))
    assert response.status_code == 403
    assert "This form could not be checked" in response.content.decode()


def test_an_address_without_a_battle(table: Table) -> None:
    client = as_(table.cast.bob)
    for url in (f"/battles/{uuid4()}/", f"/battles/{table.campaign}/", f"{table.url}?at=0", f"{table.url}?at=x"):
        assert client.get(url).status_code == 404
    assert client.get(f"{table.url}report/").headers["Location"] == table.url


@BOTH
def test_the_battle_as_it_stood(table: Table, bob: Client) -> None:
    page = bob.get(f"{table.url}?at=1").content
    assert "As it stood" in page.decode()
    assert "Deployment" in page.decode()
    assert not [form for form in forms(page).forms if "type" in form.fields]


def test_the_log_is_paged_newest_first(table: Table) -> None:
    depths = (ChangeDepth(depth="status"), ChangeDepth(depth="shots"))
    for n in range(20):
        table.command(table.cast.bob, depths[n % 2])
    assert f'href="{table.url}log/"' in Client().get(table.url).content.decode()
    page = Client().get(f"{table.url}log/").content.decode()
    assert page.index(f'id="p{table.head}"') < page.index(f'id="p{table.head - 1}"')
    assert "Page 1 of 2" in page
    assert 'id="p1"' not in page
    assert 'id="p1"' in Client().get(f"{table.url}?page=2", follow=True).content.decode()


def test_a_page_that_looks_again_by_itself(table: Table) -> None:
    assert '<meta http-equiv="refresh" content="30">' in Client().get(f"{table.url}?watch=1").content.decode()
    assert "http-equiv" not in Client().get(table.url).content.decode()


def test_the_page_costs_the_same_however_long_the_battle(
    table: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bob = as_(table.cast.bob)
    counts = []
    for lines in (DEPLOYED, "move red-1 1\nmove red-2 2\nmove alpha-1 1\nfire alpha-1 red-1 dice=1,1,1,1,1"):
        table.play(lines)
        with django_assert_num_queries(7) as queries:
            response = bob.get(table.url)
        counts.append(len(queries))
        assert len(response.content) < 60_000
    assert counts[0] == counts[1]
