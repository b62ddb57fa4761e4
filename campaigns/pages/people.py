"""Logging in, and a new password."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from campaigns.pages.tries import Credentials


class LogIn(auth.LoginView):
    template_name = "people/login.html"
    authentication_form = Credentials
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(mail=settings.MAIL, **kwargs)


class NewPassword(auth.PasswordChangeView):
    template_name = "people/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, _("Your new password holds from now on."))
        return super().form_valid(form)
