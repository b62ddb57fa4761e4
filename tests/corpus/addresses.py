"""Which addresses are asked in a season or of a battle: the API's by name, the pages' by following links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

API = "/api/v1"
OF_BATTLES = (
    *("", "state/", "state/?at={some}", "events/", "events/?after={some}&history=all", "facts/"),
    *("explain/?of=outcome.winner", "explain/?of=units.{unit}.status", "explain/?of=nothing"),
)
OF_CAMPAIGNS = (
    *(
        "",
        "standings/",
        "platoons/",
        "vehicles/",
        "rounds/",
        "fixtures/",
        "ledger/",
        "appointments/",
        "map/",
        "map.svg",
    ),
    *("events/", "events/?history=all", "explain/?of=platoons.{platoon}.score", "explain/?of=nothing"),
    *("platoons/{platoon}/", "platoons/{platoon}/orders/", "platoons/{platoon}/roster/", "sectors/{sector}/"),
)
EVERYWHERE = ("/", "/systems/", f"{API}/", f"{API}/campaigns/", f"{API}/battles/", f"{API}/me/", "/account/", "/admin/")
LINK = re.compile(r"""(?:href|action)="(/[^"#]*)""")
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+")
ALIKE = 2  # pages of one kind that are asked
MOST = 60  # pages that are asked
PAGES = ("/campaigns/", "/battles/", "/systems/", "/admin/campaigns/campaignsheet/", "/admin/battles/sheet/")
NEVER = ("/delete/", "logout", ".txt", "/static/", "/history/", "/add/")


def of_api(battles: Iterable[tuple[str, str, int]], campaign: str, platoon: str, sector: str) -> Iterator[str]:
    """`battles`: id, a unit and a position of each that is asked about."""
    for battle, unit, some in battles:
        for path in OF_BATTLES:
            yield f"{API}/battles/{battle}/{path.format(unit=unit, some=some)}"
    if campaign:
        for path in OF_CAMPAIGNS:
            yield f"{API}/campaigns/{campaign}/{path.format(platoon=platoon, sector=sector or 'none')}"


def followed(start: Iterable[str], ask: Callable[[str], str]) -> list[str]:
    """The pages that one comes to from these, some of each kind. `ask` answers with a page's HTML."""
    found: list[str] = []
    waiting, kinds = [*start], Counter[str]()
    while waiting and len(found) < MOST:
        address = waiting.pop(0)
        kind = _kind(address)
        if address in found or kinds[kind] >= ALIKE:
            continue
        kinds[kind] += 1
        found.append(address)
        links = [link.replace("&amp;", "&") for link in LINK.findall(ask(address))]
        waiting += [one for one in links if one.startswith(PAGES) and not any(part in one for part in NEVER)]
    return found


def _kind(address: str) -> str:
    """An address without what it is about."""
    path, _mark, query = address.partition("?")
    words = [word for word in path.split("/") if word]
    kept = [word for place, word in enumerate(words) if place % 2 == 0 or (words[0] == "admin" and not ID.search(word))]
    names = sorted(part.partition("=")[0] for part in query.split("&") if part)
    return "/".join(ID.sub("*", word) for word in kept) + "?" + "&".join(names)
