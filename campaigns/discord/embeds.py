"""A bulletin as an embed of Discord, within its limits. What people have typed stays text: it makes no link, calls
nobody and is not set in bold."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from campaigns.presenters.bulletin import Bulletin, Kind

TITLE, DESCRIPTION, URL = 256, 4096, 2048  # characters of an embed
COLOURS = {Kind.PAIRINGS: 0x2A5A8C, Kind.RESULT: 0x8F2B1D, Kind.STANDINGS: 0x2C3618, Kind.HONOURS: 0xD9B95A}
Payload = dict[str, Any]


def payload(one: Bulletin, with_picture: bool) -> Payload:
    lines: list[str] = []
    left = DESCRIPTION
    for line in map(plain, one.lines):
        if len(line) + 1 > left - 2:
            lines.append("…")
            break
        lines.append(line)
        left -= len(line) + 1
    embed: Payload = {
        "title": cut(plain(one.title), TITLE),
        "description": "\n".join(lines),
        "url": one.url[:URL],
        "timestamp": one.updated,
        "color": COLOURS[one.kind],
    }
    if one.picture and with_picture:
        embed["image"] = {"url": one.picture[:URL]}
    return _said(embed)


def taken_back(title: str) -> Payload:
    """In place of what does not stand any more."""
    return _said({"title": cut(plain(title), TITLE), "description": _("This was taken back."), "color": 0x808080})


def test(name: str) -> Payload:
    return _said({"title": _("A test from Leaguer"), "description": cut(plain(name), DESCRIPTION), "color": 0x2C3618})


def written(title: str, text: str, url: str) -> Payload:
    """A plain message that leads to a page. `text` may be of several lines."""
    lines = "\n".join(map(plain, text.split("\n")))
    embed = {"title": cut(plain(title), TITLE), "description": cut(lines, DESCRIPTION), "url": url[:URL]}
    return _said({**embed, "color": 0x2C3618})


def _said(embed: Payload) -> Payload:
    return {"embeds": [embed], "allowed_mentions": {"parse": []}}


def plain(text: str) -> str:
    """As it was typed, whatever Discord would make of it."""
    text = re.sub(r"([\\*_~`|<>\[\]()#])", r"\\\1", " ".join(text.split()))
    return text.replace("://", ":\u200b//").replace("@", "@\u200b")


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip("\\") + "…"


def digest(one: Payload) -> str:
    return sha256(msgspec.json.encode(one, order="sorted")).hexdigest()
