"""The Celery app: `celery -A deploy worker`, `celery -A deploy beat`. Tasks are named `leaguer.<what>`."""

import os
from typing import Any

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("leaguer")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def keep_the_log(**_how: Any) -> None:
    """Celery would take away what Django has set up, and with it what is sent elsewhere and mailed, and write lines of
    its own, whose tracebacks nobody rids of secrets. `--loglevel` is of no account then; LOG_LEVEL is."""


signals.setup_logging.connect(keep_the_log)
