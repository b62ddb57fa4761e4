"""Sends the log to another machine as it is written (LOG_TO): syslog over TLS (RFC 5424 and 5425), so that whoever
breaks into this one cannot take back what was noted of it.

A thread of each process sends; nobody waits for it. While the other machine is away, lines wait, the newest `MOST` of
them. The same lines go to this machine's own log as ever.
"""

from __future__ import annotations

import logging
import os
import queue
import socket
import ssl
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from threading import Thread
from urllib.parse import parse_qs, urlsplit

MOST = 10_000  # lines that wait
TO_CONNECT = 10.0  # seconds
AGAIN = (1, 5, 30)  # seconds between tries
LOCAL0 = 16 * 8
SEVERITY = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}


class Sending(logging.Handler):
    """`to`: tls://host:port, with ?ca=/path/of/its/authority.pem where that is not one of the machine's."""

    def __init__(self, to: str) -> None:
        super().__init__()
        self._parts = urlsplit(to)
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._waiting = queue.Queue[bytes](MOST)
        self._thread: Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if self._pid != os.getpid():  # a fork has no threads, and what waits is its parent's to send
            self._begin()
        try:
            line = framed(self.format(record), record)
        except Exception:
            self.handleError(record)
            return
        with suppress(queue.Full):
            self._waiting.put_nowait(line)
            if self._thread is None:
                self._thread = Thread(target=self._send, name="log", daemon=True)
                self._thread.start()
            return
        with suppress(queue.Empty, queue.Full):  # the oldest makes room
            self._waiting.get_nowait()
            self._waiting.put_nowait(line)

    def _send(self) -> None:
        tries = 0
        while True:
            try:
                with self._connected() as line:
                    tries = 0
                    while True:
                        text = self._waiting.get()
                        try:
                            line.sendall(text)
                        except OSError:
                            with suppress(queue.Full):
                                self._waiting.put_nowait(text)  # out of its place rather than lost
                            raise
            except OSError as error:
                if not tries:  # not by the log, which would have more to send with each try
                    sys.stderr.write(f"The log cannot be sent to {self._parts.netloc}: {error}\n")
                time.sleep(AGAIN[min(tries, len(AGAIN) - 1)])
                tries += 1

    def _connected(self) -> ssl.SSLSocket:
        authority = parse_qs(self._parts.query).get("ca", [None])[0]
        host = self._parts.hostname or ""
        plain = socket.create_connection((host, self._parts.port or 6514), timeout=TO_CONNECT)
        try:
            return ssl.create_default_context(cafile=authority).wrap_socket(plain, server_hostname=host)
        except BaseException:
            plain.close()
            raise

    def flush(self) -> None:
        """Wait for what is on its way, two seconds at most, as a process ends."""
        until = time.monotonic() + 2
        while self._thread is not None and self._pid == os.getpid():
            if self._waiting.empty() or time.monotonic() > until:
                return
            time.sleep(0.01)


def framed(text: str, record: logging.LogRecord) -> bytes:
    """As syslog has it over a stream: how many bytes, then the message."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    head = f"<{LOCAL0 + SEVERITY.get(record.levelname, 5)}>1 {at} {socket.gethostname()} leaguer {os.getpid()} - -"
    whole = f"{head} {text}".encode()
    return f"{len(whole)} ".encode() + whole
