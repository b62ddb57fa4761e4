"""House rules: in groups with headings, for forms and pages, and as they are amended from a round on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import edition_moves, editions, purchase_list, terms
from campaigns.season.amendments import SCORES, Changed, before_of, changes
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
from campaigns.season.values import Number, Reread, Scoring, Short, Terms
from campaigns.season.veteran_terms import VETERANS
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Field, Message, Pick, Refused, RuleSystem, at_once, say
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.house_units import OPTION
from rules.messages import listed
from rules.stream.choices import NEVER
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("House rules")


class Amend(Command, frozen=True, kw_only=True):
    """Change house rules from a round on: that under way, or a later one. What is left out stays as it is.

    `options` of battles, `terms` between them, by name; `scoring` and `breakers` as a whole. `edition`: of the
    rulebook, from a round on that is not open yet. `from_start`: in all rounds, also in those before, and what has
    happened is decided again with the dice it had. `reread` is Leaguer's own: whatever is sent gives way to it.
    """

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    round: Number
    options: Terms = {}
    terms: Terms = {}
    scoring: Scoring | None = None
    breakers: Annotated[tuple[Short, ...], msgspec.Meta(max_length=20)] | None = None
    reason: Reason
    edition: Short | msgspec.UnsetType = msgspec.UNSET
    from_start: bool | msgspec.UnsetType = msgspec.UNSET
    reread: Reread | msgspec.UnsetType = msgspec.UNSET

    @property
    def mends(self) -> bool:  # type: ignore[override] # what holds from the start is a correction of all since
        return self.from_start is True


def in_all_rounds(command: Amend) -> Amend:
    """The same as the campaign opens, before anything else is reported. `Refused` where that is no scope of it."""
    if command.edition:
        at_once(_with_others(command))
    return replace(command, round=0, from_start=msgspec.UNSET)


@CHAPTER.decides
def amend(season: Season, command: Amend, who: Who, dice: Dice) -> Decision:
    """What is as it is asked for already is left out of the event; `Refused` when that is everything."""
    organiser(who)
    if command.from_start and not season.turn:
        command = in_all_rounds(command)
    at_once([*_wrong(season, command), *_counted_already(season, command)])
    rules = _from(season, command.round)
    breakers, scoring = command.breakers, command.scoring
    amended = Amended(
        round=command.round,
        options=_new(command.options, [one.options for one in rules]),
        terms=_new(command.terms, [one.terms for one in rules]),
        scoring=None if all(one.scoring == scoring for one in rules) else scoring,
        breakers=None if all(one.breakers == breakers for one in rules) else breakers,
        reason=command.reason,
        edition=_moved(command, rules),
    )
    if amended == Amended(round=command.round, reason=command.reason):
        raise no(
            say(_("Nothing changes from round %(round)d on."), round=command.round),
            _("Name an option, a term, the scoring or the tie-breakers with a new value."),
        )
    if command.reread is not msgspec.UNSET:
        amended = replace(amended, before=before_of(amended, rules[0]), reread=command.reread)
    yield amended


def changes_anything(season: Season, event: Amended) -> bool:
    """Whether an amendment has something that is not so in this season from its round on."""
    rules = _from(season, event.round)
    return bool(
        _new(event.options, [one.options for one in rules])
        or _new(event.terms, [one.terms for one in rules])
        or (event.scoring is not None and any(one.scoring != event.scoring for one in rules))
        or (event.breakers is not None and any(one.breakers != event.breakers for one in rules))
        or (event.edition and any(one.edition != event.edition for one in rules))
    )


def _moved(command: Amend, rules: list[Settings]) -> str | msgspec.UnsetType:
    moves = bool(command.edition) and any(one.edition != command.edition for one in rules)
    return command.edition if moves else msgspec.UNSET


def _wrong(season: Season, command: Amend) -> Iterator[Refused]:
    if command.round < season.turn:
        yield no(
            say(_("Round %(round)d is closed: what counted in it stays."), round=command.round),
            say(_("Amend from round %(round)d on."), round=season.turn),
            "round",
        )
    yield from unknown_breakers(command.breakers or ())
    house = season.settings(command.round)
    options, edition = house.options | command.options, command.edition or house.edition
    if command.edition:
        yield from _with_others(command)
        faults = [*edition_moves.faults(season, edition, command.round, options)]
        yield from faults
        edition = house.edition if faults else edition
    try:
        settled(season.rules, edition, options)
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
            yield from purchase_list.faults(text, season.rules, edition, options, opened.sides)


def _counted_already(season: Season, command: Amend) -> Iterator[Refused]:
    """Results of the round under way have counted by the scoring and by these terms: those who played knew them. From
    the start it is a correction of all since, which says what follows from it."""
    if command.round != season.turn or not has_results(season):
        return
    now = season.settings(season.turn)
    declared = house_rules(season.rules, season.opened.theatre is not None)
    changed = _new(command.terms, [now.terms])
    found = [say(_("Scoring"))] if command.scoring not in (None, now.scoring) else []
    found += [say(declared[name].called) for name in changed if name in terms.COUNTED]
    if found:
        yield no(
            say(
                _("Results of round %(round)d have counted by this already: %(names)s."),
                round=season.turn,
                names=listed(found),
            ),
            say(_("Amend it from round %(round)d on, or also in the rounds before."), round=season.turn + 1),
            "round",
        )


def has_results(season: Season) -> bool:
    """Whether a fixture of the round under way is decided, in a campaign that keeps to what such results count by."""
    decided = (
        one.round == season.turn and (one.reported is not None or one.decided is not None)
        for one in season.fixtures.values()
    )
    return editions.keeps_what_counted(season.opened) and season.under_way is not None and any(decided)


def _with_others(command: Amend) -> Iterator[Refused]:
    others = command.options or command.terms or command.scoring is not None or command.breakers is not None
    if others or command.from_start:
        yield no(
            _("A campaign moves to another edition by itself, from a round on."),
            _("Amend house rules in a report of its own."),
            "edition",
        )


def _no_capitals(season: Season, command: Amend) -> Iterator[Refused]:
    """The map is frozen: what has no capital by now has none to win or lose."""
    opened = season.opened
    if opened.theatre is None or command.terms.get("victory") != "capital":
        return
    seats = {sector.base for sector in opened.theatre.sectors if sector.capital}
    if lacking := [side for side in opened.sides if side not in seats]:
        yield no(
            say(_("The map has no capital of %(sides)s."), sides=keys(lacking)),
            _("Leave victory as it is, or choose points or rounds."),
            "terms.victory",
        )


def _from(season: Season, round: int) -> list[Settings]:
    """The house rules of the round, and of each later one from which they were amended before."""
    later = {one.round for one in season.amended if one.round > round}
    return [season.settings(number) for number in sorted({round, *later})]


def _new(asked: Terms, rules: list[Terms]) -> Terms:
    return {name: value for name, value in asked.items() if any(one.get(name) != value for one in rules)}


COUNTED_BEFORE = _("What counted in earlier rounds stays.")
COUNTED_HERE = _("This round has results: what results count by changes from the next round on, or in all rounds.")


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(Amend)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    """As they are in the round under way; what is left out stays."""
    if not who.referee:
        return
    rules, now = season.rules, season.settings(season.turn)
    terms = groups_of(rules, season.opened.theatre is not None)
    yield choice(
        Amend,
        say(_("Amend house rules")),
        _under_way(season),
        *_scope(season),
        group("options", say(_("House rules of battles")), (kept_rule(one, now.options) for one in rules.options)),
        group(
            "terms",
            say(_("Between battles")),
            (kept_rule(one, now.terms, say(title)) for title, options in terms for one in options),
        ),
        replace(group("scoring", say(_("Scoring")), scoring_fields(now.scoring)), stays=True),
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
    for edition, first, label in edition_moves.offered(season):
        told = say(_("Battles go on by the edition of their muster. What platoons have and pay follows the new one."))
        since = _since(season, first, say(_("One that is not open yet.")))
        yield replace(choice(Amend, label, since, WHY, help=told, edition=edition), readily=0)


def _under_way(season: Season) -> Field:
    """The round under way, or the next one where it has results, so that what is offered first is not refused."""
    if has_results(season):
        return _since(season, season.turn, say(COUNTED_HERE), season.turn + 1)
    return _since(season, season.turn, say(COUNTED_BEFORE))


def _since(season: Season, first: int, help: Message, usual: int = 0) -> Field:
    return Field(
        name="round",
        kind="number",
        label=say(_("From round")),
        help=help,
        least=first,
        most=9_999,
        near=(first, max((first, *(one.round for one in season.amended)))),
        default=usual or first,
        required=True,
    )


def _scope(season: Season) -> Iterator[Field]:
    """Before the first round there is nothing that could be decided again."""
    if season.turn:
        yield Field(
            name="from_start",
            kind="flag",
            label=say(_("Also in the rounds before")),
            help=say(
                _("What has happened since the start is decided again, with the dice it had. Battles are not changed.")
            ),
            default=False,
            readily=NEVER,
        )


def group(name: str, label: Message, fields: Iterable[Field]) -> Field:
    return Field(name=name, kind="group", label=label, fields=tuple(fields))


def kept_rule(option: Option, now: Terms, under: Message | None = None) -> Field:
    """A house rule as it is now, with the rule of its rulebook; it stays so where nothing is said of it."""
    made = option_field(option, now.get(option.name))
    upload = say(_("House units as a CSV file")) if option.name == OPTION else None
    if made.help and option.rule != "campaign":
        made = replace(made, help=say(_("%(told)s (%(rule)s)"), told=made.help, rule=option.rule))
    return replace(made, stays=True, under=under, upload=upload)


def scoring_fields(now: Scoring) -> Iterator[Field]:
    for name in Scoring.__struct_fields__:
        value = getattr(now, name)
        label = say(SCORES[name])
        yield Field(name=name, kind="number", label=label, most=999, near=(0, 1, value), default=value)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _amended(season: Season, event: Amended) -> None:
    season.amended.append(event)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_amended(season: Season, event: Amended) -> Message:
    if event.before is not msgspec.UNSET:
        return _tell_in_full(event, [*changes(season, event, event.before)])
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


def _tell_in_full(event: Amended, changed: list[Changed]) -> Message:
    said = [
        say(_("%(name)s: %(before)s → %(after)s"), name=one.label, before=one.before, after=one.after)
        for one in changed
    ]
    if not said:  # they are in that round as they were, and what later rounds had amended is taken back
        return say(
            _("House rules stay from round %(round)d on as they are there, also in later rounds: %(reason)s"),
            round=event.round,
            reason=event.reason,
        )
    text = _("House rules are amended from round %(round)d on (%(changes)s): %(reason)s")
    if not event.round:
        text = _("House rules are amended from the start (%(changes)s): %(reason)s")
    return say(text, round=event.round, changes=listed(said), reason=event.reason)


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
