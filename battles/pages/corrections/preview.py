"""Preview of a battle's correction, as its reader has read the log."""

from __future__ import annotations

from battles.pages.corrections.coming import Coming, come
from battles.pages.corrections.context import Desk
from rules.contract import Command
from rules.stream.revision.preview import preview


def coming_here(desk: Desk, command: Command) -> Coming:
    return come(lambda: desk.in_words(preview(desk.history, command, desk.who, desk.eyes)))
