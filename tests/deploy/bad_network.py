"""A bad network: a proxy between one browser and the server that cuts, delays, doubles and reorders, by a seed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from threading import Thread
from typing import Any

# What becomes of a report on its way, and how often.
FATES = {
    "arrives": 4,
    "is slow": 3,
    "is cut before it is sent": 3,
    "is cut before the answer": 4,
    "is cut within the answer": 2,
    "is sent twice at once": 2,
    "is sent again later": 2,
    "is held, and delivered when nobody waits for it": 3,
}
LOST = 0.1  # of other requests
STREAM = (0.3, 4.0)  # seconds that a stream of live updates lasts
LATER = (0.1, 1.2)  # seconds until what is held is delivered
SLOW = (0.05, 0.5)


@dataclass(frozen=True)
class Asked:
    """A request as it came: the `first` line, whether it is a `report`, and all its bytes."""

    first: str
    data: bytes

    @property
    def report(self) -> bool:
        return self.first.startswith("POST")

    @property
    def streams(self) -> bool:
        return "/live/?after" in self.first


class Network:
    """The way from one browser to the server at `port`. `calm`: everything arrives; `down`: nothing does."""

    port: int

    def __init__(self, server: int, seed: int, loop: asyncio.AbstractEventLoop) -> None:
        self.server, self.chance, self.loop = server, Random(seed), loop
        self.calm, self.down = True, False
        self.told: list[str] = []  # what became of each report
        self._under_way: set[asyncio.Task[Any]] = set()
        self._open: set[asyncio.StreamWriter] = set()
        self._listening: list[asyncio.Server] = []

    def cut(self, down: bool) -> None:
        """Connections that are open end at once."""
        self.down = down
        if down:
            self.loop.call_soon_threadsafe(self._hang_up)

    @property
    def at_rest(self) -> bool:
        """Whether nothing that was held is still to be delivered."""
        return not self._under_way

    def _hang_up(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def listen(self) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._listening.append(server)
        self.port = server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        for server in self._listening:
            server.close()
        self._hang_up()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            while not self.down and (asked := await _read(reader)) is not None:
                if not await self._pass_on(asked, writer):
                    writer.transport.abort()
                    return
                await writer.drain()
                break  # each request has a connection of its own
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # one of both ends has gone, or the test is over
        finally:
            self._open.discard(writer)
            with suppress(OSError):
                writer.close()

    async def _pass_on(self, asked: Asked, writer: asyncio.StreamWriter) -> bool:
        """Whether the answer was sent back whole."""
        if self.down:
            return False
        if asked.streams:
            return await self._stream(asked, writer)
        if self.calm:
            writer.write(await self._ask(asked))
            return True
        if asked.report:
            (fate,) = self.chance.choices(list(FATES), list(FATES.values()))
            self.told.append(fate)
            return await self._suffer(fate, asked, writer)
        if self.chance.random() < LOST:
            return False
        await asyncio.sleep(self.chance.uniform(0, SLOW[0]))
        writer.write(await self._ask(asked))
        return True

    async def _suffer(self, fate: str, asked: Asked, writer: asyncio.StreamWriter) -> bool:
        match fate:
            case "is cut before it is sent":
                return False
            case "is held, and delivered when nobody waits for it":
                self._later(asked)
                return False
            case "is sent again later":
                self._later(asked)
            case "is sent twice at once":
                twin = self._begin(self._ask(asked))
                writer.write(await self._ask(asked))
                await twin
                return True
            case "is slow":
                await asyncio.sleep(self.chance.uniform(*SLOW))
        answer = await self._ask(asked)
        if fate == "is cut before the answer":
            return False
        if fate == "is cut within the answer":
            writer.write(answer[: len(answer) // 2])
            await writer.drain()
            return False
        writer.write(answer)
        return not self.down

    def _later(self, asked: Asked) -> None:
        async def deliver() -> None:
            await asyncio.sleep(self.chance.uniform(*LATER))
            await self._ask(asked)

        self._begin(deliver())

    def _begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _ask(self, asked: Asked) -> bytes:
        """The server's answer, whole."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server)
        try:
            writer.write(asked.data)
            return await reader.read()
        finally:
            writer.close()

    async def _stream(self, asked: Asked, writer: asyncio.StreamWriter) -> bool:
        reader, back = await asyncio.open_connection("127.0.0.1", self.server)
        back.write(asked.data)
        ends = None if self.calm else self.loop.time() + self.chance.uniform(*STREAM)
        try:
            while not self.down:
                wait = 0.2 if ends is None else min(0.2, ends - self.loop.time())
                if wait <= 0:
                    return False
                with suppress(TimeoutError):
                    some = await asyncio.wait_for(reader.read(4096), wait)
                    if not some or writer.is_closing():
                        return True
                    writer.write(some)
            return False
        finally:
            back.close()


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    """The next request; None where there is none."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    length = re.search(rb"(?i)\r\ncontent-length: *([0-9]+)", head)
    body = await reader.readexactly(int(length[1])) if length else b""
    alone = re.sub(rb"(?i)\r\nconnection: *[^\r]*", b"", head).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    return Asked(head.partition(b"\r\n")[0].decode(), alone + body)


@contextmanager
def networks(server: int, *seeds: int) -> Iterator[list[Network]]:
    """A way to the server for each seed."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="networks", daemon=True)
    thread.start()
    found = [Network(server, seed, loop) for seed in seeds]
    try:
        for one in found:
            asyncio.run_coroutine_threadsafe(one.listen(), loop).result(10)
        yield found
    finally:
        for one in found:
            asyncio.run_coroutine_threadsafe(one.close(), loop).result(10)
        asyncio.run_coroutine_threadsafe(_end(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
