"""Orders are disclosed and resolved, all at once; battles arise where platoons meet, on that ground and with what the
rulebook proposes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, get_args

from campaigns.season import names
from campaigns.season.chapters import ORDER, SECTOR, Cause, Chapter
from campaigns.season.fixture_keys import with_keys
from campaigns.season.map import retreats
from campaigns.season.map.orders import in_words
from campaigns.season.map.situation import situation_of
from campaigns.season.offers import choice
from campaigns.season.positions import hold, sectors_of
from campaigns.season.refusals import no, on_map, organiser, the_one_under_way
from campaigns.season.state import Season, announce
from campaigns.season.values import Announced, Number
from campaigns.theatre import Deed, Ground, March
from campaigns.theatre.contact import Contact, Points
from campaigns.theatre.resolution import OrderGiven, resolve
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, RuleSystem, ngettext, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.upkeep import Engagement, Proposal


def ground_of(season: Season, contact: Contact) -> Ground:
    """The attacker, or the first by key of two who meet, is the first platoon of its fixture."""
    terrain = sectors_of(season)[contact.sector].terrain
    engagement = Engagement(
        edition=season.edition,
        kind="assault" if contact.attacks else "meeting",
        terrain=terrain,
        river=contact.river,
        entrenched=contact.entrenched,
        limits=contact.limits,
        sides=(season.platoons[contact.one].side, season.platoons[contact.other].side),
    )
    proposal = proposed(season.rules, engagement)
    platoons = (contact.one, contact.other)
    return Ground(
        sector=contact.sector,
        terrain=terrain,
        attacker=contact.one if contact.attacks else "",
        river=contact.river,
        entrenched=contact.entrenched,
        limits={key: limit for key, limit in zip(platoons, contact.limits, strict=True) if limit},
        scenario=proposal.scenario,
        sides=proposal.sides,
        options=proposal.options,
        board=proposal.board,
    )


def proposed(rules: RuleSystem, engagement: Engagement) -> Proposal:
    """The rulebook's proposal; of one that makes none its first scenario of two sides."""
    if rules.engage is not None:
        return rules.engage(engagement)
    scenario = next(one for one in rules.scenarios if len(one.sides) == 2)
    return Proposal(scenario=scenario.key, sides=(scenario.sides[0], scenario.sides[1]))


CHAPTER = Chapter("Disclosure")


class Disclose(Command, frozen=True, kw_only=True):
    """Disclose the orders of the round under way and resolve them, all at once: by the clerk at their deadline, or an
    organiser. It cannot be tried before."""

    positional: ClassVar[tuple[str, ...]] = ("round",)

    round: Number


class OrdersResolved(Event, frozen=True, kw_only=True):
    """The orders of a round, disclosed, and what became of them: every platoon on the map, by key. `fixtures` are the
    battles that arise, `held` the sectors that changed hands (to "" never), `entrenched` all who are from now on."""

    round: int
    marches: tuple[March, ...] = ()
    fixtures: tuple[Announced, ...] = ()
    held: dict[str, str] = {}
    entrenched: tuple[str, ...] = ()


DEEDS: dict[str, Deed] = {deed: deed for deed in get_args(Deed)}


@CHAPTER.decides
def disclose(season: Season, command: Disclose, who: Who, dice: Dice) -> Decision:
    """Retreats still due are made first; then everybody goes; who cannot fight and has met enemies is beaten."""
    organiser(who)
    on_map(season)
    found = the_one_under_way(season, command.round)
    if found.resolved:
        raise no(
            say(_("The orders of round %(round)d are disclosed."), round=found.number),
            _("New ones are given once the next round is announced."),
            "round",
        )
    yield from retreats.all_due(season, dice)
    resolution = resolve(situation_of(season), _orders(season), _points(season))
    yield OrdersResolved(
        round=found.number,
        marches=resolution.marches,
        fixtures=_announced(season, found.number, resolution.contacts),
        held=resolution.held,
        entrenched=resolution.entrenched,
    )
    for platoon in resolution.beaten:
        yield from retreats.leave(season, platoon, dice)


@CHAPTER.offers(Disclose)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    found = season.under_way
    if who.referee and season.opened.theatre is not None and found is not None and not found.resolved:
        yield choice(Disclose, say(_("Disclose the orders")), round=found.number)


def _orders(season: Season) -> dict[str, OrderGiven]:
    """Those that were given; one that was erased from the log says nothing, and holds where it is."""
    return {
        key: (DEEDS[one.do], one.to) if one.do and one.to else ("hold", season.platoons[key].sector)
        for key, one in season.orders.items()
    }


def _points(season: Season) -> Points:
    terms = season.terms
    return Points(
        battle=int(terms["battle_points"]),
        entrenched=int(terms["entrench_bonus"]),
        support=int(terms["support_bonus"]),
        river=int(terms["river_penalty"]),
    )


def _announced(season: Season, number: int, contacts: tuple[Contact, ...]) -> tuple[Announced, ...]:
    """Beside the fixtures that an organiser has paired in this round."""
    met = (Announced(key="", home=one.one, away=one.other, ground=ground_of(season, one)) for one in contacts)
    return with_keys(season, number, met)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _orders_resolved(season: Season, event: OrdersResolved) -> None:
    season.orders = {}
    season.rounds[-1].resolved, season.rounds[-1].reminded = True, False
    for march in event.marches:
        season.platoons[march.platoon].sector = march.place
    for key, platoon in season.platoons.items():
        platoon.entrenched = key in event.entrenched
    hold(season, event.held)
    announce(season, event.fixtures)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_resolved(season: Season, event: OrdersResolved) -> Message:
    """Who went where is told one by one (`marches`): it may be hundreds."""
    told = say(_("The orders of round %(round)d are disclosed."), round=event.round)
    if event.held:
        ground = say(_("Ground taken: %(held)s."), held=names.taken(season, event.held))
        told = say("%(told)s %(more)s", told=told, more=ground)
    return say("%(told)s %(more)s", told=told, more=_battles(season, event.fixtures)) if event.fixtures else told


def _battles(season: Season, fixtures: tuple[Announced, ...]) -> Message:
    met = ", ".join(_battle(season, one) for one in fixtures)
    return ngettext("Battle: %(battles)s.", "Battles: %(battles)s.", len(fixtures), battles=met)


def _battle(season: Season, one: Announced) -> str:
    told = names.pair(season, (one.home, one.away))
    return f"{told} ({names.sector(season, one.ground.sector)})" if one.ground else told


# -- what became of each order -----------------------------------------------------------------------------------------


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
    if isinstance(event, OrdersResolved):
        for march in sorted(event.marches, key=_stayed):
            yield _told(season, event, march)


def _stayed(march: March) -> bool:
    return not march.way and march.why in ("", "late") and march.do != "support"


def _told(season: Season, event: OrdersResolved, march: March) -> Message:
    values = {"platoon": names.platoon(season, march.platoon), "place": names.place(season, march.place)}
    if march.why == "late":
        return say(_("%(platoon)s had no order, and holds in %(place)s."), **values)
    if march.why:
        told, why = in_words(season, march.platoon, march.do, march.to), _failed(season, event, march).text
        return say("%(told)s %(why)s", told=told, why=why)
    text = AS_ORDERED[march.do]
    return say(text, **values, origin=names.place(season, march.origin), to=names.place(season, march.to))


# -- why ---------------------------------------------------------------------------------------------------------------


FAILURES: Mapping[str, tuple[str, str]] = {
    "late": (_("It had no order when orders were disclosed, so it held."), "Orders meet 1"),
    "illegal": (_("Its order could not stand any more, so it held."), "Orders meet 1"),
    "met": (
        _("%(enemies)s came the other way: they met here, where the better of the two sectors is."),
        "Orders meet 2",
    ),
    "full": (_("%(sector)s had no room for it (%(room)d for each side), so it went back."), "Orders meet 3"),
    "engaged": (_("A battle of an earlier round kept it, so it held."), "Orders"),
    "unfit": (_("No vehicle of it could fight, so it held."), "Orders"),
    "cut": (_("Enemies came into its own sector, so its support was cut."), "Orders meet 5"),
}


def _march_of(event: OrdersResolved, key: str) -> March | None:
    return next((one for one in event.marches if one.platoon == key), None)


@CHAPTER.explains(SECTOR, ORDER)
def _marched(season: Season, event: OrdersResolved, key: str) -> Iterator[Cause]:
    march = _march_of(event, key)
    if march is None:
        return
    if march.why != "late":
        yield Cause(in_words(season, key, march.do, march.to))
    if march.why:
        yield _failed(season, event, march)
    if len(march.way) > 2:
        way = ", ".join(names.sector(season, one) for one in march.way)
        yield Cause(say(_("Its way: %(way)s."), way=way), "Orders")
    for one in event.fixtures:
        if one.ground is not None and key in (one.home, one.away):
            text = say(_("A battle arose: %(platoons)s."), platoons=verbatim(names.pair(season, (one.home, one.away))))
            yield Cause(text, "Orders meet 4")


@CHAPTER.speaks(SECTOR)
def _speaks_of_sector(season: Season, event: OrdersResolved, key: str) -> bool:
    """Also where it did not go: its order may have failed."""
    march = _march_of(event, key)
    return march is not None and (march.do != "hold" or march.why not in ("", "late"))


@CHAPTER.speaks(ORDER)
def _speaks_of_order(season: Season, event: OrdersResolved, key: str) -> bool:
    return _march_of(event, key) is not None


def _failed(season: Season, event: OrdersResolved, march: March) -> Cause:
    """Why an order was not carried out as it was given."""
    text, rule = FAILURES[march.why]
    side = season.platoons[march.platoon].side
    came = [one.platoon for one in event.marches if one.place == march.place != one.origin]
    enemies = [key for key in came if season.platoons[key].side != side]
    room = sectors_of(season)[march.to].capacity if march.to in sectors_of(season) else 0
    return Cause(
        say(text, enemies=names.platoons(season, enemies), sector=verbatim(names.sector(season, march.to)), room=room),
        rule,
    )
