"""A season is put together of its chapters, and what does not fit is refused at import."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from campaigns import season
from campaigns.season.chapters import Cause, Chapter, Contents
from campaigns.season.kept_events import Opened
from campaigns.season.opening import Open
from campaigns.season.state import Season
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, say
from rules.kit.chapters import Misfit

MENDING = "rules.stream.revision.reports"  # the module of what mends any stream


class Sing(Command, frozen=True, kw_only=True):
    """Something that no season knows."""


class Sung(Event, frozen=True, kw_only=True):
    """It has followed."""


def sing(season: Season, command: Sing, who: Who, dice: Dice) -> Decision:
    yield Sung()


def sung(season: Season, event: Sung) -> None:
    season.scores = {}


def tell_sung(season: Season, event: Sung) -> Message:
    return say("Somebody sings.")


def offer_song(season: Season, who: Who) -> Iterator[Choice]:
    return iter(())


def why_sung(season: Season, event: Sung, key: str) -> Iterator[Cause]:
    return iter(())


def tell_opened(season: Season, event: Opened) -> Message:
    return say("It opens.")


def chapters(*without: str) -> tuple[Chapter, Chapter]:
    """A chapter that opens a season, and one in which somebody sings; of that all but what is left out."""
    first, second = Chapter("Opening"), Chapter("Songs")
    first.narrates(tell_opened)
    if "decide" not in without:
        second.decides(sing)
    if "offer" not in without:
        second.offers(Sing)(offer_song)
    if "evolve" not in without:
        second.evolves(sung)
    if "narrate" not in without:
        second.narrates(tell_sung)
    return first, second


def put_together(*chapters: Chapter, commands: tuple[type[Command], ...] = (Open, Sing)) -> Contents:
    return Contents(*chapters, opens=Open, opened=Opened, commands=commands, of_the_clerk=(Open,))


def test_what_fits_is_put_together() -> None:
    contents = put_together(*chapters())
    assert (contents.deciding, contents.evolving) == ({Sing: sing}, {Sung: sung})
    assert contents.narrating == {Opened: tell_opened, Sung: tell_sung}


@pytest.mark.parametrize(
    ("without", "said"),
    [
        ("decide", "Sing is decided by no chapter, or reported by nobody."),
        ("offer", "Sing is offered by no chapter, or cannot be reported."),
        ("evolve", "Sung is folded by no chapter, or has no sentence."),
        ("narrate", "Sung is folded by no chapter, or has no sentence."),
    ],
)
def test_what_is_missing_is_refused(without: str, said: str) -> None:
    with pytest.raises(Misfit, match=re.escape(said)):
        put_together(*chapters(without))


def test_a_command_that_nobody_reports_is_refused() -> None:
    with pytest.raises(Misfit, match=r"^Sing is decided by no chapter"):
        put_together(*chapters(), commands=(Open,))


def test_a_command_that_another_chapter_offers_is_refused() -> None:
    other = Chapter("Shanties")
    other.offers(Sing)(offer_song)
    with pytest.raises(Misfit, match=r"^Shanties offers Sing, which another chapter decides"):
        put_together(*chapters("offer"), other)


def test_what_stands_in_two_chapters_is_refused() -> None:
    again = Chapter("Shanties")
    again.decides(sing)
    with pytest.raises(Misfit, match=r"^Sing stands in two chapters: Songs, Shanties"):
        put_together(*chapters(), again)


def test_what_stands_twice_in_a_chapter_is_refused() -> None:
    songs = Chapter("Songs")
    songs.explains("platoons.sector")(why_sung)
    with pytest.raises(Misfit, match="stands there twice"):
        songs.explains("platoons.sector")(why_sung)


def test_a_command_is_decided_where_it_is_defined() -> None:
    assert [one for one, decided in season.CONTENTS.deciding.items() if decided.__module__ != one.__module__] == []


def test_a_command_is_offered_where_it_is_defined() -> None:
    assert [one for one, offered in season.CONTENTS.offering.items() if offered.__module__ != one.__module__] == []


def test_an_event_is_folded_told_seen_booked_and_explained_in_one_module() -> None:
    """But for what mends any stream: the kit folds and tells that, for seasons and leagues alike."""
    contents = season.CONTENTS
    said = [*contents.evolving.items(), *contents.seeing.items(), *contents.booking.items()]
    said += [(event, why) for (_fact, event), why in (*contents.explaining.items(), *contents.speaking.items())]
    elsewhere = [event for event, one in said if one.__module__ != contents.narrating[event].__module__]
    assert [event for event in elsewhere if event.__module__ != MENDING] == []
