"""Which way a message takes to a customer.

Specification: "Automessages setting".
"""

from typing import Literal, Protocol

from msgspec import Struct

Channel = Literal["push", "chatapp", "sms"]
"""push: the shop's own mobile app; chatapp: an info message in the chat app; sms: a text."""


class Sending(Protocol):
    """What a shop has set about its messages, each `T` or `F` unless said otherwise."""

    @property
    def use_sms(self) -> str: ...
    @property
    def use_chatappalimtalk(self) -> str: ...
    @property
    def use_push(self) -> str: ...
    @property
    def send_method(self) -> str:
        """`S` SMS, `K` chat-app message."""
        ...

    @property
    def send_method_push(self) -> str: ...


class Recipient(Struct, frozen=True):
    """What matters of a customer who is to get a message."""

    takes_push: bool
    """The customer opted in to push messages."""


def channels(setting: Sending, customer: Recipient) -> tuple[Channel, ...]:
    """Return the ways a message is tried, in order: each only when the one before it failed.

    Push comes first where the shop wants that and the customer opted in; then the chat app, when
    it is the shop's way and the shop uses it; SMS is what remains, where the shop uses it. Empty
    when there is no way at all.
    """
    ways: list[Channel] = []
    if setting.send_method_push == "T" and setting.use_push == "T" and customer.takes_push:
        ways.append("push")
    if setting.send_method == "K" and setting.use_chatappalimtalk == "T":
        ways.append("chatapp")
    if setting.use_sms == "T":
        ways.append("sms")
    return tuple(ways)
