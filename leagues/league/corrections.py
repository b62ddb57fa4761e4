"""What mends a league (`rules.kit.person_corrections`). `mending` has who does it, and what follows."""

from __future__ import annotations

from leagues.league.chapters import Chapter
from leagues.league.state import League
from rules.contract import gettext_noop as _
from rules.kit.declarable import declarables
from rules.kit.person_corrections import corrects

CHAPTER = Chapter("Corrections")
WORDS = declarables(League)

corrects(CHAPTER, WORDS, kept=_("The report of row %(position)s stands as it was told."))
