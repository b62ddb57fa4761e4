"""A shot as fourteen columns: as many fields as a `Fire` report and its ruling carry."""

from django.db import models


class Shot(models.Model):
    battle = models.UUIDField(db_index=True)
    command = models.UUIDField(unique=True)
    round = models.IntegerField()
    shooter = models.CharField(max_length=40)
    target = models.CharField(max_length=40)
    cover = models.BooleanField()
    close = models.BooleanField()
    side_shot = models.BooleanField()
    attack = models.CharField(max_length=60)
    defence = models.CharField(max_length=60)
    hits = models.IntegerField()
    criticals = models.IntegerField()
    damage = models.IntegerField()
    note = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"{self.shooter} at {self.target}"
