"""Shapes for the webhooks of a club: how they are set up, and what is sent to them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from api.shapes.battles import Event
from api.shapes.kinds import Id, People, Position, Time

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"^[^\x00]*[^\s\x00][^\x00]*$")]
Address = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2_000_000_000)]
State = Literal["on", "person", "gone", "failing", "restored"]
Became = Literal["asked", "retrying", "delivered", "failed"]


class NewWebhook(msgspec.Struct, forbid_unknown_fields=True):
    """Where a club's events shall be sent, and which. `campaign`: only what happens in this one of the club's."""

    name: Name
    url: Address
    campaign: Id | None = None
    battles: bool = True
    campaigns: bool = True
    leagues: bool = True
    members_too: bool = False


class ChangedWebhook(msgspec.Struct, forbid_unknown_fields=True):
    """What shall be otherwise; what is left out stays. `on`: false switches it off, true on again."""

    name: Name | UnsetType = UNSET
    url: Address | UnsetType = UNSET
    campaign: Id | UnsetType | None = UNSET
    battles: bool | UnsetType = UNSET
    campaigns: bool | UnsetType = UNSET
    leagues: bool | UnsetType = UNSET
    members_too: bool | UnsetType = UNSET
    on: bool | UnsetType = UNSET


class Webhook(msgspec.Struct):
    """A webhook of a club. `state`: "on", or why it is off: a person did it, its receiver said that it is gone, it had
    failed for days, or the site was restored from a backup. `old_until`: until then the secret before signs, too."""

    id: int
    name: str
    url: str
    campaign: Id | None
    battles: bool
    campaigns: bool
    leagues: bool
    members_too: bool
    state: State
    made: datetime
    old_until: datetime | None


class Webhooks(msgspec.Struct):
    """All webhooks of a club, by name: 200 at most."""

    webhooks: list[Webhook]


class MadeWebhook(msgspec.Struct):
    """`secret` signs what is sent (Standard Webhooks). It is shown only once."""

    secret: str
    webhook: Webhook


class Delivery(msgspec.Struct):
    """What became of a message. `message`: its id, which the receiver reads as `webhook-id`. `stream`: the log it tells
    of, null for a test; `code`: the status of the last answer, null while none came; `answer`: how that began; `took`:
    milliseconds. `status`: "asked" waits to be sent, "retrying" did not arrive and is tried again."""

    id: int
    message: str
    type: str
    stream: Id | None
    position: Position
    status: Became
    tries: int
    code: int | None
    answer: str
    took: int
    made: datetime
    tried: datetime | None


class Deliveries(msgspec.Struct):
    """The newest first. They are kept for thirty days. `next` is the address of older ones, null at the end."""

    deliveries: list[Delivery]
    next: str | None


class Replay(msgspec.Struct, forbid_unknown_fields=True):
    """Which log is sent again, and the number of its first message."""

    stream: Id
    position: Number


# -- what is sent ------------------------------------------------------------------------------------------------------


class WebhookData(msgspec.Struct):
    """What happened. `stream`: the id by which the API has the battle, campaign or league; `club`: its short name;
    `event`: as a stranger reads it at `events/`."""

    kind: Literal["battle", "campaign", "league"]
    stream: Id
    position: Position
    club: str
    event: Event
    people: People


class WebhookMessage(msgspec.Struct):
    """The body of a message. `type`: the kind of log, a dot, and the event's name in small letters. `timestamp`: when
    it happened."""

    type: Annotated[str, msgspec.Meta(pattern=r"^(battle|campaign|league)\.[a-z0-9_]+$")]
    timestamp: Time
    data: WebhookData


class WebhookTestData(msgspec.Struct):
    """Whose test it is. `webhook`: its name."""

    club: str
    webhook: str


class WebhookTest(msgspec.Struct):
    """The body of a test, which tells nothing."""

    type: Literal["leaguer.test"]
    timestamp: Time
    data: WebhookTestData
