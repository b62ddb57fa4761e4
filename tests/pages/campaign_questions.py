"""Everything a campaign can be asked: each of its addresses, by every method that it takes. A page, an address of the
API or of the office that is new is asked as soon as it is in the URL configuration; what is sent to it stands here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import msgspec
from django.urls import URLPattern, URLResolver, get_resolver

from api.roles import TABLE as METHODS
from campaigns.admin.ruling.acts import FORMS
from campaigns.presenters.tables import TABLES
from campaigns.season import CONTENTS
from campaigns.season.script import REPORTS
from rules.stream.script import write_line
from tests.api.test_command_roles import BESIDE, TABLE
from tests.length import AT_LENGTH

# Lists of rows in the office; each row of them is one campaign's.
ROWS = ("campaignsheet", "standing", "vehicle", "fixture", "round", "sector", "appointment")
OF_A_CAMPAIGN = re.compile(
    rf"(api/v1/)?campaigns/<uuid:|admin/campaigns/(campaign/<(uuid:key|path)|({'|'.join(ROWS)})/)"
)
ID = "5c0d7a3e-91b2-4f6a-8e47-2d9b6c1f3a58"
FORM, JSON, SCRIPT = "application/x-www-form-urlencoded", "application/json", "text/x-battle-script"
DRY = "?dry_run=true&after={}"
# Of which commands a page has forms.
ON_PAGES = {
    "enlist": ("Enlist",),
    "buy": ("Buy",),
    "order": ("Order",),
    "retreat": ("Retreat",),
    "muster": ("MusterBattle",),
    "platoon": ("Sell", "ChangeCard", "Prioritise", "HandOver", "ReplaceCrew", "WriteOff"),
    "fixture": ("Concede", "Confirm", "Dispute"),
}
WHY = {"reason": "So it was ruled"}
DRAFTED = {*("Undo", "Correct", "Resolve", "Declare", "Penalise", "Adjudicate", "Amend", "Disclose")}
# Of which each would tell what a platoon holds if anything of it did.
WHAT_IF: tuple[dict[str, Any], ...] = (
    {"type": "TurnedResult", "fixture": "r1-2", "winner": "bears"},
    {"type": "OtherTerms", "terms": {"purse": 0, "muster_points": 1, "write_off": 1, "retreat_hours": 1}},
    {"type": "OtherScoring", "scoring": {"win": 1}, "breakers": ["alive", "lots"]},
    {"type": "WithoutBattle", "fixture": "r1-1"},
    {"type": "WithoutPlayer", "platoon": "cats"},
)


class Place(NamedTuple):
    """The campaign that is asked: where its newest reports begin, the report that was left open, the proposal."""

    stream: str
    head: int
    reports: Sequence[int]
    item: int
    proposal: int
    people: Mapping[str, str]


class Question(NamedTuple):
    name: str
    method: str
    url: str
    body: bytes = b""
    kind: str = FORM


def routes() -> dict[str, str]:
    """The addresses of one campaign: the route of each by its name. What has no name only leads on."""
    found = _walk(get_resolver().url_patterns)
    return {name: route for name, route in found if OF_A_CAMPAIGN.match(route) and not name.endswith("None")}


def _walk(
    patterns: Sequence[URLPattern | URLResolver], before: str = "", within: str = ""
) -> Iterator[tuple[str, str]]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _walk(one.url_patterns, route, f"{within}{one.namespace}:" if one.namespace else within)
        else:
            yield f"{within}{one.name}", route


def questions(place: Place) -> Iterator[Question]:
    for name, route in routes().items():
        urls = list(_addresses(name, route, place))
        if name.partition(":")[0] != "api" or "GET" in METHODS[name.partition(":")[2]]:
            yield from (Question(name, "GET", f"/{url}{asked}") for url in urls for asked in _asked(name, place))
        for url, (body, kind) in product(urls, sent(name, place)):
            yield Question(name, "POST", f"/{url}{DRY.format(place.head) if kind != FORM else ''}", body, kind)


# -- where -------------------------------------------------------------------------------------------------------------


def _addresses(name: str, route: str, place: Place) -> Iterator[str]:
    """The route with everything in its places that is asked about."""
    if name.startswith("admin:campaigns_campaignsheet_rule_"):
        yield from _acts(name, route, place)
        return
    known = {
        "platoon": ("bears", "cats"),
        "vehicle": ("bears-1", "bears-9"),
        "sector": ("bury",),
        "fixture": ("r1-1", "r1-2"),
        "at": ((place.item,) if name == "settle" else place.reports),
        "object_id": _rows(name, place),
        "number": (1,),
        "table": TABLES,
        "format": ("csv", "json"),
    }
    parts = re.split(r"<(?:\w+:)?(\w+)>", route)  # text and names in turn
    for values in product(*(known.get(kind, (place.stream,)) for kind in parts[1::2])):
        filled = (quote(str(value)) + text for value, text in zip(values, parts[2::2], strict=True))
        yield parts[0] + "".join(filled)


def _acts(name: str, route: str, place: Place) -> Iterator[str]:
    subjects = {"": "", "fixture": "r1-2", "battle": BESIDE, "platoon": "bears", "person": place.people["erin"]}
    for act, form in FORMS.items():
        if bool(form.about) == name.endswith("about"):
            filled = route.replace("<uuid:stream>", place.stream).replace("<slug:act>", act)
            yield filled.replace("<str:subject>", subjects[form.about])


def _rows(name: str, place: Place) -> tuple[str, ...]:
    """The key of a row of the office, as its address has it."""
    of = {"standing": "bears", "vehicle": "bears-9", "fixture": "r1-2", "round": "1", "sector": "bury"}
    of["appointment"] = place.people["erin"]
    key = next((of[kind] for kind in of if f"_{kind}_" in name), None)
    return (place.stream if key is None else f"{place.stream}_2F{key}",)


def _asked(name: str, place: Place) -> Sequence[str]:
    """What an address is asked besides."""
    subjects = {"platoons": "bears", "vehicles": "bears-9", "fixtures": "r1-2", "sectors": "bury"}
    kinds = [kind for kind in CONTENTS.holding.values() if kind.about in subjects]
    explained = [kind.name.replace(".", f".{subjects[kind.about]}.") for kind in kinds]
    then = [f"?at={at}" for at in (place.head - 1, *place.reports)]
    known = f"?at={place.reports[-1]}&corrected=true"
    asked = {
        "campaign": ("", then[0], known, "?log=2", f"?ruling={place.proposal}", *then[1:]),
        **dict.fromkeys(("map", "api:campaign", "api:standings", "api:map", "api:map-drawing"), ("", *then)),
        **dict.fromkeys(
            ("api:platoons", "api:vehicles", "api:platoon", "api:fixtures", "api:sector"), ("", *then[-2:], known)
        ),
        **dict.fromkeys(("platoon", "sector", "fixture", "table", "api:rounds"), ("", then[-1], known)),
        "vehicle": ("", then[-1], known) if AT_LENGTH else ("",),
        "correct": ("", "?how=change", "?how=strike", "?how=insert", "?how=insert&type=Buy"),
        "declare-facts": ("", "?of=season", "?of=bears"),
        "corrections": ("", f"?at={place.proposal}"),
        "settle-all": ("", f"?at={place.item}"),
        "muster": ("", "?fixture=r1-2"),
        "api:campaign-events": (
            "?history=all&limit=200",
            f"{known}&history=all&limit=200",
            "?as_of=2999-01-01T00:00:00Z",
        ),
        "api:campaign-explain": ("", "?of=platoons.bears.order", *(f"?of={of}" for of in explained)),
        "api:campaign-choices": ("?limit=200", "?as_of=2999-01-01T00:00:00Z"),
        "why": ("", "?of=platoons.bears.sector", "?of=platoons.bears.order", f"{known}&of=platoons.bears.order"),
        "api:ledger": ("", then[-1], known),
        "admin:campaigns_standing_changelist": ("", "?o=3"),
        "admin:campaigns_campaignsheet_platoons": ("", "?act=penalise&about=bears"),
        "admin:campaigns_campaignsheet_season": ("", "?act=amend&only=purse"),
        "admin:campaigns_campaignsheet_log": ("", "?q=a", "?q=bears"),
        "admin:campaigns_campaignsheet_round_of": ("", "?act=adjudicate&about=r1-2", "?act=extend"),
    }
    return asked.get(name, ("",))


# -- what is sent ------------------------------------------------------------------------------------------------------


def sent(name: str, place: Place) -> Sequence[tuple[bytes, str]]:
    """What is posted to an address; nothing where nothing may be. Nothing of it is more than a look at what follows."""
    if name == "api:campaign-commands":
        reports = [{"id": ID, "type": type_, "data": data} for type_, data in told(place)]
        return [
            *((msgspec.json.encode(one), JSON) for one in reports),
            *((one.encode(), SCRIPT) for one in lines(place)),
        ]
    if name == "api:campaign-correction-drafts":  # neither kept nor shared
        looked_at = [{"type": type_, "data": data} for type_, data in told(place) if type_ in DRAFTED]
        return [(msgspec.json.encode(one), JSON) for one in looked_at]
    if name == "api:held-ruling":  # it waits under the id of the campaign
        return [
            (msgspec.json.encode({"answer": one, "reason": "-"}), JSON) for one in ("confirm", "decline", "withdraw")
        ]
    if name == "api:scenarios":  # without a name it is not kept
        return [(msgspec.json.encode({"name": "", "changes": [one]}), JSON) for one in WHAT_IF[:2]]
    if name == "api:fixture-posts":  # nothing is said, so nothing is kept
        return [(msgspec.json.encode({"body": ""}), JSON)]
    if name == "api:what-if":
        return [(msgspec.json.encode({"changes": [one]}), JSON) for one in WHAT_IF]
    forms = {
        "scenario": [{"name": "If", "readers": "link"}],
        "what-if": [{"id": ID, "type": "AskWhatIf", "given": "{}", "picks:without_platoons": "bears"}],
        **{page: [_pressed(type_, place) for type_ in types] for page, types in ON_PAGES.items()},
        "script": [{"script": line, "check": "1", "id": ID} for line in lines(place)],
        "corrections": _forms(place, {"how": "Agree"}, {"how": "Decline", **WHY}, {"how": "Reseed"}),
        "declare-facts": _forms(place, *({"of": of, **WHY} for of in ("season", "bears"))),
        "correct": _forms(place, *({"how": how, **WHY} for how in ("undo", "strike", "change"))),
        "settle-all": _forms(place, *({f"settle-{place.item}": how} for how in ("keep", "strike", "owe", "terms"))),
        "correction-draft": [{"step": "withdraw"}],
        "admin:campaigns_campaignsheet_held": [{"confirm": "1"}, {"decline": "1", "reason": "-"}, {"withdraw": "1"}],
        "here": [{"as": ""}],  # which says nothing, so nothing is noted
        "conversation": [{"body": ""}],
        "settle": _forms(place, *({"how": how, **WHY} for how in ("keep", "strike"))),
        **{f"admin:campaigns_campaignsheet_rule_{one}": [{"id": ID}] for one in ("act", "about")},
    }
    return [(urlencode(form, doseq=True).encode(), FORM) for form in forms.get(name, ())]


def _pressed(type_: str, place: Place) -> dict[str, str]:
    given = msgspec.json.encode(dict(said(type_, place))).decode()
    return {"type": type_, "given": given, "check": "1", "id": ID, "after": str(place.head)}


def _forms(place: Place, *forms: dict[str, str]) -> list[dict[str, str]]:
    """Forms of corrections, of which only a preview is asked."""
    about = {"step": "look", "id": ID, "after": str(place.head), "at": str(place.proposal)}
    return [about | form for form in forms]


def lines(place: Place) -> Iterator[str]:
    """Lines of script, each by itself."""
    for type_, data in told(place):
        if type_ in ("Penalise", "Order", "Declare") or data == {"position": place.reports[0]}:
            yield write_line("", REPORTS.decode(type_, msgspec.json.encode(data)))


def told(place: Place) -> Iterator[tuple[str, dict[str, Any]]]:
    """A report of every type that a campaign takes, and of those that mend it one for each thing that may be mended."""
    for type_ in TABLE:
        yield type_, said(type_, place)
    late = {"platoon": "cats", "score": 1, **WHY}
    for at in place.reports:
        yield "Undo", {"position": at}
        yield "Correct", {"position": at, "how": "strike", **WHY}
        yield "Correct", {"position": at, "how": "insert", "type": "Penalise", "data": late, **WHY}
    for how in ("keep", "strike", "owe", "replay", "terms"):
        yield "Resolve", {"position": place.item, "how": how, **WHY}
    for facts in (
        {"platoons.bears.purse": 3},
        {"platoons.bears.sector": "bury"},
        {"vehicles.bears-9.status": "lost"},
    ):
        yield "Declare", {"facts": facts, **WHY}
    yield "Agree", {"position": place.proposal}
    yield "Decline", {"position": place.proposal, **WHY}
    yield "Reseed", {}


def said(type_: str, place: Place) -> dict[str, Any]:
    return {name: _named(value, place) for name, value in TABLE[type_].data.items()}


def _named(value: Any, place: Place) -> Any:
    if isinstance(value, list):
        return [_named(one, place) for one in value]
    return place.people[value.strip("<>")] if isinstance(value, str) and value.startswith("<") else value
