"""`leaguer`: battles and campaigns in a terminal. The site and the token are kept in a file that only you can read."""

from __future__ import annotations

import argparse
import getpass
import os
import socket
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import httpx
import msgspec

from leaguer_client import Leaguer, LeaguerError
from leaguer_client.shapes import Credentials


class Known(msgspec.Struct):
    """Where you come in. LEAGUER_SITE and LEAGUER_TOKEN go before it."""

    site: str = ""
    token: str = ""


def kept_in() -> Path:
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "leaguer" / "site.json"


def known() -> Known:
    try:
        found = msgspec.json.decode(kept_in().read_bytes(), type=Known)
    except (OSError, msgspec.MsgspecError):
        found = Known()
    return Known(os.environ.get("LEAGUER_SITE") or found.site, os.environ.get("LEAGUER_TOKEN") or found.token)


def keep(found: Known) -> None:
    path = kept_in()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(msgspec.json.encode(found))


def table(rows: Iterable[Sequence[object]]) -> None:
    """Columns as wide as they need to be."""
    lines = [[str(one) for one in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(one.ljust(width) for one, width in zip(line, widths, strict=True)).rstrip())


def login(said: argparse.Namespace) -> None:
    token = said.token
    if not token:
        username = said.username or input("Name: ")
        password = getpass.getpass("Password: ")
        with Leaguer(said.site) as leaguer:
            asked = Credentials(username=username, password=password, name=f"leaguer on {socket.gethostname()}"[:80])
            token = token_for(leaguer, asked)
    with Leaguer(said.site, token) as leaguer:
        leaguer.find_your_way()
    keep(Known(said.site, token))
    print(f"You are known at {said.site}.")


def token_for(leaguer: Leaguer, asked: Credentials) -> str:
    """Asks for the code where the account has a second step."""
    try:
        return leaguer.get_a_token(asked).token
    except LeaguerError as error:
        if error.problem.code != "second-step":
            raise
    return leaguer.get_a_token(msgspec.structs.replace(asked, code=input("Code of your app: "))).token


def battles(leaguer: Leaguer, said: argparse.Namespace) -> None:
    found = leaguer.list_battles(player=None if said.all else "me", campaign=said.campaign, limit=said.limit)
    table((one.id, one.status, f"round {one.round}", one.name) for one in found.battles)


def campaigns(leaguer: Leaguer, said: argparse.Namespace) -> None:
    table((one.id, one.name) for one in leaguer.list_campaigns(limit=said.limit).campaigns)


def show(leaguer: Leaguer, said: argparse.Namespace) -> None:
    from leaguer_client.logger import told

    for line in told(leaguer.read_a_battle(said.battle)):
        print(line)


def log(leaguer: Leaguer, said: argparse.Namespace) -> None:
    from leaguer_client import logger

    logger.run(leaguer, said.battle)


def standings(leaguer: Leaguer, said: argparse.Namespace) -> None:
    found = leaguer.read_the_standings(said.campaign).standings
    heads = [("", "", "score", "won", "drawn", "lost")]
    table([*heads, *((one.rank, one.name, one.score, one.won, one.drawn, one.lost) for one in found)])


def rounds(leaguer: Leaguer, said: argparse.Namespace) -> None:
    table((one.number, one.status, one.deadline, one.title) for one in leaguer.list_the_rounds(said.campaign).rounds)
    fixtures = leaguer.list_the_fixtures(said.campaign, limit=said.limit).fixtures
    table((one.fixture, f"round {one.round}", " – ".join(one.platoons), one.status) for one in fixtures)


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="leaguer", description=__doc__)
    commands = found.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser("login", help="say where you play, and get a token")
    one.add_argument("site", help="https://name of the site")
    one.add_argument("--username")
    one.add_argument("--token", help="a token or a club's key that you have already")
    one.set_defaults(does=login)
    many = argparse.ArgumentParser(add_help=False)
    many.add_argument("--limit", type=int, default=50, help="how many (50)")
    for does, text in ((battles, "your battles"), (campaigns, "campaigns")):
        one = commands.add_parser(does.__name__, help=text, parents=[many])
        one.set_defaults(does=does)
        if does is battles:
            one.add_argument("--all", action="store_true", help="everybody's")
            one.add_argument("--campaign", help="only those of this campaign")
    for does, text in ((show, "where a battle stands"), (log, "report to a battle, line by line")):
        one = commands.add_parser(does.__name__, help=text)
        one.add_argument("battle", help="its id")
        one.set_defaults(does=does)
    for does, text in ((standings, "the standings of a campaign"), (rounds, "its rounds and fixtures")):
        one = commands.add_parser(does.__name__, help=text, parents=[many])
        one.add_argument("campaign", help="its id")
        one.set_defaults(does=does)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    said = parser().parse_args(arguments)
    try:
        if said.does is login:
            login(said)
            return 0
        here = known()
        if not here.site:
            print("Say where you play first: leaguer login https://name", file=sys.stderr)
            return 2
        with Leaguer(here.site, here.token) as leaguer:
            said.does(leaguer, said)
    except LeaguerError as error:
        print(error, file=sys.stderr)
        return 1
    except httpx.HTTPError as error:
        print(f"The site does not answer: {error}", file=sys.stderr)
        return 1
    return 0
