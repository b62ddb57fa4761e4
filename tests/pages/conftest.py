"""A campaign in which Bob's Alpha 66 (Americans) meets two T-64 of Carol's (Soviets); reading the forms of a page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from playwright.sync_api import Locator
from pytest_django import DjangoDbBlocker, Settings

from battles import handler as battle_door
from battles import log
from battles.models import Sheet
from battles.reports import Receipt, Report
from campaigns import handler
from campaigns.models import User
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.values import Forces, Recruit
from rules import system as find_system
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Command
from rules.reports import TakeCase, command_codec
from rules.stream import codec, script
from tests.cast import CampaignFactory, Cast, logged_in


class Table:
    """One table of the club: a campaign that is open, both platoons in it, and Alpha 66 mustered."""

    def __init__(self, cast: Cast, visibility: str = "public", deck: str = "house", **desk: Any) -> None:
        self.cast = cast
        self.organiser = Who(str(cast.alice.pk), referee=True)
        self.desk = CampaignFactory.create(
            club=cast.club,
            name="Fulda 1985",
            system="modern_age",
            options={"critical_deck": deck},
            confirm_within=3600,
            visibility=visibility,
            **desk,
        )
        self.campaign = str(self.desk.pk)  # the stream's id, too
        handler.open_campaign(self.desk, self.organiser, "page")
        self._enlist(cast.bob, "alpha", "Alpha 66", "Team Yankee", "M1 Abrams", "Alpha 66")
        self._enlist(cast.carol, "red", "Red Banner", "Red Banner", "T-64", "Tagil", "Ural")
        self.battle = self.muster()

    def _enlist(self, player: User, key: str, platoon: str, card: str, model: str, *names: str) -> None:
        vehicles = tuple(Recruit(id=f"{key}-{n}", model=model) for n in range(1, len(names) + 1))
        called = {vehicle.id: name for vehicle, name in zip(vehicles, names, strict=True)}
        enlist = Enlist(platoon=key, name=platoon, card=card, vehicles=vehicles, names=called)
        report = Report(str(uuid4()), "Enlist", codec.encode(enlist))
        handler.execute(self.campaign, [report], Who(str(player.pk)), "page")

    def muster(self) -> str:
        battle = str(uuid5(NAMESPACE, str(Sheet.objects.count())))
        sides = {"americans": Forces(platoon="alpha"), "soviets": Forces(platoon="red")}
        muster = MusterBattle(battle=battle, scenario="alpha_66", title="The bridge at Kassel", sides=sides)
        handler.muster_battle(self.campaign, str(uuid4()), muster, self.organiser, "page")
        return battle

    def play(self, lines: str, after: int | None = None) -> Receipt:
        """Battle script, reported by the organiser."""
        codec_ = command_codec(find_system("modern_age"))
        reports = [Report(str(uuid4()), *codec_.encode(command)) for command in self.commands(lines)]
        return battle_door.execute(self.battle, reports, self.organiser, "script", after=after)

    def commands(self, lines: str) -> list[Command]:
        codec_ = command_codec(find_system("modern_age"))
        return [line.command for line in script.parse(lines, codec_)]

    def command(self, who: User, command: Command) -> Receipt:
        report = Report(str(uuid4()), type(command).__name__, codec.encode(command))
        return battle_door.execute(self.battle, [report], Who(str(who.pk)), "api")

    def take_case(self, user: User) -> Receipt:
        """An organiser or umpire takes the case of the battle in play."""
        report = Report(str(uuid4()), "TakeCase", codec.encode(TakeCase(reason="Asked to")))
        return battle_door.execute(self.battle, [report], Who(str(user.pk), referee=True, needs_case=True), "page")

    @property
    def url(self) -> str:
        return f"/battles/{self.battle}/"

    @property
    def head(self) -> int:
        return log.head(self.battle).position

    @property
    def fought(self) -> tuple[int, str]:
        """What a confirmation has to name."""
        state: Battle = battle_door.replay(self.battle)[0]
        return state.fought

    @property
    def seed(self) -> str:
        state: Battle = battle_door.replay(self.battle)[0]
        return state.muster.seed

    @property
    def sheet(self) -> Sheet:
        return Sheet.objects.get(pk=self.battle)


NAMESPACE = UUID(int=66)
DEPLOYED = "deploy red-1\ndeploy red-2\ndeploy alpha-1\n"
MOVED = DEPLOYED + "move red-1 1\nmove red-2 2\nmove alpha-1 1\n"


@pytest.fixture(autouse=True)
def _the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    with_the_same_dice(monkeypatch)


def with_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed of a battle follows from the campaign's and the battle's id: both are the same in every run."""
    monkeypatch.setattr("campaigns.handler.secrets.token_hex", lambda count: "66" * count)


@contextmanager
def kept_for_a_module(blocker: DjangoDbBlocker) -> Iterator[pytest.MonkeyPatch]:
    """What is written here is there for all tests of a module, each of which rolls its own back; and then it never was.
    Who changes people or the desk in memory takes a `deepcopy` of them. No test of such a module commits."""
    with blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        with_the_same_dice(patch)
        yield patch
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _nobody_has_tried_yet() -> None:
    """Wrong passwords are counted beside the database, so a test's count would keep the next one's players out."""
    cache.clear()


@pytest.fixture
def mailing(settings: Settings) -> Iterator[None]:
    """A site that mails. What was tried here is forgotten."""
    settings.MAIL = True
    yield
    cache.clear()


@pytest.fixture
def table(cast: Cast) -> Table:
    return Table(cast)


def follow(control: Locator) -> None:
    """Click what leads to another page, and be there: a click alone comes back before its answer does."""
    with control.page.expect_navigation():
        control.click()


def as_(user: User) -> Client:
    return logged_in(user)


CONTROLS = re.compile(
    r"<textarea\b(?P<of_text>[^>]*)>(?P<text>[^<]*)</textarea>|<(?P<ends>/?)(?P<tag>form|input|select|option)\b(?P<of>[^>]*)>"
)
SAID = re.compile(r"""([^\s"'=/>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


class Forms:
    """The forms of a page with what a browser would send if nothing were touched, and what else they offer. A parser of
    HTML takes several times as long."""

    def __init__(self, html: str) -> None:
        self.forms: list[Form] = []
        self._select: str | None = None
        self._elsewhere: dict[str, Form] = {}  # of controls that say which form they belong to
        self._inside = False  # a form; other controls are only for the eye
        for found in CONTROLS.finditer(html):
            if found["text"] is not None:
                self._begins("textarea", said_in(found["of_text"]), unescape(found["text"]))
            elif found["ends"]:
                self._ends(found["tag"])
            else:
                self._begins(found["tag"], said_in(found["of"]))
        for form in self.forms:
            if form.id in self._elsewhere:
                form.take_in(self._elsewhere[form.id])

    def of(self, type_: str, **given: str | int) -> Form:
        """The form that reports `type_` with these given fields."""
        for form in self.forms:
            if form.fields.get("type") == [type_]:
                told = json.loads(form.fields["given"][0])
                if all(told.get(key) == value for key, value in given.items()):
                    return form
        raise AssertionError(f"no form for {type_} {given}; there are {[f.fields.get('type') for f in self.forms]}")

    def at(self, ending: str) -> Form:
        """The form whose action ends so."""
        return next(form for form in self.forms if form.action.endswith(ending))

    def _begins(self, tag: str, said: dict[str, str], text: str = "") -> None:
        if tag == "form":
            self._inside = True
            self.forms.append(Form(said.get("action", ""), said.get("id", "")))
        if "form" in said:
            form = self._elsewhere.setdefault(said["form"], Form(""))
        elif self._inside:
            form = self.forms[-1]
        else:
            return
        match tag, said.get("type"):
            case "input", "checkbox" | "radio":
                form.offers.setdefault(said["name"], []).append(said["value"])
                if "checked" in said:
                    form.fields.setdefault(said["name"], []).append(said["value"])
            case "input", _:
                if "name" in said:
                    form.fields.setdefault(said["name"], []).append(said.get("value", ""))
            case "select", _:
                self._select = said["name"]
            case "option", _ if self._select:
                form.offers.setdefault(self._select, []).append(said.get("value", ""))
                if "selected" in said:
                    form.fields.setdefault(self._select, []).append(said["value"])
            case "textarea", _:
                form.fields.setdefault(said["name"], []).append(text)

    def _ends(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        if tag == "select":
            self._select = None


def said_in(attributes: str) -> dict[str, str]:
    """What is said without a value is said: ""."""
    return {name: unescape(a or b or c) for name, a, b, c in SAID.findall(attributes)}


class Form:
    def __init__(self, action: str, id_: str = "") -> None:
        self.action, self.id = action, id_
        self.fields: dict[str, list[str]] = {}
        self.offers: dict[str, list[str]] = {}

    def take_in(self, other: Form) -> None:
        self.fields |= other.fields
        self.offers |= other.offers

    def filled(self, **values: str | list[str]) -> dict[str, list[str]]:
        """What is sent when the named fields ("dice", "target") are filled in; others as they stand."""
        sent = {key: list(value) for key, value in self.fields.items() if key != "csrfmiddlewaretoken"}
        for name, value in values.items():
            keys = {key for key in (*self.fields, *self.offers) if not key.startswith("was:")}
            key = next(key for key in keys if key == name or key.partition(":")[2] == name)
            sent[key] = value if isinstance(value, list) else [value]
        return sent


def forms(html: bytes) -> Forms:
    return Forms(html.decode())
