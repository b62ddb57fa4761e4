"""A copy of the whole house in one file, on either database, to be read by any later release or without Leaguer at all.

`archive` is the file, `tables` what of a database stands in it, `making` and `restoring` are the two ways through.
"""

from deploy.backup.archive import BadBackup, Manifest
from deploy.backup.make import backup, keep_newest
from deploy.backup.restore import NotEmpty, Restored, restore

__all__ = ["BadBackup", "Manifest", "NotEmpty", "Restored", "backup", "keep_newest", "restore"]
