"""Waitress hands a connection over to a view that wants to keep it: `request.META[battles.live.HAND_OVER](take)`.

The view answers as always, with a streaming answer that has no content. Instead of sending that, the task calls
`take(sock, header, chunked)`: the socket, the head of the answer (still to be sent), and whether what follows has to be
in chunks (RFC 9112, section 7.1). The thread is free again at once.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from battles.live import HAND_OVER

Take = Callable[[socket.socket, bytes, bool], None]


class Task(WSGITask):
    take: Take | None = None
    wrote_header: bool = False
    close_on_finish: bool = False

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[HAND_OVER] = self.hand_over
        return environ

    def hand_over(self, take: Take) -> None:
        self.take = take

    def finish(self) -> None:
        if self.take is None:
            super().finish()
            return
        header: bytes = self.build_response_header()
        self.wrote_header = True
        self.close_on_finish = True
        # Waitress closes its own descriptor; the connection stays open by this one.
        self.take(self.channel.socket.dup(), header, self.chunked_response)


class Channel(HTTPChannel):
    task_class = Task
