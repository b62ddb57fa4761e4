"""No text on any page escapes translation.

Every translated text is put in ⟦brackets⟧; what then stands outside is either data, which its element says
(`translate="no"`, code, a time), or a text somebody forgot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from itertools import product
from uuid import uuid4

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client
from django.utils.translation import override, trans_real
from django.utils.translation.trans_real import CONTEXT_SEPARATOR

from battles import kept, log
from battles.pages import choice_cards
from battles.sentences import words
from campaigns import handler
from rules.contract import Message, say, verbatim
from tests.cast import PASSWORD, Cast
from tests.length import sampled
from tests.pages.conftest import DEPLOYED, MOVED, Table, as_, forms
from tests.pages.every_form import SYSTEM, every_form
from tests.pages.kept import cast, kept_table, table
from tests.pages.test_site import finish, pages

__all__ = ["cast", "kept_table", "table"]
SPOKEN = ("aria-label", "alt", "title", "placeholder")
DATA = {"code", "pre", "time", "style", "script"}
VOID = {"meta", "link", "input", "img", "br", "hr"}


TAGS = re.compile(r"<([/!]?)([a-z][\w-]*)([^>]*)>", re.I)
SAID = re.compile(r"""([\w-]+)="([^"]*)\"""")


def texts(html: str) -> Iterator[str]:
    """Of a page, but comments and what is marked as data. `HTMLParser` takes several times as long; our pages hold
    every value in quotes, and no ">" in one."""
    html = re.sub(r"<!--.*?-->", "", html, flags=re.DOTALL)
    opened: list[bool] = []  # elements, and whether they are data
    end = 0
    for tag in TAGS.finditer(html):
        if not (opened and opened[-1]):
            yield unescape(html[end : tag.start()])
        end, (sign, name, rest) = tag.end(), tag.groups()
        if sign:
            if sign == "/" and name not in VOID:
                opened.pop()
            continue
        said = dict(SAID.findall(rest))
        data = name in DATA or said.get("translate") == "no" or bool(opened and opened[-1])
        if not data:
            yield from (unescape(said[one]) for one in SPOKEN if one in said)
        if name not in VOID and not rest.endswith("/"):
            opened.append(data)
    yield unescape(html[end:])


def bare(html: str) -> list[str]:
    """What stands outside brackets and has letters."""
    found, depth = [], 0
    for text in texts(html):
        kept, depth = outside(text.removesuffix(" · Leaguer"), depth)
        found.append(kept.strip())
    assert depth == 0, "a bracket that is never closed would hide all after it"
    return [text for text in found if re.search(r"[^\W\d_]", text)]


def outside(text: str, depth: int = 0) -> tuple[str, int]:
    """What stands outside brackets, and how deep in them it ends: a sentence may go on behind a time."""
    kept = []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        if depth == 0 and sign != "⟧":
            kept.append(sign)
    return "".join(kept), depth


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every language says what it says in brackets."""
    kept.forget()
    say = trans_real.DjangoTranslation
    # a context stands before its text, and goes with it
    monkeypatch.setattr(say, "gettext", lambda _self, text: f"⟦{text.rpartition(CONTEXT_SEPARATOR)[2]}⟧")
    monkeypatch.setattr(say, "ngettext", lambda _self, one, many, n: f"⟦{one if n == 1 else many}⟧")
    yield
    kept.forget()


def check(client: Client, url: str, status: int = 200) -> bytes:
    response = client.get(url)
    assert response.status_code == status, url
    assert bare(response.content.decode()) == [], url
    return response.content


def test_a_forgotten_text_is_found() -> None:
    said = '<p>⟦said⟧ <b translate="no">Tagil</b> 12</p><p>⟦in ⟦turn⟧ too⟧</p>'
    assert bare(said) == []
    assert bare(f'<main>{said}<img alt="bare"><p>bare, too</p></main>') == ["bare", "bare, too"]


@pytest.mark.at_length
@pytest.mark.usefixtures("brackets")
def test_pages_of_everyone(table: Table) -> None:
    clients = {"": Client(), **{user.username: as_(user) for user in table.cast[:5]}}
    urls = pages(table)
    shown = [
        (name, n)
        for name, (n, url) in product(clients, enumerate(urls))
        if name or not (url.startswith("/account/") or url.endswith("/script/"))
    ]
    for name, n in sampled(shown):
        check(clients[name], urls[n])
    check(Client(), "/login/")
    check(Client(), "/no/such/page/", 404)
    check(Client(), f"/battles/{uuid4()}/", 404)


@pytest.mark.usefixtures("brackets")
def test_a_battle_from_its_beginning_to_its_end(table: Table) -> None:
    bob, carol = as_(table.cast.bob), as_(table.cast.carol)
    shot = "fire alpha-1 red-1 close=yes side_shot=yes dice=6,6,6,6,6"
    for lines in (MOVED, shot, "reroll alpha-1", "defend red-1 dice=1"):
        table.play(lines)
        check(bob, table.url)
        check(carol, f"{table.url}?ruling={table.head}")
    finish(table)
    shop = f"/campaigns/{table.campaign}/platoons/alpha/buy/"
    changed = [url for url in pages(table) if not url.startswith(("/account/", "/systems/"))]
    for url in (f"{table.url}?at=3", shop, *changed):
        check(bob, url)


@pytest.mark.usefixtures("brackets")
def test_what_is_said_about_forms(table: Table) -> None:
    table.play(MOVED)
    bob = as_(table.cast.bob)
    shown, head = forms(check(bob, table.url)), table.head
    form = shown.of("Fire", unit="alpha-1")
    for sent in (
        {"dice": "2 5"},
        {"dice": "x"},
        {"dice": "2 5 6 6 1", "check": "1"},
        {"dice": "", "check": "1"},
        {"target": "nobody"},
        {"type": "Nonsense"},
        {"id": "7"},
        {"after": "1"},
    ):
        response = bob.post(f"{table.url}report/", form.filled(target="red-1") | {k: [v] for k, v in _keyed(sent)})
        assert bare(response.content.decode()) == [], sent
    for lines in ("", "bombard", "deploy red-1", "concede soviets", "deploy '"):
        response = bob.post(f"{table.url}script/", shown.at("script/").filled(script=lines))
        assert bare(response.content.decode()) == [], lines
    assert table.head == head, "the page still stands as it was read"
    response = as_(table.cast.dave).post(f"{table.url}script/", {"id": str(uuid4()), "script": "concede soviets"})
    assert bare(response.content.decode()) == []


@pytest.mark.at_length
@pytest.mark.usefixtures("brackets")
def test_every_form_of_a_battle() -> None:
    for card in choice_cards.deal(every_form(), SYSTEM):
        html = render_to_string(
            "forms/_card.html", {"card": card, "action": "/report/", "position": 1, "csrf_token": "x"}
        )
        assert bare(html) == [], card.choice


def _keyed(sent: dict[str, str]) -> list[tuple[str, str]]:
    keys = {"dice": "dice:dice", "target": "pick:target"}
    return [(keys.get(name, name), value) for name, value in sent.items()]


HIT = MOVED + "fire alpha-1 red-1 close=yes dice=2,5,6,6,1\nreroll alpha-1\ndefend red-1 dice=1,2\n"


@pytest.mark.usefixtures("brackets")
def test_a_battle_that_is_mended(table: Table) -> None:
    table.play(HIT)
    alice, bob, carol = (as_(user) for user in (table.cast.alice, table.cast.bob, table.cast.carol))
    fired = max(row.position for row in log.read(table.battle) if row.command_type == "Fire")
    check(alice, table.url)  # with the form that takes the case
    table.take_case(table.cast.alice)
    for how in ("change", "strike", "insert"):
        check(bob, f"{table.url}correct/{fired}/?how={how}")
    for path in ("declare/", "declare/?of=red-1", "why/?of=units.red-1.damage", "?as_of=2001-01-01T00:00"):
        check(alice, f"{table.url}{path}")
    check(alice, f"{table.url}amend/")
    check(alice, f"{table.url}?as_of=yesterday", 422)
    strike = {"how": "strike", "reason": "x", "id": str(uuid4())}
    for sent in ({"step": "look"}, {"step": "look", "reason": ""}, {"step": "do", "after": "1"}, {"step": "do"}):
        response = bob.post(f"{table.url}correct/{fired}/", strike | sent)
        assert bare(response.content.decode()) == [], sent
    check(bob, table.url)
    check(carol, table.url)
    bob.post(f"{table.url}report/", forms(bob.get(table.url).content).of("Decline").filled())
    alice.post(f"{table.url}correct/{fired}/", strike | {"step": "do", "id": str(uuid4())})
    for client in (alice, bob):
        check(client, table.url)
        check(client, f"{table.url}settle/")
    settle = {"position": str(fired + 1), "how": "strike", "id": str(uuid4())}
    for sent in ({"step": "look"}, {"step": "look", "how": "replace", "line": "x"}, {"step": "do", "rest": "strike"}):
        assert bare(alice.post(f"{table.url}settle/", settle | sent).content.decode()) == [], sent
    check(alice, table.url)
    fact = {"of": "red-1", "number:models.red-1.damage": "3", "reason": "x", "id": str(uuid4())}
    for sent in ({"step": "look"}, {"step": "look", "number:models.red-1.damage": "x"}, {"step": "do"}):
        assert bare(alice.post(f"{table.url}declare/", fact | sent).content.decode()) == [], sent
    ending = {
        "pick-or-blank:winner": "soviets",
        "number:conditions.red-1.damage": "4",
        "reason": "x",
        "id": str(uuid4()),
    }
    for sent in ({"step": "look"}, {"step": "look", "reason": ""}, {"step": "do"}):
        assert bare(alice.post(f"{table.url}amend/", ending | sent).content.decode()) == [], sent
    check(bob, table.url)
    for of in ("outcome.winner", "outcome.units.red-1.fate", "units.red-1.damage"):
        check(bob, f"{table.url}why/?of={of}")


@pytest.mark.usefixtures("brackets")
def test_what_is_said_at_the_door(cast: Cast) -> None:
    wrong = Client().post("/login/", {"username": "bob", "password": "wrong"})
    assert bare(wrong.content.decode()) == []
    new = {"old_password": PASSWORD, "new_password1": "1", "new_password2": "2"}
    assert bare(as_(cast.bob).post("/account/password/", new).content.decode()) == []


def test_a_message_is_written_in_the_readers_language_with_names_for_ids() -> None:
    inner = Message("%(n)s die", "%(n)s dice", 2)
    message = say("%(unit)s rolls %(dice)s.", unit="red-1", dice=inner)
    assert words(message) == "red-1 rolls 2 dice."
    assert words(message, {"red-1": "Tagil"}) == "Tagil rolls 2 dice."
    assert words(verbatim("100% steel")) == "100% steel"
    assert words(say("%(n)s left", n=4), {"4": "Tagil"}) == "4 left"  # a figure is nobody's id
    assert words(say("%(who)s", who=verbatim("red-1")), {"red-1": "Tagil"}) == "red-1"  # a name that reads like an id
    assert words(True) == "yes"
    assert words(3) == "3"


@pytest.mark.parametrize(
    ("format", "english", "german"),
    [
        ("l, j F Y, H:i", "Wednesday, 3 March 2027, 20:00", "Mittwoch, 3. März 2027, 20:00"),
        ("l, j F, H:i", "Wednesday, 3 March, 20:00", "Mittwoch, 3. März, 20:00"),
        ("j F Y", "3 March 2027", "3. März 2027"),
        ("j M Y, H:i", "3 Mar 2027, 20:00", "3. Mär 2027, 20:00"),
    ],
)
def test_a_date_is_written_in_the_readers_language(format: str, english: str, german: str) -> None:
    """March, too, which is also an order."""
    written = Template("{% load leaguer %}{{ at|date:format }}")
    context = Context({"at": datetime(2027, 3, 3, 20, tzinfo=UTC), "format": format})
    assert written.render(context) == english
    with override("de"):
        assert written.render(context) == german


def test_rules_are_read_in_german(table: Table) -> None:
    table.play(DEPLOYED)
    client = as_(table.cast.carol)
    page = client.get(table.url, headers={"Accept-Language": "de"}).content.decode()
    assert "Bewegungsphase" in page
    assert "Tagil ist aufgestellt." in page
    assert "Movement Phase" not in page


def test_a_campaign_is_read_in_german(table: Table) -> None:
    """Also a reason that the house itself has written into the log, in English."""
    table.desk.refresh_from_db()
    table.desk.umpires.add(table.cast.erin)
    handler.appoint_umpires(table.desk, table.organiser, "admin")
    client = as_(table.cast.carol)
    page = client.get(f"/campaigns/{table.campaign}/", headers={"Accept-Language": "de"}).content.decode()
    assert "Ein Schiedsrichter ist ernannt. Benannt, ehe der Feldzug eröffnet wurde." in page
    assert "Named" not in page
