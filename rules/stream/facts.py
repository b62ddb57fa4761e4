"""Every fact of a rulebook's State by its path, to be read and to be declared.

A path goes from piece to piece: "phase", "models.alpha.damage", "models.alpha.cards.loader.face_up". What a fact may be
is its annotation in the State; its name in words stands in the rulebook's `facts` under the path with a * for each key.
Generic: a rulebook that marks what its muster settles as `fixed` can declare everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Protocol, get_args, get_origin

import msgspec

from rules.messages import Message, say, verbatim
from rules.messages import gettext_noop as _
from rules.stream.contract import Piece, Refused
from rules.stream.malformed import complaint


class Vocabulary(Protocol):
    """What the facts of a State are called (by path, with a * for each key), where the sheet shows them, and which are
    lengths: a rulebook has it."""

    @property
    def facts(self) -> Mapping[str, Message]: ...
    @property
    def lines(self) -> Mapping[str, str]: ...
    @property
    def lengths(self) -> Mapping[str, int]: ...


class _Slot(NamedTuple):
    """A field of a piece: a fact, another piece, or pieces by key. `shape` is what a fact is converted to, `declared`
    its annotation as it stands there."""

    name: str
    holds: Literal["fact", "piece", "pieces"]
    shape: Any
    by_key: bool  # a dict as a fact: told as pairs, for the order of its keys counts and JSON objects lose it
    declared: Any


@cache
def fields_of(kind: Any) -> tuple[_Slot, ...]:
    """The fields of a piece that its muster does not settle, in order."""
    slots = []
    for info in msgspec.structs.fields(kind):
        if info.name in kind.fixed or info.name == "report":
            continue
        bare = get_args(info.type)[0] if get_origin(info.type) is Annotated else info.type
        if _is_piece(bare):
            slots.append(_Slot(info.name, "piece", bare, False, info.type))
        elif get_origin(bare) is dict and _is_piece(get_args(bare)[1]):
            slots.append(_Slot(info.name, "pieces", get_args(bare)[1], False, info.type))
        elif get_origin(bare) is dict:
            key, value = get_args(bare)
            pairs = list[tuple[key, value]]  # type: ignore[valid-type]
            slots.append(_Slot(info.name, "fact", pairs, True, info.type))
        else:
            slots.append(_Slot(info.name, "fact", info.type, False, info.type))
    return tuple(slots)


@cache
def _named(kind: Any) -> dict[str, _Slot]:
    return {slot.name: slot for slot in fields_of(kind)}


def _is_piece(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Piece)


def facts(state: Piece) -> dict[str, Any]:
    """Every fact by its path, as plain JSON-able values."""
    found: dict[str, Any] = {}
    _gather(state, "", found)
    return found


def plain(value: Any) -> Any:
    """A value as it reads back from the log, or from a form: lists are lists."""
    if value is None or isinstance(value, str | int):
        return value
    return msgspec.json.decode(msgspec.json.encode(value))


_PLAIN = (str, int, bool)


def _gather(piece: Piece, prefix: str, found: dict[str, Any]) -> None:
    kind: Any = type(piece)
    for slot in fields_of(kind):
        value = getattr(piece, slot.name)
        if value is None or type(value) in _PLAIN:  # nearly all are
            found[prefix + slot.name] = value
        elif slot.holds == "fact":
            found[prefix + slot.name] = plain([*value.items()] if slot.by_key else value)
        elif slot.holds == "piece":
            _gather(value, f"{prefix}{slot.name}.", found)
        else:
            for key, one in value.items():
                _gather(one, f"{prefix}{slot.name}.{key}.", found)


def declare(state: Piece, values: Mapping[str, Any]) -> None:
    """Set facts in place. `Refused` (field "facts.<path>") when there is no such fact or it cannot be that."""
    for path, value in values.items():
        piece, slot = _found(state, path)
        try:
            given = msgspec.convert(value, slot.shape, strict=True)
        except msgspec.ValidationError as error:
            place, what = complaint(str(error))
            raise Refused("declared", what, field=f"facts.{path}" + (f".{place}" if place else "")) from None
        setattr(piece, slot.name, dict(given) if slot.by_key else given)


def named(words: Vocabulary, path: str) -> tuple[tuple[str, ...], Message]:
    """The keys in a path ("alpha", "loader") and the fact in words."""
    if known := pattern(words, path):
        return _keys(_steps(known), path.split(".")) or (), words.facts[known]
    return (), verbatim(path)


def parts_of(words: Vocabulary, path: str) -> int:
    """How many of a fact's whole numbers are one unit of measure; 0 where it is no length."""
    return words.lengths.get(pattern(words, path), 0)


def pattern(words: Vocabulary, path: str) -> str:
    """Under what the rulebook names a fact: with a * for each key; "" when it does not."""
    parts = path.split(".")
    return next((known for known in words.facts if _keys(_steps(known), parts) is not None), "")


def line(words: Vocabulary, path: str) -> str:
    """The line of the sheet (a path as in `rules.stream.decider.Sheet`) that shows a fact that was set; "" for none.

    The rulebook's `lines` say so, with {0}, {1} for the keys; else it is the line of the same name of the same unit, or
    of the battle. What an amended outcome sets is part of the outcome.
    """
    parts = path.split(".")
    if parts[0] == "outcome":
        return path if len(parts) == 2 else f"{path}.condition"
    keys, _name = named(words, path)
    if (template := words.lines.get(pattern(words, path))) is not None:
        return template.format(*keys)
    return f"units.{keys[0]}.{parts[-1]}" if keys else f"facts.{parts[-1]}"


@cache
def _steps(pattern: str) -> tuple[str, ...]:
    return tuple(pattern.split("."))


def _keys(steps: tuple[str, ...], parts: list[str]) -> tuple[str, ...] | None:
    """What stands for each * of a pattern; None where it does not match."""
    if len(steps) != len(parts):
        return None
    keys = []
    for step, part in zip(steps, parts, strict=True):
        if step == "*":
            keys.append(part)
        elif step != part:
            return None
    return tuple(keys)


def patterns(kind: Any, prefix: str = "") -> Iterator[str]:
    """The patterns of all facts a State of this kind (a subclass of Piece) may have."""
    for slot in fields_of(kind):
        if slot.holds == "fact":
            yield prefix + slot.name
        else:
            yield from patterns(slot.shape, f"{prefix}{slot.name}." + ("*." if slot.holds == "pieces" else ""))


def shape(state: Piece, path: str) -> Any:
    """The type a fact's value is converted to."""
    return _found(state, path)[1].shape


def _found(state: Piece, path: str) -> tuple[Piece, _Slot]:
    """The piece a fact stands on and its slot there; `Refused` where the path leads nowhere."""
    *_way, found = _walked(state, path)
    return found


def _walked(state: Piece, path: str) -> Iterator[tuple[Piece, _Slot]]:
    """Every slot a path goes through, with the piece it is of."""
    parts = path.split(".")
    piece: Any = state
    while True:
        kind: Any = type(piece)
        slot = _named(kind).get(parts[0]) if parts else None
        if slot is None or (slot.holds == "fact" and len(parts) > 1):
            raise _nowhere(path)
        yield piece, slot
        if slot.holds == "fact":
            return
        inner = getattr(piece, slot.name)
        if slot.holds == "pieces":
            if len(parts) < 2 or parts[1] not in inner:
                raise _nowhere(path)
            inner = inner[parts[1]]
        piece, parts = inner, parts[1 if slot.holds == "piece" else 2 :]


def _nowhere(path: str) -> Refused:
    return Refused(
        "declared",
        say(_("There is no fact “%(path)s” to declare."), path=path[:80]),
        _("The facts that can be declared are listed under facts/."),
        field=f"facts.{path[:80]}",
    )
