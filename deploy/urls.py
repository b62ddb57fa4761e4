"""Every address of the site, by floor."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("api.urls")),
    path("help/", include("deploy.help.urls")),
    path("", include("campaigns.pages.urls")),
    path("", include("leagues.pages.urls")),
]

handler500 = "deploy.outages.failed"
handler400 = "battles.pages.errors.not_understood"
