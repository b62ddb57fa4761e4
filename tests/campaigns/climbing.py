"""The rungs of a ladder, by somebody who has only read campaigns/RULES.md: from the rows, with the results of today."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from tests.campaigns.placing import Meeting


class Rungs:
    """What may have moved them, in order. `begun`: there is a ladder."""

    def __init__(self) -> None:
        self.begun = False
        self.rounds: set[int] = set()
        self.moves: list[tuple[str, str, str]] = []

    def note(self, type: str, data: dict[str, Any], fixture: str = "") -> None:
        """A row; `fixture`: the one that it gives a result to."""
        if type == "RoundOpened" and data.get("ladder") is not None:
            self.rounds.add(data["number"])
            if not self.begun:
                self.begun, self.moves = True, [("came", key, "") for key in data["ladder"]]
        elif not self.begun:
            return
        elif type in ("Enlisted", "Returned"):
            self.moves.append(("came", data["platoon"], ""))
        elif type == "Dropped":
            self.moves.append(("left", data["platoon"], ""))
        elif type in ("ChallengeRefused", "ChallengeLapsed") and data.get("cost"):
            self.moves.append((data["cost"], data["challenger"], data["challenged"]))
        elif fixture and ("fought", fixture, "") not in self.moves:
            self.moves.append(("fought", fixture, ""))

    def standing(self, meetings: Mapping[str, Meeting]) -> list[str]:
        """From the top."""
        found: list[str] = []
        for how, key, over in self.moves:
            if how == "came":
                found.append(key)
            elif how == "left":
                found.remove(key)
            elif how != "fought":
                self._climb(found, how, key, over)
            elif meetings[key].round in self.rounds and len(meetings[key].platoons) == 2:
                results = meetings[key].results()
                won, lost = ([one for one, said in results.items() if said == what] for what in ("won", "lost"))
                if len(won) == len(lost) == 1:
                    self._climb(found, "place", won[0], lost[0])
        return found

    def _climb(self, found: list[str], how: str, key: str, over: str) -> None:
        if not {key, over} <= {*found} or found.index(key) < found.index(over):
            return
        at, to = found.index(key), found.index(over)
        if how == "swap":
            found[at], found[to] = over, key
        else:
            found.insert(to, found.pop(at))


class OfLadder(ABC):
    """What a book of a season makes of rows that only a ladder has, and of who comes back."""

    meetings: dict[str, Meeting]
    of_battle: dict[str, str]
    gone: set[str]

    @abstractmethod
    def _announce(self, data: dict[str, Any]) -> None:
        """Fixtures are announced."""

    def _Returned(self, data: dict[str, Any]) -> None:
        self.gone.discard(data["platoon"])

    def _ChallengeAccepted(self, data: dict[str, Any]) -> None:
        self._announce({"fixtures": [data["fixture"]] if data.get("fixture") else []})

    _ChallengeLapsed = _ChallengeAccepted

    def decides(self, type: str, data: dict[str, Any]) -> str:
        """The announced fixture that has a result by this row; "" for none."""
        key = {"Decided": data.get("fixture"), "BattleReported": self.of_battle.get(data.get("battle", ""))}.get(type)
        found = self.meetings.get(str(key))
        return str(key) if found is not None and key not in (found.battle, *found.called_off) else ""
