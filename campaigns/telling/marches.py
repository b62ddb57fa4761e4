"""What became of each platoon's order, once the orders of a round are disclosed: a sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns import reports as r
from campaigns.season import Season
from campaigns.telling.map import order
from campaigns.telling.naming import place, platoon
from campaigns.telling.reasons import failed
from campaigns.theatre import March
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

AS_ORDERED: dict[str, str] = {
    "hold": _("%(platoon)s holds in %(place)s."),
    "entrench": _("%(platoon)s entrenches in %(place)s."),
    "support": _("%(platoon)s supports its side in %(to)s from %(place)s."),
    "move": _("%(platoon)s moves from %(origin)s to %(place)s."),
    "attack": _("%(platoon)s attacks %(place)s from %(origin)s."),
    "withdraw": _("%(platoon)s withdraws from %(origin)s to %(place)s."),
}


def marches(season: Season, event: Event) -> Iterator[Message]:
    """Who has gone somewhere, or not as ordered, with the reason; then who stayed. Nothing for any other event."""
    if isinstance(event, r.OrdersResolved):
        for march in sorted(event.marches, key=_stayed):
            yield _told(season, event, march)


def _stayed(march: March) -> bool:
    return not march.way and march.why in ("", "late") and march.do != "support"


def _told(season: Season, event: r.OrdersResolved, march: March) -> Message:
    values = {"platoon": platoon(season, march.platoon), "place": place(season, march.place)}
    if march.why == "late":
        return say(_("%(platoon)s had no order, and holds in %(place)s."), **values)
    if march.why:
        told, why = order(season, march.platoon, march.do, march.to), failed(season, event, march).text
        return say("%(told)s %(why)s", told=told, why=why)
    text = AS_ORDERED[march.do]
    return say(text, **values, origin=place(season, march.origin), to=place(season, march.to))
