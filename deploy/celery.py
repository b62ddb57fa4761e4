"""The Celery app: `celery -A deploy worker`, `celery -A deploy beat`. Tasks are named `leaguer.<what>`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("leaguer")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
