"""The organisers' office: Django's admin. The desk is edited here; of log and read tables it only shows."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from campaigns.admin import desk, lines, sheets

__all__ = ["desk", "lines", "sheets"]

admin.site.site_header = _("Leaguer: the organisers’ office")
admin.site.site_title = _("Leaguer")
admin.site.index_title = _("What is on the desk, and what the log says")
admin.site.empty_value_display = "–"
