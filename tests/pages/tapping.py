"""A player who reads only the screen of a phone and taps: whole battles, as people log them."""

from __future__ import annotations

import json
import math
from random import Random
from typing import Any

from playwright.sync_api import Page, Response, TimeoutError

# What can be tapped now, as a person sees it: the steps of a draft if one is open, else the forms of the page. Each has
# a mark by which it is found again.
SEEN = """() => {
  const mark = one => { one.dataset.tap = one.dataset.tap || (window.marks = (window.marks || 0) + 1);
    return `[data-tap="${one.dataset.tap}"]`; };
  const shown = one => one.checkVisibility();
  const all = (root, what) => [...root.querySelectorAll(what)];
  const folded = form => ['details.rest', 'details.card'].map(kind => form.closest(kind))
    .filter(fold => fold && !fold.open).map(fold => mark(fold.querySelector('summary')));
  const form = one => ({ form: mark(one), folded: folded(one),
    label: one.closest('details')?.querySelector('summary')?.textContent || one.textContent,
    type: one.querySelector('[name=type]')?.value || '', given: one.querySelector('[name=given]')?.value || '',
    batch: Boolean(one.querySelector('[name="1/given"]')) });
  const gesture = document.querySelector('.gesture');
  if (gesture) return {
    whole: all(gesture, 'button[value=all].primary').filter(shown).map(mark)[0] || '',
    leaguer: all(gesture, 'button[value=rolled]').filter(shown).map(mark)[0] || '',
    drop: all(gesture, '[data-drop]').map(mark)[0],
    sofar: all(gesture, '.kept button[value=all]').filter(shown).map(mark)[0] || '',
    wrong: Boolean(gesture.querySelector('.fault')),
    faces: all(gesture, '.pad .faces button').filter(shown).map(one => one.dataset.face).length,
    left: all(gesture, '.pad').map(one => one.querySelectorAll('.tray > *').length)[0] || 0,
    forms: all(gesture, 'form[data-step]').filter(one => shown(one.closest('details') || one))
      .filter(one => !all(one, '.pad .faces button').some(shown)).map(form), open: true };
  const main = document.querySelector('main[data-draft]');
  return { open: false, over: Boolean(document.querySelector('input[name=type][value=Confirm]')),
    wrong: Boolean(main && main.querySelector('.note.bad')),
    units: all(document, 'a.token.able').filter(shown).map(one => ({ tap: mark(one),
      unit: new URL(one.href).searchParams.get('unit') })),
    forms: main ? all(main, 'form[data-card], .batch form')
      .filter(one => shown(one.closest('details.rest') || one.closest('details'))).map(form) : []
  };
}"""
# The controls of an open form: for each, what may be tapped in it, or the numbers its help names.
CONTROLS = """(found) => {
  const form = document.querySelector(found);
  const mark = one => { one.dataset.tap = one.dataset.tap || (window.marks = (window.marks || 0) + 1);
    return `[data-tap="${one.dataset.tap}"]`; };
  const shown = one => one.checkVisibility() && getComputedStyle(one).display !== 'none';
  const parts = [], groups = {};
  const steps = [...form.querySelectorAll('.compass button:not([aria-disabled])')].map(mark);
  if (steps.length) parts.push({kind: 'step', taps: steps});
  for (const one of form.querySelectorAll('input, select')) {
    const label = one.closest('label') || one;
    if (one.type === 'hidden' || !shown(label) || one.type === 'range' || one.closest('[data-dice]')) continue;
    if (one.type === 'radio') {
      groups[one.name] = groups[one.name] || (parts.push({kind: 'radio', name: one.name, taps: []}), parts.at(-1));
      groups[one.name].required ||= one.required; groups[one.name].set ||= one.checked;
      if (one.value !== '') groups[one.name].taps.push(mark(label));
    } else if (one.type === 'checkbox') parts.push({kind: 'tick', taps: [mark(label)]});
    else if (one.tagName === 'SELECT') parts.push({kind: 'list', required: one.required, tap: mark(one), name: one.name,
      values: [...one.options].map(option => option.value).filter(Boolean)});
    else {
      const help = one.closest('.control')?.querySelector('.help')?.textContent || '';
      const numbers = (help.match(/[0-9]+(\\.[0-9]+)?/g) || []).map(Number);
      parts.push({kind: 'text', required: one.required, tap: mark(one), name: one.name, numbers});
    }
  }
  return { parts, send: [...form.querySelectorAll('button.primary')].filter(shown).map(mark)[0] || '' };
}"""
PATIENCE = 8_000  # milliseconds
GIVES_UP = {"Concede", "CallTime", "Withdraw", "Leave", "ChangeDepth", "Confirm", "ReportResult", "ReportStatus"}


TO_THE_DICE = "Go on to the dice"  # so says a first button, and then a step is asked for


class Tapper:
    """Taps at random. They count taps, dice, submissions, and what was refused.

    Of 100 times: `leaguer`, they have Leaguer roll what is asked for; `bulk`, they take a form of many units where it
    is there; `fills` and `ticks`, they fill in what may be left out.
    """

    fills, ticks = 50, 25

    def __init__(self, page: Page, chance: Random, leaguer: int = 0, bulk: int = 30) -> None:
        self.page, self.chance, self.leaguer, self.bulk = page, chance, leaguer, bulk
        self.taps = self.dice = self.sent = self.refused = self.left_to_leaguer = self.gone = 0
        self.passed: set[str] = set()  # what was refused at this point, or does not go on
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("response", self._answered)

    def _answered(self, response: Response) -> None:
        """A submission that counted leads to its ruling."""
        to = response.headers.get("location", "")
        self.sent += response.request.method == "POST" and "ruling=" in to

    def see(self) -> Any:
        return self.page.evaluate(SEEN)

    def tap(self, what: str, die: bool = False) -> None:
        self.taps += not die
        self.dice += die
        self.page.locator(what).tap(timeout=PATIENCE)
        self.page.locator("[aria-busy]").wait_for(state="detached")

    def open_unit(self, unit: str) -> None:
        """A counter is tapped, and the page of that unit is there."""
        self.page.locator("main").evaluate("one => (one.dataset.old = '1')")
        self.tap(unit)
        self.page.locator("main[data-old]").wait_for(state="detached")

    def pick(self, options: list[Any]) -> Any:
        return options[self.chance.randrange(len(options))]

    def step(self) -> bool:
        """One step: a draft that is open goes on, else one is begun. False where nothing is to be reported."""
        try:
            seen = self.see()
            if seen["open"]:
                self._go_on(seen)
                return True
            return not seen["over"] and self._begin(seen)
        except TimeoutError:  # what was to be tapped is gone: the page shows what was reported meanwhile
            self.gone += 1
            return True

    # -- the end -------------------------------------------------------------------------------------------------------

    def concede(self) -> None:
        """Of a battle that would go on: for the first side that may."""
        self.page.reload()
        self.passed.clear()
        seen = self.see()
        if seen["open"]:
            self.tap(seen["drop"])
            seen = self.see()
        self._fill(next(form for form in seen["forms"] if form["type"] == "Concede"))

    def confirm(self) -> None:
        """Every outcome that waits for this player's word."""
        confirms = self.page.locator("form.confirm button.primary")
        while waiting := confirms.count():
            self.tap("form.confirm button.primary >> nth=0")
            confirms.nth(waiting - 1).wait_for(state="detached", timeout=PATIENCE)

    # -- a draft -------------------------------------------------------------------------------------------------------

    def _go_on(self, seen: Any) -> None:
        if seen["wrong"]:
            self.refused += 1
            self.tap(seen["drop"])
        elif seen["leaguer"] and (not seen["faces"] or self.chance.randrange(100) < self.leaguer):
            self.left_to_leaguer += bool(seen["faces"])
            self._send(seen["leaguer"])
        elif seen["faces"]:
            self._roll()
        elif forms := [one for one in seen["forms"] if not self._is_passed(one)]:
            self._fill(self.pick(forms))
        elif seen["whole"] or seen["sofar"]:
            self._send(seen["whole"] or seen["sofar"])
        else:
            self.tap(seen["drop"])

    def _send(self, what: str) -> None:
        self.passed.clear()
        self.tap(what)

    def _roll(self) -> None:
        """Faces, until the pad is full."""
        pad = self.page.locator(".gesture .pad").first
        places = pad.locator(".tray > *").count()
        for _die in range(places):
            buttons = self.page.locator(".gesture .pad .faces button")
            buttons.nth(self.chance.randrange(buttons.count())).tap()
            self.dice += 1
        self.page.locator("[aria-busy]").wait_for(state="detached")

    # -- the page ------------------------------------------------------------------------------------------------------

    def _begin(self, seen: Any) -> bool:
        self.refused += seen["wrong"]
        if seen["units"] and self.chance.randrange(100) < 60:
            self.open_unit(self.pick(seen["units"])["tap"])
            seen = self.see()
        forms = [one for one in seen["forms"] if not self._is_passed(one) and one["type"] not in GIVES_UP]
        many = [one for one in forms if one["batch"]]
        if many and self.chance.randrange(100) < self.bulk:
            forms = many
        elif len(many) < len(forms):
            forms = [one for one in forms if not one["batch"]]
        if not forms:
            return self._look_elsewhere(seen)
        self._fill(self.pick(forms))
        return True

    def _look_elsewhere(self, seen: Any) -> bool:
        """The forms of other units, where those of this one lead nowhere."""
        untried = [one for one in seen["units"] if one["unit"] not in self.passed]
        if not untried:
            return False
        one = self.pick(untried)
        self.passed.add(one["unit"])
        self.open_unit(one["tap"])
        return True

    def _key(self, form: Any) -> str:
        """The same form on the next page. Of two that report the same by other fields, the label is another."""
        return json.dumps([form["type"], form["given"], form["batch"], form["label"]])

    def _is_passed(self, form: Any) -> bool:
        return self._key(form) in self.passed

    def _fill(self, form: Any) -> None:
        for fold in form["folded"]:
            self.tap(fold)
        if self.page.locator(f"{form['form']}[data-card] fieldset.way").count():
            self.page.locator(f"{form['form']} .compass button").first.wait_for(timeout=PATIENCE)
        found = self.page.evaluate(CONTROLS, form["form"])
        for part in found["parts"]:
            self._tell(part)
        before = self.page.evaluate("location.href")
        if not found["send"]:
            self.passed.add(self._key(form))
            return
        says = self.page.locator(found["send"]).inner_text()
        self.tap(found["send"])
        if self.page.locator(".note.bad, .gesture .fault").count():
            self.passed.add(self._key(form))
        elif says == TO_THE_DICE:
            assert self.page.locator(".gesture").count(), form
        elif self.page.evaluate("location.href") != before:
            self.passed.clear()

    def _tell(self, part: Any) -> None:
        told = part.get("required") or self.chance.randrange(100) < self.fills
        match part["kind"]:
            case "radio" if part["taps"] and (told or not part.get("set")):
                self.tap(self.pick(part["taps"]))
            case "step":
                self.tap(self.pick(part["taps"]))
            case "tick" if self.chance.randrange(100) < self.ticks:
                self.tap(part["taps"][0])
            case "list" if part["values"] and told:
                self.taps += 1
                self.page.locator(part["tap"]).select_option(self.pick(part["values"]))
            case "text" if part["numbers"] and told:
                self.taps += 1
                self.page.locator(part["tap"]).fill(self._number(part["numbers"]))

    def _number(self, named: list[float]) -> str:
        """Within the bounds that the help names first."""
        least, most = (named[0], named[1]) if len(named) > 1 else (0, named[0])
        least, most = math.ceil(least), max(math.ceil(least), math.floor(most))
        return str(self.chance.randrange(least, most + 1))
