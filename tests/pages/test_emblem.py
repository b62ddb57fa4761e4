"""A battle's page shows its rulebook's sign in its rulebook's colour, which has a place in the style sheet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from django.test import Client

from battles.models import Sheet
from rules import all_systems
from rules.emblem import Accent
from tests.cast import Cast
from tests.pages.test_accessible import SHOTS


@pytest.mark.parametrize("key", sorted(all_systems()))
def test_a_battle_has_its_rulebooks_emblem(cast: Cast, key: str) -> None:
    shot = SHOTS[key][0](cast.bob)
    assert Sheet.objects.get(pk=shot.stream).system == key
    page = Client().get(f"/battles/{shot.stream}/").content.decode()
    emblem = all_systems()[key].emblem
    assert re.search(rf'<main[^>]* class="battle accent-{emblem.accent}"', page)
    assert f'<path d="{emblem.path}"/>' in page


def test_every_accent_has_its_colours() -> None:
    """For light and for dark; brass is that of all pages."""
    sheet = Path("battles/static/conditions.css").read_text()
    for accent in {*get_args(Accent)} - {"brass"}:
        assert sheet.count(f".accent-{accent} {{ --brass: #") == 2, accent
