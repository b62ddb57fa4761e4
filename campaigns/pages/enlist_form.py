"""The form that enlists a platoon: reading it, and its faults."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

from django.http import QueryDict

from campaigns.pages import waivers as waiving
from campaigns.pages.catalogue import Offer, Stock
from campaigns.pages.request_context import position, unfilled
from campaigns.presenters.enlistment import Form, Row
from rules.contract import Refused
from rules.contract import gettext_noop as _

FIRST, MOST = 2, 60  # vehicles: rows of a blank form, and the most a report takes


def blank(nation: str, after: int) -> Form:
    return Form(str(uuid4()), after, _room((), FIRST), nation)


def read(post: QueryDict) -> Form:
    """The form as sent, with one more row if `add` was pressed. Never raises."""
    count = min(position(post.get("rows", "")) or FIRST, MOST)
    rows = tuple(_row(post, number) for number in range(1, count + 1))
    return Form(
        id=post.get("id", ""),
        after=position(post.get("after", "")),
        rows=_room(rows, min(count + ("add" in post), MOST)),
        nation=post.get("nation", ""),
        player=post.get("player", ""),
        side=post.get("side", ""),
        name=_plain(post.get("name", "")),
        card=post.get("card", ""),
        waivers=waiving.read(post),
        sector=post.get("sector", ""),
    )


def room_for(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows, and blank ones up to the least number of rows."""
    return _room(rows, FIRST)


def _row(post: QueryDict, number: int) -> Row:
    model, name = (_plain(post.get(f"v{number}-{field}", "")) for field in ("model", "name"))
    return Row(number, model, name, tuple(filter(None, post.getlist(f"v{number}-cards"))))


def _room(rows: tuple[Row, ...], count: int) -> tuple[Row, ...]:
    return (*rows, *(Row(number) for number in range(len(rows) + 1, count + 1)))


def _plain(text: str) -> str:
    return " ".join(text.split())


def faults(form: Form, stock: Stock, sides: dict[str, str]) -> Iterator[Refused]:
    """Everything the form leaves out, and what the catalogue does not have."""
    if sides and not form.side:
        yield unfilled("side", _("The platoon has no side."), _("Choose one."))
    if not form.name:
        yield unfilled("name", _("The platoon has no name."), _("Give it one."))
    if form.card and not among(stock.platoons, form.card):
        yield unfilled(
            "card", _("There is no platoon card “%(card)s”."), _("Choose one of those listed."), card=form.card
        )
    if not form.vehicles:
        yield unfilled("vehicles", _("The platoon has no vehicle."), _("Choose a model for one at least."))
    for row in form.vehicles:
        yield from _faults_of(row, stock)


def _faults_of(row: Row, stock: Stock) -> Iterator[Refused]:
    field = f"v{row.number}"
    if not row.model:
        yield unfilled(
            field, _("Vehicle %(n)s has no model."), _("Choose one, or leave all of it blank."), n=row.number
        )
    elif stock.models and not among(stock.models, row.model):
        yield unfilled(field, _("There is no model “%(model)s”."), _("Choose one of those listed."), model=row.model)
    for card in row.cards:
        if not stock.has_card(card):
            yield unfilled(field, _("There is no card “%(card)s”."), _("Choose one of those listed."), card=card)


def among(offers: tuple[Offer, ...], value: str) -> bool:
    """Whether one of these offers has this value."""
    return any(offer.value == value for offer in offers)
