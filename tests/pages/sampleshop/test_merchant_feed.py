"""The product feed as RSS 2.0 and CSV: fields, freshness and conditional requests."""

import csv
import io
import re
import time
from typing import Any
from xml.etree import ElementTree

import pytest

from openmall.pages.sampleshop import kept_files
from openmall.pages.sampleshop.search_engines import merchant_feed
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import World

G = "{http://base.google.com/ns/1.0}"
PICTURE = "https://pictures.example.com/big.jpg"
AVAILABLE = {"in_stock", "out_of_stock", "preorder", "backorder"}
PRICE = re.compile(r"[0-9]+\.[0-9]{2} [A-Z]{3}")


def offered(world: World) -> None:
    world.put("seo/setting", use_rss="T")


def items(text: str) -> list[dict[str, str]]:
    channel = ElementTree.fromstring(text).find("channel")  # our own
    assert channel is not None
    assert channel.find("title") is not None
    assert channel.find("link") is not None
    return [
        {field.tag.removeprefix(G): field.text or "" for field in item}
        for item in channel.findall("item")
    ]


def require_valid(item: dict[str, str]) -> None:
    """Check the rules of the product data specification that hold for every item."""
    for name in ("id", "title", "description", "link", "availability", "price", "condition"):
        assert item[name], name
    assert len(item["id"]) <= 50
    assert len(item["title"]) <= 150
    assert len(item["description"]) <= 5_000
    assert item["link"].startswith("https://")
    assert item["availability"] in AVAILABLE
    assert item["condition"] in {"new", "refurbished", "used"}
    assert PRICE.fullmatch(item["price"])
    if "sale_price" in item:
        assert PRICE.fullmatch(item["sale_price"])
        assert float(item["sale_price"].split()[0]) < float(item["price"].split()[0])


def test_a_feed_is_offered_by_the_setting_or_a_contract(world: World, guest: Guest) -> None:
    assert guest.open("/feed.xml").status_code == 404
    assert guest.open("/feed.csv").status_code == 404

    world.post("portalpay/setting", shop_id="c_1", certi_key="certi", image_key="image")

    assert guest.open("/feed.xml").status_code == 200


def test_products_and_their_variants_are_items(world: World, guest: Guest) -> None:
    offered(world)
    brand = world.post("brands", brand_name="Bora & Sons")["brand"]["brand_code"]
    plain = world.product(
        product_name='Apron <b> & "co"', custom_product_code="APR-1",
        price="12000.00", retail_price="15000.00", detail_image=PICTURE, brand_code=brand,
        summary_description="Linen, washed.",
    )["product_no"]  # fmt: skip
    options = [{"name": "Size", "value": ["S", "L"]}]
    cup = world.product(product_name="Cup", has_option="T", options=options)["product_no"]
    world.product(display="F", product_name="Hidden")

    answer = guest.open("/feed.xml")

    found = items(answer.text)
    assert answer.headers["content-type"].startswith("application/rss+xml")
    for item in found:
        require_valid(item)
    assert found[0] == {
        "id": str(plain),
        "title": 'Apron <b> & "co"',
        "description": "Linen, washed.",
        "link": f"{world.base_url}/products/{plain}",
        "image_link": PICTURE,
        "availability": "in_stock",
        "price": found[0]["price"],
        "sale_price": found[0]["sale_price"],
        "brand": "Bora & Sons",
        "mpn": "APR-1",
        "condition": "new",
    }
    variants = found[1:]
    assert [item["item_group_id"] for item in variants] == [str(cup), str(cup)]
    assert [item["title"] for item in variants] == ["Cup S", "Cup L"]
    assert len({item["id"] for item in variants}) == 2
    assert {item["identifier_exists"] for item in variants} == {"no"}
    rows = list(csv.DictReader(io.StringIO(guest.open("/feed.csv").text)))
    assert [{n: v for n, v in row.items() if v} for row in rows] == found


def test_a_sold_out_variant_is_out_of_stock(world: World, guest: Guest) -> None:
    offered(world)
    number = world.product()["product_no"]
    [variant] = world.get(f"products/{number}/variants")["variants"]
    world.put(
        f"products/{number}/variants/{variant['variant_code']}",
        use_inventory="T", quantity=0, display_soldout="T",
    )  # fmt: skip

    [item] = items(guest.open("/feed.xml").text)

    assert item["availability"] == "out_of_stock"


def test_each_language_has_a_feed_of_its_own(world: World, guest: Guest) -> None:
    world.put("seo/setting", use_rss="T")
    world.product(product_name="사과")

    assert guest.open("/feed.xml").status_code == 200
    assert guest.open("/shop2/feed.xml").status_code == 404
    world.put("seo/setting", 2, use_rss="T")
    assert "<channel>" in guest.open("/shop2/feed.xml").text


def test_a_feed_is_made_once_and_answers_304(
    world: World, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered(world)
    world.product(product_name="First")
    made: list[str] = []
    rows = merchant_feed._items

    def counted(context: Any) -> Any:
        made.append(context.mall.mall_id)
        return rows(context)

    monkeypatch.setattr(merchant_feed, "_items", counted)
    first = guest.open("/feed.xml").text
    world.product(product_name="Second")
    kept = world.request("GET", "/feed.xml")

    assert (kept.text, made) == (first, [world.mall_id])
    for header, value in (
        ("If-None-Match", kept.headers["etag"]),
        ("If-Modified-Since", kept.headers["last-modified"]),
    ):
        answer = world.request("GET", "/feed.xml", headers={header: value})
        assert (answer.status_code, answer.text) == (304, "")
    other = world.request("GET", "/feed.xml", headers={"If-None-Match": '"x"'})
    assert (other.status_code, other.text) == (200, first)
    head = world.request("HEAD", "/feed.xml")
    assert (head.text, head.headers["etag"]) == ("", kept.headers["etag"])

    monkeypatch.setattr(merchant_feed, "SECONDS", 0.0)
    stale = world.request("GET", "/feed.xml")
    assert stale.text == first
    for _ in range(50):
        time.sleep(0.05)
        if "Second" in (text := world.request("GET", "/feed.xml").text):
            break
    assert "Second" in text
    assert text != first


def test_a_member_gets_what_a_guest_gets(world: World, guest: Guest) -> None:
    offered(world)
    world.product(product_name="First", price="10000.00")
    guest.join("haneul")

    as_member = guest.open("/feed.xml").text

    assert as_member == Guest(world).open("/feed.xml").text
    assert len(items(as_member)) == 1


def test_kept_files_are_bounded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "MOST", 2)

    async def fill() -> int:
        files = kept_files.KeptFiles()

        async def make() -> Any:
            yield "content"

        for number in range(5):
            file = files._find(("m", number, "x"), make, 60.0, 0.0)
            assert b"".join([part async for part in file.content()]) == b"content"
        return len(files._files)

    assert world.stage.run(fill) <= 2


def test_what_breaks_the_making_breaks_its_readers_and_is_made_again(world: World) -> None:
    async def twice() -> list[bytes]:
        files = kept_files.KeptFiles()
        calls: list[int] = []

        async def make() -> Any:
            calls.append(1)
            yield "a"
            if len(calls) == 1:
                raise ValueError("away")
            yield "b"

        key = ("m", 1, "x")
        broken = files._find(key, make, 60.0, 0.0)
        with pytest.raises(ValueError, match="away"):
            async for _ in broken.content():
                pass
        file = files._find(key, make, 60.0, 0.0)
        return [part async for part in file.content()]

    assert b"".join(world.stage.run(twice)) == b"ab"


@pytest.mark.parametrize(
    ("code", "is_one"),
    [
        ("4006381333931", True),
        ("4006381333932", False),
        ("96385074", True),
        ("036000291452", True),
        ("10614141000415", True),
        ("400638133393", False),
        ("APR-1", False),
        ("\u0664006381333931", False),
        ("", False),
    ],
)
def test_a_gtin_is_known_by_its_check_digit(code: str, is_one: bool) -> None:
    assert merchant_feed.is_gtin(code) is is_one


def test_a_code_that_is_a_gtin_is_sent_as_one(world: World, guest: Guest) -> None:
    world.put("seo/setting", use_rss="T")
    world.product(custom_product_code="4006381333931", detail_image=PICTURE)

    [item] = items(guest.open("/feed.xml").text)

    assert item["gtin"] == "4006381333931"
    assert "mpn" not in item
    assert "identifier_exists" not in item
