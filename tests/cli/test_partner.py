"""The operator lets shops take part in the partner programme."""

from typing import Any

from tests.cli.command_line import Shell

MALL = ("--mall", "myshop")
ENROL = ("partner", "shop", "enrol", *MALL)
TERMS: dict[str, Any] = {
    "score": 85,
    "depth1": "D10",
    "depth2": "D1010",
    "shop_popular_age": "thirties",
    "shop_sex": "F",
    "shop_region": "Seoul",
    "shop_tags": ["linen", "slow"],
    "social_logins": ["chatapp"],
    "use_platformpay": True,
    "use_portalpay": False,
    "use_carrier_y": False,
    "shipping_fee_type": "M",
    "benefits": ["PG"],
    "global_payment_type": ["GA"],
}


def test_a_shop_joins_is_listed_and_leaves(shop: Shell) -> None:
    joined = shop.json(
        *ENROL, "--score", "85", "--category", "D10/D1010", "--popular-age", "thirties",
        "--sex", "F", "--region", "Seoul", "--tag", "linen", "--tag", "slow",
        "--social-login", "chatapp", "--platformpay", "--shipping-fee-type", "M",
        "--benefit", "PG", "--global-payment", "GA",
    )  # fmt: skip

    assert joined == {"store_id": "myshop", "shop_no": 1, **TERMS}
    [listed] = shop.json("partner", "shop", "list")
    assert (listed["store_id"], listed["shop_no"], listed["terms"]) == ("myshop", 1, TERMS)
    assert shop.text("partner", "shop", "list").splitlines() == [
        "store_id  shop_no  shop_name  grade   tags",
        "myshop    1        My shop    purple  linen slow",
    ]

    assert shop.text("partner", "shop", "leave", *MALL) == "Shop 1 of myshop has left.\n"
    assert shop.text("partner", "shop", "list") == "No shop takes part yet.\n"
    said = shop.fails("partner", "shop", "leave", *MALL)
    assert said == "shop 1 of myshop does not take part"


def test_what_is_wrong_is_said(shop: Shell) -> None:
    assert "there is no mall 'nowhere'" in shop.fails(
        "partner", "shop", "enrol", "--mall", "nowhere"
    )
    assert shop.fails(*ENROL, "--shop-no", "9") == "myshop has no shop 9"
    for words, said in (
        (("--benefit", "XX"), "'XX'"),
        (("--category", "A/B/C"), "'A/B/C' has more than 2 levels"),
        (("--category", "A b"), "'A b': Expected"),
        (("--sex", "X"), "(--sex)"),
    ):
        assert said in shop.fails(*ENROL, *words, status=2), words
    assert shop.text("partner", "shop", "list") == "No shop takes part yet.\n"


def test_categories_are_mapped_listed_and_unmapped(shop: Shell) -> None:
    assert shop.fails("partner", "category", "map", "2", "C1", *MALL) == "myshop has no category 2"
    file = shop.data_dir.parent / "categories.json"
    file.write_text('[{"path": ["Kitchen"]}]')
    shop.text("import", "categories", str(file), *MALL)

    mapped = shop.json("partner", "category", "map", "2", "C1/C11", *MALL)

    assert mapped == {"category_no": 2, "depth1": "C1", "depth2": "C11", "depth3": ""}
    assert shop.json("partner", "category", "list", *MALL) == [mapped]
    assert shop.text("partner", "category", "unmap", "2", *MALL) == "Category 2 belongs nowhere.\n"
    assert shop.json("partner", "category", "list", *MALL) == []
    said = shop.fails("partner", "category", "unmap", "2", *MALL)
    assert said == "category 2 of myshop is not mapped"


def test_a_product_is_written_down(shop: Shell) -> None:
    file = shop.data_dir.parent / "products.csv"
    file.write_text("custom_product_code,product_name,supply_price\nA-1,Apron,5000\n")
    shop.text("import", "products", str(file), *MALL)
    command = ("partner", "product", "set", "1")

    made = shop.json(*command, "review_count=12", "brand_name=Linen & Co", *MALL)

    assert (made["product_no"], made["review_count"], made["brand_name"]) == (1, 12, "Linen & Co")
    assert "(parameter.review_score)" in shop.fails(*command, "review_score=6", *MALL, status=2)
    assert "nonsense" in shop.fails(*command, "nonsense=6", *MALL, status=2)
    said = shop.fails("partner", "product", "set", "2", "review_count=1", *MALL)
    assert said == "myshop has no product 2 in a shop 1"


def test_a_rebuild_says_how_much_it_looked_through(shop: Shell) -> None:
    assert shop.json("partner", "rebuild") == {"malls": 0, "products": 0}
    assert shop.fails("partner", "rebuild", *MALL) == "no shop of 'myshop' takes part"
    file = shop.data_dir.parent / "products.csv"
    file.write_text("custom_product_code,product_name,supply_price\nA-1,Apron,5000\n")
    shop.text("import", "products", str(file), *MALL)
    shop.text(*ENROL)

    assert shop.json("partner", "rebuild") == {"malls": 1, "products": 1}
    assert shop.text("partner", "rebuild", *MALL) == "1 malls, 1 products were looked through.\n"
