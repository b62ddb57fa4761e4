"""Pieces of pages of which one page has dozens: the controls of a form, the cards of choices, the lines of a sheet.

They are macros of Jinja2, which compiles them to Python: rendered by Django's templates, they took most of a battle's
page. The tags of `battles.templatetags.leaguer` put them into Django's templates.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from battles.forms.paths import part_of
from battles.sentences import rule_in_words, speaker, translated, words
from battles.tape import pad


def as_part(value: str) -> str:
    """The end of a control's name, for one key of an object."""
    return part_of("", value)


def as_moment(at: str) -> str:
    """A time as the log writes it, as a browser's control for moments takes it."""
    return at.replace(" ", "T").removesuffix("Z")[:16]


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {"_": translated, "speaker": speaker, "pad": pad}
    made.filters |= {"as_part": as_part, "as_moment": as_moment, "words": words, "quoted": lru_cache(20_000)(quote)}
    made.filters["in_rules"] = rule_in_words
    return made


@cache
def _macros(file: str) -> Any:
    return _environment().get_template(f"{file}.html").module


def fragment(file: str, macro: str, *args: Any, **named: Any) -> SafeString:
    """What a macro of a file in this folder makes of the arguments, in the active language."""
    made: str = getattr(_macros(file), macro)(*args, **named)
    return mark_safe(made)
