"""The paste box: several reports at once, all or none, or up to the first mistake."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.pages.conftest import DEPLOYED, MOVED, Form, Table, as_, forms
from tests.pages.kept import cast, kept_table, table

__all__ = ["cast", "kept_table", "table"]
DEPLOY_RED = "soviets: deploy red-1  # by the wood\n\nsoviets: deploy red-2\n"


@pytest.fixture
def carol(table: Table) -> Client:
    return as_(table.cast.carol)


def box(table: Table, client: Client) -> Form:
    return forms(client.get(table.url).content).at("script/")


def test_lines_are_reported_in_order_and_once(table: Table, carol: Client) -> None:
    sent = box(table, carol).filled(script=DEPLOY_RED)
    first = carol.post(f"{table.url}script/", sent)
    assert first.status_code == 302
    assert table.head == 3
    assert carol.post(f"{table.url}script/", sent).headers["Location"] == first.headers["Location"]
    assert table.head == 3


def test_one_wrong_line_and_nothing_counts(table: Table, carol: Client) -> None:
    lines = DEPLOY_RED + "move red-1 1"
    response = carol.post(f"{table.url}script/", box(table, carol).filled(script=lines))
    assert response.status_code == 422
    page = response.content.decode()
    assert "about: line 4" in page
    assert "Nothing was counted." in page
    assert forms(response.content).at("script/").fields["script"][-1].strip() == lines
    assert table.head == 1


def test_the_lines_before_the_first_mistake_count_when_asked_for(table: Table, carol: Client) -> None:
    lines = DEPLOY_RED + "move red-1 1\nmove red-2 1"
    response = carol.post(f"{table.url}script/", box(table, carol).filled(script=lines, prefix="1"))
    assert response.status_code == 422
    assert "2 reports before it were counted" in response.content.decode()
    assert forms(response.content).at("script/").fields["script"][-1].strip() == "move red-1 1\nmove red-2 1"
    assert table.head == 3


UNREADABLE = (
    ("", "There is no report in the paste box."),
    ("# nothing but a remark", "There is no report in the paste box."),
    ("deploy red-1\nbombard everyone", "“bombard” is no report"),
    ("deploy 'red-1", "a quote is not closed"),
    ("deploy red-1 red-1 red-1", "is not expected here"),
    ("concede soviets\n" * 5001, "A script has at most 5000 lines."),
    ("#" * 200_001, "The script is longer than 200000 characters."),
)


def test_what_cannot_be_read_is_named(table: Table, carol: Client) -> None:
    form = box(table, carol)
    for lines, sentence in UNREADABLE:
        response = carol.post(f"{table.url}script/", form.filled(script=lines))
        assert response.status_code == 422, sentence
        assert sentence in response.content.decode()
        assert table.head == 1, sentence


def test_a_side_in_front_of_a_line_has_to_be_ones_own(table: Table, carol: Client) -> None:
    response = carol.post(f"{table.url}script/", box(table, carol).filled(script="americans: deploy red-1"))
    assert response.status_code == 403
    assert "line 1" in response.content.decode()
    assert table.head == 1


def test_a_check_tells_what_would_happen(table: Table, carol: Client) -> None:
    response = carol.post(f"{table.url}script/", box(table, carol).filled(script=DEPLOY_RED) | {"check": ["1"]})
    assert response.status_code == 200
    page = response.content.decode()
    assert "Tagil is deployed." in page
    assert "Ural is deployed." in page
    assert table.head == 1


def test_what_was_missed_is_shown_before_a_script_counts(table: Table, carol: Client) -> None:
    sent = box(table, carol).filled(script="deploy red-1")
    table.play(DEPLOYED)
    response = carol.post(f"{table.url}script/", sent)
    assert response.status_code == 409
    page = response.content.decode()
    assert "Someone reported first" in page
    assert forms(response.content).at("script/").fields["script"][-1].strip() == "deploy red-1"


def test_ten_megabytes_are_too_much(table: Table, carol: Client) -> None:
    table.play(MOVED)
    head = table.head
    response = carol.post(f"{table.url}script/", {"script": "#" * 10_000_000})
    assert response.status_code == 413
    assert "That was too much at once" in response.content.decode()
    assert table.head == head
