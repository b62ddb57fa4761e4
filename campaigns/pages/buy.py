"""The page where a platoon buys new vehicles, or other cards for one it has."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from battles.forms.trouble import Trouble
from battles.presenters.people import names_of
from campaigns.pages import choice_forms
from campaigns.pages.catalogue import Offer, Stock, nation_of, stock, worded
from campaigns.pages.platoon import NOT_ITS_PLAYER
from campaigns.pages.request_context import Visit, framed, not_allowed, position, told_of, visit
from campaigns.season import Platoon, Season
from campaigns.season.purchases import Buy
from campaigns.season.vehicles import price
from rules.contract import Choice, Field, Pick, say, verbatim
from rules.contract import gettext_noop as _

LONGEST = 31  # of the beginning of a new vehicle's id


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def buy(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    """`?q=` and `?most=` filter the models, `?nation=` chooses whose they are, `?vehicle=` buys cards for a vehicle
    it has. The form is sent to the same address, and shown again with the input if it is refused."""
    here = visit(request, stream)
    found = here.season.platoons.get(platoon)
    if found is None:
        raise Http404
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path() if request.method != "POST" else request.path)
    if not _may(here, found):
        return _page(request, here, found, not_allowed(*NOT_ITS_PLAYER))
    return _take(request, here, found) if request.method == "POST" else _page(request, here, found)


def _may(here: Visit, found: Platoon) -> bool:
    """Only its players, because the form shows its cards. An organiser uses the API or the office."""
    return here.who is not None and here.who.id in found.players


def _take(request: HttpRequest, here: Visit, found: Platoon) -> HttpResponse:
    done = choice_forms.take(request, here, _shop(here, found, request.GET).choices)
    if isinstance(done, Trouble):
        return _page(request, here, found, done)
    return redirect(f"{reverse('platoon', args=[here.stream, found.key])}?ruling={done.position}#ruling")


def _page(request: HttpRequest, here: Visit, found: Platoon, trouble: Trouble | None = None) -> HttpResponse:
    may = _may(here, found)
    shop = _shop(here, found, request.GET) if may else Shop()
    people = names_of(row.by for _fact, row in told_of(request, here, trouble))
    context = {
        **framed(request, here, trouble, people),
        **choice_forms.shown(here, shop.choices, request.get_full_path(), trouble, found.key),
        "platoon": found,
        "may": may,
        "shop": shop,
        "vehicles": [here.season.vehicles[id] for id in shop.vehicles],
        "asked": {name: request.GET.get(name, "") for name in ("q", "most", "nation")},
    }
    return render(request, "campaigns/buy.html", context, status=trouble.status if trouble else 200)


# -- what is shown of what may be bought -------------------------------------------------------------------------------


class Shop(msgspec.Struct, frozen=True):
    """The form shown, for new vehicles or for cards of `vehicle`; none for one that has gone meanwhile, so that what
    was typed for it is not taken for another one's. The `vehicles` that may have other cards; the `stock` that new ones
    are from, None if nothing new can be bought."""

    choices: tuple[Choice, ...] = ()
    vehicle: str = ""
    vehicles: tuple[str, ...] = ()
    stock: Stock | None = None


def _shop(here: Visit, found: Platoon, asked: QueryDict) -> Shop:
    season = here.season
    nation = asked.get("nation") or nation_of(season, found)
    offered = stock(season.rules, season.opened.edition, nation, season.house)
    choices = {_is_new(one): one for one in choice_forms.of_platoon(here, found.key, Buy)}
    new, refit = choices.get(True), choices.get(False) if offered.cards else None
    vehicles = tuple(pick.value for pick in _fields(refit)["fittings"].picks) if refit else ()
    vehicle = asked.get("vehicle", "")
    if refit and vehicle in vehicles:
        shown = _refit(found, refit, offered, vehicle)
        return Shop((shown,), vehicle, vehicles, offered if new else None)
    found_new = _new(season, found, new, offered, asked) if new and not vehicle else None
    return Shop((found_new,) if found_new else (), "", vehicles, offered if new else None)


def _is_new(choice: Choice) -> bool:
    return "vehicles" in _fields(choice)


def _fields(choice: Choice) -> dict[str, Field]:
    return {field.name: field for field in choice.fields}


def _refit(platoon: Platoon, choice: Choice, offered: Stock, vehicle: str) -> Choice:
    """Cards for one vehicle, beginning with those it has."""
    field = _fields(choice)["fittings"]
    cards = _cards(field, offered, platoon.fittings.get(vehicle, ()))
    shown = replace(field, picks=tuple(pick for pick in field.picks if pick.value == vehicle), fields=(cards,))
    help_ = say(
        _("These will be its cards. One that it keeps is not paid again; one that it gives up brings no points.")
    )
    return replace(choice, help=help_, fields=(shown,))


def _new(season: Season, platoon: Platoon, choice: Choice, offered: Stock, asked: QueryDict) -> Choice | None:
    """New vehicles of the models that are looked for, with cards; None if there are none."""
    fields = _fields(choice)
    id, model = fields["vehicles"].fields
    id = replace(id, kind="id", default=platoon.key[:LONGEST])
    if model.kind == "pick":
        picks = tuple(worded(model, _models(season, offered, asked), priced=True))
        model = replace(model, picks=picks, blank=verbatim("–"))
        if not model.picks:
            return None
    vehicles = replace(fields["vehicles"], fields=(id, model))
    shown = [vehicles, fields["names"]]
    if offered.cards:
        shown.append(replace(fields["fittings"], picks=(), fields=(_cards(fields["fittings"], offered),)))
    help_ = say(_("“Check first” tells you what it costs, and buys nothing."))
    return replace(choice, help=help_, fields=tuple(shown))


def _cards(fittings: Field, offered: Stock, had: tuple[str, ...] | None = None) -> Field:
    """The cards of one vehicle, by kind; those it had can stay, one that it had twice even twice."""
    (cards,) = fittings.fields
    picks = [pick for shelf in offered.cards for pick in worded(cards, shelf.offers, shelf.title)]
    known = {word for pick in picks for word in (pick.value, *pick.also)}
    picks += [Pick(one, verbatim(one)) for one in dict.fromkeys(had or ()) if one not in known]
    repeats = len(set(had or ())) < len(had or ())
    return replace(cards, picks=tuple(picks), required=False, most=len(picks), repeats=repeats, default=had)


def _models(season: Season, offered: Stock, asked: QueryDict) -> Iterator[Offer]:
    """Those that match the search, each with its price in this campaign."""
    wanted, most = asked.get("q", "").casefold().strip(), position(asked.get("most", ""))
    for offer in offered.models:
        if wanted in offer.name.casefold():
            points = price(season.rules, season.house, season.opened.edition, offer.value)
            if most is None or points <= most:
                yield replace(offer, points=points)
