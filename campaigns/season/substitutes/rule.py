"""The rule that the terms declare: who may sit in for a platoon, how often, whether the opponent is asked, and whose
the game is."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season.kept_events import GameOf
from campaigns.season.refusals import fixture_of, no
from campaigns.season.results import strangers
from campaigns.season.state import Fixture, Season
from campaigns.season.terms import staged
from campaigns.season.values import Terms
from campaigns.season.visibility import is_one
from rules.adjudicate import CLERK, Who
from rules.contract import Message, Refused, at_once, say
from rules.contract import gettext_noop as _

GAMES: dict[GameOf, Message] = {
    "own": say(_("Result, points and vehicles are the platoon’s; the game is its own player’s.")),
    "substitute": say(_("Result, points and vehicles are the platoon’s; the game is the substitute’s in a league.")),
    "nobody": say(_("Result, points and vehicles are the platoon’s; a league does not rate the game.")),
}


def _terms(season: Season, fixture: Fixture) -> Terms:
    return season.settings(fixture.round).terms


def rule(season: Season, fixture: Fixture) -> str:
    """Who may sit in: "nobody", "accepted", "enlisted" or "free"."""
    return str(staged(_terms(season, fixture), "substitutes"))


def game_of(season: Season, fixture: Fixture) -> GameOf:
    """Whose the game is of who sits in from now on. Once its battle is mustered it stays whose it was: nobody leaves a
    battle that goes badly to another."""
    if fixture.battle:
        return "own"
    found = str(staged(_terms(season, fixture), "substitute_game"))
    return "substitute" if found == "substitute" else "nobody" if found == "nobody" else "own"


def asks_opponent(season: Season, fixture: Fixture, platoon: str, who: Who) -> bool:
    """Whether the opponent has to accept. An organiser rules without, but not for a platoon of their own; and nobody is
    asked where the opponent has left, or is commanded by the same person."""
    if rule(season, fixture) != "accepted":
        return False
    own = is_one(who.id, *season.platoons[platoon].players)
    rivals = [season.platoons[key] for key in rivals_of(fixture, platoon)]
    asked = [one for one in rivals if not one.dropped and not is_one(who.id, *one.players)]
    return bool(asked) and (own or not who.referee)


def rivals_of(fixture: Fixture, platoon: str) -> list[str]:
    return [key for key in fixture.platoons if key != platoon]


# -- what is against it ------------------------------------------------------------------------------------------------


def undecided(season: Season, key: str, platoon: str) -> Fixture:
    """A fixture of that platoon that is not decided or counted yet; `Refused` for another."""
    fixture = fixture_of(season, key)
    at_once(strangers(fixture, {"platoon": platoon}))
    if not fixture.is_open:
        raise no(
            say(_("“%(fixture)s” is decided already."), fixture=fixture.key),
            _("An organiser may correct who sat in."),
            "fixture",
        )
    if not (fixture.announced or fixture.battle):
        raise no(say(_("“%(battle)s” was called off."), battle=fixture.key), field="fixture")
    return fixture


def wrong(season: Season, fixture: Fixture, platoon: str, person: str, asks: bool = False) -> Iterator[Refused]:
    """What is against somebody's sitting in. `asks`: it is not only to be accepted."""
    if rule(season, fixture) == "nobody":
        yield no(
            _("Nobody sits in for another player in this campaign."),
            _("Its house rules may declare who does; or the platoon is handed over."),
            "fixture",
        )
        return
    if over_limit(season, fixture, platoon):
        yield no(
            say(_("%(platoon)s has been substituted as often as the house rules allow."), platoon=platoon),
            _("Agree on another date, or ask an organiser."),
            "platoon",
        )
    proposed = fixture.asked_for.get(platoon)
    if asks and proposed is not None and proposed.person == person:
        yield no(_("They are proposed already."), _("Wait for the answer."), "person")
    elif (why := why_not(season, fixture, platoon, person)) is not None:
        yield no(why, _("Name somebody else."), "person")


def over_limit(season: Season, fixture: Fixture, platoon: str) -> bool:
    """Whether the platoon has had all its substitutions in other fixtures. Those that were decided without a battle do
    not count."""
    most = int(staged(_terms(season, fixture), "substitutions"))
    had = sum(
        one is not fixture and (one.is_open or bool(one.battle)) and platoon in {**one.substitutes, **one.stand_ins}
        for one in season.fixtures.values()
    )
    return 0 < most <= had


def why_not(season: Season, fixture: Fixture, platoon: str, person: str) -> Message | None:
    """Why a person may not sit in for a platoon in a fixture; None if they may."""
    if person in ("", CLERK):
        return say(_("Neither the clerk nor nobody can play a battle."))
    if person in season.platoons[platoon].players:
        return say(_("They command %(platoon)s themselves."), platoon=platoon)
    if platoon in fixture.substitutes and fixture.substitutes[platoon].person == person:
        return say(_("They sit in for %(platoon)s already."), platoon=platoon)
    for other in rivals_of(fixture, platoon):
        if person in (*season.platoons[other].players, *_sitting(fixture, other)):
            return say(_("They play on the other side of this fixture."))
    theirs = [one for one in season.platoons.values() if person in one.players]
    there = any(not one.dropped for one in theirs)
    if theirs and not there:
        return say(_("Their platoon has left the campaign."))
    if rule(season, fixture) in ("enlisted", "free") and not there:
        return say(_("They are not enlisted in this campaign."))
    if rule(season, fixture) == "free" and _is_busy(season, fixture, platoon, person):
        return say(_("They have a fixture of their own in that round."))
    return None


def _sitting(fixture: Fixture, platoon: str) -> Iterator[str]:
    """Who sits in for a platoon, and who is proposed to."""
    for found in (fixture.substitutes, fixture.asked_for):
        if platoon in found:
            yield found[platoon].person


def _is_busy(season: Season, fixture: Fixture, platoon: str, person: str) -> bool:
    """Whether they play another fixture of its round: for a platoon of theirs, or for one they sit in for; but for the
    same platoon they may sit in twice."""
    for one in season.fixtures.values():
        if one is not fixture and one.round == fixture.round and (one.announced or one.battle):
            if any(person in season.platoons[key].players for key in one.platoons):
                return True
            if any(person in _sitting(one, key) for key in one.platoons if key != platoon):
                return True
    return False


def open_ones(season: Season) -> Iterator[Fixture]:
    """The fixtures that somebody may still come to play for another."""
    return (one for one in season.fixtures.values() if one.is_open and (one.announced or one.battle))
