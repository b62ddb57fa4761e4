"""The places of a season, by somebody who has only read campaigns/RULES.md: what each fixture comes to, and what parts
platoons of equal score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.stream.dice import die

NOTHING: dict[str, Any] = {"winner": "", "points": {}, "field": "", "objectives": 0}  # what an outcome leaves out


class Meeting:
    """A fixture as the log tells of it."""

    def __init__(self, round: int, platoons: list[str]) -> None:
        self.round, self.platoons = round, platoons
        self.battle, self.sides = "", dict[str, str]()
        self.outcome: dict[str, Any] | None = None
        self.decided: dict[str, Any] | None = None
        self.called_off: set[str] = set()

    def results(self) -> dict[str, str]:
        if self.decided is not None and (self.outcome is None or not self.decided["results"]):
            return dict(self.decided["results"])
        if self.outcome is None:
            return {}
        ruled = self.decided["results"] if self.decided else {}
        winner = self.sides.get(self.outcome["winner"], "")
        other = "lost" if winner else "drawn"
        return {key: ruled.get(key, "won" if key == winner else other) for key in self.sides.values()}

    def others(self, platoon: str) -> list[str]:
        return [key for key in (self.sides.values() if self.outcome else self.platoons) if key != platoon]

    def met(self, key: str) -> bool:
        """Whether the two count as having met; `key`: its own."""
        if self.decided is not None:
            return bool(self.decided["results"])
        return bool(self.battle) or key not in self.called_off


class Table:
    """All meetings, score and penalty of each platoon, and the seed of the campaign for lots."""

    def __init__(self, meetings: list[Meeting], score: Counter[str], penalty: Counter[str], seed: str) -> None:
        self.meetings, self.score, self.penalty, self.seed = meetings, score, penalty, seed
        self.rungs: list[str] = []  # of a ladder, from the top

    def ranked(self, level: list[str], by: list[str], first: int = 1) -> Iterator[tuple[str, int]]:
        """Those that nothing parts share a place; each tie-breaker is asked of those that the last one left level."""
        if not by or len(level) == 1:
            yield from ((key, first) for key in level)
            return
        figures = {key: self.score[key] if by[0] == "score" else self._figure(by[0], key, level) for key in level}
        for figure in sorted({*figures.values()}, reverse=True):
            equals = [key for key in level if figures[key] == figure]
            yield from self.ranked(equals, by[1:], first)
            first += len(equals)

    def _figure(self, breaker: str, key: str, level: list[str]) -> int:
        mine = [(one, one.results()[key]) for one in self.meetings if key in one.results()]
        lists = [_list(one, key) for one, _result in mine]
        match breaker:
            case "difference":
                return sum(one["points"] - one["against"] for one in lists)
            case "scored":
                return sum(one["points"] for one in lists)
            case "wins":
                return [result for _one, result in mine].count("won")
            case "losses":
                return -[result for _one, result in mine].count("lost")
            case "destroyed" | "preserved" | "objectives":
                return sum(one[breaker] for one in lists)
            case "direct":
                worth = {"won": 2, "drawn": 1, "lost": 0}
                return sum(worth[result] for one, result in mine if {*one.others(key)} & {*level})
            case "opponents":
                return sum(self._figure("wins", other, level) for one, _result in mine for other in one.others(key))
            case "strength":
                return sum(self.score[other] for one, _result in mine for other in one.others(key))
            case "second_strength":
                return sum(self._figure("strength", other, level) for one, _result in mine for other in one.others(key))
            case "win_rate":
                met = [other for one, _result in mine for other in one.others(key)]
                return sum(map(self._won_of_a_thousand, met)) // (len(met) or 1)
            case "penalties":
                return -self.penalty[key]
            case "rung":
                return len(self.rungs) - self.rungs.index(key) if key in self.rungs else 0
            case "alive":  # who asks for places by it does not ask here
                return 0
        assert breaker == "lots"
        return die(self.seed, f"lots/{key}", 1, 1_000_000)

    def _won_of_a_thousand(self, key: str) -> int:
        results = [one.results()[key] for one in self.meetings if key in one.results()]
        return 1000 * results.count("won") // len(results)


def _list(one: Meeting, key: str) -> Counter[str]:
    """What a platoon has done in one fixture."""
    side = next((side for side, platoon in one.sides.items() if platoon == key), "")
    fought = one.outcome if one.decided is None or one.decided["results"] else None
    found: Counter[str] = Counter()
    points = {platoon: fought["points"].get(of, 0) for of, platoon in one.sides.items()} if fought else {}
    if one.decided is not None and one.decided["points"] is not None:
        points = one.decided["points"]
    found["points"] = points.get(key, 0)
    found["against"] = sum(points.values()) - found["points"]
    for unit in fought["units"] if fought and side else ():
        gone = unit["fate"] in ("wrecked", "lost")
        found["destroyed"] += gone and unit["side"] != side
        found["preserved"] += not gone and unit["side"] == side
    if fought and isinstance(fought["objectives"], dict):
        found["objectives"] = fought["objectives"].get(side, 0)
    return found
