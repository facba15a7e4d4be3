"""Writes rows of a file of stock: quantities of variants that are there."""

from typing import Any, Final

from openmall.api.pipeline import parsing
from openmall.commerce.product.product_service import bulk_store as product_bulk_store
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.commerce.product.variant_service import rules as variant_rules
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants import store as variant_store
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.refusals import MISSING
from openmall.transfer.imports.refusals import (
    NO_PRODUCT_OF_THIS_CODE,
    NO_VARIANT_OF_THIS_CODE,
    PRODUCT_HAS_SEVERAL_VARIANTS,
    VARIANT_CODE_REPEATED,
)

_VARIANT: Final = "variant_code"
_OWN: Final = "custom_variant_code"
_PRODUCT: Final = "custom_product_code"
_CODES: Final = (_VARIANT, _OWN, _PRODUCT)
_STOCK: Final = (
    "quantity", "safety_inventory", "use_inventory", "important_inventory",
    "inventory_control_type", "display_soldout",
)  # fmt: skip
_CHANGE: Final = next(
    each
    for each in variant_admin.OPERATIONS
    if each.method == "PUT" and each.path.endswith("/inventories")
)


class StockRows:
    """Changes quantities by the code of the variant, or of a product with one variant."""

    kind = "stock"
    fields = frozenset({*_CODES, *_STOCK})

    def code_of(self, values: dict[str, Any]) -> str:
        """Return the code by which the row names its variant."""
        return next((text for name in _CODES if (text := str(values.get(name) or "").strip())), "")

    async def write(self, call: Call, values: dict[str, Any]) -> str:
        """Change the stock of a variant; return changed. Raises ApiError, NotModified as well."""
        product_no, variant_code = await self._variant(call, values)
        stock: dict[str, Encodable] = {name: values[name] for name in _STOCK if name in values}
        if not stock:
            raise Invalid(MISSING, parameter="quantity")
        if "quantity" in stock:
            # a quantity is of no use unless it is counted down
            stock.setdefault("use_inventory", "T")
        path: dict[str, Encodable] = {"product_no": product_no, _VARIANT: variant_code}
        sent = sent_fields(parsing.to_struct(_CHANGE, {**stock, **path}))
        changes = {name: sent[name] for name in stock}
        await variant_rules.change(call, product_no, variant_code, changes)
        return "changed"

    async def _variant(self, call: Call, values: dict[str, Any]) -> tuple[int, str]:
        """Return product and code of the variant. Raises NotFound, and Invalid for several."""
        if code := str(values.get(_VARIANT, "")):
            return codes.product_no(code), code
        if code := str(values.get(_OWN, "")):
            found = await variant_store.with_own_code(call.db, code)
            if len(found) > 1:
                raise Invalid(VARIANT_CODE_REPEATED, parameter=_OWN)
            if not found:
                raise NotFound(NO_VARIANT_OF_THIS_CODE, parameter=_OWN)
            return found[0]
        code = str(values.get(_PRODUCT, ""))
        if not code:
            raise Invalid(MISSING, parameter=_VARIANT)
        product = (await product_bulk_store.find(call.db, [code], by_product_code=True)).get(code)
        if product is None:
            raise NotFound(NO_PRODUCT_OF_THIS_CODE, parameter=_PRODUCT)
        if len(product.stock) != 1:
            raise Invalid(PRODUCT_HAS_SEVERAL_VARIANTS, parameter=_PRODUCT)
        return product.stock[0]["product_no"], product.stock[0][_VARIANT]
