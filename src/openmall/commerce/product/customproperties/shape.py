"""A custom property, and a product's value of it.

Specification: "Products customproperties".
"""

from typing import Annotated

from msgspec import Meta, Struct

from openmall.contract.params import EntityNo, LongText, Params, ShopParams

PropertyName = Annotated[str, Meta(min_length=1, max_length=250)]


class CustomProperty(Struct, frozen=True, kw_only=True):
    """A property the merchant defined; every product of the mall may have a value of it."""

    property_no: int
    property_name: str


class CustomProperties(Struct, frozen=True, kw_only=True):
    custom_properties: list[CustomProperty]


class ProductProperty(CustomProperty, frozen=True, kw_only=True):
    """A property with the value that a product has of it; empty: none."""

    property_value: str


class ProductProperties(Struct, frozen=True, kw_only=True):
    shop_no: int
    custom_properties: list[ProductProperty]


class PropertyDraft(Struct, frozen=True, kw_only=True):
    property_name: PropertyName


class AllProperties(Params, frozen=True, kw_only=True):
    """Takes no parameters: the list has no filters and no pages."""


class PropertiesDraft(Params, frozen=True, kw_only=True):
    custom_properties: list[PropertyDraft]


class PropertyPath(Params, frozen=True, kw_only=True):
    property_no: EntityNo


class PropertyChange(PropertyPath, frozen=True, kw_only=True):
    property_name: PropertyName


class ProductPropertiesPath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


class ProductPropertyPath(ProductPropertiesPath, frozen=True, kw_only=True):
    property_no: EntityNo


class ProductPropertyChange(ProductPropertyPath, frozen=True, kw_only=True):
    property_value: LongText
