"""Results of before: a list is read line by line, its names are matched to players, and told to a league as seasons of
their own. The command line, the page and the API all go through `look` and `take`.

| file | what is in it |
|---|---|
| `listing` | what a list is read into: results, faults, and lines that tell none |
| `lists` | lists in CSV, and tournaments of Challonge |
| `tabbycat` | archives of Tabbycat |
| `people` | which name is which player |
| `intake` | what a list would bring, line by line; and taking it in |
"""

from __future__ import annotations

from leagues.history.intake import KINDS, LARGEST, Line, Look, check, kind_of, look, read, take
from leagues.history.listing import Fault, Listed, Past
from leagues.history.people import NEW, OUT

__all__ = [
    "KINDS",
    "LARGEST",
    "NEW",
    "OUT",
    "Fault",
    "Line",
    "Listed",
    "Look",
    "Past",
    "check",
    "kind_of",
    "look",
    "read",
    "take",
]
