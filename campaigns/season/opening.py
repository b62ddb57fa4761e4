"""Opening a campaign: what was prepared is checked and frozen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from campaigns.season import editions, purchase_list
from campaigns.season.chapters import TOTAL, Cause, Chapter
from campaigns.season.kept_events import Opened
from campaigns.season.refusals import alike, no, no_edition, organiser
from campaigns.season.standings import BREAKERS
from campaigns.season.state import Season
from campaigns.season.terms import settle_terms
from campaigns.season.values import YEAR, Scoring, Seed, Short, Terms
from campaigns.theatre.validation import checked
from rules import adjudicate
from rules import system as find_system
from rules.adjudicate import Who
from rules.bounds import Key, Name
from rules.contract import Command, Message, Refused, RuleSystem, at_once, say
from rules.contract import gettext_noop as _
from rules.kit.options import settle_options
from rules.stream import dice

CHAPTER = Chapter("Opening")

MapText = Annotated[str, msgspec.Meta(max_length=100_000, pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f]*$")]


class Open(Command, frozen=True, kw_only=True):
    """Freeze what was prepared and begin: the first report of every campaign.

    `options` are house rules over the rulebook's own, `terms` those between battles (`campaigns.season.terms`); `sides`
    names each side by key (none: everyone on their own); `breakers` part platoons of equal score, the first first
    (`campaigns.season.standings.breakers`; none: the house's). After `confirm_within` seconds a silent side has
    confirmed a battle (0: never). `seed` gives the seeds of its battles. `map`: the text of its map
    (`campaigns.theatre.map_text`), "" for a campaign without one.
    """

    sealed: ClassVar[tuple[str, ...]] = ("name", "sides", "seed", "map")

    name: Name
    system: Key
    edition: Short = ""  # "" is the newest
    options: Terms = {}
    terms: Terms = {}
    sides: dict[Key, Name] = {}
    scoring: Scoring = Scoring()
    breakers: Annotated[tuple[Short, ...], msgspec.Meta(max_length=20)] = ()
    confirm_within: Annotated[int, msgspec.Meta(ge=0, le=YEAR)] = 0
    seed: Seed
    map: MapText = ""


CHAPTER.upcasts(Opened, 1, 2, 3)


def open_campaign(command: Open, who: Who) -> Opened:
    """Complete and frozen: every option, term and tie-breaker is known and settled. Raises `Refused`."""
    organiser(who)
    system = find_system(command.system)
    if command.edition and command.edition not in system.editions:
        raise no_edition(system, command.edition)
    if len(command.sides) == 1:
        raise no(_("A campaign of one side has nobody to fight."), _("Name two sides or none."), "sides")
    at_once(alike(command.sides.values(), "sides"))
    at_once(unknown_breakers(command.breakers))
    on_map = bool(command.map.strip())
    options, terms = settled(system, command.edition, command.options), settle_terms(system, command.terms, on_map)
    edition = command.edition or system.edition
    at_once(purchase_list.faults(str(terms[purchase_list.TERM]), system, edition, options, command.sides))
    drawn = checked(command.map, command.sides, capitals=terms["victory"] == "capital") if on_map else None
    return Opened(
        name=command.name,
        system=command.system,
        edition=edition,
        options=options,
        sides=command.sides,
        scoring=command.scoring,
        terms=terms,
        breakers=command.breakers,
        confirm_within=command.confirm_within,
        seed=command.seed,
        commitment=dice.commitment(command.seed),
        theatre=drawn.theatre if drawn else None,
        sectors=drawn.names if drawn else {},
        house_edition=editions.NEWEST,
    )


def settled(system: RuleSystem, edition: str, asked: Terms) -> Terms:
    """The complete options of a campaign's battles; `Refused` for one that no battle could be mustered with."""
    options = settle_options(system.options, asked, system.number)
    texts = [option for option in system.options if option.type == "text"]
    if any(options.get(option.name, option.default) != option.default for option in texts):
        _read(system, edition, options)
    return options


def unknown_breakers(breakers: tuple[str, ...]) -> Iterator[Refused]:
    for name in breakers:
        if name not in BREAKERS:
            yield no(
                say(_("There is no tie-breaker “%(name)s”."), name=name[:80]),
                say(_("Tie-breakers: %(names)s."), names=", ".join(BREAKERS)),
                "breakers",
            )
        elif breakers.count(name) > 1:
            yield no(say(_("Tie-breaker “%(name)s” is there twice."), name=name), field="breakers")


def _read(system: RuleSystem, edition: str, options: Terms) -> None:
    """What a text may say a rulebook only says at a muster: what it would refuse of every battle is refused here."""
    numbers = iter(range(10**6))
    draft = system.draft(lambda n: next(numbers) % n)
    try:
        adjudicate.muster(msgspec.structs.replace(draft, edition=edition, options=options))
    except Refused as refused:
        at_once(fault for fault in refused.faults if fault.field.partition(".")[0] == "options")


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_opened(season: Season, event: Opened) -> Message:
    return say(_("The campaign opens: %(name)s."), name=event.name)


@CHAPTER.sees
def _see_opened(season: Season, event: Opened, player: str) -> Opened:
    return msgspec.structs.replace(event, seed="")


@CHAPTER.explains(TOTAL)
def _why_nothing(season: Season, event: Opened, key: str) -> Iterator[Cause]:
    yield Cause(say(_("So it was as the campaign opened.")), "The map")
