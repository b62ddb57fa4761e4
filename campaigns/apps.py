from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("campaigns")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from battles import naming as battle_naming
        from battles import verification
        from battles.presenters import consent
        from campaigns import naming
        from campaigns.clerk import proposals
        from campaigns.verification import unfair, wrongly_kept

        verification.CHECKS += [unfair, wrongly_kept]
        consent.IN_PLACE_OF.append(proposals.answered_within)
        battle_naming.NAMES.append(naming.battles)
        battle_naming.PLATOONS.append(naming.sides)
