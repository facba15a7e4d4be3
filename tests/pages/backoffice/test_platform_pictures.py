"""Pictures of products of other platforms, and their customers."""

import re

import pytest

from openmall.pages.backoffice.platform_files import notes
from tests.access.oauth.authorization_requests import Browser
from tests.media.images import picture
from tests.pages.backoffice.test_platform_files import SHOPIFY_NOW, sheet, shopify
from tests.pages.backoffice.test_transfers import confirmed, made
from tests.world import World


def test_customers_of_shopify_keep_their_address_and_wishes(world: World, owner: Browser) -> None:
    text = (
        "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,"
        "Default Address Address1,Default Address Address2,Default Address City,"
        "Default Address Province Code,Default Address Country Code,Default Address Zip,"
        "Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,"
        "Tax Exempt,Tags\r\n"
        "'77,Ann,Lee,ann@example.com,yes,Lee Ltd,1 Main St,Apt 2,Springfield,IL,US,'01701,"
        "+15552293326,,no,10.00,1,nice,yes,vip\r\n"
    )
    page = confirmed(world, owner, text, kind="customers", source="shopify")

    [found] = world.get("customersprivacy", member_id="c077")["customersprivacy"]
    assert {name: found[name] for name in ("name", "city", "state", "country_code", "zipcode")} == {
        "name": "Ann Lee", "city": "Springfield", "state": "IL", "country_code": "US",
        "zipcode": "01701",
    }  # fmt: skip
    assert (found["address1"], found["address2"]) == ("1 Main St", "Apt 2")
    assert found["cellphone"] == "+15552293326"
    [wishes] = world.get("customers", member_id="c077")["customers"]
    assert (wishes["news_mail"], wishes["sms"]) == ("T", "F")
    for note in (notes.TAX_EXEMPT, "Note", "Tags", "Total Spent"):
        assert note in page, note


def test_all_pictures_are_fetched_and_stored_and_variants_get_theirs(
    world: World, owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    outgoing, asked = world.stage.app.periodic_tasks.file_transfers._services.outgoing, []

    async def download(address: str, *, max_bytes: int) -> bytes:
        asked.append(address)
        if address.endswith("secret.png"):
            return b"root:x:0:0"
        # pictures that differ
        return picture(600 + 10 * len(asked), 800)

    monkeypatch.setattr(outgoing, "download", download)
    rows = [
        shopify("hat", **{"Option1 name": "Colour", "Option1 value": "Red", "Image position": "2",
            "Product image URL": "https://cdn.example/2.jpg", "Image alt text": "Side",
            "Variant image URL": "https://cdn.example/red.jpg"}),
        {"URL handle": "hat", "Option1 value": "Blue", "Price": "1000", "Image position": "1",
         "Product image URL": "https://cdn.example/1.jpg", "Image alt text": "Front"},
        {"URL handle": "hat", "Product image URL": "https://cdn.example/secret.png"},
    ]  # fmt: skip
    text = sheet(SHOPIFY_NOW, rows)
    page = confirmed(world, owner, text, kind="products", source="shopify", pictures="T")

    hat, [red, _] = made(world, "hat")
    stored = world.get(f"products/{hat['product_no']}")["product"]
    mains = [stored[f"{size}_image"] for size in ("detail", "list", "tiny", "small")]
    assert all("/files/made/" in each for each in [*mains, red["image"]])
    assert len(set(mains)) == 4
    others = [each["big"] for each in stored["additional_image"]]
    assert [re.sub(r".*/files/.*", "stored", each) for each in others] == [
        "stored", "https://cdn.example/secret.png",
    ]  # fmt: skip
    assert "Pictures that could not be fetched" in page
    assert "https://cdn.example/secret.png: Expected a picture" in page
    assert len(asked) == len(set(asked)) == 4
    assert world.request("GET", "/files" + mains[0].partition("/files")[2]).status_code == 200
