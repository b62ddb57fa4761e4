"""What the choices of a season are made of. Chapters offer what they decide (`Chapter.offers`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from campaigns.season import names
from campaigns.season.state import GONE, Fixture, Platoon, Season, Vehicle
from rules.adjudicate import Who
from rules.contract import Choice, Command, Field, Message, Pick, RuleSystem, say
from rules.contract import gettext_noop as _
from rules.declarations import Article, Option
from rules.kit.catalogue import articles
from rules.messages import called, verbatim
from rules.stream.choices import Kind

WHY = Field(
    name="reason",
    kind="text",
    label=say(_("Reason")),
    help=say(_("Everyone may read it in the campaign’s log.")),
    most=500,
    required=True,
)
WAIVERS = Field(
    name="waivers",
    kind="keyed",
    label=say(_("Faults that are let pass, each with the reason")),
    fields=(WHY,),
    ahead=True,
    of_faults=True,
)
SUGGESTED = 12  # ids and names of vehicles


def choice(
    command: type[Command],
    label: Message,
    *fields: Field,
    of: str = "",
    help: Message | None = None,
    **given: str | int | bool,
) -> Choice:
    """A report; `of`: the platoon whose it is, where it is one's. `help`: what it comes to."""
    return Choice(command=command.__name__, label=label, side=of, help=help, given=given, fields=fields)


# -- platoons ----------------------------------------------------------------------------------------------------------


def in_command(season: Season, who: Who) -> Iterator[Platoon]:
    """The platoons that `who` may report for: who commands them, and who rules."""
    for platoon in season.platoons.values():
        if not platoon.dropped and (who.referee or who.id in platoon.players):
            yield platoon


def known(season: Season, who: Who) -> Iterator[Platoon]:
    """Those of them whose cards and purse are no secret to `who` (`cases.opened`)."""
    for platoon in in_command(season, who):
        if not who.needs_case or season.known_to(platoon.key, who.id):
            yield platoon


def of_platoon(
    season: Season, command: type[Command], label: str, platoon: Platoon, *fields: Field, help: Message | None = None
) -> Choice:
    """A report of one platoon; `label` names it (%(platoon)s)."""
    text = say(label, platoon=names.platoon(season, platoon.key))
    return choice(command, text, *fields, of=platoon.key, help=help, platoon=platoon.key)


def platoon_picks(season: Season, keys: Iterable[str]) -> tuple[Pick, ...]:
    return tuple(Pick(key, names.platoon(season, key)) for key in keys)


def platoon_field(season: Season, keys: Iterable[str], name: str = "platoon") -> Field:
    return Field(name=name, kind="pick", label=say(_("Platoon")), picks=platoon_picks(season, keys), required=True)


# -- people ------------------------------------------------------------------------------------------------------------


def people(season: Season, but: Collection[str] = ()) -> tuple[Pick, ...]:
    """Everybody the campaign knows, but for these. Anybody else who has an account may be named, too."""
    known = dict.fromkeys(player for one in season.platoons.values() for player in one.players)
    known |= dict.fromkeys(season.offices)
    return tuple(Pick(person, called(person)) for person in known if person and person not in but)


# -- vehicles ----------------------------------------------------------------------------------------------------------


def at_home(season: Season, platoon: Platoon) -> list[Vehicle]:
    """Those its players may dispose of: not gone, and in no battle."""
    fighting = season.fighting()
    there = (season.vehicles[id] for id in platoon.vehicles if id not in fighting)
    return [vehicle for vehicle in there if vehicle.status not in GONE]


def vehicle_pick(season: Season, vehicle: Vehicle, *notes: Message) -> Pick:
    """A vehicle by its name, with its model and how it is."""
    model = (verbatim(vehicle.model),) if vehicle.model != vehicle.name else ()
    under = say(_("Lost, sold and written off")) if vehicle.status in GONE else None
    about = (*model, names.STATUSES[vehicle.status], *notes)
    return Pick(vehicle.id, verbatim(names.vehicle(season, vehicle.id)), notes=about, under=under)


def vehicles_field(
    season: Season,
    name: str,
    vehicles: Sequence[Vehicle],
    label: Message | None = None,
    least: int = 0,
    most: int = 60,
) -> Field:
    picks = tuple(sorted((vehicle_pick(season, one) for one in vehicles), key=lambda pick: pick.under is not None))
    return Field(
        name=name,
        kind="picks",
        label=label or say(_("Vehicles")),
        picks=picks,
        least=least,
        most=min(most, len(picks)),
        required=least > 0,
    )


def article_picks(season: Season, kinds: Collection[str], sold: Collection[str] | None = None) -> tuple[Pick, ...]:
    """What the catalogue and the house have of these kinds, by name; of what is `sold` where that is not all."""
    picks = _picks(season.rules, articles(season.rules, season.edition, season.house), kinds)
    return picks if sold is None else tuple(one for one in picks if not {one.value, *one.also}.isdisjoint(sold))


def published_picks(system: RuleSystem, edition: str, kinds: Collection[str]) -> tuple[Pick, ...]:
    """What the catalogue alone has of these kinds: what every list of all of them begins with."""
    return _picks(system, articles(system, edition, {}), kinds)


def _picks(system: RuleSystem, known: Sequence[Article], kinds: Collection[str]) -> tuple[Pick, ...]:
    """Each by its name, or by its key where several have that name. Cards stand under their kinds, others under their
    nations; the cards of a nation without models are everybody's."""
    meant = [one for one in known if one.kind in kinds]
    nations = {one.nation for one in known if one.kind in system.model_kinds}
    named: dict[str, list[Article]] = {}
    for one in meant:
        named.setdefault(one.name, []).append(one)
    usual = next((status for status, _n in Counter(one.status for one in known).most_common(1)), "")
    return tuple(_pick(system, one, named[one.name], usual, nations) for one in meant)


def _pick(system: RuleSystem, one: Article, alike: Sequence[Article], usual: str, nations: Collection[str]) -> Pick:
    value, also = (one.name, one.key) if len(alike) == 1 else (one.key, one.name)
    said = ("" if one.status == usual else one.status.replace("_", " "), _apart(one, alike))
    under = one.kind if one.kind in system.card_kinds else one.nation
    return Pick(
        value,
        verbatim(one.name),
        also=(also,),
        notes=tuple(verbatim(text) for text in said if text),
        under=nation_called(system, under) if under else None,
        costs=one.points,
        of=one.nation if one.nation in nations else "",
    )


def nation_called(system: RuleSystem, nation: str) -> Message:
    """As people call it, where the catalogue has a short word for it."""
    return say(system.nations[nation]) if nation in system.nations else verbatim(nation)


def _apart(one: Article, alike: Sequence[Article]) -> str:
    """What tells an article from the others of its name: "Loader, USA", or a number if the catalogue says nothing."""
    if len(alike) == 1:
        return ""
    told = [_figures_in_words(each, alike) for each in alike]
    place = next(n for n, each in enumerate(alike) if each.key == one.key)
    return told[place] if len({*told}) == len(told) else str(place + 1)


def _figures_in_words(one: Article, alike: Sequence[Article]) -> str:
    facts = {name: value for name, value in one.figures.items() if isinstance(value, str)}
    differs = [value for name, value in facts.items() if any(each.figures.get(name) != value for each in alike)]
    nation = one.nation if any(each.nation != one.nation for each in alike) else ""
    return ", ".join(filter(None, (*differs, nation)))


def article_field(season: Season, name: str, label: Message, kinds: Collection[str], required: bool = True) -> Field:
    """One article; free words where the rulebook has no catalogue."""
    picks = article_picks(season, kinds)
    free = not articles(season.rules, season.edition, season.house)
    kind: Kind = "text" if free else "pick"
    return Field(name=name, kind=kind, label=label, picks=picks, most=80 * free, required=required)


def new_vehicles(season: Season, models: Sequence[Pick], made_of: str = "") -> tuple[Field, Field]:
    """The vehicles that a report brings in, and their names. `made_of`: the field whose key theirs are made of."""
    free = (id for n in range(1, len(season.vehicles) + SUGGESTED + 1) if (id := f"vehicle-{n}") not in season.vehicles)
    ids = tuple(Pick(id, verbatim(id)) for _n, id in zip(range(SUGGESTED), free, strict=False))
    id_field = Field(name="id", kind="text", label=say(_("Id")), picks=ids, most=40, required=True, made_of=made_of)
    model = Field(
        name="model",
        kind="pick" if models else "text",
        label=say(_("Model")),
        picks=tuple(models),
        most=0 if models else 80,
        required=True,
        blank=verbatim("–"),
    )
    vehicles = Field(
        name="vehicles",
        kind="rows",
        label=say(_("New vehicles")),
        fields=(id_field, model),
        least=1,
        most=60,
        required=True,
    )
    suggested = tuple(Pick(one.value.capitalize(), one.label) for one in ids)
    name = Field(name="name", kind="text", label=say(_("Name")), picks=suggested, most=80, required=True)
    label = say(_("Names of vehicles"))
    return vehicles, Field(name="names", kind="keyed", label=label, fields=(name,), by="vehicles", readily=50)


def cards_field(season: Season, cards: Sequence[Pick], of: Sequence[Vehicle] = (), by: str = "") -> Field:
    """The cards of vehicles, new ones (the rows of the field `by`) and these."""
    fitted = Field(
        name="cards",
        kind="picks" if cards else "data",
        label=say(_("Cards")),
        picks=tuple(cards),
        most=60,
        repeats=True,
        required=True,
        near=(0, 1),
    )
    return Field(
        name="fittings",
        kind="keyed",
        label=say(_("Cards of vehicles")),
        picks=tuple(Pick(one.id, verbatim(one.name)) for one in of),
        fields=(fitted,),
        by=by,
        readily=200 if cards else 0,
    )


# -- fixtures ----------------------------------------------------------------------------------------------------------


def fixture_picks(season: Season, fixtures: Iterable[Fixture]) -> tuple[Pick, ...]:
    """Each by its key; any battle that was ever mustered for it names it as well."""
    also: dict[str, list[str]] = {}
    for battle, key in season.battles.items():
        also.setdefault(key, []).append(battle)
    return tuple(
        Pick(one.key, verbatim(names.pair(season, one.platoons)), also=tuple(also.get(one.key, ()))) for one in fixtures
    )


def fixture_field(season: Season, fixtures: Iterable[Fixture]) -> Field:
    return Field(
        name="fixture", kind="pick", label=say(_("Fixture")), picks=fixture_picks(season, fixtures), required=True
    )


# -- house rules -------------------------------------------------------------------------------------------------------


def option_field(option: Option, now: bool | int | str | None, readily: int = 40) -> Field:
    """A switch or house rule as a field that begins with what it is now. A text has a form of its own, and is never
    filled in at random."""
    kinds: dict[str, Kind] = {"choice": "pick", "number": "number", "flag": "flag", "text": "text"}
    value, numbered = option.default if now is None else now, option.type == "number"
    return Field(
        name=option.name,
        kind=kinds[option.type],
        label=say(option.called),
        help=say(option.help) if option.help else None,
        picks=_picks_of(option),
        least=option.least if numbered else 0,
        most=option.most if option.type in ("number", "text") else 0,
        lines=option.type == "text",
        default=value,
        near=(option.least, option.most, int(value)) if numbered else (),
        readily=readily if option.type != "text" else 0,
    )


@lru_cache(maxsize=512)
def _picks_of(option: Option) -> tuple[Pick, ...]:
    """Its choices, made once: there are hundreds of time zones, and every look at a season offers them."""
    return tuple(Pick(one, say(option.choice_called(one))) for one in option.choices)


# -- the map -----------------------------------------------------------------------------------------------------------


def sector_picks(season: Season, keys: Iterable[str]) -> tuple[Pick, ...]:
    return tuple(Pick(key, names.place(season, key)) for key in keys)
