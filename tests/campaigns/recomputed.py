"""A season recomputed from its rows by somebody who has only read campaigns/RULES.md: points, debts, byes, scores and
places. `fated` adds what became of vehicles and crews.

It shares no line with rulings, fold or standings; only what a vehicle costs, whether a hull is left and who tows, it
asks the rulebook, and lots the seed. `wrong` says in words where the log says something else. What people set, or left
standing as it was played, is taken as it is told.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import rules
from campaigns.season.vehicles import price
from tests.campaigns.climbing import OfLadder, Rungs
from tests.campaigns.counting_rows import STAGED, Counting
from tests.campaigns.placing import NOTHING, Meeting, Table

WORTH = {"won": ("per_win", "win"), "drawn": ("per_draw", "draw"), "lost": ("per_loss", "loss")}
OPEN, CLOSED = "open", "closed"
Share = tuple[str, str, str]  # platoon, fixture, what for


class Book(OfLadder):
    """What should be in every purse, and who owes what."""

    def __init__(self, rows: Iterable[Counting], methods: dict[int, str]) -> None:
        """`methods`: see `methods_of`."""
        self.wrong: list[str] = []
        self.kinds: Counter[str] = Counter()
        self.methods = methods
        self.purse: dict[str, int] = {}
        self.gone: set[str] = set()
        self.ladder = Rungs()
        self.penalty: Counter[str] = Counter()
        self.side: dict[str, str] = {}
        self.model: dict[str, str] = {}
        self.owner: dict[str, str] = {}
        self.meetings: dict[str, Meeting] = {}
        self.of_battle: dict[str, str] = {}
        self.had: Counter[Share] = Counter()
        self.owed: dict[Share, int] = {}
        self.credit = Counter[str]()  # what was bought and is paid as rounds close
        self.results_had: dict[tuple[str, str], int] = {}
        self.byes: list[tuple[int, list[str]]] = []
        self.rounds: list[str] = []
        self.changes: list[tuple[int, dict[str, Any], dict[str, Any], dict[str, Any] | None]] = []
        self.granted_in_round = False
        self.number = 0
        self.bent = False  # people have set facts, or left standing what could not be told again
        for row in rows:
            self.position, self.as_played = row.position, row.as_played
            self.bent = self.bent or row.as_played or row.type == "Declared"
            getattr(self, f"_{row.type}", lambda data: None)(row.data)
            self.ladder.note(row.type, row.data, self.decides(row.type, row.data))
            for key, points in self.purse.items():
                self._expect(points >= 0 or self.bent, f"{key} has {points}")

    def _expect(self, holds: bool, what: str) -> None:
        if not holds and not self.as_played:
            self.wrong.append(f"{self.position}: {what}")

    # ------------------------------------------------------------------------------------------------ house rules

    def _Opened(self, data: dict[str, Any]) -> None:
        self.opened, self.rules = data, rules.system(data["system"])
        self.breakers = [(0, data["breakers"])]
        self._expect(data["house_edition"] in ("2", "3"), "another edition")

    def _Amended(self, data: dict[str, Any]) -> None:
        self.changes.append((data["round"], data.get("options", {}), data.get("terms", {}), data.get("scoring")))
        if data.get("breakers") is not None:
            self.breakers.append((data["round"], data["breakers"]))

    def _Declared(self, data: dict[str, Any]) -> None:
        for path, value in data["facts"].items():
            kind, key, *name = path.split(".") if "." in path else (path, "")
            if (kind, name) == ("platoons", ["purse"]):
                self.purse[key] = value
            elif (kind, name) == ("platoons", ["penalty"]):
                self.penalty[key] = value

    def turn(self) -> int:
        return 0 if not self.rounds else self.number + (self.rounds[-1] == CLOSED)

    def house(self, round: int) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        """Options, terms and scoring of a round."""
        options, terms, scoring = dict(self.opened["options"]), dict(self.opened["terms"]), self.opened["scoring"]
        for since, changed, of_terms, counts in self.changes:
            if since <= round:
                options, terms = options | changed, terms | of_terms
                scoring = counts or scoring
        return options, terms, scoring

    def _Enlisted(self, data: dict[str, Any]) -> None:
        self.purse[data["platoon"]], self.side[data["platoon"]] = data["purse"], data["side"]
        self._expect(data["purse"] == self.house(self.turn())[1]["purse"], "another purse")
        self._recruit(data)

    def _Bought(self, data: dict[str, Any]) -> None:
        self._spends(data["platoon"], data)
        self._recruit(data)

    def _spends(self, platoon: str, data: dict[str, Any]) -> None:
        owed = data.get("owed", 0)
        if owed and not self.as_played:
            self._expect(owed == data["cost"] - max(0, self.purse[platoon]), f"on credit: {owed}")
        self.purse[platoon] -= data["cost"] - owed
        self.credit[platoon] += owed

    def _recruit(self, data: dict[str, Any]) -> None:
        for one in data["vehicles"]:
            self.model[one["id"]], self.owner[one["id"]] = one["model"], data["platoon"]

    def _Sold(self, data: dict[str, Any]) -> None:
        self.purse[data["platoon"]] += data["points"]

    def _Dropped(self, data: dict[str, Any]) -> None:
        self.gone.add(data["platoon"])

    def _Penalised(self, data: dict[str, Any]) -> None:
        self.purse[data["platoon"]] -= data["points"]
        self.penalty[data["platoon"]] += data["score"]

    def _WorkshopEntered(self, data: dict[str, Any]) -> None:
        self._spends(data["platoon"], data | {"cost": sum(work["paid"] for work in data["works"])})

    _WorkshopWorked = _WorkshopEntered

    def _CrewReplaced(self, data: dict[str, Any]) -> None:
        self._spends(self.owner[data["vehicle"]], data)

    def _RoundOpened(self, data: dict[str, Any]) -> None:
        there = [key for key in self.purse if key not in self.gone]
        paired = {key for one in data["fixtures"] for key in (one["home"], one["away"])}
        idle = [key for key in there if key not in paired] if not self.opened["theatre"] else []
        if (method := self.methods.get(data["number"], "")) in STAGED:
            idle = [key for key in idle if key in data["byes"]]
        self._expect(data["byes"] == idle, f"byes {data['byes']}, not {idle}")
        if method == "everyone":
            self._fair(there, idle)
        self.byes.append((data["number"], idle))
        self.rounds.append(OPEN)
        self.number = data["number"]
        self._announce(data)

    def _fair(self, there: list[str], idle: list[str]) -> None:
        """As few byes as can be, and of those as few second ones: by trying everything."""
        times = Counter(key for _number, round in self.byes for key in round)
        met = {frozenset(one.platoons) for key, one in self.meetings.items() if one.met(key)}
        apart = len(self.opened["sides"]) == 2

        def may(one: str, other: str) -> bool:
            return frozenset((one, other)) not in met and not (apart and self.side[one] == self.side[other])

        def left(some: list[str]) -> Iterator[list[str]]:
            if not some:
                yield []
                return
            first, *rest = some
            for single in left(rest):
                yield [first, *single]
            for other in rest:
                if may(first, other):
                    yield from left([one for one in rest if one != other])

        def price_of(single: list[str]) -> tuple[int, list[int]]:
            return len(single), sorted((times[key] for key in single), reverse=True)

        best = min(map(price_of, left(there)))
        self._expect(price_of(idle) == best, f"byes of {idle} cost {price_of(idle)}, and could have cost {best}")

    def _Paired(self, data: dict[str, Any]) -> None:
        self._announce(data)
        paired = {key for one in data["fixtures"] for key in (one["home"], one["away"])}
        number, byes = self.byes[-1]
        self.byes[-1] = number, [key for key in byes if key not in paired]

    def _OrdersResolved(self, data: dict[str, Any]) -> None:
        self._announce(data)

    def _announce(self, data: dict[str, Any]) -> None:
        for one in data["fixtures"]:
            self.meetings[one["key"]] = Meeting(self.number, [one["home"], one["away"]])

    def _Decided(self, data: dict[str, Any]) -> None:
        self.meetings[data["fixture"]].decided = data

    def _RoundClosed(self, data: dict[str, Any]) -> None:
        if not self.granted_in_round:
            self._PointsGranted({"round": self.number, "grants": [], "owed": []})
        self.granted_in_round = False
        self._count(data["places"])
        self.rounds[-1] = CLOSED

    def _SeasonClosed(self, data: dict[str, Any]) -> None:
        self._count(data["places"])

    _StandingsRevised = _SeasonClosed

    # ----------------------------------------------------------------------------------------------------- battles

    def _BattleMustered(self, data: dict[str, Any]) -> None:
        sides = {side: forces["platoon"] for side, forces in data["sides"].items()}
        # One whose pairing was taken back, or is another one by now, is fought beside the rounds.
        named = self.meetings.get(data["fixture"])
        its_own = named is not None and {*named.platoons} == {*sides.values()} and not named.battle
        key = data["fixture"] if its_own else data["battle"]
        if key not in self.meetings:
            self.meetings[key] = Meeting(self.turn(), list(sides.values()))
        self.meetings[key].battle, self.meetings[key].sides = data["battle"], sides
        self.of_battle[data["battle"]] = key

    def _CalledOff(self, data: dict[str, Any]) -> None:
        found = self.meetings[self.of_battle[data["battle"]]]
        found.called_off.add(data["battle"])
        found.battle, found.sides = "", {}

    def _BattleReported(self, data: dict[str, Any]) -> None:
        """The difference of what each side has of it to what it had. Nothing where it was struck or called off."""
        key = self.of_battle.get(data["battle"], "")
        if not key or self.meetings[key].battle != data["battle"]:
            return
        found, outcome = self.meetings[key], NOTHING | data["outcome"]
        if data.get("unchanged"):
            return self._expect(outcome == found.outcome, "counted otherwise")
        found.outcome, given, debts = outcome, list[tuple[str, str, int]](), list[tuple[str, str, int]]()
        for share in [share for share in self.owed if share[1] == key]:
            del self.owed[share]
        if self.as_played:
            for one in data["gains"]:
                self._book(one["platoon"], key, one["why"], one["points"])
            self.owed |= {(one["platoon"], key, one["why"]): one["points"] for one in data["owed"]}
            return
        for side, platoon in found.sides.items():
            whole = {"salvage": self._hulls(found, outcome, side), "towing": -self._tows(found, outcome, side)}
            changes = {why: points - self.had[platoon, key, why] for why, points in whole.items()}
            for why, change in sorted(changes.items(), key=lambda one: one[1] < 0):
                points = max(change, -max(0, self.purse[platoon]))
                self._book(platoon, key, why, points)
                given += [(platoon, why, points)] if points else []
                debts += [(platoon, why, change - points)] if change != points else []
        for platoon, why, points in debts:
            self.owed[platoon, key, why] = points
        self._same(data["gains"], given, "battle")
        self._same(data["owed"], debts, "battle owes")

    def _hulls(self, found: Meeting, outcome: dict[str, Any], side: str) -> int:
        options, now, _scoring = self.house(self.turn())
        percent = self.house(found.round)[1]["salvage"]
        lost = [one for one in outcome["units"] if one["side"] != side and one["fate"] == "lost"]
        lost = [one for one in lost if one["id"] in self.model]  # the purchase of others was taken back
        if outcome["field"] != side:
            return 0
        return sum(
            price(self.rules, options | now, self.opened["edition"], self.model[one["id"]]) * percent // 100
            for one in lost
            if self.rules.upkeep.hull(one.get("condition", {}))
        )

    def _tows(self, found: Meeting, outcome: dict[str, Any], side: str) -> int:
        options, now, _scoring = self.house(self.turn())
        mine = [one for one in outcome["units"] if one["side"] == side]
        back = [self.model.get(one["id"], "") for one in mine if one["fate"] in ("fit", "damaged", "withdrawn")]
        if outcome["field"] or any(
            self.rules.upkeep.recovers(options | now, self.opened["edition"], model) for model in back if model
        ):
            return 0
        points: int = self.house(found.round)[1]["tow_points"]
        return points * len([one for one in mine if one["fate"] == "wrecked"])

    def _book(self, platoon: str, fixture: str, why: str, points: int) -> None:
        self.purse[platoon] += points
        self.had[platoon, fixture, why] += points

    # ---------------------------------------------------------------------------------------------- reinforcements

    def _PointsGranted(self, data: dict[str, Any]) -> None:
        """All but the guarantee, which is taken as it is told."""
        self.granted_in_round = True
        number = data["round"]
        if self.as_played:
            for one in data["grants"]:
                self._pay(one["platoon"], one.get("fixture", ""), one["why"], one["points"])
            return
        told, debts = list[tuple[str, str, int]](), list[tuple[str, str, int]]()
        for platoon in self.purse:
            if platoon in self.gone:
                continue
            come, owing = self._due(platoon, number)
            for fixture, why, points in come:
                self._pay(platoon, fixture, why, points)
                told.append((platoon, why, points))
            for fixture, why, points in owing:
                taken = min(-points, max(0, self.purse[platoon]))
                self._pay(platoon, fixture, why, -taken)
                told += [(platoon, why, -taken)] if taken else []
                debts += [(platoon, why, points + taken)] if points + taken else []
        guarantees = [one for one in data["grants"] if one["why"] == "guarantee"]
        for one in guarantees:
            self._expect(one["points"] > 0 and self.house(number)[1]["minimum_force"] > 0, "a guarantee of nothing")
            self.purse[one["platoon"]] += one["points"]
        self._same([one for one in data["grants"] if one not in guarantees], told, "round")
        self._same(data["owed"], debts, "round owes")

    def _due(self, platoon: str, number: int) -> tuple[list[tuple[str, str, int]], list[tuple[str, str, int]]]:
        """What comes in, and what has to go out, in that order: fixture, what for, points."""
        every = []
        for key, one in sorted(self.meetings.items(), key=lambda item: item[1].round):
            result = one.results().get(platoon) if one.round <= number else None
            had = self.results_had.get((platoon, key))
            if one.round > number or platoon not in one.platoons or (result is None and had is None):
                continue
            term, why = WORTH[result] if result else ("", "")
            points = (self.house(one.round)[1][term] if result else 0) - (had or 0)
            every.append((key, why if had is None else "correction", points))
        every += [(key, why, points) for (who, key, why), points in self._debts_in_order() if who == platoon]
        every += [("", "debt", -self.credit[platoon])]
        of_round = [("", "round", self.house(number)[1]["per_round"])]
        come = [one for one in (*of_round, *every) if one[2] > 0]
        return come, [one for one in every if one[2] < 0]

    def _debts_in_order(self) -> list[tuple[Share, int]]:
        order = {key: n for n, key in enumerate(self.meetings)}
        return sorted(self.owed.items(), key=lambda item: (order[item[0][1]], item[0][2]))

    def _pay(self, platoon: str, fixture: str, why: str, points: int) -> None:
        if why in ("salvage", "towing"):
            self._book(platoon, fixture, why, points)
            left = self.owed.pop((platoon, fixture, why)) - points
            if left:
                self.owed[platoon, fixture, why] = left
            return
        self.purse[platoon] += points
        self.credit[platoon] += points if why == "debt" else 0
        if fixture and points:
            self.results_had[platoon, fixture] = self.results_had.get((platoon, fixture), 0) + points

    def _same(self, told: list[dict[str, Any]], expected: list[tuple[str, str, int]], what: str) -> None:
        said = Counter((one["platoon"], one["why"], one["points"]) for one in told)
        self.kinds.update(f"{what}: {one['why']}{' back' if one['points'] < 0 else ''}" for one in told)
        self._expect(said == Counter(expected), f"{what}: {sorted(said.elements())}, not {sorted(expected)}")

    # --------------------------------------------------------------------------------------------------- standings

    def _count(self, places: list[dict[str, Any]]) -> None:
        score: Counter[str] = Counter({key: -points for key, points in self.penalty.items()})
        for number, byes in self.byes:
            score.update(dict.fromkeys(byes, self.house(number)[1]["bye_score"]))
        for one in self.meetings.values():
            for key, points in self._scored(one).items():
                score[key] += points
        said = {one["platoon"]: one["score"] for one in places}
        scored = bool(self.house(self.turn())[1]["bye_score"])
        self.kinds["byes that score"] += scored and any(byes for _number, byes in self.byes)
        self._expect(said == {key: score[key] for key in self.purse}, f"scores {said}, not {dict(score)}")
        ranks = {one["platoon"]: one["rank"] for one in places}
        table = Table([*self.meetings.values()], score, self.penalty, self.opened["seed"])
        table.rungs = self.ladder.standing(self.meetings)
        by = self._breakers()
        expected = dict(table.ranked([*self.purse], by))
        self.kinds["parted by a tie-breaker"] += len({*score.values()}) < len({*expected.values()})
        self._expect("alive" in by or ranks == expected, f"places {ranks}, not {expected}, by {by}")

    def _breakers(self) -> list[str]:
        found = [one for since, one in self.breakers if since <= self.turn()][-1] or ("difference", "scored", "wins")
        order = [*found] if "score" in found else ["score", *found]
        return ["rung", *order] if self.ladder.begun and "rung" not in order else order

    def _scored(self, one: Meeting) -> dict[str, int]:
        _options, _terms, scoring = self.house(one.round)
        found: dict[str, int] = defaultdict(int)
        fought = one.outcome is not None and not (one.decided is not None and not one.decided["results"])
        for key, result in one.results().items():
            found[key] += scoring[{"won": "win", "drawn": "draw", "lost": "loss"}[result]]
            if one.decided is not None and one.decided["points"] is not None:
                found[key] += one.decided["points"].get(key, 0) * scoring["scored"]
        for side, key in one.sides.items() if fought else ():
            found[key] += self._fought(one.outcome or NOTHING, side, scoring, one.decided)
        return found

    def _fought(
        self, outcome: dict[str, Any], side: str, scoring: dict[str, int], decided: dict[str, Any] | None
    ) -> int:
        gone = [one["side"] for one in outcome["units"] if one["fate"] in ("wrecked", "lost")]
        back = [one["side"] for one in outcome["units"] if one["fate"] not in ("wrecked", "lost")]
        objectives = outcome["objectives"] if isinstance(outcome["objectives"], dict) else {}
        ruled = decided is not None and decided["points"] is not None
        points = 0 if ruled else outcome["points"].get(side, 0) * scoring["scored"]
        return int(
            points
            + objectives.get(side, 0) * scoring["objectives"]
            + sum(one != side for one in gone) * scoring["destroyed"]
            + back.count(side) * scoring["preserved"]
        )
