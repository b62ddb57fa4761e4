"""The compiled translations in the repository are those of the texts beside them (`make messages` makes both)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("rules", "battles", "campaigns", "leagues", "api", "deploy")
CONTEXT = (1, "c")  # the first argument says what a text means, as babel writes it
MARKS: dict[str, Any] = {
    **dict.fromkeys(("_", "gettext", "gettext_noop", "gettext_lazy")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (CONTEXT, 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), (CONTEXT, 2, 3)),
}
RAW = sorted(path for place in settings.LOCALE_PATHS for path in Path(place).glob("*/LC_MESSAGES/django.po"))


@cache
def written(raw: Path) -> Catalog:
    with raw.open("rb") as file:
        return read_po(file)


def texts(catalog: Catalog) -> dict[tuple[str, str], list[str]]:
    """What is translated, by context and text (or singular): no header, nothing empty, nothing still to be looked at.

    Babel compiles a plural without a translation as its own translation, so what reads as the original is left out;
    and it reads a compiled context as bytes.
    """
    found = {}
    for message in catalog:
        ids, forms = ([text] if isinstance(text, str) else list(text) for text in (message.id, message.string or ""))
        if any(ids) and any(forms) and not message.fuzzy and forms != ids:
            context: Any = message.context or ""
            found[context.decode() if isinstance(context, bytes) else context, ids[0]] = forms
    return found


def marked() -> Iterator[tuple[str, str]]:
    """Every text that the source marks to be translated, with its context."""
    for file in (file for floor in FLOORS for file in sorted((ROOT / floor).rglob("*"))):
        if file.suffix == ".py":
            source = file.read_bytes()
        elif file.suffix in (".html", ".txt"):
            lines = templatize(file.read_text(encoding="utf-8"), origin=str(file)).splitlines()
            source = "\n".join(line.strip() for line in lines).encode()  # what stands before it is no indentation
        else:
            continue
        for _line, text, _comments, context in extract("python", BytesIO(source), keywords=MARKS):
            yield context or "", text if isinstance(text, str) else text[0]


def test_every_text_of_the_source_is_in_each_catalogue() -> None:
    """`make messages` collects it."""
    source = set(marked())
    assert len(source) > 8000
    for raw in RAW:
        held = {
            (str(one.context or ""), one.id if isinstance(one.id, str) else one.id[0]) for one in written(raw) if one.id
        }
        assert (source - held, held - source) == (set(), set()), raw


def test_every_language_offered_has_its_texts() -> None:
    offered = {code for code, _ in settings.LANGUAGES} - {settings.LANGUAGE_CODE}
    assert {path.parent.parent.name for path in RAW} == offered


@pytest.mark.parametrize("raw", RAW, ids=lambda path: path.parent.parent.name)
def test_its_head_says_what_a_catalogue_is_of(raw: Path) -> None:
    """Programs for translators go by it, and gettext by the number of forms."""
    catalog, code = written(raw), raw.parent.parent.name
    head = raw.read_text(encoding="utf-8").partition("\n\n")[0]
    assert '"Project-Id-Version: Leaguer\\n"' in head
    assert f'"Language: {code}\\n"' in head
    assert {len(_forms(message)) for message in catalog if message.pluralizable} == {catalog.num_plurals}
    assert catalog.num_plurals == (3 if code == "pl" else 2)


@pytest.mark.parametrize("raw", RAW, ids=lambda path: path.parent.parent.name)
def test_no_text_is_left_in_english(raw: Path) -> None:
    catalog = written(raw)
    assert len(catalog) > 8000
    assert [message.id for message in catalog if message.id and (message.fuzzy or not all(_forms(message)))] == []


def _forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or [""])


@pytest.mark.parametrize("raw", RAW, ids=lambda path: path.parent.parent.name)
def test_compiled_is_as_written(raw: Path) -> None:
    with raw.with_suffix(".mo").open("rb") as compiled:
        assert texts(read_mo(compiled)) == texts(written(raw))


@pytest.mark.parametrize("raw", RAW, ids=lambda path: path.parent.parent.name)
def test_translations_keep_the_values_of_their_texts(raw: Path) -> None:
    """A `%(name)s` lost or misspelt in a translation would fail when the text is shown."""
    assert [(message.id, errors) for message, errors in written(raw).check() if errors] == []
