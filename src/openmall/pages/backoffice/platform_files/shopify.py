"""Products and customers of Shopify, under the headings of its exports and of its templates.

Shopify's online store sells a product that is published there, not from a later day on, and whose
status is active; an unlisted one is reachable by its address alone.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from openmall.contract.moments import PLATFORM_ZONE
from openmall.pages.backoffice.platform_files import notes, product_lines
from openmall.pages.backoffice.platform_files.notes import Notes
from openmall.pages.backoffice.platform_files.product_lines import Line
from openmall.pages.backoffice.platform_files.sheet import Cells, Sheet

ALIASES: Final = {
    "handle": "Handle", "url handle": "Handle",
    "title": "Title",
    "description": "Body (HTML)", "body (html)": "Body (HTML)", "body html": "Body (HTML)",
    "vendor": "Vendor", "type": "Type", "tags": "Tags",
    "product category": "Product Category",
    "published": "Published", "published on online store": "Published",
    "published at": "Published At",
    "status": "Status",
    "sku": "Variant SKU", "variant sku": "Variant SKU",
    "barcode": "Variant Barcode", "variant barcode": "Variant Barcode",
    "price": "Variant Price", "variant price": "Variant Price",
    "compare-at price": "Variant Compare At Price",
    "compare at price": "Variant Compare At Price",
    "variant compare at price": "Variant Compare At Price",
    "cost per item": "Cost per item",
    "charge tax": "Variant Taxable", "variant taxable": "Variant Taxable",
    "inventory tracker": "Variant Inventory Tracker",
    "variant inventory tracker": "Variant Inventory Tracker",
    "inventory quantity": "Variant Inventory Qty",
    "variant inventory qty": "Variant Inventory Qty",
    "variant inventory quantity": "Variant Inventory Qty",
    "continue selling when out of stock": "Variant Inventory Policy",
    "variant inventory policy": "Variant Inventory Policy",
    "weight value (grams)": "Variant Grams", "variant grams": "Variant Grams",
    "weight unit for display": "Variant Weight Unit",
    "variant weight unit": "Variant Weight Unit",
    "requires shipping": "Variant Requires Shipping",
    "variant requires shipping": "Variant Requires Shipping",
    "fulfillment service": "Variant Fulfillment Service",
    "variant fulfillment service": "Variant Fulfillment Service",
    "product image url": "Image Src", "image src": "Image Src", "image source": "Image Src",
    "image position": "Image Position", "image alt text": "Image Alt Text",
    "variant image url": "Variant Image", "variant image": "Variant Image",
    "gift card": "Gift Card",
    "seo title": "SEO Title", "seo description": "SEO Description",
    **{
        f"option{at} {part}": f"Option{at} {part.title()}"
        for at in (1, 2, 3)
        for part in ("name", "value")
    },
}  # fmt: skip
"""Headings of Shopify, former and present ones, in small letters -> by which rows are read."""
NEEDED: Final = ("Handle", "Title", "Variant Price")
IMPLIED: Final = {
    "Variant Weight Unit": frozenset[str](),
    "Variant Fulfillment Service": frozenset({"manual"}),
    "Option1 Linked To": frozenset[str](),
    "Option2 Linked To": frozenset[str](),
    "Option3 Linked To": frozenset[str](),
}
CUSTOMER_ALIASES: Final = {
    "customer id": "Customer ID", "email": "Email",
    "first name": "First Name", "last name": "Last Name",
    "accepts email marketing": "Email Marketing", "accepts marketing": "Email Marketing",
    "accepts sms marketing": "SMS Marketing",
    **{
        heading: name
        for name, former in (
            ("Company", "company"), ("Address1", "address1"), ("Address2", "address2"),
            ("City", "city"), ("Province", "province"), ("Province Code", "province code"),
            ("Country", "country"), ("Country Code", "country code"), ("Zip", "zip"),
        )
        for heading in (former, f"default address {former}")
    },
    "phone": "Phone", "default address phone": "Address Phone", "tax exempt": "Tax Exempt",
}  # fmt: skip
CUSTOMER_NEEDED: Final = ("Customer ID", "Email")
CUSTOMER_IMPLIED: Final = {
    "Total Spent": frozenset({"0", "0.00"}),
    "Total Orders": frozenset({"0"}),
    "Country": frozenset[str](),
}
_NOT_ALWAYS: Final = {"Product Category", "Published At", *IMPLIED}
"""Columns that are read of some products, or of none."""
_NO_OPTION: Final = "Default Title"
_OPTIONS: Final = (1, 2, 3)
_COUNTRY: Final = 2
"""Letters of the code of a country."""
_YES: Final = frozenset({"true", "yes", "1"})
_CONTINUE: Final = frozenset({"continue", *_YES})
_MARKETS: Final = "Included / "
"""What headings begin with that say in which market a product is sold."""
_ON_SALE: Final = frozenset({"", "active"})


def products(sheet: Sheet, found: Notes, now: str, currency: str) -> Iterator[Line]:
    """Yield a line for each variant, those of a product next to each other."""
    sheet.read |= set(ALIASES.values()) - _NOT_ALWAYS
    rows: dict[str, list[Cells]] = {}
    handle = ""
    for row in sheet.rows():
        handle = row.text("Handle") or ("" if row.text("Title") else handle)
        if handle or row.text("Title"):
            rows.setdefault(handle or row.text("Title"), []).append(row)
        else:
            found.add(notes.NO_NAME, f"#{row.line}")
    for name, own in rows.items():
        yield from _product(sheet, name, own, found, now)


def _product(
    sheet: Sheet, handle: str, rows: Sequence[Cells], found: Notes, now: str
) -> Iterator[Line]:
    code = product_lines.code_of(handle, found)
    # The first row has the fields of the product, every row with a price is a variant, the others
    # are further pictures.
    first = next((row for row in rows if row.text("Title")), rows[0])
    if any(row.is_true("Gift Card") for row in rows):
        found.add(notes.GIFT_CARD, code)
        return
    names = [
        next((text for row in rows if (text := row.text(f"Option{at} Name"))), "")
        for at in _OPTIONS
    ]
    variants = []
    for row in rows:
        if not row.text("Variant Price"):
            if row is not first and any(row.text(f"Option{at} Value") for at in _OPTIONS):
                found.add(notes.NO_PRICE_OF_VARIANT, _named(code, row))
            continue
        variants.append(row)
    if not variants:
        found.add(notes.NO_PRICE, code)
        return
    # The first row is a variant without a price, not only the fields of the product.
    if first not in variants and first.text("Option1 Value") not in ("", _NO_OPTION):
        found.add(notes.NO_PRICE_OF_VARIANT, _named(code, first))
    own = _own_fields(code, first, variants, found, now)
    own |= product_lines.pictures(_addresses(rows, code, found), code, found)
    for row in variants:
        line = {product_lines.LINE: str(row.line), "custom_product_code": code, **own}
        line |= _variant(sheet, code, row, found)
        # The product's fields stand in the line of its first variant alone.
        own = {}
        has_option = False
        for at in _OPTIONS:
            value = row.text(f"Option{at} Value")
            if names[at - 1] and value and value != _NO_OPTION:
                line |= {f"option{at}_name": names[at - 1], f"option{at}_value": value}
                has_option = True
        picture = product_lines.address_of(row.text("Variant Image"), code, found)
        if picture and has_option:
            line["image"] = picture
        yield line


def _named(code: str, row: Cells) -> str:
    values = [row.text(f"Option{at} Value") for at in _OPTIONS]
    return f"{code}: {' / '.join(value for value in values if value)}"


def _own_fields(code: str, first: Cells, variants: Sequence[Cells], found: Notes, now: str) -> Line:
    """Return the fields that a product has itself."""
    line = {
        "product_name": first.text("Title"),
        "description": first.text("Body (HTML)"),
        "product_tag": product_lines.listed(
            tag for each in first.text("Tags").split(",") if (tag := each.strip())
        ),
        "brand": product_lines.brand_of(first.text("Vendor"), found),
        "supply_price": first.amount("Cost per item") or variants[0].amount("Cost per item") or "0",
        "retail_price": _former_price(code, variants, found),
        "meta_title": first.text("SEO Title"),
        "meta_description": first.text("SEO Description"),
    }
    kind, category = first.text("Type"), first.text("Product Category")
    if kind:
        line["category"] = product_lines.listed([[kind]])
        if category:
            found.add(notes.UNREAD, "Product Category")
    elif category:
        steps = [step.strip() for step in category.split(">")]
        line["category"] = product_lines.listed([steps])
    line |= _on_sale(code, first, found, now)
    weights = [product_lines.kilograms(row.amount("Variant Grams"), "g") for row in variants]
    given = [weight for weight in weights if weight]
    if given:
        line["product_weight"] = max(given, key=float)
        if len(set(weights)) > 1:
            found.add(notes.WEIGHTS, code)
    taxed = {row.text("Variant Taxable").lower() != "false" for row in variants}
    if taxed == {False}:
        line["tax_type"] = "B"
    elif len(taxed) > 1:
        found.add(notes.TAXES, code)
    if all(row.text("Variant Requires Shipping").lower() == "false" for row in variants):
        line["shipping_method"] = "09"
    return line


def _on_sale(code: str, first: Cells, found: Notes, now: str) -> Line:
    """Return whether a product is displayed and for sale, as in Shopify's online store `now`."""
    status = first.text("Status").lower()
    named, since = first.text("Published"), first.text("Published At")
    published = first.is_true("Published") if named else status == "active"
    if (since and not _is_past(since, now)) or not _in_a_market(first):
        published = False
    if published and status in _ON_SALE:
        return {"display": "T", "selling": "T"}
    if published and status == "unlisted":
        found.add(notes.UNLISTED, code)
        return {"display": "F", "selling": "T"}
    found.add(notes.HIDDEN, code)
    return {"display": "F", "selling": "F"}


def _in_a_market(first: Cells) -> bool:
    """Return whether buyers of the primary market, or where none is named of any, see a product."""
    included = first.beginning(_MARKETS)
    primary = first.text(f"{_MARKETS}Primary")
    markets = [primary] if primary else list(included.values())
    return not markets or any(each.lower() in _YES for each in markets)


def _is_past(text: str, now: str) -> bool:
    """Return whether a moment has come at a local time; one that cannot be read has not."""
    try:
        at = datetime.fromisoformat(text.replace(" UTC", "Z").replace(" +", "+").replace(" -", "-"))
    except ValueError:
        return False
    here = datetime.fromisoformat(now).replace(tzinfo=PLATFORM_ZONE)
    return (at if at.tzinfo else at.replace(tzinfo=PLATFORM_ZONE)) <= here


def _former_price(code: str, variants: Sequence[Cells], found: Notes) -> str:
    """Return the former price of the cheapest variant; empty where it was not higher."""

    def number(row: Cells, name: str) -> float:
        try:
            return float(row.amount(name))
        except ValueError:
            return 0.0

    cheapest = min(variants, key=lambda row: number(row, "Variant Price"))
    off = {
        number(row, "Variant Compare At Price") - number(row, "Variant Price")
        for row in variants
        if row.text("Variant Compare At Price")
    }
    if len(off) > 1 or (off and any(not row.text("Variant Compare At Price") for row in variants)):
        found.add(notes.FORMER_PRICES, code)
    if number(cheapest, "Variant Compare At Price") > number(cheapest, "Variant Price"):
        return cheapest.amount("Variant Compare At Price")
    return ""


def _variant(sheet: Sheet, code: str, row: Cells, found: Notes) -> Line:
    """Return price, code and stock of a variant."""
    own, barcode = row.text("Variant SKU"), _unquoted(row.text("Variant Barcode"))
    if own and barcode and own != barcode:
        found.add(notes.BARCODES, f"{code}: {barcode}")
    line = {
        "price": row.amount("Variant Price"),
        "custom_variant_code": product_lines.code_of(own or barcode, found),
    }
    known = "Variant Inventory Tracker" in sheet.columns
    tracker = row.text("Variant Inventory Tracker")
    quantity = product_lines.quantity(row.amount("Variant Inventory Qty"), code, found)
    tracked = bool(tracker) if known else bool(quantity)
    oversold = row.text("Variant Inventory Policy").lower() in _CONTINUE
    if tracked and oversold:
        found.add(notes.OVERSELLING, _of_variant(code, row))
    elif tracked and not quantity:
        found.add(notes.NO_QUANTITY, _of_variant(code, row))
    line["use_inventory"] = "T" if tracked and not oversold else "F"
    if tracked:
        line["quantity"] = quantity
    return line


def _of_variant(code: str, row: Cells) -> str:
    value = row.text("Option1 Value")
    return _named(code, row) if value and value != _NO_OPTION else code


def _addresses(rows: Sequence[Cells], code: str, found: Notes) -> list[tuple[str, str]]:
    """Return the pictures of a product in their order, with their texts."""

    def place(row: Cells) -> int:
        text = row.text("Image Position")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 100_000

    pictured = sorted((row for row in rows if row.text("Image Src")), key=place)
    return [
        (product_lines.address_of(row.text("Image Src"), code, found), row.text("Image Alt Text"))
        for row in pictured
    ]


def customers(sheet: Sheet, found: Notes, now: str, currency: str) -> Iterator[Line]:
    """Yield a line for each customer, with the default address."""
    for row in sheet.rows():
        number = "".join(each for each in row.text("Customer ID") if each in "0123456789")
        if not number:
            found.add(notes.NO_NAME, f"#{row.line}")
            continue
        if row.is_true("Tax Exempt"):
            # without the name: notes are kept after a customer is erased
            found.add(notes.TAX_EXEMPT, f"#{row.line}")
        country = row.text("Country")
        code = row.text("Country Code") or (country if len(country) == _COUNTRY else "")
        if country and not code:
            found.add(notes.UNREAD, "Country")
        phone, other = _unquoted(row.text("Phone")), _unquoted(row.text("Address Phone"))
        yield {
            product_lines.LINE: str(row.line),
            "member_id": f"c{number:0>3}"[:20],
            "name": f"{row.text('First Name')} {row.text('Last Name')}".strip(),
            "email": row.text("Email"),
            "cellphone": phone or other,
            "phone": other if phone and other != phone else "",
            "corporate_name": row.text("Company"),
            "address1": row.text("Address1"),
            "address2": row.text("Address2"),
            "city": row.text("City"),
            "state": row.text("Province") or row.text("Province Code"),
            "country_code": code,
            "zipcode": _unquoted(row.text("Zip")),
            "news_mail": "T" if row.is_true("Email Marketing") else "F",
            "sms": "T" if row.is_true("SMS Marketing") else "F",
        }


def _unquoted(text: str) -> str:
    """Return a code without the quote that keeps it a text in a spreadsheet."""
    return text[1:].strip() if text.startswith("'") else text
