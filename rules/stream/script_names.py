"""What a script may call by name: keys are put in the place of names, wherever a report's types say what they name.

A type says it by `extra={"names": kind}`, as `Platoon` and `PlayerKey` do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.messages import gettext_noop as _
from rules.messages import say
from rules.stream.contract import Command, Refused


class ScriptNames:
    """What is called how, by kind: names are compared without regard to case."""

    def __init__(self, **called: Mapping[str, str]) -> None:
        """`called`: of each kind, names by key."""
        self._keys: dict[str, dict[str, set[str]]] = {}
        self._known: dict[str, set[str]] = {}
        for kind, names in called.items():
            for key, name in names.items():
                self.add(kind, key, name)

    def add(self, kind: str, key: str, name: str) -> None:
        self._known.setdefault(kind, set()).add(key)
        self._keys.setdefault(kind, {}).setdefault((name or key).casefold(), set()).add(key)

    def by_key(self, kind: type[Command], data: dict[str, Any]) -> dict[str, Any]:
        """A report's data with keys in the place of names. What is no name stays as it is, to be refused as it is."""
        found = dict(data)
        for field in msgspec.structs.fields(kind):
            if field.name in data:
                info = msgspec.inspect.type_info(field.type)
                try:
                    found[field.name] = self._keyed(info, data[field.name], self.owner(found))
                except Refused as refused:
                    refused.field = field.name
                    raise
        return found

    def key(self, kind: str, name: str, owner: str = "") -> str:
        """The key of what is called so; a key, and what nothing is called, as it stands. `owner`: whose it is, which
        settles a name that several have."""
        if name in self._known.get(kind, ()):
            return name
        found = self._keys.get(kind, {}).get(name.casefold(), set())
        if len(found) > 1:
            found = self.owned(found, owner) or found
        if len(found) > 1:
            raise Refused(
                "script",
                say(_("“%(name)s” is the name of several."), name=name),
                say(_("Write which one: %(keys)s."), keys=", ".join(sorted(found))),
                code="malformed",
            )
        return next(iter(found), name)

    def owner(self, data: Mapping[str, Any]) -> str:
        """Whose things an object is about; "" where nothing is anybody's."""
        return ""

    def owned(self, keys: set[str], owner: str) -> set[str]:
        """Those of `keys` that are `owner`'s."""
        return set()

    def _keyed(self, info: msgspec.inspect.Type, value: Any, owner: str) -> Any:
        match info, value:
            case msgspec.inspect.Metadata(), str() if named := (info.extra or {}).get("names"):
                return self.key(named, value, owner)
            case msgspec.inspect.Metadata(), _:
                return self._keyed(info.type, value, owner)
            case msgspec.inspect.UnionType(), dict() | list():
                parted = msgspec.inspect.VarTupleType if isinstance(value, list) else _OBJECTS
                whole = (one for one in info.types if isinstance(_bare(one), parted))
                return next((self._keyed(one, value, owner) for one in whole), value)
            case msgspec.inspect.VarTupleType(), list():
                return [self._keyed(info.item_type, one, owner) for one in value]
            case msgspec.inspect.DictType(), dict():
                return {
                    self._keyed(info.key_type, key, owner): self._keyed(info.value_type, one, owner)
                    for key, one in value.items()
                }
            case msgspec.inspect.StructType(), dict():
                parts = {one.encode_name: one.type for one in info.fields}
                of = self.owner(value) or owner
                return {
                    name: self._keyed(parts[name], one, of) if name in parts else one for name, one in value.items()
                }
        return value


_OBJECTS = (msgspec.inspect.DictType, msgspec.inspect.StructType)


def _bare(info: msgspec.inspect.Type) -> msgspec.inspect.Type:
    return info.type if isinstance(info, msgspec.inspect.Metadata) else info
