"""docs/architecture.md is true: what it names is there, and what it traces goes that way."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import uuid4

import pytest

from battles import folded
from battles import handler as battles
from campaigns import clerk, handler
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Recruit
from rules.adjudicate import Who
from rules.reports import Amend, Confirm
from tests.api.conftest import Caller
from tests.campaigns.conftest import Season
from tests.cast import Cast

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FLOORS = ("rules", "battles", "campaigns", "leagues", "api", "deploy")
NAMED = re.compile(r"`((?:rules|battles|campaigns|leagues|api|deploy|clients|docs)/[\w/.]*)`")
STEP = re.compile(r"^\d+\. `([\w/.]+)`", re.MULTILINE)


def steps(title: str) -> list[str]:
    """The modules of the numbered list below a heading, in order."""
    _before, _heading, below = PAGE.partition(f"### {title}\n")
    found = STEP.findall(below.partition("\n#")[0])
    assert len(found) > 5, title
    return found


@contextmanager
def entered() -> Iterator[list[str]]:
    """The modules of the product whose functions are called meanwhile, in order; one is there as often as it is
    entered from another."""
    found: list[str] = []
    ours = {f"{ROOT}/{floor}/" for floor in FLOORS}

    def note(frame: FrameType, what: str, _argument: Any) -> None:
        file = frame.f_code.co_filename
        if what == "call" and any(file.startswith(folder) for folder in ours):
            module = file[len(str(ROOT)) + 1 :]
            if not found or found[-1] != module:
                found.append(module)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(before)


def missing(listed: list[str], went: list[str]) -> str:
    """The first module of the list that is not entered after those above it; "" if it is true."""
    rest = iter(went)
    return next((module for module in listed if module not in rest), "")


def test_every_module_it_names_is_there() -> None:
    named = set(NAMED.findall(PAGE))
    assert len(named) > 40
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


class Evening:
    """A battle of Tanks in a campaign: Bob's Sherman against Carol's Tiger."""

    def __init__(self, cast: Cast) -> None:
        self.season = season = Season(cast)
        season.desk.system, season.desk.terms = "tanks", {}
        season.desk.save()
        season.open()
        for player, key, model in ((cast.bob, "bears", "Sherman M4A1 (75)"), (cast.carol, "cats", "Tiger I")):
            vehicles = (Recruit(id=f"{key}-1", model=model),)
            season.report(Who(str(player.pk)), Enlist(platoon=key, name=key.title(), vehicles=vehicles))
        # The first request imports the pages of every floor.
        Caller(cast.bob).get("")
        self.battle, sides = str(uuid4()), {"allies": Forces(platoon="bears"), "axis": Forces(platoon="cats")}
        muster = MusterBattle(battle=self.battle, scenario="battle", sides=sides)
        handler.muster_battle(season.stream, str(uuid4()), muster, season.organiser, "page")

    def report(self, type_: str, **data: Any) -> None:
        """Bob reports it to the API, to a process that has not seen the battle yet."""
        folded.forget()
        answer = Caller(self.season.cast.bob).report(self.battle, type_, **data)
        assert answer.status_code == 200, answer.content

    def confirm(self) -> None:
        for side, player in (("allies", self.season.cast.bob), ("axis", self.season.cast.carol)):
            position, digest = battles.state(self.battle).fought
            self.season.play(self.battle, Confirm(side=side, position=position, digest=digest), Who(str(player.pk)))

    def amended_after_a_round(self) -> None:
        season = self.season
        season.report(season.organiser, OpenRound(deadline=""))
        season.report(season.organiser, CloseRound(round=1))
        season.play(self.battle, Amend(winner="allies", conditions={}, reason="Carol conceded"))
        self.confirm()


@pytest.mark.django_db
def test_the_ways_it_traces_are_gone_that_way(cast: Cast) -> None:
    evening = Evening(cast)
    with entered() as went:
        evening.report("RollSetup", dice=[6, 2])
    assert not missing(steps("A report"), went)
    with entered() as went:
        evening.report(
            "Correct", position=2, how="change", type="RollSetup", data={"dice": [2, 6]}, reason="Read from afar"
        )
    assert not missing(steps("A correction of a battle"), went)
    evening.report("Concede", side="allies")
    evening.confirm()
    with entered() as went:
        clerk.sweep()
    assert battles.state(evening.battle).settled
    assert not missing(steps("A settlement"), went)
    evening.amended_after_a_round()
    with entered() as went:
        clerk.sweep()
    assert not missing(steps("A cascade"), went)


def test_a_module_out_of_its_turn_is_missing() -> None:
    went = ["api/report.py", "battles/handler.py", "rules/battle.py", "battles/handler.py"]
    assert missing(["api/report.py", "rules/battle.py", "battles/handler.py"], went) == ""
    assert missing(["rules/battle.py", "api/report.py"], went) == "api/report.py"
    assert missing(["api/report.py", "api/report.py"], went) == "api/report.py"
