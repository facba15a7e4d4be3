"""What the pages of a shop send about restock notices."""

from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.customer.customers.takes import Email
from openmall.commerce.notification.password_links.takes import Token
from openmall.commerce.product.variants.shape import VariantCode
from openmall.contract.params import EntityNo, Flag, ShopParams


class RestockPath(ShopParams, frozen=True, kw_only=True):
    """Selects a product."""

    product_no: EntityNo


class RestockDraft(RestockPath, frozen=True, kw_only=True):
    """What a shopper waits for."""

    variant_code: VariantCode | UnsetType = UNSET
    """UNSET: any variant of the product."""
    email: Email | UnsetType = UNSET
    """Of a guest; a member is written to at the address of the account."""


class RestockUnsubscription(ShopParams, frozen=True, kw_only=True):
    """Who wants no more notices."""

    token: Token
    """The token of the link in a notice; it does not expire."""


class Offer(Struct, frozen=True, kw_only=True):
    """What a shop offers to a shopper who looks at a product."""

    product_no: int
    offered: Flag
    """T: this shopper can ask for a notice of this product when it is sold out."""
    by_variant: Flag
    """T: of a single variant; F: of the product."""
    guest_message: str
    """What a guest reads where notices are for members; empty else."""
    asked: list[str]
    """The variants that the shopper waits for; an empty code stands for any."""


class Asked(Struct, frozen=True, kw_only=True):
    """What a shopper waits for from now on."""

    product_no: int
    asked: list[str]


class Declined(Struct, frozen=True, kw_only=True):
    """The requests of a customer are deleted."""

    declined: Flag
