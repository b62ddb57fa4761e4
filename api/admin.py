"""Tokens in the admin: organisers see who has one, and can delete it."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from api.models import Token


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # at run time it takes none
    """Read and delete only: a key is shown once, to its owner."""

    list_display = ("__str__", "user", "name", "created", "last_used", "expires_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    date_hierarchy = "created"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False
