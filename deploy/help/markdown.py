"""From the markdown of a page to HTML with anchors, and to the sections that are searched.

Pages are written by Leaguer's own developers; HTML in them is shown as it is typed all the same. A line of the kind
`<!-- words: take back, oops -->` below a heading is not shown: it has words by which people search for that section.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.html import escape
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

WORDS = re.compile(r"^<!-- words: (.*) -->\n", re.MULTILINE)
COMMENT = re.compile(r"^<!--.*?-->\n?", re.MULTILINE | re.DOTALL)
MARKED = re.compile(r"§§(.*?)§§")


@dataclass(frozen=True)
class Section:
    """What stands below one heading, up to the next. `level` is 1 for what stands above all of them."""

    anchor: str
    heading: str
    level: int
    words: str
    text: str


class Picture(NamedTuple):
    """Its address, and that of the same in dark colours, "" where there is none; its size in pixels, for which the
    browser leaves room before it has come."""

    light: str
    dark: str
    width: int
    height: int


class _Renderer(RendererHTML):
    """`target`, of the environment: where a link leads, "" where that is shown nowhere. `picture`: the same of one."""

    def link_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        target = env["target"](str(tokens[at].attrs["href"]))
        env.setdefault("open", []).append(bool(target))
        rel = ' rel="noopener noreferrer"' if target.startswith("http") else ""
        return f'<a href="{escape(target)}"{rel}>' if target else ""

    def link_close(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        return "</a>" if env["open"].pop() else ""

    def image(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        found: Picture = env["picture"](str(tokens[at].attrs["src"]))
        dark = escape(found.dark)
        source = f'<source media="(prefers-color-scheme: dark)" srcset="{dark}">' if dark else ""
        shown = f'src="{escape(found.light)}" width="{found.width}" height="{found.height}"'
        shown += ' class="tall"' if found.height > found.width else ""
        return f'<picture>{source}<img {shown} alt="{escape(tokens[at].content)}" loading="lazy"></picture>'

    def table_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        return '<div class="wide" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        return "</table></div>\n"


_MARKDOWN = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")


def _parsed(text: str) -> list[Token]:
    """Each heading with its anchor, as repositories on the web name them."""
    tokens = _MARKDOWN.parse(COMMENT.sub("", WORDS.sub(r"§§\1§§\n\n", text)))
    seen: dict[str, int] = {}
    for n, token in enumerate(tokens):
        if token.type == "heading_open":
            anchor = slug(plain(tokens[n + 1]))
            times = seen[anchor] = seen.get(anchor, -1) + 1
            token.attrs["id"] = f"{anchor}-{times}" if times else anchor
    return tokens


def html(text: str, target: Callable[[str], str], picture: Callable[[str], Picture]) -> str:
    """Without the first heading, which the page has as its title."""
    tokens = [one for one in _parsed(text) if not (one.type == "inline" and MARKED.fullmatch(one.content))]
    first = next((n for n, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h1"), None)
    if first is not None:
        del tokens[first : first + 3]
    rendered = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {"target": target, "picture": picture})
    return str(rendered).replace("<p></p>\n", "")


def sections(text: str) -> Iterator[Section]:
    """In order; the first is what stands above all headings but the title."""
    anchor, heading, level, words, said = "", "", 1, list[str](), list[str]()
    tokens = _parsed(text)
    for n, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag in ("h2", "h3"):
            yield Section(anchor, heading, level, " ".join(words), " ".join(said))
            anchor, heading, level, words, said = (
                str(token.attrs["id"]),
                plain(tokens[n + 1]),
                int(token.tag[1]),
                [],
                [],
            )
        elif token.type == "inline" and (found := MARKED.fullmatch(token.content)):
            words.append(found[1])
        elif token.type in ("fence", "code_block"):
            said.append(token.content)
        elif token.type == "inline" and tokens[n - 1].type != "heading_open":
            said.append(plain(token))
    yield Section(anchor, heading, level, " ".join(words), " ".join(said))


def links(text: str) -> list[str]:
    """Where the links and the pictures of a page lead, as they are written."""
    inside = [part for token in _parsed(text) for part in token.children or ()]
    found = [part.attrs.get("href") or part.attrs.get("src") for part in inside]
    return [str(one) for one in found if one]


def title(text: str) -> str:
    """Its first heading."""
    return next(line.removeprefix("# ") for line in text.splitlines() if line.startswith("# "))


def plain(token: Token) -> str:
    """Its words without marks; the words of a link or a picture, too."""
    return "".join(
        " " if part.type in ("softbreak", "hardbreak") else part.content
        for part in token.children or ()
        if part.type in ("text", "code_inline", "image", "softbreak", "hardbreak")
    )


def slug(heading: str) -> str:
    """`How do I undo?` is `how-do-i-undo`."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
