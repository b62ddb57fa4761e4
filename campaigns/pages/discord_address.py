"""The form in which a person gives the address of their own channel of Discord."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.discord import http
from campaigns.outgoing import addresses


class Address(forms.Form):
    url = forms.CharField(
        label=_("Webhook’s address"),
        max_length=300,
        help_text=_(
            "In Discord, in a channel of a server of your own: Edit Channel, Integrations, Webhooks, Copy Webhook URL."
            " Whoever can read the channel reads the subjects of your notices."
        ),
        widget=forms.TextInput(
            attrs={"inputmode": "url", "autocomplete": "off", "placeholder": "https://discord.com/api/webhooks/…"}
        ),
    )

    def clean_url(self) -> str:
        url = str(self.cleaned_data["url"]).strip()
        try:
            http.check(url)
        except addresses.Forbidden:
            raise forms.ValidationError(
                _(
                    "This is no address of a webhook of Discord."
                    " Copy it there: Integrations, Webhooks, Copy Webhook URL."
                )
            ) from None
        return url
