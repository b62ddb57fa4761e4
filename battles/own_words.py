"""What a club calls things, over the catalogue of a language, for as long as a page of it is shown.

It is part of the active language: whatever translates a text finds it, in code, in templates and in sentences of the
rules. Whatever makes another language active puts it down.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from django.core.signals import request_finished, request_started
from django.utils import translation
from django.utils.translation import trans_real

MOST = 64  # clubs and languages of one process


class Spoken:
    """A language as a club speaks it. `said`: its words, by the text they stand for as catalogues have it, with its
    context; `beneath`: the catalogue, which has all the rest. `key` stands for both in the keys of what is kept."""

    def __init__(self, beneath: Any, said: Mapping[str, str]) -> None:
        self.beneath, self.said = beneath, said
        self.key = blake2b(repr(sorted(said.items())).encode(), digest_size=16).hexdigest()

    def gettext(self, text: str) -> str:
        return self.said.get(text) or str(self.beneath.gettext(text))

    def __getattr__(self, name: str) -> Any:
        """Numbers of things, the language's code and whatever else Django asks of a catalogue."""
        return getattr(self.beneath, name)


def speak(said: Mapping[str, str]) -> None:
    """Until the request ends or another language is made active. Without any words it is the language's own."""
    if not said and spoken() is None:
        return
    beneath = catalogue()
    here = _spoken(beneath, frozenset(said.items())) if said else beneath
    # What Django itself sets where a language is made active; it has no other door for a catalogue.
    trans_real._active.value = here  # type: ignore[attr-defined]


def catalogue() -> Any:
    """The active language's own catalogue."""
    here = trans_real.catalog()
    return here.beneath if isinstance(here, Spoken) else here


def spoken() -> Spoken | None:
    """The active language as a club speaks it, if one does."""
    here = trans_real.catalog()
    return here if isinstance(here, Spoken) else None


class override(translation.override):  # as Django's
    """Another language for a while, in which no club speaks. After it, the club whose page is shown speaks on."""

    said: Mapping[str, str] = {}

    def __enter__(self) -> None:
        here = spoken()
        self.said = here.said if here else {}
        super().__enter__()

    def __exit__(self, *raised: Any) -> None:
        super().__exit__(*raised)
        if self.said:
            speak(self.said)


def as_spoken() -> str:
    """What stands for the active language, and for the words of the club that speaks it."""
    here = trans_real.catalog()  # asked once, without `get_language`: this runs for each fragment of a page
    language = here.to_language() or ""
    return f"{language} {here.key}" if isinstance(here, Spoken) else language


@lru_cache(MOST)
def _spoken(beneath: Any, said: frozenset[tuple[str, str]]) -> Spoken:
    return Spoken(beneath, dict(said))


def _put_down(**_signal: Any) -> None:
    if spoken() is not None:
        speak({})


def listen() -> None:
    request_started.connect(_put_down, dispatch_uid="own words")
    request_finished.connect(_put_down, dispatch_uid="own words")
