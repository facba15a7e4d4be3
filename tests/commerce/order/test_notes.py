"""Memos, labels, channels and traffic sources: what a shop notes down beside its orders."""

from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_detail_setup import log, refused, told
from tests.commerce.order.order_setup import order, paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

ICON = "https://example.com/icon.png"


def test_a_memo_is_written_changed_and_deleted(world: World) -> None:
    product, code = stocked(world, 5)
    number = order(world, wanted(code))
    about = {"product_no": product, "option_code": code[-4:]}

    made = world.post(
        f"orders/{number}/memos", content="Call first", attach_type="P", product_list=[about]
    )["memo"]

    expected = {
        "shop_no": 1,
        "memo_no": 1,
        "use_customer_inquiry": "F",
        "topic_type": None,
        "status": None,
        "attach_type": "P",
        "content": "Call first",
        "starred_memo": "F",
        "fixed": "F",
        "product_list": [about],
    }
    assert made == {**expected, "author_id": "owner"}
    [listed] = world.get(f"orders/{number}/memos")["memos"]
    read = {name: value for name, value in expected.items() if name not in ("topic_type", "status")}
    assert listed == {
        **read,
        "author_id": "owner",
        "ip": "127.0.0.1",
        "created_date": "2026-11-21T09:00:00+09:00",
    }
    assert world.get("orders/memos", order_id=number)["memos"] == [{**listed, "order_id": number}]
    changed = world.put(f"orders/{number}/memos/1", status="T", content="Called")["memo"]
    assert changed == {**expected, "status": "T", "content": "Called"}
    again = world.call("PUT", f"orders/{number}/memos/1", json={"request": {"status": "T"}})
    assert again.status_code == 409
    gone = world.call("DELETE", f"orders/{number}/memos/1")
    assert gone.json() == {"memo": {"shop_no": 1, "memo_no": 1}}
    assert world.get(f"orders/{number}/memos") == {"memos": []}
    common = {
        "event_shop_no": "1",
        "order_id": number,
        "requested_date": "2026-11-21T09:00:00+09:00",
        "order_place_id": "platform",
        "executor_id": "owner",
        "execute_method": "Test app",
    }
    product_code = world.get(f"products/{product}")["product"]["product_code"]
    named = {"ordering_product_code": product_code, "ordering_product_name": "Linen apron"}
    assert told(world, 90066, 90068, 90069) == [
        (90066, {**common, **named, "event_code": "insert_admin_memo"}),
        (90068, {**common, "event_code": "modify_admin_memo"}),
        (90069, {**common, "event_code": "delete_admin_memo"}),
    ]
    assert "Call" not in log(world)


def test_a_memo_is_about_what_was_ordered(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    stocked(world, 5)
    other = {"product_no": 2, "option_code": "000A"}

    body = {"request": {"content": "Hm", "product_list": [other]}}
    message = refused(world.call("POST", f"orders/{number}/memos", json=body), 422)

    assert message == "There is no such product in the order: 2 000A. (parameter.product_list)"
    assert world.get(f"orders/{number}/memos") == {"memos": []}
    assert world.get("orders/memos", order_id="20200101-0000001") == {"memos": []}


def test_memos_of_another_shop_are_not_listed(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    world.post(f"orders/{number}/memos", content="Call first")

    assert world.get("orders/memos", order_id=number, shop_no=2) == {"memos": []}
    assert world.call("GET", f"orders/{number}/memos", params={"shop_no": 2}).status_code == 404


def test_labels_are_put_on_items_and_orders_are_found_by_them(world: World) -> None:
    _, code = stocked(world, 5)
    one, other = order(world, wanted(code), wanted(code)), order(world, wanted(code))
    items = [f"{one}-02", f"{other}-01"]

    requests = [
        {"name": "Fragile", "order_item_code": items},
        {"name": "Gift", "order_item_code": [items[0]]},
        {"name": "Gift", "order_item_code": ["20200101-0000001-01"]},
        {"name": "Gift", "order_item_code": [f"{one}-03"]},
    ]
    answer = world.call("POST", "labels", json={"requests": requests})

    assert answer.status_code == 207
    made = answer.json()["labels"]
    assert made[0] == {"shop_no": 1, "name": "Fragile", "order_item_code": items, "status": 201}
    assert [each["status"] for each in made] == [201, 201, 422, 422]
    assert world.get("labels") == {"labels": {"shop_no": 1, "names": ["Fragile", "Gift"]}}
    assert world.get("labels", shop_no=2) == {"labels": {"shop_no": 2, "names": []}}
    labels = f"orders/{one}/items/{one}-02/labels"
    assert world.get(labels) == {"labels": {"shop_no": 1, "names": ["Fragile", "Gift"]}}
    assert world.get("orders/count", labels="Gift,Nothing") == {"count": 1}
    assert world.get("orders/count", labels="Fragile") == {"count": 2}
    listed = world.get(f"orders/{one}/items")["items"]
    assert [item["labels"] for item in listed] == [None, ["Fragile", "Gift"]]


def test_labels_go_through_pages(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    world.post(f"orders/{number}/items/{number}-01/labels", names=["C", "A", "B"])

    page = world.get("labels", limit=2)

    assert page["labels"] == {"shop_no": 1, "names": ["A", "B"]}
    [link] = page["links"]
    assert link["rel"] == "next"
    following = world.request("GET", link["href"].removeprefix(world.base_url),
                              headers=world.full.headers).json()  # fmt: skip
    assert following["labels"] == {"shop_no": 1, "names": ["C"]}
    assert [each["rel"] for each in following["links"]] == ["prev"]


def test_labels_of_an_item_are_changed_and_taken_off(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    code = f"{number}-01"
    path = f"orders/{number}/items/{code}/labels"

    made = world.post(path, names=["Gift", "Fragile"])["label"]
    about = {"shop_no": 1, "order_id": number, "order_item_code": code}
    assert made == {**about, "names": ["Fragile", "Gift"]}
    assert world.post(path, names=["Gift"])["label"]["names"] == ["Fragile", "Gift"]
    changed = world.put(path, names=["Late", "Gift"])["label"]
    assert changed == {"shop_no": 1, "names": ["Gift", "Late"]}
    same = world.call("PUT", path, json={"request": {"names": ["Gift", "Late"]}})
    assert same.status_code == 409
    gone = world.call("DELETE", f"{path}/Late")
    assert gone.json() == {"label": {**about, "name": "Late"}}
    assert world.call("DELETE", f"{path}/Late").status_code == 404
    assert world.get("orders/count", labels="Late,Fragile") == {"count": 0}
    assert world.get("orders/count", labels="Gift") == {"count": 1}
    assert world.call("GET", f"orders/{number}/items/{number}-09/labels").status_code == 404


def test_sales_channels_have_ids_that_the_shop_chooses(world: World) -> None:
    fair = {"sales_channel_id": "fair", "sales_channel_name": "Fair", "sales_channel_icon": ICON}

    assert world.post("orders/saleschannels", **fair) == {"saleschannel": fair}

    twice = world.call("POST", "orders/saleschannels", json={"request": fair})
    said = "There is a saleschannel of this name. (parameter.sales_channel_id)"
    assert refused(twice, 422) == said
    renamed = world.put("orders/saleschannels/fair", sales_channel_name="Spring fair")
    assert renamed == {"saleschannel": {**fair, "sales_channel_name": "Spring fair"}}
    assert world.get("orders/saleschannels")["saleschannels"] == [renamed["saleschannel"]]
    gone = world.call("DELETE", "orders/saleschannels/fair")
    assert gone.json() == {"saleschannel": {"sales_channel_id": "fair"}}
    assert world.get("orders/saleschannels") == {"saleschannels": []}


def test_a_group_goes_with_the_sources_in_it(world: World) -> None:
    group = {"inflow_group_id": "search", "inflow_group_name": "Search engines"}
    source = {"inflow_id": "kite", "inflow_name": "Kite", "inflow_icon": ICON}
    assert world.post("orders/inflowgroups", **group) == {"inflowgroup": group}
    path = "orders/inflowgroups/search/inflows"
    assert world.post(path, **source) == {"inflow": source}
    renamed = {**source, "inflow_name": "Kites"}
    assert world.put(f"{path}/kite", inflow_name="Kites", inflow_icon=ICON) == {"inflow": renamed}
    assert world.get(path) == {"inflows": [renamed]}
    nowhere = world.call("POST", "orders/inflowgroups/ads/inflows", json={"request": source})
    assert refused(nowhere, 404) == "The inflowgroup does not exist. (parameter.group_id)"

    gone = world.call("DELETE", "orders/inflowgroups/search")

    assert gone.json() == {"inflowgroup": {"inflow_group_id": "search"}}
    assert world.call("GET", path).status_code == 404
    world.post("orders/inflowgroups", **group)
    assert world.get(path) == {"inflows": []}


def test_what_is_parted_from_an_item_has_its_labels(world: World) -> None:
    number = paid(world, wanted(stocked(world, 5)[1], 3))
    world.post(f"orders/{number}/items/{number}-01/labels", names=["Gift"])

    claim(world, number, "cancellation", "canceled", (1, 1))
    world.call("DELETE", f"orders/{number}/items/{number}-01/labels/Gift")

    labels = world.get(f"orders/{number}/items/{number}-02/labels")
    assert labels == {"labels": {"shop_no": 1, "names": ["Gift"]}}
    assert world.get("orders/count", labels="Gift") == {"count": 1}
