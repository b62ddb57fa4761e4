from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeployConfig(AppConfig):
    """Installed for its commands `backup`, `doctor`, `restore` and `upgrade`, and for beat's first schedule."""

    name = "deploy"
    verbose_name = _("deployment")
