"""How static files are collected for production: compressed, under names with a hash of their content."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Our modules import one another by relative paths; these are rewritten to the names with the hash, too."""

    support_js_module_import_aggregation = True
