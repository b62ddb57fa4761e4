"""What a field of a choice is filled in with at random, whatever stream it is of. Whatever is picked is picked by
`choose(n)`, a number in 0..n-1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

from msgspec.structs import replace

from rules.stream.choices import NEVER, Choice, Field, Pick, is_barred, keys_of, left_beside, narrowed
from rules.stream.samples import Choose

T = TypeVar("T")
Data = Callable[[Field], Any]  # what a field of the kind data takes
NEARLY = 4  # of so many numbers, all but one are drawn near where the ruling turns
MORE = 2  # rows beyond the fewest, at most
A_LINE = 80  # characters, at most: what is as short is a name, and stays on its line
TRIES = 20  # for a value that a field does take
WORDS = ("", "so it was", "Größe: 5 > 4, “quoted”\nand a second line")


def filled_in(choice: Choice, choose: Choose, data: Data) -> dict[str, Any]:
    """The data of a report: `choice` with its fields filled in. Dice are left out, and what is not required as often as
    its field says."""
    told = dict(choice.given)
    for field in choice.fields:
        if is_told(field, choose) and not _has_none(field, told):
            told[field.name] = value(narrowed(choice, field, told), choose, data, told)
    return told


def _has_none(field: Field, told: Mapping[str, Any]) -> bool:
    """Whether what is told already leaves the field nothing to pick."""
    return bool(field.picks) and not left_beside(field, told.get).picks


def is_told(field: Field, choose: Choose) -> bool:
    if field.kind == "dice" or field.ahead or field.readily == NEVER:
        return False
    return field.required or choose(1000) < field.readily


def value(field: Field, choose: Choose, data: Data, beside: Mapping[str, Any]) -> Any:
    """A value of the field; `beside`: what stands beside it already."""
    field = left_beside(field, beside.get)
    if not field.but and not field.unlike:
        return _any(field, choose, data, beside)
    found = _any(field, choose, data, beside)
    for _try in range(TRIES):
        if not _is_barred(field, found, beside.get(field.unlike)):
            break
        found = _any(field, choose, data, beside)
    return found


def _is_barred(field: Field, found: Any, other: Any) -> bool:
    clashes = other is not None and (other in found if isinstance(found, list) else other == found)
    return clashes or is_barred(field, found)


def _any(field: Field, choose: Choose, data: Data, beside: Mapping[str, Any]) -> Any:
    match field.kind:
        case "pick":
            return one_of(field.picks, choose)
        case "picks":
            return _picked(field, choose)
        case "person":
            return one_of(field.picks, choose) if field.picks else _id(choose)
        case "people":
            return _picked(field, choose) if len(field.picks) >= field.least else [_id(choose)]
        case "path":  # one step; the next ones are asked for again
            return [one_of(field.picks, choose)]
        case "number":
            return _number(field, choose)
        case "flag":
            return choose(1000) < field.readily
        case "text":
            return _text(field, choose)
        case "moment":
            return ("", f"20{30 + choose(60)}-0{1 + choose(9)}-1{choose(10)}T20:00:00Z")[choose(2)]
        case "id":
            return _id(choose)
        case "group" | "rows" | "keyed":
            return _composed(field, choose, data, beside)
    return data(field)


def _id(choose: Choose) -> str:
    return str(UUID(int=sum(choose(2**16) << 16 * place for place in range(8))))


def _composed(field: Field, choose: Choose, data: Data, beside: Mapping[str, Any]) -> Any:
    if field.kind == "group":
        return _parts(field.fields, choose, data)
    if field.kind == "keyed":
        keys = keys_of(field, beside.get(field.by, ()))
        told = [key for key in keys if choose(1000) < field.readily]
        told = list(keys[: field.least]) if len(told) < field.least else told
        (part,) = field.fields
        if part.kind == "group":
            return dict(zip(told, _unlike(part.fields, len(told), choose, data), strict=False))
        return {key: value(part, choose, data, {}) for key in told}
    return list(_unlike(field.fields, field.least + choose(min(MORE, field.most - field.least) + 1), choose, data))


def _unlike(fields: Sequence[Field], most: int, choose: Choose, data: Data) -> Iterator[dict[str, Any]]:
    """Objects of these fields, no two alike in the first of them; fewer where there are not as many."""
    first, *others = fields
    told = list[Any]()
    while len(told) < most:
        left = tuple(pick for pick in first.picks if pick.value not in told)
        if first.picks and not left:
            return
        told.append(value(replace(first, picks=left), choose, data, {}))
        yield {first.name: told[-1], **_parts(others, choose, data, {first.name: told[-1]})}


def _parts(fields: Sequence[Field], choose: Choose, data: Data, beside: Mapping[str, Any] | None = None) -> Any:
    told = dict(beside or {})
    for field in fields:
        if is_told(field, choose) and not _has_none(field, told):
            told[field.name] = value(field, choose, data, told)
    return {field.name: told[field.name] for field in fields if field.name in told}


def _text(field: Field, choose: Choose) -> str:
    if field.picks:
        return one_of(field.picks, choose)
    words = WORDS[:-1] if 0 < field.most <= A_LINE else WORDS
    return words[choose(len(words))] if not field.required else words[1 + choose(len(words) - 1)]


def _number(field: Field, choose: Choose) -> int:
    """Mostly near where the ruling is another one; at a bound where that lies beyond it."""
    if not field.near or not choose(NEARLY):
        return field.least + choose(field.most - field.least + 1)
    return near(field.near, field.least, field.most, choose)


def near(numbers: Sequence[int], least: int, most: int, choose: Choose) -> int:
    """One of these numbers as often as the one below or above it, within the bounds."""
    number = numbers[choose(len(numbers))] + (0, 0, -1, 1)[choose(4)]
    return min(most, max(least, number))


def one_of(picks: Sequence[Pick], choose: Choose) -> str:
    return weighted([(pick.value, pick.readily) for pick in picks], choose)


def _picked(field: Field, choose: Choose) -> list[str]:
    picks = list(field.picks)
    picked: list[str] = []
    for _ in range(_number(field, choose)):
        if not picks:
            break
        picked.append(one_of(picks, choose))
        if not field.repeats:
            picks = [pick for pick in picks if pick.value != picked[-1]]
    return picked


def weighted(items: Sequence[tuple[T, int]], choose: Choose) -> T:
    """One of the items, in proportion to their weights; none that weighs nothing, but where all do."""
    if not (whole := sum(weight for _item, weight in items)):
        return items[choose(len(items))][0]
    place = choose(whole)
    for item, weight in items:
        place -= weight
        if place < 0:
            return item
    raise AssertionError("a place beyond all weights")
