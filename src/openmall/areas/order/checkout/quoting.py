"""What an order will cost: the group's benefit, and what it costs to send."""

from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct

from openmall.areas.customer.customergroups.shape import Group
from openmall.areas.order.amounts import Wishes
from openmall.areas.order.checkout.takes import OrderDraft
from openmall.areas.order.orders.shape import RegionalSurcharge, ShippingFee
from openmall.areas.order.placing.pricing import Priced
from openmall.areas.product.discountprice import price_for
from openmall.areas.product.products.shape import Product
from openmall.areas.shipping import fees, shop_terms
from openmall.areas.shipping.terms import Destination, Line, Policy
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO


class Quoted(Struct, frozen=True, kw_only=True):
    """What comes to the prices of an order, or goes off them."""

    wishes: Wishes
    shipping: list[ShippingFee]
    surcharges: list[RegionalSurcharge]


async def quote(
    call: Call, items: Sequence[Priced], draft: OrderDraft, group: Group | None
) -> Quoted:
    """Return what an order costs beside its prices.

    Raises Invalid (422) for a place that the shop does not send to.
    """
    mobile = draft.device != "pc"
    benefit = group if group is not None and _applies(group, draft.payment_method) else None
    off = [
        (each.product.price - price_for(each.product, benefit, mobile=mobile)) * each.costs.quantity
        for each in items
    ]
    terms = await shop_terms.of_shop(call)
    receiver = draft.receiver
    to = Destination(
        country=receiver.country_code or terms.country,
        zipcode=receiver.zipcode,
        address=f"{receiver.address1} {receiver.address2}".strip(),
    )
    lines = [
        Line(
            item=str(at),
            product_no=each.product.product_no,
            quantity=each.costs.quantity,
            price=each.costs.product_price + each.costs.option_price,
            discount=discount,
            weight=each.product.product_weight,
            supplier=each.product.supplier_code,
            own=_own(each.product),
        )
        for at, (each, discount) in enumerate(zip(items, off, strict=True))
    ]
    try:
        sent = fees.quote(terms, lines, to, on_delivery=draft.prepaid_shipping_fee == "C")
    except fees.Undeliverable as error:
        raise Invalid(str(error), parameter="receiver") from None
    free = group is not None and group.ship_benefits == "T"
    wishes = Wishes(
        shipping_fee=sent.prepaid,
        shipping_discount=sent.prepaid if free else ZERO,
        membership_discount=sum(off, ZERO),
    )
    shipping, surcharges = [], []
    for at, parcel in enumerate((p for p in sent.parcels if p.paid == "prepaid"), start=1):
        regional = sum((c.amount for c in parcel.charges if c.why == "regional"), ZERO)
        where = {"shipping_group_code": at, "supplier_code": parcel.supplier}
        shipping.append(ShippingFee(**where, shipping_fee=parcel.fee - regional))  # type: ignore[arg-type] # two fields of two types
        if regional:
            surcharges.append(RegionalSurcharge(**where, regional_surcharge_amount=regional))  # type: ignore[arg-type] # as above
    return Quoted(wishes=wishes, shipping=shipping, surcharges=surcharges)


def _applies(group: Group, method: str) -> bool:
    """Say whether a group is let off something who pays like this."""
    return {"A": True, "B": method == "cash", "C": method != "cash"}[group.benefits_paymethod]


def _own(product: Product) -> Policy | None:
    """Return the fee a product has of its own; None: the sender's."""
    if product.shipping_fee_by_product != "T":
        return None
    rates: list[tuple[Decimal, Decimal, Decimal]] = [
        (each.shipping_rates_min, each.shipping_rates_max, each.shipping_fee)
        for each in product.shipping_rates
    ]
    return shop_terms.of_product(
        product.shipping_fee_type,
        rates,
        prepaid=product.prepaid_shipping_fee,
        method=product.shipping_method,
    )
