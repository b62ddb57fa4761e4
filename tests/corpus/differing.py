"""What differs between what was recorded and what is: in structure, or in words alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

MESSAGE = {"singular", "plural", "n", "values"}
Difference = tuple[str, Any, Any]  # where, what was, what is


# How a counter is drawn, which choices go together, of new seeds, who lends a seat, whose dice, which devices
# are told: since the record.
SINCE = frozenset(
    {
        *("icon", "hurt", "acted", "bulk", "seed_row", "Reseed", "arc", "told_for", "lent", "dice", "LendSeat"),
        *("campaigns_seatpass", "campaigns_cardcode", "campaigns_waitingroom", "campaigns_adoption", "guest_of"),
        *("campaigns_pushdevice", "campaigns_pushmessage", "campaigns_summons", "campaigns_openpage"),
    }
)
# Fields that choices have since: what a shooter says of their own cards alone, who is not there as a round is paired.
FIELDS_SINCE = frozenset({"keep_own", "absent"})
# Since seasons are mended as battles are, `may` names these reports to a campaign, too.
MENDS = frozenset({"Undo", "Correct", "Resolve", "Declare", "Agree", "Decline", "Reseed"})
# So do veterans of leagues and challenges of ladders, which may be reported since.
REPORTS_SINCE = MENDS | {
    *("KeepVeteran", "CallVeterans", "Challenge", "AcceptChallenge", "RefuseChallenge", "WithdrawChallenge"),
}
# Scores and places are explained since, and that without a map, too: what is no fact is a bad request there as well.
EXPLAINED_SINCE = {(404, 200), (404, 400), (400, 200)}


class Found(msgspec.Struct):
    """What is different in one battle or season. `looked`: how much was compared. `words`: (was, is) and how often."""

    name: str
    looked: int = 0
    structure: list[Difference] = []
    words: dict[tuple[str, str], int] = {}

    def take_sentences(self) -> None:
        """Sentences that name something otherwise are words: since the record a battle's sides are called by their
        platoons, vehicles of one name are numbered, and what a result was said by is a sentence of its own."""
        for difference in [*self.structure]:
            where, was, now = difference
            if where.endswith(".text") and isinstance(was, str) and isinstance(now, str):
                self.structure.remove(difference)
                self.say([was], [now])

    def compare(self, where: str, was: Any, now: Any) -> None:
        """Two pieces of plain data, with messages in them."""
        if was == now:
            return
        said: tuple[list[str], list[str]] = ([], [])
        old, new = bones(was, said[0]), bones(now, said[1])
        self.structure += [(f"{where}{path}", one, other) for path, one, other in differences(old, new)]
        self.say(*said)

    def say(self, was: list[str], now: list[str]) -> None:
        """Sentences in their order, or, where there are more or fewer, those that only one has."""
        if len(was) == len(now):
            pairs = [pair for pair in zip(was, now, strict=True) if pair[0] != pair[1]]
        else:
            gone, new = Counter(was) - Counter(now), Counter(now) - Counter(was)
            pairs = [(one, "") for one in gone] + [("", one) for one in new]
        for pair in pairs:
            self.words[pair] = self.words.get(pair, 0) + 1


def bones(value: Any, said: list[str]) -> Any:
    """Plain data without sentences, which go to `said`: of a message its number and its values stay, in no order."""
    if isinstance(value, dict):
        if "singular" in value and value.keys() <= MESSAGE:
            said.append(f"{value['singular']} | {value['plural']}" if value.get("plural") else value["singular"])
            values = [bones(one, said) for _name, one in sorted(value.get("values", {}).items())]
            return {"§": [value.get("n"), *sorted(values, key=repr)]}
        if value.keys() == {"words"}:
            said += map(str, value["words"])
            return "§"
        if "type" in value and isinstance(value.get("description"), str):  # a JSON Schema says what a field is for
            said.append(value["description"])
            value = {name: one for name, one in value.items() if name != "description"}
        return {name: bones(one, said) for name, one in value.items()}
    if isinstance(value, list):
        return [bones(one, said) for one in _once(value) if not (isinstance(one, dict) and _is_since(one))]
    return value


def _once(entries: list[Any]) -> list[Any]:
    """What either side may report stands once since, and of no side, for who reports for both."""
    if not all(isinstance(one, dict) and one.keys() >= {"command", "side", "fields"} for one in entries):
        return entries
    found: list[Any] = []
    for one in entries:
        alike = [n for n, other in enumerate(found) if {**other, "side": ""} == {**one, "side": ""}]
        if alike:
            found[alike[0]] = {**one, "side": ""}
        else:
            found.append(one)
    return found


def _is_since(entry: dict[str, Any]) -> bool:
    """Whether it is a choice, or a field of one, that there was not when the record was made."""
    return entry.get("command") in SINCE or entry.get("name") in FIELDS_SINCE


def is_new_status(place: str, was: int, now: int) -> bool:
    """Whether an address answers otherwise because of what there was not when the record was made."""
    return "/campaigns/" in place and "/explain/?of=" in place and (was, now) in EXPLAINED_SINCE


def _is_new(path: str, item: Any) -> bool:
    """Whether an entry of a list is one that there was not when the record was made: a report, a link to a page."""
    if path.endswith(".may"):
        return item in REPORTS_SINCE
    return isinstance(item, str) and item.startswith("<a ") and item.endswith("/adopt/'>")


def differences(was: Any, now: Any, path: str = "") -> Iterator[Difference]:
    if was == now and type(was) is type(now):
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for name in {**was, **now}:
            if name in SINCE | FIELDS_SINCE and name not in was:
                continue
            if name not in was or name not in now:
                yield f"{path}.{name}", was.get(name, "(nothing)"), now.get(name, "(nothing)")
            else:
                yield from differences(was[name], now[name], f"{path}.{name}")
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for place, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from differences(one, other, f"{path}[{place}]")
    elif isinstance(was, list) and isinstance(now, list):
        one, other = [item for item in was if item not in now], [item for item in now if item not in was]
        if one or not other or not all(_is_new(path, item) for item in other):
            yield f"{path}[{len(was)} -> {len(now)}]", one, other
    else:
        yield path, was, now
