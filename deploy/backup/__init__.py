"""A backup of the whole site in one file, from either database, readable by any later release or without Leaguer.

`archive` is the file, `tables` what it holds of a database, `make` writes it and `restore` reads it.
"""

from deploy.backup.archive import BadBackup, Manifest
from deploy.backup.make import backup, keep_newest
from deploy.backup.restore import NotEmpty, Restored, restore

__all__ = ["BadBackup", "Manifest", "NotEmpty", "Restored", "backup", "keep_newest", "restore"]
