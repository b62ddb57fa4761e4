from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("campaigns")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from battles import verifying
        from campaigns import fairness

        verifying.CHECKS.append(fairness.unfair)
