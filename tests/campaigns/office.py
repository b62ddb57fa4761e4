"""The office's forms as a browser has them: what is in their controls, and what is sent when some are filled in."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns.models import User


def url(model: type, page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)  # type: ignore[attr-defined]


def office_of(user: User) -> Client:
    user.is_staff = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


def text(response: Any) -> str:
    """What is read on a page."""
    plain = re.sub(r"<(script|style).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", plain)).split())


class Paper(HTMLParser):
    """The controls of the last form of a page that is sent by POST."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, Any] = {}
        self.buttons: dict[str, str] = {}
        self.names: set[str] = set()
        self._select, self._textarea, self._many = "", "", False
        self.feed(page)

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
                self.fields.setdefault(name, []).append(said.get("value", "on"))
        elif tag == "input" and name and kind != "file":
            self.fields[name] = said.get("value", "")
        elif tag == "select":
            self._select, self._many = name, "multiple" in said
        elif tag == "option" and self._select and ("selected" in said or not self._many):
            if "selected" in said and self._many:
                self.fields.setdefault(self._select, []).append(said["value"])
            elif "selected" in said or self._select not in self.fields:
                self.fields[self._select] = said["value"]
        elif tag == "textarea":
            self._textarea, self.fields[name] = name, ""

    def handle_endtag(self, tag: str) -> None:
        self._select = "" if tag == "select" else self._select
        self._textarea = "" if tag == "textarea" else self._textarea

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self.fields[self._textarea] += data.removeprefix("\n") if not self.fields[self._textarea] else data


class AtForm:
    """Someone at a form of the office: `fill` changes controls there are, `press` sends it by one of its buttons."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address = client, address
        self.take(client.get(address))
        assert self.page.status_code == 200, self.page

    def take(self, page: Any) -> Any:
        self.page = page
        if page.status_code != 302:
            self.paper = Paper(page.content.decode())
        return page

    def fill(self, **said: Any) -> AtForm:
        """By the control's name, with `__` for a dot; None unticks."""
        for name, value in said.items():
            control = name.replace("__", ".")
            assert control in self.paper.names, (control, sorted(self.paper.names))
            if value is None:
                self.paper.fields.pop(control, None)
            else:
                self.paper.fields[control] = value
        return self

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
