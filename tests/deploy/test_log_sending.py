"""The log, sent to another machine as it is written: over TLS, in the form of syslog, without holding anybody up."""

from __future__ import annotations

import logging
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from deploy.log_sending import Sending
from deploy.logs import settings as logging_settings
from tests.servers import free_port, installed, wait_for

pytestmark = pytest.mark.only_on("sqlite")


def certified(folder: Path, name: str = "localhost") -> tuple[Path, Path]:
    """A certificate of its own making, and its key."""
    key, made = folder / "key.pem", folder / "made.pem"
    command = [installed("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}"]
    command += ["-addext", f"subjectAltName=DNS:{name}", "-keyout", str(key), "-out", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    return made, key


class Collector:
    """The other machine."""

    def __init__(self, port: int, made: Path, key: Path) -> None:
        self.port, self.got, self._lines = port, b"", list[socket.socket]()
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(made, key)
        self._listening = socket.create_server(("127.0.0.1", port))
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                plain, _address = self._listening.accept()
                Thread(target=self._read, args=(plain,), daemon=True).start()

    def _read(self, plain: socket.socket) -> None:
        with suppress(OSError), self._context.wrap_socket(plain, server_side=True) as line:
            self._lines.append(line)
            while piece := line.recv(65536):
                self.got += piece

    def messages(self) -> list[str]:
        """Each by the number of its bytes."""
        found, rest = [], self.got
        while match := re.match(rb"(\d+) ", rest):
            end = match.end() + int(match[1])
            found.append(rest[match.end() : end].decode())
            rest = rest[end:]
        return found

    def close(self) -> None:
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self._listening.close()


@contextmanager
def sending(port: int, ca: Path, host: str = "localhost") -> Iterator[logging.Logger]:
    made = logging_settings("line", "INFO", tasks=True, mail=False, to=f"tls://{host}:{port}?ca={ca}")["handlers"][
        "sending"
    ]
    handler = Sending(made["to"])
    logger = logging.getLogger(f"tests.sending.{port}")
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    try:
        yield logger
    finally:
        logger.removeHandler(handler)


def test_every_line_arrives_in_its_order(tmp_path: Path) -> None:
    made, key = certified(tmp_path)
    port = free_port()
    collector = Collector(port, made, key)
    with sending(port, made) as logger:
        for number in range(200):
            logger.warning("refused %d, öfter\nand more", number)
        wait_for(lambda: len(collector.messages()) == 200, "all lines")
    first = collector.messages()[0]
    form = r"<132>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+ leaguer \d+ - - refused 0, öfter\nand more"
    assert re.fullmatch(form, first), first
    assert [int(re.findall(r"refused (\d+)", one)[0]) for one in collector.messages()] == list(range(200))
    collector.close()


def test_while_the_other_machine_is_away_nobody_waits_and_lines_do(tmp_path: Path) -> None:
    made, key = certified(tmp_path)
    port = free_port()
    with sending(port, made) as logger:
        began = time.monotonic()
        for number in range(100):
            logger.error("away %d", number)
        assert time.monotonic() - began < 1
        collector = Collector(port, made, key)
        wait_for(lambda: len(collector.messages()) == 100, "what has waited")
        collector.close()


def test_nothing_is_told_to_a_machine_that_nobody_has_certified(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "false").mkdir()
    authority, _key = certified(tmp_path / "real")
    port = free_port()
    collector = Collector(port, *certified(tmp_path / "false"))
    with sending(port, authority) as logger:
        logger.warning("a secret of the house")
        time.sleep(1.5)
    assert collector.got == b""
    collector.close()


def test_all_that_is_logged_goes_there_and_nowhere_unless_it_is_said() -> None:
    said = logging_settings("json", "INFO", tasks=True, mail=False, to="tls://logs.example")
    assert "sending" in said["root"]["handlers"]
    assert said["loggers"]["leaguer.access"]["handlers"] == ["stdout", "sending"]
    assert said["handlers"]["sending"]["filters"] == ["redacting"]
    assert "sending" not in str(logging_settings("json", "INFO", tasks=True, mail=False))
