"""The Celery app: `celery -A deploy worker`, `celery -A deploy beat`. Tasks are named `leaguer.<what>`."""

import logging
import os
from typing import Any

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("leaguer")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def keep_the_log(**_how: Any) -> None:
    """Celery would write lines of its own form. Where they are to be JSON, the log stays as Django has set it up."""


def redact(logger: logging.Logger, **_how: Any) -> None:
    """Else its lines are written without secrets, too."""
    from deploy.redaction import Redacting

    for handler in logger.handlers:
        handler.addFilter(Redacting())


if os.environ.get("LOG_FORMAT", "").strip() == "json":
    signals.setup_logging.connect(keep_the_log)
signals.after_setup_logger.connect(redact)
signals.after_setup_task_logger.connect(redact)
