"""What is fuzzed. A target takes bytes, and raises what its parser says that it raises and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.contract import Command

Fuzz = Callable[[bytes], None]


@dataclass(frozen=True)
class Target:
    """`make` imports what it needs, so that it is instrumented. `modules`: where coverage is counted. `seeds`: what the
    corpus begins with."""

    make: Callable[[], Fuzz]
    modules: Sequence[str]
    seeds: Callable[[], Iterable[bytes]] = field(default=lambda: ())


def text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def script(key: str) -> Fuzz:
    """Whatever is read is written so that it reads the same again."""
    import rules
    from rules.contract import Refused
    from rules.reports import command_codec
    from rules.stream import script as scripts

    codec = command_codec(rules.system(key))

    def read(data: bytes) -> None:
        with suppress(Refused):
            for line in scripts.parse(text(data), codec):
                (again,) = scripts.parse(scripts.write_line(line.side, line.command), codec)
                assert (again.side, again.command) == (line.side, line.command)

    return read


def hostile(name: str) -> Fuzz:
    """What tests/rules/test_hostile_texts.py has long and deep texts read by."""
    from rules.contract import Refused
    from tests.rules.test_hostile_texts import READERS

    def read(data: bytes) -> None:
        with suppress(Refused):
            READERS[name](text(data))

    return read


def pasted_results() -> Fuzz:
    from campaigns.admin.ruling.pasted_results import Entry, read

    entries = [
        Entry("r1-a", (("Alpha 66", "bob"), ("Red Banner", "carol"))),
        Entry("r1-b", (("Berlin", "dave"), ("Alpha 7", "erin")), left="It is counted."),
    ]

    def paste(data: bytes) -> None:
        found = read(text(data), entries)
        assert set(found.said) <= {"r1-a"}

    return paste


def league_lists() -> Fuzz:
    from leagues.history import intake

    def read(data: bytes) -> None:
        said = text(data[1:])
        intake.read(said, ("", *intake.KINDS)[data[0] % 4] if data else "")

    return read


def dates() -> Fuzz:
    from battles.forms import moments
    from battles.pages import as_of
    from campaigns.presenters.moments import is_day

    zones = ("", "Europe/Berlin", "America/New_York", "Pacific/Chatham", "No/Such")

    def read(data: bytes) -> None:
        zone, said = zones[data[0] % 4] if data else "", text(data[1:])
        with suppress(ValueError, OverflowError):
            as_of.written(as_of.in_utc(said, zone))
        with suppress(moments.NoMoment):
            moments.read(said, zone)
        is_day(said)

    return read


def lengths() -> Fuzz:
    """What is read is told so that it reads the same again."""
    from rules import lengths as measured

    def read(data: bytes) -> None:
        for measure in ("cm", "in"):
            with suppress(measured.NoLength):
                length = measured.read(text(data), measure)
                assert measured.read(measured.told(length, measure).text(), measure) == length

    return read


def reports(key: str) -> Fuzz:
    """JSON as the API takes it: what is decoded is encoded so that it decodes to the same."""
    import rules
    from rules.contract import Refused
    from rules.reports import command_codec

    system = rules.system(key)
    codec, kinds = command_codec(system), [command.__name__ for command in system.commands]

    def decode(data: bytes) -> None:
        kind = kinds[data[0] % len(kinds)] if data else ""
        with suppress(Refused):
            command = codec.decode(kind, data[1:])
            assert codec.decode(*codec.encode(command)) == command

    return decode


def played(key: str) -> Iterable[tuple[str, Command]]:
    """Of each kind of command one that was reported in a recorded battle, and the side that reported it."""
    from tests.fuzz.deciding import recorded

    told = {type(entry.command): entry for entries in recorded(key) for entry in entries}
    return [(entry.side, entry.command) for entry in told.values()]


def played_reports(key: str) -> Iterable[bytes]:
    import rules
    from rules.reports import command_codec

    system = rules.system(key)
    codec = command_codec(system)
    yield b'\x00{"unit": "alpha"}'
    for _side, command in played(key):
        if type(command) in system.commands:
            yield bytes([system.commands.index(type(command))]) + codec.encode(command)[1].encode()


def played_script(key: str) -> Iterable[bytes]:
    from rules.stream import script as scripts

    yield SCRIPT
    yield from (scripts.write_line(side, command).encode() for side, command in played(key))


def facts() -> Fuzz:
    from battles.forms import fact_lines

    def read(data: bytes) -> None:
        with suppress(ValueError):
            found = fact_lines.read(text(data))
            assert fact_lines.read(fact_lines.write(found)) == found

    return read


def conversation() -> Fuzz:
    """Marked up text becomes HTML in which no script stands."""
    from campaigns.conversation import markdown

    def render(data: bytes) -> None:
        html = markdown.html(text(data), {})
        assert "<script" not in html.lower()
        markdown.mentions_in(text(data))
        markdown.as_typed(text(data), {})

    return render


def exports() -> Fuzz:
    """The verifier of exports, which strangers run: of what is sent, and of the same with its rows in a chain."""
    from deploy import verify_export

    def verify(data: bytes) -> None:
        for lines in (data.splitlines(keepends=True), chained(data)):
            with suppress(ValueError):
                verify_export.verify(lines)

    def chained(data: bytes) -> list[bytes]:
        """As who writes a whole log anew would: else hardly any row is looked at but for its digest."""
        header = {"format": "leaguer-log", "version": 1}
        rows: list[dict[str, Any]] = []
        with suppress(ValueError, RecursionError):
            read = [json.loads(line) for line in text(data).splitlines()]
            first, *rows = [one for one in read if isinstance(one, dict)] or [{}]
            header |= first
        digest = str(verify_export.START["digest"])
        for row in rows:
            fields = {name: row.setdefault(name, "") for name in verify_export.FIELDS[1:]}
            with suppress(UnicodeEncodeError):
                row["digest"] = digest = verify_export.sha256(
                    digest + verify_export.canonical({"stream": header.get("stream"), **fields})
                )
        header |= {"position": len(rows), "digest": digest}
        return [json.dumps(one).encode() for one in (header, *rows)]

    return verify


def an_export() -> bytes:
    """Of three rows: a sealed value, a sealed deck, and the deck as it was disclosed."""
    deck = {"question": "d", "shows": [1], "sealed": sha256(b"salt one two").hexdigest()}
    value = {"place": "data.a", "salt": "salt", "value": "1"}
    told: tuple[dict[str, Any], ...] = (
        {"data": json.dumps({"a": {"sealed": sha256(b"salt:1").hexdigest()}}), "sealed": [value]},
        {"data": json.dumps(deck)},
        {"data": json.dumps({**deck, "salt": "salt", "values": ["one", "two"]})},
    )
    rows = ({"position": number, "at": "2026", **one} for number, one in enumerate(told, 1))
    return b"\n".join(json.dumps(one).encode() for one in ({"stream": "s", "kind": "battle"}, *rows))


def deciding(key: str) -> Fuzz:
    from tests.fuzz.deciding import decide

    return partial(decide, key)


RULEBOOKS = ("tanks", "panzer_strike", "modern_age", "fluid_time")
SCRIPT = (
    b"usa: fire alpha t64-1 close=yes dice=2,5,6,6 defence=4,5\nmove alpha '9 1/2 in' # so\nresolve 41 settle=57:keep"
)
CSV = b"\x01season,date,player,opponent,result\n1,2020-03-14,Bob,Carol,won\n"
TARGETS: dict[str, Target] = {
    **{
        f"script_{key}": Target(partial(script, key), ("rules.stream", "rules.lengths"), partial(played_script, key))
        for key in RULEBOOKS
    },
    **{
        f"reports_{key}": Target(partial(reports, key), ("rules.stream",), partial(played_reports, key))
        for key in RULEBOOKS
    },
    **{
        name: Target(partial(hostile, which), modules, lambda seed=seed: (seed,))  # type: ignore[misc]
        for name, which, modules, seed in (
            ("map", "map", ("campaigns.theatre",), b"sector a at=1,1 name='A b'\nsector b at=2,1\nroad a b\n"),
            ("purchases", "purchases", ("campaigns.season.purchase_list",), b"reds: 2 x T-34\n"),
            ("board", "map of panzer_strike", ("rules.systems.panzer_strike",), b"W H .\n. R .\n"),
            ("dice", "dice of panzer_strike", ("rules.systems.panzer_strike",), b"radio: ok ok ok ok x red\n"),
            ("deck", "deck of fluid_time", ("rules.systems.fluid_time",), b"reds: 3 advance\n"),
            (
                "platoons",
                "platoons of fluid_time",
                ("rules.systems.fluid_time",),
                b"germans/force: germans-1\nsoviets/force: soviets-1\n",
            ),
            ("house_units_tanks", "house_units of tanks", ("rules.house_units",), b"name,armour\nT-34,3\n"),
            (
                "roster",
                "roster ros of modern_age",
                ("rules.systems.modern_age.roster",),
                b"<roster gameSystemName='x'/>",
            ),
        )
    },
    "pasted_results": Target(
        pasted_results, ("campaigns.admin.ruling.pasted_results",), lambda: (b"Alpha 66\tRed Banner\t3:1\n",)
    ),
    "league_lists": Target(league_lists, ("leagues.history",), lambda: (CSV, b"\x00{", b"\x03<a/>")),
    "dates": Target(dates, ("battles.forms", "battles.pages.as_of"), lambda: (b"\x012027-03-14 20:00", b"\x002027W1")),
    "lengths": Target(lengths, ("rules.lengths",), lambda: (b"15,5 cm", b"9 1/2 in")),
    "facts": Target(facts, ("battles.forms.fact_lines",), lambda: (b"a: 1\nb.c: yes\n",)),
    "conversation": Target(conversation, ("campaigns.conversation", "markdown_it"), lambda: (b"*a* [b](http://c) @x",)),
    "exports": Target(exports, ("deploy.verify_export",), lambda: (an_export(),)),
    **{f"decide_{key}": Target(partial(deciding, key), (f"rules.systems.{key}", "rules.kit")) for key in RULEBOOKS},
}
