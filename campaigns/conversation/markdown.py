"""From what people write to HTML: CommonMark without HTML, headings and images, with links that vouch for nobody.

Nothing that is written is ever taken as HTML: markdown-it escapes it, and knows no tag that is not made here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

MENTION = re.compile(r"@\{([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}")
SCHEMES = re.compile(r"(?:https?|mailto):", re.IGNORECASE)
UNWANTED = ("image", "html_block", "html_inline", "heading", "lheading", "hr", "table", "entity")


def _is_allowed(url: str) -> bool:
    """Addresses of the web and of mail, in full: none without a scheme, as `//host` and `/admin/` would be."""
    return SCHEMES.match(url.strip()) is not None


class _Renderer(RendererHTML):
    def mention(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        """`called`, of the environment: what people are called for the reader."""
        name = env["called"].get(tokens[at].content, "")
        return f'<b class="mention" translate="no">@{escape(name)}</b>' if name else "@"

    def link_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        tokens[at].attrs = {"href": tokens[at].attrs.get("href", ""), "rel": "nofollow ugc noopener noreferrer"}
        return self.renderToken(tokens, at, options, env)


def _split(state: Any) -> None:
    """Mentions as tokens of their own; but in code and in the text of a link they stand as they were written."""
    for block in state.tokens:
        if block.type != "inline" or not block.children:
            continue
        block.children = [part for token in block.children for part in _parts(token)]


def _parts(token: Token) -> list[Token]:
    if token.type != "text" or "@{" not in token.content:
        return [token]
    found = []
    for n, text in enumerate(MENTION.split(token.content)):
        if text:
            found.append(Token("mention" if n % 2 else "text", "", 0, content=text, level=token.level))
    return found


def _made() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "breaks": True, "linkify": True}, renderer_cls=_Renderer)
    made.enable(["linkify"]).disable(list(UNWANTED), ignoreInvalid=True)
    assert made.linkify is not None
    made.linkify.set({"fuzzy_email": False, "fuzzy_ip": False, "fuzzy_link": False})
    made.core.ruler.push("mention", _split)
    made.validateLink = _is_allowed  # type: ignore[method-assign]
    return made


_MARKDOWN = _made()


def html(text: str, called: Mapping[str, str]) -> SafeString:
    """`called`: the names of those mentioned, by id, as the reader may know them."""
    text = str(_MARKDOWN.render(text, {"called": called}))
    return mark_safe(text)


def mentions_in(text: str) -> list[UUID]:
    """Who is mentioned, each once, in order."""
    return list(dict.fromkeys(UUID(one) for one in MENTION.findall(text)))


def as_typed(text: str, called: Mapping[str, str]) -> str:
    """The text as its author typed it, with names for ids."""
    return MENTION.sub(lambda found: f"@{called.get(found[1], '')}", text)
