"""What mending asks of a season: who consents, what stands whatever came before it, and what is never taken back.

How a stream is mended stands in `rules.stream.revision`; here is what only a season knows. A season goes on while
something is left to be settled. What players do with others' consent is `consent`, what an open item offers `choices`
of the revisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec

from campaigns.season import (
    CONTENTS,
    MENDS,
    consent,
    corrections,
    decide,
    editions,
    fixture_keys,
    muster_of,
    recorded_reports,
)
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.cases import LeavePlatoonCase, TakePlatoonCase
from campaigns.season.challenges.tending import TendLadder
from campaigns.season.date_reminders import DateReminded, RemindDate
from campaigns.season.forces import board_of
from campaigns.season.house_rules import Amend, changes_anything, in_all_rounds
from campaigns.season.kept_events import Amended, BattleReported, Ordered
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.orders import Order
from campaigns.season.mendable import (
    FOUND_ANEW,
    NEVER,
    OF_A_FIXTURE,
    OF_THE_ROUND,
    ORGANISERS_ONLY,
    TOLD_WHY,
    SeasonHistory,
    falls,
)
from campaigns.season.musters import BattleMustered, MusterBattle
from campaigns.season.opening import Open
from campaigns.season.refusals import no, not_closed, organiser, the_one_under_way
from campaigns.season.reminders import Remind, Reminded
from campaigns.season.replays import Replay
from campaigns.season.rounds import OpenRound, check_paired_so
from campaigns.season.season_end import CloseSeason
from campaigns.season.settling_terms import ACCEPT, LATER, REPLAY, VOID
from campaigns.season.state import Season
from campaigns.season.terms import staged
from campaigns.season.ways import USUAL, Ways
from rules.adjudicate import CLERK, Who
from rules.contract import Choice, Command, Dice, Event, Message, Muster, say
from rules.contract import gettext_noop as _
from rules.kit.person_mending import PersonMending
from rules.stream.history import Past
from rules.stream.revision import choices
from rules.stream.revision.contract import Retelling
from rules.stream.revision.redaction import Redaction
from rules.stream.revision.reports import Correct, Declare, Revised, Settlement, Settling
from rules.stream.revision.state import Proposal

SEED_IS_KNOWN = (
    say(_("The seed of the season’s dice is known, and with it that of every battle’s.")),
    say(_("Adjudicate the fixture; a battle of another campaign has dice of its own.")),
)


class SeasonMending(PersonMending[Season]):
    """Its parties are its platoons, for whom their players speak; a person reads, or None as a spectator."""

    most_proposals = 10
    has_terms = True
    rule = "campaign"
    commands = frozenset(MENDS)
    unsayable = (
        *(kind for kind in MENDS if kind is not Declare),
        *(Open, CloseSeason, Disclose, Remind, RemindDate, TendLadder, TakePlatoonCase, LeavePlatoonCase, Replay),
    )
    hidden: ClassVar[tuple[Message, Message]] = (
        say(_("What follows from this is for others to know.")),
        say(_("Ask an organiser.")),
    )

    def decided(self, state: Season, command: Command, who: Who, dice: Dice) -> Iterator[Event]:
        yield from decide(state, command, msgspec.structs.replace(who, again=True), dice)

    # -- house rules that hold from the start --------------------------------------------------------------------------

    def mends(self, command: Command) -> bool:
        return super().mends(command) or command.mends

    def as_revision(self, history: SeasonHistory, state: Season, command: Command, who: Who) -> Command:
        """House rules from the start on are put in right behind the opening."""
        if not isinstance(command, Amend):
            return command
        organiser(who)
        not_closed(state)
        _opening, *later = history.live_reports()
        if not later:
            return command
        data = msgspec.to_builtins(in_all_rounds(command))
        return Correct(position=later[0].position, how="insert", type=Amend.__name__, data=data, reason=command.reason)

    # -- people --------------------------------------------------------------------------------------------------------

    def check_part(self, state: Season, who: Who) -> None:
        if not who.referee and not self.parties(state, who):
            raise no(
                _("You have no platoon in this campaign."),
                _("Its players and organisers correct it."),
                "by",
                "not-yours",
            )

    def check_may(self, state: Season, kind: type[Command], who: Who) -> None:
        if kind in ORGANISERS_ONLY or state.closed is not None:
            organiser(who)

    def parties(self, state: Season, who: Who) -> tuple[str, ...]:
        return tuple(key for key, platoon in state.platoons.items() if who.id in platoon.players)

    def touched(self, history: SeasonHistory, state: Season, command: Command) -> tuple[str, ...]:
        return consent.touched(history, state, command)

    def asks(self, history: SeasonHistory, state: Season, command: Command, who: Who) -> tuple[str, ...]:
        mine = self.parties(state, who)
        return tuple(key for key in self.touched(history, state, command) if key not in mine)

    def asked(self, state: Season, proposal: Proposal) -> tuple[str, ...]:
        return corrections.asked(proposal)

    def fellows(self, state: Season, who: Who) -> frozenset[str]:
        return frozenset((who.id, *(one for key in self.parties(state, who) for one in state.platoons[key].players)))

    # -- what is hidden ------------------------------------------------------------------------------------------------

    def redaction(self, history: SeasonHistory, now: Season, reader: Who | None) -> Redaction[Season, Who | None]:
        """Nothing that is decided again turns on an order that is not disclosed: it stands as it was given. Why a
        report cannot be told again may turn on a purse, or on cards: only who is told of all of them is told why,
        but where it never does."""
        redaction: Redaction[Season, Who | None] = Redaction(history.decider, now, reader)
        redaction.tells_why = reader is not None and reader.referee and not reader.needs_case
        redaction.told_why = TOLD_WHY if reader is not None and reader.referee else frozenset()
        return redaction

    def knows_all(self, state: Season, who: Who) -> bool:
        return False

    # -- reports that are told again -----------------------------------------------------------------------------------

    def ruled_on(self, old: Season, command: Command, past: Past) -> Command:
        return recorded_reports.ruled_on(old, command, past.events)

    def rule_on(self, state: Season, command: Command, who: Who, dice: Dice) -> Iterator[Event]:
        """An organiser corrects an order as its platoon's player. Where what people have left standing is too odd for
        the rules, that is a refusal; its `__cause__` is what they broke on, for the floors above to log."""
        if isinstance(command, Order) and who.referee and command.platoon in state.platoons:
            who = Who(state.platoons[command.platoon].player)
        try:
            yield from self.decided(state, command, who, dice)
        except (LookupError, AssertionError, ValueError) as error:
            raise no(
                say(_("The rules cannot go on from this (%(error)s)."), error=type(error).__name__),
                _("Settle what was left before it."),
            ) from error

    def instead(self, state: Season, past: Past, how: str, command: Command) -> Command | None:
        return ways_of(past.type).instead(state, recorded_reports.as_it_came_out(command, past.events), how)

    def by_terms(self, state: Season, past: Past) -> Settlement | None:
        how = BY_TERMS.get(str(staged(state.terms, ways_of(past.type).by)))
        return Settlement(how) if how is not None else None

    def retelling(self, past: Past, old: Season, now: Season) -> Retelling:
        """Orders, mail and cases are what they were. What the clerk has chosen or found due is found anew. What was
        told of a battle that does not count any more falls with it."""
        if editions.lets_fall(now.opened) and falls(now, past):
            return "voided"
        if past.type == OpenRound.__name__ and editions.keeps_pairings(now.opened):
            check_paired_so(now, past)
        if past.type in OF_A_FIXTURE:
            _check_fixture(old, now, past)
        for event in past.events:
            match event:
                case Ordered():
                    return "verbatim" if _takes_orders(now, event) else "voided"
                case Reminded():
                    there = now.under_way is not None and now.under_way.number == event.round
                    return "verbatim" if there else "voided"
                case DateReminded():
                    dated = now.fixtures.get(event.fixture)
                    return "verbatim" if dated is not None and dated.date == event.at else "voided"
                case Amended() if not changes_anything(now, event):
                    return "voided"
                case BattleMustered():
                    _check_muster(old, now, past, event)
                case BattleReported(unchanged=True) if _is_behind(now, event):
                    return "voided"
        if past.type in (TakePlatoonCase.__name__, LeavePlatoonCase.__name__):
            return "verbatim"
        return "attempted" if past.by == CLERK and past.type in FOUND_ANEW else "decided"

    def check_played(self, past: Past, old: Season, now: Season) -> None:
        """A battle goes on beside the rounds where its pairing is another."""
        if past.type in OF_THE_ROUND and old.under_way is not None:
            the_one_under_way(now, old.under_way.number)
        if past.type in OF_A_FIXTURE and past.type != MusterBattle.__name__:
            _check_fixture(old, now, past)

    # -- what may be mended --------------------------------------------------------------------------------------------

    def is_closed(self, state: Season) -> bool:
        return state.closed is not None

    def check_correct(self, state: Season, past: Past, how: str, kind: str, who: Who) -> None:
        counted_otherwise = how == "change" and kind == past.type == ReportBattle.__name__
        if (why := NEVER.get(kind if how == "insert" else past.type)) is not None and not counted_otherwise:
            raise no(*why, "position")
        if how == "change" and MusterBattle.__name__ in (past.type, kind):
            raise no(
                _("A battle that was mustered is not changed here."),
                _("Strike it, or call it off, and muster another."),
                "how",
            )
        if kind == MusterBattle.__name__ and how == "insert" and state.disclosed:
            raise no(*SEED_IS_KNOWN, "type")
        if kind == Declare.__name__:
            organiser(who)
        if Order.__name__ in (kind, past.type):
            _check_order(state, past, how, who)

    def check_mended(self, state: Season, then: Season) -> None:
        """No battle is fought on by a seed that follows from one that is known. One that was counted has another."""
        if not state.disclosed:
            return
        for fixture in then.fixtures.values():
            was = state.of_battle(fixture.battle) if fixture.is_fought else None
            if fixture.is_fought and was is None:
                raise no(*SEED_IS_KNOWN, "position")

    def revised(self, state: Season, event: Revised, past: Past | None) -> Revised:
        """Who was mustered for battles stays known, whatever is corrected; and what keys of fixtures have meant, as
        long as anything comes after it that may name one."""
        event = msgspec.structs.replace(event, manned={})
        if event.act != "correction" and event.from_position in (state.redo, state.corrected):
            return event  # what stood there has its keys
        last = event.act == "undo" and event.from_position == state.last
        known = state.published if last else fixture_keys.published(state)
        return msgspec.structs.replace(event, published=known or msgspec.UNSET)

    def remembered(self, state: Season, then: Season, event: Revised) -> Revised:
        """Who was mustered for a battle has played it, whoever commands its platoons by the corrected season. Keys
        are told where they have shifted."""
        if event.manned is msgspec.UNSET:
            return event
        manned = {}
        for fixture in then.fixtures.values():
            was = state.of_battle(fixture.battle) if fixture.battle else None
            if was is not None and was.manned != fixture.manned:
                manned[fixture.battle] = was.manned
        known = fixture_keys.worth_keeping(then, event.published or {})
        return msgspec.structs.replace(event, manned=manned, published=known or msgspec.UNSET)

    def check_told(self, state: Season, past: Past, how: str, who: Who) -> None:
        if not who.referee:
            consent.check_told_by_players(state, past, how)


MENDING = SeasonMending()
SETTLES = {kind.__name__: ways for kind, ways in CONTENTS.settling.items()}
BY_TERMS: dict[str, Settling] = {ACCEPT: "keep", LATER: "owe", VOID: "strike", REPLAY: "replay"}


def ways_of(type_: str) -> Ways:
    """The ways to settle a report of this type."""
    return SETTLES.get(type_, USUAL)


def _takes_orders(season: Season, order: Ordered) -> bool:
    """Whether the platoon is there, in a round that waits for orders: everybody knows that, the order itself nobody."""
    platoon, round = season.platoons.get(order.platoon), season.under_way
    there = platoon is not None and not platoon.dropped
    return there and round is not None and round.number == order.round and not round.resolved


def _is_behind(season: Season, event: BattleReported) -> bool:
    """Whether the battle is counted as it stood later: what was told of its log before says nothing more."""
    fixture = season.of_battle(event.battle)
    return fixture is not None and fixture.reported is not None and fixture.reported.position >= event.position


def _check_fixture(old: Season, now: Season, past: Past) -> None:
    """`Refused` where another pairing has the name of the one that the report was about."""
    for event in past.events:
        key = getattr(event, "fixture", "")
        was, there = old.fixtures.get(key), now.fixtures.get(key)
        if was is not None and there is not None and {*was.platoons} != {*there.platoons}:
            raise no(
                say(_("The pairing that this was about is another one now: “%(fixture)s”."), fixture=key),
                _("Void it, or substitute a report of the pairing that was played."),
                "fixture",
            )


def _check_muster(old: Season, now: Season, past: Past, event: BattleMustered) -> None:
    """`Refused` where the battle that is being fought was mustered with other forces than it would be now."""
    try:
        otherwise = _forces(muster_of(old, event)) != _forces(muster_of(now, event))
    except LookupError:  # something of it is not there any more
        otherwise = True
    if _is_elsewhere(now, past, event):
        text = _("Battle “%(battle)s” was mustered for another ground than its pairing has now.")
    elif otherwise:
        text = _("Battle “%(battle)s” was mustered as things stood then: with other forces.")
    else:
        return
    remedy = say(_("Keep it as it was mustered; or strike it, and muster another."))
    raise no(say(text, battle=event.battle), remedy, "battle")


class _Called(msgspec.Struct):
    """What a battle was mustered as, in so many words; the rest was proposed."""

    scenario: str = ""
    board: dict[str, Any] = {}


CALLED = msgspec.json.Decoder(_Called)


def _is_elsewhere(now: Season, past: Past, event: BattleMustered) -> bool:
    """Whether the same two meet where another battle would be proposed to them than the one that was mustered."""
    there = now.fixtures.get(event.fixture)
    if there is None or there.ground is None or not there.ground.scenario or event.adopted:
        return False
    asked = CALLED.decode(past.data or "{}")
    scenario = asked.scenario or there.ground.scenario
    return (scenario, board_of(there, scenario, asked.board)) != (event.scenario, event.board)


def _forces(muster: Muster) -> Muster:
    """Who plays is told to a battle as it changes. What a vehicle is called is no matter of forces: another one of its
    name gives it a number. Nor are house rules: a battle stands as it is fought."""
    sides = {side: msgspec.structs.replace(one, players=()) for side, one in muster.sides.items()}
    return msgspec.structs.replace(muster, sides=sides, names={}, options={}, edition="")


def _check_order(state: Season, past: Past, how: str, who: Who) -> None:
    """Until they are disclosed orders are their players'; from then on only an organiser corrects one, in public."""
    rounds = {event.round for event in past.events if isinstance(event, Ordered)}
    if how == "insert":
        rounds = {state.under_way.number} if state.under_way is not None else set()
    disclosed = all(one.resolved for one in state.rounds if one.number in rounds)
    if disclosed:
        organiser(who)
    elif who.referee:
        raise no(
            _("An order is its players’ secret until it is disclosed."),
            _("Its players give another one; afterwards an organiser corrects it."),
            "position",
            "not-yours",
        )


# -- choices -----------------------------------------------------------------------------------------------------------


def mends_of(season: Season, who: Who | None, last: Past | None = None) -> Sequence[Choice]:
    """What `who` may report to mend the season: as a player of their platoons, or as an organiser over all of it.

    `last`: the newest report that counts, so that its undo is not offered where it is refused; None if nobody looked.
    """
    if who is None or not (who.referee or MENDING.parties(season, who)):
        return ()
    parties = MENDING.parties(season, who) or ("",)
    if who.referee:
        every: Sequence[Choice] = choices.mends(MENDING, season, parties[0], referee=True)
    elif season.closed is not None:
        return ()
    else:
        own = [choice for party in parties for choice in choices.mends(MENDING, season, party)]
        theirs = (choice for choice in own if choice.command not in {kind.__name__ for kind in ORGANISERS_ONLY})
        every = list({(one.command, *one.given.items()): one for one in theirs}.values())
    return MENDING.without_barred(season, every, last, who)
