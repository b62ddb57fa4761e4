"""Folds the read tables anew after an upgrade: another release may have other columns, or fold differently."""

from __future__ import annotations

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from campaigns.projection_rebuild import READ_TABLES, Progress, rebuild
from deploy.models import Folded


def is_due() -> bool:
    """Whether the read tables were last folded by another release, or before one of their migrations."""
    return not Folded.objects.filter(by=_this_release()).exists()


def fold(jobs: int | None = 1, progress: Progress = lambda done, of: None) -> int:
    """Fold the read tables anew and record the release, both or neither; returns how many places changed. See
    `projection_rebuild.rebuild`."""

    def record() -> None:
        Folded.objects.all().delete()
        Folded.objects.create(by=_this_release())

    return rebuild(lambda difference: None, jobs=jobs, progress=progress, also=record)


def _this_release() -> str:
    """The release, and the last migration of each floor that has read tables."""
    floors = {model._meta.app_label for model in READ_TABLES}
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    return " ".join([settings.RELEASE, *(f"{app}.{name}" for app, name in sorted(leaves) if app in floors)])
