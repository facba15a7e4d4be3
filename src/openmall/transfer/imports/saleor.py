"""Reads the products of a Saleor fixture (`manage.py dumpdata`) as rows a product file would have.

One row for each variant. `price` is that of the channel made first, `price_<currency>` of each;
the price under a promotion is `sale_price_<currency>`, with `sale_start_date_<currency>` and
`sale_end_date_<currency>`, which are mapped to be imported: they belong to the price of a currency.
`display` and `selling` follow the first channel's listing as it is now: what it publishes or sells
from a later day on is hidden or not for sale. Names and slugs are taken as they are.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final

import msgspec

from openmall.contract.refusal import cause
from openmall.transfer.imports.records import CannotRead, Record
from openmall.transfer.imports.refusals import NOT_A_SALEOR_FIXTURE

Table = dict[Any, dict[str, Any]]
_PRODUCT: Final = "product.product"
_VARIANT: Final = "product.productvariant"
_PRICE: Final = "product.productvariantchannellisting"
_PROMOTED: Final = "product.variantchannellistingpromotionrule"
_LISTING: Final = "product.productchannellisting"
_CATEGORY: Final = "product.category"
_STEP: Final = " > "


def records(content: bytes, *, now: float) -> Iterator[Record]:
    """Return a row for each variant, product by product. Raises CannotRead.

    `now`: UTC seconds, when the listings are looked at.
    """
    try:
        objects = msgspec.json.decode(content, type=list[dict[str, Any]])
        tables: dict[str, Table] = {}
        option_positions: dict[Any, int] = {}
        for at, each in enumerate(objects, 1):
            tables.setdefault(each["model"], {})[each["pk"]] = each["fields"]
            if each["model"] == _VARIANT:
                option_positions[each["pk"]] = at
    except (msgspec.DecodeError, KeyError, TypeError):
        raise CannotRead(cause(NOT_A_SALEOR_FIXTURE)) from None
    return _rows(_Fixture(tables, now), option_positions)


def _rows(fixture: "_Fixture", option_positions: dict[Any, int]) -> Iterator[Record]:
    for number in fixture.table(_PRODUCT):
        product = fixture.product(number)
        for variant in fixture.variants.get(number, []):
            yield Record(option_positions[variant], {**product, **fixture.variant(variant)})


class _Fixture:
    """The fixture's tables, and its foreign keys."""

    def __init__(self, tables: dict[str, Table], now: float) -> None:
        self._tables = tables
        self._now = now
        channels = self.table("channel.channel")
        self._channel = min(channels, default=None)
        self.variants = self._keys(_VARIANT, "product")
        self._prices = self._keys(_PRICE, "variant")
        self._listings = self._keys(_LISTING, "product")
        self._media = self._keys("product.productmedia", "product")
        self._promoted = self._keys(_PROMOTED, "variant_channel_listing")
        self._stock = self._keys("warehouse.stock", "product_variant")
        self._chosen = self._keys("attribute.assignedvariantattribute", "variant")
        self._values = self._keys("attribute.assignedvariantattributevalue", "assignment")

    def table(self, model: str) -> Table:
        return self._tables.get(model, {})

    def _keys(self, model: str, by: str) -> dict[Any, list[Any]]:
        keys_by_model: dict[Any, list[Any]] = {}
        for key, fields in self.table(model).items():
            keys_by_model.setdefault(fields.get(by), []).append(key)
        return keys_by_model

    def product(self, number: Any) -> dict[str, Any]:
        fields = self.table(_PRODUCT)[number]
        row = {
            "custom_product_code": fields["slug"],
            "product_name": fields["name"],
            "description": fields.get("description_plaintext") or "",
            "category": self._path(fields.get("category")),
        }
        for key in self._listings.get(number, []):
            listing = self.table(_LISTING)[key]
            if listing["channel"] == self._channel:
                row |= self._on_sale(listing)
        pictures = [self.table("product.productmedia")[key] for key in self._media.get(number, [])]
        pictures.sort(key=lambda each: each.get("sort_order") or 0)
        row["image"] = next((each["image"] for each in pictures if each.get("image")), "")
        return row

    def _on_sale(self, listing: dict[str, Any]) -> dict[str, str]:
        """Return whether a product is displayed and for sale by its listing in a channel."""
        # older versions of Saleor name the day alone
        published = listing.get("published_at") or listing.get("publication_date")
        public = listing["is_published"] and (published is None or self._is_past(published))
        listed = public and listing.get("visible_in_listings", True)
        since = listing.get("available_for_purchase_at") or listing.get("available_for_purchase")
        sold = public and since is not None and self._is_past(since)
        return {"display": "T" if listed else "F", "selling": "T" if sold else "F"}

    def _is_past(self, text: Any) -> bool:
        """Return whether a moment has come; one that cannot be read has not."""
        try:
            moment = datetime.fromisoformat(str(text))
            return (
                moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            ).timestamp() <= self._now
        except (ValueError, OverflowError):
            return False

    def _path(self, category: Any) -> str:
        names: list[str] = []
        while category is not None and len(names) < 20:
            fields = self.table(_CATEGORY).get(category, {})
            names.insert(0, str(fields.get("name", "")))
            category = fields.get("parent")
        return _STEP.join(names)

    def variant(self, number: Any) -> dict[str, Any]:
        fields = self.table(_VARIANT)[number]
        row: dict[str, Any] = {"custom_variant_code": fields.get("sku") or ""}
        for key in self._prices.get(number, []):
            price = self.table(_PRICE)[key]
            row[f"price_{price['currency']}"] = price["price_amount"]
            row |= self._sale(key, price)
            if price["channel"] == self._channel:
                row["price"] = price["price_amount"]
        stock = [self.table("warehouse.stock")[key] for key in self._stock.get(number, [])]
        if stock and fields.get("track_inventory"):
            row["quantity"] = sum(each["quantity"] for each in stock)
        for at, key in enumerate(self._chosen.get(number, []), 1):
            for value in self._values.get(key, [])[:1]:
                assigned = self.table("attribute.assignedvariantattributevalue")[value]
                chosen = self.table("attribute.attributevalue")[assigned["value"]]
                attribute = self.table("attribute.attribute")[chosen["attribute"]]
                row[f"option{at}_name"] = attribute["name"]
                row[f"option{at}_value"] = chosen["name"]
        return row

    def _sale(self, listing: Any, price: dict[str, Any]) -> dict[str, Any]:
        """Return the price of a variant under promotions, for the time in which all of them run."""
        reduced = price.get("discounted_price_amount")
        rules = [self.table(_PROMOTED)[key] for key in self._promoted.get(listing, [])]
        try:
            lower = Decimal(str(reduced)) < Decimal(str(price["price_amount"]))
        except InvalidOperation:
            return {}
        if not rules or not lower:
            return {}
        promotions = []
        for each in rules:
            rule = self.table("discount.promotionrule").get(each["promotion_rule"], {})
            promotions.append(self.table("discount.promotion").get(rule.get("promotion"), {}))
        currency = price["currency"]
        row = {f"sale_price_{currency}": reduced}
        starts = [each["start_date"] for each in promotions if each.get("start_date")]
        ends = [each["end_date"] for each in promotions if each.get("end_date")]
        if starts:
            row[f"sale_start_date_{currency}"] = max(starts)
        if ends:
            row[f"sale_end_date_{currency}"] = min(ends)
        return row
