"""How a fixture counts other than by its battle: conceded, walked over, adjudicated; and what its players say to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from campaigns.reports import (
    Accepted,
    Adjudicate,
    Concede,
    Confirm,
    Decided,
    Dispute,
    Disputed,
    ReadyReported,
    ReportReady,
    WalkOver,
)
from campaigns.reports.kinds import Result
from campaigns.ruling import retreating
from campaigns.ruling.checks import commanded, fixture_of, keys, no, organiser, platoon_of
from campaigns.season import Fixture, Season
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Message, Refused, at_once, say
from rules.contract import gettext_noop as _

RULED = ("adjudicated", "void")  # by an organiser: the last word


def concede(season: Season, command: Concede, who: Who, dice: Dice) -> Decision:
    fixture = fixture_of(season, command.fixture)
    commanded(season, command.platoon, who)
    _of(fixture, command.platoon, "platoon")
    _not_begun(fixture, say(_("Report in the battle that it is lost.")))
    others = [key for key in fixture.platoons if key != command.platoon]
    yield Decided(fixture=fixture.key, how="conceded", results=won_by(fixture, *others))
    yield from retreating.after(season, fixture, dice)


def report_ready(season: Season, command: ReportReady, who: Who, dice: Dice) -> Decision:
    """For every platoon of theirs in it. Nobody can say so of a fixture whose battle is mustered, or that is over."""
    fixture = fixture_of(season, command.fixture)
    mine = _played(season, fixture, who)
    _not_begun(fixture, say(_("Its battle is mustered: play it.")))
    left = [key for key in mine if key not in fixture.ready and not season.platoons[key].dropped]
    if not left:
        raise no(say(_("You have said that you are ready for this fixture.")), field="fixture")
    for key in left:
        yield ReadyReported(fixture=fixture.key, platoon=key)


def walk_over(season: Season, command: WalkOver, who: Who, dice: Dice) -> Decision:
    organiser(who)
    fixture = fixture_of(season, command.fixture)
    platoon_of(season, command.winner, "winner")
    _of(fixture, command.winner, "winner")
    _not_begun(fixture, say(_("Call it off first, or adjudicate the fixture.")))
    results = won_by(fixture, command.winner)
    yield Decided(fixture=fixture.key, how="walkover", results=results, reason=command.reason)
    yield from retreating.after(season, fixture, dice)


def adjudicate(season: Season, command: Adjudicate, who: Who, dice: Dice) -> Decision:
    """Also of what is counted, was decided before, or is still being fought; and after the season was closed."""
    organiser(who)
    fixture = fixture_of(season, command.fixture)
    at_once(_unsound(fixture, command))
    again = not fixture.is_open
    yield _ruling(fixture, command)
    yield from retreating.after(season, fixture, dice, again=again)


def _ruling(fixture: Fixture, command: Adjudicate) -> Decided:
    if command.void:
        return Decided(fixture=fixture.key, how="void", reason=command.reason)
    points = None if command.points is msgspec.UNSET else dict(command.points)
    results = won_by(fixture, command.winner) if command.winner else drawn(fixture)
    return Decided(fixture=fixture.key, how="adjudicated", results=results, points=points, reason=command.reason)


def dispute(season: Season, command: Dispute, who: Who, dice: Dice) -> Decision:
    """Until the season closes; not what one has accepted, nor what an organiser has ruled."""
    fixture = fixture_of(season, command.fixture)
    mine = _played(season, fixture, who)
    _has_result(fixture)
    if fixture.decided is not None and fixture.decided.how in RULED:
        raise no(
            say(_("An organiser has ruled on “%(fixture)s”: that stands."), fixture=fixture.key),
            say(_("Talk to the organiser, who may rule anew.")),
            "fixture",
        )
    platoon = next((key for key in mine if key not in fixture.accepted and key not in fixture.disputes), None)
    if platoon is None and any(key in fixture.disputes for key in mine):
        raise no(
            say(_("You dispute “%(fixture)s” already."), fixture=fixture.key),
            say(_("It waits for an organiser.")),
            "fixture",
        )
    if platoon is None:
        raise no(
            say(_("You have accepted the result of “%(fixture)s”."), fixture=fixture.key),
            say(_("Ask an organiser to look at it.")),
            "fixture",
        )
    yield Disputed(fixture=fixture.key, platoon=platoon, reason=command.reason)


def confirm(season: Season, command: Confirm, who: Who, dice: Dice) -> Decision:
    fixture = fixture_of(season, command.fixture)
    mine = _played(season, fixture, who)
    _has_result(fixture)
    left = [key for key in mine if key not in fixture.accepted]
    if not left:
        raise no(say(_("You have accepted the result of “%(fixture)s”."), fixture=fixture.key), field="fixture")
    for key in left:
        yield Accepted(fixture=fixture.key, platoon=key)


# -- results -----------------------------------------------------------------------------------------------------------


def won_by(fixture: Fixture, *winners: str) -> dict[str, Result]:
    return {key: "won" if key in winners else "lost" for key in fixture.platoons}


def drawn(fixture: Fixture) -> dict[str, Result]:
    return dict.fromkeys(fixture.platoons, "drawn")


# -- checks ------------------------------------------------------------------------------------------------------------


def _of(fixture: Fixture, platoon: str, field: str) -> None:
    at_once(_strangers(fixture, {field: platoon}))


def _strangers(fixture: Fixture, named: Mapping[str, str]) -> Iterator[Refused]:
    """Platoons that are not of the fixture, by the field that names them."""
    for field, platoon in named.items():
        if platoon not in fixture.platoons:
            yield no(
                say(_("%(platoon)s does not play in “%(fixture)s”."), platoon=platoon, fixture=fixture.key),
                say(_("They are %(platoons)s."), platoons=keys(fixture.platoons)),
                field,
            )


def _not_begun(fixture: Fixture, remedy: Message) -> None:
    """`Refused` for a fixture that is mustered or decided; the remedy for one whose battle is under way."""
    if fixture.is_fought:
        raise no(say(_("“%(fixture)s” is under way."), fixture=fixture.key), remedy, "fixture")
    if not fixture.is_open:
        raise no(
            say(_("“%(fixture)s” is decided already."), fixture=fixture.key),
            say(_("An organiser may adjudicate it.")),
            "fixture",
        )
    if not fixture.announced:
        raise no(
            say(_("“%(battle)s” was called off."), battle=fixture.key),
            say(_("An organiser may adjudicate it.")),
            "fixture",
        )


def _unsound(fixture: Fixture, command: Adjudicate) -> Iterator[Refused]:
    if command.winner:
        yield from _strangers(fixture, {"winner": command.winner})
    points = {} if command.points is msgspec.UNSET else command.points
    yield from _strangers(fixture, {f"points.{key}": key for key in points})
    for field, said in (("winner", command.winner), ("points", points)):
        if command.void and said:
            yield no(
                say(_("What does not count has neither winner nor points.")),
                say(_("Leave it out, or let the fixture count.")),
                field,
            )


def _played(season: Season, fixture: Fixture, who: Who) -> list[str]:
    """The platoons of the fixture that `who` commands; `Refused` if none."""
    mine = [key for key in fixture.platoons if who.id in season.platoons[key].players]
    if not mine:
        raise no(
            say(_("You do not play in “%(fixture)s”."), fixture=fixture.key),
            say(_("Its players say whether they accept it; an organiser adjudicates.")),
            "by",
            "not-yours",
        )
    return mine


def _has_result(fixture: Fixture) -> None:
    if fixture.is_open:
        raise no(
            say(_("“%(fixture)s” has no result yet."), fixture=fixture.key),
            say(_("Wait until it is counted or decided.")),
            "fixture",
        )
