"""Files of well-known platforms as files of ours: their columns, variants and customers.

A file is rewritten when it is uploaded; what comes after, the plan and the import, is as for a file
of our own columns. The columns are those that Shopify and WooCommerce export (2026), and those of
Cafe24's product file (`상품코드`, `자체 상품코드`, ...); others are left out.
"""

import csv
import gzip
import io
import itertools
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from openmall.contract.errors import Invalid
from openmall.events.file_transfers import encodings
from openmall.http.web.languages import marked

SOURCES: Final = {
    "": marked("openmall, or columns named below"),
    "shopify": marked("Shopify"),
    "woocommerce": marked("WooCommerce"),
    "cafe24": marked("Cafe24"),
}
MAX_BYTES: Final = 50 * 1024 * 1024
"""Of a file that is unpacked."""
_MAX_OPTIONS: Final = 3
_NO_OPTION: Final = "Default Title"
_TRUE: Final = frozenset({"true", "yes", "y", "1", "active", "t"})
_CAFE24_FIELDS: Final = {
    "상품명": "product_name",
    "영문상품명": "eng_product_name",
    "상품명(관리용)": "internal_product_name",
    "공급사상품명": "supply_product_name",
    "모델명": "model_name",
    "상품요약설명": "summary_description",
    "상품간략설명": "simple_description",
    "상품상세설명": "description",
    "검색어설정": "product_tag",
}
"""Column of Cafe24, without spaces -> our field with the same text."""
_CAFE24_AMOUNTS: Final = {"소비자가": "retail_price", "공급가": "supply_price"}
_CAFE24_OPTION: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_MOST_COMBINATIONS: Final = 1_001
"""One more than a product may have: the import says so of such a product."""

Line = dict[str, str]


def rewritten(source: str, kind: str, file: bytes, encoding: str) -> bytes:
    """Return a file of a platform as a CSV of ours, in UTF-8.

    Raises Invalid (422) for a kind that is not read from this platform, for a file that is no CSV
    in this encoding, and for one without the columns of the platform.
    """
    convert = _CONVERTERS.get((source, kind))
    if convert is None:
        raise Invalid("These data are not read from this platform.", parameter="source")
    try:
        codec = encodings.text_codec(encoding)
    except LookupError as error:
        raise Invalid(f"{error}.", parameter="encoding") from None
    try:
        text = _unpacked(file).decode(codec)
    except (UnicodeError, OSError, EOFError, zlib.error):
        raise Invalid("This file cannot be read.", parameter="file") from None
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""))
        needed = _NEEDED[source, kind]
        if not set(needed) <= set(reader.fieldnames or ()):
            raise Invalid(f"The file has no column {needed[0]!r}.", parameter="file")
        lines = list(convert({k: v for k, v in row.items() if k} for row in reader))
    except csv.Error:
        raise Invalid("This file cannot be read.", parameter="file") from None
    columns = list(dict.fromkeys(name for line in lines for name in line)) or ["empty"]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue().encode()


def _unpacked(file: bytes) -> bytes:
    if not file.startswith(b"\x1f\x8b"):
        return file
    with gzip.open(io.BytesIO(file)) as unpacked:
        content = unpacked.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise Invalid("This file is too large.", parameter="file")
    return content


def _of(row: Line, name: str) -> str:
    return (row.get(name) or "").strip()


def _flag(text: str) -> str:
    return "T" if text.lower() in _TRUE else "F"


def _shopify_products(rows: Iterable[Line]) -> Iterator[Line]:
    """Yield a line for each variant; rows that only add a picture have none."""
    handle, names = "", [""] * _MAX_OPTIONS
    for row in rows:
        if _of(row, "Handle") != handle:
            handle, names = _of(row, "Handle"), [""] * _MAX_OPTIONS
        first = bool(_of(row, "Title"))
        if not first and not _of(row, "Variant Price"):
            continue
        price, former = _of(row, "Variant Price"), _of(row, "Variant Compare At Price")
        line = {
            "custom_product_code": handle,
            "product_name": _of(row, "Title"),
            "description": _of(row, "Body (HTML)"),
            "product_tag": _of(row, "Tags"),
            "category": _of(row, "Type") if first else "",
            "price": price,
            "retail_price": former if first else "",
            "supply_price": (_of(row, "Cost per item") or "0") if first else "",
            "image": _of(row, "Variant Image") or (_of(row, "Image Src") if first else ""),
            "image_alt": _of(row, "Image Alt Text") if first else "",
            "quantity": _of(row, "Variant Inventory Qty"),
            "custom_variant_code": _of(row, "Variant SKU"),
        }
        if first:
            shown = _flag(_of(row, "Published") or _of(row, "Status"))
            line |= {"display": shown, "selling": shown}
        for at in range(_MAX_OPTIONS):
            names[at] = _of(row, f"Option{at + 1} Name") or names[at]
            value = _of(row, f"Option{at + 1} Value")
            if names[at] and value and value != _NO_OPTION:
                line |= {f"option{at + 1}_name": names[at], f"option{at + 1}_value": value}
        yield line


def _woocommerce_products(rows: Iterable[Line]) -> Iterator[Line]:
    """Yield a line for each simple product and variation, those of a product next to each other."""
    parents: dict[str, Line] = {}
    variations: dict[str, list[Line]] = {}
    for row in rows:
        if _of(row, "Type").startswith("variation"):
            variations.setdefault(_of(row, "Parent"), []).append(row)
        else:
            key = _of(row, "SKU") or f"id:{_of(row, 'ID')}"
            parents[key] = row
    for key, parent in parents.items():
        own = [*variations.pop(key, ()), *variations.pop(f"id:{_of(parent, 'ID')}", ())]
        for at, row in enumerate(own or [parent]):
            yield _woocommerce_line(key, parent, row, first=at == 0, varied=bool(own))


def _woocommerce_line(key: str, parent: Line, row: Line, *, first: bool, varied: bool) -> Line:
    regular, sale = _of(row, "Regular price"), _of(row, "Sale price")
    line = {
        "custom_product_code": key.replace(":", "-"),
        "price": sale or regular,
        "quantity": _of(row, "Stock"),
        "custom_variant_code": _of(row, "SKU"),
    }
    if first:
        shown = _flag(_of(parent, "Published"))
        line |= {
            "product_name": _of(parent, "Name"),
            "summary_description": _of(parent, "Short description"),
            "description": _of(parent, "Description"),
            "product_tag": _of(parent, "Tags"),
            # a comma parts several paths
            "category": " | ".join(each.strip() for each in _of(parent, "Categories").split(",")),
            "retail_price": regular if sale else "",
            "supply_price": "0",
            "display": shown,
            "selling": shown,
        }
    pictures = _of(row, "Images") or (_of(parent, "Images") if first else "")
    line["image"] = pictures.partition(",")[0].strip()
    for at in range(1, _MAX_OPTIONS + 1):
        name, value = _of(row, f"Attribute {at} name"), _of(row, f"Attribute {at} value(s)")
        if varied and name and value:
            line |= {f"option{at}_name": name, f"option{at}_value": value}
    return line


def _cafe24_products(rows: Iterable[Line]) -> Iterator[Line]:
    """Yield a line for each combination of a product's options.

    Names of columns are compared without spaces: they are written with and without. Categories and
    brands are numbers and codes of the other shop and are left out, as are pictures without an
    address; the file has no stock.
    """
    for spaced in rows:
        row = {name.replace(" ", ""): text for name, text in spaced.items()}
        line = {
            "custom_product_code": _of(row, "자체상품코드") or _of(row, "상품코드"),
            "price": _amount(row, "판매가"),
            "display": _flag(_of(row, "진열상태")),
            "selling": _flag(_of(row, "판매상태")),
            **{field: _of(row, name) for name, field in _CAFE24_FIELDS.items()},
            **{field: _amount(row, name) for name, field in _CAFE24_AMOUNTS.items()},
        }
        line["supply_price"] = line["supply_price"] or "0"
        picture = _of(row, "이미지등록(상세)")
        if picture.startswith("//"):
            picture = f"https:{picture}"
        line["image"] = picture if picture.startswith(("https://", "http://")) else ""
        options = []
        if _flag(_of(row, "옵션사용")) == "T":
            options = _cafe24_options(_of(row, "옵션입력"))
        yield from _combined(line, options)


def _cafe24_options(text: str) -> list[tuple[str, list[str]]]:
    """Return names and values of options written as `색상{빨강|파랑}//사이즈{S|M}`."""
    found = []
    for part in text.split("//"):
        match = _CAFE24_OPTION.fullmatch(part.strip())
        if match is not None:
            values = [each.strip() for each in match[2].split("|") if each.strip()]
            found.append((match[1].strip(), list(dict.fromkeys(values))))
    return [each for each in found if each[1]][:_MAX_OPTIONS]


def _combined(line: Line, options: list[tuple[str, list[str]]]) -> Iterator[Line]:
    """Yield a product's line for each combination of its options; the first one has its fields."""
    names = [name for name, _ in options]
    combinations = itertools.product(*(values for _, values in options))
    for count, chosen in enumerate(itertools.islice(combinations, _MOST_COMBINATIONS)):
        code = {"custom_product_code": line["custom_product_code"]}
        own = line if not count else code
        yield own | {
            f"option{at}_{part}": text
            for at, pair in enumerate(zip(names, chosen, strict=True), 1)
            for part, text in zip(("name", "value"), pair, strict=True)
        }


def _amount(row: Line, name: str) -> str:
    return _of(row, name).replace(",", "")


def _shopify_customers(rows: Iterable[Line]) -> Iterator[Line]:
    for row in rows:
        number = "".join(filter(str.isdigit, _of(row, "Customer ID")))
        yield {
            "member_id": f"c{number}"[:20] if number else "",
            "name": f"{_of(row, 'First Name')} {_of(row, 'Last Name')}".strip(),
            "email": _of(row, "Email"),
            "cellphone": _of(row, "Phone") or _of(row, "Default Address Phone"),
            "address1": _of(row, "Default Address Address1"),
            "address2": _of(row, "Default Address Address2"),
            "zipcode": _of(row, "Default Address Zip").lstrip("'"),
            "news_mail": _flag(_of(row, "Accepts Email Marketing")),
            "sms": _flag(_of(row, "Accepts SMS Marketing")),
        }


_CONVERTERS: Final[dict[tuple[str, str], Callable[[Iterable[Line]], Iterator[Line]]]] = {
    ("shopify", "products"): _shopify_products,
    ("shopify", "customers"): _shopify_customers,
    ("woocommerce", "products"): _woocommerce_products,
    ("cafe24", "products"): _cafe24_products,
}
_NEEDED: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("shopify", "products"): ("Handle", "Title", "Variant Price"),
    ("shopify", "customers"): ("Customer ID", "Email"),
    ("woocommerce", "products"): ("Type", "Name", "Regular price"),
    ("cafe24", "products"): ("상품코드", "상품명", "판매가"),
}
"""Columns by which a file of the platform is told."""
