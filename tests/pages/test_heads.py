"""What the head and the pictures of pages tell a browser and a search engine. How the main pages are drawn, and what
they cost: tests/deploy/test_main_pages.py."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.pages.conftest import Table, as_
from tests.pages.kept import cast, kept_table, table

__all__ = ["cast", "kept_table", "table"]
pytestmark = pytest.mark.django_db
MOST = 1_800  # elements of a page


class Head(HTMLParser):
    """`lang`, `title`, what `meta` says by name, the attributes of pictures, and whence parts of the page come."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lang = self.title = self._in = ""
        self.meta: dict[str, str] = {}
        self.pictures: list[dict[str, str | None]] = []
        self.parts: list[str] = []
        self.elements = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said, self._in = dict(attrs), tag if tag == "title" and not self.title else ""
        self.elements += 1
        if tag == "html":
            self.lang = said.get("lang") or ""
        elif tag == "meta" and "name" in said:
            self.meta[said["name"] or ""] = said.get("content") or ""
        elif tag == "img":
            self.pictures.append(said)
        self.parts += [said.get(name) or "" for name in ("src", "srcset") if name in said]
        if tag == "link":
            self.parts.append(said.get("href") or "")

    def handle_data(self, data: str) -> None:
        if self._in:
            self.title += data


def test_pages_say_what_they_are_and_leave_room_for_pictures(table: Table) -> None:
    bob, titles, language = as_(table.cast.bob), set[str](), "pl"
    pages = {"/": Client(), "/login/": Client(), table.url: bob, f"/campaigns/{table.campaign}/": bob}
    for place, client in pages.items():
        answer = client.get(place, headers={"Accept-Language": language})
        assert answer.status_code == 200
        head = Head(answer.content.decode())
        assert (head.lang, head.meta["viewport"]) == (language, "width=device-width, initial-scale=1"), place
        assert 60 <= len(head.meta["description"]) <= 250, place
        assert head.pictures, place
        assert all({"width", "height", "alt"} <= {*one} for one in head.pictures), place
        assert [one for one in head.parts if not one.startswith("/")] == [], "all from here"
        assert 20 < head.elements <= MOST, place
        titles.add(head.title)
    assert len(titles) == len(pages)
