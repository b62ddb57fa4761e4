"""A player who has nothing but the API: reads a battle, picks one of the choices it is offered, fills it in, reports.

What it picks is up to a seeded generator of chance, so a battle that went wrong can be played again.
"""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

from django.http import HttpResponse

from battles import handler
from battles.reports import Report
from rules.adjudicate import Who
from rules.contract import Muster, Side, Unit
from rules.stream import codec
from tests.api.conftest import Caller, report, said
from tests.cast import Cast

REFEREE = Who("clerk", referee=True)
SELDOM = {"ChangeDepth", "Concede", "Withdraw"}


def alpha_66(cast: Cast) -> str:
    """The Last Battle of Alpha 66, mustered outside any campaign: Bob's M1 against Carol's two T-64."""
    muster = Muster(
        system="modern_age",
        scenario="alpha_66",
        sides={"americans": Side(players=(str(cast.bob.pk),)), "soviets": Side(players=(str(cast.carol.pk),))},
        units=(
            Unit(id="alpha", side="americans", model="M1 Abrams"),
            Unit(id="red-1", side="soviets", model="T-64"),
            Unit(id="red-2", side="soviets", model="T-64"),
        ),
        seed="5eed" * 16,
    )
    return opened(muster)


def opened(muster: Muster) -> str:
    """The id of a new battle with this muster."""
    battle = str(uuid4())
    handler.open_battle(battle, Report(str(uuid4()), "Muster", codec.encode(muster)), REFEREE, "script")
    return battle


class Hands:
    """Both players of one battle. `callers` by side."""

    def __init__(self, battle: str, callers: dict[str, Caller], chance: Random) -> None:
        self.battle, self.callers, self.chance = battle, callers, chance

    def choices(self) -> list[dict[str, Any]]:
        """All that either side may report now."""
        return [
            choice
            for side, caller in self.callers.items()
            for choice in said(caller.get(f"battles/{self.battle}/"))["choices"]
            if choice["side"] == side
        ]

    def advance(self, *wanted: str) -> HttpResponse | None:
        """Report one more thing (of the `wanted` kinds, if any are named); None when there is no such choice."""
        offers = self.choices()
        if wanted:
            offers = [choice for choice in offers if choice["command"] in wanted]
        else:
            offers = [choice for choice in offers if choice["urgent"]] or offers
            offers = [choice for choice in offers if choice["command"] not in SELDOM] or offers
        return self.take(self.chance.choice(offers)) if offers else None

    def take(self, choice: dict[str, Any]) -> HttpResponse:
        sent = report(choice["command"], **filled(choice, self.chance))
        return self.callers[choice["side"]].post(f"battles/{self.battle}/commands/", sent)


def filled(choice: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The data of a report: what is given, required fields, and optional ones as often as not. Dice are Leaguer's."""
    data = dict(choice["given"])
    for field in choice["fields"]:
        if field["kind"] in ("dice", "data") or field["ahead"] or not (field["required"] or chance.random() < 0.5):
            continue
        data[field["name"]] = value(narrowed(choice, field, data), chance)
    return data


def narrowed(choice: dict[str, Any], field: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """A number as the choice's limits leave it once the fields before it are told."""
    least, most = field["least"], field["most"]
    for limit in choice["limits"]:
        if times := limit["times"].get(field["name"]):
            others = [one for one in choice["fields"] if one["name"] in limit["times"] and one is not field]
            room = limit["most"] - sum(
                min(limit["times"][one["name"]] * told.get(one["name"], one[bound]) for bound in ("least", "most"))
                for one in others
            )
            least, most = (least, min(most, room // times)) if times > 0 else (max(least, -(room // -times)), most)
    return {**field, "least": least, "most": most}


def value(field: dict[str, Any], chance: Random) -> Any:
    picks = [pick["value"] for pick in field["picks"]]
    match field["kind"]:
        case "pick":
            return chance.choice(picks)
        case "picks":
            return chance.sample(picks, chance.randint(field["least"], min(field["most"], len(picks))))
        case "path":
            return [chance.choice(picks)]
        case "number":
            return chance.randint(field["least"], field["most"])
        case "flag":
            return chance.random() < 0.5
    return "in so many words"


def mend(hands: Hands, referee: Caller) -> HttpResponse | None:
    """Somebody mends: what a choice gives, else a strike, a declaration of something as it is, an insertion. The
    referee does what they may without the case of the battle."""
    caller = hands.chance.choice([*hands.callers.values(), referee])
    path = f"battles/{hands.battle}/"
    offers = [one for one in said(caller.get(path))["mends"] if one["command"] != "TakeCase"]
    if not offers:
        return None
    choice = hands.chance.choice(offers)
    data = filled(choice, hands.chance)
    match choice["command"]:
        case "Correct":
            data = {"position": data["position"], "how": "strike", "reason": "so it was"}
            data["rest"] = hands.chance.choice(["", "keep", "strike"])
        case "Resolve":
            data = {**choice["given"], "how": hands.chance.choice(["keep", "strike", "roll", "accept"])}
        case "Declare":
            facts = said(caller.get(f"{path}facts/"))["facts"]
            some = hands.chance.sample(facts, min(3, len(facts)))
            data = {"facts": {one["path"]: one["value"] for one in some}, "reason": "so it is"}
        case "Amend":
            data.pop("conditions", None)
    return caller.post(f"{path}commands/", report(choice["command"], **data))
