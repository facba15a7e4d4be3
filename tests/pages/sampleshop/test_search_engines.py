"""What search engines and sharing apps read: head, structured data, sitemap, robots, llms."""

import html
import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from checks import markup
from openmall.contract.call import Mall
from openmall.contract.sandbox import Sandbox
from openmall.pages.sampleshop import metadata, structured_data
from openmall.pages.sampleshop.search_engines import sitemap
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import World

NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
_META = re.compile(r'<meta (?:name|property)="([^"]*)" content="([^"]*)">')
EVIL = "</script><script>alert(1)</script><!-- & \u2028"


def data(page: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(each) for each in _DATA.findall(page)]


def meta(page: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in _META.findall(page)}


def locations(text: str) -> list[str]:
    root = ElementTree.fromstring(text)  # our own
    return [each.text or "" for each in root.iter(f"{NAMESPACE}loc")]


def test_pages_are_indexed_unless_they_are_errors_or_previews(world: World, guest: Guest) -> None:
    assert "noindex" not in guest.open("/").text
    assert "noindex" in guest.open("/nowhere").text
    assert "noindex" in guest.open("/skin-skin1/").text


def test_malls_that_are_no_shops_are_hidden() -> None:
    def mall(mall_id: str = "shop", **rest: Any) -> Mall:
        return Mall(mall_id=mall_id, name="", country="KR", shops={}, **rest)

    assert not metadata.is_hidden(mall())
    assert metadata.is_hidden(mall("demo"))
    assert metadata.is_hidden(mall(closed="Holidays"))
    assert metadata.is_hidden(mall(sandbox=Sandbox()))


def test_a_sandbox_tells_crawlers_to_stay_away(world: World) -> None:
    other = world.stage.new_world(sandbox=True)

    assert other.request("GET", "/robots.txt").text == "User-agent: *\nDisallow: /\n"
    assert other.request("GET", "/sitemap.xml").status_code == 404
    assert "noindex" in other.request("GET", "/").text


def _reviewed(world: World) -> tuple[int, int]:
    """Make a product with two reviews in a category below another; return both numbers."""
    category = world.post("categories", category_name="Tea")["category"]["category_no"]
    below = world.post(
        "categories", category_name="Cups & <more>", parent_category_no=category
    )["category"]["category_no"]  # fmt: skip
    brand = world.post("brands", brand_name=EVIL[:50])["brand"]["brand_code"]
    number = world.product(
        product_name=EVIL, brand_code=brand, custom_product_code="CUP",
        detail_image="https://pictures.example.com/a.jpg", summary_description="A cup.",
        add_category_no=[{"category_no": below}],
    )["product_no"]  # fmt: skip
    board = next(
        each["board_no"] for each in world.get("boards")["boards"] if each["board_type"] == 5
    )
    for rating in (5, 4):
        world.post(
            f"boards/{board}/articles",
            product_no=number, rating=rating, writer="Kim", title="Good", content="Good",
            client_ip="203.0.113.7",
        )  # fmt: skip
    return number, below


def test_a_product_has_structured_data(world: World, guest: Guest) -> None:
    number, _ = _reviewed(world)

    page = guest.open(f"/products/{number}").text

    [product, way] = data(page)
    address = f"{world.base_url}/products/{number}"
    assert product["name"] == EVIL.removesuffix(" \u2028")
    assert "<script>alert" not in page
    assert product["brand"]["name"].startswith("</script>")
    assert (product["sku"], product["url"], product["description"]) == ("CUP", address, "A cup.")
    assert product["offers"] | {"sku": "", "price": ""} == {
        "@type": "Offer", "url": address, "sku": "", "price": "", "priceCurrency": "KRW",
        "availability": "https://schema.org/InStock",
    }  # fmt: skip
    assert re.fullmatch(r"[0-9]+\.[0-9]{2}", product["offers"]["price"])
    assert product["aggregateRating"] == {
        "@type": "AggregateRating", "ratingValue": "4.5", "reviewCount": 2,
        "bestRating": "5", "worstRating": "1",
    }  # fmt: skip
    assert [(each["position"], each["name"]) for each in way["itemListElement"]][:2] == [
        (1, "Tea"),
        (2, "Cups & <more>"),
    ]
    found = meta(page)
    assert (found["og:type"], found["og:url"]) == ("product", address)
    assert found["og:image"] == "https://pictures.example.com/a.jpg"
    assert found["description"] == "A cup."


@pytest.mark.nightly
@pytest.mark.one_store
def test_structured_data_is_of_the_vocabulary_of_schema_org(world: World, guest: Guest) -> None:
    number, category = _reviewed(world)
    shirt = world.product(product_name="Shirt")["product_no"]
    options = [
        {"option_name": "Size", "option_value": [{"option_text": each} for each in ("S", "M")]}
    ]
    world.post(f"products/{shirt}/options", has_option="T", options=options)

    documents = {
        f"{path} {at}": each
        for path in (f"/products/{number}", f"/products/{shirt}", f"/categories/{category}")
        for at, each in enumerate(data(guest.open(path).text))
    }

    assert len(documents) == 5
    assert markup.faults_of_data(documents) == []


def test_nothing_of_structured_data_ends_its_element() -> None:
    text = str(structured_data.script_content({"name": EVIL}))

    assert not set("<>&\u2028") & set(text)
    assert msgspec.json.decode(text) == {"name": EVIL}


def test_the_settings_are_in_the_head(world: World, guest: Guest) -> None:
    world.put(
        "seo/setting",
        common_page_title='Bora "linen"',
        common_page_meta_description="Linen from Seoul",
        favicon="/icon.png",
        sns_share_image="https://pictures.example.com/share.jpg",
        use_microblog_card="T",
        use_websearch_console="T",
        websearch_console='<meta name="google-site-verification" content="abc123" />',
        use_portal_search_advisor="T",
        portal_search_advisor="<script>alert(1)</script>",
        og_main={"site_name": "Bora", "title": "Bora shop", "description": "All linen"},
    )

    page = guest.open("/").text

    found = meta(page)
    assert "<title>Bora &#34;linen&#34;</title>" in page
    assert '<link rel="icon" href="/icon.png">' in page
    assert f'<link rel="canonical" href="{world.base_url}/">' in page
    assert "alert(1)" not in page
    assert {
        "description": "Linen from Seoul",
        "google-site-verification": "abc123",
        "og:site_name": "Bora",
        "og:title": "Bora shop",
        "og:description": "Linen from Seoul",
        "og:image": "https://pictures.example.com/share.jpg",
        "twitter:card": "summary_large_image",
    }.items() <= found.items()


def test_texts_for_sharing_differ_by_kind_of_page(world: World, guest: Guest) -> None:
    number = world.product()["product_no"]
    category = world.post("categories", category_name="Tea")["category"]["category_no"]
    world.put(
        "seo/setting",
        og_product={"site_name": "Products", "title": "", "description": "Of a product"},
        og_category={"site_name": "Categories", "title": "", "description": "Of a category"},
        og_board={"site_name": "Boards", "title": "", "description": "Of a board"},
    )

    found = [
        meta(guest.open(path).text)
        for path in (f"/products/{number}", f"/categories/{category}", "/boards")
    ]

    assert [each["og:site_name"] for each in found] == ["Products", "Categories", "Boards"]
    assert found[2]["og:description"] == "Of a board"


def test_a_sitemap_is_renewed_by_the_hour_or_by_the_day(world: World, guest: Guest) -> None:
    daily = guest.open("/sitemap-0.xml").headers["cache-control"]
    world.put("seo/setting", use_sitemap_auto_update="T")
    hourly = guest.open("/sitemap-0.xml").headers["cache-control"]

    assert (daily, hourly) == ("public, max-age=86400", "public, max-age=3600")


def test_phones_have_robots_of_their_own(world: World, guest: Guest) -> None:
    world.put("seo/setting", robots_text="User-agent: a", mobile_robots_text="User-agent: b")
    phone = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148"}

    assert guest.open("/robots.txt").text.startswith("User-agent: a\n")
    answer = world.request("GET", "/robots.txt", headers=phone)
    assert answer.text.startswith("User-agent: b\n")


def test_a_sitemap_lists_every_page_once(world: World, guest: Guest, monkeypatch: Any) -> None:
    monkeypatch.setattr(sitemap, "MOST", 3)
    category = world.post("categories", category_name="Tea")["category"]["category_no"]
    numbers = [world.product()["product_no"] for _ in range(4)]
    hidden = world.product(display="F")["product_no"]

    parts = locations(guest.open("/sitemap.xml").text)

    base = world.base_url
    assert {f"{base}/sitemap-0.xml", f"{base}/sitemap-2.xml"} <= set(parts)
    assert any(each.startswith(f"{base}/shop2/sitemap-") for each in parts)
    found: list[str] = []
    for part in parts:
        if "/shop2/" not in part:
            listed = locations(guest.open(part.removeprefix(base)).text)
            assert len(listed) <= 3
            found += listed
    assert sorted(found) == sorted(
        [f"{base}/", f"{base}/categories/{category}"]
        + [f"{base}/products/{number}" for number in numbers]
    )
    assert f"{base}/products/{hidden}" not in found


def test_robots_names_the_sitemap_and_follows_the_setting(world: World, guest: Guest) -> None:
    text = guest.open("/robots.txt").text
    assert "Disallow: /cart\n" in text
    assert text.endswith(f"Sitemap: {world.base_url}/sitemap.xml\n")

    world.put("seo/setting", robots_text="User-agent: GPTBot\nDisallow: /")

    assert guest.open("/robots.txt").text == (
        f"User-agent: GPTBot\nDisallow: /\n\nSitemap: {world.base_url}/sitemap.xml\n"
    )


def test_language_models_are_told_what_the_shop_is(world: World, guest: Guest) -> None:
    world.post("categories", category_name="Tea")
    text = guest.open("/llms.txt").text
    assert text.startswith("# ")
    assert "- [Tea](https://" in text
    assert f"- [MCP server]({world.base_url}/api/mcp)" in text

    world.put("seo/setting", llms_text="# Bora\n")

    assert guest.open("/llms.txt").text == "# Bora\n"


def test_a_picture_for_sharing_has_a_whole_address(world: World, guest: Guest) -> None:
    world.put("seo/setting", sns_share_image="/files/made/ab/share.png")

    found = meta(guest.open("/").text)

    assert found["og:image"] == f"{world.base_url}/files/made/ab/share.png"


def test_a_page_has_the_icon_of_the_product_until_the_shop_has_one(
    world: World, guest: Guest
) -> None:
    before = re.findall(r'<link rel="icon"[^>]*href="([^"]*)"', guest.open("/").text)
    world.put("seo/setting", favicon="/files/icon.png")
    after = re.findall(r'<link rel="icon"[^>]*href="([^"]*)"', guest.open("/").text)

    assert len(before) == 1
    assert guest.open(before[0]).headers["content-type"].startswith("image/svg+xml")
    assert after == ["/files/icon.png"]
