"""Django's forms of models, which are generic for the type checker alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from campaigns.models import User

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Any]
    CreationForm = UserCreationForm[User]
    ChangeForm = UserChangeForm[User]
    PasswordForm = AdminPasswordChangeForm[User]
else:
    ModelForm = forms.ModelForm
    CreationForm = UserCreationForm
    ChangeForm = UserChangeForm
    PasswordForm = AdminPasswordChangeForm
