"""One phone on the table: a tapper to whom the other side has lent its seat, and its owner, who types in a code of
their own where cards of theirs may be turned up."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page, TimeoutError

from tests.pages.tapping import CONTROLS, PATIENCE, Tapper

OWN_CODE = "4711"
# The choices that show after the code, each with the mark of its card and of its form.
CHOICES = """() => [...document.querySelectorAll('main form')].map((form, n) => {
  const mark = (one, kind) => one ? (one.dataset.tap = `${kind}${n}`, `[data-tap="${kind}${n}"]`) : '';
  const card = form.closest('details');
  return { form: mark(form, 'choice'), type: form.querySelector('[name=type]')?.value || '',
    folded: card && !card.open ? mark(card.querySelector('summary'), 'card') : '' };
})"""


def lend(owner: Page, holder: Page, seat: str) -> None:
    """The owner sets a short code of their own and shows a code on their phone; the other phone reads it."""
    owner.goto(seat)
    if owner.locator("#own_code").count():
        owner.locator("#own_code").fill(OWN_CODE)
        owner.locator("form:has(#own_code) button").tap()
    owner.get_by_role("button", name="Show a code").tap()
    code = owner.locator("p.code").inner_text()
    holder.goto(f"{seat}#{code}")
    holder.get_by_role("button", name="Report for them, too").tap()
    holder.wait_for_url(lambda url: "/seat/" not in url)


class OnePhone(Tapper):
    """Of 100 times, `asks`: the owner of the lent seat types in their code, and makes the choice that shows, if there
    is any. `hidden`: the names that must show nowhere else."""

    asks = 10

    def __init__(self, page: Page, chance: Random, hidden: Callable[[], set[str]], leaguer: int = 0) -> None:
        super().__init__(page, chance, leaguer=leaguer)
        self.hidden = hidden
        self.shown = self.chosen = 0

    def step(self) -> bool:
        text = self.page.locator("main").inner_text()
        assert not (found := [name for name in self.hidden() if name in text]), found
        if not self.see()["open"] and self.chance.randrange(100) < self.asks and self._owner_chooses():
            return True
        return super().step() or self._owner_chooses()

    def _owner_chooses(self) -> bool:
        """Whether the owner has reported one of their choices."""
        seats = self.page.locator("details.seats")
        if not seats.count():
            return False
        try:
            self.tap("details.seats summary")
        except TimeoutError:  # a draft has opened before it: what was sent last goes on
            self.gone += 1
            return True
        self._follow("details.seats a.button")
        if not self.page.locator("form:has([value=show])").count():  # all their cards are turned up
            self._follow(".kicker a")
            return False
        self.page.locator("form:has([value=show]) [name=own_code]").fill(OWN_CODE)
        self._follow("form:has([value=show]) button.primary")
        self.shown += 1
        told = self._choose(self.page.evaluate(CHOICES))
        if self.page.locator("main[data-draft]").count() == 0:
            self._follow(".kicker a")
        self.chosen += told
        self.passed.clear()
        return told

    def _choose(self, choices: list[Any]) -> bool:
        if not choices:
            return False
        one = self.pick(choices)
        if one["folded"]:
            self.tap(one["folded"])
        self.left_to_leaguer += self.leaguer == 100  # dice that no form asks for are his, then
        found = self.page.evaluate(CONTROLS, one["form"])
        for part in found["parts"]:
            if part.get("name", "").endswith(":leaguer"):
                if self.chance.randrange(100) >= self.leaguer:
                    continue  # their own dice
                self.left_to_leaguer += 1
                part |= {"required": True}
            self._tell(part)
        self._follow(f"{one['form']} button.primary")
        return self.page.locator("main[data-draft]").count() == 1

    def _follow(self, what: str) -> None:
        """Tap what leads to another page."""
        self.page.locator("main").evaluate("one => (one.dataset.old = '1')")
        self.taps += 1
        self.page.locator(what).first.tap(timeout=PATIENCE)
        self.page.locator("main[data-old]").wait_for(state="detached", timeout=PATIENCE)
