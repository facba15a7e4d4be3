"""Products of Cafe24's product file (`상품코드`, `자체 상품코드`, ...).

Its headings are written with and without blanks.
"""

import itertools
import re
from collections.abc import Iterator
from typing import Final

from openmall.pages.backoffice.platform_files import notes, product_lines
from openmall.pages.backoffice.platform_files.notes import Notes
from openmall.pages.backoffice.platform_files.product_lines import Line
from openmall.pages.backoffice.platform_files.sheet import Cells, Sheet

NEEDED: Final = ("상품코드", "상품명", "판매가")
IMPLIED: Final = {
    "상품코드": frozenset[str](),
    "상품분류신상품영역": frozenset({"N"}),
    "상품분류추천상품영역": frozenset({"N"}),
}
_FIELDS: Final = {
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
"""Column, without blanks -> our field with the same text."""
_OPTION: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_MAX_OPTIONS: Final = 10
_TAX_TYPES: Final = ("A", "B", "C")
_MOST_INSTEAD: Final = 20
"""Characters of a text instead of a price."""
_MOST_COMBINATIONS: Final = 1_001
"""One more than a product may have: the import says so of such a product."""


def products(sheet: Sheet, found: Notes, now: str, currency: str) -> Iterator[Line]:
    """Yield a line for each combination of a product's options.

    Categories and brands are numbers and codes of the other shop and are left out, as are pictures
    without an address; the file has no stock. A product with a text instead of its price cannot
    be bought there.
    """
    for row in sheet.rows():
        code = row.text("자체상품코드") or row.text("상품코드")
        line = {
            product_lines.LINE: str(row.line),
            "custom_product_code": code,
            "price": row.amount("판매가"),
            "retail_price": row.amount("소비자가"),
            "supply_price": row.amount("공급가") or "0",
            "display": "T" if row.is_true("진열상태") else "F",
            "selling": "T" if row.is_true("판매상태") else "F",
            **{field: row.text(name) for name, field in _FIELDS.items()},
        }
        if not line["price"]:
            found.add(notes.NO_PRICE, code)
            continue
        main = product_lines.address_of(row.text("이미지등록(상세)"), code, found)
        more = [
            product_lines.address_of(each.strip(), code, found)
            for each in row.text("이미지등록(추가)").split("|")
            if each.strip()
        ]
        line |= product_lines.pictures([(each, "") for each in (main, *more)], code, found)
        tax = row.text("과세구분")[:1].upper()
        if tax in _TAX_TYPES:
            line["tax_type"] = tax
        if instead := _instead_of_price(row):
            found.add(notes.NO_PRICE_SHOWN, code)
            line |= {"price_content": instead[:_MOST_INSTEAD], "selling": "F"}
        elif line["selling"] == "T":
            found.add(notes.NO_STOCK, code)
        yield from _combined(line, _options(row, code, found))


def _instead_of_price(row: Cells) -> str:
    """Return the text that is displayed instead of a price; empty: there is none."""
    used, text = row.text("판매가대체문구사용"), row.text("판매가대체문구")
    return text if not used or row.is_true("판매가대체문구사용") else ""


def _options(row: Cells, code: str, found: Notes) -> list[tuple[str, list[str]]]:
    """Return names and values of options written as `색상{빨강|파랑}//사이즈{S|M}`."""
    text, used = row.text("옵션입력"), row.is_true("옵션사용")
    options: dict[str, list[str]] = {}
    for part in text.split("//") if used else ():
        match = _OPTION.fullmatch(part.strip())
        name = match[1].strip() if match is not None else ""
        values = [each.strip() for each in match[2].split("|")] if match is not None else []
        values = list(dict.fromkeys(filter(None, values)))
        if name and values and name not in options:
            options[name] = values
        elif part.strip():
            found.add(notes.OPTIONS_UNREAD, f"{code}: {part.strip()}")
    for name in list(options)[_MAX_OPTIONS:]:
        found.add(notes.MORE_OPTIONS, f"{code}: {name}")
    return list(options.items())[:_MAX_OPTIONS]


def _combined(line: Line, options: list[tuple[str, list[str]]]) -> Iterator[Line]:
    """Yield a product's line for each combination of its options; the first one has its fields."""
    names = [name for name, _ in options]
    combinations = itertools.product(*(values for _, values in options))
    for count, chosen in enumerate(itertools.islice(combinations, _MOST_COMBINATIONS)):
        code = {name: line[name] for name in (product_lines.LINE, "custom_product_code")}
        own = line if not count else code
        yield own | {
            f"option{at}_{part}": text
            for at, pair in enumerate(zip(names, chosen, strict=True), 1)
            for part, text in zip(("name", "value"), pair, strict=True)
        }
