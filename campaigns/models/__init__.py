"""The tables of campaigns: people and the desk (what is prepared), and sheets (what is folded from the log)."""

from campaigns.models.attendance import Attendance
from campaigns.models.conversation import (
    Mention,
    ModerationAct,
    Mute,
    Photo,
    Post,
    PostReport,
    Reaction,
    Thread,
)
from campaigns.models.desk import Campaign, Club
from campaigns.models.discord import DiscordChannel, DiscordCursor, DiscordMessage
from campaigns.models.drafts import CorrectionDraft
from campaigns.models.fixtures import Fixture
from campaigns.models.friendly import Adoption, WaitingRoom
from campaigns.models.held import HeldRuling
from campaigns.models.invitations import Invitation
from campaigns.models.logins import BrowserLogin
from campaigns.models.minors import Minor
from campaigns.models.notices import Notice, NoticeChoice, NoticeCursor, NoticeDelivery
from campaigns.models.outbox import OutboxMessage
from campaigns.models.own_discord import OwnDiscord, OwnDiscordMessage
from campaigns.models.own_words import ClubWords
from campaigns.models.passkeys import Passkey
from campaigns.models.people import User
from campaigns.models.push import OpenPage, PushDevice, PushMessage
from campaigns.models.scenarios import SavedScenario
from campaigns.models.seats import CardCode, SeatPass
from campaigns.models.second_factor import Authenticator, RecoveryCode
from campaigns.models.sheets import Appointment, CampaignSheet, Round, Sector, Standing, Supply, Vehicle
from campaigns.models.uncounted import UncountedBattle
from campaigns.models.webhooks import WebhookCursor, WebhookDelivery, WebhookEndpoint

__all__ = [
    "Adoption",
    "Appointment",
    "Attendance",
    "Authenticator",
    "BrowserLogin",
    "Campaign",
    "CampaignSheet",
    "CardCode",
    "Club",
    "ClubWords",
    "CorrectionDraft",
    "DiscordChannel",
    "DiscordCursor",
    "DiscordMessage",
    "Fixture",
    "HeldRuling",
    "Invitation",
    "Mention",
    "Minor",
    "ModerationAct",
    "Mute",
    "Notice",
    "NoticeChoice",
    "NoticeCursor",
    "NoticeDelivery",
    "OpenPage",
    "OutboxMessage",
    "OwnDiscord",
    "OwnDiscordMessage",
    "Passkey",
    "Photo",
    "Post",
    "PostReport",
    "PushDevice",
    "PushMessage",
    "Reaction",
    "RecoveryCode",
    "Round",
    "SavedScenario",
    "SeatPass",
    "Sector",
    "Standing",
    "Supply",
    "Thread",
    "UncountedBattle",
    "User",
    "Vehicle",
    "WaitingRoom",
    "WebhookCursor",
    "WebhookDelivery",
    "WebhookEndpoint",
]
