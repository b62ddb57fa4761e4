"""The processor time of a battle's page, five against five, in the middle of the fight, of every rulebook: by whom
something is asked, by a spectator without a login, and by who has it already.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from statistics import median
from typing import Any, NamedTuple

from django.test import Client

from api.models import issue
from battles import kept, standing, viewer
from campaigns.models import User
from rules import all_systems
from rules.adjudicate import Who
from tests.pages import midway

REQUESTS = 50
WARM = 5
MOST = 15.0  # milliseconds, for a player who is asked something


class Cost(NamedTuple):
    """Milliseconds of the server's processor for one page: the median of all requests.

    `first`: with nothing kept of any page before, as after a restart; after a report it is between the two. `same`: who
    comes again with the ETag while nothing has happened. `api`: the battle by API, by who is asked something;
    `unchanged`: the same with its ETag (304). `peer`: the page of the login, which shows how busy the
    machine is.
    """

    rulebook: str
    player: float
    first: float
    spectator: float
    same: float
    api: float
    unchanged: float
    peer: float

    def line(self) -> str:
        told = "   ".join(f"{name} {getattr(self, name):5.1f}" for name in self._fields[1:])
        return f"  battle page, 5 against 5, ms (player {MOST:.0f} at most): {self.rulebook:<14} {told}"


def measure() -> Iterator[Cost]:
    """One rulebook after the other."""
    for key in sorted(all_systems()):
        stream, mover = begun(key)
        url, player, stranger = f"/battles/{stream}/", Client(), Client()
        player.force_login(mover)
        tag = str(player.get(url).headers["ETag"])
        read, known = f"/api/v1{url}", {"Authorization": f"Token {issue(mover)}"}
        had = known | {"If-None-Match": str(stranger.get(read, headers=known).headers["ETag"])}
        yield Cost(
            key,
            player=taken(partial(player.get, url)),
            first=taken(partial(player.get, url), before=forget),
            spectator=taken(partial(stranger.get, url)),
            same=taken(partial(player.get, url, headers={"If-None-Match": tag}), HTTPStatus.NOT_MODIFIED),
            api=taken(partial(stranger.get, read, headers=known)),
            unchanged=taken(partial(stranger.get, read, headers=had), HTTPStatus.NOT_MODIFIED),
            peer=taken(partial(stranger.get, "/login/")),
        )


def forget() -> None:
    kept.forget()
    standing.forget()


def begun(key: str) -> tuple[str, User]:
    """A battle in the middle of the fight, and the player who has most to report."""
    players = [User.objects.create_user(f"{key}-{n}") for n in range(2)]
    stream = midway.told(midway.found(key, midway.is_midway), *players)
    choices = {user: viewer.look(stream, Who(str(user.pk))).choices for user in players}
    return stream, max(choices, key=lambda user: len(midway.of_units(choices[user])))


def taken(
    get: Callable[[], Any], status: HTTPStatus = HTTPStatus.OK, before: Callable[[], None] = lambda: None
) -> float:
    """Milliseconds of the processor for one request, once the process is warm. `before` each, which is not counted."""
    times = []
    for n in range(WARM + REQUESTS):
        before()
        begin = time.process_time()
        answer = get()
        if n >= WARM:
            times.append((time.process_time() - begin) * 1000)
        if answer.status_code != status:
            raise AssertionError(answer)
    return median(times)
