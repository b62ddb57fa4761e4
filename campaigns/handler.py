"""The one door to a campaign. Mustering goes through it to the battle's door, in the same transaction."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from uuid import NAMESPACE_URL, uuid5

from django.db import transaction
from msgspec import UNSET
from msgspec.structs import replace

from battles import command_handler, folded, log
from battles import handler as battle_door
from battles.command_session import StreamKind
from battles.reports import Answer, Receipt, Report, Ruled
from campaigns import adoption, campaign_opening, projections, season, second_officer, touched_tables
from campaigns.completion import completed, corrected, told_late, too_late, unknown_battles, unknown_people
from campaigns.models import Campaign
from campaigns.notices import of_held, of_season
from campaigns.notices.new_facts import new_facts, newly_mustered
from campaigns.officers import refuse_own
from campaigns.season import Season
from campaigns.season.cases import TakePlatoonCase
from campaigns.season.decider import SEASONS
from campaigns.season.kept_events import Opened, SeasonClosed
from campaigns.season.map.disclosure import Disclose
from campaigns.season.musters import BattleMustered, MusterBattle
from campaigns.season.people import NAMED, Appoint
from rules.adjudicate import Who
from rules.contract import Command, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.stream import codec

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:campaigns")


def _complete(state: Season | None, command: Command) -> Command:
    said = corrected(command)
    unknown = [*unknown_people(command), *((*unknown_people(said), *told_late(said)) if said is not None else ())]
    at_once([*unknown, *unknown_battles(state, command), *too_late(state, command)])
    return completed(state, command)


CAMPAIGN = StreamKind("campaign", SEASONS, projections.save, _complete, touched_tables.save_touched)


def execute(
    campaign: str,
    reports: Sequence[Report],
    who: Who,
    via: str,
    *,
    after: int | None = None,
    dry_run: bool = False,
    atomic: bool = True,
) -> Receipt:
    """Report to a campaign; see `command_handler.execute`. A battle that is mustered is opened with it, or neither is;
    a friendly battle is adopted only where both players have agreed. An organiser's own fixtures are ruled on by
    another. `second_officer.Held` where the club has it so that another officer confirms what was sent.

    Orders are not disclosed to try it, nor beside other reports: taken back, it would have told them.
    """
    at_once([*_tells_orders(reports, dry_run), *_takes_cases(reports)])
    with transaction.atomic():
        log.lock(campaign)
        at_once(refuse_own(campaign, reports, who))
        waits = None if dry_run else second_officer.needed(campaign, reports, who)
        if waits is None:
            return _written(campaign, reports, who, via, after, dry_run, atomic)
        # Whatever would be refused is refused at once.
        command_handler.execute(CAMPAIGN, campaign, reports, who, via, after=after, dry_run=True)
        held = second_officer.hold(waits, reports, who, via)
        if held.waits:
            of_held.asked(held, waits.seconds)
    raise second_officer.Held(held)


def carry_out(campaign: str, reports: Sequence[Report], who: Who, via: str) -> Receipt:
    """What a second officer has confirmed, in the name of who asked for it: all of it, or it is refused as it would be
    of them."""
    with transaction.atomic():
        log.lock(campaign)
        at_once(refuse_own(campaign, reports, who))
        return _written(campaign, reports, who, via, None, False, True)


def _written(
    campaign: str, reports: Sequence[Report], who: Who, via: str, after: int | None, dry_run: bool, atomic: bool
) -> Receipt:
    """Decided and appended, in the caller's transaction, with the battles it opens and what people are told."""
    before = log.head(campaign).position
    receipt = command_handler.execute(
        CAMPAIGN, campaign, reports, who, via, after=after, dry_run=dry_run, atomic=atomic
    )
    if dry_run:
        return _undisclosed(receipt)
    facts = new_facts(campaign, receipt, before)
    for report, event in newly_mustered(facts):
        if event.adopted is UNSET:
            _open_battle(campaign, receipt.state, report, event, who, via)
        else:
            _adopt_battle(campaign, report, event)
    of_season.write(campaign, receipt.state, [fact for _report, fact in facts], who.id)
    return receipt


def open_campaign(desk: Campaign, who: Who, via: str, *, seed: str = "") -> Receipt:
    """Freeze a prepared campaign into the first event of its stream. One that is open already is answered as it was.

    `seed` (64 hex digits) is for seasons that nobody plays, to come out the same again; everyone else's is made up.
    """
    with transaction.atomic():
        desk = Campaign.objects.select_for_update().get(pk=desk.pk)
        stream, report = str(desk.pk), str(uuid5(NAMESPACE, f"open/{desk.pk}"))
        if not desk.is_open:
            command = campaign_opening.opening(desk, seed or secrets.token_hex(32))
            log.open_stream(stream, CAMPAIGN.name)
            execute(stream, [Report(report, "Open", codec.encode(command))], who, via)
            desk.stream = desk.pk
            desk.save(update_fields=["stream"])
            appoint_umpires(desk, who, via)
        state, told, rows = replay(stream)
    return Receipt((Answer(report, tuple(told[:1])),), rows[-1].position, rows[-1].digest, state)


def appoint_umpires(desk: Campaign, who: Who, via: str) -> bool:
    """Appoint the umpires who were named on the desk of a campaign that is open now, and take them off it; True when
    there were any. Who was given an office meanwhile keeps that, and a closed season appoints nobody."""
    stream = str(desk.stream)
    with transaction.atomic():
        log.lock(stream)
        state, _told, rows = replay(stream)
        people = map(str, desk.umpires.filter(is_active=True).order_by("pk").values_list("pk", flat=True))
        named = [person for person in people if person not in state.offices and state.closed is None]
        if named:
            ids = [str(uuid5(NAMESPACE, f"{stream}/umpire/{person}/{rows[-1].digest}")) for person in named]
            commands = [codec.encode(Appoint(person=person, office="umpire", reason=NAMED)) for person in named]
            reports = [Report(id, "Appoint", data) for id, data in zip(ids, commands, strict=True)]
            execute(stream, reports, who, via)
        desk.umpires.clear()
    return bool(named)


def muster_battle(
    campaign: str, id: str, muster: MusterBattle, who: Who, via: str, *, dry_run: bool = False
) -> Receipt:
    """Call a battle: the campaign's event first, then the battle's, in one transaction. The same `id` counts once."""
    report = Report(id, "MusterBattle", codec.encode(muster))
    return execute(campaign, [report], who, via, dry_run=dry_run)


def replay(
    campaign: str, until: int | None = None, read: Sequence[log.Row] | None = None
) -> tuple[Season, list[Ruled], list[log.Row]]:
    """The season as its log tells it (up to position `until`): state, events, rows. `log.NoSuchStream` if none.
    `read`: the rows of the whole log, where somebody has read them."""
    if until is None and read is None:
        return folded.replayed(SEASONS, campaign)
    rows = log.read(campaign, until=until) if read is None else [*read[:until]]
    if not rows or rows[0].type != Opened.__name__:
        raise log.NoSuchStream(campaign)
    state, told = command_handler.replay(SEASONS, rows)
    return state, told, rows


def _undisclosed(receipt: Receipt) -> Receipt:
    """What a dry run answers, without the seed: who only asks how the season would end must not learn every die."""

    def closed(fact: Ruled) -> Ruled:
        event = fact.event
        return replace(fact, event=replace(event, seed="")) if isinstance(event, SeasonClosed) else fact

    answers = (replace(answer, events=tuple(map(closed, answer.events))) for answer in receipt.answers)
    return replace(receipt, answers=tuple(answers))


def _tells_orders(reports: Sequence[Report], dry_run: bool) -> Iterator[Refused]:
    for report in reports:
        if report.type == Disclose.__name__ and (dry_run or len(reports) > 1):
            yield Refused(
                "campaign",
                _("Disclosing orders cannot be tried, nor taken back with other reports."),
                _("Report it by itself, and not as a dry run."),
                field="type",
                report=report.id,
            )


def _takes_cases(reports: Sequence[Report]) -> Iterator[Refused]:
    """What is refused beside it would take it back, after a look at what it opens."""
    for report in reports:
        if report.type == TakePlatoonCase.__name__ and len(reports) > 1:
            text = say(_("The case of a platoon is taken in a report of its own."))
            yield Refused("campaign", text, field="type", report=report.id)


def _adopt_battle(campaign: str, report: str, event: BattleMustered) -> None:
    """Both players have agreed to it, or the campaign does not muster it. The clerk counts it, as every battle."""
    try:
        adoption.carry_out(campaign, event)
    except Refused as refused:
        refused.report = report
        raise


def _open_battle(campaign: str, state: Season, report: str, event: BattleMustered, who: Who, via: str) -> None:
    muster = replace(season.muster_of(state, event), campaign=campaign)
    first = Report(str(uuid5(NAMESPACE, f"muster/{report}")), "Muster", codec.encode(muster))
    try:
        battle_door.open_battle(event.battle, first, who, via)
    except log.Conflict:
        raise Refused(
            "campaign",
            say(_("The id %(id)s is another battle's."), id=event.battle),
            _("Give every new battle an id of its own."),
            field="battle",
            report=report,
        ) from None
