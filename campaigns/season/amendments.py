"""What an amendment of house rules changes, from what to what: for the log, pages and mail. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

import msgspec

from campaigns.season.chapters import Cause
from campaigns.season.kept_events import Amended, Before
from campaigns.season.standings import BREAKERS, HOUSE
from campaigns.season.state import Season, Settings
from campaigns.season.terms import house_rules
from campaigns.season.values import Scoring, Terms
from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.messages import listed, verbatim

SHORT = 60  # characters of a text that is named in a sentence
SCORES = {
    "win": _("win"),
    "draw": _("draw"),
    "loss": _("loss"),
    "scored": _("each point scored"),
    "objectives": _("each objective or victory point"),
    "destroyed": _("each enemy vehicle destroyed"),
    "preserved": _("each own vehicle brought home"),
}


class Changed(msgspec.Struct, frozen=True):
    """A house rule with its value before and after. `texts`: both in full, where people wrote them."""

    name: str
    label: Message
    before: Message
    after: Message
    texts: tuple[str, str] | None = None


def before_of(event: Amended, was: Settings) -> Before:
    """What the rules that an amendment changes were until then."""
    return Before(
        options={name: was.options[name] for name in event.options if name in was.options},
        terms={name: was.terms[name] for name in event.terms if name in was.terms},
        scoring=None if event.scoring is None else was.scoring,
        breakers=None if event.breakers is None else was.breakers,
        edition=was.edition if event.edition else "",
    )


def changes(season: Season, event: Amended, before: Before) -> Iterator[Changed]:
    """Those that are others than `before`, in the order in which they are told."""
    declared = house_rules(season.rules, season.opened.theatre is not None)
    if event.edition and event.edition != before.edition:
        label = say(_("Edition of the rulebook"))
        yield Changed("edition", label, verbatim(before.edition), verbatim(event.edition))
    for name, value in {**event.options, **event.terms}.items():
        was = (before.options | before.terms).get(name)
        if was != value:
            option = declared[name]
            texts = (str(was or ""), str(value)) if option.type == "text" else None
            yield Changed(name, say(option.called), _value(option, was), _value(option, value), texts)
    if event.scoring is not None and before.scoring is not None:
        yield from _scored(before.scoring, event.scoring)
    if event.breakers is not None and event.breakers != before.breakers:
        yield Changed("breakers", say(_("Tie-breakers")), _breakers(before.breakers or ()), _breakers(event.breakers))


def _scored(before: Scoring, after: Scoring) -> Iterator[Changed]:
    for name, label in SCORES.items():
        was, now = getattr(before, name), getattr(after, name)
        if was != now:
            yield Changed(f"scoring.{name}", say(label), verbatim(str(was)), verbatim(str(now)))


def _breakers(keys: Sequence[str]) -> Message:
    return listed([say(BREAKERS[key].label) if key in BREAKERS else verbatim(key) for key in keys or HOUSE])


def _value(option: Option, value: bool | int | str | None) -> Message:
    if isinstance(value, bool):
        return say(_("yes")) if value else say(_("no"))
    if option.type == "choice" and value:
        return say(option.choice_called(str(value)))
    said = "" if value is None else str(value)
    if option.type == "text":
        said = " ".join(said.split())
    return verbatim(f"{said[:SHORT]}…" if len(said) > SHORT else said or "–")


def in_force(season: Season, round: int, name: str = "scoring") -> Amended | None:
    """The newest amendment of the scoring, or of a term, that holds in a round; None where it is as the campaign
    opened."""

    def has(one: Amended) -> bool:
        return one.scoring is not None if name == "scoring" else name in one.terms

    return next((one for one in reversed(season.amended) if one.round <= round and has(one)), None)


def why_by(season: Season, round: int, name: str = "scoring") -> Iterator[Cause]:
    """The amendment by which something of a round counts as it does, where there is one."""
    if (found := in_force(season, round, name)) is None:
        return
    text = _("So it counts from round %(round)d on: %(reason)s")
    if not found.round:
        text = _("So it counts since an amendment from the start: %(reason)s")
    yield Cause(say(text, round=found.round, reason=found.reason), "Amendments")


def is_read_otherwise(season: Season, battle: str) -> bool:
    """Whether a battle stands as it was fought, although by rules that were amended since rulings would be others."""
    return bool(battle) and any(
        amended.reread is not msgspec.UNSET and battle in amended.reread.differ for amended in season.amended
    )


def overlay(was: Settings, now: Settings, own: Terms) -> Terms:
    """Of the options of a battle those that the rules have otherwise now; what it was mustered with by itself stays.
    `own`: the options of its muster."""
    return {
        name: value
        for name, value in now.options.items()
        if name in was.options and was.options[name] != value and own.get(name, was.options[name]) == was.options[name]
    }


def as_if(season: Season, event: Amended) -> Season:
    """The same season with its rules amended so, and nothing decided again. From the start (round 0): where they are
    amended later, that holds."""
    found = copy(season)
    found.amended = [*season.amended, event] if event.round else [event, *season.amended]
    return found
