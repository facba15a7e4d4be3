"""Mail servers: a real one that keeps what it accepts, and one that dies within the data."""

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from msgspec import Struct


class Keeper:
    """Keeps accepted mails; `answers` are given to the next ends of data instead of 250."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.answers: list[str] = []
        self.refused_recipients: set[str] = set()
        self.dies_after_accepting = False
        self.connections: list[int] = []
        """Mails that each connection delivered, or tried to, in the order of connecting."""
        self.resets = 0
        self.sessions: list[Session] = []
        self.busy_after: int | None = None
        """Answer 421 to the sender of the mail behind this many of a connection, and hang up."""
        self.hangs_up_after: int | None = None
        """Close a connection without a word after this many of its mails."""

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if session not in self.sessions:
            self.sessions.append(session)
            self.connections.append(0)
        number = self.sessions.index(session)
        if self.connections[number] == self.busy_after:
            transport: Any = server.transport
            transport.write(b"421 too much for one connection\r\n")
            transport.close()
            await asyncio.sleep(0.05)
        self.connections[number] += 1
        envelope.mail_from = address
        return "250 OK"

    async def handle_RSET(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.resets += 1
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refused_recipients:
            return f"550 no mailbox {address}"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.answers:
            return self.answers.pop(0)
        assert isinstance(envelope.content, bytes)
        self.mails.append(message_from_bytes(envelope.content))
        if self.dies_after_accepting:
            transport: Any = server.transport
            transport.abort()
        elif self.connections[self.sessions.index(session)] == self.hangs_up_after:
            transport = server.transport
            asyncio.get_running_loop().call_later(0.02, transport.close)
        return "250 accepted"


class Running(Struct):
    keeper: Keeper
    port: int


def free_port() -> int:
    """Return a port that nobody listens at: aiosmtpd takes no 0."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def mail_server(
    *,
    user: str = "",
    password: str = "",
    starttls: ssl.SSLContext | None = None,
    tls: ssl.SSLContext | None = None,
) -> Iterator[Running]:
    """Run a mail server in a thread; with `user`, mail needs this account.

    `starttls`: mail is taken after STARTTLS only. `tls`: TLS from the first byte.
    """
    keeper = Keeper()

    def authenticate(
        server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any
    ) -> AuthResult:
        right = isinstance(data, LoginPassword) and data == LoginPassword(
            user.encode(), password.encode()
        )
        return AuthResult(success=right, handled=False)

    options: dict[str, Any] = {}
    if user:
        options = {
            "authenticator": authenticate,
            "auth_required": True,
            "auth_require_tls": False,
        }
    if starttls is not None:
        options |= {"tls_context": starttls, "require_starttls": True}
    controller = Controller(
        keeper, hostname="127.0.0.1", port=free_port(), ssl_context=tls, **options
    )
    controller.start()
    try:
        yield Running(keeper, controller.port)
    finally:
        controller.stop()


@contextmanager
def dying_server(*, silent: bool = False) -> Iterator[int]:
    """Run a server that closes each connection at the first line of the data; return its port.

    `silent`: it reads all of the data and never answers.
    """
    listener = socket.create_server(("127.0.0.1", 0))
    # little of the data fits into the buffers, so that its sender notices the end within it
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rwb", buffering=0) as stream:
                stream.write(b"220 ready\r\n")
                for line in stream:
                    command = line[:4].upper()
                    if command == b"EHLO":
                        stream.write(b"250 here\r\n")
                    elif command == b"DATA":
                        stream.write(b"354 go on\r\n")
                        stream.readline()
                        if silent:
                            while stream.read(65_536):
                                pass
                        break
                    else:
                        stream.write(b"250 OK\r\n")

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)
