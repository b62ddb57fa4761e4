"""The page where a platoon buys new vehicles, or other cards for one it has."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from msgspec.structs import replace

from battles.forms.trouble import Trouble
from battles.not_found import or_404
from battles.pages.methods import form_page
from campaigns.pages import choice_forms
from campaigns.pages.platoon import plays, shown_or_taken
from campaigns.pages.request_context import Visit, framed, position, visit
from campaigns.season import Platoon, Season
from campaigns.season.purchases import Buy
from rules.contract import Choice, Field, Pick, say, verbatim
from rules.contract import gettext_noop as _

LONGEST = 31  # of the beginning of a new vehicle's id


@form_page
def buy(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    """`?q=` and `?most=` filter the models, `?nation=` chooses whose they are, `?vehicle=` buys cards for a vehicle
    it has. The form is sent to the same address, and shown again with the input if it is refused."""
    here = visit(request, stream)
    found = or_404(here.season.platoons.get(platoon))
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path() if request.method != "POST" else request.path)
    may, asked = plays(here, found), request.GET
    return shown_or_taken(request, here, found, may, lambda: _shop(here, found, asked).choices, _page)


def _page(request: HttpRequest, here: Visit, found: Platoon, trouble: Trouble | None = None) -> HttpResponse:
    may = plays(here, found)
    shop = _shop(here, found, request.GET) if may else Shop()
    context = {
        **framed(request, here, trouble),
        **choice_forms.shown(here, shop.choices, request.get_full_path(), trouble, found.key),
        "platoon": found,
        "may": may,
        "shop": shop,
        "rules": here.season.rules,
        "vehicles": [here.season.vehicles[id] for id in shop.vehicles],
        "asked": {name: request.GET.get(name, "") for name in ("q", "most", "nation")},
    }
    return render(request, "campaigns/buy.html", context, status=trouble.status if trouble else 200)


# -- what is shown of what may be bought -------------------------------------------------------------------------------


class Shop(msgspec.Struct, frozen=True):
    """The form shown, for new vehicles or for cards of `vehicle`; none for one that has gone meanwhile, so that what
    was typed for it is not taken for another one's. The `vehicles` that may have other cards; whether `new` ones can be
    bought, from a list (`listed`); the `nations` whose models are offered apart, and the one shown."""

    choices: tuple[Choice, ...] = ()
    vehicle: str = ""
    vehicles: tuple[str, ...] = ()
    new: bool = False
    listed: bool = False
    nations: tuple[str, ...] = ()
    nation: str = ""


def _shop(here: Visit, found: Platoon, asked: QueryDict) -> Shop:
    every = {"vehicles" in _fields(one): one for one in choice_forms.of_platoon(here, found.key, Buy)}
    nations = choice_forms.nations(every.values())
    wanted = asked.get("nation") or _nation_of(here.season, found)
    nation = wanted if wanted in nations else ""
    choices = {new: choice_forms.of_nation(one, nation, here.season.rules) for new, one in every.items()}
    new, refit = choices.get(True), choices.get(False)
    has_cards = any(each.picks for one in choices.values() for each in _fields(one)["fittings"].fields)
    vehicles = tuple(pick.value for pick in _fields(refit)["fittings"].picks) if refit and has_cards else ()
    vehicle = asked.get("vehicle", "")
    if refit and vehicle in vehicles:
        return Shop((_refit(found, refit, vehicle),), vehicle, vehicles, new is not None)
    listed = new is not None and _fields(new)["vehicles"].fields[1].kind == "pick"
    shown = _new(found, new, asked) if new and not vehicle else None
    return Shop((shown,) if shown else (), "", vehicles, new is not None, listed, tuple(nations), nation)


def _fields(choice: Choice) -> dict[str, Field]:
    return {field.name: field for field in choice.fields}


def _nation_of(season: Season, platoon: Platoon) -> str:
    """The nation of the platoon's models; "" if they have several or none."""
    models = {season.vehicles[id].model for id in platoon.vehicles}
    catalogue = season.rules.catalogue(season.edition)
    nations = {one.nation for one in catalogue if one.name in models and one.nation}
    return nations.pop() if len(nations) == 1 else ""


def _refit(platoon: Platoon, choice: Choice, vehicle: str) -> Choice:
    """Cards for one vehicle, beginning with those it has: these can stay, one that it has twice even twice."""
    field, had = _fields(choice)["fittings"], platoon.fittings.get(vehicle, ())
    (cards,) = field.fields
    known = {word for pick in cards.picks for word in (pick.value, *pick.also)}
    picks = (*cards.picks, *(Pick(one, verbatim(one)) for one in dict.fromkeys(had) if one not in known))
    repeats = len(set(had)) < len(had)
    cards = replace(cards, picks=picks, required=False, most=len(picks), repeats=repeats, default=had)
    shown = replace(field, picks=tuple(pick for pick in field.picks if pick.value == vehicle), fields=(cards,))
    help_ = say(
        _("These will be its cards. One that it keeps is not paid again; one that it gives up brings no points.")
    )
    return replace(choice, help=help_, fields=(shown,))


def _new(platoon: Platoon, choice: Choice, asked: QueryDict) -> Choice | None:
    """New vehicles of the models that are looked for, with cards; None if there are none."""
    fields = _fields(choice)
    id, model = fields["vehicles"].fields
    id = replace(id, kind="id", default=platoon.key[:LONGEST])
    wanted, most = asked.get("q", "").casefold().strip(), position(asked.get("most", ""))
    if model.kind == "pick":
        picks = (one for one in model.picks if wanted in one.value.casefold() and (most is None or one.costs <= most))
        model = replace(model, picks=tuple(picks))
        if not model.picks:
            return None
    (cards,) = fields["fittings"].fields
    fitted = replace(fields["fittings"], picks=(), fields=(replace(cards, required=False),))
    shown = (replace(fields["vehicles"], fields=(id, model)), fields["names"], *((fitted,) if cards.picks else ()))
    help_ = say(_("“Check first” tells you what it costs, and buys nothing."))
    return replace(choice, help=help_, fields=shown)
