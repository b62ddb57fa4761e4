"""House rules: in groups with headings, for forms and pages, and as they are amended from a round on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import purchase_list, terms
from campaigns.season.calendar_terms import CALENDAR
from campaigns.season.chapters import SCORE, Cause, Chapter
from campaigns.season.kept_events import Amended
from campaigns.season.offers import WHY, choice, option_field
from campaigns.season.opening import settled, unknown_breakers
from campaigns.season.refusals import keys, no, organiser
from campaigns.season.scores import why_since
from campaigns.season.settling_terms import SETTLING
from campaigns.season.standings import BREAKERS
from campaigns.season.state import Season, Settings
from campaigns.season.terms import house_rules, settle_terms
from campaigns.season.values import Number, Scoring, Short, Terms
from campaigns.season.veteran_terms import VETERANS
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Field, Message, Pick, Refused, RuleSystem, at_once, say
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.house_units import OPTION
from rules.messages import listed
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("House rules")


class Amend(Command, frozen=True, kw_only=True):
    """Change house rules from a round on: that under way, or a later one. What is left out stays as it is.

    `options` of battles, `terms` between them, by name; `scoring` and `breakers` as a whole.
    """

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    round: Number
    options: Terms = {}
    terms: Terms = {}
    scoring: Scoring | None = None
    breakers: Annotated[tuple[Short, ...], msgspec.Meta(max_length=20)] | None = None
    reason: Reason


@CHAPTER.decides
def amend(season: Season, command: Amend, who: Who, dice: Dice) -> Decision:
    """What is as it is asked for already is left out of the event; `Refused` when that is everything."""
    organiser(who)
    at_once(_wrong(season, command))
    rules = _from(season, command.round)
    breakers, scoring = command.breakers, command.scoring
    amended = Amended(
        round=command.round,
        options=_new(command.options, [one.options for one in rules]),
        terms=_new(command.terms, [one.terms for one in rules]),
        scoring=None if all(one.scoring == scoring for one in rules) else scoring,
        breakers=None if all(one.breakers == breakers for one in rules) else breakers,
        reason=command.reason,
    )
    if not (amended.options or amended.terms) and amended.scoring is None and amended.breakers is None:
        raise no(
            say(_("Nothing changes from round %(round)d on."), round=command.round),
            say(_("Name an option, a term, the scoring or the tie-breakers with a new value.")),
        )
    yield amended


def _wrong(season: Season, command: Amend) -> Iterator[Refused]:
    if command.round < season.turn:
        yield no(
            say(_("Round %(round)d is closed: what counted in it stays."), round=command.round),
            say(_("Amend from round %(round)d on."), round=season.turn),
            "round",
        )
    yield from unknown_breakers(command.breakers or ())
    options = season.settings(command.round).options | command.options
    try:
        settled(season.rules, season.opened.edition, options)
    except Refused as refused:
        yield from refused.faults
    try:
        settle_terms(season.rules, command.terms, season.opened.theatre is not None)
    except Refused as refused:
        yield from refused.faults
    else:
        yield from _no_capitals(season, command)
        if purchase_list.TERM in command.terms:
            text, opened = str(command.terms[purchase_list.TERM]), season.opened
            yield from purchase_list.faults(text, season.rules, opened.edition, options, opened.sides)


def _no_capitals(season: Season, command: Amend) -> Iterator[Refused]:
    """The map is frozen: what has no capital by now has none to win or lose."""
    opened = season.opened
    if opened.theatre is None or command.terms.get("victory") != "capital":
        return
    seats = {sector.base for sector in opened.theatre.sectors if sector.capital}
    if lacking := [side for side in opened.sides if side not in seats]:
        yield no(
            say(_("The map has no capital of %(sides)s."), sides=keys(lacking)),
            say(_("Leave victory as it is, or choose points or rounds.")),
            "terms.victory",
        )


def _from(season: Season, round: int) -> list[Settings]:
    """The house rules of the round, and of each later one from which they were amended before."""
    later = {one.round for one in season.amended if one.round > round}
    return [season.settings(number) for number in sorted({round, *later})]


def _new(asked: Terms, rules: list[Terms]) -> Terms:
    return {name: value for name, value in asked.items() if any(one.get(name) != value for one in rules)}


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(Amend)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    """As they are in the round under way; what is left out stays."""
    if not who.referee:
        return
    rules, now = season.rules, season.settings(season.turn)
    terms = groups_of(rules, season.opened.theatre is not None)
    last = max((season.turn, *(one.round for one in season.amended)))
    turn = Field(
        name="round",
        kind="number",
        label=say(_("From round")),
        help=say(_("What counted in earlier rounds stays.")),
        least=season.turn,
        most=9_999,
        near=(season.turn, last),
        default=season.turn,
        required=True,
    )
    yield choice(
        Amend,
        say(_("Amend house rules")),
        turn,
        _group("options", say(_("House rules of battles")), (_kept(one, now.options) for one in rules.options)),
        _group(
            "terms",
            say(_("Between battles")),
            (_kept(one, now.terms, say(title)) for title, options in terms for one in options),
        ),
        replace(_group("scoring", say(_("Scoring")), _scores(now.scoring)), stays=True),
        Field(
            name="breakers",
            kind="picks",
            label=say(_("Tie-breakers")),
            help=say(_("What parts platoons of equal score, the first first; the house’s own when left out.")),
            picks=tuple(Pick(key, say(one.label), notes=(say(one.help),)) for key, one in BREAKERS.items()),
            most=min(20, len(BREAKERS)),
            default=now.breakers,
            ordered=True,
            stays=True,
        ),
        WHY,
        help=say(_("Only what is changed is amended; all else stays as it is.")),
    )


def _group(name: str, label: Message, fields: Iterable[Field]) -> Field:
    return Field(name=name, kind="group", label=label, fields=tuple(fields))


def _kept(option: Option, now: Terms, under: Message | None = None) -> Field:
    """A house rule as it is now, with the rule of its rulebook; it stays so where nothing is said of it."""
    made = option_field(option, now.get(option.name))
    upload = say(_("House units as a CSV file")) if option.name == OPTION else None
    if made.help and option.rule != "campaign":
        made = replace(made, help=say(_("%(told)s (%(rule)s)"), told=made.help, rule=option.rule))
    return replace(made, stays=True, under=under, upload=upload)


def _scores(now: Scoring) -> Iterator[Field]:
    for name in Scoring.__struct_fields__:
        value = getattr(now, name)
        label = say(SCORES[name])
        yield Field(name=name, kind="number", label=label, most=999, near=(0, 1, value), default=value)


SCORES = {
    "win": _("win"),
    "draw": _("draw"),
    "loss": _("loss"),
    "scored": _("each point scored"),
    "objectives": _("each objective or victory point"),
    "destroyed": _("each enemy vehicle destroyed"),
    "preserved": _("each own vehicle brought home"),
}


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _amended(season: Season, event: Amended) -> None:
    season.amended.append(event)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_amended(season: Season, event: Amended) -> Message:
    declared = house_rules(season.rules, season.opened.theatre is not None)
    changed = [say(declared[name].called) for name in (*event.options, *event.terms)]
    changed += [say(_("Scoring"))] if event.scoring is not None else []
    changed += [say(_("Tie-breakers"))] if event.breakers is not None else []
    return say(
        _("House rules are amended from round %(round)d on (%(names)s): %(reason)s"),
        round=event.round,
        names=listed(changed),
        reason=event.reason,
    )


@CHAPTER.explains(SCORE)
def _why_score(season: Season, event: Amended, key: str) -> Iterator[Cause]:
    text = _("From round %(round)d on it counts otherwise: %(reason)s")
    yield Cause(say(text, round=event.round, reason=event.reason), "Amendments")
    yield from why_since(season, event.round, key)


GROUPS: tuple[tuple[str, tuple[Option, ...]], ...] = (
    (_("Platoons"), terms.PLATOONS),
    (_("Purse and reinforcements"), terms.PURSE),
    (_("Workshop"), terms.WORKSHOP),
    (_("Crews"), (*terms.CREWS, *VETERANS)),
    (_("Rounds"), terms.ROUNDS),
    (_("Knock-outs, groups and ladders"), terms.STAGES),
    (_("What a correction leaves to settle"), SETTLING),
    (_("Calendar and tables"), CALENDAR),
)
ON_MAP: tuple[tuple[str, tuple[Option, ...]], ...] = (
    (_("The map: orders and battles"), terms.ORDERS),
    (_("The map: retreats"), terms.RETREATS),
    (_("The map: supply"), terms.SUPPLY),
    (_("The map: victory"), terms.VICTORY),
)


def groups_of(system: RuleSystem, on_map: bool) -> Iterator[tuple[str, tuple[Option, ...]]]:
    """All terms of a campaign of this rulebook, with its defaults, by heading (to be translated). The rulebook's own
    terms come last."""
    known = {option.name: option for option in terms.terms_of(system, on_map)}
    for title, options in (*GROUPS, *(ON_MAP if on_map else ())):
        yield title, tuple(known.pop(option.name) for option in options)
    if known:
        yield _("Of the rulebook"), tuple(known.values())
