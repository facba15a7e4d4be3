"""Brands, manufacturers, suppliers, trends and classifications: what their pages show of each."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from openmall.commerce.collection import brands, classifications, manufacturers, trends
from openmall.commerce.collection import office as collection_office
from openmall.commerce.collection.tables import DEFAULTS
from openmall.commerce.supply import suppliers
from openmall.commerce.supply.tables import OWN_SUPPLY
from openmall.contract.operation import Handler
from openmall.http.web.languages import marked

FieldKind = Literal["text", "area", "choice", "tick"]


class Field(Struct, frozen=True, kw_only=True):
    """A field of the form, named as the parameter of the operation."""

    name: str
    label: str
    kind: FieldKind = "text"
    required: bool = False
    most: int = 255
    """Characters."""
    choices: Sequence[tuple[str, str]] = ()
    """Code and label."""


class Kind(Struct, frozen=True, kw_only=True):
    """One kind of grouping that products belong to."""

    path: str
    """Value of `kind` in addresses."""
    noun: str
    title: str
    one: str
    """What one of them is called."""
    new: str
    default: str
    """The code that every mall has, which cannot be changed."""
    fields: Sequence[Field]
    listing: Handler
    create: Handler
    change: Handler
    delete: Handler
    retrieve: Handler | None = None
    """None: one is found in the list by its code."""
    counted: bool = False
    """Lists have the number of products."""

    @property
    def code(self) -> str:
        """The field of products, and of the kind itself, that has its code."""
        return f"{self.noun}_code"

    @property
    def name(self) -> str:
        return f"{self.noun}_name"


_ADDRESS: Final = (
    Field(name="zipcode", label=marked("Postal code"), most=10),
    Field(name="address1", label=marked("Address")),
    Field(name="address2", label=marked("Address, continued")),
)

KINDS: Final = (
    Kind(
        path="brands",
        noun="brand",
        title=marked("Brands"),
        one=marked("Brand"),
        new=marked("New brand"),
        default=DEFAULTS["brand_code"],
        listing=brands.list_brands,
        create=brands.create_brand,
        change=brands.change_brand,
        delete=brands.delete_brand,
        counted=True,
        fields=(
            Field(name="brand_name", label=marked("Name"), required=True, most=50),
            Field(name="search_keyword", label=marked("Search terms"), most=200),
            Field(name="use_brand", label=marked("In use"), kind="tick"),
        ),
    ),
    Kind(
        path="manufacturers",
        noun="manufacturer",
        title=marked("Manufacturers"),
        one=marked("Manufacturer"),
        new=marked("New manufacturer"),
        default=DEFAULTS["manufacturer_code"],
        listing=manufacturers.list_manufacturers,
        create=manufacturers.create_manufacturer,
        change=manufacturers.change_manufacturer,
        delete=collection_office.delete_manufacturer,
        retrieve=manufacturers.retrieve_manufacturer,
        fields=(
            Field(name="manufacturer_name", label=marked("Name"), required=True, most=50),
            Field(name="president_name", label=marked("Representative"), required=True, most=30),
            Field(name="email", label=marked("Email")),
            Field(name="phone", label=marked("Phone"), most=20),
            Field(name="homepage", label=marked("Web site")),
            *_ADDRESS,
            Field(name="use_manufacturer", label=marked("In use"), kind="tick"),
        ),
    ),
    Kind(
        path="suppliers",
        noun="supplier",
        title=marked("Suppliers"),
        one=marked("Supplier"),
        new=marked("New supplier"),
        default=OWN_SUPPLY,
        listing=suppliers.list_suppliers,
        create=suppliers.create_supplier,
        change=suppliers.change_supplier,
        delete=suppliers.delete_supplier,
        retrieve=suppliers.retrieve_supplier,
        fields=(
            Field(name="supplier_name", label=marked("Name"), required=True, most=50),
            Field(
                name="status",
                label=marked("State"),
                kind="choice",
                choices=(
                    ("A", marked("Trading")),
                    ("P", marked("Suspended")),
                    ("N", marked("Ended")),
                ),
            ),
            Field(
                name="trading_type",
                label=marked("Who ships"),
                kind="choice",
                choices=(
                    ("D", marked("We buy and ship")),
                    ("C", marked("The supplier ships")),
                ),
            ),
            Field(
                name="supplier_type",
                label=marked("Kind of supplier"),
                kind="choice",
                choices=(
                    ("WS", marked("Wholesaler")),
                    ("SF", marked("Buying agent")),
                    ("BS", marked("Vendor")),
                    ("ET", marked("Other")),
                ),
            ),
            Field(
                name="payment_type",
                label=marked("Settled by"),
                kind="choice",
                choices=(("P", marked("Commission")), ("D", marked("Purchase price"))),
            ),
            Field(name="commission", label=marked("Commission (%)"), most=6),
            Field(name="business_item", label=marked("What it sells")),
            Field(name="phone", label=marked("Phone"), most=20),
            *_ADDRESS,
            Field(name="homepage_url", label=marked("Web site"), most=100),
            Field(name="company_name", label=marked("Company name"), most=30),
            Field(
                name="company_registration_no",
                label=marked("Business registration number"),
                most=12,
            ),
            Field(name="president_name", label=marked("Representative"), most=20),
            Field(name="memo", label=marked("Note"), kind="area"),
            Field(name="use_supplier", label=marked("In use"), kind="tick"),
        ),
    ),
    Kind(
        path="trends",
        noun="trend",
        title=marked("Trends"),
        one=marked("Trend"),
        new=marked("New trend"),
        default=DEFAULTS["trend_code"],
        listing=trends.list_trends,
        create=collection_office.create_trend,
        change=collection_office.change_trend,
        delete=collection_office.delete_trend,
        counted=True,
        fields=(
            Field(name="trend_name", label=marked("Name"), required=True, most=50),
            Field(name="use_trend", label=marked("In use"), kind="tick"),
        ),
    ),
    Kind(
        path="classifications",
        noun="classification",
        title=marked("Classifications"),
        one=marked("Classification"),
        new=marked("New classification"),
        default=DEFAULTS["classification_code"],
        listing=classifications.list_classifications,
        create=collection_office.create_classification,
        change=collection_office.change_classification,
        delete=collection_office.delete_classification,
        counted=True,
        fields=(
            Field(name="classification_name", label=marked("Name"), required=True, most=200),
            Field(
                name="classification_description",
                label=marked("Description"),
                kind="area",
                most=300,
            ),
            Field(name="use_classification", label=marked("In use"), kind="tick"),
        ),
    ),
)
BY_PATH: Final = {each.path: each for each in KINDS}
BY_LETTER: Final = {each.default[0]: each for each in KINDS}
"""First letter of a code -> its kind."""
