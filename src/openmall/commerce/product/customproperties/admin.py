"""The admin API's operations on custom properties."""

from typing import Final

from openmall.commerce.product.customproperties import rules
from openmall.commerce.product.customproperties.shape import (
    AllProperties,
    CustomProperties,
    ProductProperties,
    ProductPropertiesPath,
    ProductPropertyChange,
    ProductPropertyPath,
    PropertiesDraft,
    PropertyChange,
    PropertyPath,
)
from openmall.contract.resource import Resource

_PRODUCT: Final = Resource(CustomProperties, area="product", key="product")

OPERATIONS = [
    _PRODUCT.get(
        "products/customproperties", rules.retrieve_all, takes=AllProperties, key="products"
    ),
    _PRODUCT.post("products/customproperties", rules.create, takes=PropertiesDraft),
    _PRODUCT.put("products/customproperties/{property_no}", rules.change, takes=PropertyChange),
    _PRODUCT.delete("products/customproperties/{property_no}", rules.delete, takes=PropertyPath),
    _PRODUCT.giving(ProductProperties).get(
        "products/{product_no}/customproperties",
        rules.retrieve_of_product,
        takes=ProductPropertiesPath,
        key="products",
    ),
    _PRODUCT.giving(ProductProperties).put(
        "products/{product_no}/customproperties/{property_no}",
        rules.change_of_product,
        takes=ProductPropertyChange,
    ),
    _PRODUCT.giving(ProductProperties).delete(
        "products/{product_no}/customproperties/{property_no}",
        rules.delete_of_product,
        takes=ProductPropertyPath,
    ),
]
