"""What the editions of this rulebook decide otherwise, one question for each ruling. Nothing else looks at an edition.

RULES.md, "Editions", lists the differences with their tests. A released edition never changes.
"""

from __future__ import annotations

from rules.contract import gettext_noop as _

EDITIONS = ("2018.1", "2018.2", "2018.3")  # oldest first
FIRST, SECOND = EDITIONS[:2]

# What each edition decides otherwise than the one before, for players.
ERRATA = {
    "2018.2": (
        _("The catalogue lists everything; before, what three missions needed."),
        _("There are six missions and a time limit; before, three missions and no limit."),
        _("A draw from the house deck is equally likely for every card, whatever is left in it."),
    ),
    "2018.3": (
        _("The owner of a face-down card that might answer is asked at every moment, even after dice have fallen."),
        _("Nobody can wish for more criticals than the sixes could cancel."),
    ),
}


def catalogue_of(edition: str) -> str:
    """The file with its articles. 2018.1 lists what it could field; the later ones list everything."""
    return f"catalogue-{edition}.csv" if edition == FIRST else "catalogue.csv"


def plays_everything(edition: str) -> bool:
    """All six missions, and a time limit (R40 to R43, A13). 2018.1 had three missions and no limit."""
    return edition != FIRST


def draws_by_places(edition: str) -> bool:
    """B16: in 2018.1 a draw was a die of as many faces as cards were left in the house deck."""
    return edition == FIRST


def asks_for_hidden_cards(edition: str) -> bool:
    """R5: the owner of a face-down card that might answer now is asked, even after dice have fallen.

    Before 2018.3 owners were asked only for cards against criticals, Folk's answer, Bannon's last stand and what
    follows an attack.
    """
    return edition not in (FIRST, SECOND)


def bounds_cancels(edition: str) -> bool:
    """R32: since 2018.3 nobody can wish for more criticals than the sixes could cancel. Before, any number was
    taken."""
    return edition not in (FIRST, SECOND)
