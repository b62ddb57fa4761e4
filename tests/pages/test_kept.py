"""What is kept of a battle's page for the next one: the same page comes of it, and nothing of anybody else's."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.test import Client

from battles import handler, kept, log, standing
from battles.pages import battle_context, views
from tests.cast import Cast
from tests.length import sampled
from tests.pages.conftest import DEPLOYED, MOVED, Table, as_
from tests.pages.kept import cast, kept_table, table
from tests.pages.test_secrets import SECRET, wolves

__all__ = ["cast", "kept_table", "table"]
FRESH = re.compile(r'value="[A-Za-z0-9]{64}"|name="id" value="[^"]*"')  # what every page makes anew


@pytest.fixture
def hidden(cast: Cast) -> Table:
    return wolves(cast)


def page(client: Client, url: str, **headers: str) -> str:
    return FRESH.sub("", client.get(url, headers=headers).content.decode())


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows of every battle that is looked at as it never stood before, from now on."""
    found: list[int] = []
    made = standing.Standing

    def counted(key: bytes, battle: Any, told: Any, rows: Any) -> standing.Standing:
        found.append(len(rows))
        return made(key, battle, told, rows)

    monkeypatch.setattr(standing, "Standing", counted)
    return found


@pytest.mark.at_length
def test_a_kept_page_is_the_page_it_would_be(table: Table) -> None:
    readers = {name: as_(getattr(table.cast, name)) for name in ("bob", "carol")} | {"": Client()}
    moments = {"deployed": DEPLOYED, "moved": "move red-1 1"}
    cases = sampled(product(moments, ("", "?unit=red-1"), ("en", "de")))
    for moment, lines in moments.items():
        table.play(lines)
        for query, language in (case[1:] for case in cases if case[0] == moment):
            asked = {name: (one, table.url + query) for name, one in readers.items()}
            found = {name: page(*one, accept_language=language) for name, one in asked.items()}
            assert found == {name: page(*one, accept_language=language) for name, one in asked.items()}
            kept.forget()
            standing.forget()
            for name, one in asked.items():
                assert page(*one, accept_language=language) == found[name], (name, query, language)
            assert found["bob"] != found["carol"] != found[""]


def test_what_its_owner_was_shown_is_kept_for_nobody_else(hidden: Table) -> None:
    bob, others = as_(hidden.cast.bob), (as_(hidden.cast.carol), as_(hidden.cast.dave), Client())
    assert SECRET in page(bob, hidden.url)
    for other in others:
        assert SECRET not in page(other, hidden.url)
    assert SECRET in page(bob, hidden.url)


def test_a_battle_that_stands_is_folded_once(table: Table, folds: list[int]) -> None:
    table.play(DEPLOYED)
    bob, carol = as_(table.cast.bob), as_(table.cast.carol)
    for url in (table.url, f"{table.url}?unit=red-1"):
        for client in (bob, carol, Client()):
            assert client.get(url).status_code == 200
    assert folds == [table.head]
    table.play("move red-1 1")
    bob.get(table.url)
    assert folds[1:] == [table.head]


def test_looking_changes_nothing_of_a_kept_battle(table: Table) -> None:
    table.play(MOVED)
    fresh = repr(handler.state(table.battle))
    for client in (as_(table.cast.bob), as_(table.cast.carol), as_(table.cast.alice), Client()):
        client.get(f"{table.url}?unit=alpha-1&target=red-1")
    assert repr(standing.standing(table.battle).battle) == fresh


def test_an_erased_text_is_no_longer_kept(table: Table) -> None:
    """Its digest stays, and so does the head of the log."""
    table.play(DEPLOYED)
    client = as_(table.cast.bob)
    before, head = page(client, table.url), log.head(table.battle)
    assert "Tagil" in before
    sealed = [(one.position, one.place) for one in log.sealed_in(table.battle) if "Tagil" in one.value]
    log.forget_sealed(table.battle, sealed, "alice", "asked for it", datetime.now(UTC))
    assert "Tagil" not in page(client, table.url)
    assert log.head(table.battle) == head


# -- an ETag -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(*_args: Any, **_named: Any) -> None:
        raise AssertionError("a page is made")

    monkeypatch.setattr(views, "sight", made)
    monkeypatch.setattr(battle_context, "deal", made)


def test_who_has_the_page_is_told_so_before_it_is_made(table: Table, request: pytest.FixtureRequest) -> None:
    table.play(DEPLOYED)
    clients = [as_(table.cast.bob), as_(table.cast.carol), Client()]
    tags = [client.get(table.url).headers["ETag"] for client in clients]
    assert len(set(tags)) == len(tags), "nobody's tag is another's"
    request.getfixturevalue("no_page")
    for client, tag in zip(clients, tags, strict=True):
        same = client.get(table.url, headers={"If-None-Match": tag})
        assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", tag)


def test_whatever_changes_the_page_changes_its_tag(table: Table, cast: Cast) -> None:
    table.play(DEPLOYED)
    bob = as_(cast.bob)
    seen = {bob.get(table.url).headers["ETag"]}

    def is_new(client: Client = bob, url: str = table.url, **headers: str) -> bool:
        tag = client.get(url, headers=headers).headers["ETag"]
        fresh = tag not in seen
        seen.add(tag)
        return fresh

    assert not is_new()
    assert is_new(url=f"{table.url}?unit=red-1")
    assert is_new(accept_language="de")
    table.play("move red-1 1")
    assert is_new()
    type(cast.carol).objects.filter(pk=cast.carol.pk).update(username="caroline")
    assert is_new(), "a player is called otherwise"
    assert is_new(as_(cast.bob)), "another login, whose forms have another secret"


def test_a_page_of_somebodys_is_left_on_no_phone(table: Table) -> None:
    kept_by = {client: client.get(table.url).headers["Cache-Control"] for client in (as_(table.cast.bob), Client())}
    assert ["no-store" in one for one in kept_by.values()] == [True, False]
    assert all("private" in one and "no-cache" in one for one in kept_by.values())


# -- the tag -----------------------------------------------------------------------------------------------------------


def test_what_is_kept_sees_only_what_is_named() -> None:
    source = "{% load keeping %}{% keeping one look.stream %}{{ one }}{{ look.stream }}{{ look.secret }}{{ user }}"
    template = Template(source + "{% endkeeping %}")
    context = {"one": "a", "look": {"stream": "b", "secret": "c"}, "user": "d"}
    assert template.render(Context(context)) == "ab"
    assert template.render(Context(context | {"one": "x"})) == "xb"
    assert template.render(Context({"one": "a"})) == "aNone"
    with pytest.raises(TemplateSyntaxError, match=r"look\.stream is a part of look"):
        Template("{% load keeping %}{% keeping look look.stream %}{% endkeeping %}")


def test_no_more_is_kept_than_was_allowed() -> None:
    few: kept.Kept[str] = kept.Kept(10, len)
    for key in (b"1", b"2", b"3"):
        few.get(key, lambda: "12345")
    assert (few.made, few.found) == (3, 0)
    assert few.get(b"3", lambda: "other") == "12345"
    assert few.get(b"1", lambda: "other") == "other", "the one that was asked for longest ago is gone"
