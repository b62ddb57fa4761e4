"""The only table of this floor."""

from django.db import models


class Folded(models.Model):
    """What the read tables were last folded with (see `deploy.read_tables`). One row, none before the first time."""

    by = models.CharField(max_length=200, primary_key=True)

    def __str__(self) -> str:
        return self.by
