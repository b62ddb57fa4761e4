"""The pages for a forgotten password: ask for a link by mail, and set a new password with it."""

from __future__ import annotations

import logging
from threading import Thread
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.forms import PasswordResetForm, SetPasswordForm
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from campaigns import login_throttle, security_mail
from campaigns import mail as writing
from campaigns.models import User
from campaigns.pages import robots

logger = logging.getLogger(__name__)


class ForgottenPassword(PasswordResetForm):
    """Mails every account with the address, at once and not through the outbox, where others might read the link."""

    def __init__(self, *args: Any, request: HttpRequest | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean(self) -> dict[str, Any]:
        key = login_throttle.key_of(self.request, "a forgotten password")
        if login_throttle.wrong_so_far(key) >= login_throttle.TRIES:
            raise login_throttle.pause()
        login_throttle.one_more_wrong(key)
        return super().clean() or {}

    def send_mail(self, *templates: Any, **kwargs: Any) -> None:
        """Send in a thread, so that the time of the answer does not tell whether there is such an account."""
        if not settings.MAIL:
            return
        _subject, _text, context, sender, address = templates
        written = writing.write("password", context["user"].spoken, context)
        headers = {"Auto-Submitted": "auto-generated"}
        message = EmailMessage(written.subject, written.body, sender, [address], headers=headers)
        Thread(target=_send, args=(message,)).start()


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except Exception:  # whatever it is, there is only the log to tell
        logger.exception("a link for a new password could not be sent")


class Forgotten(auth.PasswordResetView):
    """The answer is the same whether there is such an account or not."""

    template_name = "people/forgotten.html"
    form_class = ForgottenPassword
    success_url = reverse_lazy("forgotten-sent")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"request": self.request}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(mail=settings.MAIL, **kwargs)


class ForgottenSent(auth.PasswordResetDoneView):
    template_name = "people/forgotten_sent.html"


class SetPassword(auth.PasswordResetConfirmView):
    """The page of the mailed link, which works once."""

    template_name = "people/set_password.html"
    success_url = reverse_lazy("login")

    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponse:
        robots.keep_out(self.request)
        response = super().dispatch(*args, **kwargs)
        assert isinstance(response, HttpResponse)
        return response

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        messages.success(self.request, _("Your new password is set. Log in with it."))
        login_throttle.remember(
            self.request, form.user.get_username()
        )  # so they do not wait for somebody who guesses at their name
        response = super().form_valid(form)
        security_mail.tell(form.user, "password")
        return response
