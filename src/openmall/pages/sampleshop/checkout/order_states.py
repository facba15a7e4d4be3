"""States of a shopper's order, as several pages ask for them."""

from openmall.commerce.order.placement.checkout.shape import OwnOrder


def awaits_payment(order: OwnOrder) -> bool:
    """Return whether an order, or what was added to it after its payment, awaits payment."""
    return order.paid != "T" and any(each.order_status == "N00" for each in order.items)
