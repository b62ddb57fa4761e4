"""The organisers' office: Django's admin. The desk is edited here; of log and read tables it only shows."""

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.utils.translation import gettext_lazy as _

from campaigns.admin import battles, desk, invitations, log_rows, outbox, people, seasons
from campaigns.login_throttle import Credentials

__all__ = ["battles", "desk", "invitations", "log_rows", "outbox", "people", "seasons"]


class OfficeCredentials(Credentials, AdminAuthenticationForm):
    """Guessing has to pause at the office's own door, too, and on one count with the other."""


admin.site.site_header = _("Leaguer: the organisers’ office")
admin.site.site_title = _("Leaguer")
admin.site.index_title = _("What waits, what is on the desk, and what the log says")
admin.site.index_template = "admin/front.html"
admin.site.empty_value_display = "–"
admin.site.login_form = OfficeCredentials
