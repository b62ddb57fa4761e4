"""The web server: `python -m deploy.web`, at HOST and PORT or a file, in WORKERS processes of THREADS threads each.

Waitress reads whole requests and writes whole answers on one non-blocking loop; its threads only get complete requests.
So a client that sends half a request, or does not close, takes memory but no thread. A connection that stays open for
live updates is handed over to a loop of its own (`deploy.hand_over`, `battles.live`).

Each worker is a fork of a process that has loaded the site; one that ends is replaced. SIGTERM, SIGINT and SIGHUP stop
them all: they take no new connection, answer what has come in, also what still waits for a thread, and end.
"""

from __future__ import annotations

import gc
import logging
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from types import FrameType
from typing import Any, NoReturn

import msgspec
from django.urls import get_resolver
from waitress import wasyncore

from deploy import environment

logger = logging.getLogger("deploy.web")
SHORT_LIFE = 2.0  # seconds; a worker that lived no longer is replaced after a pause
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
BACKLOG = 1024  # connections that wait for a worker
ENDING = 8.0  # seconds in which a worker that was told to end answers what has come in; containers are killed after 10
Application = Callable[..., Any]
LIMITS = {
    "connection_limit": 1000,  # of a worker; more wait in the queue below
    "backlog": BACKLOG,
    "asyncore_use_poll": True,  # `select` cannot wait for more
    "channel_timeout": 30,  # seconds of silence, after which half a request is given up
    "cleanup_interval": 10,
    "max_request_header_size": 16 * 1024,
    # Django's own limit, far below this, answers in words; anyone who sends more than this is cut off.
    "max_request_body_size": 16 * 1024 * 1024,
    # `campaigns.client_address` says which proxy is believed, and about what.
    "clear_untrusted_proxy_headers": False,
    "ident": None,
    "expose_tracebacks": False,
}


def build_types() -> None:
    """Have msgspec work out how it reads each type, while there is one thread. It does so when a type is first asked
    for: where two threads ask at once, one may meet what the other has half done, and the process dies (seen with
    0.22)."""
    kinds = [msgspec.Struct]
    for kind in kinds:
        kinds += kind.__subclasses__()
        with suppress(TypeError, NameError, AttributeError):  # a base that is read nowhere
            msgspec.json.Decoder(kind)


def main() -> None:
    workers, threads = environment.number("WORKERS", 4), environment.number("THREADS", 4)
    listening, application = prepare(f"{workers} workers of {threads} threads")
    supervise(listening, application, workers, threads)


def prepare(who: str) -> tuple[socket.socket, Application]:
    """The socket at HOST and PORT, and the site, loaded once for all processes that serve it. The log says `who` serve
    it."""
    host, port = environment.text("HOST", "127.0.0.1"), environment.number("PORT", 8000)
    from deploy.wsgi import application

    get_resolver().url_patterns  # noqa: B018  loaded before the fork
    build_types()
    count_anew()
    gc.collect()
    gc.freeze()  # workers share these pages of memory as long as none looks through them for litter
    listening = listen_at_file(host) if host.startswith("/") else listen(host, port)
    allow_many_connections()
    for name in ("waitress", "waitress.queue"):  # requests waiting for a thread are not worth a log line
        logging.getLogger(name).setLevel(logging.ERROR)
    logger.info("serving on %s, %s", host if host.startswith("/") else f"http://{host}:{port}", who)
    return listening, application


def count_anew() -> None:
    """Forget what processes have counted that have ended."""
    from django.conf import settings

    if settings.METRICS:
        from deploy import metrics

        metrics.sweep()


def listen(host: str, port: int) -> socket.socket:
    """A socket that the workers share. If the port is in use, says so in one line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        sys.exit(f"{host}:{port} cannot be listened on: {error.strerror}. Set PORT to another one.")


def listen_at_file(path: str) -> socket.socket:
    """A socket in the file system, for a proxy on this machine whose account is of our group. One that a process has
    left there is taken away; one at which a process answers stays."""
    with suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
        probe.connect(path)
        sys.exit(f"{path} cannot be listened on: another process answers there. Set HOST to another one.")
    listening = socket.socket(socket.AF_UNIX)
    before = os.umask(0o117)  # from the first moment on for this account and its group alone
    try:
        with suppress(FileNotFoundError):
            os.unlink(path)
        listening.bind(path)
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        sys.exit(f"{path} cannot be listened on: {error.strerror}. Set HOST to another one.")
    finally:
        os.umask(before)
    return listening


def allow_many_connections() -> None:
    """As many open files as this account may have: each live page is one."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def supervise(listening: socket.socket, application: Application, workers: int, threads: int) -> None:
    """Keep this many workers running until a signal stops them. If this process is killed, they end by themselves: it
    holds the only writing end of a pipe that each of them reads.
    """
    children: dict[int, float] = {}
    reading, writing = os.pipe()

    def stop(signum: int, frame: FrameType | None) -> NoReturn:
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        listening.close()  # or who comes now would wait until all have ended
        for pid in children:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        for pid in children:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
        sys.exit(0)

    def start() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        if (pid := os.fork()) == 0:
            os.close(writing)
            Thread(target=end_with_parent, args=(reading,), daemon=True).start()
            work(listening, application, threads)
        children[pid] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    for each in SIGNALS:
        signal.signal(each, stop)
    for _worker in range(workers):
        start()
    while True:
        pid, status = os.wait()
        lived = time.monotonic() - children.pop(pid)
        logger.error("worker %d has ended (%s); another takes its place", pid, os.waitstatus_to_exitcode(status))
        if lived < SHORT_LIFE:
            time.sleep(SHORT_LIFE)
        start()


def end_with_parent(reading: int) -> None:
    os.read(reading, 1)  # nobody writes: it returns when the other end is closed
    os.kill(os.getpid(), signal.SIGTERM)


def work(listening: socket.socket, application: Application, threads: int) -> NoReturn:
    """In a child: serve until SIGTERM."""
    status = serve(listening, application, threads)
    logging.shutdown()
    os._exit(status)


def serve(listening: socket.socket, application: Application, threads: int) -> int:
    """Serve until SIGTERM; the status to exit with. The threads of live pages do not end by themselves: the process has
    to end at once."""
    import waitress

    from deploy.hand_over import Channel

    def stop(signum: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit

    for each in SIGNALS:
        signal.signal(each, stop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    status = 0
    try:
        server = waitress.create_server(application, sockets=[listening], threads=threads, **LIMITS)
        server.channel_class = Channel
        with suppress(SystemExit):
            wasyncore.loop(timeout=1, use_poll=True, map=server._map)
        end(server)
    except SystemExit:  # told twice
        pass
    except BaseException:
        logger.exception("a worker failed")
        status = 1
    return status


def end(server: Any) -> None:
    """Take whom the system holds for us already, and nobody else; answer what has come in, but not for ever."""
    with suppress(OSError):
        while select.select([server.socket], [], [], 0)[0] and server.readable():
            before = len(server.active_channels)
            server.handle_accept()
            if len(server.active_channels) == before:
                break  # another worker was faster
    server.accepting = False
    server.del_channel()
    server.socket.close()
    until = time.monotonic() + ENDING
    while time.monotonic() < until and any(map(has_work, list(server.active_channels.values()))):
        wasyncore.loop(timeout=0.1, use_poll=True, map=server._map, count=1)
    server.task_dispatcher.shutdown()


def has_work(channel: Any) -> bool:
    """Whether a request has come, or has begun to come, that is not answered whole."""
    return bool(channel.requests or channel.request or channel.total_outbufs_len)


if __name__ == "__main__":
    main()
