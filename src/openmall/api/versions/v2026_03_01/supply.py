"""What changed in the Supply and Shipping areas."""

from typing import ClassVar

from openmall.api.versions.change import Body, Change, Kind


class OpenShippingTerms(Change):
    """Shipping settings gained where parcels go, fees of products' own, handling fees abroad, HS
    codes, and what suppliers send themselves.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin GET shipping", "admin PUT shipping"})
    added: ClassVar[tuple[str, ...]] = (
        "shipping_type",
        "international_shipping_fee_criteria",
        "shipping_place",
        "individual_shipping_fee",
        "individual_fee_calculation_type",
        "additional_shipping_fee",
        "oversea_additional_fee",
        "oversea_additional_fee_list",
        "supplier_shipping_fee",
        "supplier_selection",
        "applicable_suppliers",
        "supplier_shipping_calculation",
        "supplier_regional_surcharge",
    )


class SetHsCodesOfShop(Change):
    """The HS codes of a shop's goods can be set. Earlier versions only read them."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin PUT shipping"})
    added: ClassVar[tuple[str, ...]] = ("hs_code", "country_hs_code")


class ChooseCarrierOfShop(Change):
    """The carrier that takes the parcels of a shop can be chosen with its shipping settings."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin PUT shipping"})
    added: ClassVar[tuple[str, ...]] = ("shipping_company_type",)


class AddPermissionsToSupplierUsers(Change):
    """Users of suppliers may be let help customers, refund, and see delivery fees.

    Earlier versions neither accept nor return these permissions.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET suppliers/users/{user_id}",
            "admin POST suppliers/users",
            "admin PUT suppliers/users/{user_id}",
        }
    )
    added: ClassVar[tuple[str, ...]] = (
        "permission_order_cs",
        "permission_order_refund",
        "permission_delivery_fee_inquiry",
    )


class PageSupplierUsers(Change):
    """The list of supplier users comes in pages, with `offset` and `limit`.

    Earlier versions list the first hundred.
    """

    release: ClassVar[str] = "2026-03-01"
    kind: ClassVar[Kind] = "breaking"
    operations: ClassVar[frozenset[str]] = frozenset({"admin GET suppliers/users"})
    added: ClassVar[tuple[str, ...]] = ("offset", "limit")

    def request(self, body: Body) -> None:
        body["limit"] = "100"
