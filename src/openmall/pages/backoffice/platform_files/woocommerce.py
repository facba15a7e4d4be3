"""Products of WooCommerce: simple ones, and variable ones with their variations.

Texts are written as its exporter writes them: a line break is `\\n`, a comma that parts nothing
`\\,`. A variation without a value of an attribute stands for every value of it; the first variation
that fits a choice is the one that is sold.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Final

from openmall.pages.backoffice.platform_files import notes, product_lines, woocommerce_cells
from openmall.pages.backoffice.platform_files.notes import Notes
from openmall.pages.backoffice.platform_files.product_lines import Line
from openmall.pages.backoffice.platform_files.sheet import Cells, Sheet
from openmall.pages.backoffice.platform_files.woocommerce_prices import Prices

NEEDED: Final = ("Type", "Name", "Regular price")
_HEADINGS: Final = (
    "ID", "Type", "SKU", "Name", "Published", "Visibility in catalog", "Short description",
    "Description", "Date sale price starts", "Date sale price ends", "Tax status", "In stock?",
    "Stock", "Backorders allowed?", "Sold individually?", "Sale price", "Regular price",
    "Categories", "Tags", "Images", "Parent", "Position", "Brands", "GTIN, UPC, EAN, or ISBN",
    "Cost of goods",
)  # fmt: skip
ALIASES: Final = {each.lower(): each for each in _HEADINGS}
IMPLIED: Final = {
    "Is featured?": frozenset({"0"}),
    "Allow customer reviews?": frozenset({"1"}),
    "Tax class": frozenset({"parent", "standard"}),
    "Download limit": frozenset({"-1", "0"}),
    "Download expiry days": frozenset({"-1", "0"}),
    "Position": frozenset[str](),
    "ID": frozenset[str](),
    **{f"Attribute {at} visible": frozenset[str]() for at in range(1, 51)},
    **{f"Attribute {at} global": frozenset[str]() for at in range(1, 51)},
}
_ATTRIBUTE: Final = re.compile(r"attribute (\d{1,2}) name", re.IGNORECASE)
_READ: Final = re.compile(
    r"attribute \d{1,2} (name|value\(s\))|(weight|length|width|height) \(\w{1,4}\)", re.IGNORECASE
)
_MEASURE: Final = re.compile(r"(weight|length|width|height) \((\w{1,4})\)", re.IGNORECASE)
_MOST_OPTIONS: Final = 10
_MOST_COMBINATIONS: Final = 1_001
"""One more than a product may have: the import says so of such a product."""
_MOST_SUMMARY: Final = 255
_EXTRAS: Final = frozenset({"virtual", "downloadable"})
_OUT_OF_STOCK: Final = ("0", "no", "outofstock", "false")
_WANTS_STOCK: Final = frozenset({"1", "yes", "notify", "true"})
Choice = tuple[str, ...]


def products(sheet: Sheet, found: Notes, now: str, currency: str) -> Iterator[Line]:
    """Yield a line for each simple product and variation, those of a product next to each other.

    `now`: local time, as `2026-11-28 12:00:00`.
    """
    sheet.read |= set(_HEADINGS)
    sheet.read |= {name for name in sheet.columns if _READ.fullmatch(name)}
    reader = _Reader(sheet, found, Prices(sheet, found, now, currency))
    parents: dict[str, Cells] = {}
    by_id: dict[str, str] = {}
    variations: dict[str, list[Cells]] = {}
    for row in sheet.rows():
        if "variation" in _types(row):
            variations.setdefault(row.text("Parent"), []).append(row)
            continue
        number, own = row.text("ID"), row.text("SKU")
        if not number and not own:
            found.add(notes.NO_NAME, f"#{row.line}")
            continue
        key = own or f"id-{number}"
        if key in parents:
            found.add(notes.SAME_CODE, key)
            key = (
                f"id-{number}" if number and f"id-{number}" not in parents else f"{key}-{row.line}"
            )
        parents[key] = row
        by_id[f"id:{number}"] = key
    for key, parent in parents.items():
        identity = f"id:{parent.text('ID')}"
        own_rows = variations.pop(identity, [])
        if parent.text("SKU") == key:
            own_rows = [*variations.pop(key, []), *own_rows]
        yield from reader.lines(key, parent, own_rows)
    for rows in variations.values():
        for row in rows:
            found.add(notes.NO_PARENT, row.text("SKU") or row.text("Name") or f"#{row.line}")


def _types(row: Cells) -> set[str]:
    """Return the type of a product and what it is besides, such as virtual."""
    return {each.strip().lower() for each in row.text("Type").split(",")} - {""}


class _Reader:
    def __init__(self, sheet: Sheet, found: Notes, prices: Prices) -> None:
        self._found, self._prices = found, prices
        self._attributes = [
            int(matched[1]) for name in sheet.columns if (matched := _ATTRIBUTE.fullmatch(name))
        ]
        self._measures = {
            matched[1].lower(): (name, matched[2])
            for name in sheet.columns
            if (matched := _MEASURE.fullmatch(name))
        }

    def lines(self, key: str, parent: Cells, variations: list[Cells]) -> Iterator[Line]:
        """Yield the lines of a product; none of one that is not imported."""
        code = product_lines.code_of(key, self._found)
        types = _types(parent)
        kinds = types - _EXTRAS
        if refused := self._refusal(kinds):
            self._found.add(refused, code)
            return
        sold = self._sold(code, parent, variations, "variable" in kinds or bool(variations))
        if not sold:
            return
        own = self._own_fields(code, parent, [row for row, _, _ in sold], types)
        own |= product_lines.pictures(
            [(each, "") for each in self._addresses(parent, code)], code, self._found
        )
        named = [(self._name(code, row) if choice else code, row) for row, choice, _ in sold]
        sales = self._prices.sale(code, [(name, self._prices.of(name, e)) for name, e in named])
        for (row, choice, quantity), sale in zip(sold, sales, strict=True):
            line = {product_lines.LINE: str(row.line), "custom_product_code": code, **own, **sale}
            own = {}
            line |= self._variant(code, parent, row, quantity, choice)
            for at, (name, value) in enumerate(choice, 1):
                line |= {f"option{at}_name": name, f"option{at}_value": value}
            if choice and (pictured := self._addresses(row, code)):
                line["image"] = pictured[0]
            yield line

    def _refusal(self, kinds: set[str]) -> str:
        if "grouped" in kinds:
            return notes.GROUPED
        if "external" in kinds:
            return notes.EXTERNAL
        return "" if kinds <= {"simple", "variable"} else notes.OTHER_TYPE

    def _sold(
        self, code: str, parent: Cells, variations: list[Cells], varied: bool
    ) -> list[tuple[Cells, list[tuple[str, str]], str]]:
        """Return what of a product is sold: row, choice of options, quantity."""
        if not varied:
            if not self._prices.of(code, parent).price:
                self._found.add(notes.NO_PRICE, code)
                return []
            return [(parent, [], self._quantity(code, parent))]
        options = self._options(code, parent, variations)
        if variations and not options:
            self._found.add(notes.NO_OPTIONS, code)
            return []
        chosen = self._combinations(code, parent, variations, options)
        if not chosen:
            self._found.add(notes.NO_PRICE, code)
        # Variations without a stock of their own sell from that of the parent; here each variant
        # has its own, so that the parent's is divided among them.
        shared = [
            row for row, _ in chosen if row.text("Stock").lower() == "parent" or not _own_stock(row)
        ]
        of_parent = self._quantity(code, parent)
        parts = iter(product_lines.divided(of_parent, len(shared)) if shared and of_parent else ())
        quantities: dict[int, Iterator[str]] = {}
        for row in {id(row): row for row, _ in chosen}.values():
            # A variation with "any" value of an attribute stands for several variants.
            count = sum(each is row for each, _ in chosen)
            own = self._quantity(code, row)
            quantities[id(row)] = iter(product_lines.divided(own, count))
            if own not in ("", "0") and count > 1:
                self._found.add(notes.SHARED_STOCK, self._name(code, row))
        if shared and of_parent not in ("", "0") and len(shared) > 1:
            self._found.add(notes.SHARED_STOCK, code)
        return [
            (
                row,
                [(name, value) for (name, _), value in zip(options, choice, strict=True)],
                next(quantities[id(row)]) if _own_stock(row) else next(parts, ""),
            )
            for row, choice in chosen
        ]

    def _options(
        self, code: str, parent: Cells, variations: list[Cells]
    ) -> list[tuple[str, list[str]]]:
        """Return the attributes by which variations differ, with the values buyers choose from."""
        offered = dict(self._values(parent))
        used: dict[str, dict[str, None]] = {}
        for row in variations:
            for name, values in self._values(row):
                used.setdefault(name, {}).update(dict.fromkeys(values))
        for name in offered.keys() - used.keys():
            self._found.add(notes.ATTRIBUTES, f"{code}: {name}")
        options = []
        in_order = [each for each in offered if each in used]
        for name in [*in_order, *(each for each in used if each not in offered)]:
            values = [each for each in offered.get(name, ()) if each]
            values += [each for each in used[name] if each and each not in values]
            if values:
                options.append((name, values))
        for name, _ in options[_MOST_OPTIONS:]:
            self._found.add(notes.MORE_OPTIONS, f"{code}: {name}")
        return options[:_MOST_OPTIONS]

    def _values(self, row: Cells) -> Iterator[tuple[str, list[str]]]:
        """Yield names and values of a row's attributes; an empty list of values means any."""
        for at in self._attributes:
            name = woocommerce_cells.plain(row.text(f"Attribute {at} name"))
            values = woocommerce_cells.split(row.text(f"Attribute {at} value(s)"))
            if name:
                yield name, values

    def _combinations(
        self,
        code: str,
        parent: Cells,
        variations: list[Cells],
        options: list[tuple[str, list[str]]],
    ) -> list[tuple[Cells, Choice]]:
        """Return each choice of options with the first variation that fits it.

        One that is disabled is none for WooCommerce: a later one of any value is sold instead.
        """
        chosen: dict[Choice, Cells] = {}
        for row in sorted(variations, key=lambda each: (_disabled(each), _place(each))):
            if not self._prices.of(self._name(code, row), row).price:
                self._found.add(notes.NO_PRICE_OF_VARIANT, self._name(code, row))
                continue
            own = dict(self._values(row))
            values = [
                [", ".join(own[name])] if own.get(name) else offered for name, offered in options
            ]
            combined = itertools.product(*values)
            for choice in itertools.islice(combined, _MOST_COMBINATIONS - len(chosen)):
                chosen.setdefault(choice, row)
        return [(row, choice) for choice, row in chosen.items()]

    def _name(self, code: str, row: Cells) -> str:
        return (
            f"{code}: {row.text('SKU') or woocommerce_cells.plain(row.text('Name'))}".removesuffix(
                ": "
            )
        )

    def _own_fields(self, code: str, parent: Cells, rows: Sequence[Cells], types: set[str]) -> Line:
        """Return the fields that a product has itself."""
        short, found = woocommerce_cells.line_breaks(parent.text("Short description")), self._found
        brands = woocommerce_cells.split(parent.text("Brands"))
        if len(brands) > 1:
            found.add(notes.SEVERAL_BRANDS, code)
        line = {
            "product_name": woocommerce_cells.plain(parent.text("Name")),
            "simple_description" if len(short) > _MOST_SUMMARY else "summary_description": short,
            "description": woocommerce_cells.line_breaks(parent.text("Description")),
            "product_tag": product_lines.listed(woocommerce_cells.split(parent.text("Tags"))),
            "category": product_lines.listed(
                [step.strip() for step in path.split(">")]
                for path in woocommerce_cells.split(parent.text("Categories"))
            ),
            "brand": product_lines.brand_of(brands[0].rpartition(">")[2].strip(), found)
            if brands
            else "",
            "supply_price": parent.amount("Cost of goods") or "0",
            "retail_price": self._prices.former(
                code, [self._prices.of(code, e) for e in _for_sale(rows)]
            ),
            **self._on_sale(code, parent, types),
        }
        if parent.text("Tax status").lower() in ("none", "shipping"):
            line["tax_type"] = "B"
        if parent.is_true("Sold individually?"):
            line["maximum_quantity"] = "1"
        if all({"virtual"} <= (_types(row) | (types if row is parent else set())) for row in rows):
            line["shipping_method"] = "09"
        return line | self._measured(code, parent, rows)

    def _on_sale(self, code: str, parent: Cells, types: set[str]) -> Line:
        visibility = parent.text("Visibility in catalog").lower() or "visible"
        if parent.text("Published") != "1":
            self._found.add(notes.HIDDEN, code)
            return {"display": "F", "selling": "F"}
        if "downloadable" in types:
            self._found.add(notes.DOWNLOADS, code)
            return {"display": "F", "selling": "F"}
        if visibility in ("catalog", "search"):
            self._found.add(notes.PARTLY_LISTED, code)
        elif visibility != "visible":
            self._found.add(notes.UNLISTED, code)
            return {"display": "F", "selling": "T"}
        return {"display": "T", "selling": "T"}

    def _measured(self, code: str, parent: Cells, rows: Sequence[Cells]) -> Line:
        """Return weight and dimensions, in kilograms and centimetres."""
        line: Line = {}
        if "weight" in self._measures:
            column, unit = self._measures["weight"]
            own = product_lines.kilograms(parent.amount(column), unit)
            weights = {product_lines.kilograms(row.amount(column), unit) or own for row in rows}
            if given := [each for each in weights if each]:
                line["product_weight"] = max(given, key=float)
            if len(weights) > 1:
                self._found.add(notes.WEIGHTS, code)
        sizes = {}
        for name in ("width", "height", "length"):
            if name in self._measures:
                column, unit = self._measures[name]
                if size := woocommerce_cells.centimetres(parent.amount(column), unit):
                    sizes[f"product_{name}"] = size
        if sizes:
            pairs = ",".join(f'"{name}":"{size}"' for name, size in sizes.items())
            line["product_volume"] = f'{{"use_product_volume":"T",{pairs}}}'
        return line

    def _quantity(self, code: str, row: Cells) -> str:
        text = row.text("Stock")
        return "" if text.lower() == "parent" else product_lines.quantity(text, code, self._found)

    def _variant(
        self, code: str, parent: Cells, row: Cells, quantity: str, choice: list[tuple[str, str]]
    ) -> Line:
        """Return price, code and stock of a simple product or a variation."""
        own, barcode = row.text("SKU"), row.text("GTIN, UPC, EAN, or ISBN")
        if own and barcode and own != barcode:
            self._found.add(notes.BARCODES, f"{code}: {barcode}")
        line = {
            "price": self._prices.of(code, row).price,
            "custom_variant_code": product_lines.code_of(own or barcode, self._found),
        }
        holder = row if _own_stock(row) else parent
        policy = holder.text("Backorders allowed?").lower()
        status = row.text("In stock?").lower()
        tracked = bool(quantity)
        # Sold beyond its stock there: here without tracking, or it would be sold out.
        oversold = tracked and policy in _WANTS_STOCK
        if oversold:
            self._found.add(notes.OVERSELLING, self._name(code, row) if choice else code)
        line["use_inventory"] = "T" if tracked and not oversold else "F"
        if tracked:
            line["quantity"] = quantity
        out_of_stock = status in _OUT_OF_STOCK
        # Tracked with nothing left: it comes back with the stock, so that it is not stopped.
        used_up = tracked and not oversold and quantity.lstrip("-").strip("0") == ""
        disabled = choice and _disabled(row)
        downloads = choice and "downloadable" in _types(row)
        if downloads:
            self._found.add(notes.DOWNLOADS, self._name(code, row))
        elif (out_of_stock and not used_up) or disabled:
            self._found.add(notes.HIDDEN, self._name(code, row) if choice else code)
        stopped = (out_of_stock and not used_up) or disabled or downloads
        if choice:
            line["variant_selling"] = "F" if stopped else "T"
            line["variant_display"] = "F" if disabled or downloads else "T"
        elif stopped:
            line["selling"] = "F"
        return line

    def _addresses(self, row: Cells, code: str) -> list[str]:
        found = [
            product_lines.address_of(each, code, self._found)
            for each in woocommerce_cells.split(row.text("Images"))
        ]
        return [each for each in found if each]


def _for_sale(rows: Sequence[Cells]) -> Sequence[Cells]:
    """Return the rows that are sold there; all of them where none is."""
    return [
        row
        for row in rows
        if not _disabled(row) and row.text("In stock?").lower() not in _OUT_OF_STOCK
    ] or rows


def _disabled(row: Cells) -> bool:
    return row.text("Published") != "1"


def _own_stock(row: Cells) -> bool:
    """Return whether a row has a quantity of its own."""
    return row.text("Stock").lower() not in ("", "parent")


def _place(row: Cells) -> int:
    text = row.text("Position")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
