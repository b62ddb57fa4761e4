"""A small mail server on a port of this machine: it takes mail, or does with it what a test wants to see."""

from __future__ import annotations

import contextlib
import socketserver
import threading
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

TAKEN = "250 taken"


class Conversation(socketserver.StreamRequestHandler):
    """One client's, as RFC 5321 has it: enough for smtplib."""

    server: Postbox

    def handle(self) -> None:
        self.server.welcome()
        self.say("220 here")
        while line := self.rfile.readline():
            verb, _space, rest = line.decode().strip().partition(" ")
            match verb.upper():
                case "RCPT":
                    self.say(self.server.to(rest.partition("<")[2].partition(">")[0]))
                case "DATA":
                    self.say("354 go on")
                    answer = self.server.take(self.letter())
                    if not answer:
                        return  # hangs up
                    self.say(answer)
                case "QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("250 well")

    def letter(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b"..") else line)
        return b"".join(lines)

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class Postbox(socketserver.ThreadingTCPServer):
    """What it was handed stands in `letters`. `welcome` is called by every client that comes, before it is heard; `to`
    answers a recipient, `on_letter` a letter: "" hangs up."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.letters: list[EmailMessage] = []
        self.welcome: Callable[[], object] = lambda: None
        self.to: Callable[[str], str] = lambda address: "250 well"
        self.on_letter: Callable[[EmailMessage], str] = lambda letter: TAKEN
        self._one = threading.Lock()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        """As EMAIL_URL has it."""
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def subjects(self) -> list[str]:
        return [letter["Subject"] for letter in self.letters]

    def take(self, raw: bytes) -> str:
        letter = message_from_bytes(raw, policy=policy.default)
        with self._one:
            self.letters.append(letter)
        return self.on_letter(letter)


@contextlib.contextmanager
def postbox() -> Iterator[Postbox]:
    with Postbox() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
