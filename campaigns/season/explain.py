"""Why is this platoon here, why has it that score, that purse, that place? Pure.

The campaign's facts are folded once more; wherever the fact that is asked about becomes another one, or an event has
something to say about it, that row is a step of the chain. What there is to ask about, and what events say of it,
stands in the chapters (`holds`, `explains`, `speaks`, `books`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec

from campaigns.season import CONTENTS, evolve, ledger_entries, names, see_event
from campaigns.season.chapters import SCORE, Cause, FactKind, Glance
from campaigns.season.kept_events import BattleReported, Decided, Opened
from campaigns.season.ledger import Entry
from campaigns.season.state import Season, start
from rules.contract import Event, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream.decider import Value

ROW = tuple[int, Event]
Asked = tuple[FactKind, str]  # and the key of what it is about


class Fact(msgspec.Struct, frozen=True):
    """Something that can be asked about: "platoons.alpha.sector". `about`: the key of the platoon, sector or other
    thing; `label`: the fact in words, `short` the same beside the name of what it is about."""

    of: str
    about: str
    label: Message
    value: Message | str | int
    short: Message


class Step(msgspec.Struct, frozen=True):
    """A row that made the fact another one, or has something to say about it, with the reasons it carries. `event` is
    as the reader may see it. `before` is None where there was no such thing yet."""

    position: int
    event: Event
    before: Value
    after: Value
    reasons: tuple[Cause, ...]


class Explanation(msgspec.Struct, frozen=True):
    """A fact as it stands, and the steps to it, oldest first."""

    fact: Fact
    steps: tuple[Step, ...]


def explain(season: Season, rows: Iterable[ROW], of: str, reader: str = "") -> Explanation:
    """Why the fact `of` is what it is, as `reader` may know; `rows` are the whole log of `season`, each event with its
    position. `Refused` (field "of") where there is no such fact, or it is not for `reader`."""
    about, key, name = [*of.split("."), "", ""][:3]
    kind = CONTENTS.holding.get(f"{about}.{name}")
    if kind is None or of != f"{about}.{key}.{name}" or key not in _about(season, kind, reader):
        raise Refused(
            "explain",
            say(_("This campaign has no fact “%(of)s” that can be explained."), of=of[:80]),
            _("Leave “of” out to see those there are."),
            field="of",
            code="unknown",
        )
    (found,) = _explained(season, rows, [(kind, key)], reader)
    return found


def explain_every(season: Season, rows: Iterable[ROW], reader: str = "") -> list[Explanation]:
    """Why each of `facts` is what it is, in one fold for all of them."""
    return _explained(season, rows, _listed(season, reader), reader)


def facts(season: Season, reader: str = "") -> list[Fact]:
    """All that can be explained to `reader`, as it stands: of platoons by key, then of what else there is."""
    glance = Glance(season)
    return [_fact(glance, kind, key) for kind, key in _listed(season, reader)]


def _listed(season: Season, reader: str) -> list[Asked]:
    found: list[Asked] = []
    for about, keys in _keys(season).items():
        kinds = [kind for kind in CONTENTS.holding.values() if kind.about == about and kind.listed]
        told = {kind.name: {*_about(season, kind, reader)} for kind in kinds}
        found += [(kind, key) for key in keys for kind in kinds if key in told[kind.name]]
    return found


def befell(season: Season, event: Event, fact: str, key: str) -> Iterator[Cause]:
    """What an event has to say about a fact, whether it has changed it or not."""
    if told := CONTENTS.explaining.get((fact, type(event))):
        yield from told(season, event, key)


def _keys(season: Season) -> dict[str, list[str]]:
    """What facts are about, by kind."""
    theatre = season.opened.theatre
    return {
        "platoons": sorted(season.platoons),
        "vehicles": list(season.vehicles),
        "fixtures": list(season.fixtures),
        "sectors": [one.key for one in theatre.sectors] if theatre is not None else [],
        "sides": list(season.opened.sides),
    }


def _about(season: Season, kind: FactKind, reader: str) -> list[str]:
    """What `reader` may ask this kind of fact about, by key. What is private is so of platoons."""
    if kind.on_map and season.opened.theatre is None:
        return []
    keys = _keys(season)[kind.about]
    return [key for key in keys if season.known_to(key, reader)] if kind.private else keys


def _fact(glance: Glance, kind: FactKind, key: str) -> Fact:
    value = kind.value(glance, key)
    told = value if value is not None else say(_("nothing"))
    called = _called(glance, kind.about, key)
    return Fact(
        f"{kind.about}.{key}.{kind.name.partition('.')[2]}", key, say(kind.title, name=called), told, say(kind.label)
    )


def _called(glance: Glance, about: str, key: str) -> Message:
    season = glance.season
    match about:
        case "platoons":
            return names.platoon(season, key)
        case "vehicles":
            return verbatim(names.vehicle(season, key))
        case "fixtures":
            return glance.fixtures[key]
        case "sectors":
            return verbatim(names.sector(season, key))
        case _:
            return names.side(season, key)


class _Thread:
    """The steps of one fact, while the season is folded."""

    def __init__(self, kind: FactKind, key: str) -> None:
        self.kind, self.key = kind, key
        self.before: Value = None
        self.stood: object = None
        self.steps: list[Step] = []

    def follow(self, glance: Glance, position: int, event: Event, now: Season, reader: str) -> None:
        """`now`: who commands a platoon now reads what it was ordered, and nobody who did."""
        season, kind, key, before = glance.season, self.kind, self.key, self.before
        after = before
        if (
            not kind.moved_with
            or (kind.moved_with, type(event)) in CONTENTS.explaining
            or (kind.anyway is not None and kind.anyway(season))
        ):
            stands = kind.hangs_on(glance, key) if kind.hangs_on else position
            after, self.stood = before if stands == self.stood else kind.value(glance, key), stands
        entries = _entries(season, event, kind, key)
        says = CONTENTS.speaking.get((kind.name, type(event)))
        speaks = bool(entries) or (says is not None and says(season, event, key))
        if after != before or speaks:
            seen = see_event(now, event, reader)
            self.steps.append(Step(position, seen, before, after, tuple(_reasons(kind, glance, seen, key, entries))))
        self.before = after


def _explained(now: Season, rows: Iterable[ROW], asked: Iterable[Asked], reader: str) -> list[Explanation]:
    """`now`: the season as it stands."""
    threads = [_Thread(kind, key) for kind, key in asked]
    glance: Glance | None = None
    for position, event in rows:
        if isinstance(event, Opened):
            glance = Glance(start(event))
        else:
            assert glance is not None
            evolve(glance.season, event, position)
            glance.move_on(_counting(glance.season, event))
        for one in threads:
            one.follow(glance, position, event, now, reader)
    stands = Glance(now)
    return [Explanation(_fact(stands, one.kind, one.key), tuple(one.steps)) for one in threads]


def _counting(season: Season, event: Event) -> Collection[str] | None:
    """The fixtures that alone may count otherwise after an event; None if byes, penalties or rules may be others."""
    if (SCORE, type(event)) not in CONTENTS.explaining:
        return ()
    match event:
        case BattleReported():
            found = season.of_battle(event.battle)
            return (found.key,) if found is not None else ()
        case Decided():
            return (event.fixture,)
    return None


def _entries(season: Season, event: Event, kind: FactKind, key: str) -> list[Entry]:
    """What the event has booked on the platoon, where that is asked about."""
    if kind.booked is None or type(event) not in CONTENTS.booking:
        return []
    return [entry for entry in ledger_entries(season, event) if entry.platoon == key]


def _reasons(kind: FactKind, glance: Glance, event: Event, key: str, entries: Iterable[Entry]) -> Iterator[Cause]:
    for entry in entries:
        assert kind.booked is not None
        yield from kind.booked(glance.season, entry)
    if kind.reasons:
        yield from kind.reasons(glance, event, key)
    else:
        yield from befell(glance.season, event, kind.name, key)
