"""Where a long command keeps how far it has got: beside the database, on the machine it runs on."""

from __future__ import annotations

import os
import tempfile
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import connection


def place(command: str, ending: str) -> Path:
    """A file of this command and this database, where this machine keeps what Leaguer knows, else among what is thrown
    away."""
    at = connection.settings_dict
    name = sha256(repr([connection.vendor, *(str(at[one]) for one in ("HOST", "PORT", "NAME"))]).encode()).hexdigest()
    kept = Path(settings.VAR)
    folder = kept if os.access(kept, os.W_OK) else Path(tempfile.gettempdir())
    return folder / command / f"{name[:16]}.{ending}"
