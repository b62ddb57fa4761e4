"""The composition root: settings, the Celery app, urls, and what a server needs to run."""

import atexit
import gc

# Every process imports this first, and then makes some 100,000 objects that stay to its end. To look through them for
# litter every 700 objects and thrice more at the end, as Python does unless it is told otherwise, would be a third of
# the time a command takes.
gc.set_threshold(50_000, 20, 50)
atexit.register(gc.freeze)

from deploy.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
