"""What a release is made of: `python -m tests.release FOLDER` makes it, `make release` signs it.

- leaguer-VERSION.tar.gz: all of Leaguer, as a club unpacks it (a source distribution, which pip reads as well);
- leaguer-VERSION-py3-none-any.whl: the same without its tests, as pip, pipx and uv install it;
- leaguer_client-VERSION, as a source distribution and a wheel: the API as typed Python;
- leaguer.cdx.json: what it needs beside, each with its digest (CycloneDX);
- SHA256SUMS: the digests of these.

It is made of what is committed, and of nothing else: no clock, no account and no order of files goes in. So two people
who make the same commit with the same Python get the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUMS = "SHA256SUMS"


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True).stdout


def source(root: Path, folder: Path) -> Path:
    """Everything that is committed, in one archive with a folder of the release's name."""
    if git(root, "status", "--porcelain").strip():
        sys.exit("Something here is not committed. A release is made of a commit.")
    when, project = int(git(root, "log", "-1", "--format=%ct")), _project(root)
    name = f"{project['name']}-{project['version']}"
    told = f"Metadata-Version: 2.4\nName: {project['name']}\nVersion: {project['version']}\n"
    told += f"Summary: {project.get('description', '')}\nRequires-Python: {project.get('requires-python', '')}\n"
    parts = {path: (root / path).read_bytes() for path in git(root, "ls-files", "-z").split("\0") if path}
    parts["PKG-INFO"] = told.encode()
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(parts):
            one = tarfile.TarInfo(f"{name}/{path}")
            one.size, one.mtime = len(parts[path]), when
            one.mode = 0o755 if path != "PKG-INFO" and os.access(root / path, os.X_OK) else 0o644
            archive.addfile(one, io.BytesIO(parts[path]))
    made = folder / f"{name}.tar.gz"
    made.write_bytes(gzip.compress(whole.getvalue(), 9, mtime=when))
    return made


def wheel(root: Path, folder: Path) -> None:
    """The site as pip installs it. Translations go in as they are committed: compiled (`make messages`)."""
    _build(root, folder, ".", "--wheel")


def client(root: Path, folder: Path) -> None:
    _build(root, folder, "clients/python")
    (made,) = folder.glob("leaguer_client-*.tar.gz")
    _without_a_clock(made, int(git(root, "log", "-1", "--format=%ct")))


def _build(root: Path, folder: Path, project: str, *kinds: str) -> None:
    """Apart from the checkout, so that nothing that lies about there goes in."""
    when = git(root, "log", "-1", "--format=%ct").strip()
    with tempfile.TemporaryDirectory() as apart:
        for path in git(root, "ls-files", "-z", project).split("\0"):
            if path:
                there = Path(apart, path)
                there.parent.mkdir(parents=True, exist_ok=True)
                there.write_bytes((root / path).read_bytes())
                there.chmod(0o755 if os.access(root / path, os.X_OK) else 0o644)
                os.utime(there, (int(when), int(when)))
        command = [sys.executable, "-m", "build", "--no-isolation", *kinds, "--outdir", str(folder), project]
        environment = os.environ | {"SOURCE_DATE_EPOCH": when, "PYTHONHASHSEED": "0"}
        _run(command, apart, environment)


def bill(root: Path, folder: Path) -> None:
    """As `make sbom` writes it."""
    told = re.search(r"-m (cyclonedx_py .*?)\n\n", (root / "Makefile").read_text(), re.DOTALL)
    assert told is not None
    words = told[1].replace("\\\n", " ").replace("var/leaguer.cdx.json", str(folder / "leaguer.cdx.json")).split()
    _run([sys.executable, "-W", "ignore", "-m", *words], root, dict(os.environ))


def sums(folder: Path) -> Path:
    """The digests of all that lies there, as sha256sum checks them."""
    made = sorted(path for path in folder.iterdir() if not path.name.startswith(SUMS))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (folder / SUMS).write_text("".join(lines))
    return folder / SUMS


def make(root: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        sys.exit(f"{folder} is not empty. What lies there would be signed with the rest.")
    source(root, folder)
    wheel(root, folder)
    client(root, folder)
    bill(root, folder)
    sums(folder)


def _project(root: Path) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    return found


def _without_a_clock(path: Path, when: int) -> None:
    """setuptools notes when it writes a source distribution, and whose account did."""
    written = io.BytesIO()
    with tarfile.open(path) as before, tarfile.open(fileobj=written, mode="w", format=tarfile.PAX_FORMAT) as after:
        for one in sorted(before.getmembers(), key=lambda member: member.name):
            fresh = tarfile.TarInfo(one.name)
            fresh.type, fresh.size, fresh.mtime = one.type, one.size, when
            fresh.mode = 0o755 if one.isdir() else 0o644
            after.addfile(fresh, before.extractfile(one) if one.isfile() else None)
    path.write_bytes(gzip.compress(written.getvalue(), 9, mtime=when))


def _run(command: Sequence[str], where: str | Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        command, cwd=where, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.exit(done.stdout)


if __name__ == "__main__":
    make(ROOT, Path(sys.argv[1]).absolute())
