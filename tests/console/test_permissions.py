"""Permissions in words a developer reads."""

from openmall.console import permissions
from openmall.console.permissions import Groups, Line
from openmall.contract.scopes import AREAS, EXTRA, SENTENCES
from openmall.web import languages


def test_every_word_of_a_permission_is_marked_for_translators() -> None:
    assert set(permissions.WORDS) == {*AREAS.values(), *EXTRA.values()}


def test_in_english_they_are_what_merchants_read() -> None:
    found = permissions.told(list(SENTENCES), str)

    assert {line.scope: line.sentence for line in found.read + found.write} == SENTENCES
    assert [line.scope for line in found.write] == [f"mall.write_{area}" for area in AREAS]


def test_in_korean() -> None:
    found = permissions.told(
        ["mall.read_order", "mall.write_order", "mall.read_cart"],
        lambda message: languages.spoken("ko", "console", message),
    )

    assert found == Groups(
        [
            Line("mall.read_order", "주문·결제·배송·클레임 조회"),
            Line("mall.read_cart", "쇼핑몰 이용자의 장바구니 조회"),
        ],
        [Line("mall.write_order", "주문·결제·배송·클레임 등록·수정·삭제")],
    )
