"""What may be reported of a campaign, and the events that follow. Pure, like a rulebook's."""

from __future__ import annotations

from campaigns.reports.battles import BattleMustered as BattleMustered
from campaigns.reports.battles import BattleReported as BattleReported
from campaigns.reports.battles import CalledOff as CalledOff
from campaigns.reports.battles import CallOff as CallOff
from campaigns.reports.battles import MusterBattle as MusterBattle
from campaigns.reports.battles import ReportBattle as ReportBattle
from campaigns.reports.kinds import YEAR as YEAR
from campaigns.reports.kinds import Announced as Announced
from campaigns.reports.kinds import Bay as Bay
from campaigns.reports.kinds import Forces as Forces
from campaigns.reports.kinds import Grant as Grant
from campaigns.reports.kinds import Homecoming as Homecoming
from campaigns.reports.kinds import Pairing as Pairing
from campaigns.reports.kinds import Rank as Rank
from campaigns.reports.kinds import Recruit as Recruit
from campaigns.reports.kinds import Scoring as Scoring
from campaigns.reports.kinds import Terms as Terms
from campaigns.reports.map import Deploy as Deploy
from campaigns.reports.map import Deployed as Deployed
from campaigns.reports.map import Disclose as Disclose
from campaigns.reports.map import Gone as Gone
from campaigns.reports.map import Haven as Haven
from campaigns.reports.map import LinkSet as LinkSet
from campaigns.reports.map import Order as Order
from campaigns.reports.map import Ordered as Ordered
from campaigns.reports.map import OrdersResolved as OrdersResolved
from campaigns.reports.map import Reconsider as Reconsider
from campaigns.reports.map import Retreat as Retreat
from campaigns.reports.map import RetreatCancelled as RetreatCancelled
from campaigns.reports.map import RetreatContradicted as RetreatContradicted
from campaigns.reports.map import RetreatDue as RetreatDue
from campaigns.reports.map import Retreated as Retreated
from campaigns.reports.map import RetreatRevised as RetreatRevised
from campaigns.reports.map import SetLink as SetLink
from campaigns.reports.map import Surrounded as Surrounded
from campaigns.reports.map import TheatreScored as TheatreScored
from campaigns.reports.map import Won as Won
from campaigns.reports.opening import Enlist as Enlist
from campaigns.reports.opening import Enlisted as Enlisted
from campaigns.reports.opening import Open as Open
from campaigns.reports.opening import Opened as Opened
from campaigns.reports.platoons import Bought as Bought
from campaigns.reports.platoons import Buy as Buy
from campaigns.reports.platoons import CardChanged as CardChanged
from campaigns.reports.platoons import ChangeCard as ChangeCard
from campaigns.reports.platoons import Drop as Drop
from campaigns.reports.platoons import Dropped as Dropped
from campaigns.reports.platoons import HandedOver as HandedOver
from campaigns.reports.platoons import HandOver as HandOver
from campaigns.reports.platoons import Sell as Sell
from campaigns.reports.platoons import Sold as Sold
from campaigns.reports.rounds import Accepted as Accepted
from campaigns.reports.rounds import Adjudicate as Adjudicate
from campaigns.reports.rounds import CloseRound as CloseRound
from campaigns.reports.rounds import CloseSeason as CloseSeason
from campaigns.reports.rounds import Concede as Concede
from campaigns.reports.rounds import Confirm as Confirm
from campaigns.reports.rounds import Decided as Decided
from campaigns.reports.rounds import Dispute as Dispute
from campaigns.reports.rounds import Disputed as Disputed
from campaigns.reports.rounds import Extend as Extend
from campaigns.reports.rounds import Extended as Extended
from campaigns.reports.rounds import OpenRound as OpenRound
from campaigns.reports.rounds import Pair as Pair
from campaigns.reports.rounds import Paired as Paired
from campaigns.reports.rounds import ReadyReported as ReadyReported
from campaigns.reports.rounds import Remind as Remind
from campaigns.reports.rounds import Reminded as Reminded
from campaigns.reports.rounds import ReportReady as ReportReady
from campaigns.reports.rounds import RoundClosed as RoundClosed
from campaigns.reports.rounds import RoundOpened as RoundOpened
from campaigns.reports.rounds import SeasonClosed as SeasonClosed
from campaigns.reports.rounds import StandingsRevised as StandingsRevised
from campaigns.reports.rounds import WalkOver as WalkOver
from campaigns.reports.rule import NAMED as NAMED
from campaigns.reports.rule import Amend as Amend
from campaigns.reports.rule import Amended as Amended
from campaigns.reports.rule import Appoint as Appoint
from campaigns.reports.rule import Appointed as Appointed
from campaigns.reports.rule import Dismiss as Dismiss
from campaigns.reports.rule import Dismissed as Dismissed
from campaigns.reports.rule import LeavePlatoonCase as LeavePlatoonCase
from campaigns.reports.rule import Penalise as Penalise
from campaigns.reports.rule import Penalised as Penalised
from campaigns.reports.rule import PlatoonCaseLeft as PlatoonCaseLeft
from campaigns.reports.rule import PlatoonCaseTaken as PlatoonCaseTaken
from campaigns.reports.rule import TakePlatoonCase as TakePlatoonCase
from campaigns.reports.workshop import CrewReplaced as CrewReplaced
from campaigns.reports.workshop import CrewsTended as CrewsTended
from campaigns.reports.workshop import PointsGranted as PointsGranted
from campaigns.reports.workshop import Prioritise as Prioritise
from campaigns.reports.workshop import Prioritised as Prioritised
from campaigns.reports.workshop import Repair as Repair
from campaigns.reports.workshop import ReplaceCrew as ReplaceCrew
from campaigns.reports.workshop import Tended as Tended
from campaigns.reports.workshop import Work as Work
from campaigns.reports.workshop import WorkshopEntered as WorkshopEntered
from campaigns.reports.workshop import WorkshopWorked as WorkshopWorked
from campaigns.reports.workshop import WriteOff as WriteOff
from campaigns.reports.workshop import WrittenOff as WrittenOff
from rules.contract import Command, Event
from rules.stream.codec import as_it_was

# Of members, of organisers, of the clerk alone.
OF_PLAYERS: tuple[type[Command], ...] = (
    *(Enlist, ChangeCard, Drop, HandOver, Buy, Sell, Prioritise, Repair, WriteOff, ReplaceCrew),
    *(Concede, Dispute, Confirm, ReportReady),
    *(Order, Retreat),
)
OF_ORGANISERS: tuple[type[Command], ...] = (
    *(MusterBattle, CallOff, OpenRound, Pair, Extend, CloseRound, CloseSeason),
    *(WalkOver, Adjudicate, Amend, Penalise, Appoint, Dismiss),
    *(Disclose, Reconsider, Deploy, SetLink),
    *(TakePlatoonCase, LeavePlatoonCase),
)
# What only a campaign with a map can be told.
ON_MAP: tuple[type[Command], ...] = (Order, Retreat, Disclose, Reconsider, Deploy, SetLink)
OF_THE_CLERK: tuple[type[Command], ...] = (Open, ReportBattle, Remind)
COMMANDS: tuple[type[Command], ...] = (*OF_PLAYERS, *OF_ORGANISERS, *OF_THE_CLERK)
EVENTS: tuple[type[Event], ...] = (
    *(Opened, Enlisted, BattleMustered, BattleReported, CalledOff),
    *(Dropped, HandedOver, CardChanged, Bought, Sold),
    *(Prioritised, WorkshopEntered, WorkshopWorked, WrittenOff, CrewsTended, CrewReplaced, PointsGranted),
    *(RoundOpened, Paired, Extended, ReadyReported, Decided, Disputed, Accepted, Reminded, RoundClosed, SeasonClosed),
    StandingsRevised,
    *(Amended, Penalised, Appointed, Dismissed, PlatoonCaseTaken, PlatoonCaseLeft),
    *(Ordered, OrdersResolved, RetreatDue, RetreatCancelled, Retreated, Surrounded, TheatreScored, Won),
    *(RetreatContradicted, RetreatRevised, Deployed, LinkSet),
)
UPCASTERS = {
    ("Opened", 1): as_it_was,
    ("Opened", 2): as_it_was,
    ("Opened", 3): as_it_was,
    ("Enlisted", 1): as_it_was,
    ("Enlisted", 2): as_it_was,
    ("BattleMustered", 1): as_it_was,
    ("BattleMustered", 2): as_it_was,
    ("BattleReported", 1): as_it_was,
    ("BattleReported", 2): as_it_was,
    ("PointsGranted", 1): as_it_was,
    ("RoundOpened", 1): as_it_was,
    ("Paired", 1): as_it_was,
    ("Dropped", 1): as_it_was,
}
