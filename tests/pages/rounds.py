"""A phone that holds both seats and tells a whole round by forms, as a page posts them; its submissions are counted."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any
from urllib.parse import urlencode

from battles import handler, log
from campaigns.models import User
from tests.pages.conftest import Form, Forms, as_, forms

OWN = {"csrfmiddlewaretoken", "report", "check", "send"}
ASKED = re.compile(r'data-faces="(\d+)" data-least="(\d+)"')
LONGEST = 150  # steps of a draft
Sent = dict[str, list[str]]


class Teller:
    """`sent`: the reports of each submission, by type. `drawn`: how many of them end because Leaguer draws a card."""

    def __init__(self, user: User, stream: str, seed: int) -> None:
        self.client, self.stream, self.url = as_(user), stream, f"/battles/{stream}/"
        self.chance, self.sent, self.drawn, self.last = Random(seed), list[Counter[str]](), 0, ""

    # -- what is sent --------------------------------------------------------------------------------------------------

    def _post(self, url: str, body: Any) -> Any:
        before = log.head(self.stream).position
        answer = self.client.post(url, body)
        rows = log.read(self.stream)[before:]
        if rows:
            self.sent.append(Counter(row.command_type for row in rows if not row.ordinal))
        return answer

    def _draft(self, texts: list[str], how: str) -> Any:
        return self._post(f"{self.url}draft/", {"form": texts, "send": how})

    def batch(self, form: Form, values: Sent) -> None:
        """A form of many units, reported at once."""
        answer = self._post(form.action, form.filled() | values | {"report": ["1"]})
        assert answer.status_code == 302, answer.content.decode()

    def begin(self, *texts: Sent, how: str = "one") -> None:
        """The draft that begins with these forms, as far as it goes, and all of it reported."""
        kept = [_text(text) for text in texts]
        answer = self._draft(kept, how)
        for _step in range(LONGEST):
            if answer.status_code == 302:
                answer = self._draft([], "on")
                if answer.status_code == 204:
                    return
                assert "Then Leaguer draws" in self.last, "a shot is one submission"
                self.drawn += 1
            html = answer.content.decode()
            assert not re.search('<main|class="fault', html), html
            answer = self._step(html)
        raise AssertionError(f"no end: {self.last}")

    def _step(self, html: str) -> Any:
        self.last = html
        *steps, end = forms(html.encode()).forms
        kept = end.fields.get("form", [])
        own = [form for form in steps if not _rows(form)]
        if "Then Leaguer draws" in html:
            return self._draft([*kept, _text(own[0].filled())], "all")
        if own:
            return self._draft([*kept, _text(self.filled(self.pick(own), html))], "")
        if more := self.others([form for form in steps if _rows(form)]):
            return self._draft([*kept, _text(more)], "")
        return self._draft(kept, "all")

    # -- what is told --------------------------------------------------------------------------------------------------

    def pick(self, steps: list[Form]) -> Form:
        """Nobody turns a card up; everybody announces before somebody fires."""
        wanted = (form for type_ in ("KeepHidden", "Announce") for form in steps if form.fields["type"] == [type_])
        return next(wanted, steps[0])

    def others(self, batches: list[Form]) -> Sent | None:
        """The form of many units that goes on in the same submission: a Movement Phase is told as a whole."""
        return next((moved(form) for form in batches if form.fields["type"] == ["Move"]), None)

    def filled(self, form: Form, html: str = "") -> Sent:
        """The dice that are asked for, and the first of what has to be picked."""
        sent = form.filled()
        for key, offers in form.offers.items():
            if not any(sent.get(key, [])) and key.partition(":")[2] in ("target", "card", "swap"):
                sent[key] = [next(one for one in offers if one)]
        if "data-leaves" in html:  # the form of the dice that fall now; others leave them out until then
            sent |= self._dice(form, html)
        return sent

    def _dice(self, form: Form, html: str) -> Sent:
        if asked := ASKED.search(html):
            key = next(key for key in form.fields if key.startswith("dice:"))
            dice = " ".join(str(self.chance.randint(1, int(asked[1]))) for _die in range(int(asked[2])))
            return {key: [f"{form.fields[key][-1]} {dice}".strip()]}
        (key,) = [key for key in form.offers if key.startswith("shown-dice:")]
        shown = re.findall(rf'<select name="{key}".*?</select>', html, re.DOTALL)
        faces = ([face for face in re.findall(r'<option value="([^"]*)"', one) if face] for one in shown)
        return {key: [self.chance.choice(one) for one in faces]}

    def page(self, unit: str = "") -> Forms:
        return forms(self.client.get(self.url + (f"?unit={unit}" if unit else "")).content)

    @property
    def able(self) -> list[str]:
        """The units whose counters can be tapped for what they can do."""
        html = self.client.get(self.url).content.decode()
        return list(dict.fromkeys(re.findall(r'class="token[^"]*able[^"]*"[^>]*href="[^"]*unit=([^"#&]+)', html)))

    @property
    def play(self) -> Any:
        return handler.state(self.stream).play


def _rows(form: Form) -> bool:
    return "0/given" in form.fields


def _text(sent: Sent) -> str:
    return urlencode({key: told for key, told in sent.items() if key not in OWN}, doseq=True)


def moved(form: Form) -> Sent:
    """Every unit of a batch moves once."""
    keys = {key for key in (*form.fields, *form.offers) if key.endswith(":moves")}
    return form.filled() | {key: ["1"] for key in keys}


def of(found: Forms, type_: str, batch: bool = False) -> Form | None:
    """The first form of that type, of one unit or of many."""
    alike = (form for form in found.forms if form.fields.get("type") == [type_] and _rows(form) == batch)
    return next((form for form in alike if not form.action.endswith("/draft/")), None)
