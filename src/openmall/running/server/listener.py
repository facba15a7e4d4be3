"""Serves the application with and without TLS until a signal.

How the HTTP server treats malformed requests before the application sees them, and what the
application finds in its scope, is described in docs/decisions/0004-server.md.
"""

from __future__ import annotations

import os
import socket
import ssl
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from typing import Final

from openmall.running.server import service_manager
from openmall.running.server.companion_process import CompanionProcess
from openmall.running.server.listen_addresses import reachable_host
from openmall.running.server.options import ServeOptions

__all__ = ["ServeOptions", "serve"]

_PROBE_SECONDS: Final = 1.0
# Not HTTP on purpose: the server refuses it by itself, so the application counts no probe.
_PROBE: Final = b"probe\r\n\r\n"


class _CannotListenError(Exception):
    pass


def serve(options: ServeOptions) -> int:
    """Serve until SIGTERM or SIGINT; return the exit status of the process.

    Prints one line, `ready https://127.0.0.1:8443`, to standard error when every listener answers;
    on a terminal `ServeOptions.guidance` below it.
    A service manager that listens (NOTIFY_SOCKET) is notified, too.
    The workers find the real ports in OPENMALL_PORT and OPENMALL_HTTP_PORT. Must be called in the
    main thread of a process that does nothing else afterwards.

    0: stopped by a signal; running calls had `stop_seconds` to finish. 1: could not listen, the
    application did not start, or workers kept dying; one line on standard error says which.
    A worker that dies later is replaced, unless it dies again within about five seconds.
    SIGHUP replaces all of them one after the other, and no call is refused meanwhile: `reloaded`,
    or `error: not reloaded: ...`, on standard error says how that ended.
    """
    sockets: list[socket.socket] = []
    try:
        secure = _bind(options.host, options.port, idle_seconds=options.idle_seconds)
        sockets.append(secure)
        plain = None
        if options.http_port is not None:
            plain = _bind(options.host, options.http_port, idle_seconds=options.idle_seconds)
            sockets.append(plain)
        return _run(options, secure=secure, plain=plain)
    except _CannotListenError as error:
        print(f"error: {error}", file=sys.stderr, flush=True)
        return 1
    finally:
        for listening in sockets:
            listening.close()


def _run(options: ServeOptions, *, secure: socket.socket, plain: socket.socket | None) -> int:
    # The HTTP server is imported only here: a taken port is reported without waiting for it.
    from openmall.running.server.supervisor import Supervisor

    os.environ.update(options.environment)
    os.environ["OPENMALL_PORT"] = str(secure.getsockname()[1])
    if plain is not None:
        os.environ["OPENMALL_HTTP_PORT"] = str(plain.getsockname()[1])
    try:
        supervisor = Supervisor(options, secure=secure, plain=plain)
    except (ssl.SSLError, OSError) as error:
        raise _CannotListenError(
            f"cannot use the certificate {options.certificate} with the key {options.key}: {error}"
        ) from error
    early: list[CompanionProcess] = []
    following: list[CompanionProcess] = []
    for program in options.beside:
        companion = CompanionProcess(
            program.command,
            stop_seconds=options.stop_seconds,
            on_restart=partial(options.on_restart, program.name),
        )
        (following if program.follows else early).append(companion)
    stopped = threading.Event()
    late = threading.Event()

    def announce() -> None:
        deadline = time.monotonic() + options.start_seconds
        listeners = [(secure, True)] + ([(plain, False)] if plain is not None else [])
        for listening, encrypted in listeners:
            while not (supervisor.all_workers_serve() and _answers(listening, encrypted=encrypted)):
                if stopped.wait(0.01):
                    return
                if time.monotonic() > deadline:
                    late.set()
                    supervisor.stop()
                    return
        if stopped.is_set():
            return
        supervisor.replace_dead_workers()
        for each in following:
            each.start()
        host, port = _reachable(secure)
        shown = f"[{host}]" if ":" in host else host
        # programs read this line, and no other
        print(f"ready https://{shown}:{port}", file=sys.stderr, flush=True)
        if sys.stderr.isatty():
            with suppress(Exception):
                print(options.guidance(port), file=sys.stderr, flush=True)
        service_manager.notify("READY=1")

    announcing = threading.Thread(target=announce, name="announce", daemon=True)
    try:
        stays_up = supervisor.run(
            on_start=[announcing.start, *(each.start for each in early)],
            on_reload=[each.restart for each in following],
        )
    finally:
        stopped.set()
        for each in (*following, *early):
            each.stop()
    if not stays_up:
        print("error: the application's workers do not stay up", file=sys.stderr, flush=True)
        return 1
    if late.is_set():
        print(
            f"error: the application did not start within {options.start_seconds:g} seconds"
            " (setting start_seconds)",
            file=sys.stderr,
            flush=True,
        )
        return 1
    return 0


def _bind(host: str, port: int, *, idle_seconds: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _CannotListenError(f"cannot listen on {host}: {error.strerror or error}") from error
    try:
        # Lets a restart take the port at once; a port in use is refused all the same.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Accepted connections inherit it: answers leave at once, not after an acknowledgement.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _limit_silence(listening, idle_seconds)
        listening.bind(address)
        listening.listen(1024)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or error
        raise _CannotListenError(f"cannot listen on {host} port {port}: {reason}") from error
    return listening


def _limit_silence(listening: socket.socket, idle_seconds: int) -> None:
    """Let the kernel bound connections that send or read nothing, where it can (Linux)."""
    defer = getattr(socket, "TCP_DEFER_ACCEPT", None)
    if defer is not None:
        # a connection that sends nothing takes no worker's place, however many there are
        listening.setsockopt(socket.IPPROTO_TCP, defer, idle_seconds)
    patience = getattr(socket, "TCP_USER_TIMEOUT", None)
    if patience is not None:
        # inherited by connections: one that takes nothing of its answer is closed, where the HTTP
        # server would hold it, and the answer, for ever
        listening.setsockopt(socket.IPPROTO_TCP, patience, idle_seconds * 1000)


def _reachable(listening: socket.socket) -> tuple[str, int]:
    host, port = listening.getsockname()[:2]
    return reachable_host(host), port


def _answers(listening: socket.socket, *, encrypted: bool) -> bool:
    # Connecting proves nothing: the kernel accepts before a worker exists. A worker must answer.
    try:
        with socket.create_connection(_reachable(listening), timeout=_PROBE_SECONDS) as probe:
            if not encrypted:
                probe.sendall(_PROBE)
                return bool(probe.recv(1))
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            with context.wrap_socket(probe):
                return True
    except OSError:
        return False
