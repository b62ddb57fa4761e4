"""Logging in, one's account, a new password."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.pages.tries import Credentials


class LogIn(auth.LoginView):
    template_name = "people/login.html"
    authentication_form = Credentials
    redirect_authenticated_user = True


class NewPassword(auth.PasswordChangeView):
    template_name = "people/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, _("Your new password holds from now on."))
        return super().form_valid(form)


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    return render(request, "people/account.html")
