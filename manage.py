#!/usr/bin/env python3
"""Leaguer's commands for the person at the keyboard; servers and workers start from deploy/."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    # A bare checkout is for trying things out. What serves people (deploy/wsgi.py, asgi.py, celery.py) assumes
    # production unless told otherwise.
    os.environ.setdefault("LEAGUER_ENV", "development")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed for this Python. `make run` installs it; then use .venv/bin/python manage.py")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        sys.exit(f"Leaguer is not configured: {problem}")
