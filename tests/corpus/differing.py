"""What differs between what was recorded and what is: in structure, or in words alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

MESSAGE = {"singular", "plural", "n", "values"}
Difference = tuple[str, Any, Any]  # where, what was, what is


# How a counter is drawn, which choices go together, and of new seeds: told since the record.
SINCE = frozenset(
    {
        *("icon", "hurt", "acted", "bulk", "seed_row", "Reseed", "arc", "told_for"),
        *("campaigns_seatpass", "campaigns_cardcode", "campaigns_waitingroom", "campaigns_adoption", "guest_of"),
    }
)


class Found(msgspec.Struct):
    """What is different in one battle or season. `looked`: how much was compared. `words`: (was, is) and how often."""

    name: str
    looked: int = 0
    structure: list[Difference] = []
    words: dict[tuple[str, str], int] = {}

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
        return {name: bones(one, said) for name, one in value.items()}
    if isinstance(value, list):
        return [bones(one, said) for one in value if not (isinstance(one, dict) and one.get("command") in SINCE)]
    return value


def _leads_to_new(item: Any) -> bool:
    """Whether it is a link to a page that there was not when the record was made."""
    return isinstance(item, str) and item.startswith("<a ") and item.endswith("/adopt/'>")


def differences(was: Any, now: Any, path: str = "") -> Iterator[Difference]:
    if was == now and type(was) is type(now):
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for name in {**was, **now}:
            if name in SINCE and name not in was:
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
        if one or not other or not all(_leads_to_new(item) for item in other):
            yield f"{path}[{len(was)} -> {len(now)}]", one, other
    else:
        yield path, was, now
