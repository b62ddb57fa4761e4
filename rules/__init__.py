"""The rulebooks, and what a rulebook is. Pure Python and msgspec; knows nothing of the floors above."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType

from rules.contract import Refused, RuleSystem, RuleSystemOf, say
from rules.contract import gettext_noop as _

GROUP = "leaguer.rulebooks"  # of entry points: a key, and the package that has its SYSTEM


class BrokenRulebook(ImportError):
    """An installed package offers a rulebook that cannot be played here. The text names the package and the remedy."""


@cache
def all_systems() -> MappingProxyType[str, RuleSystem]:
    """Every rule system there is, by key: the folders under `rules/systems`, and what installed packages offer as entry
    points of `leaguer.rulebooks`. `BrokenRulebook` where one of these cannot be played: a site that started without it
    could not read its battles."""
    found = {key: import_module(f"rules.systems.{key}").SYSTEM for key in _folders()}
    for entry in _packaged():
        if entry.name in found:
            raise BrokenRulebook(
                f"The package {_package(entry)} offers the rulebook {entry.name!r}, which there is already. Uninstall "
                "it, or have its author choose another key."
            )
        found[entry.name] = _system_of(entry)
    return MappingProxyType(dict(sorted(found.items())))


def system(key: str) -> RuleSystem:
    """The rule system `key`. The refusal of an unknown one names those that exist."""
    try:
        return all_systems()[key]
    except KeyError:
        raise Refused(
            "system",
            say(_("There is no rule system “%(key)s”."), key=str(key)[:40]),
            say(_("Installed: %(keys)s."), keys=", ".join(all_systems())),
            field="system",
            code="unknown",
        ) from None


def folder_of(key: str) -> Path:
    """The folder of the rule system `key`: RULES.md, catalogue, recorded battles. KeyError: no such system."""
    return {**_folders(), **{entry.name: folder for entry in _packaged() if (folder := _packaged_in(entry))}}[key]


def translations() -> list[Path]:
    """The `locale` folders of installed rulebooks. Nothing of theirs is imported: Django's settings ask."""
    folders = [folder / "locale" for entry in _packaged() if (folder := _packaged_in(entry))]
    return [folder for folder in folders if folder.is_dir()]


def _folders() -> dict[str, Path]:
    from rules import systems

    modules = sorted(iter_modules(systems.__path__), key=lambda one: one.name)
    return {one.name: Path(str(getattr(one.module_finder, "path", ""))) / one.name for one in modules if one.ispkg}


def _packaged() -> Iterator[EntryPoint]:
    return iter(sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)))


def _packaged_in(entry: EntryPoint) -> Path | None:
    try:
        found = find_spec(entry.module)
    except ImportError:
        return None
    return Path(found.origin).parent if found and found.origin else None


def _system_of(entry: EntryPoint) -> RuleSystem:
    try:
        made = import_module(entry.module).SYSTEM
    except Exception as error:
        raise BrokenRulebook(
            f"The rulebook {entry.name!r} of the package {_package(entry)} does not load: {error!r}. Update the "
            "package, or uninstall it if no battle of it was ever played here."
        ) from error
    if not isinstance(made, RuleSystemOf) or made.key != entry.name:
        raise BrokenRulebook(
            f"The package {_package(entry)} offers the rulebook {entry.name!r}, but {entry.module}.SYSTEM is "
            f"{getattr(made, 'key', made)!r}. Its author names the entry point as the key of the rulebook."
        )
    return made


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.module
