"""The organisers' office: Django's admin. It edits the desk; the log and the read tables it only shows."""

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.utils.translation import gettext_lazy as _

from campaigns.admin import (
    battles,
    conversations,
    desk,
    discord,
    invitations,
    log_rows,
    minors,
    outbox,
    own_words,
    people,
    seasons,
    webhooks,
)
from campaigns.login_throttle import Credentials

__all__ = [
    "battles",
    "conversations",
    "desk",
    "discord",
    "invitations",
    "log_rows",
    "minors",
    "outbox",
    "own_words",
    "people",
    "seasons",
    "webhooks",
]


class OfficeCredentials(Credentials, AdminAuthenticationForm):
    """Logging in to the office. Wrong tries are counted together with those on the site's login page."""


admin.site.site_header = _("The office")
admin.site.site_title = _("Leaguer")
admin.site.index_title = _("This evening")
admin.site.index_template = "admin/front.html"
admin.site.empty_value_display = "–"
admin.site.login_form = OfficeCredentials
