"""The pages to log in and to change a password."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from campaigns import login_throttle, second_factor, security_log, security_mail
from campaigns.pages import second_factor as second_step
from campaigns.roles import user_of


class LogIn(auth.LoginView):
    template_name = "people/login.html"
    authentication_form = login_throttle.Credentials
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Who has a second step is asked for a code first."""
        user = form.get_user()
        if second_factor.is_on(user):
            return second_step.ask(self.request, user, self.get_success_url())
        return super().form_valid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(mail=settings.MAIL, **kwargs)


@method_decorator(never_cache, name="dispatch")
class NewPassword(auth.PasswordChangeView):
    template_name = "people/password.html"
    success_url = reverse_lazy("account")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Tries count as at the login, so that nobody finds out the password from an open session."""
        user = user_of(request)
        name = user.get_username()
        if seconds := login_throttle.take(request, name):
            context = self.get_context_data(
                form=PasswordChangeForm(user), trouble=login_throttle.pause(seconds).message
            )
            return self.render_to_response(context, status=429)
        form = self.get_form()
        valid = form.is_valid()
        if "old_password" in form.errors:
            security_log.note("password-wrong", request, user.pk)
        else:
            login_throttle.came_in(request, name)
        return self.form_valid(form) if valid else self.form_invalid(form)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, _("Your new password is set."))
        response = super().form_valid(form)
        security_mail.tell(form.user, "password")
        return response
