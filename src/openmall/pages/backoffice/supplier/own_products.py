"""What a user of a supplier adds and edits of own products, as far as the shop lets them.

New products are hidden until the shop approves them. A product that was approved asks for approval
again when its texts or price are changed; it stays as it is meanwhile. Only approved products, and
those that the shop made itself, are displayed, sold or taken off sale by a supplier.
"""

from contextlib import suppress
from decimal import Decimal
from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product import approve
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.contract.errors import Forbidden, Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.params import Flag
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.pages.backoffice import shown_values
from openmall.pages.backoffice.product.counted_quantities import counted
from openmall.pages.backoffice.refusals import NO_PRICE_HERE
from openmall.pages.backoffice.rendering import plain
from openmall.pages.backoffice.shops import additional_shops
from openmall.pages.backoffice.supplier.own_goods import OwnGoods
from openmall.pages.backoffice.supplier.refusals import (
    SUPPLIER_CATEGORY_CLOSED,
    SUPPLIER_CHANGES_NO_PRODUCTS,
    SUPPLIER_DELETES_NO_PRODUCTS,
    SUPPLIER_PRODUCT_NOT_APPROVED,
)

FREE: Final = ("", "C")
"""States of approval in which a product may be displayed and sold."""
STATES: Final = {
    "N": marked("Waits for the approval of the shop"),
    "E": marked("Changed; waits for the approval of the shop"),
    "I": marked("Under review by the shop"),
    "R": marked("Rejected by the shop"),
    "C": marked("Approved by the shop"),
}
"""State of approval -> what the supplier's page says."""
_TEXTS: Final = ("product_name", "summary_description", "custom_product_code")
_AMOUNTS: Final = ("price", "supply_price")


class OwnProducts:
    """The products of one supplier, and what its user may do with them."""

    def __init__(self, goods: OwnGoods) -> None:
        self._goods = goods
        self._user = goods.user

    @property
    def may_edit(self) -> bool:
        return self._user.permission_product_modify == "T"

    @property
    def may_delete(self) -> bool:
        return self._user.permission_product_delete == "T"

    def may_switch(self, product: ListedProduct) -> dict[str, bool]:
        """Return whether the user may change `display` and `selling` of a product."""
        is_free = product.approve_status in FREE
        return {
            "display": is_free and self._user.permission_product_display == "T",
            "selling": is_free and self._user.permission_product_selling == "T",
        }

    def categories(self, choices: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """Return those categories that the user may file products into."""
        if self._user.permission_category_select != "T":
            return []
        permitted = self._user.permitted_category_list
        return [each for each in choices if not permitted or each[0] in permitted]

    async def create(self, form: Fields, choices: list[tuple[int, str]]) -> int:
        """Create a hidden product, ask the shop for its approval, and return its number.

        Raises Forbidden (403), and the errors of the operation.
        """
        if not self.may_edit:
            raise Forbidden(SUPPLIER_CHANGES_NO_PRODUCTS)
        parameters = self._typed(form)
        quantity = counted(form.text("quantity"), "quantity")
        if category := form.text("category"):
            if category not in [str(number) for number, _ in self.categories(choices)]:
                raise Forbidden(SUPPLIER_CATEGORY_CLOSED)
            parameters["add_category_no"] = [{"category_no": category}]
        hidden: dict[str, Flag] = {"display": "F", "selling": "F"}
        parameters |= {**hidden, "supplier_code": self._user.supplier_code}
        made = await self._goods.write(product_rules.create, parameters)
        number = made.product_no
        await self._goods.clear_prices(number)
        await self._ask(number)
        await self._set_stock(number, quantity)
        return number

    async def _set_stock(self, number: int, quantity: str) -> None:
        if not quantity:
            return
        for each in await self._goods.variants(str(number)):
            named: dict[str, Encodable] = {"product_no": number, "variant_code": each.variant_code}
            stock: dict[str, Encodable] = {"use_inventory": "T", "quantity": quantity, **named}
            with suppress(NotModified):
                await self._goods.write(variant_admin.change_stock, stock)

    async def change(self, number: str, form: Fields) -> None:
        """Change texts and prices of an own product, or whether it is displayed and sold.

        Raises Forbidden (403), NotFound (404), NotModified (409), and the errors of the operation.
        """
        product = await self._goods.product(number)
        parameters = self._typed(form, product) if self.may_edit else {}
        if parameters:
            shown_values.require_current(
                form,
                {name: getattr(product, name) for name in _TEXTS}
                | {
                    name: plain(getattr(product, name))
                    for name in _AMOUNTS
                    if form.text(shown_values.PREFIX + name)
                },
            )
        for name, may in self.may_switch(product).items():
            typed = form.text(name)
            if typed and typed != getattr(product, name):
                if not may:
                    is_free = product.approve_status in FREE
                    raise Forbidden(
                        SUPPLIER_CHANGES_NO_PRODUCTS if is_free else SUPPLIER_PRODUCT_NOT_APPROVED
                    )
                parameters[name] = typed
        if not parameters:
            raise NotModified()
        if "T" in (parameters.get("display"), parameters.get("selling")):
            await self._require_price(product)
        keep = None
        price = parameters.get("price")
        if isinstance(price, str) and self._is_amount(price):
            keep = await self._goods.sale_price_to_stay(product, Decimal(price))
        await self._goods.write(product_rules.change, {**parameters, "product_no": number})
        if keep is not None:
            await keep()
        if product.approve_status in ("C", "R") and parameters.keys() - {"display", "selling"}:
            await self._ask(product.product_no)

    @staticmethod
    def _is_amount(text: str) -> bool:
        return text.isascii() and text.replace(".", "", 1).isdigit()

    async def _require_price(self, product: ListedProduct) -> None:
        """Raise Invalid (422) for a product whose price is the number of another currency."""
        if not self._goods.has_other_currency:
            return
        basic = await self._goods.in_basic_shop(product.product_no)
        if additional_shops.lacks_price(product, basic):
            raise Invalid(NO_PRICE_HERE, parameter="price")

    async def delete(self, number: str) -> None:
        """Delete an own product. Raises Forbidden (403), NotFound (404)."""
        if not self.may_delete:
            raise Forbidden(SUPPLIER_DELETES_NO_PRODUCTS)
        product = await self._goods.product(number)
        await self._goods.write(product_rules.delete, {"product_no": product.product_no})

    async def _ask(self, number: int) -> None:
        asked: dict[str, Encodable] = {"user_id": self._user.user_id, "product_no": number}
        await self._goods.write(approve.request, asked)

    def _typed(self, form: Fields, before: ListedProduct | None = None) -> dict[str, Encodable]:
        """Return the texts and amounts of a form; of a product there is, those that differ."""
        typed: dict[str, Encodable] = {
            name: form.text(name).strip() for name in _TEXTS if name in form.names()
        }
        typed |= {
            name: typed_numbers.plain(form.text(name)) for name in _AMOUNTS if name in form.names()
        }
        if before is None:
            return {"supply_price": "0"} | {name: text for name, text in typed.items() if text}
        changed = {
            name: text for name, text in typed.items() if text != form.text(f"was-{name}").strip()
        }
        return changed | ({"supply_price": "0"} if changed.get("supply_price") == "" else {})
