"""The forms that command a platoon between battles: reading them, and their reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from django.http import QueryDict

from campaigns.pages.request_context import position, unfilled
from campaigns.season import Platoon
from campaigns.season.crews import ReplaceCrew
from campaigns.season.people import Drop, HandOver
from campaigns.season.platoon_cards import ChangeCard
from campaigns.season.purchases import Sell
from campaigns.season.workshop import Prioritise, Repair
from campaigns.season.write_offs import WriteOff
from rules.contract import Command, Refused, at_once
from rules.contract import gettext_noop as _

ORDER = "order-"  # followed by a vehicle's id


class Sent(msgspec.Struct, frozen=True):
    """A form as sent: which one, its report's id, the position its sender had seen, and the input."""

    form: str
    id: str
    after: int | None
    typed: QueryDict

    def text(self, name: str) -> str:
        return self.typed.get(name, "").strip()

    def ticked(self, name: str) -> tuple[str, ...]:
        return tuple(filter(None, self.typed.getlist(name)))


def read(post: QueryDict) -> Sent:
    """The form as sent. Never raises."""
    return Sent(post.get("form", ""), post.get("id", ""), position(post.get("after", "")), post)


def command(sent: Sent, platoon: Platoon) -> Command:
    """The report, which follows from the form alone. `Refused` (several at once) for what it leaves out."""
    return FORMS[sent.form](sent, platoon)


def _repair(sent: Sent, platoon: Platoon) -> Repair:
    return Repair(platoon=platoon.key)


def _prioritise(sent: Sent, platoon: Platoon) -> Prioritise:
    at_once(_misnumbered(sent, platoon))
    numbered = [(position(sent.text(ORDER + id)), id) for id in platoon.vehicles]
    order = sorted((number, place, id) for place, (number, id) in enumerate(numbered) if number is not None)
    return Prioritise(platoon=platoon.key, order=tuple(id for *_, id in order), hold=sent.ticked("hold"))


def _misnumbered(sent: Sent, platoon: Platoon) -> Iterator[Refused]:
    for id in platoon.vehicles:
        typed = sent.text(ORDER + id)
        if typed and position(typed) is None:
            yield unfilled(
                ORDER + id, _("“%(typed)s” is no number."), _("Type one, or leave it blank."), typed=typed[:20]
            )


def _replace(sent: Sent, platoon: Platoon) -> ReplaceCrew:
    return ReplaceCrew(vehicle=sent.text("vehicle"))


def _change_card(sent: Sent, platoon: Platoon) -> ChangeCard:
    return ChangeCard(platoon=platoon.key, card=sent.text("card"))


def _sell(sent: Sent, platoon: Platoon) -> Sell:
    at_once(_unticked(sent))
    return Sell(platoon=platoon.key, vehicles=sent.ticked("vehicles"))


def _write_off(sent: Sent, platoon: Platoon) -> WriteOff:
    at_once([*_unticked(sent), *_unsaid(sent)])
    return WriteOff(platoon=platoon.key, vehicles=sent.ticked("vehicles"), reason=sent.text("reason"))


def _drop(sent: Sent, platoon: Platoon) -> Drop:
    at_once(_unsaid(sent))
    return Drop(platoon=platoon.key, reason=sent.text("reason"))


def _hand_over(sent: Sent, platoon: Platoon) -> HandOver:
    at_once([*_leaderless(sent), *_unsaid(sent)])
    players = dict.fromkeys((sent.text("first"), *sent.ticked("beside")))
    return HandOver(platoon=platoon.key, players=tuple(players), reason=sent.text("reason"))


def _unticked(sent: Sent) -> Iterator[Refused]:
    if not sent.ticked("vehicles"):
        yield unfilled("vehicles", _("No vehicle is ticked."), _("Tick one at least."))


def _unsaid(sent: Sent) -> Iterator[Refused]:
    if not sent.text("reason"):
        yield unfilled("reason", _("There is no reason."), _("Say why, in a few words that everyone may read."))


def _leaderless(sent: Sent) -> Iterator[Refused]:
    if not sent.text("first"):
        yield unfilled("first", _("Nobody commands it."), _("Choose who does from now on."))


FORMS: dict[str, Callable[[Sent, Platoon], Command]] = {
    "card": _change_card,
    "repair": _repair,
    "order": _prioritise,
    "crew": _replace,
    "sell": _sell,
    "write-off": _write_off,
    "drop": _drop,
    "hand-over": _hand_over,
}
