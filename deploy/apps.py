from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeployConfig(AppConfig):
    """Installed for its commands: `backup`, `doctor`, `restore`, `upgrade`; and for what beat is told to begin with."""

    name = "deploy"
    verbose_name = _("deployment")
