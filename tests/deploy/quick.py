"""The settings as they are. Only passwords are hashed in no time: the demo makes them, and the document logs in."""

from deploy.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
