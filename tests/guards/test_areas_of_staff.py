"""Each area of roles reaches the personal data of customers that it names, and no other.

A new operation that reads or writes data of customers appears here under the areas whose pages may
call it: it is written down under those that are about it, or its permission is another one.
"""

from typing import Final

from openmall.access.malls import staff_rights
from openmall.access.malls.staff_rights import OFFERED
from openmall.api.listed_operations import operation_lists
from openmall.contract.fields import fields_of
from openmall.contract.operation import Operation
from tests.guards.sources import import_all

_OF_PEOPLE: Final = frozenset(["customer", "privacy", "personal", "mileage", "notification"])
"""Permissions of the admin API that are about people, whatever their operations take."""
_NAMING: Final = frozenset(
    ["member_id", "customer_id", "email", "cellphone", "phone", "buyer_name", "receiver_name"]
)
"""Parameters that say whose data an operation is about."""
EDITED: Final[dict[str, str]] = {
    "products": "manufacturers suppliers",
    "orders": "carriers cashreceipt draftorders orders subscription",
    "customers": (
        "automails coupons customergroups customers customersprivacy points push "
        "recipientgroups sms"
    ),
    "boards": "boards",
    "settings": "automails carriers coupons customers",
}
"""Area -> first parts of the paths of the writes of personal data that it allows."""
VIEWED: Final[dict[str, str]] = {
    "products": "coupons",
    "orders": (
        "cashreceipt coupons credits customergroups customers customersprivacy orders "
        "points products refunds reservations social subscription"
    ),
    "customers": (
        "automails carts cashreceipt coupons credits customergroups customers "
        "customersprivacy orders points products push recipientgroups refunds "
        "reservations sandbox sms social subscription"
    ),
    "settings": "automails coupons customergroups customers",
}
"""Area -> first parts of the paths of the reads, likewise."""


def _concerns_people(operation: Operation) -> bool:
    subject = operation.scope.rpartition(".")[2].partition("_")[2]
    named = set(fields_of(operation.takes))
    return subject in _OF_PEOPLE or bool(named & _NAMING)


def _reached(area: str, *, writes: bool) -> str:
    """Return the resources of people that an area opens, as the first parts of their paths."""
    level = "edit" if writes else "view"
    rights = staff_rights.of_levels({area: level})
    found = {
        operation.path.partition("/")[0]
        for operations in operation_lists("admin")
        for operation in operations
        if operation.writes == writes and _concerns_people(operation) and rights.permits(operation)
    }
    return " ".join(sorted(found))


def _areas(*, writes: bool) -> dict[str, str]:
    import_all()
    return {area: found for area in OFFERED if (found := _reached(area, writes=writes))}


def test_writes_of_personal_data_belong_to_areas_that_are_about_it() -> None:
    assert _areas(writes=True) == EDITED


def test_reads_of_personal_data_belong_to_areas_that_show_it() -> None:
    assert _areas(writes=False) == VIEWED


def test_what_is_of_customers_waits_for_their_area_alone() -> None:
    for subject in ("customer", "privacy", "personal", "mileage", "notification"):
        allowed = {
            area
            for area in OFFERED
            if staff_rights.of_levels({area: "edit"}).permits_scope(f"mall.write_{subject}")
        }
        assert allowed == {"customers"}, subject
    assert {
        area
        for area in OFFERED
        if staff_rights.of_levels({area: "edit"}).permits_scope("mall.write_application")
    } == {"apps"}
