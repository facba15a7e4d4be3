"""What delivers messages: the interface of a channel, a message to deliver, and its outcome.

A plug-in is a class with the members of `Channel`, named by an entry point of the group
`openmall.message_channels` whose name is the channel: `sms`, `push`, `chatapp` or `email`.
"""

from collections.abc import Awaitable, Callable
from importlib.metadata import entry_points
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

ChannelName = Literal["email", "sms", "push", "chatapp"]
Result = Literal["accepted", "refused", "retry", "unknown"]
"""accepted: it is delivered or will be. refused: it never will be. retry: it was certainly not
accepted. unknown: all of it was sent, and no answer came."""
HandOver = Callable[[], Awaitable[None]]
"""Stores that the message may be accepted from now on; awaited before the last byte is sent by a
channel whose receiver does not detect duplicates."""
GROUP: Final = "openmall.message_channels"


class Outgoing(Struct, frozen=True, kw_only=True):
    """A message as its channel gets it."""

    mall_id: str
    message_no: int
    shop_no: int
    channel: ChannelName
    occasion: str
    recipient: str
    """A mail address, a phone number, or for push messages a member id."""
    sender: str
    """The sender's name of a mail, or the phone number of a text message."""
    reply_to: str
    language: str
    subject: str
    body: str
    html: str
    extra: dict[str, Any]
    created_at: int

    @property
    def id(self) -> str:
        """Return the id of the message, the same in every attempt."""
        return f"{self.message_no}.{self.created_at}.{self.mall_id}"


class Outcome(Struct, frozen=True):
    """The outcome of an attempt; `answer`: what the receiver answered, or the error."""

    result: Result
    answer: str


class Channel(Protocol):
    """Delivers the messages of one channel."""

    async def send(self, message: Outgoing, hand_over: HandOver) -> Outcome:
        """Send a message; errors of the network are outcomes. Raises whatever `hand_over` does."""
        ...

    async def close(self) -> None:
        """Close all connections; a later message opens new ones."""
        ...


def plugged_in() -> dict[str, Channel]:
    """Return the channels that installed plug-ins deliver, by name."""
    return {each.name: each.load()() for each in entry_points(group=GROUP)}
