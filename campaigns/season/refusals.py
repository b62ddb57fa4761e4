"""What every decision on a campaign checks alike, and how it is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from unicodedata import normalize

from campaigns.season.state import Fixture, Platoon, Round, Season, Vehicle
from rules.adjudicate import CLERK, Who
from rules.contract import Message, Refused, RuleSystem, Sentence, say
from rules.contract import gettext_noop as _
from rules.messages import listed


def no(text: Sentence, remedy: Sentence | None = None, field: str = "", code: str = "refused") -> Refused:
    return Refused("campaign", text, remedy, field=field, code=code)


def keys(ids: Iterable[str]) -> Message:
    """Ids in a row, each of which is called by its name where it is read; "-" for none."""
    return listed([say("%(key)s", key=id) for id in ids] or [say("-")])


def organiser(who: Who) -> None:
    """`Refused` for everyone but an organiser and the clerk."""
    if not who.referee:
        raise no(_("Only an organiser of the campaign may do this."), _("Ask one."), field="by", code="not-yours")


def not_closed(season: Season) -> None:
    if season.closed is not None:
        raise no(_("The season is closed."), _("Open a new campaign: last season’s can be cloned."))


def clerk(who: Who) -> None:
    if who.id != CLERK:
        raise no(_("Only the clerk may do this."), _("It does so by itself."), field="by", code="not-yours")


def on_map(season: Season) -> None:
    """`Refused` in a campaign without a map."""
    if season.opened.theatre is None:
        raise no(_("This campaign has no map."), _("One is drawn before a campaign opens."))


def platoon_of(season: Season, key: str, field: str = "platoon") -> Platoon:
    """The platoon of that key, still in the campaign; `Refused` naming `field`."""
    found = season.platoons.get(key)
    if found is None:
        raise no(
            say(_("There is no platoon “%(key)s”."), key=key),
            say(_("Platoons: %(keys)s."), keys=keys(season.platoons)),
            field,
        )
    if found.dropped:
        raise no(say(_("%(platoon)s has left the campaign."), platoon=key), field=field)
    return found


def commanded(season: Season, key: str, who: Who) -> Platoon:
    """The platoon of that key, if `who` commands it or is an organiser."""
    platoon = platoon_of(season, key)
    in_command_of(platoon, who)
    return platoon


def in_command_of(platoon: Platoon, who: Who) -> None:
    """`Refused` for whoever neither commands the platoon nor is an organiser."""
    if who.id not in platoon.players and not who.referee:
        raise no(
            say(_("You do not command %(platoon)s."), platoon=platoon.key),
            _("Its players report for it, or an organiser."),
            "platoon",
            "not-yours",
        )


def vehicle_of(season: Season, id: str) -> Vehicle:
    """The vehicle of that id, whoever has it; `Refused` naming "vehicle"."""
    found = season.vehicles.get(id)
    if found is None:
        raise no(
            say(_("There is no vehicle “%(id)s”."), id=id),
            _("Vehicles are listed with their platoons."),
            "vehicle",
        )
    return found


def fixture_of(season: Season, key: str) -> Fixture:
    """The fixture of that key; a battle's id names the one it is fought for. Where a correction has taken a pairing
    away, its key names the battle that goes on beside the rounds."""
    found = season.fixtures.get(key) or season.fixtures.get(season.battles.get(key, ""))
    found = found or next((one for one in season.fixtures.values() if key and one.was == key), None)
    if found is None:
        raise no(say(_("There is no fixture “%(key)s”."), key=key), _("They are listed with the rounds."), "fixture")
    return found


def the_one_mustered(season: Season, battle: str) -> Fixture:
    """The fixture that a battle is mustered for; `Refused` naming "battle"."""
    found = season.of_battle(battle)
    if found is None:
        raise no(say(_("This campaign has not mustered battle %(battle)s."), battle=battle), field="battle")
    return found


def alike(names: Iterable[str], field: str) -> Iterator[Refused]:
    for name, times in Counter(normalize("NFKC", name).casefold() for name in names).items():
        if times > 1:
            yield no(say(_("The name “%(name)s” is taken."), name=name), _("Choose another one."), field)


def no_edition(system: RuleSystem, edition: str) -> Refused:
    return no(
        say(_("There is no edition “%(edition)s” of these rules."), edition=edition),
        say(_("Editions: %(editions)s."), editions=", ".join(system.editions)),
        "edition",
    )


def next_round(season: Season) -> int:
    """The number of the round that is opened next."""
    return season.rounds[-1].number + 1 if season.rounds else 1


def under_way(season: Season) -> Round:
    """The round that is open; `Refused` when none is."""
    if season.under_way is None:
        raise no(_("No round is under way."), _("Open the next one first."), "round")
    return season.under_way


def the_one_under_way(season: Season, number: int) -> Round:
    """The round of that number, if it is the one under way; `Refused` naming "round"."""
    if any(one.number == number and one.closed for one in season.rounds):
        raise no(say(_("Round %(round)d is closed already."), round=number), field="round")
    found = under_way(season)
    if found.number != number:
        raise no(
            say(_("Round %(round)d has not been opened."), round=number),
            say(_("Round %(round)d is under way."), round=found.number),
            "round",
        )
    return found
