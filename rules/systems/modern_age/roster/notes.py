"""Notes on a roster file: what it holds that a platoon does not, and where in the file it stands."""

from __future__ import annotations

import re

import msgspec

from rules.bounds import Name
from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.rosters import Note

from .articles import shown
from .file import Node

MOST = 200  # more than anybody reads
LIMIT = re.compile(r"0*[1-9][0-9]{0,8}(\.0*)?", re.ASCII)
# What is read, and what a tool fills in from its data, which holds it anyway.
KNOWN = {
    "roster": {"costs", "costLimits", "forces"},
    "force": {"selections", "forces", "rules", "profiles", "categories", "publications", "costs", "costLimits"},
    "selection": {
        *("selections", "costs", "rules", "profiles", "categories", "publications"),
        *("associations", "incomingAssociations"),
    },
}

Path = tuple[str, ...]  # the names of the selections that lead to the one meant, made safe to show


class Notes:
    """The notes on one file, in its order. Those above `MOST` are counted only."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.more = 0
        self.named: set[str] = set()

    def add(self, node: Node, path: Path, text: Message) -> None:
        if len(self.notes) == MOST:
            self.more += 1
            return
        where = say(_("line %(line)s"), line=node.line)
        if path:
            where = say(_("line %(line)s, %(path)s"), line=node.line, path=" / ".join(path))
        self.notes.append(Note(where, text))

    def all(self) -> tuple[Note, ...]:
        if not self.more:
            return tuple(self.notes)
        text = Message(_("%(n)s note more is left out."), _("%(n)s notes more are left out."), self.more)
        return (*self.notes, Note(self.notes[-1].where, text))

    def left_out(self, node: Node, path: Path, text: Message) -> None:
        """A selection that is not read, with everything in it."""
        self.add(node, path, text)
        for child in node.inside("selections", "selection"):
            name = name_of(child)
            self.left_out(child, (*path, name), say(_("“%(name)s” is left out with it."), name=name))

    def unread(self, node: Node, path: Path) -> None:
        """What is not read of a roster, force or selection: unknown elements, one note for each sort, and limits, which
        are the battle's."""
        for child in node.children:
            if child.tag not in KNOWN[node.tag] and child.tag not in self.named:
                self.named.add(child.tag)
                self.add(child, path, say(_("“%(what)s” is not read."), what=shown(child.tag)))
        for limit in node.inside("costLimits", "costLimit"):
            if LIMIT.fullmatch(text := limit.attributes.get("value", "")):
                sentence = _("A limit of %(n)s points is not part of a platoon: a battle has it as an option.")
                self.add(limit, path, say(sentence, n=plain(text)))

    def name(self, node: Node, attribute: str, path: Path) -> str:
        """A name as people give them, within the bounds of every name here; otherwise "" and a note."""
        text = node.attributes.get(attribute, "")
        try:
            return msgspec.convert(text, Name) if text else ""
        except msgspec.ValidationError:
            sentence = _("The name “%(name)s” is too long, or has characters a name cannot have: it is left out.")
            self.add(node, path, say(sentence, name=shown(text)))
            return ""


def name_of(node: Node) -> str:
    return shown(node.attributes.get("name", ""))


def plain(figure: str) -> str:
    """A figure as people write it: "22.0" is 22."""
    return shown(re.sub(r"\.0*$", "", figure))
