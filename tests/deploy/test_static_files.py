"""Static files as production collects them: our modules find one another by their names with the hash."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from deploy.static_files import ENTRIES, IMPORTED, StaticFiles, joined, joined_modules

STYLES = Path("battles/static")
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
    main = hashed["main.js"].read_text()
    assert set(re.findall(r'import\("\./([^"]+)"\)', main)) == {
        hashed[f"{name}.js"].name
        for name in ("battle", "board", "life", "page", "passkey", "queue", "replay", "talk", "time_zone")
    }
    for entry in ENTRIES:
        assert not re.search(r"^import ", hashed[Path(entry).name].read_text(), re.MULTILINE), "in one piece"


def test_modules_that_cannot_be_joined_are_told(tmp_path: Path) -> None:
    source = FileSystemStorage(tmp_path)
    paths = {f"{name}.js": (source, f"{name}.js") for name in ("one", "two")}
    for text, wrong in {
        'import * as two from "./two.js";\n': "cannot be joined",
        'import { f } from "./two.js";\nexport default f;\n': "cannot be joined",
        'import { f } from "./two.js";\nexport const g = 1;\n': "one -> two -> one is a circle",
    }.items():
        (tmp_path / "one.js").write_text(text)
        (tmp_path / "two.js").write_text(
            'import { g } from "./one.js";\n' if "circle" in wrong else "export const f = 1;\n"
        )
        with pytest.raises(ValueError, match=wrong):
            joined_modules(paths, "one.js")


def test_pages_get_all_their_style_sheets_as_one(tmp_path: Path) -> None:
    """No import is left, no rule is lost, and the page names the file with the hash."""
    storage, source = StaticFiles(location=tmp_path, base_url="/static/"), FileSystemStorage(STYLES)
    names = [one.name for one in STYLES.glob("*.css")]
    for name in names:
        shutil.copy(STYLES / name, tmp_path)
    paths = {name: (source, name) for name in names}
    assert all(done is True for _name, _hashed, done in storage.post_process(paths))
    hashed = storage.hashed_files["pages.css"]
    whole = (tmp_path / hashed).read_text()
    assert whole == joined(paths)
    assert "@import" not in whole
    imported = IMPORTED.findall((STYLES / "pages.css").read_text())
    assert {*imported, "pages.css"} == {*names}
    rules = [re.sub(r"/\*.*?\*/\s*", "", (STYLES / name).read_text(), flags=re.DOTALL) for name in imported]
    assert re.sub(r"\s+", "", "".join(rules)) == re.sub(r"\s+", "", whole)
    assert (tmp_path / f"{hashed}.gz").exists()
    assert next(iter(paths.values()))[0] is source, "what collectstatic asked with is not changed"


def test_a_style_sheet_that_is_not_there_is_told(tmp_path: Path) -> None:
    source = FileSystemStorage(STYLES)
    with pytest.raises(KeyError, match=r"leaguer\.css"):
        joined({"pages.css": (source, "pages.css")})
