"""The office's forms as a browser has them: what is in their controls, and what is sent when some are filled in."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns.models import User
from tests.cast import logged_in


def url(model: type, page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)  # type: ignore[attr-defined]


def office_of(user: User) -> Client:
    user.is_staff = True
    user.save()
    return logged_in(user)


def text(response: Any) -> str:
    """What is read on a page."""
    plain = re.sub(r"<(script|style).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", plain)).split())


class Paper(HTMLParser):
    """The controls of the last form of a page that is sent by POST; where there are several that report choices, of the
    one that was sent (by its id), else of the first."""

    def __init__(self, page: str, sent: str = "") -> None:
        super().__init__()
        self.fields: dict[str, Any] = {}
        self.buttons: dict[str, str] = {}
        self.names: set[str] = set()
        self._select, self._textarea, self._many = "", "", False
        self._choices: list[tuple[dict[str, Any], dict[str, str], set[str]]] = []
        self.feed(page)
        mine = [one for one in self._choices if sent and one[0].get("id") == sent]
        if found := mine or self._choices:
            self.fields, self.buttons, self.names = found[0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        name, kind = said.get("name", ""), said.get("type", "text")
        if tag == "form" and said.get("method") == "post":
            self.fields, self.buttons, self.names = {}, {}, set()
        if name:
            self.names.add(name)
        if tag == "input" and kind == "submit":
            self.buttons[name] = said["value"]
        elif tag == "input" and kind in ("checkbox", "radio"):
            if "checked" in said:
                before = self.fields.get(name, [])  # of what is sent unticked, a text
                self.fields[name] = [*([before] if isinstance(before, str) else before), said.get("value", "on")]
        elif tag == "input" and name:  # of a file that is not picked, a blank, too
            self.fields[name] = said.get("value", "")
        elif tag == "select":
            self._select, self._many = name, "multiple" in said
            if before := [self.fields[name]] if name in self.fields else []:  # one of several lists of one control
                self.fields[name] = [*(before[0] if isinstance(before[0], list) else before), ""]
        elif tag == "option" and self._select and ("selected" in said or not self._many):
            if "selected" in said and self._many:
                self.fields.setdefault(self._select, []).append(said["value"])
            elif isinstance(several := self.fields.get(self._select), list):
                several[-1] = said["value"] if "selected" in said else several[-1]
            elif "selected" in said or self._select not in self.fields:
                self.fields[self._select] = said["value"]
        elif tag == "textarea":
            self._textarea, self.fields[name] = name, ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and "given" in self.names:
            self._choices.append((self.fields, self.buttons, self.names))
        self._select = "" if tag == "select" else self._select
        self._textarea = "" if tag == "textarea" else self._textarea

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self.fields[self._textarea] += data.removeprefix("\n") if not self.fields[self._textarea] else data


class AtForm:
    """Someone at a form of the office: `fill` changes controls there are, `press` sends it by one of its buttons."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address = client, address
        self.paper = Paper("")
        self.take(client.get(address))
        assert self.page.status_code == 200, self.page

    def take(self, page: Any) -> Any:
        self.page = page
        if page.status_code != 302:
            self.paper = Paper(page.content.decode(), self.paper.fields.get("id", ""))
        return page

    def fill(self, **said: Any) -> AtForm:
        """By the control's name, with `__` for a dot; None unticks."""
        for name, value in said.items():
            control = self.control(name)
            assert control in self.paper.names, (control, sorted(self.paper.names))
            if value is None:
                self.paper.fields.pop(control, None)
            else:
                self.paper.fields[control] = value
        return self

    def control(self, name: str) -> str:
        """By its whole name, or without the kind that the name of a choice's control begins with."""
        dotted = name.replace("__", ".")
        mine = (one for one in self.paper.names if not one.startswith("was:"))
        kinds = (one for one in mine if one.partition(":")[2].replace("#", ".") == dotted)
        return next(kinds, dotted)

    def press(self, button: str) -> Any:
        assert button in self.paper.buttons, (button, self.paper.buttons)
        sent = {name: value for name, value in self.paper.fields.items() if name != "csrfmiddlewaretoken"}
        return self.take(self.client.post(self.address, sent | {button: "1"}))

    @property
    def read(self) -> str:
        return text(self.page)

    def error(self, control: str) -> str:
        """What is said at a control."""
        form = self.page.context["form"] if "form" in self.page.context else self.page.context["adminform"].form
        return " ".join(form.errors.get(control, []))
