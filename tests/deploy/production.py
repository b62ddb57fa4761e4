"""The settings of production as they are. Only the static files lie where they lie in a checkout, and passwords, of
which the tests try a hundred, are hashed in no time."""

from deploy.settings import *  # noqa: F403
from deploy.settings import STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
