"""Static files as production collects them: our modules find one another by their names with the hash."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from django.core.files.storage import FileSystemStorage

from deploy.static_files import StaticFiles

OURS = Path("battles/static/leaguer")


def test_modules_import_one_another_by_their_names_with_the_hash(tmp_path: Path) -> None:
    shutil.copytree(OURS, tmp_path / OURS.name)
    storage, source = StaticFiles(location=tmp_path, base_url="/static/"), FileSystemStorage(OURS.parent)
    names = [f"{OURS.name}/{one.name}" for one in OURS.glob("*.js")]
    assert all(done is True for _name, _hashed, done in storage.post_process({name: (source, name) for name in names}))
    hashed = {re.sub(r"\.[0-9a-f]{12}\.", ".", one.name): one for one in tmp_path.rglob("*.????????????.js")}
    assert len(hashed) == len(names)
    imported = {name for one in hashed.values() for name in re.findall(r'from "\./([^"]+)"', one.read_text())}
    assert imported
    assert imported <= {one.name for one in hashed.values()}
