"""People."""

from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account. The log knows a person only by this id, so a name can be changed or forgotten and no digest moves."""

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
