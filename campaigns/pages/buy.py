"""The page where a platoon buys a new vehicle, or other cards for one it has."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID, uuid4

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.forms.trouble import Trouble, status_of
from battles.presenters.people import names_of
from campaigns.pages.catalogue import Offer, Stock, nation_of, stock
from campaigns.pages.platoon import NOT_ITS_PLAYER
from campaigns.pages.request_context import Visit, framed, not_allowed, position, send, spent, told_of, unfilled, visit
from campaigns.presenters import enlistment
from campaigns.season import Platoon, Season, purchase_list
from campaigns.season.purchases import Buy
from campaigns.season.values import Recruit
from campaigns.season.vehicles import present, price
from rules.contract import Refused, at_once
from rules.contract import gettext_noop as _

PAGE = 20


class Wish(msgspec.Struct, frozen=True):
    """The form as sent, or blank. `vehicle` is the one the cards are for, "" for a new one."""

    id: str
    after: int | None
    vehicle: str = ""
    model: str = ""
    name: str = ""
    cards: tuple[str, ...] = ()


class Fold(msgspec.Struct, frozen=True):
    """Cards of one kind, each with whether it is ticked."""

    title: str
    offers: tuple[tuple[Offer, bool], ...]
    picked: int


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def buy(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    """`?q=` and `?most=` filter the models, `?nation=` chooses whose they are, `?vehicle=` buys cards for a vehicle
    it has. The form is sent here, and shown again with the input if it is refused."""
    here = visit(request, stream)
    found = here.season.platoons.get(platoon)
    if found is None:
        raise Http404
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path() if request.method != "POST" else request.path)
    if request.method == "POST":
        return _take(request, here, found)
    wish = _blank(here.season, found, request.GET.get("vehicle", ""))
    return _page(request, here, found, wish, None if _may(here, found) else not_allowed(*NOT_ITS_PLAYER))


def _may(here: Visit, found: Platoon) -> bool:
    """Only its players, because the form shows its cards. An organiser uses the API or the office."""
    return here.who is not None and here.who.id in found.players


def _blank(season: Season, platoon: Platoon, vehicle: str) -> Wish:
    wanted = vehicle if vehicle in (one.id for one in present(season, platoon)) else ""
    return Wish(str(uuid4()), season.head[0], wanted, cards=platoon.fittings.get(wanted, ()))


def _take(request: HttpRequest, here: Visit, found: Platoon) -> HttpResponse:
    wish = _read(request.POST)
    if not _may(here, found):
        return _page(request, here, found, wish, not_allowed(*NOT_ITS_PLAYER))
    try:
        report = _command(wish, found)
    except Refused as refused:
        return _page(request, here, found, wish, Trouble(status_of(refused), refused.faults))
    done = send(here, wish.id, report, wish.after, "check" in request.POST, request.POST.getlist("heeded"))
    if isinstance(done, Trouble):
        return _page(request, here, found, wish, done)
    return redirect(f"{reverse('platoon', args=[here.stream, found.key])}?ruling={done.position}#ruling")


def _read(post: QueryDict) -> Wish:
    """Never refuses."""
    return Wish(
        id=post.get("id", ""),
        after=position(post.get("after", "")),
        vehicle=post.get("vehicle", ""),
        model=" ".join(post.get("model", "").split()),
        name=" ".join(post.get("name", "").split()),
        cards=tuple(filter(None, post.getlist("cards"))),
    )


def _command(wish: Wish, platoon: Platoon) -> Buy:
    """The report. It follows from the form alone, so that a form sent twice makes the same report."""
    if wish.vehicle:
        return Buy(platoon=platoon.key, fittings={wish.vehicle: wish.cards})
    at_once(_unchosen(wish))
    id = f"{platoon.key[: enlistment.LONGEST_KEY - 9]}-{enlistment.mark(wish.id)}"
    return Buy(
        platoon=platoon.key,
        vehicles=(Recruit(id=id, model=wish.model),),
        names={id: wish.name} if wish.name else {},
        fittings={id: wish.cards} if wish.cards else {},
    )


def _unchosen(wish: Wish) -> Iterator[Refused]:
    if not wish.model:
        yield unfilled("vehicles", _("No model is chosen."), _("Choose one."))


def _page(
    request: HttpRequest, here: Visit, found: Platoon, wish: Wish, trouble: Trouble | None = None
) -> HttpResponse:
    if trouble and spent(trouble):
        wish = msgspec.structs.replace(wish, id=str(uuid4()))
    season, asked = here.season, request.GET
    offered = stock(season.rules, season.opened.edition, asked.get("nation") or nation_of(season, found), season.house)
    models = list(_models(season, found, offered, asked.get("q", ""), position(asked.get("most", ""))))
    faults = trouble.faults if trouble else ()
    people = names_of(row.by for _fact, row in told_of(request, here, trouble))
    context = {
        **framed(request, here, trouble, people),
        "platoon": found,
        "may": _may(here, found),
        "wish": msgspec.structs.replace(wish, after=season.head[0]),
        "vehicle": season.vehicles.get(wish.vehicle),
        "vehicles": list(present(season, found)),
        "stock": offered,
        "page": Paginator(models, PAGE).get_page(asked.get("page")),
        "chosen_elsewhere": wish.model and wish.model not in [one.value for one in models[:PAGE]],
        "query": _query(asked),
        "asked": {name: asked.get(name, "") for name in ("q", "most", "nation")},
        "folds": _folds(offered, wish) if _may(here, found) else [],
        "name_faults": [fault for fault in faults if fault.field.startswith("names")],
        "model_faults": [fault for fault in faults if fault.field.startswith("vehicles")],
        "card_faults": [fault for fault in faults if fault.field.startswith("fittings")],
    }
    return render(request, "campaigns/buy.html", context, status=trouble.status if trouble else 200)


def _models(season: Season, platoon: Platoon, offered: Stock, search: str, most: int | None) -> Iterator[Offer]:
    """The matching models on sale to the platoon, each with its price in this campaign."""
    listed = str(season.terms.get(purchase_list.TERM, ""))
    on_sale = purchase_list.on_sale(purchase_list.read(listed), platoon.side, season.turn) if listed.strip() else None
    for offer in offered.models:
        if on_sale is not None and offer.value not in on_sale and offer.name not in on_sale:
            continue
        if search.casefold().strip() not in offer.name.casefold():
            continue
        points = price(season.rules, season.house, season.opened.edition, offer.value)
        if most is None or points <= most:
            yield msgspec.structs.replace(offer, points=points)


def _folds(offered: Stock, wish: Wish) -> list[Fold]:
    return [
        Fold(
            title=shelf.title,
            offers=tuple((offer, offer.value in wish.cards) for offer in shelf.offers),
            picked=sum(offer.value in wish.cards for offer in shelf.offers),
        )
        for shelf in offered.cards
    ]


def _query(asked: QueryDict) -> str:
    kept = asked.copy()
    kept.pop("page", None)
    return f"{kept.urlencode()}&" if kept else ""
