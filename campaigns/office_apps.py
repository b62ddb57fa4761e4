"""The admin as an app, with the office as its site. It stands apart from the site, which can only be read once every
app is known."""

from django.contrib.admin.apps import AdminConfig


class OfficeConfig(AdminConfig):
    default_site = "campaigns.office_site.OfficeSite"
