"""A shop that gives gifts and free units: benefits, their settings, and what orders then have."""

from typing import Any

from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.product.stock_setup import quantity, stocked
from tests.commerce.promotion.coupon_setup import NEWEST
from tests.world import World


class GiftShop(Checkout):
    """A shop with aprons and cups of 11,000 for 10 units each, and a tote bag as its gift."""

    def __init__(self, world: World, totes: int = 3) -> None:
        super().__init__(world)
        self.tote, self.tote_code = stocked(world, totes)
        self.benefits_setting(use_gift="T")

    def benefits_setting(self, **said: Any) -> None:
        answer = self.world.call("PUT", "benefits/setting", json={"request": said}, headers=NEWEST)
        # the same again is 409
        assert answer.status_code in (200, 409), answer.text

    def gives(self, kind: str, own: str, *, binding: str = "A", **said: Any) -> int:
        """Make a benefit that gives something; `said` is of its own object."""
        request = {
            "use_benefit": "T",
            "benefit_name": "Spring",
            "benefit_division": "P",
            "benefit_type": kind,
            "platform_types": ["P", "M"],
            "product_binding_type": binding,
            own: said,
        }
        answer = self.world.call("POST", "benefits", json={"request": request}, headers=NEWEST)
        assert answer.status_code == 201, answer.text
        number: int = answer.json()["benefit"]["benefit_no"]
        return number

    def gift(self, *, binding: str = "A", **said: Any) -> int:
        """Make a benefit whose gift is the tote bag."""
        listed = [{"product_no": self.tote, "gift_point": "0.00", "max_count": 1}]
        gift = {"gift_product_list": listed, "use_unlimited_price": "T", **said}
        return self.gives("PG", "gift", binding=binding, **gift)

    def one_plus(self, count: int = 1, kind: str = "P", *, binding: str = "A", **said: Any) -> int:
        """Make a benefit of `count` free units of each paid one."""
        own = {"product_bundle_type": kind, "product_bundle_count": count, **said}
        return self.gives("PB", "gift_product_bundle", binding=binding, **own)

    def tote_of(self, benefit_no: int, units: int = 1) -> dict[str, Any]:
        """Return the tote bag as a chosen gift."""
        return {"benefit_no": benefit_no, "variants_code": self.tote_code, "quantity": units}

    def totes(self) -> int:
        """Return how many tote bags are in stock."""
        return quantity(self.world, self.tote, self.tote_code)

    def items(self, order_id: str) -> list[dict[str, Any]]:
        """Return the items of an order as the shop reads them."""
        found: list[dict[str, Any]] = self.world.get(f"orders/{order_id}/items")["items"]
        return found

    def bought(self, order_id: str) -> list[tuple[int, int, str, str, str | None]]:
        """Return of each item its product, quantity, cost, whether it is a gift, and its event."""
        return [
            (
                each["product_no"],
                each["quantity"],
                each["payment_amount"],
                each["gift"],
                each["one_plus_n_event"],
            )
            for each in self.items(order_id)
        ]
