"""What people write becomes HTML without anything that they could not have meant to say."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.conversation.markdown import as_typed, html, mentions_in
from tests.length import examples

TAGS = {"p", "br", "em", "strong", "code", "pre", "blockquote", "ul", "ol", "li", "a", "b"}
ATTRIBUTES = {
    "a": {"href", "rel", "title"},
    "b": {"class", "translate"},
    "ol": {"start"},
    "code": {"class"},
}
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](&#x6A;avascript:alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](vbscript:x)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example/)",
    "[x](/admin/logout/)",
    "[x](?act=delete)",
    "[x]: javascript:alert(1)\n\n[x]",
    "<javascript:alert(1)>",
    "<x onclick=alert(1)>",
    "![x](https://evil.example/pixel.png)",
    "![x](javascript:alert(1))",
    '[x](https://a.example "onmouseover=alert(1)")',
    '[x](https://a.example/"onmouseover="alert(1))',
    "[x](https://a.example/'><script>alert(1)</script>)",
    "`<script>alert(1)</script>`",
    '```"><script>alert(1)</script>\nx\n```',
    "    <script>alert(1)</script>",
    "<!-- --><svg/onload=alert(1)>",
    "<!DOCTYPE x><?php x ?><![CDATA[<script>]]>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;",
    "# A heading that no page has",
    "***\n---\n===",
    'https://evil.example/"onmouseover="alert(1)',
    "mailto:a@b.example?body=<script>",
    "\u202ejavascript:alert(1)",
    "[x](http://[::1]/<script>)",
    "<style>*{display:none}</style>",
    "<iframe src=https://evil.example>",
    "<form action=/x><button>",
)


class Reader(HTMLParser):
    """Reads HTML as a browser would, and notes what is not expected."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.wrong.append(tag)
        for name, value in attrs:
            if name not in ATTRIBUTES.get(tag, set()):
                self.wrong.append(f"{tag} {name}")
            if name == "href":
                self.links.append(value or "")
                if not re.match(r"(https?|mailto):", value or "", re.IGNORECASE):
                    self.wrong.append(f"href {value}")
        if tag == "a" and dict(attrs).get("rel") != "nofollow ugc noopener noreferrer":
            self.wrong.append("a link that vouches")

    def handle_comment(self, data: str) -> None:
        self.wrong.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.wrong.append("declaration")

    def handle_pi(self, data: str) -> None:
        self.wrong.append("instruction")


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(html(text, {}))
    reader.close()
    return reader


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_runs_comes_out(text: str) -> None:
    assert read(text).wrong == []


@settings(max_examples=examples(10))
@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from([*HOSTILE, "[", "](", ")", "<", ">", "*", "`", "\n", "@{"]), max_size=6).map("".join)
)
def test_nothing_that_runs_comes_out_of_anything(text: str) -> None:
    assert read(text).wrong == []


def test_what_people_mean_comes_out() -> None:
    said = html(
        "**Well** *shot*!\nSee https://steel.example/a_b_c and [this](https://x.example).\n\n> quoted\n\n- one", {}
    )
    assert "<strong>Well</strong> <em>shot</em>!<br" in said
    assert read("https://steel.example and <https://x.example>").links == ["https://steel.example", "https://x.example"]
    assert "<blockquote>" in said
    assert "<li>one</li>" in said


def test_who_is_mentioned_is_read_by_the_name_that_the_reader_may_know() -> None:
    one, other = str(uuid4()), str(uuid4())
    text = f"@{{{one}}}: `@{{{one}}}` and @{{{other}}}"
    assert mentions_in(text) == [*map(type(uuid4()), (one, other))]
    said = html(text, {one: "<b>"})
    assert '<b class="mention" translate="no">@&lt;b&gt;</b>: <code>' in said
    assert other not in said, "nobody's name is nobody's id"
    assert as_typed(text, {one: "bob", other: "carol"}) == "@bob: `@bob` and @carol"


@pytest.mark.parametrize(
    "part", ["[" * 2000, "> " * 1000, "*a " * 1300, "`" * 4000, "[a](" * 1000, "- " * 2000, "<a " * 1300]
)
def test_no_text_is_too_deep(part: str) -> None:
    assert read(part[:4000]).wrong == []
