"""Dropshipping settings: the dropshipping service that a shop's products are sold through.

Specification: "Store dropshipping". A plain settings resource.
"""

from typing import Annotated

from msgspec import Meta

from openmall.contract.crud.changes import Takes, changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label
from openmall.contract.params import Flag

Name = Annotated[str, Meta(max_length=50)]


class DropshippingSetting(Setting, frozen=True, kw_only=True):
    """A shop's dropshipping settings; the defaults are what a new shop has."""

    name: Annotated[str, Label("Name of the service"), Takes(Name)] = ""
    use: Annotated[Flag, Label("Sell through the service")] = "F"


OPERATIONS = setting_operations(
    "store/dropshipping",
    DropshippingSetting,
    changes_of(DropshippingSetting, required=("name", "use")),
    area="store",
    key="dropshipping",
    restricted=True,
)
