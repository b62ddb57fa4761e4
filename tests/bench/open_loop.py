"""A crowd as a process of its own: `python -m tests.bench.open_loop PLAN`. It knows nothing of Leaguer but HTTP.

Open loop: each report is sent at the moment the plan has for it, whatever became of those before, and its latency
counts from that moment: a server that falls behind cannot slow down who measures it. Watchers hold a stream open each;
how late they are told is counted from the answer to the report. What it found it prints as JSON.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from collections import Counter
from pathlib import Path

import msgspec

PATIENCE = 30.0  # seconds
OF_ONE_ADDRESS = 100  # watchers; a site takes 200 without an account
RAMP = 150  # watchers that come in a second
GOOD = (200, 201)


class Battle(msgspec.Struct):
    """`reports` are bodies of requests, in the order in which they are sent."""

    id: str
    token: str
    position: int
    reports: list[str]


class Plan(msgspec.Struct):
    """`every`: seconds between two reports of a battle. `watchers`: of each battle."""

    port: int
    every: float
    seconds: float
    watchers: int
    battles: list[Battle]


class Found(msgspec.Struct):
    """`late` are the milliseconds of all reports and `told` those of the watchers, each in order. `behind`: by how many
    milliseconds this process itself sent the latest of them too late. `cpu`: the part of a core it used."""

    late: list[float]
    told: list[float]
    errors: dict[str, int]
    watching: int
    untold: int
    behind: float
    cpu: float


class Crowd:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.late: list[float] = []
        self.told: list[float] = []
        self.errors: Counter[str] = Counter()
        self.watching, self.behind = 0, 0.0
        self.answered: dict[tuple[str, int], float] = {}  # when which position of a battle was acknowledged
        self.heard: dict[tuple[str, int], list[float]] = {}  # when watchers were told of it

    async def play(self) -> Found:
        watchers = await self._gather_watchers()
        cpu, begin = _cpu(), time.monotonic() + 1
        reports = [
            ((turn + number / len(self.plan.battles)) * self.plan.every, battle, body)
            for number, battle in enumerate(self.plan.battles)
            for turn, body in enumerate(battle.reports)
        ]
        sent = []
        for moment, battle, body in sorted(reports, key=lambda one: one[0]):
            if moment > self.plan.seconds:
                break
            await asyncio.sleep(max(0.0, begin + moment - time.monotonic()))
            self.behind = max(self.behind, 1000 * (time.monotonic() - begin - moment))
            sent.append(asyncio.create_task(self._report(begin + moment, battle, body)))
        await asyncio.gather(*sent)
        cpu = (_cpu() - cpu) / (time.monotonic() - begin)
        await asyncio.sleep(3)
        for one in watchers:
            one.cancel()
        untold = 0
        for key, moment in self.answered.items():
            heard = self.heard.get(key, [])
            untold += self.plan.watchers - len(heard)
            self.told += [max(0.0, 1000 * (one - moment)) for one in heard]
        return Found(sorted(self.late), sorted(self.told), dict(self.errors), self.watching, untold, self.behind, cpu)

    async def _gather_watchers(self) -> list[asyncio.Task[None]]:
        tasks = []
        for number in range(self.plan.watchers * len(self.plan.battles)):
            tasks.append(asyncio.create_task(self._watch(number, self.plan.battles[number // self.plan.watchers])))
            await asyncio.sleep(1 / RAMP)
        until = time.monotonic() + PATIENCE
        while self.watching + self.errors.total() < len(tasks) and time.monotonic() < until:
            await asyncio.sleep(0.1)
        return tasks

    async def _watch(self, number: int, battle: Battle) -> None:
        place = number // OF_ONE_ADDRESS
        address = (f"127.0.{1 + place // 250}.{1 + place % 250}", 0)
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.plan.port, local_addr=address)
            path = f"/battles/{battle.id}/live/?after={battle.position}"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode())
            status = await asyncio.wait_for(reader.readline(), PATIENCE)
            if b" 200 " not in status:
                self.errors[f"watcher: {status.decode().strip()}"] += 1
                return
            self.watching += 1
            while line := await reader.readline():
                if line.startswith(b"data:"):
                    self.heard.setdefault((battle.id, int(line[5:])), []).append(time.monotonic())
            self.errors["watcher: cut off"] += 1
        except (OSError, TimeoutError) as error:
            self.errors[f"watcher: {type(error).__name__}"] += 1

    async def _report(self, moment: float, battle: Battle, body: str) -> None:
        try:
            status, answer = await asyncio.wait_for(self._post(battle, body.encode()), PATIENCE)
        except (OSError, TimeoutError, IndexError, ValueError) as error:
            self.errors[f"report: {type(error).__name__}"] += 1
            return
        now = time.monotonic()
        if status not in GOOD:
            self.errors[f"report: {status} {answer[:80].decode(errors='replace')}"] += 1
            return
        self.late.append(1000 * (now - moment))
        self.answered[battle.id, int(json.loads(answer)["position"])] = now

    async def _post(self, battle: Battle, body: bytes) -> tuple[int, bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.plan.port)
        head = (
            f"POST /api/v1/battles/{battle.id}/commands/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            f"Authorization: Token {battle.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        try:
            answer = await reader.read()
        finally:
            writer.close()
        first, _break, rest = answer.partition(b"\r\n\r\n")
        return int(first.split()[1]), rest


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard) if soft < hard else (soft, hard))
    plan = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)
    sys.stdout.write(msgspec.json.encode(asyncio.run(Crowd(plan).play())).decode())


if __name__ == "__main__":
    main()
