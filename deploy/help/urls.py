"""The addresses of the help."""

from __future__ import annotations

from django.urls import URLPattern, path

from deploy.help import views

urlpatterns: list[URLPattern] = [
    path("", views.index, name="help"),
    path("<slug:key>/", views.page, name="help-page"),
]
