"""Delivers text, push and chat messages by posting them to a provider over HTTP.

The request is signed as Standard Webhooks are. Its `webhook-id` is the same in every attempt: a
provider that has accepted a message accepts it again without sending it twice.
"""

import base64
import hashlib
import hmac
from typing import TYPE_CHECKING, Final

import msgspec

from openmall.contract.moments import Clock
from openmall.events.messages.channels import HandOver, Outcome, Outgoing

if TYPE_CHECKING:
    from aiohttp import ClientSession

_SECONDS: Final = 10.0
_ANSWER_LENGTH: Final = 300
_PREFIX: Final = "whsec_"
_TRY_AGAIN: Final = frozenset({408, 425, 429})


class HttpProvider:
    """Posts each message to the configured address."""

    def __init__(self, address: str, secret: str, clock: Clock) -> None:
        """`secret`: signs the requests; `whsec_` and base64, or any text."""
        self._address = address
        self._secret = _key(secret)
        self._clock = clock
        self._session: ClientSession | None = None

    async def send(self, message: Outgoing, hand_over: HandOver) -> Outcome:
        """Post a message; the provider detects one that it gets again by its id."""
        import aiohttp

        body = msgspec.json.encode(
            {
                "id": message.id,
                "mall_id": message.mall_id,
                "shop_no": message.shop_no,
                "channel": message.channel,
                "occasion": message.occasion,
                "to": message.recipient,
                "from": message.sender,
                "title": message.subject,
                "text": message.body,
                "language": message.language,
                "extra": message.extra,
            }
        )
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_SECONDS))
        try:
            async with self._session.post(
                self._address,
                data=body,
                headers=signed_headers(self._secret, message.id, int(self._clock.now()), body),
                allow_redirects=False,
            ) as response:
                text = (await response.content.read(_ANSWER_LENGTH)).decode(errors="replace")
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            return Outcome("retry", f"{type(error).__name__}: {error}"[:_ANSWER_LENGTH])
        answer = f"{response.status} {text}".strip()[:_ANSWER_LENGTH]
        if 200 <= response.status < 300:
            return Outcome("accepted", answer)
        final = 400 <= response.status < 500 and response.status not in _TRY_AGAIN
        return Outcome("refused" if final else "retry", answer)

    async def close(self) -> None:
        """Close all connections; a later message opens new ones."""
        if self._session is not None:
            await self._session.close()
            self._session = None


def signed_headers(key: bytes, id_: str, now: int, body: bytes) -> dict[str, str]:
    """Return the headers of a request that is sent at `now` (UTC seconds)."""
    signed = f"{id_}.{now}.".encode() + body
    signature = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return {
        "Content-Type": "application/json",
        "Webhook-Id": id_,
        "Webhook-Timestamp": str(now),
        "Webhook-Signature": f"v1,{signature}",
    }


def _key(secret: str) -> bytes:
    if secret.startswith(_PREFIX):
        return base64.b64decode(secret.removeprefix(_PREFIX))
    return secret.encode()
