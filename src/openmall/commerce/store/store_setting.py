"""Store settings: whether a name is entered in two fields or in one.

Specification: "Store setting". A plain settings resource.
"""

from typing import Annotated, Literal

from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label, Values

NameInput = Annotated[
    Literal["SEPARATE", "COMBINED"],
    Values(
        {"SEPARATE": Label("First and last name in two fields"), "COMBINED": Label("In one field")}
    ),
]
"""First and last name in two fields, or both in one."""


class StoreSetting(Setting, frozen=True, kw_only=True):
    """A shop's own settings; the defaults are what a new shop has."""

    name_input_style: Annotated[NameInput, Label("Name fields")] = "COMBINED"


OPERATIONS = setting_operations(
    "store/setting", StoreSetting, changes_of(StoreSetting), area="store", key="store", put_limit=30
)
