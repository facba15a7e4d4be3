"""Delivers mail by SMTP.

A server that answered 250 to the end of the data has accepted the mail. Everything but that end is
sent before the message is stored as handed over, so that only a connection that breaks after it
leaves an unknown outcome.

A connection that has delivered a mail stays open for the next one. A server may have closed it in
the meantime: when it fails before the data of a mail, that mail gets a new connection.
"""

import asyncio
import ssl
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, formataddr
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from msgspec import Struct

from openmall.contract.moments import moment
from openmall.events.messages.channels import HandOver, Outcome, Outgoing

if TYPE_CHECKING:
    from aiosmtplib import SMTP

_ANSWER_LENGTH: Final = 300
_SUCCESS: Final = range(200, 300)
_PERMANENT: Final = range(500, 600)
_START_DATA: Final = 354
_CLOSING: Final = 421
"""The server closes the connection after this answer."""
CONNECTIONS: Final = 10
"""Open at once by a worker; mail servers commonly take 20 to 50 of one client."""
MAILS_PER_CONNECTION: Final = 100
IDLE_SECONDS: Final = 10.0
"""After which a connection without mail is closed; servers do that after minutes."""
_RESET_SECONDS: Final = 5.0


class Server(Struct, frozen=True, kw_only=True):
    """A mail server and the account on it."""

    address: str
    """`smtp://host:port` with STARTTLS, `smtps://host:port` with TLS from the first byte, or
    `smtp+plain://host:port` without encryption, for a relay on the same machine."""
    sender: str
    """The mail address that all mail comes from."""
    user: str = ""
    password: str = ""
    authority: Path | None = None
    seconds: float = 30.0
    """Longest a step of the conversation may take."""


class _Gone(Exception):
    """A connection that was kept open takes no further mail; nothing of this one was sent."""


class _Connection:
    """A connection to the server, and the number of mails it has taken."""

    def __init__(self, client: "SMTP") -> None:
        self.client = client
        self.mails = 0
        self.within_data = False
        self.timer: asyncio.TimerHandle | None = None


class SmtpChannel:
    """Sends mails over connections that are kept open for a while."""

    def __init__(
        self,
        server: Server,
        *,
        connections: int = CONNECTIONS,
        mails: int = MAILS_PER_CONNECTION,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        """`connections`: most at once. `mails`: most over one.

        `idle_seconds`: after which a connection without mail is closed.
        """
        self._server = server
        self._mails = mails
        self._idle_seconds = idle_seconds
        self._idle: list[_Connection] = []
        self._places = asyncio.Semaphore(connections)
        self._hanging_up: set[asyncio.Task[None]] = set()

    async def send(self, message: Outgoing, hand_over: HandOver) -> Outcome:
        """Send a mail. Raises whatever `hand_over` does."""
        # aiosmtplib takes 10 MB, and most workers never send anything
        import aiosmtplib

        async with self._places:
            while (kept := self._take_idle()) is not None:
                try:
                    return await self._send_over(kept, message, hand_over)
                except _Gone:
                    continue
            try:
                opened = _Connection(await self._connected())
            except (aiosmtplib.SMTPException, OSError, ssl.SSLError) as error:
                return Outcome("retry", _text(error))
            return await self._send_over(opened, message, hand_over)

    async def check(self) -> None:
        """Connect, sign in and leave, without a mail. Raises ConnectionError with the reason."""
        import aiosmtplib

        try:
            client = await self._connected()
        except (aiosmtplib.SMTPException, OSError) as error:
            raise ConnectionError(_text(error)) from error
        await _hang_up(client)

    async def close(self) -> None:
        """Close all connections; a later message opens new ones."""
        while (kept := self._take_idle()) is not None:
            await _hang_up(kept.client)
        if self._hanging_up:
            await asyncio.gather(*self._hanging_up)

    async def _send_over(
        self, connection: _Connection, message: Outgoing, hand_over: HandOver
    ) -> Outcome:
        """Send a mail over a connection. Raises _Gone when one that was kept open has ended."""
        import aiosmtplib

        client, keep, handed_over = connection.client, False, False
        content = as_mail(message, self._server.sender).as_bytes()
        try:
            await self._begin(connection, message)
            connection.within_data = True
            await self._write_all_but_the_end(client, content)
            await hand_over()
            if not client.is_connected:
                return Outcome("retry", "the server closed the connection within the data")
            handed_over = True
            response = await client.execute_command(b".", timeout=self._server.seconds)
            connection.within_data = False
            keep = response.code != _CLOSING
            if response.code not in _SUCCESS:
                return _refusal(response.code, response.message)
            return Outcome("accepted", f"{response.code} {response.message}"[:_ANSWER_LENGTH])
        except aiosmtplib.SMTPResponseException as error:
            keep = error.code != _CLOSING and await self._reset(client)
            return _refusal(error.code, error.message)
        except (aiosmtplib.SMTPException, OSError) as error:
            return Outcome("unknown" if handed_over else "retry", _text(error))
        finally:
            connection.mails += 1
            if keep and client.is_connected and connection.mails < self._mails:
                self._keep(connection)
            elif connection.within_data:
                client.close()  # a command would be part of the mail
            else:
                await _hang_up(client)

    async def _begin(self, connection: _Connection, message: Outgoing) -> None:
        """Name sender and recipient, and ask to send the data."""
        import aiosmtplib

        client = connection.client
        try:
            await client.mail(self._server.sender)
        except aiosmtplib.SMTPResponseException as error:
            if connection.mails and error.code == _CLOSING:
                raise _Gone from error
            raise
        except (aiosmtplib.SMTPServerDisconnected, ConnectionError) as error:
            if connection.mails:
                raise _Gone from error
            raise
        await client.rcpt(message.recipient)
        response = await client.execute_command(b"DATA")
        if response.code != _START_DATA:
            raise aiosmtplib.SMTPDataError(response.code, response.message)

    async def _reset(self, client: "SMTP") -> bool:
        """Abandon a mail that was refused; False: the connection takes no further one."""
        import aiosmtplib

        try:
            await client.rset(timeout=_RESET_SECONDS)
        except (aiosmtplib.SMTPException, OSError):
            return False
        return True

    def _take_idle(self) -> _Connection | None:
        """Return the open connection that was used last, or None."""
        while self._idle:
            kept = self._idle.pop()
            if kept.timer is not None:
                kept.timer.cancel()
            if kept.client.is_connected:
                return kept
            kept.client.close()
        return None

    def _keep(self, connection: _Connection) -> None:
        loop = asyncio.get_running_loop()
        connection.timer = loop.call_later(self._idle_seconds, self._drop, connection)
        self._idle.append(connection)

    def _drop(self, connection: _Connection) -> None:
        """Close a connection that was idle for too long."""
        if connection in self._idle:
            self._idle.remove(connection)
            task = asyncio.get_running_loop().create_task(_hang_up(connection.client))
            self._hanging_up.add(task)
            task.add_done_callback(self._hanging_up.discard)

    async def _connected(self) -> "SMTP":
        from aiosmtplib import SMTP

        address = urlsplit(self._server.address)
        authority, has_user = self._server.authority, bool(self._server.user)
        context = None if authority is None else ssl.create_default_context(cafile=authority)
        client = SMTP(
            hostname=address.hostname,
            port=address.port,
            use_tls=address.scheme == "smtps",
            start_tls=address.scheme == "smtp",
            timeout=self._server.seconds,
            tls_context=context,
            username=self._server.user if has_user else None,
            password=self._server.password if has_user else None,
        )
        await client.connect()
        return client

    async def _write_all_but_the_end(self, client: "SMTP", content: bytes) -> None:
        stuffed = content.replace(b"\r\n.", b"\r\n..")
        transport: Any = client.transport
        protocol = client.protocol
        if transport is None or protocol is None:
            raise ConnectionResetError("the server closed the connection")
        protocol.write(stuffed if stuffed.endswith(b"\r\n") else stuffed + b"\r\n")
        async with asyncio.timeout(self._server.seconds):
            await _written(transport)


def _refusal(code: int, answer: str) -> Outcome:
    return Outcome(
        "refused" if code in _PERMANENT else "retry", f"{code} {answer}"[:_ANSWER_LENGTH]
    )


async def _written(transport: Any) -> None:
    """Wait until everything was given to the operating system, or the connection is closed."""
    while not transport.is_closing():
        if not transport.get_write_buffer_size():
            return
        await asyncio.sleep(0.01)


class _Policy(EmailPolicy):
    """Folds headers, but not the address to unsubscribe: mail programs read it as it stands."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name == _UNSUBSCRIBE:
            return f"{name}: {value}\r\n".encode("ascii")
        return super().fold_binary(name, value)


_UNSUBSCRIBE: Final = "List-Unsubscribe"
_POLICY: Final = _Policy(linesep="\r\n")


def as_mail(message: Outgoing, sender: str) -> EmailMessage:
    """Return a message as a mail that comes from the address `sender`."""
    mail = EmailMessage(policy=_POLICY)
    mail["From"] = formataddr((_line(message.sender), sender))
    mail["To"] = message.recipient
    if message.reply_to:
        mail["Reply-To"] = message.reply_to
    mail["Subject"] = _line(message.subject)
    mail["Date"] = format_datetime(moment(message.created_at))
    mail["Message-ID"] = f"<{message.id}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    if unsubscribe := message.extra.get("unsubscribe"):
        mail[_UNSUBSCRIBE] = f"<{unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(message.body)
    if message.html:
        mail.add_alternative(message.html, subtype="html")
    if message.language:
        mail["Content-Language"] = message.language.partition("_")[0]
    return mail


def _line(text: str) -> str:
    """Return a text on one line, which adds no header to a mail."""
    return " ".join(text.split())


async def _hang_up(client: "SMTP") -> None:
    import aiosmtplib

    try:
        if client.is_connected:
            await client.quit(timeout=1)
    except (aiosmtplib.SMTPException, OSError):
        pass  # the outcome of the mail is known
    finally:
        client.close()


def _text(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:_ANSWER_LENGTH]
