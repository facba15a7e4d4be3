"""An address of a customer, and the parameters that change the address book."""

from typing import Annotated

from msgspec import Meta, Struct

from openmall.commerce.customer.customers.takes import Phone, Text255
from openmall.contract.params import EntityNo, Flag, ShopParams

Name = Annotated[str, Meta(min_length=1, max_length=50)]
Zipcode = Annotated[str, Meta(max_length=14)]
Address1 = Annotated[str, Meta(min_length=1, max_length=255)]


class AddressFields(ShopParams, frozen=True, kw_only=True):
    """An address to keep."""

    address_name: Annotated[str, Meta(max_length=50)] = ""
    """What the customer calls it, such as "Office"."""
    name: Name
    """The recipient."""
    cellphone: Phone = ""
    zipcode: Zipcode = ""
    address1: Address1
    address2: Text255 = ""
    is_default: Flag = "F"
    """T: the checkout begins with it."""


class AddressPath(ShopParams, frozen=True, kw_only=True):
    """An address of the customer who is signed in."""

    address_no: EntityNo


class AddressChange(AddressFields, frozen=True, kw_only=True):
    """An address with all its fields."""

    address_no: EntityNo


class Address(Struct, frozen=True, kw_only=True):
    """An address of a customer."""

    address_no: int
    is_default: Flag
    address_name: str
    name: str
    cellphone: str
    zipcode: str
    address1: str
    address2: str
