from django.apps import AppConfig


class TestsConfig(AppConfig):
    """Installed only while tests run: its `flush` may empty the log, which nothing else may."""

    name = "tests"
