"""Disks of a test's own, that can be filled, damaged and slowed down. Only root may make one."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.servers import installed

MEGABYTE = 1024 * 1024
# Of ext4 in Linux, for tests of such file systems. `mount -o remount,abort` will not do: on a disk that it has made
# read-only fsync may say that all is well and keep nothing, and an acknowledged report was lost now and then.
SHUTDOWN, WITHOUT_A_FLUSH = 0x8004587D, 2
by_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may make a disk: run `make chaos` as root")


class Disk:
    """An ext4 file system in a file, mounted at `place`."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.image, self.place = folder / "disk.image", folder / "disk"
        self.place.mkdir()
        with self.image.open("wb") as file:
            file.truncate(megabytes * MEGABYTE)
        command("mkfs.ext4", "-q", "-m", "0", str(self.image))

    def mount(self) -> None:
        command("mount", "-o", "loop", str(self.image), str(self.place))

    def unmount(self) -> None:
        command("umount", str(self.place))

    def fill(self) -> None:
        """To the last byte."""
        with (self.place / "filler").open("wb", buffering=0) as file:
            for size in (MEGABYTE, 4096, 1):
                while True:
                    try:
                        if file.write(b"x" * size) < size:
                            break
                    except OSError as error:
                        if error.errno != errno.ENOSPC:
                            raise
                        break

    def make_room(self) -> None:
        (self.place / "filler").unlink()

    def fail(self) -> None:
        """As when its power is cut: what was not flushed is gone, and everything that is asked of it fails."""
        folder = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, SHUTDOWN, struct.pack("I", WITHOUT_A_FLUSH))
        finally:
            os.close(folder)

    def repair(self) -> None:
        """Nobody may use it meanwhile."""
        self.unmount()
        done = subprocess.run(["e2fsck", "-fy", str(self.image)], capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stdout
        self.mount()


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[Disk]:
    made = Disk(folder, megabytes)
    made.mount()
    try:
        yield made
    finally:
        command("umount", "--lazy", str(made.place))


@contextmanager
def slow(pid: int, milliseconds: int) -> Iterator[None]:
    """Each time this process waits for the disk, it waits so much longer."""
    delayed = f"inject=fdatasync,fsync:delay_enter={milliseconds}ms"
    command = [installed("strace"), "-qq", "-f", "-e", "trace=fdatasync,fsync", "-e", delayed, "-o", "/dev/null"]
    tracer = subprocess.Popen([*command, "-p", str(pid)], stdin=subprocess.DEVNULL)
    try:
        yield
        assert tracer.poll() is None, "it was slowed down to the end"
    finally:
        tracer.terminate()
        tracer.wait()


def command(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
