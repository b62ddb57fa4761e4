"""How static files are collected for production: compressed, under names with a hash of their content."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

JOINED = "pages.css"
IMPORTED = re.compile(r'^@import "([\w.]+)";\n', re.MULTILINE)
ENTRIES = ("leaguer/main.js", "leaguer/battle.js", "leaguer/page.js")  # modules that pages ask for with all they import
NEEDED = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";\n', re.MULTILINE)
GIVEN = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
REMARK = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
NOTE = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Our modules import one another by relative paths; these are rewritten to the names with the hash, too.

    A page asks for few files, as each is waited for over a slow network: `pages.css` and the modules in `ENTRIES` are
    collected in one piece each, with all that they import.
    """

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """As collectstatic asks, with what belongs together in one piece."""
        if not dry_run:
            whole = {JOINED: joined(paths)} if JOINED in paths else {}
            whole |= {entry: joined_modules(paths, entry) for entry in ENTRIES if entry in paths}
            made = InMemoryStorage()
            for name, text in whole.items():
                made.save(name, ContentFile(text.encode()))
            paths = paths | {name: (made, name) for name in whole}
        yield from super().post_process(paths, dry_run=dry_run, **options)


def joined(paths: dict[str, Any]) -> str:
    """The style sheets that `pages.css` imports, in its order, without their comments.

    A browser that finds the imports asks for each of them, and paints nothing until all have come. `paths` is of
    collectstatic: for each name the storage it comes from and its path there. Raises a KeyError where one is missing.
    """
    return NOTE.sub("", IMPORTED.sub(lambda found: _text(paths, found[1]), _text(paths, JOINED)))


def joined_modules(paths: dict[str, Any], entry: str) -> str:
    """A module with all that it imports, each in a function of its own, so that their names do not meet.

    Our modules import by name, and export as they define. Raises a ValueError for what is written otherwise, or where
    they import one another in a circle.
    """
    folder, slash, name = entry.rpartition("/")
    done: dict[str, str] = {}
    under_way: list[str] = []

    def add(name: str) -> None:
        if name in under_way:
            raise ValueError(f"{' -> '.join([*under_way, name])} is a circle.")
        under_way.append(name)
        text = REMARK.sub("", _text(paths, f"{folder}{slash}{name}.js"))
        for _names, needed in NEEDED.findall(text):
            if needed not in done:
                add(needed)
        text = NEEDED.sub(lambda found: f"const {{ {found[1]} }} = in_{found[2]};\n", text)
        if len(under_way) > 1:
            given = ", ".join(name for _whole, name in GIVEN.findall(text))
            text = (
                f"const in_{name} = (() => {{\n{GIVEN.sub(lambda found: found[1], text)}return {{ {given} }};\n}})();\n"
            )
        if left := re.search(r"^import .*|^export (?!(?:async )?(?:function|class|const) ).*", text, re.MULTILINE):
            raise ValueError(f"{name}.js has a line that cannot be joined: {left[0]}")
        done[under_way.pop()] = text

    add(name.removesuffix(".js"))
    return "".join(done.values())


def _text(paths: dict[str, Any], name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        return str(file.read().decode())
