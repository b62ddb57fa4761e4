"""The luck of a battle: expected against actual, for each side and each thing that dice are thrown for."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api import access, as_of, shapes
from api.as_of import AS_OF, AT
from api.endpoints import Endpoint, revalidated
from api.schema_texts import describe
from battles.presenters import luck
from battles.presenters.tape import tape


class LuckView(Endpoint):
    url_name = "battle-luck"

    @describe("Read the luck of a battle", shapes.BattleLuck, query={**AT, **AS_OF}, problems=(400, 401, 404, 429))
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """What each side's dice came to, beside what they should come to on average, as the rulebook counts them.

        The chances are exact: those of the faces of every die that fell, of the table's as of Leaguer's.
        """
        asked = access.to_battle(request.user, id)
        moment = as_of.believed(request._request)
        at = as_of.position(request._request, asked)

        def read() -> tuple[shapes.BattleLuck, int]:
            read = tape(asked.stream, asked.who, at or as_of.until(asked, moment))
            found = shapes.BattleLuck(read.head, [_shape(one) for one in luck.luck_of(read)])
            return found, max(read.head, asked.position)

        return revalidated(request._request, asked, read)


def _shape(one: luck.Luck) -> shapes.DiceLuck:
    tally = one.tally
    return shapes.DiceLuck(
        side=one.side,
        question=tally.question.key,
        label=one.called,
        dice=tally.dice,
        table=tally.table,
        got=tally.got,
        expected=tally.expected,
        at_least=tally.at_least,
        at_most=tally.at_most,
        once_in=tally.once_in,
        says=one.says,
    )
