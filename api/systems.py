"""The rulebooks: options, commands and catalogues."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from rest_framework.request import Request

import rules
from api import presenters, queries
from api.endpoints import Endpoint, answer, fingerprinted
from api.schema_texts import PAGED, WORD, describe
from api.shapes import filled
from api.shapes import systems as shapes
from api.shapes.reports import Picks
from battles.sentences import option_in_words, words
from campaigns.season import offers
from rules.contract import Pick, RuleSystem
from rules.declarations import Article, Option
from rules.reports import command_codec

# Lists of names that fields of a campaign's choices take, by their place in the address, with the kinds in them.
PICKS: Mapping[str, Callable[[RuleSystem], Collection[str]]] = {
    "models": lambda system: system.model_kinds,
    "cards": lambda system: system.card_kinds,
    "platoon-cards": lambda system: system.platoon_kinds,
}


class SystemsView(Endpoint):
    url_name = "systems"

    @describe("List the rule systems", shapes.Systems)
    def get(self, request: Request) -> HttpResponse:
        """Every rulebook this site can play."""
        return answer(shapes.Systems([_line(request, system) for system in rules.all_systems().values()]))


class SystemView(Endpoint):
    url_name = "system"

    @describe("Read a rule system", shapes.System, problems=(400, 404, 429))
    def get(self, request: Request, key: str) -> HttpResponse:
        """Editions, scenarios, options and house rules, what a board may hold, and a JSON Schema of every command."""
        system = found(key)
        return answer(
            filled(
                shapes.System,
                system,
                editions=list(system.editions),
                scenarios=list(system.scenarios),
                options=[_worded(option) for option in system.options],
                board=[_worded(option) for option in system.board],
                commands=command_codec(system).schema(),
                units=_address(request, "units", system),
                rosters=[filled(shapes.RosterFormat, one, endings=list(one.endings)) for one in system.rosters],
                errata={one: [gettext(text) for text in texts] for one, texts in system.errata.items()},
            )
        )


class UnitsView(Endpoint):
    url_name = "units"

    @describe(
        "Browse a catalogue",
        shapes.Articles,
        query={
            **PAGED,
            "edition": (WORD, "One of the editions; the newest when left out."),
            "nation": (WORD, "Only models of this nation."),
            "kind": (WORD, "Only articles of this kind."),
            "q": (WORD, "Only articles with this in their name."),
        },
        problems=(400, 404, 429),
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """Models and cards with their figures, each with its source."""
        system = found(key)
        edition = queries.word(request, "edition", *system.editions) or system.edition
        wanted = _filtered(request, system.catalogue(edition))
        page, rest = queries.part(request).of(wanted)
        return answer(shapes.Articles([filled(shapes.Article, one) for one in page], rest, len(wanted)))


class PicksView(Endpoint):
    url_name = "picks"

    @describe(
        "Read names of a catalogue",
        Picks,
        query={"edition": (WORD, "One of the editions; the newest when left out.")},
        problems=(400, 404, 429),
    )
    def get(self, request: Request, key: str, picks: str) -> HttpResponse:
        """The models, the cards of vehicles, or the cards of platoons that a field of a campaign’s choice takes
        (`catalogue` there), as values. Send `If-None-Match` to get an answer only if it changed.
        """
        system = found(key)
        if picks not in PICKS:
            raise Http404
        edition = queries.word(request._request, "edition", *system.editions) or system.edition
        names = names_in(system, edition, picks)
        return fingerprinted(request._request, Picks([presenters.pick(one, words) for one in names]))


def names_in(system: RuleSystem, edition: str, picks: str) -> tuple[Pick, ...]:
    """One of the `PICKS` of a rulebook's published catalogue."""
    return offers.published_picks(system, edition, PICKS[picks](system))


def found(key: str) -> RuleSystem:
    try:
        return rules.all_systems()[key]
    except KeyError:
        raise Http404 from None


def _filtered(request: HttpRequest, articles: Sequence[Article]) -> list[Article]:
    nation = _any_case(request, "nation", {one.nation for one in articles if one.nation})
    kind = _any_case(request, "kind", {one.kind for one in articles})
    part = queries.word(request, "q")
    return [
        one
        for one in articles
        if nation in (None, one.nation)
        and kind in (None, one.kind)
        and (part is None or part.casefold() in one.name.casefold())
    ]


def _any_case(request: HttpRequest, name: str, known: Collection[str]) -> str | None:
    """One of `known`, in any case; a problem that lists them for another."""
    said = queries.word(request, name)
    found = next((one for one in known if said is not None and one.casefold() == said.casefold()), None)
    return found or queries.word(request, name, *sorted(known))


def _line(request: HttpRequest, system: RuleSystem) -> shapes.SystemLine:
    return shapes.SystemLine(system.key, system.name, system.edition, _address(request, "system", system))


def _address(request: HttpRequest, name: str, system: RuleSystem) -> str:
    return request.build_absolute_uri(reverse(f"api:{name}", args=[system.key]))


def _worded(option: Option) -> Option:
    return msgspec.structs.replace(
        option,
        help=gettext(option.help),
        label=gettext(option.called),
        labels=tuple(option_in_words(option, choice) for choice in option.choices),
    )
