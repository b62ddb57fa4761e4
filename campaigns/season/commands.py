"""The commands of a season, by who reports them: members, organisers, the clerk alone."""

from __future__ import annotations

from campaigns.season.battle_reports import ReportBattle
from campaigns.season.cases import LeavePlatoonCase, TakePlatoonCase
from campaigns.season.crews import ReplaceCrew
from campaigns.season.disputes import Confirm, Dispute
from campaigns.season.enlistment import Enlist
from campaigns.season.house_rules import Amend
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.links import SetLink
from campaigns.season.map.orders import Order
from campaigns.season.map.retreat_rulings import Reconsider
from campaigns.season.map.retreats import Retreat
from campaigns.season.musters import CallOff, MusterBattle
from campaigns.season.opening import Open
from campaigns.season.pairings import Pair
from campaigns.season.penalties import Penalise
from campaigns.season.people import Appoint, Dismiss, Drop, HandOver
from campaigns.season.platoon_cards import ChangeCard
from campaigns.season.purchases import Buy, Sell
from campaigns.season.reminders import Remind
from campaigns.season.results import Adjudicate, Concede, ReportReady, WalkOver
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import Extend, OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.workshop import Prioritise, Repair
from campaigns.season.write_offs import WriteOff
from rules.contract import Command

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
