"""One rule trims codes, names, addresses and phone numbers; numbers are compared in E.164."""

import re
from collections.abc import Iterator

import pytest
from msgspec import inspect

from openmall import declarations
from openmall.contract import patterns
from openmall.contract.fields import fields_of
from openmall.contract.texts import entered_texts, phone_numbers
from openmall.database import schema
from openmall.database.text_search.stored_codes import OWN_CODES
from openmall.transfer.imports.code_columns import CODE_COLUMNS
from tests.every_operation.registry_rows import every_row


@pytest.mark.parametrize(
    ("name", "sent", "kept"),
    [
        ("custom_product_code", "SKU1 ", "SKU1"),
        ("custom_product_code", "\ufeffSKU\u200b1\u00a0", "SKU1"),
        ("discount_code", "\tSAVE\u200d10\n", "SAVE10"),
        ("product_name", "\u3000かみの\u00a0はこ\u202e ", "かみの はこ"),
        ("category_name", "Tops\r\n> Shirts\t", "Tops > Shirts"),
        ("name", "می\u200cخواهم\u200c", "می\u200cخواهم"),
        ("email", " a\u200b@example.com", "a@example.com"),
        ("buyer_cellphone", "\u202a+82 10\u20111234\u20115678\u202c", "+82 10-1234-5678"),
        ("phone", "０３（１２３４）５６７８", "03(1234)5678"),
        ("password", " as typed\u200b ", " as typed\u200b "),
        ("description", " two\u200b\nlines ", " two\u200b\nlines "),
        ("pixel_code", "<p>\n a\u200b\n</p>", "<p>\n a\u200b\n</p>"),
    ],
)
def test_texts_are_trimmed_by_what_they_are(name: str, sent: str, kept: str) -> None:
    assert entered_texts.trimmed({name: sent}) == {name: kept}
    assert entered_texts.trimmed({"items": [{name: [sent]}]}) == {"items": [{name: [kept]}]}


@pytest.mark.parametrize(
    ("one", "other", "country", "same"),
    [
        ("010-1234-5678", "+82 10 1234 5678", "KR", True),
        ("01012345678", "002-82-10-1234-5678", "KR", True),
        ("030/1234567", "+49 30 1234567", "DE", True),
        ("+1 555 229 3326 x123", "(555) 229-3326", "US", True),
        ("+1 555 229 3326", "555-229-3326", "KR", False),
        ("090-1234-5678", "+81 90 1234 5678", "JP", True),
        ("010-1234-5678", "010-1234-5679", "KR", False),
        ("+82 (0)10-1234-5678", "010 1234 5678", "KR", True),
        ("+44 (0)20 7946 0958", "+44 20 7946 0958", "KR", True),
        ("1588-1234", "15881234", "KR", True),
        ("12", "1-2", "KR", True),
    ],
)
def test_numbers_are_compared_in_e164(one: str, other: str, country: str, same: bool) -> None:
    assert phone_numbers.same(one, other, country) is same
    found = phone_numbers.digits(one) in phone_numbers.stored_digits(other, country)
    assert found is same


def _texts(kind: inspect.Type, name: str) -> Iterator[tuple[str, inspect.StrType]]:
    """Yield the names and types of the texts of a parameter, at any depth."""
    match kind:
        case inspect.StrType():
            yield name, kind
        case inspect.Metadata(type=inner):
            yield from _texts(inner, name)
        case inspect.ListType(item_type=item):
            yield from _texts(item, name)
        case inspect.UnionType(types=types):
            for each in types:
                yield from _texts(each, name)
        case inspect.StructType(cls=cls):
            for field in fields_of(cls).values():
                yield from _texts(field.type, field.name)


def test_every_parameter_of_a_number_or_an_address_is_trimmed_by_its_rule() -> None:
    wanted = {patterns.PHONE: "phone", patterns.EMAIL: "code"}
    found = {
        (name, wanted[kind.pattern])
        for _, operation in every_row()
        for field in operation.fields.values()
        for name, kind in _texts(field.type, field.name)
        if kind.pattern in wanted
    }
    assert len(found) > 8
    assert {name for name, rule in found if entered_texts.kind(name) != rule} == set()


def test_every_column_of_codes_in_files_is_trimmed() -> None:
    own = {"model_name"}
    kept = {"InvoiceNo", "StockCode", "CustomerID", "household_id", "basket_id", "product_id"}
    kinds = {name: entered_texts.kind(name) for name in CODE_COLUMNS}
    assert {name for name, kind in kinds.items() if kind is None} <= {*kept, *own, "order_no"}


def _takes_blanks(kind: inspect.StrType) -> bool:
    return kind.pattern is None or re.match(kind.pattern, "A1234567 ") is not None


NAMED_BY_OTHERS = {
    "claim_code", "member_id", "order_id", "order_item_code", "origin_code", "product_code",
    "recommend_id", "refund_code", "shipping_code", "shipping_company_code", "supplier_code",
    "supplier_id", "user_id", "variant_code", "code",
}  # fmt: skip
"""Columns with the code of another object, or one that openmall gives."""
NOT_LOOKED_FOR = {
    "bank_account_no", "company_registration_no", "country_code", "language_code",
    "refund_bank_account_no", "refund_bank_code", "zipcode", "email",
}  # fmt: skip
"""Columns of details of an object; addresses could never have blanks."""


def test_every_column_of_codes_that_kept_blanks_was_trimmed_once() -> None:
    declarations.load()
    taken = {
        name
        for _, operation in every_row()
        if operation.writes
        for field in operation.fields.values()
        for name, kind in _texts(field.type, field.name)
        if entered_texts.kind(name) == "code" and _takes_blanks(kind)
    }
    columns = {column.name for table in schema.metadata().tables.values() for column in table.c}
    trimmed = {each.column for each in OWN_CODES}
    assert (taken & columns) - NAMED_BY_OTHERS - NOT_LOOKED_FOR == trimmed
