from functools import partial

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("campaigns")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from battles import handler, naming, otherwise, verification
        from battles.pages.corrections import elsewhere
        from battles.presenters import consent, people
        from campaigns import correction_drafts, logins, officers, security_log
        from campaigns.about_person import desk, logs, parts, sheets, talk
        from campaigns.clerk import proposals
        from campaigns.handler import CAMPAIGN, replay
        from campaigns.models import fixtures
        from campaigns.presenters import public_names
        from campaigns.season.decider import SEASONS
        from campaigns.verification import unfair
        from campaigns.webhooks import events, streams

        logins.listen()
        security_log.listen()
        handler.REFUSES.append(officers.refuse_own_battle)
        verification.CHECKS += [unfair, partial(verification.wrongly_kept, SEASONS, replay, CAMPAIGN.name)]
        consent.IN_PLACE_OF.append(proposals.answered_within)
        elsewhere.ELSEWHERE.append(correction_drafts.address_of)
        people.VEILS.append(public_names.VEIL)
        naming.NAMES.append(fixtures.names_of_battles)
        otherwise.READ.append(fixtures.read_otherwise)
        naming.PLATOONS.append(fixtures.names_of_sides)
        parts.PARTS[:0] = (*desk.PARTS, *talk.PARTS, *sheets.PARTS, *logs.PARTS)
        parts.LEFT_OUT += (*desk.LEFT_OUT, *logs.LEFT_OUT)
        events.SOURCES += [streams.campaign_sheets, streams.battle_sheets]
