from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class DeployConfig(AppConfig):
    """Installed for its commands `backup`, `doctor`, `restore` and `upgrade`, for beat's first schedule, and to listen
    to reports."""

    name = "deploy"
    verbose_name = _("deployment")

    def ready(self) -> None:
        from battles import heard
        from deploy import request_ids

        heard.LISTENERS.append(request_ids.Noting())
        if settings.METRICS:
            from deploy import metrics

            heard.LISTENERS.append(metrics.Counting())
