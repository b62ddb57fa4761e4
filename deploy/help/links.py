"""What is wrong with the help: links that lead nowhere, anchors that are not there, pages nobody is led to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from django.urls import Resolver404, resolve, reverse

from deploy.help import markdown
from deploy.help.pages import CONTENTS, PICTURES, ROOT, Page, all_pages, by_key


def faults() -> list[str]:
    """In the words of whoever writes the pages; [] if all is well."""
    listed = {page.source for page in all_pages()}
    written = sorted(f"docs/{file.name}" for file in (ROOT / "docs").glob("*.md"))
    unlisted = [f"{source} is not listed in {CONTENTS}" for source in written if source not in listed | {CONTENTS}]
    return [*unlisted, *(f"{page.source or page.key}: {fault}" for page in all_pages() for fault in _of(page))]


def _of(page: Page) -> Iterator[str]:
    for link in markdown.links(page.text):
        if link.startswith("http"):
            continue
        path, _mark, _anchor = link.partition("#")
        if path and not path.startswith("/"):
            file = posixpath.normpath(posixpath.join(posixpath.dirname(page.source), path))
            if not (ROOT / file).exists():
                yield f"{link} is not there"
            elif file.endswith(".webp") and not file.startswith(PICTURES):
                yield f"{link} is no picture of {PICTURES}"
        if fault := _followed(page, page.target(link)):
            yield f"{link} {fault}"


def _followed(page: Page, target: str) -> str:
    """What is wrong with where a link leads on this site."""
    path, _mark, anchor = target.partition("#")
    if path:
        try:
            resolve(path)
        except Resolver404:
            return "is no address of this site"
    if path and not path.startswith(reverse("help")):
        return ""
    there = by_key().get(path.removeprefix(reverse("help")).strip("/")) if path else page
    if path and path != reverse("help") and there is None:
        return "is no page of the help"
    if anchor and there and not re.search(f' id="{re.escape(anchor)}"', there.html):
        return "has an anchor that is not there"
    return ""
