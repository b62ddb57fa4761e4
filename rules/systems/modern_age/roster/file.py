"""From the bytes of a `.ros` or `.rosz` file to a tree of bounded size, and back into the packed form.

The file is a stranger's: everything in it is counted before it is used, and nothing is fetched or expanded.
"""

from __future__ import annotations

import zipfile
import zlib
from io import BytesIO
from xml.parsers import expat

import msgspec

from rules.contract import Refused, Sentence, say
from rules.contract import gettext_noop as _

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
ENDING = ".ros"

# A platoon of 60 vehicles with the texts of all their cards stays below a fifth of these.
MOST_BYTES = 4 * 1024 * 1024
MOST_PACKED = 1024 * 1024
MOST_NODES = 50_000
MOST_DEPTH = 40
ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # a file with something in it, and an empty one


class Node(msgspec.Struct):
    """An element of the file. `tag` is its plain name, or "namespace name" if that is not the roster's."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Node] = []

    def inside(self, plural: str, singular: str) -> list[Node]:
        """The elements of its list: the `<cost>`s of `<costs>`."""
        lists = (child for child in self.children if child.tag == plural)
        return [one for each in lists for one in each.children if one.tag == singular]


def refused(text: Sentence, remedy: Sentence, code: str = "malformed") -> Refused:
    return Refused("003 rosters", text, remedy, "file", code)


def unpacked(data: bytes) -> bytes:
    """The XML of a file: the file itself, or the one roster in the zip. Raises `Refused`."""
    if not data.startswith(ZIP):
        return _bounded(data, MOST_BYTES)
    try:
        with zipfile.ZipFile(BytesIO(_bounded(data, MOST_PACKED))) as archive:
            return _bounded(_content(archive, _the_roster(archive)), MOST_BYTES)
    # What a broken zip raises depends on where it is broken.
    except (zipfile.BadZipFile, zlib.error, EOFError, OverflowError, RuntimeError, ValueError):
        raise refused(
            _("This zip file is damaged, or packed in a way that is not read here."),
            _("Save the roster again, or send the .ros file itself."),
        ) from None


def _bounded(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise refused(
            say(_("This file is larger than %(most)s MB."), most=most // 1024**2),
            _("A roster of one platoon is far smaller: send that alone."),
        )
    return data


def _the_roster(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """Some packers add files of their own, so the roster is found by its ending."""
    names = [(one, one.filename.lower()) for one in archive.infolist()]
    found = [one for one, name in names if name.endswith(ENDING) and "__macosx" not in name]
    if len(found) != 1:
        raise refused(
            say(_("This zip file holds %(n)s rosters."), n=len(found)), _("Send a file with one .ros file in it.")
        )
    if found[0].flag_bits & 1:
        raise refused(_("This zip file is encrypted."), _("Send it without a password."))
    if found[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile
    return found[0]


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """One byte more than is allowed, at most: the size that the zip claims is not trusted."""
    with archive.open(info) as file:
        return file.read(MOST_BYTES + 1)


def packed(xml: bytes) -> bytes:
    """The same roster as a zip. The same roster gives the same bytes, so the zip has no time."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(f"roster{ENDING}"), xml, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def tree(data: bytes) -> Node:
    """The root element. Raises `Refused` for bytes that are not XML, declare a document type, or have too many elements
    or levels."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise refused(_("This file is no roster."), _("Export the roster as .ros or .rosz."))
    building = _Building()
    try:
        building.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise refused(
            say(
                _("This is not an XML file: %(what)s (line %(line)s)."),
                what=expat.ErrorString(error.code),
                line=error.lineno,
            ),
            _("Export the roster again, as .ros or .rosz."),
        ) from None
    except (LookupError, ValueError):  # an encoding that Python does not know, or not in the way that expat needs
        raise refused(_("The character encoding of this file is not known."), _("Save it as UTF-8.")) from None
    assert building.root is not None, "expat wants one element"
    return building.root


class _Building:
    """Builds the tree from what expat reports, and counts on the way."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.open: list[Node] = []
        self.count = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.doctype

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MOST_NODES or len(self.open) >= MOST_DEPTH:
            raise refused(
                _("This file has more elements, or deeper ones, than a roster has."),
                _("Send the roster of one platoon."),
            )
        node = Node(name.removeprefix(f"{NAMESPACE} "), attributes, self.parser.CurrentLineNumber)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def end(self, _name: str) -> None:
        self.open.pop()

    def doctype(self, *_declared: object) -> None:
        """No roster has one. Document types are good for entities that grow, or that read other files."""
        raise refused(
            _("This file declares a document type (DOCTYPE), as no roster does."),
            _("Export the roster again, as .ros or .rosz."),
        )
