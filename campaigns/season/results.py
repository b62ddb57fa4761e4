"""How a fixture counts other than by its battle: conceded, walked over, adjudicated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import names, rungs, scores
from campaigns.season.chapters import RESULT, RUNG, SCORE, SECTOR, Cause, Chapter
from campaigns.season.kept_events import Decided
from campaigns.season.map import retreats
from campaigns.season.map.defeat import fought_on_map, why_beaten
from campaigns.season.offers import WHY, choice, fixture_field, in_command, of_platoon, platoon_field, platoon_picks
from campaigns.season.refusals import commanded, fixture_of, keys, no, organiser, platoon_of
from campaigns.season.seating import speakers
from campaigns.season.standings import note, showings_of
from campaigns.season.state import Fixture, Season
from campaigns.season.values import PLATOON, FixtureKey, PlatoonKey, Points, Result
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Results")


class Concede(Command, frozen=True, kw_only=True):
    """A platoon gives a fixture up that is not fought yet: the other one has won. By one of its players."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)

    fixture: FixtureKey
    platoon: PlatoonKey


class ReportReady(Command, frozen=True, kw_only=True):
    """A player says, before the round closes, that they are ready to play a fixture. If nobody musters it and
    `unplayed` is no_show, who did not say so loses to who did. By one of its players."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)

    fixture: FixtureKey


class WalkOver(Command, frozen=True, kw_only=True):
    """One platoon did not turn up: the other one, `winner`, has won. By an organiser, or the clerk."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: FixtureKey
    winner: PlatoonKey
    reason: Reason


class Adjudicate(Command, frozen=True, kw_only=True):
    """An organiser's ruling on a fixture, whatever was played: it outranks the battle's result, and ends a dispute.

    `winner` "" is a draw; `void`: it does not count at all. `points` by platoon, as scored in a battle; left out, those
    of the battle stand. Vehicles are as the battle left them all the same.
    """

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: FixtureKey
    winner: Annotated[str, msgspec.Meta(max_length=40), PLATOON] = ""
    void: bool = False
    points: dict[PlatoonKey, Points] | msgspec.UnsetType = msgspec.UNSET
    reason: Reason


class ReadyReported(Event, frozen=True, kw_only=True):
    """A platoon is ready to play a fixture."""

    fixture: str
    platoon: str


CHAPTER.heard_afterwards(Adjudicate)


RULED = ("adjudicated", "void")  # by an organiser: the last word

CHAPTER.settles(
    Ways(
        keep=_("The fixture counts as it was ruled."),
        strike=_("The ruling is taken back: the fixture counts as its battle does, or is open."),
    ),
    *(Adjudicate, WalkOver, Concede),
)


@CHAPTER.decides
def concede(season: Season, command: Concede, who: Who, dice: Dice) -> Decision:
    fixture = fixture_of(season, command.fixture)
    commanded(season, command.platoon, who)
    at_once(strangers(fixture, {"platoon": command.platoon}))
    not_begun(fixture, say(_("Report in the battle that it is lost.")))
    others = [key for key in fixture.platoons if key != command.platoon]
    yield Decided(fixture=fixture.key, how="conceded", results=won_by(fixture, *others))
    yield from retreats.after(season, fixture, dice)


@CHAPTER.decides
def report_ready(season: Season, command: ReportReady, who: Who, dice: Dice) -> Decision:
    """For every platoon of theirs in it. Nobody can say so of a fixture whose battle is mustered, or that is over."""
    fixture = fixture_of(season, command.fixture)
    mine = played(season, fixture, who, before=True)
    not_begun(fixture, say(_("Its battle is mustered: play it.")))
    left = [key for key in mine if key not in fixture.ready and not season.platoons[key].dropped]
    if not left:
        raise no(_("You have said that you are ready for this fixture."), field="fixture")
    for key in left:
        yield ReadyReported(fixture=fixture.key, platoon=key)


@CHAPTER.decides
def walk_over(season: Season, command: WalkOver, who: Who, dice: Dice) -> Decision:
    organiser(who)
    fixture = fixture_of(season, command.fixture)
    platoon_of(season, command.winner, "winner")
    at_once(strangers(fixture, {"winner": command.winner}))
    not_begun(fixture, say(_("Call it off first, or adjudicate the fixture.")))
    results = won_by(fixture, command.winner)
    yield Decided(fixture=fixture.key, how="walkover", results=results, reason=command.reason)
    yield from retreats.after(season, fixture, dice)


@CHAPTER.decides
def adjudicate(season: Season, command: Adjudicate, who: Who, dice: Dice) -> Decision:
    """Also of what is counted, was decided before, or is still being fought; and after the season was closed."""
    organiser(who)
    fixture = fixture_of(season, command.fixture)
    at_once(_unsound(fixture, command))
    again = not fixture.is_open
    yield _ruling(fixture, command)
    yield from retreats.after(season, fixture, dice, again=again)


def _ruling(fixture: Fixture, command: Adjudicate) -> Decided:
    if command.void:
        return Decided(fixture=fixture.key, how="void", reason=command.reason)
    points = None if command.points is msgspec.UNSET else dict(command.points)
    results = won_by(fixture, command.winner) if command.winner else drawn(fixture)
    return Decided(fixture=fixture.key, how="adjudicated", results=results, points=points, reason=command.reason)


# -- results -----------------------------------------------------------------------------------------------------------


def won_by(fixture: Fixture, *winners: str) -> dict[str, Result]:
    return {key: "won" if key in winners else "lost" for key in fixture.platoons}


def drawn(fixture: Fixture) -> dict[str, Result]:
    return dict.fromkeys(fixture.platoons, "drawn")


# -- checks ------------------------------------------------------------------------------------------------------------


def strangers(fixture: Fixture, named: Mapping[str, str]) -> Iterator[Refused]:
    """Platoons that are not of the fixture, by the field that names them."""
    for field, platoon in named.items():
        if platoon not in fixture.platoons:
            yield no(
                say(_("%(platoon)s does not play in “%(fixture)s”."), platoon=platoon, fixture=fixture.key),
                say(_("They are %(platoons)s."), platoons=keys(fixture.platoons)),
                field,
            )


def not_begun(fixture: Fixture, remedy: Message) -> None:
    """`Refused` for a fixture that is mustered or decided; the remedy for one whose battle is under way."""
    if fixture.is_fought:
        raise no(say(_("“%(fixture)s” is under way."), fixture=fixture.key), remedy, "fixture")
    if not fixture.is_open:
        raise no(
            say(_("“%(fixture)s” is decided already."), fixture=fixture.key),
            _("An organiser may adjudicate it."),
            "fixture",
        )
    if not fixture.announced:
        raise no(
            say(_("“%(battle)s” was called off."), battle=fixture.key),
            _("An organiser may adjudicate it."),
            "fixture",
        )


def _unsound(fixture: Fixture, command: Adjudicate) -> Iterator[Refused]:
    if command.winner:
        yield from strangers(fixture, {"winner": command.winner})
    points = {} if command.points is msgspec.UNSET else command.points
    yield from strangers(fixture, {f"points.{key}": key for key in points})
    for field, said in (("winner", command.winner), ("points", points)):
        if command.void and said:
            yield no(
                _("What does not count has neither winner nor points."),
                _("Leave it out, or let the fixture count."),
                field,
            )


def played(season: Season, fixture: Fixture, who: Who, before: bool = False) -> list[str]:
    """The platoons of the fixture that `who` commands, or `before` it is played speaks for; `Refused` if none."""
    mine = [
        key
        for key in fixture.platoons
        if who.id in (speakers(season, fixture, key) if before else season.platoons[key].players)
    ]
    if not mine:
        raise no(
            say(_("You do not play in “%(fixture)s”."), fixture=fixture.key),
            _("Its players say whether they accept it; an organiser adjudicates."),
            "by",
            "not-yours",
        )
    return mine


# -- what of it is offered ---------------------------------------------------------------------------------------------


def waiting(season: Season) -> list[Fixture]:
    """The fixtures that nobody has begun: announced, and neither mustered nor decided."""
    return [one for one in season.fixtures.values() if one.is_open and one.announced and not one.is_fought]


WITHOUT_IT = _(
    "If nobody has mustered the battle when the round closes, whoever did not say that they were ready loses it."
)
EVERYBODY_READS = _("Everybody may read that you are ready to play.")


@CHAPTER.offers(Concede)
def _conceded_by(season: Season, who: Who) -> Iterator[Choice]:
    there = waiting(season)
    for platoon in in_command(season, who):
        if mine := [one for one in there if platoon.key in one.platoons]:
            fixture = fixture_field(season, mine)
            help_ = say(_("You give the fixture up before it is fought, and the other platoon wins."))
            yield of_platoon(season, Concede, _("%(platoon)s concedes a fixture"), platoon, fixture, help=help_)


@CHAPTER.offers(ReportReady)
def _ready_for(season: Season, who: Who) -> Iterator[Choice]:
    mine = [one for one in waiting(season) if any(_may_be_ready(season, one, key, who) for key in one.platoons)]
    if mine:
        help_ = say(WITHOUT_IT if season.terms["unplayed"] == "no_show" else EVERYBODY_READS)
        yield choice(ReportReady, say(_("I am ready to play it")), fixture_field(season, mine), help=help_)


def _may_be_ready(season: Season, fixture: Fixture, key: str, who: Who) -> bool:
    platoon = season.platoons[key]
    return who.id in speakers(season, fixture, key) and key not in fixture.ready and not platoon.dropped


@CHAPTER.offers(WalkOver)
def _walked_over(season: Season, who: Who) -> Iterator[Choice]:
    for fixture in waiting(season) if who.referee else ():
        if there := [key for key in fixture.platoons if not season.platoons[key].dropped]:
            label = say(_("Give a walk-over: %(fixture)s"), fixture=names.pair(season, fixture.platoons))
            winner = replace(platoon_field(season, there, "winner"), label=say(_("Winner")))
            yield choice(WalkOver, label, fixture_field(season, [fixture]), winner, WHY)


@CHAPTER.offers(Adjudicate)
def _adjudicated_by(season: Season, who: Who) -> Iterator[Choice]:
    """Every fixture: won by one of them or drawn, and, all in one, that it does not count."""
    if not who.referee or not season.fixtures:
        return
    every = fixture_field(season, season.fixtures.values())
    yield choice(Adjudicate, say(_("A fixture does not count at all")), every, WHY, void=True)
    for fixture in season.fixtures.values():
        label = say(_("Adjudicate a fixture: %(fixture)s"), fixture=names.pair(season, fixture.platoons))
        picks = platoon_picks(season, fixture.platoons)
        winner = Field(name="winner", kind="pick", label=say(_("Winner")), picks=picks, blank=say(_("a draw")))
        won = next((one.platoon for one in showings_of(fixture) if one.result == "won"), None)
        winner = replace(winner, default=won)
        number = Field(name="points", kind="number", label=say(_("Points")), most=99_999, near=(0, 5), required=True)
        points = Field(name="points", kind="keyed", label=say(_("Points scored")), picks=picks, fields=(number,))
        points = replace(points, help=say(_("If all are left blank, points stay as they are.")))
        yield choice(Adjudicate, label, fixture_field(season, [fixture]), winner, points, WHY)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _ready(season: Season, event: ReadyReported) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.ready = (*fixture.ready, event.platoon)


@CHAPTER.evolves
def _decided(season: Season, event: Decided) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.decided, fixture.disputes, fixture.accepted = event, {}, ()
    note(season, fixture)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_ready(season: Season, event: ReadyReported) -> Message:
    return say(
        _("%(platoon)s is ready to play %(platoons)s."),
        platoon=event.platoon,
        platoons=names.pair(season, season.fixtures[event.fixture].platoons),
    )


@CHAPTER.narrates
def _tell_decided(season: Season, event: Decided) -> Message:
    texts = {
        "conceded": _("%(platoons)s: conceded, %(result)s. %(reason)s"),
        "walkover": _("%(platoons)s: a walk-over, %(result)s. %(reason)s"),
        "default": _("%(platoons)s was not played to its end: %(result)s. %(reason)s"),
        "adjudicated": _("%(platoons)s is adjudicated: %(result)s. %(reason)s"),
        "void": _("%(platoons)s: %(result)s. %(reason)s"),
    }
    platoons = names.pair(season, season.fixtures[event.fixture].platoons)
    result = scores.result_in_words(season, event.results)
    return say(texts[event.how], platoons=platoons, result=result, reason=event.reason)


# -- beside ------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(SECTOR)
def _why_there(season: Season, event: Decided, key: str) -> Iterator[Cause]:
    return why_beaten(season, season.fixtures[event.fixture])


@CHAPTER.speaks(SECTOR)
def _speaks(season: Season, event: Decided, key: str) -> bool:
    return fought_on_map(season.fixtures[event.fixture], key)


@CHAPTER.explains(SCORE)
def _why_score(season: Season, event: Decided, key: str) -> Iterator[Cause]:
    return scores.why_counts(season, season.fixtures[event.fixture], key)


@CHAPTER.speaks(SCORE)
def _speaks_of_score(season: Season, event: Decided, key: str) -> bool:
    return scores.is_in(season.fixtures[event.fixture], key)


@CHAPTER.explains(RESULT)
def _why_result(season: Season, event: Decided, key: str) -> Iterator[Cause]:
    return scores.why_result(season, season.fixtures[event.fixture])


@CHAPTER.speaks(RESULT)
def _speaks_of_result(season: Season, event: Decided, key: str) -> bool:
    return event.fixture == key


@CHAPTER.explains(RUNG)
def _why_moved(season: Season, event: Decided, key: str) -> Iterator[Cause]:
    return rungs.why_moved(season, season.fixtures[event.fixture])
