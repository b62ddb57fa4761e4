"""The composition root: settings, the Celery app, urls, and what a server needs to run."""

from deploy.celery import app as celery_app

__all__ = ["celery_app"]
