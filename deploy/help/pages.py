"""Which pages there are, in their chapters. `docs/README.md` lists those that are written: its headings are the
chapters and its links the pages. The rules of each rulebook are added to their chapter, and to *Reference* what is made
from the code."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from PIL import Image

import rules
from deploy.help import markdown

ROOT = Path(settings.ROOT)
CONTENTS = "docs/README.md"
LISTED = re.compile(r"^## (.+)$|^- \[[^\]]+\]\(([^)]+\.md)\)", re.MULTILINE)
PICTURES = "docs/pictures/"
RULES = "Rules of play"
REFERENCE = "Reference"


@dataclass(frozen=True)
class Page:
    """`source`: the file it is written in, "" where it is made from the code. `weight`: how far up it is found beside
    others; what is read from the code is long, and found by its names all the same."""

    key: str
    chapter: str
    source: str
    read: Callable[[], str]
    weight: float = 1.0

    @cached_property
    def text(self) -> str:
        """In English, whoever asks for it first."""
        with translation.override("en"):
            return self.read()

    @cached_property
    def title(self) -> str:
        return markdown.title(self.text)

    @cached_property
    def sections(self) -> tuple[markdown.Section, ...]:
        return tuple(markdown.sections(self.text))

    @cached_property
    def html(self) -> SafeString:
        return mark_safe(markdown.html(self.text, self.target, self.picture))

    @property
    def address(self) -> str:
        return reverse("help-page", args=[self.key])

    def target(self, link: str) -> str:
        """Where a link of this page leads: another page, a place on this site, or elsewhere. "" for a file that is no
        page: people at a browser have no files of Leaguer's."""
        if re.match(r"https?:|/|#", link):
            return link
        path, mark, anchor = link.partition("#")
        found = by_source().get(posixpath.normpath(posixpath.join(posixpath.dirname(self.source), path)))
        return f"{found.address}{mark}{anchor}" if found else ""

    def picture(self, link: str) -> markdown.Picture:
        """One of those in docs/pictures; the same in dark colours has the same size."""
        name = posixpath.basename(link)
        dark = name.replace(".webp", "-dark.webp")
        has_dark = (ROOT / PICTURES / dark).exists()
        width, height = _size(ROOT / PICTURES / name)
        return markdown.Picture(static(f"help/{name}"), static(f"help/{dark}") if has_dark else "", width, height)


def _size(picture: Path) -> tuple[int, int]:
    """In pixels; nothing of one that is missing, of which `make docs` tells."""
    if not picture.exists():
        return 0, 0
    with Image.open(picture) as image:
        return image.size


def _link(text: Path) -> str:
    """As `docs/README.md` would write it; that of an installed rulebook lies elsewhere."""
    return f"../{text.relative_to(ROOT).as_posix()}" if text.is_relative_to(ROOT) else text.as_posix()


def _written(chapter: str, link: str) -> Page:
    source = posixpath.normpath(posixpath.join("docs", link))
    name = Path(source)
    key = (f"{name.parent.name}-rules" if name.stem == "RULES" else name.stem).lower().replace("_", "-")
    return Page(
        key,
        chapter,
        source,
        (ROOT / source).read_text,
        weight={RULES: 0.35, "Explanation": 0.6}.get(chapter, 1),
    )


@cache
def all_pages() -> tuple[Page, ...]:
    """In the order of the contents; chapters in one piece."""
    from deploy.help.reference import made  # it reads every floor: only as somebody asks for help

    found, chapter = list[Page](), ""
    for heading, link in LISTED.findall((ROOT / CONTENTS).read_text()):
        if heading:
            chapter = heading
        else:
            found.append(_written(chapter, link))
        if heading == RULES:
            texts = [rules.folder_of(key) / "RULES.md" for key in rules.all_systems()]
            found += [_written(chapter, _link(text)) for text in texts if text.exists()]
        if heading == REFERENCE:
            found += [Page(key, REFERENCE, "", read, weight=0.4) for key, read in made()]
    return tuple(found)


@cache
def by_key() -> dict[str, Page]:
    return {page.key: page for page in all_pages()}


@cache
def by_source() -> dict[str, Page]:
    return {page.source: page for page in all_pages() if page.source}


def chapters() -> list[tuple[str, list[Page]]]:
    found: dict[str, list[Page]] = {}
    for page in all_pages():
        found.setdefault(page.chapter, []).append(page)
    return list(found.items())
