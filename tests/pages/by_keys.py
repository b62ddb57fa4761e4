"""Somebody who has no pointer: whole battles and evenings by Tab, Enter, Space, the arrows and what is typed.

Every stop of Tab on the way is looked at: it shows the focus, and is not below what stays on the screen (WCAG 2.4.7,
2.4.11). Controls are found by what a person is told of them, and reached by keys alone.
"""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

from tests.pages.tapping import PATIENCE, Tapper
from tests.pages.test_evening import Hand
from tests.pages.wcag import FOCUSED

MOST_TABS = 400  # of the longest page, once round
# What is operated where this is pointed at: the control of a label, or what the words stand on.
CONTROL = """one => one.closest('label')?.control
    || one.closest('summary, a, button, input, select, textarea') || one"""
KIND = "one => one.type === 'radio' || one.type === 'checkbox' ? one.type : one.tagName"
# Tab comes to one of several radio buttons.
IS_HERE = f"""target => {{ const at = document.activeElement;
    const here = at === target || (target.type === 'radio' && at.type === 'radio'
        && at.name === target.name && at.form === target.form);
    return [here, ({FOCUSED})()] }}"""


class Keyboard:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0
        self.faults = set[str]()

    def press(self, key: str) -> None:
        self.presses += 1
        self.page.keyboard.press(key)

    def reach(self, what: Locator) -> Any:
        """Tab on until it has the focus; its handle."""
        target = what.first.evaluate_handle(CONTROL).as_element()
        assert target
        for _tab in range(MOST_TABS):
            here, faults = target.evaluate(IS_HERE)
            if here:
                self.faults |= {*faults}
                return target
            self.press("Tab")
        raise AssertionError(f"Tab does not come to {target.evaluate('one => one.outerHTML')[:200]}")

    def operate(self, what: Locator) -> None:
        """Press what there is to be pressed, and choose what there is to be chosen."""
        target = self.reach(what)
        kind = target.evaluate(KIND)
        if kind == "radio":
            for _option in range(80):
                if target.evaluate("one => one === document.activeElement"):
                    break
                self.press("ArrowDown")
            if not target.evaluate("one => one.checked"):
                self.press("Space")
            assert target.evaluate("one => one.checked")
        else:
            self.press("Space" if kind == "checkbox" else "Enter")

    def choose(self, what: Locator, value: str) -> None:
        """In a list, by the arrows: by its value, or by what it says."""
        target = self.reach(what)
        wanted = """(one, value) => [...one.options].filter(each => !each.disabled)
            .findIndex(each => each.value === value || each.label === value)"""
        now = "one => [...one.options].filter(each => !each.disabled).indexOf(one.selectedOptions[0])"
        way = target.evaluate(wanted, value) - target.evaluate(now)
        for _option in range(abs(way)):
            self.press("ArrowDown" if way > 0 else "ArrowUp")
        assert target.evaluate(wanted, value) == target.evaluate(now), value

    def write(self, what: Locator, text: str) -> None:
        self.reach(what)
        self.press("Control+a")
        self.press("Delete")
        self.presses += len(text)
        self.page.keyboard.insert_text(text)


class KeyHand(Hand):
    """An organiser at a keyboard."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.keys = Keyboard(page)

    def press(self, control: Locator) -> None:
        self.clicks += 1
        with self.page.expect_navigation():
            self.keys.operate(control)
        self.loads += 1

    def pick(self, label: str, value: str) -> None:
        self.keys.choose(self.page.get_by_label(label), value)

    def type(self, label: str, text: str) -> None:
        self.keys.write(self.page.get_by_label(label), text)

    def fill(self, name: str, text: str) -> None:
        self.keys.write(self.page.locator(f"[name={name}]"), text)

    def touch_it(self, control: Locator) -> None:
        self.keys.operate(control)


class KeyTapper(Tapper):
    """A player at a keyboard, who reports at random."""

    def __init__(self, page: Page, chance: Random, **how: int) -> None:
        super().__init__(page, chance, **how)
        self.keys = Keyboard(page)

    def tap(self, what: str, die: bool = False) -> None:
        self.taps += not die
        self.dice += die
        control = self.page.locator(what)
        control.first.wait_for(timeout=PATIENCE)
        self.keys.operate(control)
        self.page.locator("[aria-busy]").wait_for(state="detached")

    def _roll(self) -> None:
        """Number keys, until the pad is full: the place of a face is the key, where there are no more than nine."""
        pad = self.page.locator(".gesture .pad").first
        for _die in range(pad.locator(".tray > *").count()):
            faces = self.page.locator(".gesture .pad .faces button")
            many = faces.count()
            face = self.chance.randrange(many)
            if many > 9:
                self.keys.operate(faces.nth(face))
            else:
                self.keys.reach(faces)
                self.keys.press(str(face + 1))
            self.dice += 1
        self.page.locator("[aria-busy]").wait_for(state="detached")

    def _tell(self, part: Any) -> None:
        """As by taps; lists and fields by keys."""
        told = part.get("required") or self.chance.randrange(100) < self.fills
        if part["kind"] == "list" and part["values"] and told:
            self.keys.choose(self.page.locator(part["tap"]), self.pick(part["values"]))
        elif part["kind"] == "text" and part["numbers"] and told:
            self.keys.write(self.page.locator(part["tap"]), self._number(part["numbers"]))
        elif part["kind"] not in ("list", "text"):
            super()._tell(part)
