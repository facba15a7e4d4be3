"""Payment providers that a shop hides from its checkout, by payment method.

A provider is a gateway of this program, an app's gateway, or the shop's own bank account. Those
that are not named here are shown.
"""

from typing import Final

from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current

BANK: Final = "bank"
"""Provider of payments into the shop's own bank account."""


class ProviderDisplay(Setting, frozen=True, kw_only=True):
    """The payment providers that a shop hides; a new shop shows all."""

    hidden: list[str] = []
    """`method/provider`, sorted."""


def entry(method: str, provider: str) -> str:
    """Return the name of a provider for one payment method among the hidden ones."""
    return f"{method}/{provider}"


async def is_shown(call: Call, method: str, provider: str) -> bool:
    """Return whether the checkout of the call's shop offers a provider for a payment method."""
    return entry(method, provider) not in (await current(call, ProviderDisplay)).hidden
