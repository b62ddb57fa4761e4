"""The settings of the suite, and the stock parts we measure against."""

from tests.settings import *  # noqa: F403
from tests.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "rest_framework.authtoken", "tests.bench.stock"]
ROOT_URLCONF = "tests.bench.stock.urls"
LOGGING_CONFIG = None
