"""The operations on custom properties and on the values products have of them."""

from msgspec.structs import replace

from openmall.commerce.product.customproperties import store as customproperty_store
from openmall.commerce.product.customproperties.refusals import (
    CUSTOM_PROPERTIES_MISSING,
    CUSTOM_PROPERTY_EXISTS,
)
from openmall.commerce.product.customproperties.shape import (
    AllProperties,
    CustomProperties,
    CustomProperty,
    ProductProperties,
    ProductPropertiesPath,
    ProductProperty,
    ProductPropertyChange,
    ProductPropertyPath,
    PropertiesDraft,
    PropertyChange,
    PropertyPath,
)
from openmall.commerce.product.products import store as product_store
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database import sequences
from openmall.database.session import DuplicateRow


async def retrieve_all(call: Call, params: AllProperties) -> CustomProperties:
    """Retrieve the custom properties of the mall."""
    return CustomProperties(custom_properties=await customproperty_store.all_of_them(call))


async def create(call: Call, draft: PropertiesDraft) -> CustomProperties:
    """Create custom properties. A name that there is already is Invalid (422)."""
    if not draft.custom_properties:
        raise Invalid(CUSTOM_PROPERTIES_MISSING, parameter="custom_properties")
    created = []
    for each in draft.custom_properties:
        number = await sequences.allocate(call.db, "custom_property")
        one = CustomProperty(property_no=number, property_name=each.property_name)
        if not await customproperty_store.add(call, one):
            raise _name_taken("custom_properties.property_name")
        call.journal(f"custom property {number}", {"property_name": (None, one.property_name)})
        created.append(one)
    return CustomProperties(custom_properties=created)


async def change(call: Call, params: PropertyChange) -> CustomProperties:
    """Update a custom property's name. Identical content is NotModified (409)."""
    before = await _to_change(call, params.property_no)
    after = patched(before, params)
    if await customproperty_store.is_named(call, after.property_name):
        raise _name_taken("property_name")
    try:
        await customproperty_store.rename(call, after.property_no, after.property_name)
    except DuplicateRow:
        # another call took the name since we looked
        raise _name_taken("property_name") from None
    call.journal(f"custom property {after.property_no}", differences(before, after))
    return CustomProperties(custom_properties=[after])


async def delete(call: Call, params: PropertyPath) -> CustomProperties:
    """Delete a custom property, with the values products have of it."""
    gone = await _to_change(call, params.property_no)
    await customproperty_store.remove(call, gone.property_no)
    call.journal(
        f"custom property {gone.property_no}", {"property_name": (gone.property_name, None)}
    )
    return CustomProperties(custom_properties=[gone])


async def retrieve_of_product(call: Call, params: ProductPropertiesPath) -> ProductProperties:
    """Retrieve a product's custom properties: all of the mall, empty where it has no value."""
    await product_store.require(call, params.product_no)
    found = await customproperty_store.of_product(call, params.product_no)
    return ProductProperties(shop_no=call.shop_no, custom_properties=found)


async def change_of_product(call: Call, params: ProductPropertyChange) -> ProductProperties:
    """Update the value a product has of a custom property. Identical content is 409."""
    before = await _of_product_to_change(call, params)
    after = patched(before, params)
    return await _keep(call, params.product_no, before, after)


async def delete_of_product(call: Call, params: ProductPropertyPath) -> ProductProperties:
    """Delete the value a product has of a custom property; without one it is NotFound (404)."""
    before = await _of_product_to_change(call, params)
    if not before.property_value:
        raise _missing()
    return await _keep(call, params.product_no, before, replace(before, property_value=""))


async def _keep(
    call: Call, product_no: int, before: ProductProperty, after: ProductProperty
) -> ProductProperties:
    await customproperty_store.keep_value(call, product_no, after)
    call.journal(
        f"custom property {after.property_no} of product {product_no}", differences(before, after)
    )
    return ProductProperties(shop_no=call.shop_no, custom_properties=[after])


async def _of_product_to_change(call: Call, params: ProductPropertyPath) -> ProductProperty:
    # the product before the property, so that two calls never wait for each other
    await product_store.require(call, params.product_no, to_change=True)
    found = await _to_change(call, params.property_no)
    value = await customproperty_store.value(call, params.product_no, params.property_no)
    return ProductProperty(
        property_no=found.property_no, property_name=found.property_name, property_value=value
    )


async def _to_change(call: Call, property_no: int) -> CustomProperty:
    found = await customproperty_store.to_change(call, property_no)
    if found is None:
        raise _missing()
    return found


def _missing() -> NotFound:
    return NotFound(DOES_NOT_EXIST, parameter="property_no", resource=Phrase("custom property"))


def _name_taken(parameter: str) -> Invalid:
    return Invalid(CUSTOM_PROPERTY_EXISTS, parameter=parameter)
