"""The webhooks of a club: its officers, and keys with the scope `webhooks`, set them up and see what became of what was
sent. What they do is what the office does."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from msgspec import UNSET
from rest_framework.request import Request

from api import bodies, queries
from api.clubs import readable
from api.endpoints import Endpoint, answer
from api.models import ClubKey, KeyHolder
from api.problems import Trouble
from api.schema_texts import PAGED, describe
from api.shapes import filled
from api.shapes import webhooks as shapes
from battles import log
from battles.not_found import or_404
from campaigns.models import Campaign, Club, User, WebhookDelivery, WebhookEndpoint
from campaigns.outgoing import addresses
from campaigns.roles import Person
from campaigns.webhooks import endpoints, events
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

Off = WebhookEndpoint.Off
MOST = 50  # of a club
READ, WRITTEN = (400, 401, 403, 404, 429), (400, 401, 403, 404, 413, 415, 422, 429)
# By the name of a field in a body; where the model has another, its name there.
FIELDS = {
    "name": "name",
    "url": "url",
    "battles": "of_battles",
    "campaigns": "of_campaigns",
    "leagues": "of_leagues",
    "members_too": "members_too",
}
CHOSEN = {"status": ({"type": "string", "enum": [*WebhookDelivery.Status.values]}, "Only those that became this.")}


class ClubWebhooksView(Endpoint):
    url_name = "club-webhooks"

    @describe("List a club's webhooks", shapes.Webhooks, problems=READ)
    def get(self, request: Request, club: str) -> HttpResponse:
        """For its officers, and for keys of the club with the scope `webhooks`. No secret is shown again."""
        found, _officer = _of_officer(request.user, club)
        kept = WebhookEndpoint.objects.filter(club=found).select_related("campaign")[: queries.LARGEST_PAGE]
        return answer(shapes.Webhooks([_shape(one) for one in kept]))

    @describe(
        "Make a webhook for a club",
        shapes.MadeWebhook,
        body=shapes.NewWebhook,
        example={"name": "Our own page", "url": "https://hooks.example.org/leaguer", "leagues": False},
        status=201,
        problems=WRITTEN,
    )
    def post(self, request: Request, club: str) -> HttpResponse:
        """What is reported from now on is sent there. What is sent, and how, stands at `webhooks` in this schema and in
        the help. `secret` is shown this once."""
        found, officer = _of_officer(request.user, club)
        said = bodies.said(request._request, shapes.NewWebhook)
        if WebhookEndpoint.objects.filter(club=found).count() >= MOST:
            text = say(_("A club has %(n)s webhooks at most."), n=MOST)
            raise Refused("webhook", text, _("Delete one that nobody reads."))
        made = WebhookEndpoint(club=found)
        _fill(made, said)
        secret = endpoints.renew(made)
        made.save()
        _record(request.user, officer, made, ADDITION, "")
        return answer(shapes.MadeWebhook(secret, _shape(made)), status=201)


class ClubWebhookView(Endpoint):
    url_name = "club-webhook"

    @describe("Read a club's webhook", shapes.Webhook, problems=READ)
    def get(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """Where it leads, what it is sent, and whether it is on."""
        return answer(_shape(_found(request.user, club, webhook)[0]))

    @describe(
        "Change a club's webhook",
        shapes.Webhook,
        body=shapes.ChangedWebhook,
        example={"name": "Our new page", "on": True},
        problems=WRITTEN,
    )
    def patch(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """Or switch it off, and on again: it then goes on where it stopped."""
        one, officer = _found(request.user, club, webhook)
        said = bodies.said(request._request, shapes.ChangedWebhook)
        _fill(one, said)
        one.save(update_fields=[*FIELDS.values(), "campaign"])  # what is sent there meanwhile writes the others
        _record(request.user, officer, one, CHANGE, "")
        if said.on is not UNSET and said.on != one.is_on:
            if said.on:
                endpoints.switch_on(one)
            else:
                endpoints.switch_off(one, Off.PERSON)
            _record(request.user, officer, one, CHANGE, gettext("switched on") if said.on else gettext("switched off"))
            one.refresh_from_db()
        return answer(_shape(one))

    @describe("Delete a club's webhook", None, status=204, problems=READ)
    def delete(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """With the record of what was sent there."""
        one, officer = _found(request.user, club, webhook)
        _record(request.user, officer, one, DELETION, "")
        one.delete()
        return HttpResponse(status=204)


class ClubWebhookSecretView(Endpoint):
    url_name = "club-webhook-secret"

    @describe("Renew the secret of a webhook", shapes.MadeWebhook, problems=READ)
    def post(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """The new one is shown this once. For a day what is sent is signed by both."""
        one, officer = _found(request.user, club, webhook)
        secret = endpoints.renew(one)
        _record(request.user, officer, one, CHANGE, gettext("New secret"))
        return answer(shapes.MadeWebhook(secret, _shape(one)))


class ClubWebhookTestView(Endpoint):
    url_name = "club-webhook-test"

    @describe("Test a webhook", shapes.Delivery, status=201, problems=READ)
    def post(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """A message that tells nothing is sent, also where the webhook is off. Its delivery says what was answered."""
        one, _officer = _found(request.user, club, webhook)
        return answer(_delivery(endpoints.test(one)), status=201)


class ClubWebhookDeliveriesView(Endpoint):
    url_name = "club-webhook-deliveries"

    @describe("List what was sent to a webhook", shapes.Deliveries, query={**PAGED, **CHOSEN}, problems=READ)
    def get(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """What became of each message, the newest first."""
        one, _officer = _found(request.user, club, webhook)
        limit = queries.limit(request._request)
        rows = one.deliveries.order_by("-pk")
        if (status := queries.word(request._request, "status", *WebhookDelivery.Status.values)) is not None:
            rows = rows.filter(status=status)
        if (place := queries.cursor(request._request, queries.COUNT)) is not None:
            rows = rows.filter(pk__lt=int(place[0]))
        found = list(rows[: limit + 1])
        rest = queries.next_page(request._request, str(found[limit - 1].pk)) if len(found) > limit else None
        return answer(shapes.Deliveries([_delivery(each) for each in found[:limit]], rest))


class ClubWebhookAgainView(Endpoint):
    url_name = "club-webhook-again"

    @describe("Send a message to a webhook again", shapes.Delivery, problems=(*READ, 422))
    def post(self, request: Request, club: str, webhook: int, delivery: int) -> HttpResponse:
        """By itself, beside the order of its log, with the same id. One that is still tried is not asked for."""
        one, officer = _found(request.user, club, webhook)
        row = or_404(one.deliveries.filter(pk=delivery).first())
        if not endpoints.send_again(one.deliveries.filter(pk=row.pk)):
            text = say(_("This message waits to be sent already."))
            raise Refused("webhook", text, _("Wait for what comes of it."))
        _record(request.user, officer, one, CHANGE, gettext("Sent again: %(what)s") % {"what": row})
        row.refresh_from_db()
        return answer(_delivery(row))


class ClubWebhookReplayView(Endpoint):
    url_name = "club-webhook-replay"

    @describe(
        "Send a log to a webhook from a position on",
        None,
        body=shapes.Replay,
        example={"stream": "5f3c1f0e-5a34-4c8b-9a53-2f1d6f0c2b11", "position": 1},
        status=204,
        problems=WRITTEN,
    )
    def post(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """All that follows, in order, of a battle, campaign or league that the webhook is sent; behind the end of its
        log, what comes next."""
        one, officer = _found(request.user, club, webhook)
        said = bodies.said(request._request, shapes.Replay)
        stream = _uuid(said.stream, "stream")
        if not any(source(one).filter(stream=stream).exists() for source in events.SOURCES):
            text = say(_("This webhook is sent nothing of that."))
            remedy = say(_("Name a battle, a campaign or a league of its club that it is sent."))
            raise Refused("webhook", text, remedy, field="stream")
        try:
            endpoints.begin_at(one, str(stream), said.position)
        except log.NoSuchStream:
            raise Http404 from None
        told = gettext("Everything from message %(n)s on is sent again, in order.") % {"n": said.position}
        _record(request.user, officer, one, CHANGE, told)
        return HttpResponse(status=204)


# -- where, and who ----------------------------------------------------------------------------------------------------


def _of_officer(user: Person, short: str) -> tuple[Club, User]:
    """The club, and the officer of it who asks, or for whom the key does."""
    club = readable(user, short)
    if isinstance(user, KeyHolder):
        if user.of_club == club.pk:
            return club, ClubKey.objects.select_related("maker").get(pk=user.pk).maker
    elif isinstance(user, User) and (user.is_superuser or user.organises.filter(pk=club.pk).exists()):
        return club, user
    raise Trouble("not-yours", gettext("Only those who organise the club set up its webhooks."))


def _found(user: Person, short: str, webhook: int) -> tuple[WebhookEndpoint, User]:
    club, officer = _of_officer(user, short)
    one = or_404(WebhookEndpoint.objects.filter(club=club, pk=webhook).select_related("campaign", "club").first())
    return one, officer


def _record(user: Person, officer: User, one: WebhookEndpoint, flag: int, what: str) -> None:
    """Who did it stands in the office's record; by a key, with its name."""
    by = gettext("API, key “%(key)s”") % {"key": user.username} if isinstance(user, KeyHolder) else "API"
    told = f"{by}: {what}" if what else by
    LogEntry.objects.log_actions(officer.pk, [one], flag, change_message=told, single_object=True)


# -- what is said ------------------------------------------------------------------------------------------------------


def _fill(one: WebhookEndpoint, said: shapes.NewWebhook | shapes.ChangedWebhook) -> None:
    """Take over what is said. `Refused` for an address that nothing is sent to, and for another club's campaign."""
    for field, name in FIELDS.items():
        value = getattr(said, field)
        if value is not UNSET:
            setattr(one, name, value.strip() if isinstance(value, str) else value)
    if said.url is not UNSET:
        _check(one.url)
    if said.campaign is not UNSET:
        one.campaign = None if said.campaign is None else _campaign(one.club, said.campaign)


def _check(url: str) -> None:
    try:
        endpoints.check(url)
    except addresses.Forbidden as error:
        text = say(_("Nothing is sent there: %(why)s."), why=str(error))
        remedy = say(_("Take an address on the internet that begins with https://."))
        raise Refused("webhook", text, remedy, field="url") from None


def _campaign(club: Club, stream: str) -> Campaign:
    found = Campaign.objects.filter(club=club, stream=_uuid(stream, "campaign")).first()
    if found is None:
        text = say(_("The club has no such campaign that is open."))
        raise Refused("webhook", text, _("Name one of the club, or none for all of them."), field="campaign")
    return found


def _uuid(text: str, field: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        remedy = gettext("Take the id from the API.")
        raise Trouble("malformed", gettext("This is no UUID."), field=field, remedy=remedy) from None


def _shape(one: WebhookEndpoint) -> shapes.Webhook:
    return filled(
        shapes.Webhook,
        one,
        id=one.pk,
        campaign=str(one.campaign.stream) if one.campaign else None,
        battles=one.of_battles,
        campaigns=one.of_campaigns,
        leagues=one.of_leagues,
        state=cast(shapes.State, one.off or "on"),
        made=one.made_at,
    )


def _delivery(one: WebhookDelivery) -> shapes.Delivery:
    return filled(
        shapes.Delivery,
        one,
        id=one.pk,
        stream=str(one.stream) if one.stream else None,
        status=cast(shapes.Became, str(one.status)),
        made=one.made_at,
        tried=one.tried_at,
    )
