"""Requests to Stripe with its own library, over the guarded connections of openmall.

The library is an optional extra (`openmall[stripe]`) and is imported when a payment needs it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Literal

from openmall.commerce.order.billing.gateways.gateway import (
    GatewayRefused,
    GatewayShop,
    GatewayUnavailable,
)
from openmall.contract.crud.settings import Setting
from openmall.contract.outgoing import NoReply
from openmall.contract.params import Flag, Secret
from openmall.database.seal import SealBroken

if TYPE_CHECKING:
    from stripe import StripeClient

API: Final = "https://api.stripe.com"
VERSION: Final = "2025-03-31.basil"
"""Version of Stripe's API, whatever that of the library or the account is."""
SCRIPT: Final = "https://js.stripe.com/v3/"
_FINAL: Final = (400, 402)
"""Statuses of refusals that a repeated request would get again."""


class StripeUse(Setting, frozen=True, kw_only=True):
    """How a shop takes payments through Stripe."""

    use_stripe: Flag = "F"
    publishable_key: str = ""
    """The key that the buyer's browser shows Stripe; not secret."""
    secret_key: Secret | None = None
    webhook_secret: Secret | None = None
    """The key that Stripe signs its webhooks with."""
    api_base: str = ""
    """`https://host` of another server than Stripe's, which only the operator sets; empty:
    Stripe's."""


def is_installed() -> bool:
    """Return whether the library of Stripe is installed."""
    return find_spec("stripe") is not None


async def use_of(shop: GatewayShop) -> StripeUse:
    """Return how a shop uses Stripe, with its keys. Raises GatewayUnavailable."""
    try:
        return await shop.setting(StripeUse)
    except SealBroken:
        raise GatewayUnavailable("the keys of Stripe cannot be opened") from None


def client(shop: GatewayShop, use: StripeUse) -> "StripeClient":
    """Return a client of Stripe's library. Raises GatewayUnavailable without key or library."""
    if not use.secret_key:
        raise GatewayUnavailable("the shop has no key of Stripe")
    if not is_installed():
        raise GatewayUnavailable("the library of Stripe is not installed: openmall[stripe]")
    import stripe

    stripe.enable_telemetry = False

    class GuardedClient(stripe.HTTPClient):
        """The connections of openmall as a client of the library."""

        name = "openmall"

        async def request_async(
            self,
            method: str,
            url: str,
            headers: Mapping[str, str],
            post_data: str | bytes | None = None,
        ) -> tuple[bytes, int, Mapping[str, str]]:
            kind: Literal["GET", "POST"] = "GET" if method.upper() == "GET" else "POST"
            body = post_data.encode() if isinstance(post_data, str) else post_data or b""
            try:
                reply = await shop.outgoing.request(
                    kind,
                    url,
                    headers={name: str(value) for name, value in headers.items()},
                    body=body,
                    loopback=bool(use.api_base),
                )
            except NoReply as failure:
                raise stripe.APIConnectionError(str(failure)) from None  # type: ignore[no-untyped-call] # theirs
            return reply.body, reply.status, {}

        async def close_async(self) -> None:
            """Do nothing: connections belong to openmall."""

    return stripe.StripeClient(
        use.secret_key,
        base_addresses={"api": use.api_base or API},
        http_client=GuardedClient(),
        stripe_version=VERSION,
        max_network_retries=0,
    )


@contextmanager
def errors() -> Iterator[None]:
    """Raise the errors of Stripe's library as GatewayRefused where final, else GatewayUnavailable.

    A wrong key, a limit, a conflict or a server error leave the outcome unknown.
    """
    import stripe

    try:
        yield
    except (stripe.InvalidRequestError, stripe.CardError) as error:
        if error.http_status in _FINAL:
            raise GatewayRefused(error.user_message or "Stripe refused the request.") from None
        raise GatewayUnavailable(f"Stripe answered {error.http_status}") from None
    except stripe.StripeError as error:
        answered = f"answered {error.http_status}" if error.http_status else "did not answer"
        raise GatewayUnavailable(f"Stripe {answered}") from None
