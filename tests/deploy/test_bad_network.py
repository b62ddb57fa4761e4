"""Two phones and a spectator in one battle over a network that cuts, delays, doubles and reorders.

Every report is in the log once, in each phone's order; nothing typed is lost; everybody sees the log's end."""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random

import msgspec
import pytest
from playwright.sync_api import Browser

from battles import log
from campaigns.models import User
from tests.databases import Scratch
from tests.deploy.bad_network import networks
from tests.deploy.phones import Phone
from tests.deploy.serving import serving
from tests.pages.shots import Shot
from tests.rules.modern_age import musters
from tests.servers import wait_for

SEEDS = range(50)
STEPS = 12
UNITS = {"bob": ("a1", "a2", "a3", "a4"), "carol": ("s1", "s2", "s3", "s4")}
CUT = 1.0  # seconds


def battle(bob: User, carol: User) -> str:
    """Four tanks a side, told by their status: what one phone says of its own tanks does not hang on the other's."""
    forces = musters.ace(
        dict.fromkeys(UNITS["bob"], "M1 Abrams"),
        dict.fromkeys(UNITS["carol"], "T-64"),
        {},
        allow_fan_made=True,
        critical_deck="house",
    )
    begun = ["roll-for-terrain dice=5,2", "roll-for-role dice=6,3", "choose-role attacker", "choose-edge north"]
    begun += [f"deploy {unit}" for unit in (*UNITS["carol"], *UNITS["bob"])]
    return Shot(forces, bob, *begun, "change-depth status", players={"americans": bob, "soviets": carol}).stream


class Evening:
    """What happens in one battle, by a seed."""

    def __init__(self, seed: int, phones: dict[str, Phone], steps: int) -> None:
        self.chance, self.phones, self.steps = Random(seed), phones, steps
        self.next = dict.fromkeys(phones, 0)

    def pass_by(self) -> None:
        for _step in range(self.steps):
            self.step(self.chance.choice(list(self.phones)))

    def step(self, name: str) -> None:
        phone = self.phones[name]
        act = self.chance.choices(
            ("tell", "tell and close", "cut", "hour", "reopen", "reload", "back"), (9, 2, 2, 1, 1, 1, 3)
        )[0]
        match act:
            case "tell":
                phone.tell(*self.report(name), script=self.chance.random() < 0.3)
            case "tell and close":
                phone.tell_and_close(*self.report(name), script=self.chance.random() < 0.3)
            case "cut":
                phone.cut(True, hardware=self.chance.random() < 0.5)
            case "hour":
                phone.cut(True, hardware=self.chance.random() < 0.5)
                phone.an_hour_passes()
            case "reopen":
                phone.reopen()
            case "reload":
                phone.reload()
            case "back":
                phone.cut(False, hardware=True)
                phone.wait(self.chance.uniform(0, CUT))

    def report(self, name: str) -> tuple[str, int]:
        """Each says something else than the one before it, and every one of a tank more than the last."""
        number = self.next[name]
        self.next[name] += 1
        units = UNITS[name]
        return units[number % len(units)], 1 + number // len(units)


def in_log(stream: str, user: User) -> list[tuple[str, int]]:
    rows = [row for row in log.read(stream) if row.type == "StatusReported" and row.by == str(user.pk)]
    told = [msgspec.json.decode(row.data) for row in rows]
    return [(one["unit"], one["condition"]["damage"]) for one in told]


def play(browser: Browser, server: int, seed: int, steps: int) -> Counter[str]:
    """One battle; how often each thing befell a report."""
    people = {name: User.objects.get(username=name) for name in UNITS}
    stream = battle(people["bob"], people["carol"])
    with networks(server, seed * 3, seed * 3 + 1, seed * 3 + 2) as ways:
        phones = {name: Phone(browser, way, people[name], stream) for name, way in zip(people, ways, strict=False)}
        watching = Phone(browser, ways[-1], None, stream)
        try:
            for way in ways:
                way.calm = False
            Evening(seed, phones, steps).pass_by()
            for one in (*phones.values(), watching):
                one.settle()
            wait_for(lambda: all(way.at_rest for way in ways), "what was held")
            for name, phone in phones.items():
                assert in_log(stream, people[name]) == phone.told, f"seed {seed}: {name}"
            head = log.head(stream).position
            for one in (*phones.values(), watching):
                one.shows(head)
        finally:
            for one in (*phones.values(), watching):
                one.context.close()
        return Counter(fate for way in ways for fate in way.told)


@pytest.mark.page
def test_an_evening_with_a_bad_network(database: Scratch, browser: Browser) -> None:
    with serving(database) as server:
        play(browser, server.port, 1, 6)


@pytest.mark.soak
@pytest.mark.page
@pytest.mark.parametrize("seeds", [SEEDS[n : n + 5] for n in range(0, len(SEEDS), 5)], ids=lambda seeds: f"{seeds[0]}")
def test_fifty_evenings_with_a_bad_network(
    database: Scratch, browser: Browser, seeds: range, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the embedded install, five at a time."""
    several(database, browser, seeds, capsys)


@pytest.mark.soak
@pytest.mark.page
@pytest.mark.only_on("postgresql")
def test_ten_evenings_with_a_bad_network_on_postgresql(
    database: Scratch, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    several(database, browser, range(100, 110), capsys)


def several(database: Scratch, browser: Browser, seeds: range, capsys: pytest.CaptureFixture[str]) -> None:
    befell, wrong, began = Counter[str](), [], time.monotonic()
    with serving(database, WORKERS="2", THREADS="4") as server:
        for seed in seeds:
            try:
                befell += play(browser, server.port, seed, STEPS)
            except Exception as problem:  # one bad evening does not end the others
                wrong.append(f"seed {seed}: {problem}")
    with capsys.disabled():
        sys.stdout.write(f"\n{len(seeds)} evenings in {time.monotonic() - began:.0f} s: {dict(befell)}\n")
    assert not wrong, "\n".join(wrong)
