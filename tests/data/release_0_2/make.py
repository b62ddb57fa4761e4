"""Makes what lies beside it, with the release's own code: a backup, a database and what they held.

Run it in a checkout of release 0.2.0, by that release's interpreter, with a folder to write to:

    python make.py FOLDER

It speaks to that release's modules, so nothing of today's code is looked for here.
"""
# mypy: ignore-errors

import json
import lzma
import os
import sqlite3
import sys
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import NAMESPACE_URL, uuid5

sys.path.insert(0, os.getcwd())
PASSWORD = "leaguer at dusk"  # the demo's own
TOKEN = "leaguer_" + "bob" * 14  # a key that opens nothing but this database
SEASONS = (  # system, rounds, seed, sectors
    ("modern_age", 2, 2, 0),
    ("panzer_strike", 2, 2, 0),
    ("tanks", 2, 3, 12),
    ("fluid_time", 2, 2, 0),
)
WHOLE = {  # a recorded battle of each rulebook, told to its end
    "modern_age": "2018.2/no_retreat",
    "panzer_strike": "1/workshop",
    "tanks": "1/chain",
    "fluid_time": "1/club",
}
HALF = {  # and one that is left under way, with a report taken back, one struck and a fact proposed
    "modern_age": "2018.2/alpha_66",
    "panzer_strike": "1/northern",
    "tanks": "1/club",
    "fluid_time": "1/posted",
}


def main(into: Path) -> None:
    with TemporaryDirectory() as folder:
        database = Path(folder) / "leaguer.sqlite3"
        given = {"LEAGUER_ENV": "development", "SECRET_KEY": "for this database only"}
        os.environ.update(given, DATABASE_URL=f"sqlite:///{database}", DJANGO_SETTINGS_MODULE="deploy.settings")
        import django

        django.setup()
        fill()
        from django.core.management import call_command
        from django.db import connection

        call_command("verify")
        call_command("rebuild", "--check")
        (into / "backup.zip").unlink(missing_ok=True)
        call_command("backup", str(into / "backup.zip"), verbosity=0)
        (into / "held.json").write_text(lines(held()), encoding="utf-8")
        connection.close()
        write_database(database, into / "leaguer.sqlite3.xz")


def fill() -> None:
    from django.core.management import call_command

    from campaigns.models import User
    from campaigns.simulation import simulate

    call_command("upgrade", verbosity=0)
    call_command("demo", verbosity=0, stdout=StringIO())
    for system, rounds, seed, sectors in SEASONS:
        simulate(system, 4, rounds, seed, "The Simulated Club", sectors=sectors)
    for system, golden in WHOLE.items():
        tell(system, golden, whole=True)
    for system, golden in HALF.items():
        mend(tell(system, golden, whole=False))
    desk(User)


def tell(system: str, golden: str, whole: bool) -> str:
    """A recorded battle, told through the door by Bob and Carol; the organiser is Alice."""
    import msgspec

    from battles import handler
    from campaigns.models import User
    from rules.adjudicate import Who
    from rules.record import loads
    from rules.reports import Confirm

    battle = str(uuid5(NAMESPACE_URL, f"leaguer:release 0.2/{system}/{golden}"))
    entries = loads(Path(f"rules/systems/{system}/golden/{golden}.jsonl").read_text(encoding="utf-8"))
    ids = {name: str(User.objects.get(username=name).pk) for name in ("alice", "bob", "carol")}
    alice, muster = Who(ids["alice"], referee=True), entries[0].command
    people = dict(zip(muster.sides, (ids["bob"], ids["carol"]), strict=True))
    sides = {key: msgspec.structs.replace(one, players=(people[key],)) for key, one in muster.sides.items()}
    was = entries[0].events[0]
    title = f"{system}, {golden}"
    muster = msgspec.structs.replace(muster, sides=sides, title=title, edition=was.edition, scenario=was.scenario)
    handler.open_battle(battle, report(battle, 0, muster), alice, "api")
    for number, entry in enumerate(entries[1:] if whole else entries[1 : len(entries) // 2], 1):
        command = entry.command
        if isinstance(command, Confirm):
            position, digest = handler.state(battle).fought
            command = msgspec.structs.replace(command, position=position, digest=digest)
        clerk = Who("clerk", referee=True) if entry.side == "clerk" else alice
        who = Who(people[entry.side]) if entry.side in people else clerk
        handler.execute(battle, [report(battle, number, command)], who, "api")
    return battle


def mend(battle: str) -> None:
    """Alice takes the last report back and strikes an early one, what cannot stand after it is kept or waits; Bob asks
    Carol to agree to something."""
    from battles import handler
    from rules.adjudicate import Who
    from rules.contract import Refused
    from rules.revision.reports import Correct, Undo

    state = handler.state(battle)
    alice = Who(handler.replay(battle)[2][0].by, referee=True)
    bob = Who(next(iter(state.muster.sides.values())).players[0])
    last = handler.history(battle).live_reports()[-1].position
    handler.execute(battle, [report(battle, "undo", Undo(position=last, reason="misread"))], alice, "api")
    early = [row.position for row in handler.history(battle).live_reports() if row.position > 1]
    for position in early[len(early) // 2 :]:
        strike = Correct(position=position, how="strike", reason="It was not so", rest="keep")
        try:
            handler.execute(battle, [report(battle, f"strike {position}", strike)], alice, "api")
            break
        except Refused:
            continue
    asked = Undo(position=early[1], reason="Let us play this again")
    handler.execute(battle, [report(battle, "ask", asked)], bob, "api")


def report(battle: str, what: object, command: object) -> object:
    from battles.reports import Report
    from rules.stream import codec

    return Report(str(uuid5(NAMESPACE_URL, f"{battle}/{what}")), type(command).__name__, codec.encode(command))


def desk(users) -> None:
    """What stands on the desk: a token, an invitation, a campaign that is prepared, a language."""
    from api.models import Token, digest
    from campaigns.models import Campaign, Club, Invitation

    club = Club.objects.get(slug="steel-club")
    Token.objects.create(digest=digest(TOKEN), user=users.objects.get(username="bob"))
    Invitation.objects.create(club=club, uses=3, made_by=users.objects.get(username="alice"))
    Campaign.objects.create(club=club, name="Prepared for spring", system="tanks", terms={"workshop_slots": 3})
    users.objects.filter(username="carol").update(email="carol@example.org")


def held() -> dict:
    """What is in it: streams with their heads, how each battle stands, the standings."""
    from battles import handler, log
    from battles.models import Sheet
    from campaigns.models import CampaignSheet, Standing
    from rules.stream.codec import encode

    streams = {}
    for stream, kind in log.streams():
        head = log.head(stream)
        streams[stream] = {"kind": kind, "position": head.position, "digest": head.digest}
    battles = {
        str(one.stream): {"status": one.status, "outcome": json.loads(encode(handler.state(str(one.stream)).outcome()))}
        for one in Sheet.objects.all()
    }
    for one in battles.values():  # a sentence may be said otherwise
        one["outcome"].pop("how", None)
    columns = ("rank", "platoon", "score", "won", "drawn", "lost", "purse", "penalty", "sector")
    standings = {
        str(one.stream): list(Standing.objects.filter(campaign=one).order_by("rank", "platoon").values(*columns))
        for one in CampaignSheet.objects.all()
    }
    return {"streams": streams, "battles": battles, "standings": standings}


def lines(held: dict) -> str:
    """As JSON, a line for each stream."""
    parts = []
    for part, rows in held.items():
        told = ",\n".join(f"{json.dumps(key)}: {json.dumps(row, sort_keys=True)}" for key, row in sorted(rows.items()))
        parts.append(f"{json.dumps(part)}: {{\n{told}\n}}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_database(database: Path, into: Path) -> None:
    with sqlite3.connect(database) as file:
        file.execute("DELETE FROM django_session")
        file.commit()
        file.execute("PRAGMA journal_mode = DELETE")
        file.execute("VACUUM")
    into.write_bytes(lzma.compress(database.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
