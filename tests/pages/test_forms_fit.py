"""Every form a battle of the Modern Age can show, at a phone's width: nothing juts out, a thumb finds everything.

With LEAGUER_SHOTS pictures are kept of what was looked at.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from battles.pages import choice_cards
from tests.browsing import Tabs
from tests.length import in_soak
from tests.pages.every_form import SYSTEM, every_form
from tests.pages.test_layout import dress, faults

pytestmark = pytest.mark.page
SHOTS = os.environ.get("LEAGUER_SHOTS", "")  # a folder for pictures
ON_ONE = 6  # forms to a picture
UNFOLDED = """html => { document.querySelector("main").innerHTML = html;
    document.querySelectorAll("details").forEach(one => { one.name = ""; one.open = true }) }"""


def written(language: str) -> list[str]:
    """The forms as a browser gets them, in that language."""
    with translation.override(language):
        return [
            render_to_string("forms/_card.html", {"card": card, "action": "/report/", "position": 1, "csrf_token": "x"})
            for card in choice_cards.deal(every_form(), SYSTEM)
        ]


IN_ENGLISH = pytest.param(
    "en", marks=in_soak("tests/pages/test_forms_fit.py::test_every_form_fits_a_phone_and_a_thumb")
)


@pytest.mark.parametrize("language", [IN_ENGLISH, "de"])
def test_every_form_fits_a_phone_and_a_thumb(tabs: Tabs, language: str) -> None:
    """In German, which takes more room; at length in English, too."""
    page = tabs.open(script=True)
    forms = written(language)
    page.set_content("<!doctype html><title>forms</title><main></main>")
    dress(page)
    for number, first in enumerate(range(0, len(forms), ON_ONE)):
        page.evaluate(UNFOLDED, "".join(forms[first : first + ON_ONE]))
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=f"{SHOTS}/forms-{language}-{number:02}.png", full_page=True)
        assert faults(page) == {}, number
