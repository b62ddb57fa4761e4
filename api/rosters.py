"""Roster files of other programs: read as an enlistment, and written from a platoon."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from rest_framework.request import Request

import rules
from api import access, bodies, queries
from api.endpoints import Endpoint, answer, unkept
from api.problems import Trouble
from api.schema_texts import FILE, WORD, describe
from api.shapes import systems as shapes
from api.systems import found
from battles.not_found import or_404
from battles.sentences import words
from campaigns import handler, rosters
from rules.contract import RuleSystem
from rules.rosters import Roster

NAMESPACE = UUID("5d1f7a0e-3c0b-4e0a-9a57-6f2b8e4c9d31")
MEDIA = sorted({one.media for system in rules.all_systems().values() for one in system.rosters})
# To be typed as it stands; a test does.
ENLISTED = r"""
# Set API (…/api/v1), SYSTEM (a rulebook's key), CAMPAIGN (its id), SIDE (yours in it), FILE (your roster, .ros) and
# TOKEN (yours) first.
send() { curl -s "$API/$1" -H "Authorization: Token $TOKEN" -H "Content-Type: $2" --data-binary @"$3"; }

# What does the file say, and what does it hold besides?
send "systems/$SYSTEM/rosters/" application/xml "$FILE" > roster.json
python3 -m json.tool roster.json

# Look it over, and enlist with it.
python3 > enlist.json << END
import json, uuid
data = json.load(open("roster.json"))["enlist"] | {"side": "$SIDE"}
print(json.dumps({"id": str(uuid.uuid4()), "type": "Enlist", "data": data}))
END
send "campaigns/$CAMPAIGN/commands/" application/json enlist.json | python3 -m json.tool
"""


class RostersView(Endpoint):
    url_name = "rosters"
    largest = rosters.LARGEST

    @describe(
        "Read a roster file",
        shapes.Roster,
        body=dict.fromkeys(MEDIA, FILE),
        problems=(400, 401, 404, 413, 415, 422, 429),
        typed=ENLISTED,
    )
    def post(self, request: Request, key: str) -> HttpResponse:
        """The body is the file itself, its media type that of one of the rulebook's `rosters`. Nobody is enlisted:
        `enlist` is the matching Enlist report, and `notes` list what the file holds beyond it.

        Keys are made from the file: the same file gives the same ones.
        """
        system = _with_rosters(found(key))
        kind = bodies.media_type(request._request, *(one.media for one in system.rosters))
        format = next(one for one in system.rosters if one.media == kind)
        body = request._request.body
        roster = format.read(body)
        notes = [shapes.RosterNote(words(note.where), words(note.text)) for note in roster.notes]
        return answer(shapes.Roster(format.key, _enlistment(roster, body), notes))


class PlatoonRosterView(Endpoint):
    url_name = "platoon-roster"

    @describe(
        "Take a platoon along as a roster file",
        None,
        files=MEDIA,
        query={"format": (WORD, "One of the rulebook's `rosters` by its key; the first when left out.")},
        problems=(400, 401, 403, 404, 422, 429),
    )
    def get(self, request: Request, id: UUID, platoon: str) -> HttpResponse:
        """Your own platoon as it enlisted, as a file. Nobody else's: it names the hidden cards."""
        sheet = access.to_campaign(request.user, id)
        season, _told, _rows = handler.replay(str(sheet.stream))
        asked = or_404(season.platoons.get(platoon))
        if not rosters.owned(asked, str(request.user.pk)):
            raise Trouble("not-yours", _("Only its player may export this platoon."), field="platoon")
        system = _with_rosters(season.rules)
        key = queries.word(request._request, "format", *(one.key for one in system.rosters)) or ""
        format = rosters.format_of(system, key)
        assert format is not None, "the query has been checked"
        return _download(rosters.export(season, asked, format))


def _with_rosters(system: RuleSystem) -> RuleSystem:
    if not system.rosters:
        raise Trouble("not-found", _("This rulebook reads and writes no roster files."))
    return system


def _enlistment(roster: Roster, body: bytes) -> shapes.Enlistment:
    """The enlistment as the form would report it, under keys made from the file."""
    said = rosters.as_report(roster, str(uuid5(NAMESPACE, body.hex())))
    fields: dict[str, Any] = {name: getattr(said, name) for name in shapes.Enlistment.__struct_fields__}
    return msgspec.convert(msgspec.to_builtins(fields), shapes.Enlistment)


def _download(file: rosters.File) -> HttpResponse:
    disposition = content_disposition_header(True, file.name)
    return unkept(HttpResponse(file.data, content_type=file.media, headers={"Content-Disposition": disposition}))
