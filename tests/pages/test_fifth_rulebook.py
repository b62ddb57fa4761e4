"""A rulebook that was just begun by `startrulebook` is played on a phone, and nothing was written for it: counters, a
shot on one form with its dice pad, many vehicles at once, the status and the result by taps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

import rules
from rules.contract import RuleSystem, Unit
from tests.axe import grave
from tests.cast import Cast
from tests.pages.shots import Shot
from tests.pages.test_depths import Tapping
from tests.pages.test_shot import Thumb, button, thumb
from tests.rules.test_frame import forces
from tests.rules.toys import toy

__all__ = ["thumb"]  # a fixture
pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
KEY = "fifth_toy"


@pytest.fixture
def fifth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RuleSystem]:
    """Written into a temporary folder, beside the others."""
    with toy(tmp_path, KEY) as system:
        every = MappingProxyType({**rules.all_systems(), KEY: system})
        monkeypatch.setattr(rules, "all_systems", lambda: every)
        yield system


def begun(cast: Cast) -> Shot:
    """Two against three, with the table's own dice; Boar 1 has a card face down. Bob plays both sides."""
    more = (Unit(id=f"red-{n}", side="red", name=f"Boar {n}", model="Boar") for n in (2, 3))
    units = (*forces().units, *more)
    names = {unit.id: unit.name for unit in units}
    cards = {"red-1": ("Smoke",)}
    return Shot(replace(forces(), system=KEY, units=units, names=names, fittings=cards, dice="table"), cast.bob)


def kinds(shot: Shot, after: int) -> list[str]:
    return [type(event).__name__ for event in shot.events[after:]]


def test_a_rulebook_just_begun_is_played_by_taps(cast: Cast, fifth: RuleSystem, thumb: Callable[[str], Thumb]) -> None:
    shot = begun(cast)
    phone = thumb("fifth")
    phone.open(shot.stream)
    assert phone.page.locator("a.token").count() == 5
    assert grave(phone.page) == []

    shot_on_one_form(phone, shot)
    many_at_once(phone, shot)
    status_and_result(phone, shot)
    assert phone.faults == []


def shot_on_one_form(phone: Thumb, shot: Shot) -> None:
    """The counter of Hare 1, its target, the dice, and the answer of who was hit: one submission."""
    before, page = len(shot.events), phone.page
    phone.tap(page.locator('a.token[href*="unit=blue-1#"]'))
    page.wait_for_url("**unit=blue-1**")  # until then the cards are those of the page before
    phone.settle()
    expect(page.locator("a.token[aria-current]")).to_contain_text("Hare 1")
    expect(page.locator("#decisions")).to_be_focused()
    assert phone.loads == 0
    card = page.locator('details.card:has(input[name="type"][value="Fire"])')
    if card.get_attribute("open") is None:
        phone.tap(card.locator("summary").first)
    expect(card.get_by_text("What cover is")).to_be_visible()
    phone.tap(card.get_by_text("Boar 1", exact=True))
    phone.tap(button(card, "Go on to the dice"))
    phone.roll("6", "5")
    expect(phone.gesture).to_contain_text("Boar 1: 6, 5, 2 hits")
    phone.tap(phone.gesture.get_by_role("button", name="Play the Smoke of Boar 1"))
    phone.roll("1")
    expect(phone.gesture).to_contain_text("It does not help.")
    phone.tap(button(phone.gesture, "Report"))
    assert kinds(shot, before) == ["ShotResolved", "CardPlayed", "DamageTaken"]
    assert phone.sent == 1
    assert shot.events[before].attack.by == "table"  # type: ignore[attr-defined]


def many_at_once(phone: Thumb, shot: Shot) -> None:
    """Both Boars that are left hold in one go; when Hare 2 holds, too, the round is over."""
    before = len(shot.events)
    batch = phone.page.locator("details.batch", has_text="2 vehicles hold")
    phone.tap(batch.locator("summary"))
    phone.tap(button(batch, "Report all"))
    assert kinds(shot, before) == ["Held", "Held"]
    card = phone.page.locator('details.card:not(.batch):has(input[name="type"][value="Hold"])')
    if card.get_attribute("open") is None:
        phone.tap(card.locator("summary").first)
    phone.tap(button(card, "Report"))
    assert kinds(shot, before) == ["Held", "Held", "Held", "RoundEnded"]


def status_and_result(phone: Thumb, shot: Shot) -> None:
    """Between rounds the depth is switched; a row of taps for each vehicle."""
    on = Tapping(phone.page)
    on.send(phone.page.locator(".depth button[value=status]"))
    said = on.harm(phone.page.locator("details.card[open] fieldset.state").first)
    on.send(phone.page.locator("details.card[open] button.primary"))
    assert shot.events[-1].condition.items() >= said.items()  # type: ignore[attr-defined]
    on.send(phone.page.locator(".depth button[value=result]"))
    rows = phone.page.locator("details.card[open] fieldset.state")
    assert rows.count() == 5
    on.tap(phone.page.locator("details.card[open] label:has(input[name$=':winner'])").last)
    on.send(phone.page.locator("details.card[open] button.primary"))
    assert kinds(shot, -1) == ["ResultReported"]
    phone.tap(phone.page.locator("form.confirm button.primary").first)
