"""A drawing of what people judge, beside the control that asks for it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from battles.sentences import words
from rules.contract import Field


class Drawn(msgspec.Struct, frozen=True):
    """In the reader's words; `svg` is the rulebook's own file (`rules.kit.offers`)."""

    svg: str
    title: str
    says: str


def drawn(field: Field, names: Mapping[str, str]) -> Drawn | None:
    one = field.drawing
    return Drawn(one.svg, words(one.title, names), words(one.says, names)) if one else None
