"""Django's forms of models, which are generic for the type checker alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import UserCreationForm

from campaigns.models import User

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Any]
    CreationForm = UserCreationForm[User]
else:
    ModelForm = forms.ModelForm
    CreationForm = UserCreationForm
