"""Delivers mail by SMTP.

A server that answered 250 to the end of the data has accepted the mail. Everything but that end is
sent before the message is stored as handed over, so that only a connection that breaks after it
leaves an unknown outcome.
"""

import asyncio
import ssl
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
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


class _Refused(Exception):
    def __init__(self, code: int, text: str) -> None:
        super().__init__(f"{code} {text}")
        self.code = code


class SmtpChannel:
    """Sends each mail over a connection of its own."""

    def __init__(self, server: Server) -> None:
        self._server = server

    async def send(self, message: Outgoing, hand_over: HandOver) -> Outcome:
        """Send a mail. Raises whatever `hand_over` does."""
        # aiosmtplib takes 10 MB, and most workers never send anything
        import aiosmtplib

        try:
            client = await self._connected()
        except (aiosmtplib.SMTPException, OSError, ssl.SSLError) as error:
            return Outcome("retry", _text(error))
        handed_over = False
        try:
            await self._write_all_but_the_end(client, message)
            await hand_over()
            if not client.is_connected:
                return Outcome("retry", "the server closed the connection within the data")
            handed_over = True
            response = await client.execute_command(b".", timeout=self._server.seconds)
            if response.code not in _SUCCESS:
                raise _Refused(response.code, response.message)
            return Outcome("accepted", f"{response.code} {response.message}"[:_ANSWER_LENGTH])
        except _Refused as error:
            permanent = error.code in _PERMANENT
            return Outcome("refused" if permanent else "retry", str(error)[:_ANSWER_LENGTH])
        except aiosmtplib.SMTPResponseException as error:
            permanent = error.code in _PERMANENT
            return Outcome("refused" if permanent else "retry", f"{error.code} {error.message}")
        except (aiosmtplib.SMTPException, OSError) as error:
            return Outcome("unknown" if handed_over else "retry", _text(error))
        finally:
            await _hang_up(client)

    async def close(self) -> None:
        """Do nothing: no connection outlives its mail."""

    async def _connected(self) -> "SMTP":
        from aiosmtplib import SMTP

        address = urlsplit(self._server.address)
        options: dict[str, Any] = {}
        if self._server.authority is not None:
            options["tls_context"] = ssl.create_default_context(cafile=self._server.authority)
        if self._server.user:
            options |= {"username": self._server.user, "password": self._server.password}
        client = SMTP(
            hostname=address.hostname,
            port=address.port,
            use_tls=address.scheme == "smtps",
            start_tls=address.scheme == "smtp",
            timeout=self._server.seconds,
            **options,
        )
        await client.connect()
        return client

    async def _write_all_but_the_end(self, client: "SMTP", message: Outgoing) -> None:
        await client.mail(self._server.sender)
        await client.rcpt(message.recipient)
        response = await client.execute_command(b"DATA")
        if response.code != _START_DATA:
            raise _Refused(response.code, response.message)
        content = as_mail(message, self._server.sender).as_bytes()
        stuffed = content.replace(b"\r\n.", b"\r\n..")
        transport: Any = client.transport
        protocol = client.protocol
        if transport is None or protocol is None:
            raise ConnectionResetError("the server closed the connection")
        protocol.write(stuffed if stuffed.endswith(b"\r\n") else stuffed + b"\r\n")
        async with asyncio.timeout(self._server.seconds):
            await _written(transport)


async def _written(transport: Any) -> None:
    """Wait until everything was given to the operating system, or the connection is closed."""
    while not transport.is_closing():
        if not transport.get_write_buffer_size():
            return
        await asyncio.sleep(0.01)


def as_mail(message: Outgoing, sender: str) -> EmailMessage:
    """Return a message as a mail that comes from the address `sender`."""
    mail = EmailMessage(policy=SMTP_POLICY)
    mail["From"] = formataddr((_line(message.sender), sender))
    mail["To"] = message.recipient
    if message.reply_to:
        mail["Reply-To"] = message.reply_to
    mail["Subject"] = _line(message.subject)
    mail["Date"] = format_datetime(moment(message.created_at))
    mail["Message-ID"] = f"<{message.id}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    if unsubscribe := message.extra.get("unsubscribe"):
        mail["List-Unsubscribe"] = f"<{unsubscribe}>"
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
