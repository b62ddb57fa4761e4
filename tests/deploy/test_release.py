"""A release: made of a commit, the same each time, signed, verified as docs/install.md says; a changed one is not."""

from __future__ import annotations

import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests import release
from tests.deploy.conftest import ROOT
from tests.deploy.test_licences import pins
from tests.servers import installed

pytestmark = pytest.mark.only_on("sqlite")
INSTALL = (ROOT / "docs" / "install.md").read_text()
WHO = ("-c", "user.name=Alice", "-c", "user.email=alice@leaguer.example", "-c", "commit.gpgsign=false")


def committed(folder: Path, *paths: str) -> Path:
    """A repository with these files of ours, in one commit."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, folder / path)
    release.git(folder, "init", "--quiet")
    release.git(folder, "add", ".")
    release.git(folder, *WHO, "commit", "--quiet", "--message", "All of it", "--date", "2026-01-02T03:04:05Z")
    return folder


def signed(folder: Path, at: Path) -> Path:
    """Signed by the line of the Makefile, with a key that is made for it; the SIGNERS of before."""
    subprocess.run([installed("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", at / "key"], check=True)
    (line,) = re.findall(r"^\t(ssh-keygen -Y sign .*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    (folder / "SHA256SUMS.sig").unlink(missing_ok=True)
    command = line.replace("$(KEY)", str(at / "key")).replace("var/release", str(folder))
    subprocess.run(["sh", "-euc", command], check=True, capture_output=True)
    form = (ROOT / "SIGNERS").read_text().split()
    line = " ".join(form[form.index("releases@leaguer") : form.index("releases@leaguer") + 2])
    (at / "SIGNERS").write_text(f"{line} {(at / 'key.pub').read_text()}")
    return at / "SIGNERS"


def verified(folder: Path, signers: Path) -> str:
    """What the two commands of docs/install.md say; "" if one of them refuses."""
    (block,) = re.findall(r"^```console\n(ssh-keygen -Y verify.*?)^```", INSTALL, re.MULTILINE | re.DOTALL)
    shutil.copy(signers, folder / "SIGNERS")
    done = subprocess.run(["sh", "-euc", block], cwd=folder, capture_output=True, text=True)
    (folder / "SIGNERS").unlink()
    return done.stdout if done.returncode == 0 else ""


def test_what_is_signed_is_verified_and_what_was_changed_is_refused(tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.mkdir()
    root = committed(tmp_path / "root", "pyproject.toml", "LICENSE", "manage.py", "deploy/start.sh")
    archive = release.source(root, made)
    release.sums(made)
    signers = signed(made, tmp_path)
    said = verified(made, signers)
    assert 'Good "leaguer-release" signature for releases@leaguer' in said
    assert f"{archive.name}: OK" in said

    whole = archive.read_bytes()
    archive.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert verified(made, signers) == "", "a file was changed"
    release.sums(made)
    assert verified(made, signers) == "", "the digests were changed with it"
    archive.write_bytes(whole)
    release.sums(made)
    assert verified(made, signers)
    other = tmp_path / "other"
    other.mkdir()
    assert verified(made, signed(made, other)), "somebody else has signed it"
    assert verified(made, signers) == "", "whom nobody has named"


def test_a_signature_that_nobody_can_verify_is_no_release(tmp_path: Path) -> None:
    """By the Makefile, and by the line of CONTRIBUTING.md that names a key."""
    (block,) = re.findall(r"^(echo .* >> SIGNERS)$", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE)
    key, made = tmp_path / "key", tmp_path / "var/release"
    made.mkdir(parents=True)
    subprocess.run([installed("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    shutil.copy(ROOT / "SIGNERS", tmp_path)

    def sign() -> subprocess.CompletedProcess[str]:
        (made / "SHA256SUMS").write_text("nothing\n")
        (made / "SHA256SUMS.sig").unlink(missing_ok=True)
        make = ["make", "-f", str(ROOT / "Makefile"), "sign", f"KEY={key}"]
        return subprocess.run(make, cwd=tmp_path, capture_output=True, text=True)

    refused = sign()
    assert refused.returncode != 0
    assert "SIGNERS does not name this key" in refused.stdout
    subprocess.run(["sh", "-euc", block.replace("~/.ssh/id_ed25519.pub", f"{key}.pub")], cwd=tmp_path, check=True)
    assert "Good" in sign().stdout


def test_the_archive_is_of_the_commit_and_of_nothing_else(tmp_path: Path) -> None:
    root = committed(tmp_path / "root", "pyproject.toml", "manage.py", "deploy/start.sh")
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one = release.source(root, tmp_path / "one")
    (root / "manage.py").touch()  # and another moment
    two = release.source(root, tmp_path / "two")
    assert one.read_bytes() == two.read_bytes()
    with tarfile.open(one) as archive:
        found = {member.name.partition("/")[2]: member for member in archive.getmembers()}
        assert {*found} == {"PKG-INFO", "pyproject.toml", "manage.py", "deploy/start.sh"}
        assert found["deploy/start.sh"].mode & 0o111
        assert {(member.uid, member.uname, member.mtime) for member in found.values()} == {
            (0, "", int(release.git(root, "log", "-1", "--format=%ct")))
        }
    (root / "secret-key").write_text("not for everybody")
    with pytest.raises(SystemExit, match="not committed"):
        release.source(root, tmp_path / "two")


@pytest.mark.soak
def test_all_of_a_release_is_the_same_made_twice(tmp_path: Path) -> None:
    """Of this very tree, with its wheel, the client and the bill of materials, as the Makefile has it made."""
    assert "$(BIN)/python -m tests.release var/release" in (ROOT / "Makefile").read_text()
    listed = release.git(ROOT, "ls-files", "-z", "-c", "-o", "--exclude-standard").split("\0")
    root = committed(tmp_path / "root", *(name for name in listed if name and (ROOT / name).is_file()))
    for name in ("one", "two"):
        release.make(root, tmp_path / name)
    made = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert {name: (tmp_path / "two" / name).read_bytes() == whole for name, whole in made.items()} == dict.fromkeys(
        made, True
    )
    assert len(made) == 6
    assert {name.rpartition("-")[0] for name in made if name.endswith(".gz")} == {"leaguer", "leaguer_client"}
    assert all(name in made["leaguer.cdx.json"].decode() for name in pins())
    signers = signed(tmp_path / "one", tmp_path)
    assert verified(tmp_path / "one", signers).count(": OK") == 5
