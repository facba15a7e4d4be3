"""Mobile settings: whether a shop has pages for phones, and whether phones are led to them.

Specification: "Mobile setting"; "Retrieve mobile settings". A plain settings resource.
"""

from typing import Annotated

from openmall.contract.crud.changes import READ_ONLY, changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label
from openmall.contract.params import Flag


class MobileSetting(Setting, frozen=True, kw_only=True):
    """A shop's mobile settings; the defaults are what a new shop has."""

    use_mobile_page: Annotated[Flag, Label("Use pages for phones")] = "T"
    use_mobile_domain_redirection: Annotated[Flag, READ_ONLY] = "T"


OPERATIONS = setting_operations(
    "mobile/setting",
    MobileSetting,
    changes_of(MobileSetting),
    area="store",
    key="mobile",
    put_shows=("shop_no", "use_mobile_page"),
    limit=10,
    put_limit=40,
)
