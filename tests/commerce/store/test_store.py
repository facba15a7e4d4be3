"""Settings, redirects and the activity log: one plain resource of each kind."""

from tests.commerce.promotion.coupon_setup import coupon
from tests.world import World


def test_a_new_shop_has_the_defaults_and_a_change_keeps_the_rest(world: World) -> None:
    before = world.get("coupons/setting")["coupon"]

    changed = world.put(
        "coupons/setting",
        use_coupon="F",
        recover_coupon_setting={"return": "M"},
        expiration_notice_date_setting={"expiration_notice_date": {"one_day": "T"}},
    )["coupon"]

    assert before["recover_coupon_setting"]["return"] == "F"
    assert changed["recover_coupon_setting"] == {
        **before["recover_coupon_setting"],
        "return": "M",
    }
    notice = changed["expiration_notice_date_setting"]["expiration_notice_date"]
    assert notice == {"one_day": "T", "three_day": "F", "seven_day": "F"}
    assert changed["max_coupon_count"] == before["max_coupon_count"]
    most = changed["max_coupon_count"]
    assert most["product_per_item"] == most["product_per_product"] == 1
    assert world.get("coupons/setting", shop_no=2)["coupon"]["use_coupon"] == "T"


def test_settings_that_say_the_same_are_a_conflict(world: World) -> None:
    body = {"request": {"recover_coupon_setting": {"exchange": "F"}}}

    assert world.call("PUT", "coupons/setting", json=body).status_code == 409


def test_a_redirect_lives(world: World) -> None:
    made = world.post("redirects", path="/old", target="/new")["redirects"]
    changed = world.put(f"redirects/{made['id']}", target="/newer")["redirects"]
    listed = world.get("redirects", path="/old")["redirects"]
    gone = world.call("DELETE", f"redirects/{made['id']}")

    assert made == {"shop_no": 1, "id": 1, "path": "/old", "target": "/new"}
    assert listed == [changed] == [{**made, "target": "/newer"}]
    assert gone.json() == {"redirects": {"shop_no": 1, "id": 1}}
    assert world.get("redirects") == {"redirects": []}


def test_one_path_leads_to_one_place(world: World) -> None:
    world.post("redirects", path="/old", target="/new")

    body = {"request": {"path": "/old", "target": "/elsewhere"}}
    answer = world.call("POST", "redirects", json=body)

    assert answer.status_code == 422
    assert "(parameter.path)" in answer.json()["error"]["message"]


def test_every_write_leaves_a_line_and_pages_lead_on(world: World) -> None:
    number = world.product()["product_no"]
    world.put(f"products/{number}", price="2200")
    world.call("PUT", f"products/{number}", json={"request": {"price": "2200"}})
    days = {"start_date": "2026-11-21", "end_date": "2026-11-22"}

    first = world.get("activitylogs", **days, limit=1)
    following = first["links"][0]
    second = world.request(
        "GET", following["href"].removeprefix(world.base_url), headers=world.full.headers
    ).json()

    assert [line["content"] for line in first["activitylogs"]] == [
        "product 1: price_excluding_tax 10000.00 -> 2000.00, price 11000.00 -> 2200.00"
    ]
    assert following["rel"] == "next"
    assert [link["rel"] for link in second["links"]] == ["prev"]
    assert second["activitylogs"][0]["type"] == "product"
    [found] = second["activitylogs"]
    assert world.get("activitylogs", **days, process_no=found["process_no"]) == {
        "activitylogs": [found]
    }
    one = world.get(f"activitylogs/{found['process_no']}")["activitylog"]
    assert one == {**found, "action": one["action"], "account": one["account"]}
    assert (one["manager_id"], one["mode"]) == ("owner", "P")


def test_names_nobody_knows_are_found_within_objects_too(world: World) -> None:
    strict = world.install(strict=True)
    number = coupon(world)
    body = {
        "request": {
            "use_coupon": "F",
            "max_coupon_count": {"per_hour": 1, "product_per_product": 2},
            "additional_coupon_no": [{"coupon_no": number, "colour": "red"}],
            "expiration_notice_date_setting": {"expiration_notice_date": {"two_day": "T"}},
        }
    }
    names = [
        "max_coupon_count.per_hour",
        "additional_coupon_no.colour",
        "expiration_notice_date_setting.expiration_notice_date.two_day",
    ]

    refused = world.call("PUT", "coupons/setting", json=body, app=strict)
    taken = world.call("PUT", "coupons/setting", json=body)

    assert refused.status_code == 422
    assert refused.json()["error"]["message"].endswith(f"(parameter.{names[0]})")
    assert taken.status_code == 200
    assert taken.headers["x-platform-ignored"] == ", ".join(names)
    assert taken.json()["coupon"]["max_coupon_count"]["product_per_product"] == 2
