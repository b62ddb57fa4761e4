"""Everything that the corpus asks of the product. Where modules move, this file alone follows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest import mock
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from django.apps import apps
from django.core import serializers

import rules
from battles import handler as battle_door
from battles import log
from battles.reports import Conflict, Report
from campaigns import handler as campaign_door
from campaigns.demo import load
from campaigns.models import (
    Attendance,
    Authenticator,
    BrowserLogin,
    Campaign,
    Club,
    ClubWords,
    HeldRuling,
    Notice,
    NoticeCursor,
    NoticeDelivery,
    OutboxMessage,
    OwnDiscord,
    OwnDiscordMessage,
    Passkey,
    RecoveryCode,
    UncountedBattle,
    User,
)
from campaigns.simulation import simulate
from rules import adjudicate, mending, visibility
from rules.contract import Command, Event, Muster, Mustered, Refused, Unfallen
from rules.frame import BATTLES
from rules.player import play
from rules.record import RecordedReport, Table, codecs, who
from rules.reports import Confirm, Confirmed
from rules.sheet import sheet
from rules.stream import codec, explain, facts
from rules.stream.dice import FallenDice
from rules.stream.revision import preview
from rules.stream.revision.reports import Correct, Undo
from tests.corpus.offered import offered
from tests.corpus.still import DAWN, Still
from tests.rules.recordings import dumps, loads

# What is on the desk, and not of the seasons told: all else of these floors is compared row by row.
DESK = {
    Attendance,
    Authenticator,
    BrowserLogin,
    Campaign,
    Club,
    ClubWords,
    HeldRuling,
    Notice,
    NoticeCursor,
    NoticeDelivery,
    OutboxMessage,
    OwnDiscord,
    OwnDiscordMessage,
    Passkey,
    RecoveryCode,
    UncountedBattle,
    User,
}
NOT_FOLDED = ("campaigns_user", "campaigns_club", "campaigns_campaign_", "campaigns_invitation", "log_")

# ------------------------------------------------------------ battles at a table


def systems() -> list[str]:
    return sorted(rules.all_systems())


def goldens(system: str) -> str:
    """The folder of a rulebook's recorded battles, seen from the root; one folder in it for each edition."""
    return f"rules/systems/{system}/golden"


def editions(system: str) -> Sequence[str]:
    return rules.system(system).editions


def random_battle(system: str, seed: int, edition: str, longest: int) -> str:
    """A battle that the random player plays, as a record; of the newest edition where the forces fit no other."""
    rulebook, choose = rules.system(system), Random(seed).randrange
    muster = rulebook.draft(choose)
    try:
        Table.open(msgspec.structs.replace(muster, edition=edition))
    except Refused:
        edition = ""
    return dumps(play(rulebook, choose, longest, msgspec.structs.replace(muster, edition=edition)).entries)


class Game:
    """A recorded battle told again, report by report, as the goldens are."""

    def __init__(self, text: str) -> None:
        self.entries = loads(text)
        muster, was = self.entries[0].command, self.entries[0].events[0]
        assert isinstance(muster, Muster)
        assert isinstance(was, Mustered)
        asked = msgspec.structs.replace(muster, edition=was.edition, scenario=was.scenario)
        confirmed = [event for one in self.entries for event in one.events if isinstance(event, Confirmed)]
        named = {event.position: event.digest for event in confirmed}
        self.table = Table([RecordedReport(self.entries[0].side, muster, (adjudicate.muster(asked),))], named)

    @property
    def readers(self) -> tuple[str, ...]:
        return (*self.table.mustered.sides, "")

    def tell(self, number: int) -> None:
        self.table.report(self.entries[number].side, self.entries[number].command)

    def record(self) -> str:
        return dumps(self.table.entries)

    def choices(self, reader: str) -> list[Any]:
        return [offered(choice) for choice in visibility.legal(self.table.battle, reader)]

    def mends(self, reader: str) -> list[Any]:
        """To mend the battle, as a side, and as the organiser."""
        referee = mending.mends_of(self.table.battle, adjudicate.Who("organiser", referee=True))
        return [offered(choice) for choice in (mending.mends(self.table.battle, reader) if reader else referee)]

    def sheet(self, reader: str) -> list[Any]:
        """In parts that stay the same for long: the battle's lines, each unit, the board."""
        view = visibility.see(self.table.battle, reader)
        waits = visibility.waiting_for(self.table.battle, view.waiting_for)
        head = [view.round, view.phase, view.facts, view.pending, view.waiting_for, waits]
        board = [view.grid.columns, view.grid.rows, *view.grid.squares, *view.grid.counters] if view.grid else []
        return [head, *view.units, *board]

    def told(self, reader: str) -> list[Any]:
        """The events of the last report, as the reader may see them, with their sentences."""
        battle, found = self.table.battle, []
        for event in self.table.entries[-1].events:
            seen = visibility.see_event(battle, event, reader)
            found.append(None if seen is None else [self._event(seen), visibility.narrate(battle.rules, seen)])
        return found

    def tried(self, number: int, side: str) -> Any:
        """What would follow first from a report of the record, were it told now by this side; nothing is told."""
        battle, rows = self.table.battle, lambda: self.table.rows
        command = self.entries[number].command
        person = self.table.teller(side, command)
        return _ruled(lambda: self._event(next(BATTLES.decide(battle, command, person, FallenDice(), rows))))

    def undone(self, position: int) -> Any:
        """What the organiser's undo of everything from a report on comes to."""
        return _ruled(lambda: [self._event(one) for one in self.table.copy().report("", self._undo(position))])

    def struck(self, position: int) -> Any:
        """What it comes to that the organiser strikes a report; what cannot stand after it waits."""
        return _ruled(lambda: [self._event(one) for one in self.table.copy().report("", self._strike(position))])

    def foreseen(self, position: int, reader: str, undo: bool) -> Any:
        """The preview of either."""
        command: Command = self._undo(position) if undo else self._strike(position)
        person = who(self.table.mustered, reader)
        return _ruled(lambda: preview.preview(self.table.history, command, person, reader))

    def explained(self, reader: str) -> dict[str, Any]:
        """Why some lines of the sheet are what they are."""
        lines = [*sheet(self.table.battle, reader)]
        some = [*dict.fromkeys(("outcome.winner", *lines[4 :: max(1, len(lines) // 3)]))]
        history = self.table.history
        return {of: _ruled(lambda of=of: explain.explain(history, of, reader)) for of in some}  # type: ignore[misc]

    def facts(self) -> dict[str, Any]:
        return facts.facts(self.table.battle.play)

    def outcome(self) -> Any:
        return self.table.battle.outcome()

    def reports(self) -> list[int]:
        """Where the reports begin that count, but for the muster."""
        return [past.position for past in self.table.history.live_reports() if past.position > 1]

    def _event(self, event: Event) -> Any:
        name, version, text = codecs(self.table.battle.rules)[0].encode(event)
        return [name, version, msgspec.Raw(text.encode())]

    def _undo(self, position: int) -> Undo:
        return Undo(position=position, reason="misread")

    def _strike(self, position: int) -> Correct:
        return Correct(position=position, how="strike", reason="It was not so")


def _ruled(ask: Callable[[], Any]) -> Any:
    """What comes of it, or in which way nothing does."""
    try:
        return ask()
    except StopIteration:
        return {"nothing": True}
    except (Refused, Unfallen) as error:
        return refusal(error)
    except Exception as error:
        return {"broken": type(error).__name__}


def refusal(error: Exception) -> dict[str, Any]:
    """How a report was refused, or which dice it lacks, as plain data with the sentences in it."""
    if isinstance(error, Unfallen):
        return {"asks": [error.question, error.count, error.faces, error.field, error.shows]}
    if isinstance(error, Conflict):
        return {"conflict": [error.position, [fact.position for fact in error.missed]]}
    if isinstance(error, Refused):
        also = [refusal(one) for one in error.also]
        named = [error.rule, error.code, error.field, error.fault, error.waivable]
        return {"refused": named, "text": error.text, "remedy": error.remedy, "also": also}
    raise error


# ------------------------------------------------------------ through the doors


class Tape:
    """Calls of the doors, as they come from people and the clerk; what a door does behind itself is not among them."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []
        self.desk = ""
        self.still, self._inside = Still(), False

    @contextmanager
    def runs(self) -> Iterator[None]:
        doors = [(battle_door, "execute", "battle"), (campaign_door, "execute", "campaign")]
        doors += [(campaign_door, "open_campaign", "open"), (battle_door, "open_battle", "muster")]
        with self.still.stands():
            patches = [
                mock.patch.object(module, name, self._taped(getattr(module, name), kind))
                for module, name, kind in doors
            ]
            for patch in patches:
                patch.start()
            try:
                yield
            finally:
                for patch in patches:
                    patch.stop()

    def _taped(self, door: Callable[..., Any], kind: str) -> Callable[..., Any]:
        def told(stream: Any, *given: Any, **more: Any) -> Any:
            if self._inside:
                return door(stream, *given, **more)
            if not self.calls:
                self.desk = desk()
            self.calls.append(_written(kind, stream, given, more))
            self.still.next()
            self._inside = True
            try:
                return door(stream, *given, **more)
            finally:
                self._inside = False

        return told


def _written(kind: str, stream: Any, given: tuple[Any, ...], more: dict[str, Any]) -> dict[str, Any]:
    call = {"door": kind, "stream": str(stream.pk) if kind == "open" else stream, "more": dict(more)}
    if kind != "open":
        reports, *given_ = given
        call["reports"] = msgspec.to_builtins([reports] if kind == "muster" else list(reports))
        given = tuple(given_)
    person, via = given
    return call | {"who": msgspec.to_builtins(person), "via": via}


def tell(call: dict[str, Any]) -> Any:
    """Tell a call to the doors; the head of its stream, or how it was refused."""
    stream, person, via, more = call["stream"], msgspec.convert(call["who"], adjudicate.Who), call["via"], call["more"]
    reports = msgspec.convert(call.get("reports", []), list[Report])
    try:
        match call["door"]:
            case "open":
                receipt = campaign_door.open_campaign(Campaign.objects.get(pk=stream), person, via, **more)
            case "muster":
                receipt = battle_door.open_battle(stream, reports[0], person, via)
            case "battle":
                receipt = battle_door.execute(stream, reports, person, via, **more)
            case _:
                receipt = campaign_door.execute(stream, reports, person, via, **more)
    except (Refused, Conflict) as error:
        return refusal(error)
    answers = [
        refusal(one.refused) if one.refused else [fact.position for fact in one.events] for one in receipt.answers
    ]
    return {"head": [receipt.position, receipt.digest], "answers": answers}


def desk() -> str:
    """The people, clubs and campaigns there are, each person with an address to write to."""
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(email=f"{user.username}@example.org", password="!", date_joined=DAWN)
    rows = [*User.objects.order_by("username"), *Club.objects.order_by("slug"), *Campaign.objects.order_by("pk")]
    return str(serializers.serialize("json", rows))


def lay_out(desk: str) -> None:
    """Whatever a club has been asked since, its organisers ruled as they did: what was recorded is played again."""
    for row in serializers.deserialize("json", desk):
        row.save()
    Club.objects.update(rule_own=True)


def season(asked: dict[str, Any]) -> None:
    """A whole season that the random player plays (see `simulate`), or the demo."""
    if asked.get("demo"):
        load.load("leaguer at dusk")
    else:
        simulate(**asked)


def alone(battle: str, text: str) -> None:
    """A recorded battle through its door, of Bob and Carol, mustered by Alice."""
    people = {n: User.objects.get_or_create(username=n, defaults={"id": uuid5(NAMESPACE_URL, n)})[0] for n in PEOPLE}
    entries = loads(text)
    alice, muster, was = adjudicate.Who(str(people["alice"].pk), referee=True), entries[0].command, entries[0].events[0]
    assert isinstance(muster, Muster)
    assert isinstance(was, Mustered)
    ids = {side: str(people[name].pk) for side, name in zip(muster.sides, ("bob", "carol"), strict=False)}
    sides = {key: msgspec.structs.replace(one, players=(ids[key],)) for key, one in muster.sides.items()}
    muster = msgspec.structs.replace(muster, sides=sides, edition=was.edition, scenario=was.scenario)
    battle_door.open_battle(battle, _report(battle, 0, muster), alice, "api")
    for number, entry in enumerate(entries[1:], 1):
        command = entry.command
        if isinstance(command, Confirm):
            position, digest = battle_door.state(battle).fought
            command = msgspec.structs.replace(command, position=position, digest=digest)
        referee = adjudicate.Who("clerk", referee=True) if entry.side == "clerk" else alice
        person = adjudicate.Who(ids[entry.side]) if entry.side in ids else referee
        battle_door.execute(battle, [_report(battle, number, command)], person, "api")


PEOPLE = ("alice", "bob", "carol", "dave")


def _report(battle: str, number: int, command: Command) -> Report:
    return Report(str(uuid5(UUID(battle), str(number))), type(command).__name__, codec.encode(command))


# ------------------------------------------------------------ what is written


def streams() -> dict[str, Any]:
    """Every row of the log by its stream, as it is read."""
    found = {}
    for stream, kind in log.streams():
        found[stream] = {"kind": kind, "rows": [list(msgspec.structs.astuple(row)) for row in log.read(stream)]}
    return found


def tables() -> dict[str, Any]:
    """Every row that is folded from the log, by table and key."""
    found: dict[str, Any] = {}
    for model in apps.get_models():
        name = model._meta.db_table
        if model._meta.app_label not in ("battles", "campaigns") or model in DESK or name.startswith(NOT_FOLDED):
            continue
        if model._meta.managed:
            rows = model._base_manager.values()
            key = model._meta.pk.attname
            found[name] = {str(row[key]): {field: _plain(value) for field, value in row.items()} for row in rows}
    return found


def mail() -> list[Any]:
    """What was written to people: about what, to whom, and in which words."""
    rows = OutboxMessage.objects.order_by("key")
    return [[row.key, row.address, row.status, {"words": [row.subject, row.body]}] for row in rows]


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def person(username: str) -> Any:
    return User.objects.get(username=username) if username else None


def as_text(value: Any) -> bytes:
    return msgspec.json.encode(value, enc_hook=str)
