"""The admin API's operations on custom properties."""

from openmall.areas.product.customproperties import rules
from openmall.areas.product.customproperties.shape import (
    AllProperties,
    CustomProperties,
    ProductProperties,
    ProductPropertiesOf,
    ProductPropertyChange,
    ProductPropertyPath,
    PropertiesDraft,
    PropertyChange,
    PropertyPath,
)
from openmall.contract.operation import delete, get, post, put
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT

OPERATIONS = [
    get(
        "products/customproperties",
        rules.retrieve_all,
        takes=AllProperties,
        gives=CustomProperties,
        key="products",
        scope=READ_PRODUCT,
    ),
    post(
        "products/customproperties",
        rules.create,
        takes=PropertiesDraft,
        gives=CustomProperties,
        key="product",
        scope=WRITE_PRODUCT,
    ),
    put(
        "products/customproperties/{property_no}",
        rules.change,
        takes=PropertyChange,
        gives=CustomProperties,
        key="product",
        scope=WRITE_PRODUCT,
    ),
    delete(
        "products/customproperties/{property_no}",
        rules.delete,
        takes=PropertyPath,
        gives=CustomProperties,
        key="product",
        scope=WRITE_PRODUCT,
    ),
    get(
        "products/{product_no}/customproperties",
        rules.retrieve_of_product,
        takes=ProductPropertiesOf,
        gives=ProductProperties,
        key="products",
        scope=READ_PRODUCT,
    ),
    put(
        "products/{product_no}/customproperties/{property_no}",
        rules.change_of_product,
        takes=ProductPropertyChange,
        gives=ProductProperties,
        key="product",
        scope=WRITE_PRODUCT,
    ),
    delete(
        "products/{product_no}/customproperties/{property_no}",
        rules.delete_of_product,
        takes=ProductPropertyPath,
        gives=ProductProperties,
        key="product",
        scope=WRITE_PRODUCT,
    ),
]
