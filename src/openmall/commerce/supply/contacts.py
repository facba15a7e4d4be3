"""The people at a supplier whom messages of the shop reach."""

import msgspec
from msgspec import Struct

from openmall.commerce.supply.suppliers import Contact


class Contacts(Struct, frozen=True, kw_only=True):
    """The contacts in the details of a supplier."""

    manager_information: list[Contact] = []


def contacts_of(details: str) -> list[Contact]:
    """Return the contacts in a supplier's details, which are JSON."""
    return msgspec.json.decode(details, type=Contacts).manager_information
