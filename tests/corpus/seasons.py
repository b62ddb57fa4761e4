"""What becomes of a season, or of a battle through its door: its calls told again, log, tables, mail and answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import msgspec
from django.db import transaction
from django.test import Client

from tests.corpus import addresses, bare, battles, product
from tests.corpus.differing import Found, is_new_status
from tests.corpus.parts import Parts, Reading
from tests.corpus.still import Still

COMPLETED = '"completed"'
DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
TRIED = "tried: "  # begins what is no address, but a report to a stream, to be tried by API


class Asked(msgspec.Struct):
    """Who asks for which addresses, after which calls."""

    after: list[int] = []
    readers: list[str] = []  # "" is a stranger
    addresses: list[list[str]] = []  # of each of `after`


class Written(msgspec.Struct):
    """What one telling came to. `answers`: of each moment, reader and address: status, the answer without words, its
    words (numbers of parts)."""

    calls: list[Any]
    streams: dict[str, Any]
    tables: dict[str, Any]
    mail: list[Any]
    answers: dict[str, list[int]]
    parts: list[msgspec.Raw]


class Season(msgspec.Struct):
    """A season of the corpus: its desk, every call of a door in order, and what came of it. `reseeded`: it was recorded
    since new seeds follow the disclosed ones."""

    name: str
    desk: str
    calls: list[dict[str, Any]]
    asked: Asked
    written: Written | None = None
    reseeded: bool = False


def taped(name: str, play: Callable[[], None]) -> Season:
    """What somebody plays, as calls. Nothing of it stays in the database."""
    tape = product.Tape()
    with transaction.atomic(), tape.runs():
        play()
        transaction.set_rollback(True)
    return Season(name, tape.desk, tape.calls, Asked(), reseeded=True)


def told(season: Season, choose: bool = False) -> Written:
    """Told again in a database without seasons, which stays without. `choose`: what is asked for is chosen now."""
    parts, calls = Parts(), []
    answers: dict[str, list[int]] = {}
    still = Still(season.reseeded)
    with transaction.atomic(), still.stands():
        product.lay_out(season.desk)
        for number, call in enumerate(season.calls, 1):
            still.next()
            calls.append(json.loads(product.as_text(product.tell(call))))
            if number in season.asked.after:
                place = season.asked.after.index(number)
                if choose:
                    season.asked.addresses.append([*_choose(season), *_next(season, number)])
                answers |= _answers(season.asked.readers, season.asked.addresses[place], parts, number)
        written = Written(calls, product.streams(), product.tables(), product.mail(), answers, parts.texts)
        transaction.set_rollback(True)
    return written


def recorded(name: str, play: Callable[[], None], asks: int = 0, readers: Sequence[str] = ()) -> Season:
    """Played, told again, and looked at as many times as `asks`, in even distances, at the end too."""
    season = taped(name, play)
    count = len(season.calls)
    season.asked = Asked([count * (one + 1) // asks for one in range(asks)], list(readers))
    season.written = json_like(told(season, choose=True))
    return season


def json_like(written: Written) -> Written:
    return msgspec.json.decode(product.as_text(written), type=Written)


# ------------------------------------------------------------ what is asked for


def _client(reader: str) -> Client:
    client = Client(raise_request_exception=False)  # a failure is an answer, too
    if reader:
        client.force_login(product.person(reader))
    return client


def _choose(season: Season) -> list[str]:
    """Addresses of the campaign, and of its newest battles."""
    streams = product.streams()
    campaign = next((key for key, one in streams.items() if one["kind"] == "campaign"), "")
    newest = sorted((key for key, one in streams.items() if one["kind"] == "battle"), key=lambda key: _at(streams[key]))
    some = []
    for key in newest[-2:]:
        muster = json.loads(streams[key]["rows"][0][4])
        some.append((key, muster["units"][0]["id"], len(streams[key]["rows"]) // 2))
    rows = product.tables()
    platoon = next((row["platoon"] for row in rows["campaigns_standing"].values()), "")
    sector = next((row["sector"] for row in rows["campaigns_sector"].values()), "")
    organiser = _client(season.asked.readers[-1])
    start = [f"/campaigns/{campaign}/"] if campaign else []
    start += [f"/battles/{key}/" for key, _unit, _some in some]
    start += [f"/admin/campaigns/campaignsheet/{campaign}/rule/"] if campaign else []
    found = addresses.followed(start, lambda address: organiser.get(address).content.decode(errors="replace"))
    mended = [f"{TRIED}{key} {told}" for key, _unit, _some in some for told in _mended(streams[key]["rows"])]
    return [*addresses.EVERYWHERE, *addresses.of_api(some, campaign, platoon, sector), *mended, *found]


def _mended(rows: list[list[Any]]) -> Iterator[str]:
    """A report in the middle of a battle struck, and the same taken back with all after it; as trials."""
    if positions := [row[1] for row in rows if row[1] > 1 and row[6] == 0]:
        middle = positions[len(positions) // 2]
        for kind, more in (("Correct", {"how": "strike", "rest": "keep"}), ("Undo", {})):
            data = {"position": middle, "reason": "It was not so", **more}
            yield json.dumps({"id": str(uuid5(NAMESPACE_URL, kind)), "type": kind, "data": data})


def _next(season: Season, number: int) -> Iterator[str]:
    """What is going to be reported next, as a trial."""
    for call in season.calls[number : number + 3]:
        for report in call.get("reports", [])[:1]:
            if call["door"] in ("battle", "campaign"):
                told = json.dumps({**report, "data": json.loads(report["data"])})
                yield f"{TRIED}{'of the campaign ' if call['door'] == 'campaign' else ''}{call['stream']} {told}"


def _at(stream: dict[str, Any]) -> str:
    return str(stream["rows"][-1][11])


def _answers(readers: list[str], places: list[str], parts: Parts, number: int) -> dict[str, list[int]]:
    found = {}
    for reader in readers:
        client = _client(reader)
        for place in places:
            plain = _asked(client, place)
            with bare.wordless():
                wordless = _asked(client, place)
            key = f"after call {number}, {reader or 'a stranger'}: {place}"
            found[key] = [plain.status_code, *_kept(wordless, parts), *_said(plain, parts)]
    return found


def _asked(client: Client, place: str) -> Any:
    """A page or answer is read; a report is tried, and never told."""
    if not place.startswith(TRIED):
        return client.get(place)
    stream, _space, body = place.removeprefix(TRIED).partition(" {")
    floor = "campaigns" if stream.startswith("of ") else "battles"
    address = f"{addresses.API}/{floor}/{stream.rpartition(' ')[2]}/commands/?dry_run=true"
    return client.post(address, "{" + body, content_type="application/json")


def _kept(response: Any, parts: Parts) -> Iterator[int]:
    text = bare.settled(response.content.decode(errors="replace"))
    if "json" in response.get("Content-Type", ""):
        yield parts.one({"status": response.status_code, "json": json.loads(text)})
    else:
        yield parts.one({"status": response.status_code, "to": response.get("Location", ""), "page": bare.lines(text)})


def _said(response: Any, parts: Parts) -> Iterator[int]:
    text = bare.settled(response.content.decode(errors="replace"))
    if "json" in response.get("Content-Type", ""):
        yield parts.one({"words": _texts(json.loads(text))})
    else:
        yield parts.one({"words": bare.sentences(text)})


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    return [value] if isinstance(value, str) else []


# ------------------------------------------------------------ comparing


def compare(was: Season, pages: bool = True) -> Found:
    """`pages`: those as well, and not the API's answers alone."""
    assert was.written is not None
    was.asked.addresses = [[one for one in some if pages or _of_api(one)] for some in was.asked.addresses]
    found, then, now = Found(was.name, len(was.calls)), was.written, json_like(told(was))
    if _completed_since(then, now):
        then, now = _undigested(then), _undigested(now)
    if msgspec.json.encode(then) == msgspec.json.encode(now):
        return found
    _calls(was, then.calls, now.calls, found)
    _streams(then.streams, now.streams, found)
    found.compare("tables", then.tables, _recorded_columns(then.tables, now.tables))
    found.compare("mail", then.mail, now.mail)
    old, new = Reading(then.parts), Reading(now.parts)
    for place, (status, kept, said) in then.answers.items():
        if place not in now.answers:
            continue
        status_, kept_, said_ = now.answers[place]
        if is_new_status(place, status, status_):
            continue
        if status != status_:
            found.structure.append((place, status, status_))
        elif old.text(kept) != new.text(kept_):
            found.compare(place, old.value(kept), new.value(kept_))
        elif old.text(said) != new.text(said_):
            found.compare(place, old.value(said), new.value(said_))
    if not pages:
        found.take_sentences()
    return found


def _completed_since(then: Written, now: Written) -> bool:
    """Whether rows keep by now what clock and database added to their reports: their digests are others, and those of
    all that follows. What was added is told by the events, which are compared."""
    new = [row for key, one in now.streams.items() for row in one["rows"] if COMPLETED in row[8]]
    had = [row for key, one in then.streams.items() for row in one["rows"] if COMPLETED in row[8]]
    return len(new) > len(had)


def _undigested(written: Written) -> Written:
    """The same with the place of each row for its digest, and without what was added to its report."""
    text, places = msgspec.json.encode(written).decode(), dict[str, str]()
    for key, one in written.streams.items():
        places |= {row[-1]: f"digest of {key} {row[1]}" for row in one["rows"]}
    found = msgspec.json.decode(DIGEST.sub(lambda digest: places.get(digest[0], digest[0]), text), type=Written)
    for one in found.streams.values():
        for row in one["rows"]:
            if COMPLETED in row[8]:
                row[8] = json.dumps({name: value for name, value in json.loads(row[8]).items() if name != "completed"})
    return found


def _of_api(place: str) -> bool:
    return place.startswith((addresses.API, TRIED))


def _recorded_columns(then: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """What is folded now without the columns that tables have got since the record."""
    had = {name: {column for row in rows.values() for column in row} for name, rows in then.items()}
    return {
        name: {key: {at: row[at] for at in row if not had.get(name) or at in had[name]} for key, row in rows.items()}
        for name, rows in now.items()
    }


def _calls(was: Season, then: list[Any], now: list[Any], found: Found) -> None:
    """A digest holds all before it: of each stream the first that differs is told."""
    strayed = set()
    for number, (call, one, other) in enumerate(zip(was.calls, then, now, strict=True), 1):
        if call["stream"] in strayed and "head" in one and "head" in other:
            one, other = one | {"head": one["head"][0]}, other | {"head": other["head"][0]}
        elif one.get("head") != other.get("head"):
            strayed.add(call["stream"])
        what = ", ".join(report["type"] for report in call.get("reports", [])) or call["door"]
        found.compare(f"call {number} ({call['door']} {call['stream']}: {what})", one, other)


def _streams(then: dict[str, Any], now: dict[str, Any], found: Found) -> None:
    """Rows by what is in them; and of each stream the first digest that differs, where nothing else does."""
    for stream in {**then, **now}:
        one, other = then.get(stream), now.get(stream)
        if one == other or one is None or other is None:
            found.compare(f"stream {stream}", one, other)
            continue
        count = len(found.structure)
        without = [[_fields(row) for row in each["rows"]] for each in (one, other)]
        found.compare(f"stream {stream}", *without)
        if len(found.structure) == count:
            digests = [(old[-1], new[-1]) for old, new in zip(one["rows"], other["rows"], strict=True)]
            found.structure += [(f"stream {stream}, digest", a, b) for a, b in digests if a != b][:1]


def _fields(row: list[Any]) -> dict[str, Any]:
    """What a row holds but its digest; its event and its report as data."""
    names = (
        "stream",
        "position",
        "type",
        "version",
        "data",
        "command",
        "ordinal",
        "reported",
        "said",
        "by",
        "via",
        "at",
    )
    told = dict(zip(names, row[:-1], strict=True))
    return told | {name: json.loads(told[name]) for name in ("data", "said") if told[name]}


# ------------------------------------------------------------ the seasons


def simulated(number: int) -> dict[str, Any]:
    """What season of the corpus that is: every rulebook in turn, every other round of them on a map."""
    systems = product.systems()
    system, round_ = systems[number % len(systems)], number // len(systems)
    asked = {"system": system, "platoons": 4 + 2 * (number % 3), "rounds": 2 + number % 3, "seed": number + 1}
    return asked | {"club": "Corpus", "sectors": 12 + number % 20 if round_ % 2 else 0}


def play_season(number: int, asks: int) -> Season:
    asked = simulated(number)
    name = f"{asked['system']}/season-{number}" + (" on a map" if asked["sectors"] else "")
    readers = ["", "corpus-player-1", f"corpus-player-{asked['platoons'] + 1}", "corpus-organiser"]
    return recorded(name, lambda: product.season(asked), asks, readers if asks else ())


def play_demo(asks: int) -> Season:
    readers = ["", "carol", "erin", "alice"]
    return recorded("demo", lambda: product.season({"demo": True}), asks, readers if asks else ())


def play_alone(system: str, seed: int, longest: int, asks: int) -> Season:
    """A random battle through its door."""
    name, text = f"{system}/random-{seed} through its door", battles.random(system, seed, longest)
    battle, readers = str(uuid5(NAMESPACE_URL, name)), ["", "bob", "alice"]
    return recorded(name, lambda: product.alone(battle, text), asks, readers)
