"""Packing and shipping in the back office: documents, and tracking numbers of many orders."""

import io
import re
from typing import Any

import pytest
from pypdf import PdfReader

from openmall.commerce.order.fulfilment.packing_words import Words, packing_words
from openmall.pages.backoffice.dispatch import documents
from openmall.pages.backoffice.dispatch.documents import Parcel
from openmall.pages.backoffice.dispatch.tracking_numbers import Row, read_rows
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_setup import paid, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.commerce.shipping.test_carriers import add
from tests.pages.backoffice.page_forms import form_of, forms, problem, said

PAGE = "/admin/dispatch"
WORDS = Words(
    packing_slip="포장 명세서",
    order="주문",
    date="주문일",
    sender="보내는 분",
    receiver="받는 분",
    message="메시지",
    product="상품",
    code="코드",
    quantity="수량",
    total="합계",
)


@pytest.fixture
def code(owner: Browser) -> str:
    """A variant with forty on the shelf."""
    return stocked(owner.world, 40)[1]


def pages(content: bytes) -> list[str]:
    """Return the text of each page of a PDF."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def parcel(**more: Any) -> Parcel:
    return Parcel(
        **{
            "order_id": "20261125-0000001",
            "order_date": "2026-11-25 09:00",
            "sender": ["상점", "06236 서울 강남구"],
            "receiver": ["홍길동", "서울특별시 종로구 세종대로 1", "010-0000-0000"],
            "message": "문 앞에 놓아 주세요",
            "items": [("뚫훍 찻잔 café 漢字 かな", "TW-1", 2)],
            **more,
        }
    )


def alert(page: Any) -> str:
    found = re.search(r'id="problem">(.*?)</p>', page.text)
    return found[1] if found else ""


def post(owner: Browser, deed: str, address: str = PAGE, **typed: str) -> Any:
    form = form_of(owner.open(address).text, deed)
    return owner.submit(form.action, {**form.values, "deed": deed, **typed})


class TestDocuments:
    def test_a_slip_has_every_letter_and_the_total(self) -> None:
        content = documents.packing_slips([parcel()], WORDS)

        [page] = pages(content)
        page = page.replace("\n", "").replace("caf é", "café")
        for text in ("홍길동", "뚫훍 찻잔", "café", "漢字", "かな", "TW-1", "합계 2", "문 앞에"):
            assert text in page
        assert b"/FontFile2" in content

    def test_many_items_go_on_to_other_pages_and_none_is_lost(self) -> None:
        items = [(f"상품 {at:03d} " + "긴 이름 " * (at % 12), f"C{at:03d}", 1) for at in range(150)]

        found = pages(documents.packing_slips([parcel(items=items)], WORDS))

        assert len(found) > 2
        assert all("20261125-0000001" in page for page in found)
        text = "".join(found)
        assert all(text.count(f"C{at:03d}") == 1 for at in range(150))

    def test_a_label_is_a_page_of_its_own_whatever_its_texts(self) -> None:
        long = parcel(receiver=["가" * 300, "x" * 500], message="y" * 900, items=[])

        found = documents.shipping_labels([parcel(), long, parcel(tracking_no="4711")], WORDS)

        reader = PdfReader(io.BytesIO(found))
        assert [tuple(map(int, page.mediabox[2:])) for page in reader.pages] == [(283, 425)] * 3
        assert "4711" in pages(found)[2]

    def test_slips_and_labels_of_the_selected_orders(self, owner: Browser, code: str) -> None:
        world = owner.world
        numbers = [paid(world, wanted(code, quantity=2)) for _ in range(3)]
        chosen = {"row-0": numbers[0], "row-1": numbers[2]}

        slips = post(owner, "slips", **chosen)
        labels = post(owner, "labels", **chosen)
        one = owner.open(f"{PAGE}/slips?order_id={numbers[1]}")

        assert slips.headers["content-type"] == "application/pdf"
        assert slips.headers["cache-control"] == "no-store"
        assert [numbers[0] in page for page in pages(slips.content)] == [True, False]
        assert [numbers[2] in page for page in pages(labels.content)] == [False, True]
        [page] = pages(one.content)
        assert numbers[1] in page

    def test_what_is_not_paid_is_not_packed(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code, quantity=2), wanted(code, quantity=3))
        other = stocked(world, 9, product_name="Unpaid mug")[1]
        world.post(f"orders/{number}/items", variant_code=other)
        claim(world, number, "cancellation", "canceled", (2, 3))

        listed = owner.open(PAGE).text
        [slip] = pages(post(owner, "slips", **{"row-0": number}).content)
        [label] = pages(post(owner, "labels", **{"row-0": number}).content)

        assert number in listed
        assert "× 2" in listed
        assert "× 3" not in listed
        for text in (listed, slip, label):
            assert "Unpaid" not in text
        assert "총수량 2" in slip
        assert "+1" not in label

    @pytest.mark.parametrize("language", ["ko", "en"])
    def test_documents_are_in_the_language_of_the_shop(
        self, owner: Browser, code: str, language: str
    ) -> None:
        number = paid(owner.world, wanted(code))
        owner.cookies["openmall-language"] = language
        words = packing_words("ko_KR")

        [slip] = pages(owner.open(f"{PAGE}/slips?order_id={number}").content)

        assert words.receiver in slip
        assert words.total in slip

    def test_words_of_documents_are_translated(self) -> None:
        assert packing_words("en_US").packing_slip == "Packing slip"
        assert packing_words("ko_KR").packing_slip == "포장 명세서"
        assert packing_words("ja_JP").packing_slip == "納品書"

    @pytest.mark.parametrize(
        "path", ["slips?order_id=20990101-0000001", "slips?order_id=x", "invoice?order_id=x"]
    )
    def test_there_is_no_document_of_what_does_not_exist(self, owner: Browser, path: str) -> None:
        assert owner.open(f"{PAGE}/{path}").status_code == 404


class TestShipping:
    def test_orders_are_shipped_row_by_row_with_a_result_for_each(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        first, second, third = (paid(world, wanted(code)) for _ in range(3))
        add(
            world, "0001", shipping_carrier="Our van", track_shipment_url="https://van.example.com/"
        )
        name = "our VAN"

        page = post(
            owner,
            "ship",
            carrier="0001",
            rows=f"주문번호\t송장번호\n{first}\t4711\n\n{second},4712,{name}\n{first}\t99\n"
            f"20990101-0000001\t1\n{third}\t\nwhat is 7 this\n{third}\t5\tNobody",
        )
        again = post(owner, "ship", carrier="0001", rows=f"{first} 4713")

        assert (page.status_code, again.status_code) == (422, 422)
        assert "Shipped: 2 of 7." in page.text
        assert [states(world, each) for each in (first, second, third)] == [
            ["N30"], ["N30"], ["N10"],
        ]  # fmt: skip
        tracked = [
            world.get(f"orders/{each}/shipments")["shipments"][0]["tracking_no"]
            for each in (first, second)
        ]
        assert tracked == ["4711", "4712"]
        for message in (
            "This order is listed twice.",
            "The tracking number is missing.",
            "This is not an order number.",
        ):
            assert message in page.text
        left = form_of(page.text, "ship").values["rows"]
        assert "4711" not in left
        assert f"{third}" in left
        assert "Shipped: 0 of 1." in again.text

    def test_a_file_as_korean_spreadsheets_write_it(self, owner: Browser, code: str) -> None:
        world = owner.world
        number = paid(world, wanted(code))
        form = form_of(owner.open(PAGE).text, "ship")
        values = {**form.values, "carrier": "0001"}
        values.pop("file", None)

        content = f"주문번호,송장번호\r\n{number},4711\r\n".encode("cp949")
        files = {"file": ("numbers.csv", content)}
        page = owner._sent("POST", form.action, data=values, files=files)

        assert "Shipped: 1 of 1." in page.text
        assert states(world, number) == ["N30"]

    def test_selected_orders_are_prepared(self, owner: Browser, code: str) -> None:
        world = owner.world
        numbers = [paid(world, wanted(code)) for _ in range(2)]
        form = next(
            each
            for each in forms(owner.open(f"{PAGE}?select=all").text)
            if ("deed", "prepare") in each.buttons
        )

        answer = owner.submit(form.action, {**form.values, "deed": "prepare"})

        assert said(owner.open(answer.headers["location"])) == (
            "The selected orders are being prepared."
        )
        assert [states(world, each) for each in numbers] == [["N20"], ["N20"]]

    def test_numbers_beside_orders_are_shipped_and_a_refused_one_stays(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        first, second, third = (paid(world, wanted(code)) for _ in range(3))
        form = form_of(owner.open(f"{PAGE}?orders={first},{second}").text, "ship-typed")
        claim(world, second, "cancellation", "canceled", (1, 1), claim_reason_type="A")

        page = owner.submit(
            form.action,
            {
                **form.values,
                "deed": "ship-typed",
                "carrier_beside": "0001",
                f"tracking-{first}": "4711",
                f"tracking-{second}": "4712",
                f"tracking-{third}": " ",
            },
        )

        assert page.status_code == 422
        assert "Shipped: 1 of 2." in page.text
        assert [states(world, each) for each in (first, second, third)] == [
            ["N30"], ["C40"], ["N10"],
        ]  # fmt: skip
        assert form_of(page.text, "ship").values["rows"] == ""

    def test_a_number_that_is_refused_stands_beside_its_order_again(
        self, owner: Browser, code: str
    ) -> None:
        number = paid(owner.world, wanted(code))
        field = f"tracking-{number}"

        page = post(owner, "ship-typed", carrier_beside="nowhere", **{field: "4711"})
        nothing = post(owner, "ship-typed", **{field: " "})

        assert "The shop has no such carrier." in page.text
        assert form_of(page.text, "ship-typed").values[field] == "4711"
        assert states(owner.world, number) == ["N10"]
        assert alert(nothing) == "No tracking number was entered."

    def test_the_page_is_limited_to_the_orders_that_were_selected(
        self, owner: Browser, code: str
    ) -> None:
        world = owner.world
        first, second, third = (paid(world, wanted(code)) for _ in range(3))
        form = form_of(owner.open("/admin/orders?tab=open").text, "ship")

        answer = owner.submit(
            form.action, {**form.values, "deed": "ship", "row-0": third, "row-2": first}
        )
        page = owner.open(answer.headers["location"]).text

        assert f"{third}</a>" in page
        assert f"{first}</a>" in page
        assert second not in page
        assert "2 selected orders" in page

    @pytest.mark.parametrize(
        ("rows", "message"),
        [
            ("", "Enter order numbers and tracking numbers."),
            ("20261125-0000001 1\n" * 301, "Enter at most 300 rows."),
        ],
    )
    def test_what_is_wrong_is_said(self, owner: Browser, rows: str, message: str) -> None:
        page = post(owner, "ship", rows=rows)

        assert (page.status_code, problem(page, "rows")) == (422, message)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("20261125-0000001\t47 11\tCJ", ("20261125-0000001", "47 11", "CJ")),
        ('"20261125-0000001","4711"', ("20261125-0000001", "4711", "")),
        ("20261125-0000001;4711;0001", ("20261125-0000001", "4711", "0001")),
        ("20261125-0000001 4711 CJ Logistics", ("20261125-0000001", "4711", "CJ Logistics")),
        ("20261125-0000001", ("20261125-0000001", "", "")),
        ("\ufefforder,number\n\n20261125-0000001,1", ("20261125-0000001", "1", "")),
    ],
)
def test_rows_are_read_as_spreadsheets_write_them(text: str, row: tuple[str, str, str]) -> None:
    [found] = read_rows(text)

    assert (found.order_id, found.tracking_no, found.carrier) == row
    assert isinstance(found, Row)
