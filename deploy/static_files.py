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
NOTE = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Our modules import one another by relative paths; these are rewritten to the names with the hash, too."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """As collectstatic asks, with `pages.css` in one piece."""
        if JOINED in paths and not dry_run:
            whole = InMemoryStorage()
            whole.save(JOINED, ContentFile(joined(paths).encode()))
            paths = paths | {JOINED: (whole, JOINED)}
        yield from super().post_process(paths, dry_run=dry_run, **options)


def joined(paths: dict[str, Any]) -> str:
    """The style sheets that `pages.css` imports, in its order, without their comments.

    A browser that finds the imports asks for each of them, and paints nothing until all have come. `paths` is of
    collectstatic: for each name the storage it comes from and its path there. Raises a KeyError where one is missing.
    """

    def text(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as file:
            return str(file.read().decode())

    return NOTE.sub("", IMPORTED.sub(lambda found: text(found[1]), text(JOINED)))
